import type { ModelType } from "./models.js";
import type { Positions } from "./positions.js";
import type { Keys } from "./reader.js";
/**
 * What a model has for positions.
 * @param {Keys} keys @param {ModelType | undefined} model @param {string | undefined} name
 * @returns {Positions}
 */
export declare function positionsOf(
  keys: Keys,
  model: ModelType | undefined,
  name: string | undefined,
): Positions;
