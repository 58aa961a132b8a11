import type { RopeScaling } from "../rope/scaling.js";
import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
export type Circumstances = {
  model: ModelType;
  /**
   * whether the layer takes no rule
   */
  plain: boolean;
  maxLength: number | undefined;
  length: number | undefined;
};
/**
 * @typedef {object} Circumstances
 * @property {ModelType} model
 * @property {boolean} plain whether the layer takes no rule
 * @property {number | undefined} maxLength
 * @property {number | undefined} length
 */
/**
 * @param {Keys} keys @param {Keys} dict @param {Circumstances} circumstances
 * @returns {RopeScaling | undefined}
 */
export declare function ruleOf(
  keys: Keys,
  dict: Keys,
  { model, plain, maxLength, length }: Circumstances,
): RopeScaling | undefined;
