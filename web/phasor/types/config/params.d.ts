import type { ModelType } from "./models.js";
export type Params = {
  /**
   * the same in the words of a config.json
   */
  config: Record<string, unknown>;
  model: ModelType;
  who: string;
};
/** @import { ModelType } from "./models.js" */
/**
 * @typedef {object} Params
 * @property {Record<string, unknown>} config the same in the words of a config.json
 * @property {ModelType} model
 * @property {string} who
 */
/**
 * @param {Record<string, unknown>} object
 * @returns {Params | undefined} undefined if it is no such file
 */
export declare function readParams(object: Record<string, unknown>): Params | undefined;
