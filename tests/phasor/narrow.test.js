// Tables in float16 and bfloat16: each entry is the exact value, rounded once.
import { Arena, nerf, sinusoidal, sinusoidal2d, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { newTable } from "../../web/phasor/check/arrays.js";
import { converted } from "../../web/phasor/workspace.js";
import { array, bytes, random, same } from "./helpers.js";
import { allRounded, arrayType, bits, formats, names } from "./rounded.js";

/** @import { Dtype } from "../../web/phasor/check.js" */

/** @type {any} */
const engine = globalThis;

it("the reference of this test rounds well-known numbers right", () => {
  const numbers = [0, -0, 1, -2, 65504, 65519.99, 65520, 2 ** -24, 2 ** -25, 1 / 3, Infinity, NaN];
  const expected = [
    0, 0x8000, 0x3c00, 0xc000, 0x7bff, 0x7bff, 0x7c00, 1, 0, 0x3555, 0x7c00, 0x7e00,
  ];
  expect([...allRounded("float16", numbers)]).toEqual(expected);
  expect([...allRounded("bfloat16", [1, 1 / 3, 3.4e38, 2 ** -133])]).toEqual([
    0x3f80, 0x3eab, 0x7f80, 1,
  ]);
});

describe.each(names)("tables in %s", (dtype) => {
  it("round any double once, for every length of an array", () => {
    const next = random(5);
    const { fraction, least } = formats[dtype];
    /** @type {number[]} */
    const values = [0, -0, NaN, Infinity, -Infinity, 65519.99999, 65520, 2 ** -1074, 1e300];
    for (let i = 0; i < 3000; i++) {
      const exponent = least - fraction - 3 + Math.floor((next() + 1) * (fraction - least + 4));
      const size = Math.floor((next() + 1) * 2 ** (fraction + 1)) * 2 ** (exponent - 10);
      const middle = size + 2 ** (exponent - 11); // often halfway between two numbers of the format
      values.push(size, middle, -middle, middle * (1 + 2 ** -52), middle * (1 - 2 ** -53), next());
    }
    for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, values.length]) {
      const sample = Float64Array.from(values.slice(-length || values.length, values.length));
      const example = newTable("test", dtype, 0);
      same(bits(converted("test", sample, example)), allRounded(dtype, sample), `${length} values`);
    }
  });

  /** @type {[string, (options: { dtype: Dtype }) => any][]} */
  const tables = [
    ["sinusoidal", (o) => sinusoidal(300, 66, { start: -40, ...o })],
    ["sinusoidal, of one column", (o) => sinusoidal(70, 2, { start: 2 ** 53 - 100, ...o })],
    ["sinusoidal, of many columns", (o) => sinusoidal(33, 2 * 2048 + 6, { base: 500, ...o })],
    ["sinusoidal, large", (o) => sinusoidal(600, 514, o)],
    ["sinusoidal, of fractions", (o) => sinusoidal(50, 10, { start: 0.25, ...o })],
    ["sinusoidal, concatenated", (o) => sinusoidal(99, 34, { convention: "gpt-neox", ...o })],
    ["sinusoidal, odd", (o) => sinusoidal(99, 35, { convention: "fairseq", ...o })],
    [
      "sinusoidal, cosines first",
      (o) => sinusoidal(99, 34, { convention: { order: "cos-sin" }, ...o }),
    ],
    ["sinusoidal, of float32 angles", (o) => sinusoidal(99, 34, { arithmetic: "float32", ...o })],
    ["sinusoidalAt", (o) => sinusoidalAt([0, -1, 2.5, 1e15, 70000], 38, o)],
    ["sinusoidal2d, mae", (o) => sinusoidal2d(7, 5, 24, { classToken: true, ...o })],
    [
      "sinusoidal2d, detr",
      (o) => sinusoidal2d(7, 5, 24, { convention: "detr", normalize: true, ...o }),
    ],
    ["nerf", (o) => nerf([0.1, -0.7, 1e-7, 3, 70000, 1e6], 9, { components: 3, ...o })],
    ["nerf, without x", (o) => nerf([0.1, -0.7], 5, { includeInput: false, pi: true, ...o })],
  ];
  it.each(tables)("are the rounded float64 table: %s", (_, make) => {
    const table = make({ dtype });
    expect(table).toBeInstanceOf(arrayType(dtype));
    const wide = make({ dtype: "float64" });
    expect(table.length).toBe(wide.length);
    same(bits(table), allRounded(dtype, wide));
  });

  it.each(["an ordinary array", "an arena"])(
    "are written into out, which is returned, in %s",
    (place) => {
      const length = 200 * 34;
      const room = place === "an arena" ? new Arena(4 * length) : undefined;
      const { buffer, byteOffset } = room?.float32(length) ?? new Float32Array(length);
      const padded = new Uint16Array(buffer, byteOffset, length + 9);
      const view = padded.fill(0x1234).subarray(4, 4 + length);
      const expected = bits(sinusoidal(200, 34, { dtype }));
      expect(sinusoidal(200, 34, { dtype, out: view })).toBe(view);
      same(view, expected);
      expect([...padded.subarray(0, 4), ...padded.subarray(4 + length)]).toEqual(
        Array(9).fill(0x1234),
      );
    },
  );

  it("use no memory of the arena that out is in", () => {
    const arena = new Arena(4096);
    const positions = arena.float64(5);
    positions.set([1, 2.5, -3, 1e9, 7]);
    const table = sinusoidalAt(positions, 6, { dtype });
    same(bits(table), allRounded(dtype, sinusoidalAt(positions, 6, { dtype: "float64" })));
  });
});

