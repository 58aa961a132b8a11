// How positions change attention: without positions, shuffling a sentence only shuffles its
// weights; with positions, the weights change. permutationError measures the difference.
import { attentionWeights, permutationError, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { scores, shuffle } from "./attention_reference.js";
import { array, dtypes, near } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */

describe("the effect of positions on attention:", () => {
  const words = [1, 0, 0.5, 0.2, 0, 1, 0.3, 0.8, 0.5, 0.5, 1, 0.1]; // cat, sat, down
  const order = [2, 0, 1]; // down, cat, sat

  // The doubles nearest to the values from Python's mpmath for softmax(x·xᵀ/2).
  it("the weights of cat sat down match mpmath", () => {
    const x = Float64Array.from(words);
    const expected = [
      [0.40219723472432445, 0.24639664166010608, 0.3514061236155695],
      [0.2291605263368579, 0.46611050739605747, 0.30472896626708457],
      [0.31152501110824893, 0.29046399510346316, 0.3980109937882879],
    ];
    near(attentionWeights(x, x, [3, 4]), expected.flat(), 2e-16);
  });

  it.each(dtypes)(
    "without positions, shuffling a sentence shuffles its weights exactly, %s",
    (dtype) => {
      const x = array(dtype, words);
      expect(permutationError(x, [3, 4], order)).toBe(0);
      expect(permutationError(x, [3, 4], [0, 1, 2], { pe: sinusoidal(3, 4, { dtype }) })).toBe(0);
      for (const [length, d] of /** @type {[number, number][]} */ ([
        [2, 1],
        [100, 7],
        [300, 64],
      ])) {
        const some = scores(dtype, length * d, 2);
        expect(permutationError(some, [length, d], shuffle(length, 3))).toBe(0);
      }
    },
  );

  it.each(dtypes)("with positions, shuffling a sentence changes its weights, %s", (dtype) => {
    /** @type {Floats} */
    const x = array(dtype, words);
    const pe = sinusoidal(3, 4, { dtype });
    const actual = permutationError(x, [3, 4], order, { pe });
    expect(actual).toBeGreaterThan(0.1);
    const before = array(dtype, 12);
    const after = array(dtype, 12);
    for (let i = 0; i < 12; i++) {
      before[i] = x[i] + pe[i];
      after[i] = x[order[i >> 2] * 4 + (i % 4)] + pe[i];
    }
    const a = attentionWeights(before, before, [3, 4]);
    const b = attentionWeights(after, after, [3, 4]);
    let expected = 0;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        expected = Math.max(expected, Math.abs(b[3 * i + j] - a[3 * order[i] + order[j]]));
      }
    }
    expect(actual).toBe(expected);
  });

  it("permutationError accepts one token, no token, and NaN", () => {
    expect(permutationError(Float32Array.of(3), [1, 1], [0])).toBe(0);
    expect(permutationError(new Float32Array(0), [0, 4], [])).toBe(0);
    expect(permutationError(Float32Array.of(1, Number.NaN), [2, 1], [1, 0])).toBeNaN();
  });
});
