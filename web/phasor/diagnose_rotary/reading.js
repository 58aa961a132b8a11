// reading.js: finds the readings that explain a cache: rule, position of row 0, and arithmetic.
import { power, square, wrapped } from "../elementary.js";
import { roundings } from "./model.js";
import { rulesOf } from "./rules.js";
import { sampleOf, spacingOf } from "./sample.js";
import { senseOf, turningOf, zeroAngle } from "./start.js";

/** @import { Waves } from "./cache.js" */
/** @import { Measured, Rule } from "./rules.js" */
/** @import { Arrow, Sample } from "./sample.js" */
/** @import { Turning } from "./start.js" */

/** @typedef {"exact" | "float32" | "float32-pow" | "bfloat16" | "float16"} Angles */

/**
 * How frequencies and angles are rounded.
 * @typedef {object} Arithmetic
 * @property {Angles} name
 * @property {(x: number) => number} frequency
 * @property {(x: number) => number} angle rounds angles and positions
 */
const unrounded = (/** @type {number} */ x) => x;
/** @type {Arithmetic} */
const exact = { name: "exact", frequency: unrounded, angle: unrounded };
/** Everything in 16 bits, or only the frequencies. @type {Arithmetic[]} */
const coarse = /** @type {const} */ (["bfloat16", "float16"]).flatMap((name) => [
  { name, frequency: roundings[name], angle: roundings[name] },
  { name, frequency: roundings[name], angle: Math.fround },
]);
/** @type {Arithmetic[]} */
const fine = /** @type {const} */ (["float32", "float32-pow"]).map((name) => {
  return { name, frequency: Math.fround, angle: Math.fround };
});

/** Frequencies computed with a power in float32. @param {number} base @param {number} pairs */
const powersOf = (base, pairs) =>
  Float64Array.from({ length: pairs }, (_, i) =>
    Math.fround(1 / Math.fround(power(base, Math.fround(i / pairs)))),
  );

/** Relative error that float32 adds to angles and their sines. */
const ERROR_OF_ANGLES = 2 ** -21;
/** Standard deviations beyond which a mean or a slope is not due to noise. */
const MAX_DEVIATIONS = 5.5;
/** Share of 16-bit angles that intermediate roundings may change. */
const MAX_ROUNDED_TWICE = 0.04;

const NO_FIT = { fits: false, residual: Infinity };

/**
 * @param {Sample} sample @param {ArrayLike<number>} frequencies radians per position
 * @param {Turning} turning with a start
 * @param {Arithmetic} arithmetic
 * @param {boolean} vectors
 * @returns {{ fits: boolean, residual: number }} residual: rms residual, in units of the expected error
 */
