// Outputs that overlap inputs, and results that are too large for memory.
import {
  Arena,
  convertLayout,
  cosineSimilarity,
  dotProducts,
  RotaryEmbedding,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidalAt,
} from "phasor";
import { describe, expect, it } from "vitest";
import { bytes, noise, same } from "./helpers.js";

const pe = new SinusoidalPositionalEncoding(16, 4);

/**
 * Makers of buffers: one ordinary, one in an arena.
 * @type {[string, () => ArrayBuffer][]}
 */
const buffers = [
  ["an ordinary buffer", () => new ArrayBuffer(8192)],
  ["an arena", () => new Arena(8192).float32(0).buffer],
];

/** Views of part of a buffer, far enough from its start for an arena.
 * @param {ArrayBuffer} buffer */
const views = (buffer) => {
  const base = buffer.byteLength - 4096;
  return {
    /** @param {number} at in bytes @param {number} length */
    floats: (at, length) => new Float32Array(buffer, base + at, length),
    /** @param {number} at in bytes @param {number} length */
    doubles: (at, length) => new Float64Array(buffer, base + at, length),
    /** @param {number} at in bytes @param {number} length */
    ids: (at, length) => new Int32Array(buffer, base + at, length),
  };
};

/** @param {ArrayBuffer} buffer @param {() => unknown} call @param {string} name */
function refuses(buffer, call, name) {
  const before = bytes(new Uint8Array(buffer)).slice();
  expect(call).toThrow(RangeError);
  const how = "not overlap [a-zA-Z]+, but (is the same memory|overlaps it in part)$";
  const part = "be x itself or not overlap it, but overlaps it in part$";
  expect(call).toThrow(new RegExp(`^phasor\\.${name}: out must (${how}|${part})`));
  expect(Buffer.compare(bytes(new Uint8Array(buffer)), before)).toBe(0);
}

describe.each(buffers)("out over an input, in %s", (_, make) => {
  it("is refused over the positions of sinusoidalAt", () => {
    const buffer = make();
    const { floats, doubles } = views(buffer);
    const positions = doubles(64, 4); // bytes 64 to 96
    positions.set([1, 2, 3, 4]);
    for (const at of [4, 32, 64, 80, 92]) {
      refuses(buffer, () => sinusoidalAt(positions, 4, { out: floats(at, 16) }), "sinusoidalAt");
    }
    refuses(buffer, () => sinusoidalAt(positions, 2, { out: doubles(64, 8) }), "sinusoidalAt");
    const wanted = sinusoidalAt([1, 2, 3, 4], 4);
    for (const at of [0, 96]) {
      same(sinusoidalAt(positions, 4, { out: floats(at, 16) }).slice(), wanted);
    }
  });

  it("is allowed over positions of another type in sinusoidalAt, which are read first", () => {
    const { floats } = views(make());
    const positions = floats(0, 4);
    positions.set([1, 2, 3, 4]);
    same(sinusoidalAt(positions, 4, { out: floats(0, 16) }).slice(), sinusoidalAt([1, 2, 3, 4], 4));
  });

  it("is refused over x in forward, unless it is exactly x", () => {
    const buffer = make();
    const { floats } = views(buffer);
    const x = floats(64, 24); // bytes 64 to 160
    x.set(noise("float32", 24));
    for (const at of [0, 60, 68, 80, 156]) {
      refuses(
        buffer,
        () => pe.forward(x, [1, 6, 4], { out: floats(at, 24) }),
        "SinusoidalPositionalEncoding.forward",
      );
    }
    const wanted = pe.forward(x.slice(), [1, 6, 4]);
    same(pe.forward(x, [1, 6, 4], { out: floats(160, 24) }).slice(), wanted);
    same(pe.forward(x, [1, 6, 4], { out: floats(64, 24) }).slice(), wanted);
    same(x.slice(), wanted);
  });

  it("is refused over the table and the ids of embed", () => {
    const buffer = make();
    const { floats, ids } = views(buffer);
    const tokens = ids(0, 6); // bytes 0 to 24
    const table = floats(256, 12); // bytes 256 to 304
    tokens.set([0, 1, 2, 2, 1, 0]);
    table.set(noise("float32", 12));
    for (const at of [0, 20, 164, 256, 300]) {
      refuses(
        buffer,
        () => pe.embed(tokens, table, [1, 6], { out: floats(at, 24) }),
        "SinusoidalPositionalEncoding.embed",
      );
    }
    const wanted = pe.embed([...tokens], table.slice(), [1, 6]);
    for (const at of [24, 160, 304]) {
      same(pe.embed(tokens, table, [1, 6], { out: floats(at, 24) }).slice(), wanted);
    }
  });

  it.each([dotProducts, cosineSimilarity])(
    "is refused over part or all of the table: %o",
    (call) => {
      const buffer = make();
      const { floats } = views(buffer);
      const table = floats(64, 16); // bytes 64 to 128
      table.set(noise("float32", 16));
      for (const at of [4, 64, 96, 124]) {
        refuses(buffer, () => call(table, [4, 4], { out: floats(at, 16) }), call.name);
      }
      const wanted = call(table.slice(), [4, 4]);
      for (const at of [0, 128]) {
        same(call(table, [4, 4], { out: floats(at, 16) }).slice(), wanted);
      }
    },
  );

  it("is allowed for empty arrays", () => {
    const { floats } = views(make());
    const x = floats(64, 0);
    expect(pe.forward(x, [0, 6, 4], { out: floats(64, 0) })).toHaveLength(0);
  });
});

