// frequencies.js: the geometric series behind every table.
import * as check from "./check.js";
import { frequenciesKernels } from "./kernels/frequencies.js";
import { outputAt, Workspace } from "./workspace.js";

/**
 * The angular frequencies of the pairs, ω_i = base^(-2i/dModel) in radians per position.
 *
 * Source: Vaswani et al. 2017, section 3.5. Each is the double nearest to the exact value, or one of the
 * two nearest if the exact value is almost halfway between them.
 *
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (dModel/2)
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * frequencies(4); // Float64Array [1, 0.01]
 */
export function frequencies(dModel, options) {
  return series("phasor.frequencies", "phasor_frequencies", dModel, options);
}

/**
 * The wavelengths of the pairs, 2π/ω_i, in positions: from 2π up to nearly 2π·base.
 *
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (dModel/2)
 * @throws {TypeError | RangeError} naming the argument
 */
export function wavelengths(dModel, options) {
  return series("phasor.wavelengths", "phasor_wavelengths", dModel, options);
}

/**
 * @param {string} where @param {"phasor_frequencies" | "phasor_wavelengths"} kernel @param {number} dModel
 * @param {{ base?: number | undefined }} [options]
 */
function series(where, kernel, dModel, options) {
  const { base = 10000 } = check.options(where, options, ["base"]);
  check.dModel(where, dModel);
  check.base(where, base);
  const out = new Float64Array(dModel / 2);
  const workspace = new Workspace(out);
  workspace
    .use(frequenciesKernels)
    [kernel](outputAt(workspace, out, 0, out.length), out.length, base, 2, dModel);
  workspace.flush();
  return out;
}