describe("float16 and bfloat16: out and dtype", () => {
  const halves = engine.Float16Array ? [engine.Float16Array] : [];

  it.each(halves)("a Float16Array as out needs no dtype", (Float16Array) => {
    const out = new Float16Array(12);
    expect(sinusoidal(3, 4, { out })).toBe(out);
    same(bits(out), allRounded("float16", sinusoidal(3, 4, { dtype: "float64" })));
    expect(() => sinusoidal(3, 4, { out, dtype: /** @type {any} */ ("bfloat16") })).toThrow(
      /^phasor.sinusoidal: dtype must be "float16", the type of out, or left out, got "bfloat16"$/,
    );
  });

  /** @type {[string, any, typeof TypeError | typeof RangeError, RegExp][]} */
  const refusals = [
    [
      "bits without a dtype",
      { out: new Uint16Array(12) },
      TypeError,
      /dtype must be "float16" or "bfloat16", as out is a Uint16Array, got undefined$/,
    ],
    [
      "bits of float32",
      { out: new Uint16Array(12), dtype: "float32" },
      TypeError,
      /dtype must be "float16" or "bfloat16", as out is a Uint16Array, got "float32"$/,
    ],
    [
      "floats of float16",
      { out: new Float32Array(12), dtype: "float16" },
      TypeError,
      /out must be a Float16Array or Uint16Array for dtype "float16", got Float32Array of length 12$/,
    ],
    [
      "doubles of bfloat16",
      { out: new Float64Array(12), dtype: "bfloat16" },
      TypeError,
      /out must be a Uint16Array for dtype "bfloat16", got Float64Array of length 12$/,
    ],
    [
      "another length",
      { out: new Uint16Array(11), dtype: "float16" },
      RangeError,
      /out.length must be 12, got 11$/,
    ],
    [
      "another array",
      { out: new Int16Array(12), dtype: "float16" },
      TypeError,
      /out must be a Float32Array, Float64Array, Float16Array or Uint16Array, got Int16Array of length 12$/,
    ],
    [
      "another type",
      { dtype: "half" },
      RangeError,
      /dtype must be "float32" or "float64" or "float16" or "bfloat16", got "half"$/,
    ],
  ];
  it.each(refusals)("refuses %s", (_, options, Kind, message) => {
    const before = options.out && bytes(options.out).slice();
    for (const call of [
      () => sinusoidal(3, 4, options),
      () => sinusoidalAt([1, 2, 3], 4, options),
      () => sinusoidal2d(3, 1, 4, options),
      () => nerf([1, 2, 3, 4], 1, options),
    ]) {
      expect(call).toThrow(Kind);
      expect(call).toThrow(message);
    }
    if (before) expect(Buffer.compare(bytes(options.out), before)).toBe(0);
  });

  it("out must not overlap the positions", () => {
    const positions = array("float64", [1, 2]);
    const out = new Uint16Array(positions.buffer, 0, 8);
    expect(() => sinusoidalAt(positions, 4, { out, dtype: "float16" })).toThrow(
      /^phasor.sinusoidalAt: out must not overlap positions, but /,
    );
  });
});