describe("results that are too large for memory", () => {
  it.each([
    ["sinusoidal", () => sinusoidal(2 ** 40, 65536), 2 ** 58],
    ["sinusoidal", () => sinusoidal(2 ** 48, 2, { dtype: "float64" }), 2 ** 52],
    ["SinusoidalPositionalEncoding", () => new SinusoidalPositionalEncoding(2 ** 40, 2), 2 ** 43],
    ["dotProducts", () => dotProducts(new Float32Array(2 ** 18), [2 ** 18, 1]), 2 ** 38],
    ["cosineSimilarity", () => cosineSimilarity(new Float64Array(2 ** 18), [2 ** 18, 1]), 2 ** 39],
  ])("%s: the error names the size in bytes", (name, call, size) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(
      `phasor.${name}: the result needs ${size} bytes, which this engine cannot allocate`,
    );
    expect([...sinusoidal(1, 4)]).toEqual([0, 1, 0, 1]);
  });

  it("an arena: the error names the size", () => {
    const { Memory } = WebAssembly;
    WebAssembly.Memory = class extends Memory {
      /** @param {WebAssembly.MemoryDescriptor} descriptor */
      constructor(descriptor) {
        super({ initial: 1 });
        throw new RangeError(
          `WebAssembly.Memory(): could not allocate ${descriptor.initial} pages`,
        );
      }
    };
    try {
      expect(() => new Arena(1e9)).toThrow(RangeError);
      expect(() => new Arena(1e9)).toThrow(
        /^phasor\.Arena: bytes must be what this engine can allocate, got 1000000000$/,
      );
    } finally {
      WebAssembly.Memory = Memory;
    }
    expect([...sinusoidal(1, 4, { out: new Arena(100).float32(4) })]).toEqual([0, 1, 0, 1]);
  });

  it("a position past 2^53 is refused", () => {
    expect(sinusoidal(1, 2, { start: 2 ** 53 })).toHaveLength(2);
    expect(sinusoidal(3, 2, { start: 2 ** 53 - 2 })).toHaveLength(6);
    for (const [start, length] of [
      [2 ** 53, 2],
      [2 ** 53 - 1, 3],
      [1, Number.MAX_SAFE_INTEGER],
    ]) {
      expect(() => sinusoidal(length, 2, { start })).toThrow(RangeError);
    }
    expect(() => sinusoidal(2, 2, { start: 2 ** 53 })).toThrow(
      "phasor.sinusoidal: start + length - 1 must be within ±2^53, got start 9007199254740992 and length 2",
    );
  });
});

describe("rotary embeddings", () => {
  const rotary = new RotaryEmbedding(4, { maxLength: 100, scaling: { type: "linear", factor: 2 } });
  const shape = [2, 3, 4];

  it("refuse outputs that overlap inputs, and write nothing", () => {
    const memory = new Float32Array(100).fill(7);
    const q = memory.subarray(0, 24);
    const k = memory.subarray(24, 48);
    const positions = new Float64Array(memory.buffer, 96 * 4 - 24 * 8, 3);
    positions.set([0, 1, 2]);
    const before = memory.slice();
    const shifted = memory.subarray(4, 28);
    const overlap = /out(\.[qk])? must (not overlap|be) (x|q|k|out\.q|kCache|positions|weights)\b/;
    expect(() => rotary.apply(q, shape, { out: shifted })).toThrow(overlap);
    expect(() => rotary.move(q, shape, { from: 1, to: 0, out: shifted })).toThrow(overlap);
    const covered = memory.subarray(96 - 48, 96 - 24);
    expect(() => rotary.apply(q, shape, { positions, out: covered })).toThrow(overlap);
    /** @type {[from: Float64Array | number, to: Float64Array | number, name: string][]} */
    const moves = [
      [positions, 0, "from"],
      [0, positions, "to"],
      [positions.slice(), positions, "to"],
    ];
    for (const [from, to, name] of moves) {
      expect(() => rotary.move(q, shape, { from, to, out: covered })).toThrow(
        `out must not overlap ${name}, but overlaps it in part`,
      );
    }
    for (const out of [
      { q: k },
      { k: q },
      { q: shifted },
      { q, k: q },
      { q: k, k: q },
      { q: covered, k: covered },
    ]) {
      expect(() => rotary.forward(q, k, shape, { out })).toThrow(overlap);
    }
    expect(() => rotary.forward(q, q, shape, { out: { q } })).toThrow(overlap);
    expect(() =>
      convertLayout(q, [24], { heads: 2, from: "half", to: "half", out: shifted }),
    ).toThrow(overlap);
    expect(memory).toEqual(before);
  });
});
