// Files of many tensors: written by other libraries, large, and hostile.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openContainer, sourceOf, writeTable } from "../../web/formats/index.js";
import { scratch } from "../cli/run.js";
import { ggufFile } from "./gguf.js";
import { numpy } from "./numpy.js";

/** @param {number[] | Uint8Array} bytes @param {string} [name] */
const open = (bytes, name = "file") => openContainer(sourceOf(Uint8Array.from(bytes)), name);

/** The bytes that safetensors' own tests expect from its writer (safetensors/src/tensor.rs,
 * test_serialization). */
const WRITTEN = [
  64, 0, 0, 0, 0, 0, 0, 0, 123, 34, 97, 116, 116, 110, 46, 48, 34, 58, 123, 34, 100, 116, 121, 112,
  101, 34, 58, 34, 70, 51, 50, 34, 44, 34, 115, 104, 97, 112, 101, 34, 58, 91, 49, 44, 50, 44, 51,
  93, 44, 34, 100, 97, 116, 97, 95, 111, 102, 102, 115, 101, 116, 115, 34, 58, 91, 48, 44, 50, 52,
  93, 125, 125, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64, 0, 0, 128, 64, 0, 0, 160, 64,
];
/** The same for a file with only metadata (test_empty). */
const WITH_METADATA = [
  40, 0, 0, 0, 0, 0, 0, 0, 123, 34, 95, 95, 109, 101, 116, 97, 100, 97, 116, 97, 95, 95, 34, 58,
  123, 34, 102, 114, 97, 109, 101, 119, 111, 114, 107, 34, 58, 34, 112, 116, 34, 125, 125, 32, 32,
  32, 32, 32,
];

