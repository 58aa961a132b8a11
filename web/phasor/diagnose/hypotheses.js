// hypotheses.js: finds the model that fits the first rows best, and the simplest of equally good
// models.
import { arcTangent, exponential, logarithm, sineAndCosine, wave, wrapped } from "../elementary.js";
import { evaluate, refine, refineRobust, sampleOf, samplePairs, sampleRows } from "./fit.js";
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
import { rotationsOf, seriesOf, startOf } from "./observe.js";

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
 * A fit to `fullSample`, or to a part of it without a few rows or columns; `untrimmed` if nothing
 * was left out.
 * @typedef {Fit & { sample: Sample, fullSample: Sample, untrimmed: boolean, score: number }} Candidate
 */

/** Fits models, and keeps those that come near. */
function collectCandidates() {
  /** @type {Candidate[]} */
  const list = [];
  /** @type {Consider} */
  const consider = (sample, model, free) => {
    // The right model is near from the start, except in a few rows or columns.
    const { rms, count } = evaluate(sample, model);
    if (rms > MAX_RESIDUAL * model.amplitude || count < MIN_ENTRIES * sample.columns.length) return;
    const fit =
      free.length > 0 ? refineRobust(sample, model, free) : { ...evaluate(sample, model), sample };
    if (!(fit.rms < 0.1 * fit.model.amplitude)) return;
    const from = { sample: fit.sample, fullSample: sample, untrimmed: fit.sample === sample };
    list.push({ ...fit, ...from, score: scoreOf(fit, free) });
    if (!free.includes("start")) return;
    const otherParameters = free.filter((name) => name !== "start");
    for (const estimate of new Set([fit.model.start, wrapped(fit.model.start)])) {
      const start = Math.round(estimate) + 0;
      if (Math.abs(estimate - start) > 0.2) continue;
      const refit = refine(fit.sample, { ...fit.model, start }, otherParameters);
      list.push({ ...refit, ...from, score: scoreOf(refit, otherParameters) });
    }
  };
  /** @returns {Candidate | undefined} */
  const best = () => list.reduce((a, b) => (b.score < a.score ? b : a), list[0]);
  return { list, consider, best };
}

/** The first rows in each layout; none if there are too few. @param {Statistics} statistics */
function samplesOf(statistics) {
  const all = pairsOf(statistics.width, statistics.padded);
  const rows = sampleRows(statistics.rows, ROWS_FITTED, ROWS_FITTED);
  return layouts
    .filter((layout) => rows.length >= 4 && (layout === "interleaved" || all > 1))
    .map((layout) => sampleOf(statistics, layout, rows, samplePairs(all, PAIRS_FITTED)));
}

/**
 * @param {Statistics} statistics
 * @param {boolean} [thorough] whether to try different frequencies for sine and cosine
 * @returns {{ best: Candidate | undefined, rotatingModels: Model[] }} best: undefined if no model comes
 *   near; rotatingModels: models whose pairs turn as they should, but whose start is unknown
 */
export function search(statistics, thorough = true) {
  const samples = samplesOf(statistics);
  const { list, consider, best } = collectCandidates();
  /** @param {number} limit */
  const isWithin = (limit) => {
    const candidate = best();
    return candidate?.untrimmed && candidate.rms < limit * candidate.model.amplitude;
  };
  for (const sample of samples)
    if (sample.pairCount > 1) considerUsual(statistics, sample, consider);
  if (isWithin(MIN_RESIDUAL)) return { best: best(), rotatingModels: [] };
  const rotatingModels = samples.flatMap((sample) => {
    const circles = rotationsOf(sample);
    const isRound = circles.length >= 0.5 * sample.pairs.length;
    return isRound ? considerRotating(sample, circles, consider) : [];
  });
  if (thorough && !isWithin(2 * MIN_RESIDUAL)) {
    for (const { fullSample, model } of [...list]) considerForms(fullSample, model, consider);
    const isUnsettled = !isWithin(MAX_GOOD_RESIDUAL);
    for (const sample of samples)
      if (isUnsettled || sample.pairCount <= FEW_PAIRS)
        considerMismatched(statistics, sample, consider);
  }
  return { best: best(), rotatingModels };
}

/**
 * The best model whose columns are all sines, or all cosines.
 * @param {Statistics} statistics @returns {Candidate | undefined}
 */
