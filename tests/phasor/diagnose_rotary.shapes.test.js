// diagnoseRotary: the shapes of caches and vectors in projects, and shapes that it cannot read.
import { diagnoseRotary, RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf } from "./findings.js";
import { noise } from "./helpers.js";
import { rotation as halves } from "./rotary_vectors.js";
import { brain } from "./rounded.js";

const [rows, dHead] = [24, 32];
const options = /** @type {const} */ ({ layout: "half", base: 50000 });
const rotary = new RotaryEmbedding(dHead, { ...options, maxLength: rows });
const cache = { cos: rotary.cos, sin: rotary.sin };
const expected = { expect: { dHead, ...options } };

describe("caches for diagnoseRotary", () => {
  it.each([[[rows, 16]], [[1, rows, 16]], [[rows, 1, 16]], [[1, 1, rows, 16]], [[1, rows, 1, 16]]])(
    "may have axes of size 1: %j",
    (shape) => {
      const diagnosis = diagnoseRotary(cache, shape, expected);
      expect([diagnosis.kind, diagnosis.base, diagnosis.findings]).toEqual(["rotary", 50000, []]);
    },
  );

  it.each([
    [[rows, 8, 2], /got \[24, 8, 2\]: the last axis holds cosines and sines, .* shape \[24, 8\]/],
    [
      [3, 8, 16],
      /a stack of 3 caches; diagnose each one: cos\.subarray\(n \* 128, .* shape \[8, 16\]/,
    ],
    [
      [2, 1, 12, 16],
      /a stack of 2 caches; diagnose each one: cos\.subarray\(n \* 192, .* shape \[12, 16\]/,
    ],
    [[2, 3, 8, 8], /a stack of 2 caches; .* shape \[3, 8, 8\]/],
    [[rows * 16], /shape must be an array \[T, columns\]/],
    [[1, 1, rows], /shape\[0\] \(T\) must be an integer of at least 8/],
    [[1, 4, 96], /shape\[0\] \(T\) must be an integer of at least 8/],
  ])("are refused with advice if the shape is %j", (shape, message) => {
    expect(() => diagnoseRotary(cache, shape)).toThrow(RangeError);
    expect(() => diagnoseRotary(cache, shape)).toThrow(message);
  });

  it("are refused without a shape", () => {
    const shape = /** @type {any} */ (`${rows}`);
    expect(() => diagnoseRotary(cache, shape)).toThrow(TypeError);
    const half = /** @type {any} */ ([1.5, rows, 16]);
    expect(() => diagnoseRotary(cache, half)).toThrow("phasor.diagnoseRotary: shape");
  });
});

describe("vectors for diagnoseRotary", () => {
  /** @param {number[]} shape @param {number} tokenAxis */
  function rotation(shape, tokenAxis) {
    const size = shape.reduce((a, b) => a * b);
    const input = /** @type {Float32Array} */ (noise("float32", size, 7));
    return { input, output: rotary.apply(input, shape, { tokenAxis }) };
  }

  it.each([
    [[2, 3, rows, dHead], 2, []],
    [[2, rows, 3, dHead], 1, ["token-axis"]],
    [[2, rows, 9, dHead], 1, ["token-axis"]],
    [[rows, 2, 9, dHead], 0, ["token-axis"]],
    [[rows, 12, dHead], 0, ["token-axis"]],
    [[rows, 1, 1, dHead], 0, []],
  ])("may have the sequence on any axis: %j, axis %i", (shape, axis, codes) => {
    const data = rotation(shape, axis);
    const diagnosis = diagnoseRotary(data, shape, expected);
    expect([diagnosis.base, codesOf(diagnosis)]).toEqual([50000, codes]);
    for (const { message } of diagnosis.findings) expect(message).toContain(`axis ${axis} of`);
    const said = diagnoseRotary(data, shape, { ...expected, tokenAxis: axis });
    expect([said.base, said.start, said.findings]).toEqual([50000, 0, []]);
  });

  it("may have the sequence on the axis that the caller gives", () => {
    const shape = [9, rows, dHead];
    const data = rotation(shape, 1);
    const diagnosis = diagnoseRotary(data, shape, { ...expected, tokenAxis: 0 });
    expect(codesOf(diagnosis)).toEqual(["other-axis"]);
    expect(diagnosis.findings[0].message).toMatch(/^Vectors turn along axis 1 .* not along axis 0/);
    expect(() => diagnoseRotary(data, shape, { tokenAxis: 2 })).toThrow(
      "phasor.diagnoseRotary: tokenAxis must be an integer",
    );
    const short = [rows, 3, dHead];
    expect(() => diagnoseRotary(rotation(short, 0), short, { tokenAxis: 1 })).toThrow(
      "phasor.diagnoseRotary: shape (T) must be an integer of at least 8, got 3",
    );
    expect(() =>
      diagnoseRotary(rotation([3, rows, dHead], 1), [3, rows, dHead], { tokenAxis: 0 }),
    ).toThrow("phasor.diagnoseRotary: shape[0] (T) must be an integer of at least 8, got 3");
  });

  it("have the sequence on the axis that is as long as the positions", () => {
    const shape = [rows, 16, dHead];
    const positions = Array.from({ length: rows }, (_, p) => p);
    const diagnosis = diagnoseRotary(rotation(shape, 0), shape, { ...expected, positions });
    expect([diagnosis.base, diagnosis.start]).toEqual([50000, 0]);
  });

  it("that do not change are a problem unless the layer does not rotate", () => {
    const { input } = rotation([2, rows, dHead], 1);
    const codesFor = (/** @type {object | undefined} */ asked) =>
      diagnoseRotary({ input, output: input.slice() }, [2, rows, dHead], {
        expect: /** @type {any} */ (asked),
      }).findings.map(({ code, severity }) => [code, severity]);
    expect(codesFor(undefined)).toEqual([["not-rotated", "note"]]);
    expect(codesFor({ dHead })).toEqual([["not-rotated", "problem"]]);
    expect(codesFor({ dHead, rotates: false })).toEqual([]);
  });
});

describe("diagnoseRotary of vectors whose lengths change", () => {
  const shape = [2, rows, dHead];
  const input = /** @type {Float32Array} */ (noise("float32", 2 * rows * dHead, 9));
  const output = rotary.apply(input, shape);
  const codesOfGains = (/** @type {(row: number) => number} */ by) =>
    diagnoseRotary(
      { input, output: output.map((x, at) => x * by(Math.floor(at / dHead) % rows)) },
      shape,
      expected,
    );

  it.each([
    ["evenly", (/** @type {number} */ row) => 1.01 ** row, /as xPos/],
    ["evenly and far", (/** @type {number} */ row) => 1.2 ** row, /as xPos/],
    ["as norms do", (/** @type {number} */ row) => 1 + 0.3 * Math.sin(row * row), /a norm/],
    ["by little", (/** @type {number} */ row) => 1 + 0.06 * Math.sin(row * row), /a norm/],
    ["by very little", (/** @type {number} */ row) => 1 + 1e-3 * Math.sin(row * row), /a norm/],
  ])("is a problem: %s", (_, by, message) => {
    const diagnosis = codesOfGains(by);
    expect(diagnosis).toMatchObject({ kind: "rotary", base: 50000, start: 0 });
    expect(diagnosis.findings).toMatchObject([{ code: "changing-lengths", severity: "problem" }]);
    expect(diagnosis.findings[0].message).toMatch(message);
  });

  it("does not report a change that is only noise", () => {
    const wild = (/** @type {number} */ x, /** @type {number} */ at) => x + 0.04 * input[at];
    const [cos, sin] = [rotary.cos.map(wild), rotary.sin.map((x, at) => wild(x, at + 400))];
    const { kind, findings } = diagnoseRotary({ cos, sin }, [rows, 16], expected);
    expect(kind).toBe("rotary");
    expect(findings.map(({ code }) => code)).not.toContain("changing-lengths");
  });
});

describe("pairs of a head's halves, of which only the first turn", () => {
  /** Turns pairs (i, i + width/2) by angles of exponents 2i/over. @param {number} width @param {number} count
   * @param {number} over @param {number} base */
  function vectors(width, count, over, base) {
    const shape = [1, 2, 48, width];
    const frequencies = Array.from({ length: count / 2 }, (_, i) => base ** ((-2 * i) / over));
    return diagnoseRotary(halves({ shape, frequencies, from: (i) => [i, i + width / 2] }), shape);
  }

  it.each([
    [128, 64],
    [64, 16],
    [80, 32],
  ])("are a mistake with exponents of the features that turn: %i, %i", (width, rotation) => {
    const [finding] = vectors(width, rotation, rotation, 10000).findings;
    expect([finding.code, finding.severity]).toEqual(["split-head", "problem"]);
    expect(finding.message).toContain(`x[..., :${rotation}] into halves, not the head`);
  });

  it("are right with exponents of the whole head, as in proportional scaling", () => {
    const { rule, base, findings } = vectors(128, 64, 128, 1e6);
    expect({ rule, base, findings }).toEqual({ rule: "proportional", base: 1e6, findings: [] });
  });
});

it("diagnoseRotary expects slow pairs to turn that bfloat16 shows unchanged in few rows", () => {
  const scaling = /** @type {const} */ ({ type: "linear", factor: 4 });
  const input = noise("float32", 2 * 9 * 128).map(brain);
  const sizes = /** @type {const} */ ({ rotaryDim: 40, layout: "half" });
  const output = new RotaryEmbedding(128, { ...sizes, base: 1e6, scaling })
    .apply(input, [2, 9, 128])
    .map(brain);
  const expect_ = { dHead: 128, ...sizes, base: 20000 };
  const diagnosis = diagnoseRotary({ input, output }, [2, 9, 128], { expect: expect_ });
  expect([diagnosis.rotaryDim, diagnosis.base, ...codesOf(diagnosis)]).toEqual([
    ...[40, 1e6, "differs-base", "differs-scaling"],
  ]);
});

it("diagnoseRotary takes the noise of lengths for no attention factor", () => {
  const [shape, sizes] = [[2, 16, 128], { rotaryDim: 40, layout: /** @type {const} */ ("half") }];
  const input = noise("float32", 2 * 16 * 128);
  const output = new RotaryEmbedding(128, sizes)
    .apply(input, shape)
    .map((x) => Number(x.toPrecision(3)));
  const expect_ = { dHead: 128, ...sizes, base: 20000 };
  expect(codesOf(diagnoseRotary({ input, output }, shape, { expect: expect_ }))).toEqual([
    ...["differs-base", "noise"],
  ]);
});
