// rotary.js: what a rotary embedding knows, and how it reads shapes and positions.
import * as check from "../check.js";
import { Angles } from "./angles.js";
import { rotaryFrequencies } from "./increments.js";
import { readPositions } from "./positions.js";
import { readQueryScaling } from "./query.js";
import { readRounding } from "./rounding.js";
import { readXpos } from "./xpos.js";

/** @import { RotaryOptions, TurnOptions } from "./options.js" */
/** @import { Kept } from "./rows.js" */
/** @import { RopeOptions } from "./scaling.js" */

/**
 * A shape, read: (batch, …, length, …, dHead), or (blocks, length, heads, dHead).
 * @typedef {object} Sizes
 * @property {readonly number[]} shape
 * @property {number} length T
 * @property {number} batch the size of the first axis, or 1 if that is T
 * @property {number} blocks the product of the axes before T
 * @property {number} heads that of the axes between T and dHead
 * @property {number} size
 */

/** @typedef {ReturnType<typeof readRotary>} Rotary */

const layouts = /** @type {const} */ (["interleaved", "half"]);

/**
 * @param {string} where @param {number} dHead
 * @param {RopeOptions & RotaryOptions} options read
 */
export function readRotary(where, dHead, options) {
  const { layout = "interleaved", maxLength, rotaryStart = 0, direction = 1 } = options;
  const given = rotaryFrequencies(where, dHead, options);
  const { rotaryDim, division, frequencies, attentionFactor } = given;
  check.integer(where, "rotaryStart", rotaryStart, 0, dHead - rotaryDim);
  check.oneOf(where, "layout", layout, layouts);
  if (direction !== 1 && direction !== -1) check.reject(where, "direction", "1 or -1", direction);
  return {
    ...{ dHead, rotaryDim, rotaryStart, layout, direction, attentionFactor, division, frequencies },
    maxLength: maxLength === undefined ? Infinity : check.count(where, "maxLength", maxLength, 1),
    decay: readXpos(where, options.xpos, rotaryDim / 2, division),
    queryScaling: readQueryScaling(where, options.queryScaling, division),
    angles: new Angles(given, division, readRounding(where, options.arithmetic, given)),
    /** The rows of the last small call. */
    kept: /** @type {Kept | undefined} */ (undefined),
  };
}

/**
 * @param {string} where @param {Rotary} rotary @param {string} name @param {unknown} shape
 * @param {number} [tokenAxis]
 * @returns {Sizes}
 */
export function readSizes(where, { dHead }, name, shape, tokenAxis) {
  const sizes = check.leading(where, name, shape, ["T", "dHead"]);
  const last = sizes.length - 1;
  if (sizes[last] !== dHead) {
    check.fail(RangeError, where, `${name}[${last}]`, `dHead ${dHead}`, sizes[last]);
  }
  const axis =
    tokenAxis === undefined ? last - 1 : check.integer(where, "tokenAxis", tokenAxis, 0, last - 1);
  let blocks = 1;
  let heads = 1;
  for (let i = 0; i < axis; i++) blocks *= sizes[i];
  for (let i = axis + 1; i < last; i++) heads *= sizes[i];
  const length = sizes[axis];
  const batch = axis > 0 ? sizes[0] : 1;
  const size = sizes.includes(0) ? 0 : blocks * length * heads * dHead;
  return { shape: sizes, length, batch, blocks, heads, size };
}

/**
 * The positions of a call's rows.
 * @param {string} where @param {Rotary} rotary @param {TurnOptions} options @param {Sizes} sizes
 */
export function rowPositions(where, rotary, { offset = 0, positions }, sizes) {
  if (positions === undefined) return readPositions(where, "offset", offset, rotary, sizes);
  if (check.position(where, "offset", offset) !== 0) {
    check.fail(RangeError, where, "offset", "left out, as positions are given", offset);
  }
  if (typeof positions === "number") {
    check.fail(TypeError, where, "positions", "a list (offset may be a number)", positions);
  }
  return readPositions(where, "positions", positions, rotary, sizes);
}
