// hypotheses.js: finds the model that fits the first rows best, and the simplest of equally good
// models.
import { arcTangent, exponential, logarithm, sineAndCosine, wave, wrapped } from "../elementary.js";
import { refine, refineMax, residuals, sampleOf, somePairs, someRows } from "./fit.js";
import {
  columnOf,
  denominators,
  exponents,
  isCosine,
  knownBases,
  layouts,
  omega,
  oneSided,
  orders,
  pairsOf,
  wrongForms,
} from "./model.js";
import { rotations, seriesOf, startOf } from "./observe.js";

/** @import { Fit, Parameter, Sample } from "./fit.js" */
/** @import { Form, Model, Order } from "./model.js" */
/** @import { Rotation } from "./observe.js" */
/** @import { Statistics } from "./observe.js" */

const ROWS_FITTED = 32;
const PAIRS_FITTED = 32;
/** Penalty in `scoreOf` for each free parameter and each oddity. */
const PENALTY_PER_ODDITY = 15;
/** Residuals below this count as none: angles in float32 explain them. */
const MIN_RESIDUAL = 1e-5;

/** Residuals below this indicate the right model or a similar one; with few pairs, models may
 * differ only in a slow pair. */
const MAX_GOOD_RESIDUAL = 5e-3;
const FEW_PAIRS = 16;
const MAX_RESIDUAL = 0.6;
/** Minimum number of finite entries for each column. */
const MIN_ENTRIES = 2;
/** Number of rows that are compared with a usual table before all are, and the maximum rms of what remains of them. */
const [ROWS_SAMPLED, MAX_NEAR_RMS] = [3, 0.1];

/**
 * A fit to the sample `from`, or to a part of it without a few rows or columns; `whole` if nothing
 * was left out.
 * @typedef {Fit & { sample: Sample, from: Sample, whole: boolean, score: number }} Candidate
 */

/** Fits models, and keeps those that come near. */
function candidates() {
  /** @type {Candidate[]} */
  const list = [];
  /** @type {Consider} */
  const consider = (sample, model, free) => {
    // The right model is near from the start, except in a few rows or columns.
    const { rms, count } = residuals(sample, model);
    if (rms > MAX_RESIDUAL * model.amplitude || count < MIN_ENTRIES * sample.columns.length) return;
    const fit =
      free.length > 0 ? refineMax(sample, model, free) : { ...residuals(sample, model), sample };
    if (!(fit.rms < 0.1 * fit.model.amplitude)) return;
    const from = { sample: fit.sample, from: sample, whole: fit.sample === sample };
    list.push({ ...fit, ...from, score: scoreOf(fit, free) });
    if (!free.includes("start")) return;
    const rest = free.filter((name) => name !== "start");
    for (const near of new Set([fit.model.start, wrapped(fit.model.start)])) {
      const start = Math.round(near) + 0;
      if (Math.abs(near - start) > 0.2) continue;
      const again = refine(fit.sample, { ...fit.model, start }, rest);
      list.push({ ...again, ...from, score: scoreOf(again, rest) });
    }
  };
  /** @returns {Candidate | undefined} */
  const best = () => list.reduce((a, b) => (b.score < a.score ? b : a), list[0]);
  return { list, consider, best };
}

/** The first rows in each layout; none if there are too few. @param {Statistics} statistics */
function samplesOf(statistics) {
  const all = pairsOf(statistics.width, statistics.padded);
  const rows = someRows(statistics.rows, ROWS_FITTED, ROWS_FITTED);
  return layouts
    .filter((layout) => rows.length >= 4 && (layout === "interleaved" || all > 1))
    .map((layout) => sampleOf(statistics, layout, rows, somePairs(all, PAIRS_FITTED)));
}

/**
 * @param {Statistics} statistics
 * @param {boolean} [thorough] whether to try different frequencies for sine and cosine
 * @returns {{ best: Candidate | undefined, turning: Model[] }} best: undefined if no model comes
 *   near; turning: models whose pairs turn as they should, but whose start is unknown
 */
