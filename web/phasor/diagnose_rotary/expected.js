// expected.js: the rule that is expected, and the rules that result from typical porting mistakes.
import { ropeFrequencies } from "../rope/scaling.js";
import { readSections } from "../rope/sections.js";

/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */
/** @import { Rule } from "./rules.js" */

/** Bases that are easily confused. */
const BASES = [10000, 500000, 1e6, 5e6, 1e7, 160000, 150000, 50000];

/** @param {ExpectedRotary} expect */
export function sizesOf(expect) {
  const dHead = expect.dHead ?? expect.rotaryDim ?? 2;
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

/**
 * The expected rule without its scaling, with it applied twice and for other lengths, then the same
 * with other bases.
 * @param {ExpectedRotary} expect @param {number} pairs @param {Rule} expected @returns {Rule[]}
 */
export function relatedRules(expect, pairs, expected) {
  const { scaling, base } = expected;
  /** @type {Rule[]} */
  const list = [];
  if (!scaling || (scaling.type ?? scaling.rope_type) === "default") return list;
  const others = BASES.filter((each) => each !== base);
  for (const each of [base, ...others]) {
    const asked = { ...expect, base: each, frequencies: undefined };
    const scaled = each === base ? expected : expectedRule(asked, pairs);
    const none = { scaling: null, length: undefined, attentionFactor: undefined };
    const bare = expectedRule({ ...asked, ...none }, pairs);
    if (!scaled || !bare) continue;
    const twice = scaled.frequencies.map((w, i) => {
      return bare.frequencies[i] > 0 ? (w * w) / bare.frequencies[i] : w;
    });
    if (each !== base) list.push({ ...scaled, as: undefined });
    else list.push(...otherScalings(asked, pairs));
    list.push({ ...bare, as: "missing" });
    list.push({ ...scaled, frequencies: twice, as: "twice" });
    const length = scaling.original_max_position_embeddings;
    if (length === undefined) continue;
    for (const other of [length, 2 * length, 4 * length]) {
      const made = expectedRule({ ...asked, length: other }, pairs);
      if (made) list.push({ ...made, as: "other-length" });
    }
  }
  return list;
}

const FACTORS = [2, 4, 8, 16, 32, 64];
const TYPES = ["linear", "ntk", "yarn", "llama3"];

/** The same scaling by other factors, and other scalings by the same factor.
 * @param {ExpectedRotary} expect
 * @param {number} pairs @returns {Rule[]} */
function otherScalings(expect, pairs) {
  const { scaling } = expect;
  const type = scaling?.type ?? scaling?.rope_type;
  const factor = scaling?.factor;
  if (factor === undefined || !TYPES.includes(type ?? "")) return [];
  const own = scaling?.original_max_position_embeddings;
  const lengths = new Set([...(own === undefined ? [] : [own]), 8192, 4096]);
  /** @type {RopeScaling[]} */
  const all = [
    { type: "linear", factor },
    { type: "ntk", factor },
  ];
  for (const original_max_position_embeddings of lengths) {
    const length = { factor, original_max_position_embeddings };
    all.push({ type: "yarn", ...length });
    all.push({ type: "llama3", ...length, low_freq_factor: 1, high_freq_factor: 4 });
  }
  const others = all.filter((each) => each.type !== type);
  const factors = FACTORS.filter((each) => each !== factor);
  const otherFactors = factors.map((each) => {
    return /** @type {RopeScaling} */ ({ ...scaling, factor: each });
  });
  const scalings = [...otherFactors, ...others];
  return scalings.flatMap((each) => {
    const made = expectedRule({ ...expect, scaling: each, attentionFactor: undefined }, pairs);
    return made ? [{ ...made, as: undefined }] : [];
  });
}

/** The axis of each pair. @param {string} where @param {ExpectedRotary} expect @param {number} pairs */
export function axesExpected(where, expect, pairs) {
  const { groups, order } = readSections(where, expect.sections, pairs);
  const axes = new Int32Array(pairs);
  for (const { axis, first, pairs: count } of groups) {
    for (let j = first; j < first + count; j++) axes[order ? order[j] : j] = axis;
  }
  return axes;
}
