// classify.js: decides whether a model explains a table, and how the entries differ from the model:
// by the precision of the angles, by noise, or in a few rows or columns.
import { roundTo } from "../doctor/elements.js";
import { exponential, exponentOf, wave } from "../elementary.js";
import { deviationFrom, predict, sampleOf, samplePairs, sampleRows } from "./fit.js";
import { columnOf, exponents, isCosine, knownBases, omega, pairsOf, placeOf } from "./model.js";
import { halfUlp } from "./observe.js";

/** @import { Model, Place } from "./model.js" */
/** @import { Statistics } from "./observe.js" */
/** @import { Deviation } from "./fit.js" */

/** Maximum noise, rms in units of the amplitude, at which a table is still recognised. */
const MAX_NOISE = 5e-3;
/** Relative error of an angle that float32 explains: the frequency and the product are rounded. */
const FLOAT32_ERROR = 2 ** -20;
/** Coarse angles may explain this many entries, each off by one unit in the last place, by
 * chance. */
const MAX_CHANCE_ENTRIES = 4;
/** Maximum share of rows or columns that may contradict the model. */
const MAX_SHARE_WRONG = 0.15;

/**
 * @typedef {object} Verdict
 * @property {boolean} explained
 * @property {boolean} isExact whether the rounding of the entries explains every residual
 * @property {Deviation} deviation
 * @property {"exact" | "float64" | Coarse} arithmetic
 * @property {number} residual rms of the residuals under that arithmetic
 * @property {number} noise rms of the residuals that rounding does not explain
 * @property {number[]} wrongRows rows that contradict the model
 * @property {number[]} wrongColumns columns that contradict the model
 */

/** Twice the error of the kernels. */
const KERNEL_ERROR = 2 ** -50;
/** Relative error of an angle that float64 explains: the frequency and the product are rounded. */
const FLOAT64_ERROR = 2 ** -50;
/** Columns whose angles have a larger error, in radians, carry no information. */
const MAX_ANGLE_ERROR = 0.05;
/** Minimum share of columns whose angles have a smaller error. */
const MIN_SHARE_SHARP = 0.3;

/** Coarse angles are visible if the deviation exceeds the rounding of the entries by this
 * factor. */
const MIN_VISIBLE_RATIO = 1.5;

/** Factor by which rounding errors may appear larger because parameters were fitted to them. */
const MAX_FITTED_RATIO = 1.3;

/**
 * @param {Statistics} statistics @param {Model} model
 * @param {boolean} [forgiving] whether a few rows or columns may contradict the model
 * @returns {Verdict}
 */