export function search(statistics, thorough = true) {
  const samples = samplesOf(statistics);
  const { list, consider, best } = candidates();
  /** @param {number} limit */
  const within = (limit) => {
    const candidate = best();
    return candidate?.whole && candidate.rms < limit * candidate.model.amplitude;
  };
  for (const sample of samples) if (sample.all > 1) usual(statistics, sample, consider);
  if (within(MIN_RESIDUAL)) return { best: best(), turning: [] };
  const turning = samples.flatMap((sample) => {
    const circles = rotations(sample);
    const round = circles.length >= 0.5 * sample.pairs.length;
    return round ? rotating(sample, circles, consider) : [];
  });
  if (thorough && !within(2 * MIN_RESIDUAL)) {
    for (const { from, model } of [...list]) siblings(from, model, consider);
    const open = !within(MAX_GOOD_RESIDUAL);
    for (const sample of samples)
      if (open || sample.all <= FEW_PAIRS) mismatched(statistics, sample, consider);
  }
  return { best: best(), turning };
}

/**
 * The best model whose columns are all sines, or all cosines.
 * @param {Statistics} statistics @returns {Candidate | undefined}
 */
export function searchOneSided(statistics) {
  const { consider, best } = candidates();
  for (const sample of samplesOf(statistics))
    if (sample.all > 1) mismatched(statistics, sample, consider, oneSided, ["paired", "column"]);
  return best();
}

/** Lower is better: minus twice the log-likelihood, plus penalties for everything odd.
 * @param {Fit} fit @param {Parameter[]} free */
function scoreOf({ model, rms, count }, free) {
  const relative = rms / model.amplitude;
  let oddities = free.length;
  if (model.form !== "paired") oddities += wrongForms.indexOf(model.form) + 2;
  if (model.layout !== "interleaved") oddities += 0.5;
  if (model.order !== "sin-cos") oddities += 0.5;
  if (model.rate < 0) oddities += 1;
  if (model.step < 0) oddities += 1;
  return (
    count * logarithm(relative * relative + MIN_RESIDUAL * MIN_RESIDUAL) +
    PENALTY_PER_ODDITY * oddities
  );
}

/** @typedef {(sample: Sample, model: Model, free: Parameter[]) => void} Consider */

/** Considers the usual tables, for which nothing needs to be measured.
 * @param {Statistics} statistics @param {Sample} sample @param {Consider} consider */
function usual(statistics, sample, consider) {
  const form = /** @type {const} */ ("paired");
  const same = { layout: sample.layout, rate: 1, amplitude: 1, form };
  const first = sampleOf(
    statistics,
    sample.layout,
    sample.rows.slice(0, ROWS_SAMPLED),
    sample.pairs,
  );
  for (const step of usualSteps(sample.all, 1)) {
    for (const order of orders) {
      for (const start of [0, 1]) {
        const model = { ...same, order, step, start };
        if (residuals(first, model).rms < MAX_NEAR_RMS)
          consider(sample, model, ["step", "start", "amplitude"]);
      }
    }
  }
}

/**
 * Considers models of a table whose pairs rotate. Returns those with rate 1 or −1, whose start may
 * be anywhere.
 * @param {Sample} sample @param {Rotation[]} circles @param {Consider} consider
 */
function rotating(sample, circles, consider) {
  /** @type {Model[]} */
  const turning = [];
  const radii = circles.map(({ radius }) => radius).sort((a, b) => a - b);
  const amplitude = radii[radii.length >> 1];
  const alone = sample.all === 1;
  for (const order of orders) {
    const turned =
      order === "sin-cos"
        ? circles
        : circles.map((circle) => ({
            ...circle,
            omega: -circle.omega,
            phase: wrapped(Math.PI / 2 - circle.phase),
          }));
    const { intercept, slope, kept } = seriesOf(turned);
    const sign = kept.reduce((sum, { omega }) => sum + Math.sign(omega), 0) < 0 ? -1 : 1;
    const agreeing = kept.filter(({ omega }) => Math.sign(omega) === sign);
    if (agreeing.length > 0) {
      const start = startOf(agreeing, sign);
      const rate = sign * exponential(intercept);
      const form = /** @type {const} */ ("paired");
      const step = alone ? 0 : slope;
      const model = { layout: sample.layout, order, form, step, start, rate, amplitude };
      /** @type {Parameter[]} */
      const free = alone ? ["start", "amplitude"] : ["step", "start", "amplitude"];
      if (Math.abs(intercept) < 0.2) {
        const steps = alone ? [0] : [slope, stepOf(agreeing)];
        for (const step of steps) consider(sample, { ...model, rate: sign, step }, free);
        const last = steps[steps.length - 1];
        if (last > 0) turning.push({ ...model, rate: sign, step: last });
      }
      if (!alone && agreeing.length < 3) {
        // In so few rows, too few pairs turn noticeably to determine the step.
        for (const step of usualSteps(sample.all, 8))
          consider(sample, { ...model, rate: sign, step }, free);
      }
      consider(sample, model, [...free, "rate"]);
    }
    if (!alone) rising(sample, order, turned, amplitude, consider);
  }
  return turning;
}