function goodnessOfFit(sample, frequencies, turning, arithmetic, vectors) {
  const { rows, theta, twice, bound, spread, pairs, isNoisy } = sample;
  const count = rows.length;
  const [zero, sense] = [zeroAngle(turning), senseOf(turning)];
  const narrow = arithmetic.name === "bfloat16" || arithmetic.name === "float16";
  const positions = Float64Array.from(rows, (row) =>
    arithmetic.angle((turning.start ?? 0) + turning.step * row),
  );
  let [all, outside] = [0, 0];
  const maxOutside = narrow ? MAX_ROUNDED_TWICE * pairs * count : 0;
  const half = rows[count - 1] / 2;
  const maxOutsideOfPair = Math.max(4, count / 3);
  for (let i = 0; i < pairs; i++) {
    const frequency = arithmetic.frequency(frequencies[i]);
    const before = outside;
    let [n, sum, moment, moments, squares, counted, single] = [0, 0, 0, 0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      const at = i * count + k;
      const angle = arithmetic.angle(positions[k] * frequency);
      // Beyond the range of float16.
      if (!Number.isFinite(angle)) return NO_FIT;
      const e = wrapped(theta[at] - zero - sense * angle);
      const size = Math.abs(e);
      const allowed = ERROR_OF_ANGLES * (Math.abs(angle) + (vectors ? 1 : twice[at])) + 1e-12;
      if (!isNoisy) {
        const excess = size - 1.05 * bound[at] - allowed;
        // Double rounding moves an angle by one unit in the last place, hardly by more.
        if (excess > 0 && ++outside > maxOutside) return NO_FIT;
        if (excess > 0.02 * (Math.abs(angle) + bound[at])) return NO_FIT;
        all += square(e / (bound[at] + allowed));
        continue;
      }
      const s = spread[at];
      if (narrow && size > 8 * s + allowed && size < 0.02 * Math.abs(angle) + 8 * s) {
        if (++outside > maxOutside || outside - before > maxOutsideOfPair) return NO_FIT;
        continue;
      }
      const weight = 1 / (s * s);
      const row = rows[k] - half;
      n += weight;
      sum += weight * e;
      moment += weight * row * e;
      moments += weight * row * row;
      squares += weight * e * e;
      counted += 1;
      single = Math.max(single, allowed);
    }
    if (!isNoisy || counted < 4) continue;
    const maxMoment = MAX_DEVIATIONS * Math.sqrt(moments) + moments * (single / Math.max(half, 1));
    if (Math.abs(sum) > MAX_DEVIATIONS * Math.sqrt(n) + n * single) return NO_FIT;
    if (Math.abs(moment) > maxMoment) return NO_FIT;
    const spare = 1 + 7 * Math.sqrt(2 / counted) + (n / counted) * single * single * 4;
    if (squares > 1.3 * spare * counted) return NO_FIT;
    all += squares;
  }
  return { fits: true, residual: Math.sqrt(all / (pairs * count)) };
}

/**
 * @typedef {object} Reading
 * @property {Rule} rule
 * @property {Turning} turning
 * @property {Arithmetic} arithmetic
 * @property {number} residual
 */
/**
 * @typedef {object} Readings
 * @property {Sample} sample
 * @property {Arrow[]} arrows
 * @property {Reading[]} all the readings that explain the cache, likeliest first
 * @property {Turning} turning of the first reading, or as measured
 * @property {Angles | null} arithmetic null if the entries do not determine it
 */

/** Relative error of frequencies: with angles in float32, and in 16 bits. */
export const ERROR_OF_FLOAT32 = 3e-7;
export const ERROR_OF_16_BITS = 6e-3;
/** Readings whose χ² exceeds the smallest by at most this are equally good. */
const MAX_WORSE_CHI_SQUARED = 50;
const MAX_READINGS = 60;
/** Roundoff of bfloat16. */
const ROUNDOFF_OF_BFLOAT16 = 2 ** -8;
const plain = [exact];

/**
 * @param {Waves} waves
 * @param {Rule[]} preferred rules to try first
 * @param {() => Rule[]} related rules to try next, before the known rules
 * @param {number | undefined} [step] positions from one row to the next, if that is known
 * @param {number} [from] position near which row 0 is
 * @returns {Readings}
 */
export function readingsOf(waves, preferred, related, step, from) {
  const readings = readAt(waves, 0, preferred, related, step, from);
  if (readings.all.length > 0 || !waves.vectors || waves.unit > 1e-4) return readings;
  // Vectors in float32 may have been turned by cosines and sines in bfloat16.
  const again = readAt(waves, ROUNDOFF_OF_BFLOAT16, preferred, related, step, from);
  return again.all.length > 0 ? again : readings;
}

/**
 * @param {Waves} waves @param {number} entries roundoff of the cosines and sines that turned vectors
 * @param {Rule[]} preferred @param {() => Rule[]} related @param {number | undefined} step
 * @param {number | undefined} from
 * @returns {Readings}
 */
