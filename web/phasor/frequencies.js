// frequencies.js: the geometric series behind every table. Those of the last table are kept in memory.
import * as check from "./check.js";
import { frequenciesKernels } from "./kernels/frequencies.js";
import { sinusoidalKernels } from "./kernels/sinusoidal.js";
import { INCREMENTS_AT, OFFSETS_AT } from "./memory.js";
import { outputAt, Workspace } from "./workspace.js";

/** @import { Memory } from "./memory.js" */

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

/**
 * A geometric series of frequencies: that of pair i is base^(-i·numerator/denominator). With a
 * shift other than 0, numerator is 1, and the frequency is base^(-i/(denominator − shift)).
 * @typedef {{ base: number, numerator: number, denominator: number, shift?: number,
 *   pairs: number }} Series
 */

/**
 * A pointer to the frequencies of a series, as `phasor_increments` writes them.
 * @param {Memory} memory @param {Series} series
 */
export function incrementsOf(memory, { base, numerator, denominator, shift = 0, pairs }) {
  const { last } = memory;
  const at = memory.start + INCREMENTS_AT;
  if (
    last.pairs !== pairs ||
    last.base !== base ||
    last.numerator !== numerator ||
    last.denominator !== denominator ||
    last.shift !== shift
  ) {
    memory.last = { base, numerator, denominator, shift, pairs, strip: -1 };
    const kernels = memory.use(sinusoidalKernels);
    if (shift === 0) kernels.phasor_increments(at, pairs, base, numerator, denominator);
    else kernels.phasor_increments_shifted(at, pairs, base, denominator, shift);
  }
  return at;
}

/**
 * A pointer to the offset table of some pairs of the series that `incrementsOf` was called for last.
 * @param {Memory} memory
 * @param {number} first a multiple of STRIP_PAIRS @param {number} pairs at most STRIP_PAIRS
 */
export function offsetsOf(memory, first, pairs) {
  const at = memory.start + OFFSETS_AT;
  if (memory.last.strip !== first) {
    const increments = memory.start + INCREMENTS_AT + 16 * first;
    memory.use(sinusoidalKernels).phasor_offsets(at, increments, pairs);
    memory.last.strip = first;
  }
  return at;
}