/** A file with this header. @param {unknown} header @param {number} [bytes] of elements */
function safetensors(header, bytes = 0) {
  const text = typeof header === "string" ? header : JSON.stringify(header);
  const file = new Uint8Array(8 + text.length + bytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(new TextEncoder().encode(text), 8);
  return file;
}

describe("readers of .safetensors", () => {
  it("read what the library wrote", async () => {
    const file = await open(WRITTEN);
    expect(file.format).toBe("safetensors");
    expect(file.tensors.map(({ name, dtype, shape }) => ({ name, dtype, shape }))).toEqual([
      { name: "attn.0", dtype: "F32", shape: [1, 2, 3] },
    ]);
    const { data, shape } = await file.load("attn.0");
    expect([[...data], shape]).toEqual([
      [0, 1, 2, 3, 4, 5],
      [1, 2, 3],
    ]);
    expect((await open(WITH_METADATA)).metadata.get("framework")).toBe("pt");
  });

  it("read float16 and bfloat16", async () => {
    const header = {
      half: { dtype: "F16", shape: [2], data_offsets: [0, 4] },
      brain: { dtype: "BF16", shape: [2], data_offsets: [4, 8] },
    };
    const file = safetensors(header, 8);
    const view = new DataView(file.buffer, file.length - 8);
    [0x3c00, 0xc100, 0x3f80, 0xc020].forEach((bits, i) => {
      view.setUint16(2 * i, bits, true);
    });
    const opened = await open(file);
    expect([...(await opened.load("half")).data]).toEqual([1, -2.5]);
    expect([...(await opened.load("brain")).data]).toEqual([1, -2.5]);
  });

  it("read only the header and one tensor of ten gigabytes", async () => {
    const size = 10e9;
    const text = safetensors({
      big: { dtype: "F32", shape: [2400000000], data_offsets: [0, 9.6e9] },
      pe: { dtype: "F32", shape: [2, 2], data_offsets: [9.6e9, 9.6e9 + 16] },
    });
    let read = 0;
    const source = {
      size,
      read: async (/** @type {number} */ from, /** @type {number} */ to) => {
        read += to - from;
        const bytes = new Uint8Array(to - from);
        bytes.set(text.subarray(from, to));
        return bytes;
      },
    };
    const file = await openContainer(source, "big.safetensors");
    expect([...(await file.load("pe")).data]).toEqual([0, 0, 0, 0]);
    expect(read).toBeLessThan(1000);
    await expect(file.load("big")).rejects.toThrow('tensor "big": it has more than');
  });

  it.each([
    [
      "a header longer than the file",
      [255, 255, 255, 0, 0, 0, 0, 0, 123, 125],
      /the header has 16777215 bytes/,
    ],
    ["a header that is not JSON", safetensors("{]"), /the header is not JSON/],
    ["a list", safetensors("[1]"), /byte 8: the header is not/],
    [
      "a tensor past the end",
      safetensors({ a: { dtype: "F32", shape: [4], data_offsets: [0, 16] } }),
      /"a": its bytes 0 to 16 are not in the file/,
    ],
    [
      "a product that overflows",
      safetensors({ a: { dtype: "F32", shape: [2 ** 52, 2 ** 52], data_offsets: [0, 8] } }, 8),
      /does not need \d+ bytes/,
    ],
    [
      "a negative size",
      safetensors({ a: { dtype: "F32", shape: [-1], data_offsets: [0, 0] } }),
      /its shape is not a list of sizes/,
    ],
    [
      "places out of order",
      safetensors({ a: { dtype: "F32", shape: [1], data_offsets: [8, 4] } }, 8),
      /are not in the file/,
    ],
    ["no dtype", safetensors({ a: null }), /it has no dtype/],
  ])("refuse %s", async (_, bytes, message) => {
    const error = await open(bytes, "x.safetensors").catch((/** @type {Error} */ reason) => reason);
    expect(error).toMatchObject({ name: "FormatError", message: expect.stringMatching(message) });
  });
});

describe("readers of .npz and .gz", () => {
  const folder = scratch();
  numpy(
    `
table = np.arange(12, dtype=np.float32).reshape(3, 4)
np.savez(sys.argv[1] + "/plain.npz", a=table, b=table[0].astype(np.float16))
np.savez_compressed(sys.argv[1] + "/packed.npz", pe=np.asfortranarray(table))
np.savez(sys.argv[1] + "/objects.npz", o=np.array([{}, 1], dtype=object))
`,
    [folder],
  );
  const bytesOf = (/** @type {string} */ name) => readFileSync(join(folder, name));

  it.each([
    ["plain.npz", ["a", "b"]],
    ["packed.npz", ["pe"]],
  ])("read %s as NumPy wrote it", async (name, names) => {
    const file = await open(bytesOf(name), name);
    expect([file.format, file.tensors.map((tensor) => tensor.name)]).toEqual(["npz", names]);
    const { data, shape } = await file.load(names[0]);
    expect([[...data], shape]).toEqual([[...Array(12).keys()], [3, 4]]);
  });

  it("read 64-bit sizes anywhere among the extra fields", async () => {
    // zipfile writes them for large files. Others put times before them, and nothing at the end.
    const hex = numpy(`
import io, struct, zipfile
zipfile.ZIP64_LIMIT = 20
time = struct.pack("<HHBL", 0x5455, 5, 1, 0)
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as archive:
    for name in "ab":
        info = zipfile.ZipInfo(name + ".npy")
        info.extra = time
        array = io.BytesIO()
        np.save(array, np.arange(3.0) + ord(name))
        archive.writestr(info, array.getvalue())
data = bytearray(buffer.getvalue())
for sizes in (16, 24):
    at = -1
    while (at := data.find(struct.pack("<HH", 1, sizes), at + 1)) >= 0:
        after = at + 4 + sizes
        if data[after : after + 9] == time: data[at : after + 9] = time + data[at:after]
struct.pack_into("<HHII", data, len(data) - 14, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
read = zipfile.ZipFile(io.BytesIO(data))
assert read.testzip() is None and [i.header_offset > 0 for i in read.infolist()] == [False, True]
print(data.hex())
`);
    const bytes = Buffer.from(hex.trim(), "hex");
    const file = await open(bytes, "wide.npz");
    expect([...(await file.load("a")).data]).toEqual([97, 98, 99]);
    expect([...(await file.load("b")).data]).toEqual([98, 99, 100]);
    bytes.writeUInt32LE(0, bytes.lastIndexOf("PK\x06\x06"));
    await expect(open(bytes, "wide.npz")).rejects.toThrow("no directory");
  });

  it("execute nothing", async () => {
    const file = await open(bytesOf("objects.npz"));
    await expect(file.load("o")).rejects.toThrow('elements of type "|O" are not supported');
  });

  it("read .gz files of any format", async () => {
    const table = Float32Array.of(1, 2, 3, 4);
    for (const bytes of [writeTable("npy", table, [2, 2]), writeTable("csv", table, [2, 2])]) {
      const file = await open(gzipSync(bytes), "x.gz");
      expect([...(await file.load("")).data]).toEqual([1, 2, 3, 4]);
    }
    const inner = await open(gzipSync(Uint8Array.from(WRITTEN)), "x.safetensors.gz");
    expect(inner.format).toBe("safetensors");
    const damaged = gzipSync(Uint8Array.from(WRITTEN));
    damaged.fill(255, 12, 30);
    await expect(open(damaged)).rejects.toThrow("the compressed data is damaged");
  });

  it("refuse archives with false sizes or a missing end", async () => {
    const bytes = bytesOf("packed.npz");
    await expect(open(bytes.subarray(0, bytes.length - 30))).rejects.toThrow("no directory");
    const lying = Uint8Array.from(bytes);
    const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(lying.buffer).setUint32(directory + 24, 100, true);
    const file = await open(lying);
    await expect(file.load("pe")).rejects.toThrow("decompresses to more than 100 bytes");
  });

  it("refuse archives that unpack to more than they could, or than the limit", async () => {
    const bytes = Uint8Array.from(bytesOf("packed.npz"));
    const directory = Buffer.from(bytes).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const sized = (/** @type {number} */ size) => {
      const lying = bytes.slice();
      new DataView(lying.buffer).setUint32(directory + 24, size, true);
      return open(lying).then((file) => file.load("pe"));
    };
    const packed = new DataView(bytes.buffer).getUint32(directory + 20, true);
    const maxSize = 1032 * packed;
    await expect(sized(2 ** 31)).rejects.toThrow("it has 2147483648 bytes; the limit is 2 GiB");
    await expect(sized(maxSize + 1)).rejects.toThrow(
      `${packed} bytes cannot become ${maxSize + 1}`,
    );
    await expect(sized(maxSize)).rejects.toThrow(`it should have ${maxSize} bytes, got`);
  });

  it("say that PyTorch's files contain programs", async () => {
    const pickle = numpy(`
import zipfile, io
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as archive: archive.writestr("model/data.pkl", b"cos\\nsystem\\n.")
print(buffer.getvalue().hex())
`);
    const bytes = Uint8Array.from(Buffer.from(pickle.trim(), "hex"));
    await expect(open(bytes, "model.pt")).rejects.toThrow(
      "contains a pickle, which can execute code",
    );
  });
});

describe("the reader of .gguf", () => {
  /** A file written by @huggingface/gguf 0.4.6 (serializeGgufMetadata). */
  const WRITTEN_GGUF =
    "R0dVRgMAAAAAAAAAAAAAAA0AAAAAAAAAFAAAAAAAAABnZW5lcmFsLmFyY2hpdGVjdHVyZQgAAAAFAAAAAAAA" +
    "AGxsYW1hDAAAAAAAAABnZW5lcmFsLm5hbWUIAAAABAAAAAAAAAB0aW55FAAAAAAAAABsbGFtYS5jb250ZXh0" +
    "X2xlbmd0aAQAAAAAAAIAFgAAAAAAAABsbGFtYS5lbWJlZGRpbmdfbGVuZ3RoBAAAAAABAAAaAAAAAAAAAGxs" +
    "YW1hLmF0dGVudGlvbi5oZWFkX2NvdW50BAAAAAQAAAAaAAAAAAAAAGxsYW1hLnJvcGUuZGltZW5zaW9uX2Nv" +
    "dW50BAAAAEAAAAAUAAAAAAAAAGxsYW1hLnJvcGUuZnJlcV9iYXNlBgAAAAAk9EgXAAAAAAAAAGxsYW1hLnJv" +
    "cGUuc2NhbGluZy50eXBlCAAAAAQAAAAAAAAAeWFybhkAAAAAAAAAbGxhbWEucm9wZS5zY2FsaW5nLmZhY3Rv" +
    "cgYAAAAAAABBKgAAAAAAAABsbGFtYS5yb3BlLnNjYWxpbmcub3JpZ2luYWxfY29udGV4dF9sZW5ndGgEAAAA" +
    "AEAAABUAAAAAAAAAdG9rZW5pemVyLmdnbWwudG9rZW5zCQAAAAgAAAADAAAAAAAAAAEAAAAAAAAAYQIAAAAA" +
    "AAAAYmMEAAAAAAAAAGTDqWYVAAAAAAAAAHRva2VuaXplci5nZ21sLnNjb3JlcwkAAAAGAAAAAgAAAAAAAAAA" +
    "AAA/AACAvxwAAAAAAAAAdG9rZW5pemVyLmdnbWwuYWRkX2Jvc190b2tlbgcAAAABAAAAAAAAAAAAAAAAAAAA" +
    "AAAAAAAAAAAAAA==";

  it("reads what another library wrote", async () => {
    const file = await open(Buffer.from(WRITTEN_GGUF, "base64"));
    expect(file.format).toBe("gguf");
    expect(Object.fromEntries(file.metadata)).toMatchObject({
      "general.architecture": "llama",
      "llama.context_length": 131072,
      "llama.rope.freq_base": 500000,
      "llama.rope.scaling.type": "yarn",
      "llama.rope.scaling.factor": 8,
      "tokenizer.ggml.tokens": ["a", "bc", "déf"],
      "tokenizer.ggml.scores": [0.5, -1],
      "tokenizer.ggml.add_bos_token": true,
    });
  });

  /** A file of one tensor, by the format's description.
   * @param {{ count?: bigint, name?: string, axes?: bigint[], type?: number, tail?: number }} changes */
  it("keeps lists of up to 4,096 values, and reads on after longer ones", async () => {
    const numbers = (/** @type {number} */ length) => Array.from({ length }, (_, i) => i);
    const texts = (/** @type {number} */ length) => numbers(length).map((i) => "é".repeat(i % 3));
    const file = await open(
      ggufFile({
        numbers: { i32s: numbers(4096) },
        texts: { texts: texts(4096) },
        "more numbers": { i32s: numbers(4097) },
        "more texts": { texts: texts(4097) },
        last: { text: "the end" },
      }),
    );
    expect(Object.fromEntries(file.metadata)).toEqual({
      ...{ numbers: numbers(4096), texts: texts(4096), last: "the end" },
    });
  });

  function gguf({ count = 1n, name = "rope_freqs.weight", axes = [3n, 2n], type = 0, tail = 24 }) {
    const header = Buffer.alloc(24);
    header.write("GGUF");
    header.writeUInt32LE(3, 4);
    header.writeBigUInt64LE(count, 8);
    const info = Buffer.alloc(8 + name.length + 4 + 8 * axes.length + 4 + 8);
    info.writeBigUInt64LE(BigInt(name.length), 0);
    info.write(name, 8);
    info.writeUInt32LE(axes.length, 8 + name.length);
    axes.forEach((axis, i) => {
      info.writeBigUInt64LE(axis, 12 + name.length + 8 * i);
    });
    info.writeUInt32LE(type, 12 + name.length + 8 * axes.length);
    const head = Buffer.concat([header, info]);
    const padding = Buffer.alloc((32 - (head.length % 32)) % 32);
    const elements = Buffer.from(Float32Array.of(1, 2, 3, 4, 5, 6).buffer).subarray(0, tail);
    return Buffer.concat([head, padding, elements]);
  }

  it("reads tensors, whose axes are stored in reverse order", async () => {
    const file = await open(gguf({}));
    const { data, shape } = await file.load("rope_freqs.weight");
    expect([[...data], shape]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [2, 3],
    ]);
  });

  it("reads version 1, with 32-bit sizes", async () => {
    const [key, name] = ["general.alignment", "w"];
    const head = Buffer.concat([
      Buffer.from("GGUF"),
      Buffer.from(Uint32Array.of(1, 1, 1, key.length).buffer), // version, tensors, keys
      Buffer.from(key),
      Buffer.from(Uint32Array.of(4, 8, name.length).buffer), // a uint32, 8
      Buffer.from(name),
      Buffer.from(Uint32Array.of(1, 2, 0, 0, 0).buffer), // axes, sizes, float32, the offset's 64 bits
    ]);
    const padding = Buffer.alloc((8 - (head.length % 8)) % 8);
    const file = await open(
      Buffer.concat([head, padding, Buffer.from(Float32Array.of(1.5, -2).buffer)]),
    );
    expect(file.metadata.get(key)).toBe(8);
    const { data, shape } = await file.load(name);
    expect([[...data], shape]).toEqual([[1.5, -2], [2]]);
  });

  it("does not read quantized tensors", async () => {
    const file = await open(gguf({ type: 12 }));
    await expect(file.load("rope_freqs.weight")).rejects.toThrow("quantized (12)");
  });

  it.each([
    ["10^9 tensors", gguf({ count: 10n ** 9n }), /the number of tensors must be at most/],
    ["lists in lists", ggufFile({ lists: { nested: 6 } }), /lists are nested too deeply/],
    ["more tensors than there are", gguf({ count: 9n }), /the file ends within|must be at most/],
    [
      "a product that overflows",
      gguf({ axes: [2n ** 40n, 2n ** 40n] }),
      /extends beyond the end of the file/,
    ],
    ["elements past the end", gguf({ tail: 20 }), /extends beyond the end of the file/],
    ["half a version", Buffer.from("GGUF\x03\0"), /the file ends within its version/],
    ["another version", Buffer.from("GGUF\x09\0\0\0"), /the version must be 1, 2 or 3, got 9/],
  ])("refuses %s", async (_, bytes, message) => {
    const error = await open(bytes, "x.gguf").catch((/** @type {Error} */ reason) => reason);
    expect(error).toMatchObject({ name: "FormatError", message: expect.stringMatching(message) });
  });
});
