// What stands in which column of a picture of an encoding.
import { columnOf, waveOf } from "./parameters.js";

/** @import { Wave } from "./parameters.js" */

/** @typedef {"interleaved" | "concatenated"} Layout sine and cosine in turn, or all sines first */

/**
 * @typedef {object} Columns
 * @property {number} count
 * @property {(pair: number, wave: Wave) => number} at the column of a pair's wave
 * @property {(column: number) => { pair: number, wave?: Wave }} of
 */

/** One column for each dimension. @param {number} dModel @param {Layout} layout @returns {Columns} */
export function dimensionColumns(dModel, layout) {
  if (layout === "interleaved") return { count: dModel, at: columnOf, of: waveOf };
  const pairs = dModel / 2;
  return {
    count: dModel,
    at: (pair, wave) => (wave === "sin" ? pair : pairs + pair),
    of: (column) =>
      column < pairs ? { pair: column, wave: "sin" } : { pair: column - pairs, wave: "cos" },
  };
}

/** One column for each pair. @param {number} dModel @returns {Columns} */
export const pairColumns = (dModel) => ({
  count: dModel / 2,
  at: (pair) => pair,
  of: (column) => ({ pair: column }),
});
