import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
export type Layer = {
  index: number | undefined;
  type: string;
  rotates: boolean;
};
/**
 * @param {Keys} keys @param {ModelType} model @param {unknown} layer
 * @returns {Layer}
 */
export declare function layerAt(keys: Keys, model: ModelType, layer: unknown): Layer;
/**
 * The types that the model's layers have.
 * @param {Keys} keys @param {ModelType} model
 * @returns {string[]}
 */
export declare function layerTypes(keys: Keys, model: ModelType): string[];
/**
 * The same for a layer that may be named by its type: the first of that type counts then.
 * @param {Keys} keys @param {string} key @param {Layer} layer
 */
export declare function listedFor(keys: Keys, key: string, layer: Layer): any;
/**
 * What per_layer_config says of a layer.
 * @param {Keys} keys @param {Layer} layer
 * @returns {Keys | undefined}
 */
export declare function ownConfig(keys: Keys, layer: Layer): Keys | undefined;
