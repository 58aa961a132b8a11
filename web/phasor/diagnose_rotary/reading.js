// reading.js: finds the readings that explain a cache: rule, position of row 0, and arithmetic.
import { square } from "../elementary.js";
import { coarse, exact, fine, goodnessOfFit, powersOf } from "./goodness_of_fit.js";
import { rulesOf } from "./rules.js";
import { sampleOf } from "./sample.js";
import { turningOf } from "./start.js";

/** @import { Angles, Arithmetic } from "./goodness_of_fit.js" */
/** @import { Read } from "./cache.js" */
/** @import { Arrow } from "./sample.js" */
/** @import { Measured, Rule } from "./rules.js" */
/** @import { Sample } from "./sample.js" */
/** @import { Turning } from "./start.js" */

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
const ERROR_OF_FLOAT32 = 3e-7;
const ERROR_OF_16_BITS = 6e-3;
/** Readings whose χ² exceeds the smallest by at most this are equally good. */
const MAX_WORSE = 50;
const MAX_READINGS = 60;
/** Roundoff of bfloat16. */
const ROUNDOFF_OF_BFLOAT16 = 2 ** -8;
const plain = [exact];

/**
 * @param {Read} read
 * @param {Rule[]} wanted rules to try first
 * @param {() => Rule[]} related rules to try next, before the known rules
 * @param {number | undefined} [step] positions from one row to the next, if that is known
 * @returns {Readings}
 */
export function readingsOf(read, wanted, related, step) {
  const found = readAt(read, 0, wanted, related, step);
  if (found.all.length > 0 || !read.vectors || read.unit > 1e-4) return found;
  // Vectors in float32 may have been turned by cosines and sines in bfloat16.
  const again = readAt(read, ROUNDOFF_OF_BFLOAT16, wanted, related, step);
  return again.all.length > 0 ? again : found;
}

/**
 * @param {Read} read @param {number} entries roundoff of the cosines and sines that turned vectors
 * @param {Rule[]} wanted @param {() => Rule[]} related @param {number | undefined} step
 * @returns {Readings}
 */
function readAt(read, entries, wanted, related, step) {
  const { sample, arrows: near } = sampleOf(read, entries);
  const { vectors } = read;
  let arrows = near;
  let measured = measuredOf(arrows, step);
  /** @type {number | undefined} */
  let start;
  /** @param {Rule} rule @param {readonly Arithmetic[]} arithmetics @returns {Reading | undefined} */
  const tried = (rule, arithmetics) => {
    const narrow = arithmetics !== plain;
    const turning = turningOf(arrows, rule.frequencies, rule.step, narrow);
    if (turning.start === null) return undefined;
    for (const arithmetic of arithmetics) {
      for (const at of !narrow ? [turning.start] : start ? [start] : startsNear(turning.start)) {
        const placed = { ...turning, start: at };
        const { fits, residual } = goodnessOfFit(
          sample,
          rule.frequencies,
          placed,
          arithmetic,
          vectors,
        );
        if (fits) return { rule, turning: placed, arithmetic, residual };
      }
    }
    return undefined;
  };
  const first = wanted.map((rule) => ({ ...rule, step: step ?? 1 }));
  const resolved = measured.frequencies.every((w, i) => w > 20 * measured.errors[i]);
  const memory = new Map();
  /** @param {number} loose */
  function* others(loose) {
    yield* related().map((rule) => ({ ...rule, step: step ?? 1 }));
    for (const rule of [...wanted, ...related()]) yield* stepped(rule, measured);
    yield* rulesOf(measured, loose, memory);
    yield* first.map(inverted);
  }
  const finely = () =>
    gathered(first, others(ERROR_OF_FLOAT32), (rule) => tried(rule, plain), resolved);
  /** @param {Iterable<Rule>} rest */
  const coarsely = (rest) => {
    let open = coarse;
    return gathered(
      first,
      rest,
      (rule) => {
        const found = tried(rule, open);
        // The others have the same arithmetic and position.
        if (found) [open, start] = [[found.arithmetic], found.turning.start ?? undefined];
        return found;
      },
      resolved,
    );
  };
  let all = finely();
  // The expected rule in 16 bits is likelier than a base or factor that nobody would choose.
  const unlikely = all.length > 0 && all.every(({ rule }) => rule.bare);
  if (all.length === 0) all = coarsely(others(ERROR_OF_16_BITS));
  else if (unlikely && first.length > 0) all = [...coarsely([]), ...all];
  if (all.length === 0 && (sample.noisy || read.unit > 1e-4)) {
    // Rounding can hide noise, which is then underestimated.
    arrows = loosened(sample, read.unit);
    measured = measuredOf(arrows, step);
    all = finely();
    if (all.length === 0) all = coarsely(others(ERROR_OF_16_BITS));
  }
  if (sample.noisy) {
    const scale = sample.pairs * sample.rows.length;
    const least = Math.min(...all.map(({ residual }) => residual * residual * scale));
    all = all.filter(({ residual }) => residual * residual * scale <= least + MAX_WORSE);
  }
  const frequencies = measured.frequencies.map((w, i) => (w > measured.errors[i] ? w : 0));
  const turning = all[0]?.turning ?? turningOf(arrows, frequencies, step ?? 1, false);
  return { sample, arrows, all, turning, arithmetic: arithmeticOf(all, sample, vectors) };
}

