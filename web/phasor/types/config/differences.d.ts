import type { RopeConfig } from "./config.js";
import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
export type Context = {
  /**
   * whether dHead is a part of the head kept for positions
   */
  apart: boolean;
  model: ModelType;
  /**
   * original_max_position_embeddings beside the dictionary
   */
  outerContext: number | undefined;
  /**
   * whether the layer was exempted from the rule
   */
  unscaled: boolean;
  /**
   * the dictionary of the rule
   */
  dict: Keys;
  keys: Keys;
  /**
   * who publishes files of this kind, if it is no config.json
   */
  who: string | undefined;
};
/**
 * @param {RopeConfig} rope @param {Context} context
 * @returns {string[]}
 */
export declare function differences(rope: RopeConfig, context: Context): string[];
