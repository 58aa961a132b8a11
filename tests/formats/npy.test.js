// .npy files: against NumPy in both directions, and errors for wrong files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readNpy, tableWriter, writeTable } from "../../web/formats/index.js";
import { scratch } from "../cli/run.js";
import { numpy } from "./numpy.js";

const folder = scratch();

/** A file of version 1 or another version. @param {string} header @param {number} elements bytes */
function file(header, elements, version = 1) {
  const size = version === 1 ? [header.length & 255, header.length >> 8] : [header.length, 0, 0, 0];
  const letters = [...header].map((letter) => letter.charCodeAt(0));
  const mark = [0x93, ...[..."NUMPY"].map((letter) => letter.charCodeAt(0))];
  return Uint8Array.from([
    ...mark,
    version,
    0,
    ...size,
    ...letters,
    ...new Array(elements).fill(0),
  ]);
}

const header = (/** @type {string} */ shape, descr = "<f4", order = "False") =>
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

describe("readNpy reads what NumPy writes:", () => {
  const types = "f2 f4 f8 i1 u1 i2 u2 i4 u4 i8 u8 b1".split(" ");
  const shapes = ["()", "(0,)", "(7,)", "(1, 1)", "(3, 5)", "(0, 4)", "(2, 3, 4)", "(2, 1, 3, 2)"];
  const list = join(folder, "list.json");
  // Values that every type has, and special values of floats.
  const program = `
import json
cases = []
for version in [(1, 0), (2, 0), (3, 0)]:
    for dtype in ${JSON.stringify(types)}:
        for order in "<>":
            for layout in "CF":
                for shape in [${shapes.join(", ")}]:
                    size = int(np.prod(shape))
                    values = (np.arange(size) * 37 % 101 % (2 if dtype == "b1" else 101)).astype(order + dtype)
                    if dtype[0] in "fi" and size > 3:
                        values[1] = -values[1]
                    if dtype[0] == "f" and size > 3:
                        values[2] = 6e-8
                        values[3] = -np.inf
                        values[4:5] = np.nan
                        values[5:6] = 0.1
                    array = np.asarray(values.reshape(shape), order=layout)
                    path = f"${folder}/{len(cases)}.npy"
                    with open(path, "wb") as out:
                        np.lib.format.write_array(out, array, version=version)
                    wanted = [str(x) for x in array.ravel().astype("f8")]
                    cases.append([path, f"{version} {order}{dtype} {layout} {shape}", list(shape), wanted])
json.dump(cases, open(sys.argv[1], "w"))
`;

  it("types, byte orders, layouts, shapes and versions", () => {
    numpy(program, [list]);
    /** @type {[string, string, number[], string[]][]} */
    const cases = JSON.parse(readFileSync(list, "utf8"));
    expect(cases).toHaveLength(3 * types.length * 2 * 2 * shapes.length);
    for (const [path, name, shape, expected] of cases) {
      const actual = readNpy(readFileSync(path));
      expect(actual.shape, name).toEqual(shape);
      const numbers = expected.map((text) => Number(text.replace("inf", "Infinity")));
      expect(Array.from(actual.data), name).toEqual(numbers);
      expect(actual.data, name).toBeInstanceOf(/f[24]/.test(name) ? Float32Array : Float64Array);
    }
  });
});

it("readNpy reads complex numbers, the parts as a last axis", () => {
  for (const [index, [dtype, order, layout]] of [
    ...["c8", "c16"].flatMap((type) =>
      [..."<>"].flatMap((order) => [..."CF"].map((l) => [type, order, l])),
    ),
  ].entries()) {
    const path = join(folder, `complex-${index}.npy`);
    const program = `
a = (np.arange(6).reshape(2, 3) + 1j * np.arange(10, 16).reshape(2, 3)).astype("${order}${dtype}")
np.save(sys.argv[1], np.asarray(a, order="${layout}"))`;
    numpy(program, [path]);
    const { data, shape, complex } = readNpy(readFileSync(path));
    expect([dtype, order, layout, shape, complex]).toEqual([dtype, order, layout, [2, 3, 2], true]);
    expect([...data]).toEqual([0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15]);
    expect(data).toBeInstanceOf(dtype === "c8" ? Float32Array : Float64Array);
  }
});

