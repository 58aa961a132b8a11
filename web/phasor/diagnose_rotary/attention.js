// attention.js: compares the attention factor of a rotation with the attention factor of its rule.
import { few, note, problem } from "../diagnose/messages.js";
import { scalingInWords } from "./describe.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

/** Smallest difference that counts if entries have 32 bits. */
const SEEN = 4e-3;

/** @param {{ roundoff: number }} found @param {number} is @param {number} wanted */
export const differsBy = ({ roundoff }, is, wanted) =>
  Math.abs(is - wanted) > Math.max(SEEN, 1.3 * roundoff * wanted);

/**
 * @param {number} is @param {number} wanted @param {RopeScaling | null} scaling
 * @returns {Finding}
 */
export function attentionFinding(is, wanted, scaling) {
  const near = (/** @type {number} */ value) => Math.abs(is - value) <= 2 * SEEN;
  if (near(1) && wanted !== 1) {
    return problem(
      "missing-attention-factor",
      `The attention factor ${few(wanted)} of ${scalingInWords(scaling)} is missing: multiply cosines and sines by it.`,
    );
  }
  if (near(wanted * wanted)) {
    return problem(
      "squared-attention-factor",
      `The attention factor is ${few(is)}, the square of ${few(wanted)}: it was applied twice.`,
    );
  }
  return problem(
    "other-attention-factor",
    `The attention factor is ${few(is)}, not ${few(wanted)}: divide cosines and sines by ${few(is / wanted)}.`,
  );
}

/**
 * The finding if no expectation is given: a factor of 1 may then be intended.
 * @param {number} is @param {number} wanted @param {RopeScaling | null} scaling
 * @returns {Finding}
 */
export function attentionNote(is, wanted, scaling) {
  const found = attentionFinding(is, wanted, scaling);
  if (found.code !== "missing-attention-factor") return found;
  const message = `The attention factor is 1; that of ${scalingInWords(scaling)} is ${few(wanted)}, unless the configuration sets its own, as DeepSeek's does.`;
  return note(found.code, message);
}
