import type { Layer } from "./layers.js";
import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
/**
 * The base of a type of layer: its own dictionary's, that of sliding layers, or the model's.
 * @param {Keys} keys @param {Keys} dict @param {boolean} specific whether dict is its own
 * @param {ModelType | undefined} model undefined if it is not known @param {string | undefined} name
 * @param {Layer} layer
 * @returns {number}
 */
export declare function baseOf(
  keys: Keys,
  dict: Keys,
  specific: boolean,
  model: ModelType | undefined,
  name: string | undefined,
  layer: Layer,
): number;
/** The part about attention that MPT and DBRX have. @param {Keys} keys @returns {Keys | undefined} */
export declare function nested(keys: Keys): Keys | undefined;
