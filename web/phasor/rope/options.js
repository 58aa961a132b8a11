// options.js: the options of a rotary embedding.
import { describingKeys, ropeOptions } from "./scaling.js";

/** @import { Arithmetic } from "../arithmetic.js" */
/** @import { QueryScaling } from "./query.js" */
/** @import { Xpos } from "./xpos.js" */

/** A list of positions; integers of 64 bits too. @typedef {ArrayLike<number> | BigInt64Array | BigUint64Array} PositionList */
/**
 * Positions of the T rows of a tensor: a list of them, (T), or (B, T) with rows of its own for each
 * element of the tensor's first axis; any numbers within ±2^53, fractions too. With sections it may
 * be an array of such lists, one for each axis.
 * @typedef {PositionList | readonly PositionList[]} RowPositions
 */
/**
 * @typedef {object} RotaryOptions
 * @property {"interleaved" | "half" | undefined} [layout] which features are a pair: neighbours
 *   (2i, 2i + 1), as in the paper, the default; or (i, i + rotaryDim/2), as in most models on Hugging
 *   Face
 * @property {number | undefined} [rotaryStart] the first feature that is turned, 0 by default; those
 *   before it and those past rotaryStart + rotaryDim stay as they are
 * @property {1 | -1 | undefined} [direction] 1 by default; −1 turns the other way, by −pω_i
 * @property {number | undefined} [maxLength] positions have to be below it; by default any will do
 * @property {boolean | Xpos | undefined} [xpos] factors for decaying scores; by default none
 * @property {QueryScaling | undefined} [queryScaling] what queries are multiplied by according to their
 *   position; by default nothing
 * @property {Arithmetic | undefined} [arithmetic] of the angles, "exact" by default: the others make
 *   the rounding errors of other implementations, as for `sinusoidal`. With scaling or frequencies,
 *   ω_i is their nearest double, rounded; "ggml", "float32-pow" and "float32-exp" are of a base alone
 */
/**
 * @typedef {object} TurnOptions
 * @property {number | undefined} [offset] the position of row 0, 0 by default; the others follow
 * @property {RowPositions | undefined} [positions] instead of an offset
 * @property {number | undefined} [tokenAxis] which axis of the shape is T, an index; the last but one
 *   by default. (B, T, heads, dHead) has tokenAxis 1
 * @property {boolean | undefined} [inverse] undo it: turn backwards, and divide by the attention factor
 *   (and by the factors of xPos and of queries)
 * @property {boolean | undefined} [gradient] the transpose, which makes the gradient of x from the
 *   gradient of the result: turn backwards, but multiply by the factors. Without factors it is the
 *   inverse
 */
/** @typedef {"query" | "key"} Role */

export const rotaryOptions = [
  ...ropeOptions,
  ...describingKeys,
  ...["layout", "rotaryStart", "direction", "maxLength", "xpos", "arithmetic", "dtype"],
];
const turnOptions = ["offset", "positions", "tokenAxis", "inverse", "gradient", "out"];
export const applyOptions = [...turnOptions, "role"];
export const forwardOptions = [...turnOptions, "keyShape"];
export const moveOptions = ["from", "to", "rotary", "tokenAxis", "out"];
export const anglesOptions = ["cacheShape", "positions", "tokenAxis", "inverse", "gradient", "out"];