describe("NumPy reads what tableWriter writes:", () => {
  it.each([
    { data: Float32Array.of(0.1, -0, Number.NaN, Infinity, 1e-45, 3), shape: [2, 3] },
    { data: Float64Array.of(0.1, -0, Number.NaN, -Infinity, 5e-324, 3), shape: [6] },
    { data: Int32Array.of(1, -2, 2 ** 31 - 1, -(2 ** 31)), shape: [1, 2, 2] },
    { data: new Float32Array(0), shape: [0, 8] },
    { data: Uint16Array.of(0x2e66, 0x8000, 0x0001, 0x7bff, 0xfc00, 0x7e00), shape: [3, 2] },
    { data: new Float64Array(1), shape: new Array(30).fill(1) },
  ])("$data as $shape", ({ data, shape }) => {
    const path = join(folder, "written.npy");
    writeFileSync(path, writeTable("npy", data, shape));
    const output = numpy(
      "a = np.load(sys.argv[1])\nprint(list(a.shape), a.dtype.str, a.flags.c_contiguous, a.tobytes().hex())",
      [path],
    );
    const hex = Buffer.from(data.buffer).toString("hex");
    const type = data instanceof Int32Array ? "<i4" : `<f${data.BYTES_PER_ELEMENT}`;
    expect(output.trim()).toBe(`[${shape.join(", ")}] ${type} True ${hex}`.trim());
  });

  it("and elements start at a multiple of 64", () => {
    for (const shape of [[1], [10 ** 15, 10 ** 15], new Array(40).fill(12345)]) {
      expect(tableWriter("npy", shape, "float32").start().length % 64).toBe(0);
    }
    expect(() => tableWriter("npy", new Array(40000).fill(1), "float32").start()).toThrow("axes");
  });
});

describe("readNpy refuses", () => {
  it.each([
    ["another mark", Uint8Array.of(1, 2, 3), "byte 0"],
    ["a file that ends after its mark", file("", 0).subarray(0, 6), "byte 6: the file ends"],
    [
      "version 4",
      file(header("(1,)"), 4, 4),
      "byte 6: the version must be 1.0, 2.0 or 3.0, got 4.0",
    ],
    ["version 0", file(header("(1,)"), 4, 0), "2.0 or 3.0, got 0.0"],
    ["a file that ends in its sizes", file("", 0, 2).subarray(0, 10), "byte 10: the file ends"],
    ["a file that ends in its header", file(header("(1,)"), 0).subarray(0, 40), "byte 40"],
    ["missing elements", file(header("(3, 4)"), 47), 'shape (3, 4) of "<f4" needs 48'],
    ["elements too many", file(header("(3, 4)"), 49), ": 1 bytes after the last element"],
    ["absurd sizes", file(header("(1000000, 1000000)"), 100), "needs 4000000000000"],
    ["sizes past all counting", file(header("(9007199254740991, 9, 9)"), 100), "needs Infinity"],
    ["a size past 2^53", file(header("(99999999999999999999,)"), 100), "a size below 2^53"],
    ["a negative size", file(header("(-1,)"), 100), "byte 61: expected a size"],
    ["records", file("{'descr': [('x', '<f4')], }", 4), "records are not supported"],
    ["objects", file(header("(1,)", "|O"), 8), 'elements of type "|O"'],
    ["an inherited type", file(header("(1,)", "<constructor"), 8), 'of type "<constructor"'],
    ["a header without shape", file("{'descr': '<f4', 'fortran_order': False}", 4), '"shape"'],
    ["an unknown key", file("{'x': 1}", 4), "byte 11: expected a key"],
    ["what is no dictionary", file("[1]", 4), 'byte 10: expected "{", got "[1]"'],
    ["more after the dictionary", file(`${header("(1,)").trim()} x`, 4), "the header's end"],
    [
      "a key that comes twice",
      file(header("(1,)").replace("}", "'shape': (1,), }"), 4),
      'byte 66: "shape" occurs twice',
    ],
    [
      "a type that comes twice",
      file(header("(1,)").replace("}", "'descr': '<f8', }"), 8),
      '"descr" occurs twice',
    ],
    ["a number for a shape", file(header("(1)"), 4), 'expected ","'],
    ["a size with a sign", file(header("(+1,)"), 4), "expected a size"],
    ["a size in hexadecimal", file(header("(0x1,)"), 4), 'expected ","'],
    ["longer floats", file(header("(1,)", "<f16"), 16), 'elements of type "<f16"'],
    ["raw bytes", file(header("(1,)", "|V2"), 2), 'elements of type "|V2"'],
    ["dates", file(header("(1,)", "<M8[ns]"), 8), 'elements of type "<M8[ns]"'],
    ["an escape in a string", file(header("(1,)", "\\x3cf4"), 4), "expected a string"],
    [
      "a header without end",
      file("{'descr': '<f4', ", 4),
      "expected a string, got the header's end",
    ],
    [
      "sizes whose product wraps to none",
      file(header("(4294967296, 4294967296)"), 0),
      "needs Infinity",
    ],
    ["65 axes", file(header(`(${"1, ".repeat(65)})`), 4), "at most 64 axes"],
    ["a word for a truth", file(header("(1,)", "<f4", "Maybe"), 4), "True or False"],
  ])("%s", (_, bytes, message) => {
    expect(() => readNpy(bytes)).toThrow(expect.objectContaining({ name: "FormatError" }));
    expect(() => readNpy(bytes)).toThrow(message);
  });

  it("headers past 65535 bytes", () => {
    const bytes = file(header("(1,)"), 4, 2);
    bytes[10] = 1;
    expect(() => readNpy(bytes)).toThrow("byte 8: the header must have at most 65535 bytes, got");
  });

  it("no header that Python 2 wrote", () => {
    expect(readNpy(file(header("(1L, 2L)"), 8))).toEqual({
      data: new Float32Array(2),
      shape: [1, 2],
    });
  });
});
