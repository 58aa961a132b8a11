import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
export type ConfigSections = {
  sizes: number[];
  interleaved: boolean;
  /**
   * the pairs of height and width alternate, those of time follow
   */
  order?: "first-last";
};
/**
 * Pairs that turn by time, height and width, in the words of `RotaryEmbedding`.
 * @typedef {object} ConfigSections
 * @property {number[]} sizes
 * @property {boolean} interleaved
 * @property {"first-last"} [order] the pairs of height and width alternate, those of time follow
 */
/**
 * @param {Keys} dict @param {ModelType} model @param {number} rotaryDim
 * @returns {ConfigSections | undefined}
 */
export declare function sectionsOf(
  dict: Keys,
  model: ModelType,
  rotaryDim: number,
): ConfigSections | undefined;