export function searchOneSided(statistics) {
  const { consider, best } = collectCandidates();
  for (const sample of samplesOf(statistics))
    if (sample.pairCount > 1)
      considerMismatched(statistics, sample, consider, oneSided, ["paired", "column"]);
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
function considerUsual(statistics, sample, consider) {
  const form = /** @type {const} */ ("paired");
  const common = { layout: sample.layout, rate: 1, amplitude: 1, form };
  const firstRows = sampleOf(
    statistics,
    sample.layout,
    sample.rows.slice(0, ROWS_SAMPLED),
    sample.pairs,
  );
  for (const step of usualSteps(sample.pairCount, 1)) {
    for (const order of orders) {
      for (const start of [0, 1]) {
        const model = { ...common, order, step, start };
        if (evaluate(firstRows, model).rms < MAX_NEAR_RMS)
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
function considerRotating(sample, circles, consider) {
  /** @type {Model[]} */
  const rotatingModels = [];
  const radii = circles.map(({ radius }) => radius).sort((a, b) => a - b);
  const amplitude = radii[radii.length >> 1];
  const isSinglePair = sample.pairCount === 1;
  for (const order of orders) {
    const oriented =
      order === "sin-cos"
        ? circles
        : circles.map((circle) => ({
            ...circle,
            omega: -circle.omega,
            phase: wrapped(Math.PI / 2 - circle.phase),
          }));
    const { intercept, slope, inliers } = seriesOf(oriented);
    const sign = inliers.reduce((sum, { omega }) => sum + Math.sign(omega), 0) < 0 ? -1 : 1;
    const agreeing = inliers.filter(({ omega }) => Math.sign(omega) === sign);
    if (agreeing.length > 0) {
      const start = startOf(agreeing, sign);
      const rate = sign * exponential(intercept);
      const form = /** @type {const} */ ("paired");
      const step = isSinglePair ? 0 : slope;
      const model = { layout: sample.layout, order, form, step, start, rate, amplitude };
      /** @type {Parameter[]} */
      const free = isSinglePair ? ["start", "amplitude"] : ["step", "start", "amplitude"];
      if (Math.abs(intercept) < 0.2) {
        const steps = isSinglePair ? [0] : [slope, seriesStep(agreeing)];
        for (const step of steps) consider(sample, { ...model, rate: sign, step }, free);
        const last = steps[steps.length - 1];
        if (last > 0) rotatingModels.push({ ...model, rate: sign, step: last });
      }
      if (!isSinglePair && agreeing.length < 3) {
        // In so few rows, too few pairs turn noticeably to determine the step.
        for (const step of usualSteps(sample.pairCount, 8))
          consider(sample, { ...model, rate: sign, step }, free);
      }
      consider(sample, model, [...free, "rate"]);
    }
    if (!isSinglePair) considerRising(sample, order, oriented, amplitude, consider);
  }
  return rotatingModels;
}

/** The step of a geometric series of frequencies that begins at 1. @param {Rotation[]} circles */
function seriesStep(circles) {
  let [sum, weight] = [0, 0];
  for (const { pair, omega, error } of circles) {
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
 * @param {Sample} sample @param {Order} order @param {Rotation[]} circles @param {number} amplitude
 * @param {Consider} consider
 */
function considerRising(sample, order, circles, amplitude, consider) {
  const first = circles.find(({ pair }) => pair === 0);
  if (!first || Math.abs(first.omega - 1) > 0.01) return;
  /** @param {number} step */
  const tryStep = (step) => {
    const errors = circles
      .map(({ pair, omega }) => Math.abs(wrapped(omega - exponential(2 * step * pair))))
      .sort((a, b) => a - b);
    if (errors[Math.floor(0.7 * errors.length)] > 0.03) return;
    for (const start of startsNear(first.phase)) {
      const model = { layout: sample.layout, order, step: -step, start, rate: 1, amplitude };
      consider(sample, { ...model, form: "paired" }, []);
    }
  };
  const measuredStep = risingStep(circles);
  for (const step of [...usualSteps(sample.pairCount), ...(measuredStep > 0 ? [measuredStep] : [])])
    tryStep(step);
}

/**
 * The step of a rising series of frequencies; 0 if there is none. Whole turns are added to each
 * frequency so that it comes nearest to what the previous pairs predict.
 * @param {Rotation[]} circles
 */
function risingStep(circles) {
  let [sum, weight, step] = [0, 0, 0];
  for (const { pair, omega, error } of circles) {
    if (pair === 0) continue;
    if (weight === 0 && pair > 1) return 0;
    const expected = exponential(2 * pair * step);
    const unwrapped = weight === 0 ? omega : expected + wrapped(omega - expected);
    if (!(unwrapped > 0)) return 0;
    const importance = (2 * pair * unwrapped) / Math.max(error, 1e-6);
    sum += (importance * importance * logarithm(unwrapped)) / (2 * pair);
    weight += importance * importance;
    step = sum / weight;
  }
  return step;
}

/** Considers wrong forms of a model that nearly fits. @param {Sample} sample
 * @param {Model} model @param {Consider} consider */
function considerForms(sample, model, consider) {
  if (model.form !== "paired" || model.step <= 0 || sample.pairCount < 2) return;
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
 * @param {Statistics} statistics @param {Sample} fullSample @param {Consider} consider
 * @param {readonly Model["order"][]} [columnOrders] @param {Form[]} [forms]
 */
function considerMismatched(
  statistics,
  fullSample,
  consider,
  columnOrders = orders,
  forms = wrongForms,
) {
  const { pairCount } = fullSample;
  const sine = sineOf(fullSample);
  const rows = sampleRows(fullSample.rows, fullSample.rows.length, 16);
  const sample = sampleOf(statistics, fullSample.layout, rows, pairsZeroLast(pairCount));
  if (!sine || (pairCount === 1 && sample.layout !== "interleaved")) return;
  const { width, padded } = statistics;
  const end = padded ? width - 1 : width;
  const columns = fullSample.columns.filter(
    ({ pair, member }) => columnOf(fullSample.layout, pair, member, pairCount, end) >= 0,
  );
  /** Of one pair, or one and a half, some wrong forms are the correct one. @param {Form} form */
  const isRight = (form) =>
    columns.every(({ pair, member }) => exponents[form](pair, member, pairCount) === 2 * pair);
  const distinctForms = new Set(forms.map((form) => (isRight(form) ? "paired" : form)));
  if (pairCount === 1) distinctForms.delete("paired");
  for (const order of columnOrders) {
    const phase = isCosine(order, 0) ? wrapped(sine.phase - Math.PI / 2) : sine.phase;
    const starts = [...startsNear(phase), phase];
    for (const form of distinctForms) {
      /** @type {Fit[]} */
      const nearFits = [];
      /** @param {number} step @param {number} start @param {number} limit */
      const tryStep = (step, start, limit) => {
        const { amplitude } = sine;
        const model = { layout: sample.layout, order, form, step, start, rate: 1, amplitude };
        const maxRms = limit * sine.amplitude;
        if (!columnFits(sample, model, 0, maxRms) || !columnFits(sample, model, 1, maxRms)) return;
        const fit = evaluate(sample, model, maxRms);
        if (fit.rms < Infinity) nearFits.push(fit);
      };
      for (const start of starts) {
        for (const step of usualSteps(pairCount)) {
          tryStep(step, start, 0.3);
          tryStep(-step, start, 0.03);
        }
        for (let ln = 0.7; ln < 42; ln *= 1.03) tryStep(ln / (2 * pairCount), start, 0.3);
      }
      nearFits.sort((a, b) => a.rms - b.rms);
      for (const { model } of nearFits.slice(0, 2)) {
        const rises = model.step < 0;
        consider(fullSample, model, rises ? ["amplitude"] : ["step", "start", "amplitude"]);
      }
    }
  }
}

/** Some pairs; pair 0, which says least, comes last. @param {number} pairCount */
function pairsZeroLast(pairCount) {
  const [zero, ...rest] = samplePairs(pairCount, 16);
  return [...rest, zero];
}

/** Whether the rms of a column's residuals is within a limit. Most models fail here, and a kernel is not called for so
 * little. @param {Sample} sample @param {Model} model @param {number} c @param {number} limit */
function columnFits({ rows, columns, values, pairCount }, model, c, limit) {
  const { pair, member } = columns[c];
  const w = omega(model, pair, member, pairCount);
  const quarter = isCosine(model.order, member) ? 1 : 0;
  let squares = 0;
  for (let r = 0; r < rows.length; r++) {
    const unit = wave((rows[r] + model.start) * w, quarter);
    const residual = values[r * columns.length + c] - model.amplitude * unit;
    if (residual - residual === 0) squares += residual * residual;
  }
  return squares <= limit * limit * rows.length;
}

/** Column 0 as a sine of frequency 1; undefined if it is not one. @param {Sample} sample */
function sineOf({ rows, columns, values }) {
  const sineCosine = new Float64Array(2);
  let [ss, sc, cc, sx, cx, xx] = [0, 0, 0, 0, 0, 0];
  for (let r = 0; r < rows.length; r++) {
    const x = values[r * columns.length];
    if (x - x !== 0) continue;
    sineAndCosine(rows[r], sineCosine);
    const [s, c] = sineCosine;
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
  const residual = xx - a * sx - b * cx;
  if (!(residual < 0.01 * xx)) return undefined;
  return { amplitude: Math.sqrt(a * a + b * b), phase: arcTangent(b, a) };
}

/** The steps of the first known bases. @param {number} pairs @param {number} [count] */
const usualSteps = (pairs, count) =>
  knownBases
    .slice(0, count)
    .flatMap((base) => denominators(pairs).map((denominator) => logarithm(base) / denominator));

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
