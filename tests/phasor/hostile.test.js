// Hostile arguments: getters that change other arguments, buffers that shrink, arrays of other
// realms and of subclasses, 64-bit integers, sizes that are too large for memory. Whatever an
// argument does, a call must give the right result or an error.
import vm from "node:vm";
import {
  Arena,
  convertConvention,
  convertLayout,
  heatmap,
  nerf,
  RotaryEmbedding,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidal2d,
  sinusoidalAt,
} from "phasor";
import { describe, expect, it } from "vitest";
import { array, noise, same } from "./helpers.js";

/** @type {any} Resizable ArrayBuffers, which TypeScript's es2023 does not declare. */
const Buffers = ArrayBuffer;
const layer = new SinusoidalPositionalEncoding(16, 4);

/** An option whose getter has a side effect. @param {string} name @param {any} value
 * @param {() => void} act @param {object} [target] */
const trap = (name, value, act, target = {}) =>
  /** @type {any} */ ({
    ...target,
    get [name]() {
      act();
      return value;
    },
  });

/** A Float64Array on a resizable buffer. @param {number[]} values */
function resizable(values) {
  const buffer = new Buffers(8 * values.length, { maxByteLength: 8 * values.length });
  const list = new Float64Array(buffer, 0, values.length);
  list.set(values);
  return { buffer, list };
}

describe("getters that change other arguments", () => {
  const positions = [1, 2, 3, 4];

  /** @type {[string, (act: () => void, list: Float64Array) => unknown][]} */
  const readers = [
    ["sinusoidalAt, an option", (act, x) => sinusoidalAt(x, 4, trap("base", 100, act))],
    [
      "sinusoidalAt, in the convention",
      (act, x) => sinusoidalAt(x, 4, { convention: trap("order", "cos-sin", act) }),
    ],
    ["nerf", (act, x) => nerf(x, 2, trap("pi", true, act))],
    [
      "convertConvention",
      (act, x) => convertConvention(x, [1, 4], trap("to", "mae", act, { from: "vaswani" })),
    ],
    [
      "convertConvention, in a convention",
      (act, x) =>
        convertConvention(/** @type {any} */ (x), [1, 4], {
          from: "tensor2tensor",
          to: trap("spacing", "d-2", act, { odd: "zero-column" }),
        }),
    ],
  ];
  it.each(readers)("%s: cause an error if an input shrinks", (_, call) => {
    const { buffer, list } = resizable(positions);
    expect(() => call(() => buffer.resize(8), list)).toThrow(/^phasor\.\w+: /);
    const moved = Float64Array.from(positions);
    expect(() =>
      call(() => structuredClone(moved.buffer, { transfer: [moved.buffer] }), moved),
    ).toThrow(/^phasor\.\w+: .* must not be detached/);
  });

  /** @type {[string, (act: () => void, out: Float64Array) => unknown][]} */
  const writers = [
    ["sinusoidal", (act, out) => sinusoidal(3, 4, trap("start", 1, act, { out }))],
    [
      "sinusoidal, in the convention",
      (act, out) => sinusoidal(3, 4, { out, convention: trap("order", "cos-sin", act) }),
    ],
    [
      "sinusoidalAt, in the positions",
      (act, out) => sinusoidalAt(/** @type {any} */ (trapped([1, 2, 3], act)), 4, { out }),
    ],
    ["sinusoidal2d", (act, out) => sinusoidal2d(3, 1, 4, trap("base", 100, act, { out }))],
    ["nerf, in x", (act, out) => nerf(trapped([1, 2, 3, 4], act), 1, { out })],
    [
      "forward, in the shape",
      (act, out) =>
        layer.forward(noise("float64", 12), /** @type {any} */ (trapped([1, 3, 4], act)), { out }),
    ],
    [
      "embed, in the ids",
      (act, out) => layer.embed(trapped([0, 1, 2], act), noise("float64", 12), [1, 3], { out }),
    ],
  ];
  it.each(writers)("%s: cause an error if out shrinks", (_, call) => {
    const { buffer, list } = resizable(Array(12).fill(5));
    expect(() => call(() => buffer.resize(8), list)).toThrow(/^phasor\.[\w.]+: out/);
    expect(new Float64Array(buffer)[0]).toBe(5);
  });

  it("embed: cannot change ids in an arena after the check", () => {
    const arena = new Arena(1 << 16);
    const ids = arena.int32(3);
    const table = arena.float32(12);
    const act = () => ids.fill(2 ** 30);
    expect(() => layer.embed(ids, table, [1, 3], trap("scale", 2, act))).toThrow(
      /^phasor.SinusoidalPositionalEncoding.embed: tokenIds\[0\] must be an integer from 0 to 2/,
    );
  });

  it("are called once for a shape", () => {
    const answers = [1, 3, 4];
    let reads = 0;
    const shape = new Proxy([1, 3, 4], {
      get: (target, key) =>
        Number(key) >= 0 ? (answers[reads++] ?? 2 ** 40) : Reflect.get(target, key),
    });
    const x = noise("float32", 12);
    same(layer.forward(x, /** @type {any} */ (shape)), layer.forward(x, [1, 3, 4]));
  });
});

/** A list whose last entry has a getter with a side effect. @param {number[]} values
 * @param {() => void} act */
function trapped(values, act) {
  const last = values.length - 1;
  return Object.defineProperty([...values], last, {
    get() {
      act();
      return values[last];
    },
  });
}