export function classify(statistics, model, forgiving = true) {
  const deviation = deviationFrom(statistics, model);
  const { rowMax } = deviation;
  const amplitude = Math.abs(model.amplitude);
  /** @type {Verdict} */
  const verdict = {
    explained: true,
    isExact: false,
    deviation,
    arithmetic: "exact",
    residual: deviation.rms,
    noise: 0,
    wrongRows: [],
    wrongColumns: [],
  };
  const angles = largestAngles(statistics, model);
  const limits = roundingLimits(statistics, amplitude);
  /** Whether a relative error of the angles explains the deviation and leaves enough columns
   * usable.
   * @param {number} relative */
  const explains = (relative) =>
    deviation.columnMax.every((max, c) => max <= limits[c] + amplitude * relative * angles[c]) &&
    angles.filter((angle) => angle * relative < MAX_ANGLE_ERROR).length >=
      MIN_SHARE_SHARP * angles.length;
  // If the base is not known to the last bit, the model's values are only as exact as doubles.
  const isExactModel = model.exact && model.step > 0 && Number.isInteger(model.start);
  if (explains(isExactModel ? 0 : 4e-15)) {
    // Errors of the angles may be smaller than the rounding of coarse entries, but they change
    // which way some entries are rounded.
    const isFine = statistics.format === "float32" || statistics.format === "float64";
    if (isFine) return { ...verdict, isExact: true };
    const arithmetics = /** @type {const} */ (["bfloat16", "float16"]);
    const { best, exact, entries } = coarseAngles(statistics, model, arithmetics, rowMax);
    // If the base is uncertain, coarse angles may match a few more entries by chance.
    const isUsualBase = model.exact !== undefined && knownBases.includes(model.exact.base);
    const unit = 2 * halfUlp(statistics.format) * amplitude;
    const isSignificant = exact * exact * entries > MAX_CHANCE_ENTRIES * unit * unit;
    const isProven = best && best.rms <= 1e-9 * amplitude && (isUsualBase || isSignificant);
    return isProven
      ? { ...verdict, arithmetic: best.arithmetic, residual: best.rms }
      : { ...verdict, isExact: true, residual: exact };
  }
  if (explains(FLOAT64_ERROR)) {
    // A few different roundings in float64 are not worth a finding.
    return deviation.max > 1e-9 * amplitude ? { ...verdict, arithmetic: "float64" } : verdict;
  }
  // A running product adds a rounding error with each pair.
  const runningError = pairsOf(statistics.width, statistics.padded) * 2 ** -23;
  if (explains(FLOAT32_ERROR) || explains(Math.min(runningError, 2 ** -12))) {
    if (deviation.max <= 1e-9 * amplitude) return verdict;
    const { best: finer } = coarseAngles(statistics, model, ["float32", "ggml"], rowMax);
    if (finer) return { ...verdict, arithmetic: finer.arithmetic, residual: finer.rms };
    // Noise may be equally small, but it does not grow with the angle.
    if (growsWithAngle(statistics, model, limits)) return { ...verdict, arithmetic: "float32" };
  }
  const { best: coarse } = coarseAngles(statistics, model, ["bfloat16", "float16"], rowMax);
  const largest = limits.reduce((a, b) => Math.max(a, b));
  const isVisible = deviation.max > MIN_VISIBLE_RATIO * largest;
  if (coarse && coarse.rms <= (isVisible ? MAX_NOISE : 1e-9) * amplitude) {
    return { ...verdict, arithmetic: coarse.arithmetic, residual: coarse.rms };
  }
  const { rms, max } = deviation;
  if (rms <= MAX_NOISE * amplitude && max <= 8 * rms + 1e-6 * amplitude)
    return { ...verdict, noise: rms };
  const wrong = forgiving ? outliers(statistics, deviation, amplitude) : undefined;
  if (wrong) {
    // The model must explain the remaining entries like those of any other table.
    const cleanVerdict = classify(removeOutliers(statistics, wrong), model, false);
    if (cleanVerdict.explained) return { ...cleanVerdict, ...wrong, isExact: false, deviation };
  }
  return { ...verdict, explained: false, noise: rms };
}

/** The maximum rounding error in each column. @param {Statistics} statistics
 * @param {number} amplitude */
function roundingLimits({ max, min, format }, amplitude) {
  // Below 2^-14, the spacing of float16 numbers is constant.
  const smallest = format === "float16" ? 2 ** -14 : 2 ** -20;
  return Float64Array.from(max, (high, c) => {
    const size = Math.max(high, -min[c], smallest);
    const powerBelow = 2 ** exponentOf(size);
    // A power of two may have been rounded from above, where numbers lie further apart.
    const power = powerBelow < size || size < 0.999 * amplitude ? 2 * powerBelow : powerBelow;
    return MAX_FITTED_RATIO * halfUlp(format) * power + KERNEL_ERROR * amplitude;
  });
}

/** Number of rows and of pairs whose entries are checked one by one. */
const SAMPLE_SIDE = 24;

/**
 * Whether a float32 error of its own angle explains the error of each entry.
 * @param {Statistics} statistics @param {Model} model @param {Float64Array} limits
 */