/** The step of a geometric series of frequencies that begins at 1. @param {Rotation[]} all */
function stepOf(all) {
  let [sum, weight] = [0, 0];
  for (const { pair, omega, error } of all) {
    if (pair === 0) continue;
    const n = 2 * pair;
    const relative = error / omega;
    const importance = (n * n) / (relative * relative + 1e-8);
    sum += (importance * -logarithm(Math.abs(omega))) / n;
    weight += importance;
  }
  return weight > 0 ? sum / weight : 0;
}

/**
 * Considers models whose frequencies rise. Beyond half a turn per row, the entries show frequencies
 * only up to whole turns.
 * @param {Sample} sample @param {Order} order @param {Rotation[]} turned @param {number} amplitude
 * @param {Consider} consider
 */
function rising(sample, order, turned, amplitude, consider) {
  const first = turned.find(({ pair }) => pair === 0);
  if (!first || Math.abs(first.omega - 1) > 0.01) return;
  /** @param {number} step */
  const tryStep = (step) => {
    const off = turned
      .map(({ pair, omega }) => Math.abs(wrapped(omega - exponential(2 * step * pair))))
      .sort((a, b) => a - b);
    if (off[Math.floor(0.7 * off.length)] > 0.03) return;
    for (const start of startsNear(first.phase)) {
      const model = { layout: sample.layout, order, step: -step, start, rate: 1, amplitude };
      consider(sample, { ...model, form: "paired" }, []);
    }
  };
  const followed = follow(turned);
  for (const step of [...usualSteps(sample.all), ...(followed > 0 ? [followed] : [])])
    tryStep(step);
}

/**
 * The step of a rising series of frequencies; 0 if there is none. Whole turns are added to each
 * frequency so that it comes nearest to what the previous pairs predict.
 * @param {Rotation[]} turned
 */
function follow(turned) {
  let [sum, weight, step] = [0, 0, 0];
  for (const { pair, omega, error } of turned) {
    if (pair === 0) continue;
    if (weight === 0 && pair > 1) return 0;
    const expected = exponential(2 * pair * step);
    const whole = weight === 0 ? omega : expected + wrapped(omega - expected);
    if (!(whole > 0)) return 0;
    const importance = (2 * pair * whole) / Math.max(error, 1e-6);
    sum += (importance * importance * logarithm(whole)) / (2 * pair);
    weight += importance * importance;
    step = sum / weight;
  }
  return step;
}

/** Considers wrong forms of a model that nearly fits. @param {Sample} sample
 * @param {Model} model @param {Consider} consider */
function siblings(sample, model, consider) {
  if (model.form !== "paired" || model.step <= 0 || sample.all < 2) return;
  for (const form of /** @type {const} */ (["column", "next"])) {
    consider(sample, { ...model, form }, ["step", "start", "amplitude"]);
    if (model.rate !== 1) {
      consider(sample, { ...model, form }, ["step", "start", "amplitude", "rate"]);
    }
  }
}

/**
 * Considers models in which sine and cosine of a pair have different frequencies. The columns of
 * such a pair give no angle, so all reasonable steps are tried, known bases first.
 * @param {Statistics} statistics @param {Sample} whole @param {Consider} consider
 * @param {readonly Model["order"][]} [among] @param {Form[]} [forms]
 */
