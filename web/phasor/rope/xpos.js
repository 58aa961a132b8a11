// xpos.js: factors that depend on the position and make scores decay with the distance.

import * as check from "../check.js";
import { scalingKernels } from "../kernels/scaling.js";
import { Workspace } from "../workspace.js";
import { positionAt } from "./positions.js";

/** @import { Positions } from "./positions.js" */
/** @import { Division } from "./sections.js" */

/**
 * xPos: queries at position t are multiplied by ζ_i^((t − centre)/scaleBase), keys divided by it,
 * with ζ_i = (2i + 0.4r)/(1.4r) and r = rotaryDim. The centre cancels out in every score; a centre
 * in the middle of the sequence keeps the factors near 1.
 *
 * Source: Sun et al. 2022, "A Length-Extrapolatable Transformer".
 *
 * @typedef {object} Xpos
 * @property {number | undefined} [scaleBase] above 0; 512 by default
 * @property {number | undefined} [centre] 0 by default
 */
/**
 * The same, after reading. The rates are −ln ζ_i.
 * @typedef {{ rates: Float64Array, scaleBase: number, centre: number }} Decay
 */

/** Natural logarithms of the largest factors: a float holds e^88.7, a double e^709.7. */
const LARGEST_EXPONENTS = { _f32: 87, _f64: 708 };
/** The rate of pair 0, the largest: ζ_0 = 0.4/1.4, −ln ζ_0 = ln 3.5. */
const LARGEST_RATE = 1.252762968495368;

/**
 * @param {string} where @param {boolean | Xpos | undefined} value @param {number} pairs
 * @param {Division} division
 * @returns {Decay | undefined}
 */
export function readXpos(where, value, pairs, division) {
  if (value === undefined || value === false) return undefined;
  if (value !== true && (typeof value !== "object" || value === null)) {
    check.fail(TypeError, where, "xpos", "true, false or { scaleBase, centre }", value);
  }
  if (division.axes > 1) check.fail(RangeError, where, "xpos", "left out with sections", value);
  const options = value === true ? {} : value;
  const { scaleBase = 512, centre = 0 } = check.options(
    where,
    options,
    ["scaleBase", "centre"],
    "xpos",
  );
  check.number(where, "xpos.scaleBase", scaleBase, 1e-6, 2 ** 53);
  check.position(where, "xpos.centre", centre);
  const workspace = new Workspace();
  const rates = workspace.reserve(8 * pairs);
  workspace.use(scalingKernels).phasor_xpos_rates(rates, pairs);
  return { rates: workspace.doubles(rates, pairs).slice(), scaleBase, centre };
}

/**
 * The factor of the rates at each row, which gives the logarithms of the row's factors.
 * @param {Decay} decay @param {1 | -1} sign 1 for keys, -1 for queries
 * @param {Positions} positions @param {number} rows
 */
export function exponents({ scaleBase, centre }, sign, positions, rows) {
  const list = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    list[i] = (sign * (positionAt(positions, 0, i) - centre)) / scaleBase;
  }
  return list;
}

/**
 * @param {string} where @param {Float64Array} list @param {"_f32" | "_f64"} kind
 */
export function checkExponents(where, list, kind) {
  const max = LARGEST_EXPONENTS[kind] / LARGEST_RATE;
  for (const exponent of list) {
    if (Math.abs(exponent) <= max) continue;
    const allowed = `within ${Math.floor(max)}·scaleBase of the centre for arrays of this type`;
    check.fail(RangeError, where, "with xpos, positions", allowed, `${exponent}·scaleBase away`);
  }
}