it("arrays whose length follows their buffer are accepted as positions and as out", () => {
  const buffer = new Buffers(24, { maxByteLength: 2400 });
  const positions = new Float64Array(buffer);
  positions.set([1, 2.5, -3]);
  const room = new Buffers(8, { maxByteLength: 4 * 12 });
  const out = new Float32Array(room);
  expect(() => sinusoidalAt(positions, 4, { out })).toThrow(/out.length must be 12, got 2/);
  room.resize(48);
  expect(sinusoidalAt(positions, 4, { out })).toBe(out);
  same(Float32Array.from(out), sinusoidalAt([1, 2.5, -3], 4));
  buffer.resize(8);
  expect(sinusoidalAt(positions, 4)).toHaveLength(4);
});

describe("arrays of another realm", () => {
  /** @type {(code: string) => any} */
  const foreign = (code) => vm.runInNewContext(code);

  it.each(["Float32Array", "Float64Array"])("are accepted as inputs and outputs: %s", (type) => {
    const dtype = type === "Float32Array" ? "float32" : "float64";
    const out = foreign(`new ${type}(12)`);
    expect(out).not.toBeInstanceOf(globalThis[/** @type {"Float32Array"} */ (type)]);
    expect(sinusoidal(3, 4, { out })).toBe(out);
    expect([...out]).toEqual([...sinusoidal(3, 4, { dtype })]);
    const at = foreign(`${type}.of(1, 2.5, -3)`);
    expect(sinusoidalAt(at, 4, { out })).toBe(out);
    expect([...out]).toEqual([...sinusoidalAt([1, 2.5, -3], 4, { dtype })]);
    expect(sinusoidal2d(3, 1, 4, { out })).toBe(out);
    expect(nerf(at, 1, { out: foreign(`new ${type}(9)`) })).toHaveLength(9);
    expect([...convertConvention(out, [3, 4], { from: "vaswani", to: "mae" })]).toHaveLength(12);
    const x = foreign(`new ${type}(12).fill(0.5)`);
    const expected = layer.forward(array(dtype, 12).fill(0.5), [1, 3, 4]);
    expect([...layer.forward(x, [1, 3, 4], { out: x })]).toEqual([...expected]);
    const ids = foreign("Int32Array.of(2, 0)");
    expect(layer.embed(ids, foreign(`new ${type}(12)`), [1, 2])).toHaveLength(8);
  });

  it("are accepted with bit and byte elements", () => {
    const bits = foreign("new Uint16Array(12)");
    expect(sinusoidal(3, 4, { out: bits, dtype: "bfloat16" })).toBe(bits);
    expect([...bits]).toEqual([...sinusoidal(3, 4, { dtype: "bfloat16" })]);
    const bytes = foreign("new Uint8Array(4)");
    expect(heatmap({ dModel: 4, width: 2, height: 2 }, { out: bytes })).toBe(bytes);
    expect([...sinusoidalAt(foreign("[1, 2]"), 4)]).toEqual([...sinusoidalAt([1, 2], 4)]);
    expect([...sinusoidalAt(foreign("BigInt64Array.of(1n, 2n)"), 4)]).toEqual([
      ...sinusoidalAt([1, 2], 4),
    ]);
  });
});

it("arrays of a subclass do not have their constructor called", () => {
  let calls = 0;
  class Counted extends Float64Array {
    /** @param {number} length */
    constructor(length) {
      super(length);
      calls++;
    }
  }
  const x = new Counted(1200);
  for (let i = 0; i < x.length; i++) x[i] = i / 8;
  const y = new Counted(1200);
  const numbers = Float64Array.from(x);
  calls = 0;
  same(sinusoidalAt(x, 64), sinusoidalAt(numbers, 64));
  same(nerf(x, 3), nerf(numbers, 3));
  const big = new SinusoidalPositionalEncoding(16, 100);
  same(Float64Array.from(big.forward(x, [1, 12, 100])), big.forward(numbers, [1, 12, 100]));
  same(big.embed([3, 11], x, [1, 2]), big.embed([3, 11], numbers, [1, 2]));
  /** @type {Parameters<typeof convertLayout>[1][]} */
  const shapes = [[1200], [60, 20]];
  for (const shape of shapes) {
    /** @type {Parameters<typeof convertLayout>[2]} */
    const options = { heads: 3, from: "half", to: "interleaved" };
    const expected = convertLayout(numbers, shape, options);
    same(Float64Array.from(convertLayout(x, shape, { ...options, out: y })), expected);
  }
  class Rows extends Int32Array {
    static get [Symbol.species]() {
      calls++;
      return Int32Array;
    }
  }
  const rotary = new RotaryEmbedding(4);
  const [input, cos, sin] = [numbers.slice(0, 8), numbers.slice(8, 14), numbers.slice(14, 20)];
  const rotate = (/** @type {ArrayLike<number>} */ positions) =>
    rotary.applyAngles(input, [2, 4], cos, sin, { cacheShape: [3, 2], positions });
  same(rotate(Rows.of(2, 1)), rotate([2, 1]));
  expect(calls).toBe(0);
});

it("64-bit integers are refused with their exact value if too large, and so are bigints among numbers", () => {
  for (const big of [2n ** 53n + 1n, -(2n ** 63n)]) {
    const expected = `must be a number within ±2^53, got ${big}`;
    expect(() => sinusoidalAt(BigInt64Array.of(1n, big), 4)).toThrow(expected);
  }
  expect(() => layer.embed(BigInt64Array.of(5n), noise("float32", 20), [1, 1])).toThrow(
    /tokenIds\[0\] must be an integer from 0 to 4, got 5/,
  );
  expect(() => sinusoidalAt(/** @type {any} */ ([1n]), 4)).toThrow(TypeError);
});
