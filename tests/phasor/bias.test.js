import {
  alibiBias,
  alibiSlopes,
  attentionWeights,
  softmax,
  swinRelativePositionIndex,
  t5Bias,
} from "phasor";
import { describe, expect, it } from "vitest";
import { filled, layouts, none } from "./bias.support.js";
import { dtypes, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

it("alibiSlopes combine the slopes of two powers of two", () => {
  // The doubles nearest to the values from Python's mpmath; the native test compares others with MPFR.
  const whole = [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625];
  const others = [Math.SQRT1_2, 0.3535533905932738, 0.1767766952966369, 0.08838834764831845];
  same(alibiSlopes(8), Float64Array.from(whole));
  same(alibiSlopes(12), Float64Array.of(...whole, ...others));
  same(
    alibiSlopes(4, { maxBias: 4 }),
    Float64Array.from({ length: 4 }, (_, j) => 2 ** -(j + 1)),
  );
});

describe("alibiBias", () => {
  /** @param {Dtype} dtype @param {number[]} layout
   * @param {{ causal?: boolean, form?: string }} options */
  function plainly(dtype, [heads, queries, keys, offset], { causal = true, form = "distance" }) {
    const slopes = alibiSlopes(heads);
    return filled(dtype, [heads, queries, keys], (h, i, j) => {
      const query = offset + i;
      if (causal && j > query) return none;
      if (form === "key-index") return slopes[h] * j;
      return j === query ? 0 : -slopes[h] * Math.abs(query - j);
    });
  }

  for (const form of /** @type {const} */ (["distance", "key-index"])) {
    for (const causal of [true, false]) {
      it.each(dtypes)(`matches the formula, ${form}, causal ${causal}, %s`, (dtype) => {
        for (const layout of layouts) {
          const [heads, queries, keys, offset] = layout;
          const wanted = plainly(dtype, layout, { causal, form });
          const options = { causal, form, offset };
          same(alibiBias(heads, queries, keys, { ...options, dtype }), wanted, `${layout}`);
        }
      });
    }
  }

  it("gives the same causal weights in both forms", () => {
    const scores = noise("float64", 2 * 9 * 9);
    const weights = (/** @type {Floats} */ bias) =>
      softmax(
        Float64Array.from(scores, (score, i) => score + bias[i]),
        [18, 9],
      );
    const distance = alibiBias(2, 9, 9, { dtype: "float64" });
    const index = alibiBias(2, 9, 9, { dtype: "float64", form: "key-index" });
    near(weights(distance), weights(index), 1e-15);
  });

  it("masks the same entries as causal attention", () => {
    const x = noise("float32", 12 * 4);
    const bias = alibiBias(1, 12, 12);
    same(
      attentionWeights(x, x, [12, 4], { bias }),
      attentionWeights(x, x, [12, 4], { bias, causal: true }),
    );
  });

  it("gives a query with a key cache the last row of the whole bias", () => {
    const whole = alibiBias(4, 10, 10);
    const last = alibiBias(4, 1, 10, { offset: 9 });
    for (let h = 0; h < 4; h++) {
      same(last.slice(10 * h, 10 * h + 10), whole.slice(100 * h + 90, 100 * h + 100));
    }
  });

  it("returns an empty bias for no queries or no keys", () => {
    expect(alibiBias(3, 0, 5)).toHaveLength(0);
    expect(alibiBias(3, 5, 0)).toHaveLength(0);
    expect(alibiBias(3, 2 ** 50, 0)).toHaveLength(0);
    expect(t5Bias(new Float32Array(64), [32, 2], 0, 2 ** 50)).toHaveLength(0);
  });
});

it("biases refuse results that are too large for memory", () => {
  expect(() => alibiBias(2, 2 ** 52, 4)).toThrow(/the result needs 144115188075855870 bytes/);
  expect(() => swinRelativePositionIndex(65536, 3)).toThrow(/needs 154618822656 bytes/);
});
