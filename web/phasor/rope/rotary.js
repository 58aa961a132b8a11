// rotary.js: reads the options of a rotary embedding.
import * as check from "../check.js";
import { Angles } from "./angles.js";
import { rotaryFrequencies } from "./increments.js";
import { readQueryScaling } from "./query.js";
import { readRounding } from "./rounding.js";
import { readXpos } from "./xpos.js";

/** @import { RotaryOptions } from "./options.js" */
/** @import { LastRows } from "./rows.js" */
/** @import { RopeOptions } from "./scaling.js" */

/** @typedef {ReturnType<typeof readRotary>} Rotary */

const layouts = /** @type {const} */ (["interleaved", "half"]);

/**
 * @param {string} where @param {number} dHead
 * @param {RopeOptions & RotaryOptions} options already read
 */
export function readRotary(where, dHead, options) {
  const { layout = "interleaved", maxLength, rotaryStart = 0, direction = 1 } = options;
  const computed = rotaryFrequencies(where, dHead, options);
  const { rotaryDim, division, frequencies, attentionFactor } = computed;
  check.integer(where, "rotaryStart", rotaryStart, 0, dHead - rotaryDim);
  check.oneOf(where, "layout", layout, layouts);
  if (direction !== 1 && direction !== -1) check.reject(where, "direction", "1 or -1", direction);
  return {
    ...{ dHead, rotaryDim, rotaryStart, layout, direction, attentionFactor, division, frequencies },
    maxLength: maxLength === undefined ? Infinity : check.count(where, "maxLength", maxLength, 1),
    decay: readXpos(where, options.xpos, rotaryDim / 2, division),
    queryScaling: readQueryScaling(where, options.queryScaling, division),
    angles: new Angles(computed, division, readRounding(where, options.arithmetic, computed)),
    /** The rows of the last small call. */
    lastRows: /** @type {LastRows | undefined} */ (undefined),
  };
}
