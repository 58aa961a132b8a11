// Any bytes give a table of the right size or a clear error; any table that is written is read
// back.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, formats, readNpy, readTable, writeTable } from "../../web/formats/index.js";

const name = fc.constantFrom("t.npy", "t.csv", "t.json", "t");

/** @param {Uint8Array} bytes @param {string} file */
function readsOrRefuses(bytes, file) {
  try {
    const { data, rows, columns } = readTable(bytes, file);
    expect(data.length).toBe(rows * columns);
    expect(data.length).toBeGreaterThan(0);
    expect(data.length).toBeLessThanOrEqual(bytes.length);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    expect(String(error)).toContain(`${file}: `);
    expect(String(error).length).toBeLessThan(400);
  }
}

/** @param {string} text */
const latin1 = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);

describe("readTable, for any input,", () => {
  it("reads or refuses bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), name, readsOrRefuses));
  });

  it("reads or refuses what looks like text with numbers", () => {
    const piece = fc.constantFrom(
      ...'0 1 - . e , ; \t \n \r [ ] { } : " # nan inf null data'.split(" "),
      " ",
    );
    const bytes = fc.array(piece, { maxLength: 60 }).map((pieces) => latin1(pieces.join("")));
    fc.assert(fc.property(bytes, name, readsOrRefuses), { numRuns: 1000 });
  });

  it("reads or refuses what looks like a header of .npy", () => {
    const piece = fc.constantFrom(
      ..."{ } ( ) , : 'descr' 'fortran_order' 'shape' '<f4' '>f8' '|u1' True False 3 0 99999999999999 ' x".split(
        " ",
      ),
    );
    const pieces = fc.array(piece, { maxLength: 25 }).map((list) => list.join(" "));
    const parts = fc.tuple(pieces, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 64 }));
    const bytes = parts.map(([text, version, padding]) => {
      const size = [text.length & 255, text.length >> 8, ...(version > 1 ? [0, 0] : [])];
      return Uint8Array.from([
        ...latin1("\x93NUMPY"),
        version,
        0,
        ...size,
        ...latin1(text),
        ...new Array(padding).fill(7),
      ]);
    });
    fc.assert(fc.property(bytes, name, readsOrRefuses), { numRuns: 1000 });
  });

  it("reads or refuses an .npy file with a few changed bytes", () => {
    const right = writeTable(
      "npy",
      Float32Array.from({ length: 12 }, (_, i) => i),
      [3, 4],
    );
    const change = fc.tuple(fc.nat(right.length - 1), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, fc.nat(right.length), (list, cut) => {
        const bytes = right.slice(0, cut < 20 ? right.length - cut : right.length);
        for (const [at, value] of list) if (at < bytes.length) bytes[at] = value;
        readsOrRefuses(bytes, "t.npy");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a written table is read back unchanged:", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 9 }));
  /** @param {(length: number) => fc.Arbitrary<Float32Array | Float64Array>} make */
  const tables = (make) =>
    sizes.chain(([rows, columns]) => make(rows * columns).map((data) => ({ data, rows, columns })));
  const single = tables((length) => fc.float32Array({ minLength: length, maxLength: length }));
  const double = tables((length) => fc.float64Array({ minLength: length, maxLength: length }));

  it.each(formats)("%s", (format) => {
    fc.assert(
      fc.property(fc.oneof(single, double), ({ data, rows, columns }) => {
        const table = readTable(writeTable(format, data, [rows, columns]), `t.${format}`);
        expect([table.rows, table.columns]).toEqual([rows, columns]);
        for (let i = 0; i < data.length; i++) expect(Object.is(table.data[i], data[i])).toBe(true);
        if (format === "npy") expect(table.data.constructor).toBe(data.constructor);
      }),
    );
  });

  it("npy, for any shape", () => {
    const shapes = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(shapes, (shape) => {
        const size = shape.reduce((a, b) => a * b, 1);
        const data = Float64Array.from({ length: size }, (_, i) => i);
        expect(readNpy(writeTable("npy", data, shape))).toEqual({ data, shape });
      }),
    );
  });
});
