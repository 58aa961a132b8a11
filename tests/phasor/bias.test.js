import { alibiBias, alibiSlopes, t5Bias } from "phasor";
import { describe, expect, it } from "vitest";
import { filled, layouts, none } from "./bias.support.js";
import { dtypes, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

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
          const expected = plainly(dtype, layout, { causal, form });
          const options = { causal, form, offset };
          same(alibiBias(heads, queries, keys, { ...options, dtype }), expected, `${layout}`);
        }
      });
    }
  }

  it("returns an empty bias for no queries or no keys", () => {
    expect(alibiBias(3, 0, 5)).toHaveLength(0);
    expect(alibiBias(3, 5, 0)).toHaveLength(0);
    expect(alibiBias(3, 2 ** 50, 0)).toHaveLength(0);
    expect(t5Bias(new Float32Array(64), [32, 2], 0, 2 ** 50)).toHaveLength(0);
  });
});