function growsWithAngle(statistics, model, limits) {
  const { rows, width, padded, format } = statistics;
  if (format === "float16" || format === "bfloat16") return false;
  const nearRows = rows
    .slice()
    .sort((p, q) => Math.abs(p + model.start) - Math.abs(q + model.start))
    .slice(0, SAMPLE_SIDE);
  const pairs = pairsOf(width, padded);
  const sample = sampleOf(statistics, model.layout, nearRows, samplePairs(pairs, SAMPLE_SIDE));
  const predicted = predict(sample, model);
  const [amplitude, end] = [Math.abs(model.amplitude), padded ? width - 1 : width];
  const { columns, values } = sample;
  return columns.every(({ pair, member }, c) => {
    const w = Math.abs(omega(model, pair, member, pairs));
    const limit = limits[columnOf(model.layout, pair, member, pairs, end)];
    return nearRows.every((row, r) => {
      const at = r * columns.length + c;
      const angle = Math.abs(row + model.start) * w;
      return !(
        Math.abs(values[at] - predicted[at]) >
        limit + amplitude * FLOAT32_ERROR * (angle + w)
      );
    });
  });
}

/** The largest |angle| of each column. @param {Statistics} statistics @param {Model} model */
function largestAngles({ length, width, padded }, model) {
  const pairs = pairsOf(width, padded);
  const reach = Math.max(Math.abs(model.start), Math.abs(model.start + length - 1), 1);
  const end = padded ? width - 1 : width;
  return Float64Array.from({ length: width }, (_, column) => {
    const { pair, member } = placeOf(model.layout, column, pairs);
    return column < end ? reach * Math.abs(omega(model, pair, member, pairs)) : 0;
  });
}

/**
 * The rows and columns that stand out; undefined if there are more than a few.
 * @param {Statistics} statistics @param {Deviation} deviation @param {number} amplitude
 */
function outliers({ rows }, { columnMax, rowMax }, amplitude) {
  const typical = Math.min(
    median(Float64Array.from(rows, (row) => rowMax[row])),
    median(columnMax),
  );
  if (typical > 4 * MAX_NOISE * amplitude) return undefined;
  const limit = 8 * typical + 1e-6 * amplitude;
  const wrongRows = rows.filter((row) => rowMax[row] > limit);
  const wrongColumns = [...columnMax.keys()].filter((c) => columnMax[c] > limit);
  const min = Math.min(wrongRows.length / rows.length, wrongColumns.length / columnMax.length);
  return min > MAX_SHARE_WRONG ? undefined : { wrongRows, wrongColumns };
}

/** A table without its wrong rows or columns, whichever are fewer.
 * @param {Statistics} statistics @param {{ wrongRows: number[], wrongColumns: number[] }} wrong
 * @returns {Statistics} */
function removeOutliers(statistics, { wrongRows, wrongColumns }) {
  const { width, length, rows } = statistics;
  if (wrongRows.length / rows.length <= wrongColumns.length / width) {
    const excluded = new Set(wrongRows);
    return { ...statistics, rows: rows.filter((row) => !excluded.has(row)) };
  }
  const pe = statistics.pe.slice();
  const missing = statistics.missing.slice();
  for (const c of wrongColumns) {
    for (let row = 0; row < length; row++) pe[row * width + c] = NaN;
    missing[c] = length;
  }
  return { ...statistics, pe, missing };
}

/** @param {Float64Array} values */
function median(values) {
  return values.slice().sort()[values.length >> 1] ?? 0;
}

/** @typedef {"float32" | "bfloat16" | "float16" | "ggml"} Coarse */
/** An angle in some arithmetic; NaN if it has none. @typedef {(position: number, omega: number, place: Place) => number} Angle */

/** Angles that round positions, frequencies or products to a format.
 * @param {Coarse} arithmetic @param {Model} model @param {number} pairs @returns {Angle[]} */
