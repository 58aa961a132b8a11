// expected.js: the rule and the axes that are expected.
import { ropeFrequencies } from "../rope/scaling.js";
import { readSections } from "../rope/sections.js";

/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { Rule } from "./rules.js" */

/** What messages of errors begin with. */
export const where = "phasor.diagnoseRotary";

/** @param {ExpectedRotary} expect whose dHead is set */
export function sizesOf(expect) {
  const dHead = /** @type {number} */ (expect.dHead);
  return { dHead, rotaryDim: expect.rotates === false ? 0 : (expect.rotaryDim ?? dHead) };
}

/** Whether a list of frequencies is expected, not a rule.
 * @param {ExpectedRotary | undefined} expect */
export const isList = (expect) => expect?.frequencies !== undefined && expect.base === undefined;

/**
 * The expected rule for a number of pairs; undefined if there is none.
 * @param {ExpectedRotary} expect @param {number} pairs @returns {Rule | undefined}
 */
export function expectedRule(expect, pairs) {
  const { dHead, rotaryDim } = sizesOf(expect);
  const { base = 10000, scaling = null, length, frequencies, attentionFactor } = expect;
  const whole = 2 * pairs === rotaryDim;
  // A list of frequencies counts if no base is given, or if it has the right length.
  const listed = frequencies && (whole || expect.base === undefined) ? frequencies : undefined;
  const ruled = listed ? { base: expect.base, scaling: expect.scaling } : { base, scaling };
  try {
    const made = ropeFrequencies(whole ? dHead : 2 * pairs, {
      ...ruled,
      ...{ length, frequencies: listed, attentionFactor },
      ...{ sections: whole ? expect.sections : undefined, rotaryDim: 2 * pairs },
    });
    return { base, scaling, ...made, step: 1, as: "expected" };
  } catch (error) {
    // A list has another length.
    if (!(error instanceof RangeError || error instanceof TypeError) || whole) throw error;
    return undefined;
  }
}

/** The axis of each pair. @param {ExpectedRotary} expect @param {number} pairs */
export function axesExpected(expect, pairs) {
  const { groups, order } = readSections(where, expect.sections, pairs);
  const axes = new Int32Array(pairs);
  for (const { axis, first, pairs: count } of groups) {
    for (let j = first; j < first + count; j++) axes[order ? order[j] : j] = axis;
  }
  return axes;
}