function mismatched(statistics, whole, consider, among = orders, forms = wrongForms) {
  const { all } = whole;
  const first = sineOf(whole);
  const rows = someRows(whole.rows, whole.rows.length, 16);
  const sample = sampleOf(statistics, whole.layout, rows, someApart(all));
  if (!first || (all === 1 && sample.layout !== "interleaved")) return;
  const { width, padded } = statistics;
  const end = padded ? width - 1 : width;
  const columns = whole.columns.filter(
    ({ pair, member }) => columnOf(whole.layout, pair, member, all, end) >= 0,
  );
  /** Of one pair, or one and a half, some wrong forms are the correct one. @param {Form} form */
  const isRight = (form) =>
    columns.every(({ pair, member }) => exponents[form](pair, member, all) === 2 * pair);
  const different = new Set(forms.map((form) => (isRight(form) ? "paired" : form)));
  if (all === 1) different.delete("paired");
  for (const order of among) {
    const phase = isCosine(order, 0) ? wrapped(first.phase - Math.PI / 2) : first.phase;
    const starts = [...startsNear(phase), phase];
    for (const form of different) {
      /** @type {Fit[]} */
      const close = [];
      /** @param {number} step @param {number} start @param {number} limit */
      const tryStep = (step, start, limit) => {
        const { amplitude } = first;
        const model = { layout: sample.layout, order, form, step, start, rate: 1, amplitude };
        const most = limit * first.amplitude;
        if (!isNear(sample, model, 0, most) || !isNear(sample, model, 1, most)) return;
        const fit = residuals(sample, model, most);
        if (fit.rms < Infinity) close.push(fit);
      };
      for (const start of starts) {
        for (const step of usualSteps(all)) {
          tryStep(step, start, 0.3);
          tryStep(-step, start, 0.03);
        }
        for (let ln = 0.7; ln < 42; ln *= 1.03) tryStep(ln / (2 * all), start, 0.3);
      }
      close.sort((a, b) => a.rms - b.rms);
      for (const { model } of close.slice(0, 2)) {
        const rises = model.step < 0;
        consider(whole, model, rises ? ["amplitude"] : ["step", "start", "amplitude"]);
      }
    }
  }
}

/** Some pairs; pair 0, which says least, comes last. @param {number} all */
function someApart(all) {
  const [zero, ...rest] = somePairs(all, 16);
  return [...rest, zero];
}

/** Whether the rms of a column's residuals is within a limit. Most models fail here, and a kernel is not called for so
 * little. @param {Sample} sample @param {Model} model @param {number} c @param {number} limit */
function isNear({ rows, columns, values, all }, model, c, limit) {
  const { pair, member } = columns[c];
  const w = omega(model, pair, member, all);
  const quarter = isCosine(model.order, member) ? 1 : 0;
  let squares = 0;
  for (let r = 0; r < rows.length; r++) {
    const unit = wave((rows[r] + model.start) * w, quarter);
    const miss = values[r * columns.length + c] - model.amplitude * unit;
    if (miss - miss === 0) squares += miss * miss;
  }
  return squares <= limit * limit * rows.length;
}

/** Column 0 as a sine of frequency 1; undefined if it is not one. @param {Sample} sample */
function sineOf({ rows, columns, values }) {
  const both = new Float64Array(2);
  let [ss, sc, cc, sx, cx, xx] = [0, 0, 0, 0, 0, 0];
  for (let r = 0; r < rows.length; r++) {
    const x = values[r * columns.length];
    if (x - x !== 0) continue;
    sineAndCosine(rows[r], both);
    const [s, c] = both;
    ss += s * s;
    sc += s * c;
    cc += c * c;
    sx += s * x;
    cx += c * x;
    xx += x * x;
  }
  const determinant = ss * cc - sc * sc;
  const a = (sx * cc - cx * sc) / determinant;
  const b = (cx * ss - sx * sc) / determinant;
  const rest = xx - a * sx - b * cx;
  if (!(rest < 0.01 * xx)) return undefined;
  return { amplitude: Math.sqrt(a * a + b * b), phase: arcTangent(b, a) };
}

/** The steps of the first known bases. @param {number} all pairs @param {number} [count] */
const usualSteps = (all, count) =>
  knownBases
    .slice(0, count)
    .flatMap((base) => denominators(all).map((denominator) => logarithm(base) / denominator));

/** Integer positions with a given phase, nearest to 0 first. @param {number} phase at ω = 1 */
function startsNear(phase) {
  const starts = [];
  for (let k = 0; k <= 4096; k++) {
    for (const start of k === 0 ? [0] : [k, -k]) {
      if (Math.abs(wrapped(start - phase)) < 0.01) starts.push(start);
    }
    if (starts.length > 2) break;
  }
  return starts;
}