function anglesIn(arithmetic, model, pairs) {
  if (arithmetic === "ggml") return [runningProduct(model, pairs)];
  /** @param {number} x */
  const round = (x) => roundTo(arithmetic, x);
  /** @type {Angle[]} */
  const variants = [
    (p, w) => round(round(p) * round(w)),
    (p, w) => round(p) * w,
    (p, w) => Math.fround(round(p) * round(w)),
    (p, w) => p * round(w),
    (p, w) => round(p * w),
  ];
  return arithmetic === "float32" ? variants.slice(0, 1) : variants;
}

/** ggml's angles: each is the previous pair's angle times a constant. @param {Model} model
 * @param {number} pairs @returns {Angle} */
function runningProduct(model, pairs) {
  const factor = Math.fround(exponential(-2 * model.step));
  /** @type {Map<number, Float64Array>} */
  const cache = new Map();
  return (p, _, { pair, member }) => {
    if (exponents[model.form](pair, member, pairs) !== 2 * pair) return NaN;
    let angles = cache.get(p);
    if (!angles) {
      angles = new Float64Array(pairs);
      angles[0] = Math.fround(p * model.rate);
      for (let i = 1; i < pairs; i++) angles[i] = Math.fround(angles[i - 1] * factor);
      cache.set(p, angles);
    }
    return angles[pair];
  };
}

/**
 * The arithmetic that explains a table much better than exact angles do, if any, and the rms of the
 * residuals of exact angles. Model values are rounded like the entries before they are compared.
 * @param {Statistics} statistics @param {Model} model @param {readonly Coarse[]} arithmetics
 * @param {Float64Array} rowMax the largest error of exact angles in each row
 * @returns {{ best: { arithmetic: Coarse, rms: number } | undefined, exact: number, entries: number }}
 *   entries: how many were compared
 */
function coarseAngles(statistics, model, arithmetics, rowMax) {
  const worst = [...statistics.rows].sort((a, b) => rowMax[b] - rowMax[a]).slice(0, 16);
  const chosen = new Set([...sampleRows(statistics.rows, statistics.rows.length, 48), ...worst]);
  const rows = [...chosen].sort((a, b) => a - b);
  const pairs = pairsOf(statistics.width, statistics.padded);
  const { columns, values } = sampleOf(statistics, model.layout, rows, samplePairs(pairs, 24));
  /** The rms of what some angles leave; may be Infinity if it exceeds a limit. @param {Angle} angleOf @param {number} limit */
  const rmsOf = (angleOf, limit) => {
    let [squares, count, invalid] = [0, 0, 0];
    for (const [c, place] of columns.entries()) {
      if (squares > values.length * limit * limit) return Infinity;
      const quarter = isCosine(model.order, place.member) ? 1 : 0;
      const w = omega(model, place.pair, place.member, pairs);
      for (let r = 0; r < rows.length; r++) {
        const value = values[r * columns.length + c];
        if (value - value !== 0) continue;
        const unit = wave(angleOf(rows[r] + model.start, w, place), quarter);
        const residual = value - roundTo(statistics.format, model.amplitude * unit);
        if (residual - residual !== 0) invalid++;
        else {
          squares += residual * residual;
          count++;
        }
      }
    }
    return invalid > count ? Infinity : Math.sqrt(squares / Math.max(1, count));
  };
  const exact = rmsOf((p, w) => p * w, Infinity);
  /** @type {{ arithmetic: Coarse, rms: number } | undefined} */
  let best;
  for (const arithmetic of arithmetics) {
    const limit = Math.min(0.5 * exact, 0.8 * (best?.rms ?? Infinity));
    const rmsByAngle = anglesIn(arithmetic, model, pairs).map((angleOf) => rmsOf(angleOf, limit));
    const rms = Math.min(...rmsByAngle);
    if (rms < limit) best = { arithmetic, rms };
  }
  return { best, exact, entries: values.length };
}