function readAt(waves, entries, preferred, related, step, from) {
  const { sample, arrows: near } = sampleOf(waves, entries);
  const { vectors } = waves;
  let arrows = near;
  let measured = measuredOf(arrows, waves, step, from);
  /** @type {number | null | undefined} */
  let start;
  /** @param {Rule} rule @param {readonly Arithmetic[]} arithmetics @returns {Reading | undefined} */
  const readingOf = (rule, arithmetics) => {
    const narrow = arithmetics !== plain;
    const turning = turningOf(arrows, rule.frequencies, rule.step, narrow, from);
    if (turning.start === null) return undefined;
    for (const arithmetic of arithmetics) {
      for (const at of !narrow ? [turning.start] : start ? [start] : startsNear(turning.start)) {
        const placed = { ...turning, start: at };
        const fit = goodnessOfFit(sample, rule.frequencies, placed, arithmetic, vectors);
        if (fit.fits) return { rule, turning: placed, arithmetic, residual: fit.residual };
      }
    }
    return undefined;
  };
  const first = preferred.map((rule) => ({ ...rule, step: step ?? 1 }));
  const resolved = measured.frequencies.every((w, i) => w > 20 * measured.errors[i]);
  const memory = new Map();
  /** @param {number} slack */
  function* others(slack) {
    yield* related().map((rule) => ({ ...rule, step: step ?? 1 }));
    for (const rule of [...preferred, ...related()]) yield* withMeasuredStep(rule, measured);
    yield* rulesOf(measured, slack, memory);
  }
  /** @param {boolean} narrow @param {Iterable<Rule>} [rest] */
  const search = (narrow, rest = others(narrow ? ERROR_OF_16_BITS : ERROR_OF_FLOAT32)) => {
    let arithmetics = narrow ? coarse : plain;
    /** @param {Rule} rule */
    const tryRule = (rule) => {
      const reading = readingOf(rule, arithmetics);
      // The others have the same arithmetic and position.
      if (reading && narrow) [arithmetics, start] = [[reading.arithmetic], reading.turning.start];
      return reading;
    };
    return gatherReadings(first, rest, tryRule, resolved);
  };
  let all = search(false);
  // The expected rule in 16 bits is likelier than a base or factor that nobody would choose.
  const isUnlikely = all.length > 0 && all.every(({ rule }) => rule.isMeasured);
  if (all.length === 0) all = search(true);
  else if (isUnlikely && first.length > 0) all = [...search(true, []), ...all];
  if (all.length === 0 && (sample.isNoisy || waves.unit > 1e-4)) {
    // Rounding can hide noise, which is then underestimated.
    arrows = assumeNoise(sample, waves.unit);
    measured = measuredOf(arrows, waves, step, from);
    all = search(false);
    if (all.length === 0) all = search(true);
  }
  if (sample.isNoisy) {
    const scale = sample.pairs * sample.rows.length;
    const least = Math.min(...all.map(({ residual }) => residual * residual * scale));
    all = all.filter(
      ({ residual }) => residual * residual * scale <= least + MAX_WORSE_CHI_SQUARED,
    );
  }
  const frequencies = measured.frequencies.map((w, i) => (w > measured.errors[i] ? w : 0));
  const turning = all[0]?.turning ?? turningOf(arrows, frequencies, step ?? 1, false, from);
  return { sample, arrows, all, turning, arithmetic: arithmeticOf(all, sample, vectors) };
}

/** @param {Arrow[]} arrows @param {Waves} waves @param {number | undefined} step @param {number} [from]
 * @returns {Measured} */
function measuredOf(arrows, waves, step, from) {
  const frequencies = arrows.map(({ frequency }) => Math.abs(frequency));
  // Rounded far angles may drift by one unit in the last place over the rows.
  const { start } = turningOf(arrows, frequencies, step ?? 1, false, from);
  const drift = (ERROR_OF_ANGLES * Math.abs(start ?? from ?? 0)) / (32 * waves.rows * (step ?? 1));
  const errors = arrows.map(({ error, noise }, i) =>
    noise > 0.5 ? Infinity : error + drift * frequencies[i],
  );
  const gaps = arrows.map((_, i) => spacingOf(waves, i).gap);
  return { frequencies, errors, gaps, step };
}

/**
 * @param {Rule[]} preferred @param {Iterable<Rule>} known
 * @param {(rule: Rule) => Reading | undefined} readingOf @param {boolean} resolved
 */
