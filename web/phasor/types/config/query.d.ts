import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
export type QueryScaling = {
  type: "llama4" | "log" | "logn";
  length: number;
  offset: number;
  /**
   * 1 for logn
   */
  beta: number;
};
/**
 * What a query at position p is multiplied by.
 *
 * | type | |
 * | --- | --- |
 * | llama4 | 1 + beta·ln(1 + ⌊(p + offset)/length⌋) |
 * | log | 1 + beta·ln(max(1, (p + offset)/length)) |
 * | logn | max(1, ln(p + offset)/ln(length)) |
 *
 * @typedef {object} QueryScaling
 * @property {"llama4" | "log" | "logn"} type
 * @property {number} length
 * @property {number} offset
 * @property {number} beta 1 for logn
 */
/**
 * @param {Keys} keys @param {Keys} dict @param {ModelType} model
 * @param {boolean} rotates whether this layer does
 * @returns {QueryScaling | undefined}
 */
export declare function queryScalingOf(
  keys: Keys,
  dict: Keys,
  model: ModelType,
  rotates: boolean,
): QueryScaling | undefined;
