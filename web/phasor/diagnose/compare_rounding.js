// compare_rounding.js: decides whether low-precision angles explain the deviation from a model.
import { roundTo } from "../doctor/elements.js";
import { exponential, wave } from "../elementary.js";
import { sampleOf, somePairs, someRows } from "./fit.js";
import { exponents, isCosine, omega, pairsOf } from "./model.js";

/** @import { Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
/** @import { Format, Statistics } from "./observe.js" */

/** @typedef {"float32" | "bfloat16" | "float16" | "ggml"} Coarse */
/** @typedef {(position: number, omega: number) => number} Angle */

/** Ways to compute an angle that round positions, frequencies or products to a format.
 * @param {Format} format @returns {Angle[]} */
function ways(format) {
  /** @param {number} x */
  const rd = (x) => roundTo(format, x);
  return [
    (p, w) => rd(rd(p) * rd(w)),
    (p, w) => rd(p) * w,
    (p, w) => Math.fround(rd(p) * rd(w)),
    (p, w) => p * rd(w),
    (p, w) => rd(p * w),
  ];
}

/**
 * The rms of the residuals with the given angles; may be Infinity if it exceeds a limit.
 * @param {Sample} sample @param {Model} model @param {Format} format of the values
 * @param {(pair: number, member: number) => (position: number) => number} anglesOf
 * @param {number} limit
 */
function leftOver({ rows, pairs, values }, model, format, anglesOf, limit) {
  const most = 2 * pairs.length * rows.length * limit * limit;
  let squares = 0;
  let count = 0;
  let lost = 0;
  for (let k = 0; k < pairs.length; k++) {
    if (squares > most) return Infinity;
    for (let m = 0; m < 2; m++) {
      const quarter = isCosine(model.order, m) ? 1 : 0;
      const angleOf = anglesOf(pairs[k], m);
      for (let r = 0; r < rows.length; r++) {
        const value = values[m][k * rows.length + r];
        if (value - value !== 0) continue;
        const angle = angleOf(rows[r] + model.start);
        if (angle - angle !== 0) {
          lost++;
          continue;
        }
        const miss = value - roundTo(format, model.amplitude * wave(angle, quarter));
        squares += miss * miss;
        count++;
      }
    }
  }
  return lost > count ? Infinity : Math.sqrt(squares / Math.max(1, count));
}

/**
 * The arithmetic that explains a table much better than exact angles do, if any, and the rms of the
 * residuals of exact angles. Model values are rounded like the entries before they are compared.
 * @param {Statistics} statistics @param {Model} model @param {readonly Coarse[]} among
 * @param {Float64Array} rowMax the largest error of exact angles in each row
 * @returns {{ best: { arithmetic: Coarse, rms: number } | undefined, exact: number, entries: number }}
 *   entries: how many were compared
 */
export function coarseAngles(statistics, model, among, rowMax) {
  const worst = [...statistics.rows].sort((a, b) => rowMax[b] - rowMax[a]).slice(0, 16);
  const chosen = new Set([...someRows(statistics.rows, statistics.rows.length, 48), ...worst]);
  const rows = [...chosen].sort((a, b) => a - b);
  const all = pairsOf(statistics.width, statistics.padded);
  const sample = sampleOf(statistics, model.layout, rows, somePairs(all, 24));
  /** @param {Angle} way @param {number} limit */
  const rmsOf = (way, limit) => {
    /** @param {number} i @param {number} m */
    const anglesOf = (i, m) => {
      const w = omega(model, i, m, all);
      return (/** @type {number} */ p) => way(p, w);
    };
    return leftOver(sample, model, statistics.format, anglesOf, limit);
  };
  const exact = rmsOf((p, w) => p * w, Infinity);
  /** @type {{ arithmetic: Coarse, rms: number } | undefined} */
  let best;
  for (const arithmetic of among) {
    const limit = Math.min(0.5 * exact, 0.8 * (best?.rms ?? Infinity));
    const found =
      arithmetic === "ggml"
        ? [leftOver(sample, model, statistics.format, runningProduct(model, all), limit)]
        : arithmetic === "float32"
          ? [rmsOf((p, w) => Math.fround(Math.fround(p) * Math.fround(w)), limit)]
          : ways(arithmetic).map((way) => rmsOf(way, limit));
    const rms = Math.min(...found);
    if (rms < limit) best = { arithmetic, rms };
  }
  return { best, exact, entries: 2 * sample.pairs.length * rows.length };
}

/** ggml's angles: each is the previous pair's angle times a constant. @param {Model} model
 * @param {number} all */
function runningProduct(model, all) {
  const factor = Math.fround(exponential(-2 * model.step));
  /** @type {Map<number, Float64Array>} */
  const known = new Map();
  /** @param {number} pair @param {number} member */
  return (pair, member) => (/** @type {number} */ p) => {
    if (exponents[model.form](pair, member, all) !== 2 * pair) return NaN;
    let angles = known.get(p);
    if (!angles) {
      angles = new Float64Array(all);
      angles[0] = Math.fround(p * model.rate);
      for (let i = 1; i < all; i++) angles[i] = Math.fround(angles[i - 1] * factor);
      known.set(p, angles);
    }
    return angles[pair];
  };
}
