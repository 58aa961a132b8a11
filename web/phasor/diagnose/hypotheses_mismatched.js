// hypotheses_mismatched.js: models of tables in which sine and cosine of a pair have different frequencies.
import { arcTangent, logarithm, sineAndCosine } from "../elementary.js";
import { denominators, knownBases, startsNear } from "./candidates.js";
import { residuals, sampleOf, somePairs, someRows } from "./fit.js";
import { exponents, isCosine, orders, wrongForms } from "./model.js";
import { wrap } from "./observe_rotations.js";

/** @import { Fit, Sample } from "./fit.js" */
/** @import { Form, Model } from "./model.js" */
/** @import { Consider } from "./hypotheses.js" */
/** @import { Statistics } from "./observe.js" */

/**
 * Considers models in which sine and cosine of a pair have different frequencies. The columns of
 * such a pair give no angle, so all reasonable steps are tried, known bases first.
 * @param {Statistics} statistics @param {Sample} whole @param {Consider} consider
 * @param {readonly Model["order"][]} [among] @param {Form[]} [forms]
 */
export function mismatched(statistics, whole, consider, among = orders, forms = wrongForms) {
  const { all } = whole;
  const first = sineOf(whole);
  const rows = someRows(whole.rows, whole.rows.length, 16);
  const sample = sampleOf(statistics, whole.layout, rows, someApart(all));
  if (!first || (all === 1 && sample.layout !== "interleaved")) return;
  for (const order of among) {
    const phase = isCosine(order, 0) ? wrap(first.phase - Math.PI / 2) : first.phase;
    const starts = [...startsNear(phase), phase];
    for (const form of forms) {
      // For a single pair, some wrong forms are the same as the correct one.
      const alike = exponents[form](0, 1, all) === exponents[form](0, 0, all);
      if (all === 1 && form !== "paired" && alike) continue;
      /** @type {Fit[]} */
      const close = [];
      /** @param {number} step @param {number} start @param {number} limit */
      const tryStep = (step, start, limit) => {
        /** @type {Model} */
        const model = {
          layout: sample.layout,
          order,
          form,
          step,
          start,
          rate: 1,
          amplitude: first.amplitude,
        };
        const fit = residuals(sample, model, limit * first.amplitude);
        if (fit.rms < Infinity) close.push(fit);
      };
      for (const start of starts) {
        for (const base of knownBases) {
          for (const denominator of denominators(all)) {
            const step = logarithm(base) / denominator;
            tryStep(step, start, 0.3);
            tryStep(-step, start, 0.03);
          }
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

/** Column 0 as a sine of frequency 1; undefined if it is not one. @param {Sample} sample */
function sineOf({ rows, values }) {
  const both = new Float64Array(2);
  let [ss, sc, cc, sx, cx, xx] = [0, 0, 0, 0, 0, 0];
  for (let r = 0; r < rows.length; r++) {
    const x = values[0][r];
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
