import type { ModelType } from "./models.js";
import { Keys } from "./reader.js";
export type Dictionary = {
  dict: Keys;
  /**
   * whether it is that of a type of layer
   */
  specific: boolean;
  /**
   * whether it says that layers of this type have no rotation
   */
  absent: boolean;
};
/**
 * rope_scaling or rope_parameters, or the part of it for a type of layer; empty if there is none.
 * @param {Keys} keys @param {ModelType} model @param {string} type
 * @param {boolean} chosen whether the caller asked for this type
 * @returns {Dictionary}
 */
export declare function dictionaryFor(
  keys: Keys,
  model: ModelType,
  type: string,
  chosen: boolean,
): Dictionary;
