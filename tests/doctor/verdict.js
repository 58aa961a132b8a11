// verdict.js: what diagnoseRotary says about a generated rotation, and whether that is right.
import { diagnoseRotary } from "phasor";
import { problemsOf } from "../phasor/findings.js";
import { rotationAt } from "./rotations.js";

/** @param {number} n @param {number} seed */
export function verdictOn(n, seed) {
  const made = rotationAt(n, seed);
  if (made.skipped) return { made, failure: undefined, codes: [] };
  const { data, shape, options, wrong, words } = made;
  const diagnosis = diagnoseRotary(/** @type {any} */ (data), shape, /** @type {any} */ (options));
  const { max, limit } = diagnosis.residual ?? { max: Number.NaN, limit: Number.NaN };
  const codes = problemsOf(diagnosis);
  const said = codes.length > 0;
  let failure;
  if (said !== wrong)
    failure = `${wrong ? "missed" : `false ${codes.join()}`} (${max} of ${limit})`;
  else if (said !== max > limit)
    failure = `${max} of ${limit} does not agree with "${codes.join()}"`;
  return { made, failure: failure && `${failure} in ${words}`, codes };
}
