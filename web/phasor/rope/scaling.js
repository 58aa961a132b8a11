// scaling.js: the frequencies of rotary embeddings, and the rules that scale them.

import * as check from "../check.js";
import { scalingKernels } from "../kernels/scaling.js";
import { Workspace } from "../workspace.js";
import { rotaryFrequencies } from "./increments.js";

/** @import { RotaryOptions } from "./options.js" */
/** @import { Sections } from "./sections.js" */

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
 * How frequencies are scaled for a longer context, with the parameter names of Hugging Face's
 * `config.json`. F is `factor`, L is `original_max_position_embeddings`, S is the option `length`.
 *
 * | type | frequency of pair i | needs | may have |
 * | --- | --- | --- | --- |
 * | default | ω_i | | |
 * | linear | ω_i/F | factor | |
 * | ntk | those of base·F^(r/(r−2)) | factor | |
 * | dynamic | as ntk, F becoming F·S/L − (F − 1) where S > L | factor, L | |
 * | yarn | ω_i and ω_i/F mixed by a ramp over i, between the pairs of beta_fast and beta_slow turns over L | factor, L | beta_fast = 32, beta_slow = 1, truncate = true, mscale, mscale_all_dim, attention_factor |
 * | longrope | ω_i/long_factor[i] where S > L, else ω_i/short_factor[i] | short_factor, long_factor, L; factor without an attention factor | attention_factor, short_mscale, long_mscale |
 * | llama3 | ω_i and ω_i/F mixed by the pair's turns over L | factor, L, low_freq_factor, high_freq_factor | |
 * | proportional | ω_i/F for the first ⌊p·dHead/2⌋ pairs, 0 for the others | | factor = 1, partial_rotary_factor p = 1 |
 *
 * @typedef {object} ScalingParameters
 * @property {number | undefined} [factor] F ≥ 1
 * @property {number | undefined} [original_max_position_embeddings] L, an integer
 * @property {number | null | undefined} [attention_factor] instead of the rule's own
 * @property {number | null | undefined} [beta_fast] pairs with more turns over L do not change
 * @property {number | null | undefined} [beta_slow] pairs with fewer turns over L are divided by F
 * @property {boolean | null | undefined} [truncate] whether the pairs where that happens are rounded outwards
 * @property {number | null | undefined} [mscale] with mscale_all_dim, both above 0: the attention factor is
 *   the ratio of 0.1·mscale·ln F + 1 and 0.1·mscale_all_dim·ln F + 1
 * @property {number | null | undefined} [mscale_all_dim]
 * @property {ArrayLike<number> | undefined} [short_factor] (r/2) divisors
 * @property {ArrayLike<number> | undefined} [long_factor] (r/2) divisors
 * @property {number | null | undefined} [short_mscale] attention factor where S ≤ L
 * @property {number | null | undefined} [long_mscale] attention factor where S > L
 * @property {number | undefined} [low_freq_factor] turns over L below which a pair is divided by F
 * @property {number | undefined} [high_freq_factor] turns over L above which a pair does not change
 * @property {number | null | undefined} [partial_rotary_factor] p, the part of the head that is rotated
 */
/**
 * A rule's name, under `type` or its newer key `rope_type`.
 * @template {string} Name
 * @typedef {{ type: Name, rope_type?: Name | undefined } | { type?: undefined, rope_type: Name }} RuleName
 */
/**
 * @template {keyof ScalingParameters} Name
 * @typedef {{ [Key in Name]: NonNullable<ScalingParameters[Key]> }} Needed
 */
/**
 * A rule of `ScalingParameters`, with all parameters that it needs.
 * @typedef {ScalingParameters & (
 *   | RuleName<"default" | "proportional">
 *   | RuleName<"linear" | "ntk"> & Needed<"factor">
 *   | RuleName<"dynamic" | "yarn"> & Needed<"factor" | "original_max_position_embeddings">
 *   | RuleName<"longrope"> & Needed<"short_factor" | "long_factor" | "original_max_position_embeddings">
 *   | RuleName<"llama3"> & Needed<"factor" | "original_max_position_embeddings" | "low_freq_factor" | "high_freq_factor">
 * )} RopeScaling
 */

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
