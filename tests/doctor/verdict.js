// verdict.js: what diagnoseRotary says about a generated rotation, and whether that is right.
import { diagnoseRotary } from "phasor";
import { problemsOf } from "../phasor/findings.js";
import { rotationAt } from "./rotations.js";

/** @param {number} n @param {number} seed */
export function verdictOn(n, seed) {
  const sample = rotationAt(n, seed);
  if (sample.skipped) return { sample, failure: undefined, codes: [] };
  const { data, shape, options, wrong, words } = sample;
  const diagnosis = diagnoseRotary(/** @type {any} */ (data), shape, /** @type {any} */ (options));
  const { max, limit } = diagnosis.residual ?? { max: Number.NaN, limit: Number.NaN };
  const codes = problemsOf(diagnosis);
  const hasProblems = codes.length > 0;
  let failure;
  if (hasProblems !== wrong)
    failure = `${wrong ? "missed" : `false ${codes.join()}`} (${max} of ${limit})`;
  else if (hasProblems !== max > limit)
    failure = `${max} of ${limit} does not agree with "${codes.join()}"`;
  return { sample, failure: failure && `${failure} in ${words}`, codes };
}