function gatherReadings(preferred, known, readingOf, resolved) {
  /** @type {Reading[]} */
  const list = [];
  /** @param {Rule} rule */
  const add = (rule) => {
    if (rule.isMeasured && list.some((reading) => !reading.rule.isMeasured)) return;
    if (list.some((reading) => areEqual(reading.rule, rule))) return;
    const reading = readingOf(rule);
    if (reading) list.push(reading);
  };
  for (const rule of preferred) add(rule);
  if (resolved && list.length > 0) return list;
  for (const rule of known) {
    add(rule);
    if (list.length >= MAX_READINGS) break;
    // If all frequencies of a series are known, no other rule has them.
    if (resolved && list.length > 0 && !isBent(list[0].rule)) break;
  }
  return list;
}

/**
 * A rule with the step between rows that slow pairs show, if the step is unknown.
 * @param {Rule} rule @param {Measured} measured @returns {Rule[]}
 */
function withMeasuredStep(rule, { frequencies, errors, step }) {
  // With linear scaling, a longer step is the same as another factor.
  if (step !== undefined || (rule.as !== "expected" && rule.scaling?.type === "linear")) return [];
  const resolved = [...frequencies.keys()].filter(
    (i) => rule.frequencies[i] > 0 && errors[i] < 0.05 * frequencies[i],
  );
  // Fast pairs may turn by more than half a turn.
  let [least, ratio] = [Infinity, 1];
  for (const i of resolved.slice(resolved.length >> 1)) {
    const relative = errors[i] / frequencies[i];
    if (relative >= least) continue;
    least = relative;
    ratio = frequencies[i] / rule.frequencies[i];
  }
  const whole = Math.round(ratio);
  const near = Math.abs(ratio - whole) <= (0.01 + 8 * least) * ratio;
  return whole >= 2 && whole <= 64 && near ? [{ ...rule, step: whole }] : [];
}

/** Assumes as much noise as rounding may hide or the quieter pairs have. @param {Sample} sample
 * @param {number} unit */
function assumeNoise(sample, unit) {
  const hidden = unit > 1e-4 ? square(0.35 * unit) : 0;
  sample.isNoisy = true;
  return sample.setSpread(hidden + Math.max(3 * square(sample.noise), 2 * square(sample.quiet)), 3);
}

/** @param {Rule} rule */
const isBent = ({ scaling }) => scaling?.type === "yarn" || scaling?.type === "llama3";

/** Whether two rules have practically the same frequencies. @param {Rule} a @param {Rule} b */
function areEqual(a, b) {
  return (
    a.frequencies.every((w, i) => {
      return Math.abs(a.step * w - b.step * b.frequencies[i]) <= 1e-6 * a.step * w;
    }) && Math.abs(a.attentionFactor - b.attentionFactor) < 1e-6
  );
}

/** Possible positions for angles in 16 bits, nearest first. @param {number} start */
function startsNear(start) {
  const middle = Math.round(start);
  const reach = Math.min(64, 2 + Math.ceil(Math.abs(start) / 64));
  const list = [middle + 0];
  for (let d = 1; d <= reach; d++) list.push(middle + d, middle - d);
  return list;
}

/**
 * The arithmetic of the first reading. Fine arithmetics must differ clearly; otherwise null.
 * @param {Reading[]} all @param {Sample} sample @param {boolean} vectors @returns {Angles | null}
 */
function arithmeticOf([first], sample, vectors) {
  if (!first) return null;
  if (first.arithmetic !== exact) return first.arithmetic.name;
  if (sample.isNoisy) return null;
  const { rule, turning } = first;
  const fits = [exact, ...fine].map((arithmetic) => {
    const usesPower = arithmetic.name === "float32-pow" && !rule.scaling;
    const list = usesPower ? powersOf(rule.base, sample.pairs) : rule.frequencies;
    const { residual } = goodnessOfFit(sample, list, turning, arithmetic, vectors);
    return { name: arithmetic.name, residual };
  });
  const best = fits.reduce((a, b) => (b.residual < a.residual ? b : a));
  const others = fits.filter((fit) => fit !== best && fit.residual < 1.2 * best.residual);
  // Both are float32.
  const isDetermined = others.every(({ name }) => name !== "exact" && best.name !== "exact");
  return isDetermined ? best.name : null;
}
