// Archives of arrays: NumPy, Python's zipfile and simple readers must read every byte.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 as reference } from "node:zlib";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../web/formats/crc32.js";
import { readNpy } from "../../web/formats/npy.js";
import { npzPieces } from "../../web/formats/npz_write.js";
import { scratch } from "../cli/run.js";
import { numpy } from "./numpy.js";

const folder = scratch();

const cos = Float32Array.from({ length: 6 }, (_, i) => Math.cos(i));
const ids = Int32Array.of(3, 1, 2);
/** @type {import("../../web/formats/npz_write.js").NamedArray[]} */
const arrays = [
  {
    ...{ name: "cos", shape: [3, 2], dtype: "float32" },
    // Pieces in the same memory, like those of the command.
    *pieces() {
      const piece = new Float32Array(2);
      for (let row = 0; row < 3; row++) {
        piece.set(cos.subarray(2 * row, 2 * row + 2));
        yield piece;
      }
    },
  },
  { name: "ids", shape: [3], dtype: "int32", pieces: () => [ids] },
  { name: "none", shape: [0, 4], dtype: "float64", pieces: () => [] },
];

/** @param {Iterable<Uint8Array>} pieces */
const joined = (pieces) => Buffer.concat([...pieces].map((piece) => Uint8Array.from(piece)));
/** Copies of the pieces, because the next piece reuses the memory.
 * @param {Iterable<Uint8Array>} pieces */
function* copies(pieces) {
  for (const piece of pieces) yield Uint8Array.from(piece);
}
const file = joined(copies(npzPieces(arrays)));

describe("an .npz archive", () => {
  it("is read by NumPy and tested by zipfile", () => {
    const path = join(folder, "a.npz");
    writeFileSync(path, file);
    const output = numpy(
      `import zipfile, json
z = np.load(sys.argv[1])
print(zipfile.ZipFile(sys.argv[1]).testzip(), json.dumps({k: [z[k].tolist(), str(z[k].dtype), z[k].shape] for k in z.files}))`,
      [path],
    );
    const [bad, ...rest] = output.trim().split(" ");
    expect(bad).toBe("None");
    expect(JSON.parse(rest.join(" "))).toEqual({
      cos: [[0, 1, 2].map((row) => [...cos.slice(2 * row, 2 * row + 2)]), "float32", [3, 2]],
      ids: [[3, 1, 2], "int32", [3]],
      none: [[], "float64", [0, 4]],
    });
  });

  it("has the earliest date of the format", () => {
    const path = join(folder, "dated.npz");
    writeFileSync(path, file);
    const output = numpy(
      "import zipfile\nprint({i.date_time for i in zipfile.ZipFile(sys.argv[1]).infolist()})",
      [path],
    );
    expect(output.trim()).toBe("{(1980, 1, 1, 0, 0, 0)}");
  });

  it("has sizes and checksums before the data, for streaming readers", () => {
    let at = 0;
    const members = [];
    while (file.readUInt32LE(at) === 0x04034b50) {
      const [flags, method] = [file.readUInt16LE(at + 6), file.readUInt16LE(at + 8)];
      const [sum, size] = [file.readUInt32LE(at + 14), file.readUInt32LE(at + 18)];
      expect([flags, method, file.readUInt32LE(at + 22)]).toEqual([0, 0, size]);
      const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
      const name = file.toString("latin1", at + 30, at + 30 + file.readUInt16LE(at + 26));
      const data = file.subarray(start, start + size);
      expect(sum).toBe(reference(data));
      members.push([name, readNpy(data).shape]);
      at = start + size;
    }
    expect(members).toEqual([
      ["cos.npy", [3, 2]],
      ["ids.npy", [3]],
      ["none.npy", [0, 4]],
    ]);
  });

  it("is the same for the same arrays", () => {
    expect(joined(copies(npzPieces(arrays)))).toEqual(file);
  });

  it("is refused before its first byte if it is not possible", () => {
    const big = { name: "big", shape: [2 ** 30], pieces: () => [] };
    const empty = joined(npzPieces([{ ...big, shape: [0], dtype: "float32" }]));
    const bytes = empty.length + 4 * 2 ** 30;
    expect(() => npzPieces([{ ...big, dtype: "float32" }]).next()).toThrow(
      `.npz files must be below 4 GiB, this one needs ${bytes} bytes; use .npy`,
    );
    expect(() => npzPieces([{ ...big, dtype: "bfloat16" }]).next()).toThrow(
      "does not support bfloat16",
    );
  });
});

it("crc32 matches the checksum of ZIP files, for pieces of any size", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * i * 7) & 255);
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(crc32(bytes)).toBe(reference(bytes));
  expect(crc32(bytes.subarray(300), crc32(bytes.subarray(0, 300)))).toBe(reference(bytes));
  expect(crc32(new Uint8Array(0))).toBe(0);
});