/** A rule with wavelengths in place of frequencies. @param {Rule} rule @returns {Rule} */
function inverted(rule) {
  const frequencies = rule.frequencies.map((w) => (w > 0 ? 1 / w : 0));
  return { ...rule, frequencies, as: "inverted" };
}

/** @param {Arrow[]} arrows @param {number | undefined} step @returns {Measured} */
const measuredOf = (arrows, step) => ({
  frequencies: arrows.map(({ frequency }) => Math.abs(frequency)),
  errors: arrows.map(({ error, noise }) => (noise > 0.5 ? Infinity : error)),
  step,
});

/**
 * @param {Rule[]} wanted @param {Iterable<Rule>} known
 * @param {(rule: Rule) => Reading | undefined} tried @param {boolean} resolved
 */
function gathered(wanted, known, tried, resolved) {
  /** @type {Reading[]} */
  const list = [];
  /** @param {Rule} rule */
  const add = (rule) => {
    if (rule.bare && list.some((reading) => !reading.rule.bare)) return;
    if (list.some((reading) => same(reading.rule, rule))) return;
    const found = tried(rule);
    if (found) list.push(found);
  };
  for (const rule of wanted) add(rule);
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
function stepped(rule, { frequencies, errors, step }) {
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
function loosened(sample, unit) {
  const hidden = unit > 1e-4 ? square(0.35 * unit) : 0;
  sample.noisy = true;
  return sample.spreadBy(hidden + Math.max(3 * square(sample.noise), 2 * square(sample.wide)), 3);
}

/** @param {Rule} rule */
const isBent = ({ scaling }) => scaling?.type === "yarn" || scaling?.type === "llama3";

/** Whether two rules have practically the same frequencies. @param {Rule} a @param {Rule} b */
export function same(a, b) {
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
  if (sample.noisy) return null;
  const { rule, turning } = first;
  const tried = fine.map((arithmetic) => {
    const plain = arithmetic.name === "float32-pow" && !rule.scaling;
    const list = plain ? powersOf(rule.base, sample.pairs) : rule.frequencies;
    const { residual } = goodnessOfFit(sample, list, turning, arithmetic, vectors);
    return { name: arithmetic.name, residual };
  });
  const best = tried.reduce((a, b) => (b.residual < a.residual ? b : a));
  const others = tried.filter((fit) => fit !== best && fit.residual < 1.2 * best.residual);
  // Both are float32.
  const alone = others.every(({ name }) => name !== "exact" && best.name !== "exact");
  return alone ? best.name : null;
}
