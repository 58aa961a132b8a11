// The slopes of ALiBi against integer arithmetic, for any number of heads and any maxBias.
import { alibiBias, alibiSlopes } from "phasor";
import { describe, expect, it } from "vitest";
import { exponential, fixed, LN2, toNumber } from "./exact.js";
import { same } from "./helpers.js";

/** 2^(−maxBias·numerator/denominator), the nearest double.
 * @param {number} maxBias @param {number} numerator @param {number} denominator */
function slope(maxBias, numerator, denominator) {
  const exponent = (fixed(maxBias) * BigInt(numerator)) / BigInt(denominator);
  const integer = exponent >> 256n;
  const fraction = exponent - (integer << 256n);
  return toNumber(exponential((-fraction * LN2) >> 256n)) * 2 ** -Number(integer);
}

/** As in MPT (`gen_slopes`): the slopes of the next power of two, every second one first.
 * @param {number} heads @param {number} maxBias */
function slopesOf(heads, maxBias) {
  const above = 2 ** Math.ceil(Math.log2(heads));
  const all = Array.from({ length: above }, (_, j) => j + 1);
  const odd = all.filter((j) => j % 2 === 1);
  const even = all.filter((j) => j % 2 === 0);
  const order = above === heads ? all : [...even, ...odd].slice(0, heads);
  return Float64Array.from(order, (j) => slope(maxBias, j, above));
}

describe("alibiSlopes", () => {
  it.each([8, 16, 4, 1, 0.1, 7.3, 100, 1000, 1e-9, 5e-324])(
    "are right for maxBias %d",
    (maxBias) => {
      for (const heads of [1, 2, 3, 5, 8, 12, 31, 32, 33, 71, 112]) {
        same(alibiSlopes(heads, { maxBias }), slopesOf(heads, maxBias), `${heads} heads`);
      }
    },
  );

  it.each([40000, 65535, 65536])("of %d heads are the nearest doubles", (heads) => {
    const actual = alibiSlopes(heads, { maxBias: 8 });
    expect(actual).toHaveLength(heads);
    const power = heads === 65536 ? 65536 : 32768;
    for (let j = 0; j < heads; j += 997) {
      const expected =
        j < power ? slope(8, j + 1, power) : slope(8, 2 * (j - power) + 1, 2 * power);
      expect(actual[j], `head ${j}`).toBe(expected);
    }
    same(alibiSlopes(heads), actual);
  });

  it("accepts 65,536 heads deep in recursive calls", () => {
    let deepest = 0;
    const fall = (/** @type {number} */ depth) => {
      deepest = depth;
      fall(depth + 1);
    };
    expect(() => fall(0)).toThrow(/call stack/);
    // With a third of the stack left there is no room for 65,535 arguments.
    /** @param {number} depth @returns {number} */
    const at = (depth) => (depth > 0 ? at(depth - 1) : alibiSlopes(65535).length);
    expect(at(Math.floor(deepest / 1.5))).toBe(65535);
  });

  it("change the bias with another maxBias", () => {
    for (const maxBias of [4, 8, 11.5]) {
      const slopes = alibiSlopes(6, { maxBias });
      const actual = alibiBias(6, 1, 3, { offset: 2, maxBias, dtype: "float64" });
      const expected = Array.from(slopes).flatMap((m) => [-2 * m, -m, 0]);
      expect(Array.from(actual, (x) => x + 0)).toEqual(expected);
    }
    same(alibiBias(6, 2, 3, { maxBias: undefined }), alibiBias(6, 2, 3));
  });
});
