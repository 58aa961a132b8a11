import type { RopeScaling } from "../rope/scaling.js";
import type { Layer } from "./layers.js";
import type { ModelType } from "./models.js";
import type { Keys } from "./reader.js";
export type Shape = {
  dHead: number;
  /**
   * whether dHead is a part kept for positions
   */
  apart: boolean;
};
export type Turning = {
  rotaryDim: number;
  /**
   * what 2i is divided by in the exponents: rotaryDim, but for models that
   * rotate an odd number of features
   */
  exponent: number;
};
/**
 * @typedef {object} Shape
 * @property {number} dHead
 * @property {boolean} apart whether dHead is a part kept for positions
 */
/**
 * @typedef {object} Turning
 * @property {number} rotaryDim
 * @property {number} exponent what 2i is divided by in the exponents: rotaryDim, but for models that
 *   rotate an odd number of features
 */
/** @param {Keys} keys @param {ModelType} model @param {Layer} layer @returns {Shape} */
export declare function shapeOf(keys: Keys, model: ModelType, layer: Layer): Shape;
/**
 * The size of a head where nothing rotates: what the file says of it, or 0.
 * @param {Keys} keys
 */
export declare function plainHead(keys: Keys): number;
/**
 * How many features rotate. The proportional rule is told, the others see fewer features.
 * @param {Keys} keys @param {Keys} dict @param {ModelType} model @param {Shape} shape
 * @param {Layer} layer @param {RopeScaling | undefined} scaling
 * @returns {Turning}
 */
export declare function turningOf(
  keys: Keys,
  dict: Keys,
  model: ModelType,
  shape: Shape,
  layer: Layer,
  scaling: RopeScaling | undefined,
): Turning;
