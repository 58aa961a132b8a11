// options.js: the options of a rotary embedding.
import { describingKeys, ropeOptions } from "./scaling.js";

/** @import { Arithmetic } from "../arithmetic.js" */
/** @import { QueryScaling } from "./query.js" */
/** @import { Xpos } from "./xpos.js" */

/**
 * A list of positions, possibly 64-bit integers.
 * @typedef {ArrayLike<number> | BigInt64Array | BigUint64Array} PositionList
 */
/**
 * The positions of the T rows of a tensor: (T), or (B, T) if each element of the tensor's first axis has
 * its own. Any numbers within ±2^53, also fractions. With sections it can be an array of such lists, one
 * for each axis.
 * @typedef {PositionList | readonly PositionList[]} RowPositions
 */
/**
 * @typedef {object} RotaryOptions
 * @property {"interleaved" | "half" | undefined} [layout] which features form a pair: "interleaved"
 *   (the default), neighbours (2i, 2i + 1), as in the paper; or "half", (i, i + rotaryDim/2), as in most
 *   models on Hugging Face
 * @property {number | undefined} [rotaryStart] the first feature that is rotated, 0 by default; features
 *   before it, and from rotaryStart + rotaryDim on, are copied
 * @property {1 | -1 | undefined} [direction] 1 by default; −1 rotates by −pω_i
 * @property {number | undefined} [maxLength] positions must be below it; by default there is no limit
 * @property {boolean | Xpos | undefined} [xpos] factors that make scores decay with distance; none by default
 * @property {QueryScaling | undefined} [queryScaling] multiplies queries by a factor that depends on their
 *   position; none by default
 * @property {Arithmetic | undefined} [arithmetic] how angles are computed, "exact" by default; the
 *   others reproduce the rounding errors of other implementations, as for `sinusoidal`. With scaling or
 *   frequencies, ω_i is the nearest double, rounded; "ggml", "float32-pow" and "float32-exp" require
 *   frequencies that follow from the base alone
 */
/**
 * @typedef {object} TurnOptions
 * @property {number | undefined} [offset] the position of row 0, 0 by default; the following rows have
 *   the following positions
 * @property {RowPositions | undefined} [positions] use this instead of offset
 * @property {number | undefined} [tokenAxis] the index of the axis T; by default the second-to-last.
 *   For (B, T, heads, dHead) it is 1
 * @property {boolean | undefined} [inverse] undoes the rotation: rotates backwards, and divides by the
 *   attention factor and by the factors of xPos and of queries
 * @property {boolean | undefined} [gradient] the transpose, which takes the gradient of the result to the
 *   gradient of x: rotates backwards, but multiplies by the factors. Without factors it equals the
 *   inverse
 */
/** @typedef {"query" | "key"} Role */

export const rotaryOptions = /** @type {const} */ ([
  ...ropeOptions,
  ...describingKeys,
  ...["layout", "rotaryStart", "direction", "maxLength", "xpos", "arithmetic", "dtype"],
]);
const turnOptions = /** @type {const} */ ([
  ...["offset", "positions", "tokenAxis", "inverse", "gradient", "out"],
]);
export const applyOptions = /** @type {const} */ ([...turnOptions, "role"]);
export const forwardOptions = /** @type {const} */ ([...turnOptions, "keyShape"]);
export const moveOptions = /** @type {const} */ (["from", "to", "rotary", "tokenAxis", "out"]);
export const anglesOptions = /** @type {const} */ ([
  ...["cacheShape", "positions", "tokenAxis", "inverse", "gradient", "out"],
]);
