// scaling.js: the frequencies of rotary embeddings, and the rules that scale them.

import * as check from "../check.js";
import { scalingKernels } from "../kernels/scaling.js";
import { Workspace } from "../workspace.js";
import { rotaryFrequencies } from "./increments.js";

/** @import { RotaryOptions } from "./options.js" */
/** @import { Sections } from "./sections.js" */

/** @typedef {import("./scaling_rules.js").RopeScaling} RopeScaling */

export { rotaryFrequencies };

export const ropeOptions = /** @type {const} */ ([
  ...["base", "rotaryDim", "scaling", "length"],
  ...["frequencies", "attentionFactor", "sections"],
]);
/**
 * The other keys that `ropeFromConfig` returns; they are accepted, so that its result can be passed
 * on as it is.
 */
export const describingKeys = /** @type {const} */ ([
  "model",
  "part",
  "parts",
  "layer",
  "layerTypes",
  "rotates",
  "positions",
  "dHead",
  "contextLength",
  "queryScaling",
  "softmaxFactor",
  "axes",
  "firstPosition",
  "explicit",
  "lengthDependent",
  "warnings",
  "ignored",
  "differences",
]);
/** @typedef {{ [name in Exclude<typeof describingKeys[number], keyof RotaryOptions | "rotates">]?: any }} Describing */

/**
 * The options that determine the frequencies. The result of `ropeFromConfig` has the frequencies
 * twice: as base and scaling, and as a list. Then the two must agree (to 1e-12, relative), and the
 * rule is used, which is exact.
 *
 * @typedef {object} RopeOptions
 * @property {number | undefined} [base] above 1; 10000 by default
 * @property {number | undefined} [rotaryDim] r, how many features are rotated: even, at most dHead,
 *   which is the default; 0 for a layer that does not rotate
 * @property {RopeScaling | null | undefined} [scaling] none by default
 * @property {number | undefined} [length] S, the sequence's length in tokens, for the rules that
 *   depend on it (dynamic, longrope); L by default
 * @property {ArrayLike<number> | undefined} [frequencies] (r/2) in radians per position, each within
 *   ±2^64, instead of base, scaling and length; taken as the exact numbers that they are
 * @property {number | undefined} [attentionFactor] of sines and cosines, instead of the rule's own
 * @property {Sections | readonly number[] | undefined} [sections] the pairs of several axes; by
 *   default one axis
 * @property {boolean | undefined} [rotates] false is the same as rotaryDim 0
 */

/**
 * The angular frequencies of a rotary embedding and the factor of its sines and cosines.
 *
 * Each frequency is the double nearest to the rule's exact value for the parameters as given, or
 * one of the two nearest if the value is almost halfway between them.
 *
 * Sources: Su et al. 2021 (rotary embeddings), Chen et al. 2023 (linear), Peng et al. 2023 (ntk,
 * dynamic, yarn), Ding et al. 2024 (longrope), Grattafiori et al. 2024 (llama3).
 *
 * @param {number} dHead features of a head: 2 … 65536, even unless rotaryDim is given
 * @param {RopeOptions} [options] other keys that `ropeFromConfig` returns are accepted and have no
 *   effect
 * @returns {{ frequencies: Float64Array<ArrayBuffer>, attentionFactor: number }}
 *   frequencies: (rotaryDim/2), in radians per position; attentionFactor: multiplies sines and
 *   cosines, 1 for most rules
 * @throws {TypeError | RangeError} naming the parameter, also when one is missing
 *
 * @example
 * ropeFrequencies(128, { base: 500000, scaling: { type: "linear", factor: 8 } });
 */
export function ropeFrequencies(dHead, options) {
  const where = "phasor.ropeFrequencies";
  const names = /** @type {const} */ ([
    ...ropeOptions,
    ...describingKeys,
    ...["layout", "rotaryStart", "direction"],
  ]);
  /** @type {(RopeOptions & RotaryOptions & Describing) | undefined} */
  const described = options;
  const checked = check.options(where, described, names);
  const { frequencies, attentionFactor } = rotaryFrequencies(where, dHead, checked);
  return { frequencies, attentionFactor };
}

/**
 * 0.1·mscale·ln F + 1, or 1 for F ≤ 1. Source: Peng et al. 2023, section 3.3.
 * @param {number} factor F @param {number} mscale
 */
export function yarnAttention(factor, mscale) {
  return new Workspace().use(scalingKernels).phasor_yarn_attention(factor, mscale);
}

/**
 * √(1 + ln F/ln L), or 1 for F ≤ 1. Source: Ding et al. 2024, as in Phi-3.
 * @param {number} factor F @param {number} original L, at least 2
 */
export function longropeAttention(factor, original) {
  return new Workspace().use(scalingKernels).phasor_longrope_attention(factor, original);
}
