// What softmax, attentionWeights and permutationError refuse: outputs that overlap inputs, arrays
// of another type, and lists that are not permutations.
import { attentionWeights, permutationError, softmax } from "phasor";
import { describe, expect, it } from "vitest";
import { noise, same } from "./helpers.js";

describe("bad arrays are refused:", () => {
  const floats = noise("float32", 40);
  const copy = floats.slice();
  const part = (/** @type {number} */ at, /** @type {number} */ length) =>
    floats.subarray(at, at + length);

  it("an input, or part of one", () => {
    const message = /: out must be x itself or not overlap it, but overlaps it in part$/;
    for (const at of [3, 7, 9, 13]) {
      expect(() => softmax(part(8, 6), [2, 3], { out: part(at, 6) })).toThrow(message);
    }
    same(floats, copy);
  });

  it.each([0, 3, 7, 12, 15])(
    "attentionWeights with an out that overlaps q, k or bias, at element %i",
    (at) => {
      const [q, k, bias] = [part(0, 4), part(4, 4), part(12, 4)];
      const call = () => attentionWeights(q, k, [2, 2], { bias, out: part(at, 4) });
      expect(call).toThrow(RangeError);
      expect(call).toThrow(
        /^phasor.attentionWeights: out must not overlap (q|k|bias), but (is the same memory|overlaps it in part)$/,
      );
      same(floats, copy);
    },
  );

  it("keys of another type, and a list that is not a permutation", () => {
    const wide = new Float64Array(4);
    expect(() => attentionWeights(part(0, 4), wide, [2, 2])).toThrow(/k must be a Float32Array/);
    expect(() => permutationError(part(0, 4), [2, 2], [1, 1])).toThrow(
      /permutation must hold each of 0 … 1 once, got 1 twice/,
    );
  });
});
