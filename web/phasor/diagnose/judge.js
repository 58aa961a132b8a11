// judge.js: whether a model is what a table was made by, and what else happened to the table.
import { exponentOf } from "../elementary.js";
import { omega, pairsOf } from "./model.js";
import { coarseAngles } from "./rounding.js";
import { halfUlp } from "./survey.js";
import { verify } from "./verify.js";

/** @import { Model } from "./model.js" */
/** @import { Coarse } from "./rounding.js" */
/** @import { Survey } from "./survey.js" */
/** @import { Deviation } from "./verify.js" */

/** The most noise, rms in units of the amplitude, that a table is recognised through. */
const MOST_NOISE = 5e-3;
/** Relative errors of angles that float32 explains: the frequency's, the product's. */
const FLOAT32 = 2 ** -20;
/** At most this part of the rows or columns may be otherwise than the rest says. */
const FEW = 0.15;

/**
 * @typedef {object} Verdict
 * @property {boolean} explained
 * @property {boolean} exactly whether nothing but the rounding of the entries is left
 * @property {Deviation} deviation
 * @property {"exact" | "float64" | Coarse} arithmetic
 * @property {number} left rms of what that arithmetic leaves over
 * @property {number} noise rms of what rounding does not explain
 * @property {number[]} wrongRows rows, or else columns, that are otherwise than the rest
 * @property {number[]} wrongColumns
 */

/** The kernels' errors, twice. */
const EXACT = 2 ** -50;
/** Of float64 angles: the frequency's, the product's. */
const FLOAT64 = 2 ** -50;
/** Angles that are off by more say nothing. */
const BLURRED = 0.05;
/** At least this part of the columns has to say something. */
const SHARP = 0.3;

/** By how much rounding errors may seem larger, since numbers were fitted to them. */
const FITTED = 1.3;

/** @param {Survey} survey @param {Model} model @returns {Verdict} */
export function judge(survey, model) {
  const deviation = verify(survey, model);
  const { rowMost } = deviation;
  const amplitude = Math.abs(model.amplitude);
  /** @type {Verdict} */
  const verdict = {
    explained: true,
    exactly: false,
    deviation,
    arithmetic: "exact",
    left: deviation.rms,
    noise: 0,
    wrongRows: [],
    wrongColumns: [],
  };
  const angles = largestAngles(survey, model);
  const half = Float64Array.from(survey.most, (most, c) => {
    const size = Math.max(most, -survey.least[c], 2 ** -20);
    return FITTED * halfUlp[survey.format] * powerFrom(size) + EXACT * amplitude;
  });
  /** Whether errors of the angles, relative ones, explain it; in some columns such as they show.
   * @param {number} relative */
  const within = (relative) =>
    deviation.columnMost.every((most, c) => most <= half[c] + amplitude * relative * angles[c]) &&
    angles.filter((angle) => angle * relative < BLURRED).length >= SHARP * angles.length;
  // Without a base that is known to the last bit, doubles are as exact as it gets.
  const whole = model.exact && model.step > 0 && Number.isInteger(model.start);
  if (within(whole ? 0 : 4e-15)) {
    // Errors of the angles may hide below those of coarse values, but show in how they are rounded.
    const fine = survey.format === "float32" || survey.format === "float64";
    const hidden = fine ? undefined : coarseAngles(survey, model, ["bfloat16", "float16"], rowMost);
    return hidden ? { ...verdict, arithmetic: hidden.arithmetic } : { ...verdict, exactly: true };
  }
  if (within(FLOAT64)) {
    // Float64 that is merely rounded otherwise here and there is no finding.
    return deviation.most > 1e-9 * amplitude ? { ...verdict, arithmetic: "float64" } : verdict;
  }
  // The running product adds one more error with each pair.
  const running = pairsOf(survey.width, survey.padded) * 2 ** -23;
  if (within(FLOAT32) || within(Math.min(running, 2 ** -12))) {
    const finer = coarseAngles(survey, model, ["float32", "ggml"], rowMost);
    const left = finer?.rms ?? deviation.rms;
    if (deviation.most <= 1e-9 * amplitude) return verdict;
    return { ...verdict, arithmetic: finer?.arithmetic ?? "float32", left };
  }
  const coarse = coarseAngles(survey, model, ["bfloat16", "float16"], rowMost);
  if (coarse && coarse.rms <= MOST_NOISE * amplitude) {
    return { ...verdict, arithmetic: coarse.arithmetic };
  }
  const { rms, most } = deviation;
  if (rms <= MOST_NOISE * amplitude && most <= 8 * rms + 1e-6 * amplitude)
    return { ...verdict, noise: rms };
  const wrong = outliers(survey, deviation, amplitude);
  if (wrong) return { ...verdict, ...wrong };
  return { ...verdict, explained: false, noise: rms };
}

/** The least power of two that is not below a number. @param {number} x */
function powerFrom(x) {
  const below = 2 ** exponentOf(x);
  return below < x ? 2 * below : below;
}

/** The largest |angle| of each column. @param {Survey} survey @param {Model} model */
function largestAngles({ length, width, padded }, model) {
  const pairs = pairsOf(width, padded);
  const reach = Math.max(Math.abs(model.start), Math.abs(model.start + length - 1), 1);
  const angles = new Float64Array(width);
  for (let pair = 0; pair < pairs; pair++) {
    for (let m = 0; m < 2; m++) {
      const column = model.layout === "interleaved" ? 2 * pair + m : pair + m * pairs;
      if (column < width) angles[column] = reach * Math.abs(omega(model, pair, m, pairs));
    }
  }
  return angles;
}

/**
 * A few rows or columns that stand out; undefined if it is more than a few.
 * @param {Survey} survey @param {Deviation} deviation @param {number} amplitude
 */
function outliers({ rows }, { columnMost, columnRms, rowMost }, amplitude) {
  const usual = Math.min(
    median(Float64Array.from(rows, (row) => rowMost[row])),
    median(columnMost),
  );
  if (usual > 4 * MOST_NOISE * amplitude) return undefined;
  const limit = 8 * usual + 1e-6 * amplitude;
  const wrongRows = rows.filter((row) => rowMost[row] > limit);
  /** @type {number[]} */
  const wrongColumns = [];
  columnMost.forEach((most, c) => {
    if (most > limit) wrongColumns.push(c);
  });
  if (wrongRows.length > FEW * rows.length && wrongColumns.length > FEW * columnMost.length) {
    return undefined;
  }
  return { wrongRows, wrongColumns, noise: usual > 1e-6 * amplitude ? median(columnRms) : 0 };
}

/** @param {Float64Array} values */
export function median(values) {
  return values.slice().sort()[values.length >> 1] ?? 0;
}
