// Outputs over inputs that are read first (places.test.js has those that are refused), and results that are too large
// for memory.
import {
  Arena,
  alibiBias,
  cosineSimilarity,
  dotProducts,
  heatmap,
  RotaryEmbedding,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidalAt,
  swinRelativePositionIndex,
} from "phasor";
import { describe, expect, it } from "vitest";
import { same } from "./helpers.js";

const pe = new SinusoidalPositionalEncoding(16, 4);

/** Makers of buffers: one ordinary, one in an arena. @type {[string, () => ArrayBuffer][]} */
const buffers = [
  ["an ordinary buffer", () => new ArrayBuffer(8192)],
  ["an arena", () => new Arena(8192).float32(0).buffer],
];

describe("out may lie over an input", () => {
  it.each(buffers)("of another type in sinusoidalAt, which reads it first: in %s", (_, make) => {
    const buffer = make();
    const floats = (/** @type {number} */ length) =>
      new Float32Array(buffer, buffer.byteLength - 4096, length);
    const positions = floats(4);
    positions.set([1, 2, 3, 4]);
    same(sinusoidalAt(positions, 4, { out: floats(16) }).slice(), sinusoidalAt([1, 2, 3, 4], 4));
  });

  it("if both are empty", () => {
    const x = new Float32Array(8).subarray(4, 4);
    expect(pe.forward(x, [0, 6, 4], { out: x.subarray(0, 0) })).toHaveLength(0);
  });
});

describe("results that are too large for memory", () => {
  it.each([
    ["sinusoidal", () => sinusoidal(2 ** 40, 65536), 2 ** 58],
    ["sinusoidal", () => sinusoidal(2 ** 48, 2, { dtype: "float64" }), 2 ** 52],
    ["SinusoidalPositionalEncoding", () => new SinusoidalPositionalEncoding(2 ** 40, 2), 2 ** 43],
    ["sinusoidal", () => sinusoidal(2 ** 40, 4, { dtype: "bfloat16" }), 2 ** 43],
    ["heatmap", () => heatmap({ dModel: 64, width: 2 ** 40, height: 4 }), 2 ** 42],
    ["alibiBias", () => alibiBias(2, 2 ** 52, 4), 2 ** 57],
    ["swinRelativePositionIndex", () => swinRelativePositionIndex(65536, 3), 154618822656],
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
    const [x, shape] = [new Float32Array(6), [3, 2]];
    expect(() => new RotaryEmbedding(2).apply(x, shape, { offset: 2 ** 53 - 1 })).toThrow(
      "offset must be at most 9007199254740990, for T = 3 positions within 2^53, got 9007199254740991",
    );
  });
});
