// learned.support.js: for the tests of LearnedPositionalEncoding: tables of noise.
import { LearnedPositionalEncoding } from "phasor";
import { noise } from "./helpers.js";

/** @typedef {"float32" | "float64"} Dtype */

/** An encoding whose table holds noise. @param {Dtype} dtype @param {number} maxLength
 * @param {number} d */
export function noisy(dtype, maxLength, d) {
  const pe = new LearnedPositionalEncoding(maxLength, d, { dtype });
  pe.table.set(noise(dtype, maxLength * d, 99));
  return /** @type {any} */ (pe); // the dtype varies here
}
