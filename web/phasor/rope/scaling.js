// scaling.js: the frequencies of rotary embeddings, and the rules that stretch them.
import * as check from "../check.js";
import { Stage } from "../stage.js";
import { LONGEST, readScaling } from "./scaling_rules.js";

/** @import { Rotary } from "./scaling_rules.js" */

const LARGEST_WIDTH = 65536;
export const ropeOptions = ["base", "rotaryDim", "scaling", "length"];
/** What `ropeFromConfig` returns besides, so that its result can be handed on as it is. */
export const describingKeys = [
  "model",
  "layer",
  "layerTypes",
  "rotates",
  "positions",
  "dHead",
  "contextLength",
  "queryScaling",
  "softmaxFactor",
  "warnings",
  "ignored",
  "differences",
];
const frequencyOptions = [
  ...ropeOptions,
  ...describingKeys,
  ...["layout", "rotaryStart", "direction", "sections", "frequencies", "attentionFactor"],
];

/**
 * How frequencies are stretched over a longer context, with the parameter names of Hugging Face's
 * `config.json`. F is `factor`, L is `original_max_position_embeddings`, S is the option `length`.
 *
 * | type | frequency of pair i | needs | may have |
 * | --- | --- | --- | --- |
 * | default | ω_i | | |
 * | linear | ω_i/F | factor | |
 * | ntk | those of base·F^(r/(r−2)) | factor | |
 * | dynamic | as ntk, F becoming F·S/L − (F − 1) where S > L | factor, L | |
 * | yarn | ω_i and ω_i/F mixed by the pair's turns over L | factor, L | beta_fast = 32, beta_slow = 1, truncate = true, mscale, mscale_all_dim, attention_factor |
 * | longrope | ω_i/long_factor[i] where S > L, else ω_i/short_factor[i] | short_factor, long_factor, L, factor | attention_factor, short_mscale, long_mscale |
 * | llama3 | ω_i and ω_i/F mixed by the pair's turns over L | factor, L, low_freq_factor, high_freq_factor | |
 * | proportional | ω_i/F for the first ⌊p·d/2⌋ pairs, 0 for the others | | factor = 1, partial_rotary_factor p = 1 |
 *
 * @typedef {object} RopeScaling
 * @property {"default" | "linear" | "ntk" | "dynamic" | "yarn" | "longrope" | "llama3" | "proportional"} [type]
 * @property {string} [rope_type] the same, under its newer name
 * @property {number} [factor] F ≥ 1
 * @property {number} [original_max_position_embeddings] L, an integer
 * @property {number | null} [attention_factor] instead of the rule's own
 * @property {number | null} [beta_fast] pairs of more turns over L stay
 * @property {number | null} [beta_slow] pairs of fewer turns over L are divided by F
 * @property {boolean | null} [truncate] whether the pairs where that happens are rounded outwards
 * @property {number | null} [mscale] with mscale_all_dim, both above 0: the attention factor is
 *   the ratio of 0.1·mscale·ln F + 1 and 0.1·mscale_all_dim·ln F + 1
 * @property {number | null} [mscale_all_dim]
 * @property {ArrayLike<number>} [short_factor] (r/2) divisors
 * @property {ArrayLike<number>} [long_factor] (r/2) divisors
 * @property {number | null} [short_mscale] attention factor where S ≤ L
 * @property {number | null} [long_mscale] attention factor where S > L
 * @property {number} [low_freq_factor] turns over L below which a pair is divided by F
 * @property {number} [high_freq_factor] turns over L above which a pair stays
 * @property {number | null} [partial_rotary_factor] p, the part of the head that is rotated
 */

/**
 * @typedef {object} RopeOptions
 * @property {number} [base] above 1; 10000 by default
 * @property {number} [rotaryDim] r, how many features are rotated: even, at most dHead, which is
 *   the default
 * @property {RopeScaling | null | undefined} [scaling] none by default
 * @property {number | undefined} [length] S, the sequence's length in tokens, for the rules that
 *   depend on it (dynamic, longrope); L by default
 */

/**
 * The angular frequencies of a rotary embedding and the factor of its sines and cosines.
 *
 * Each frequency is within half an ulp (and a hair) of the rule's exact value for the parameters
 * as given.
 *
 * Sources: Su et al. 2021 (rotary embeddings), Chen et al. 2023 (linear), Peng et al. 2023 (ntk,
 * dynamic, yarn), Ding et al. 2024 (longrope), Grattafiori et al. 2024 (llama3).
 *
 * @param {number} dHead features of a head: 2 … 65536, even unless rotaryDim is given
 * @param {RopeOptions} [options]
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
  const given = check.options(where, options, frequencyOptions);
  const { frequencies, attentionFactor } = rotaryTurns(where, dHead, given);
  return { frequencies, attentionFactor };
}

/**
 * The same as the kernels want it.
 * @param {string} where the public function that was called
 * @param {number} dHead
 * @param {RopeOptions} options read
 * @param {string} [path] what messages call the scaling dictionary
 * @returns {{ turns: BigUint64Array<ArrayBuffer>, frequencies: Float64Array<ArrayBuffer>,
 *   attentionFactor: number, rotaryDim: number, base: number }}
 *   turns: as from phasor_turns, two a pair, padded to an even number of pairs
 */
export function rotaryTurns(where, dHead, options, path = "scaling") {
  const { base = 10000, rotaryDim = dHead, scaling, length } = options;
  check.integer(where, "dHead", dHead, 2, LARGEST_WIDTH);
  check.base(where, base);
  if (rotaryDim === dHead) check.even(where, "dHead", dHead, LARGEST_WIDTH);
  else check.even(where, "rotaryDim", rotaryDim, dHead);
  if (length !== undefined) check.integer(where, "length", length, 0, LONGEST);
  const pairs = rotaryDim / 2;
  const { rule, given } = readScaling(where, path, scaling, pairs);

  const stage = new Stage();
  const size = 2 * (pairs + (pairs % 2));
  const turns = stage.reserve(8 * size);
  const { kernels } = stage;
  /** @type {Rotary} */
  const rotary = {
    ...{ where, path, width: dHead, base, rotaryDim, pairs, length, kernels, turns },
    series: () => kernels.phasor_turns(turns, pairs, base, 2, rotaryDim),
    divide(divisors) {
      const list = stage.reserve(8 * pairs);
      stage.doubles(list, pairs).set(divisors);
      kernels.phasor_rope_divide(turns, list, pairs);
    },
    stop: (first) => stage.doubles(turns + 16 * first, 2 * (pairs - first)).fill(0),
  };
  const attentionFactor = rule.apply(rotary, given) ?? 1;
  const out = stage.reserve(8 * pairs);
  kernels.phasor_rope_frequencies(out, turns, pairs);
  const frequencies = stage.doubles(out, pairs).slice();
  return {
    turns: new BigUint64Array(stage.doubles(turns, size).slice().buffer),
    frequencies,
    attentionFactor,
    rotaryDim,
    base,
  };
}

/**
 * 0.1·mscale·ln F + 1, or 1 for F ≤ 1. Source: Peng et al. 2023, section 3.3.
 * @param {number} factor F @param {number} mscale
 */
export function yarnAttention(factor, mscale) {
  return new Stage().kernels.phasor_yarn_attention(factor, mscale);
}

/**
 * √(1 + ln F/ln L), or 1 for F ≤ 1. Source: Ding et al. 2024, as Phi-3 has it.
 * @param {number} factor F @param {number} original L, at least 2
 */
export function longropeAttention(factor, original) {
  return new Stage().kernels.phasor_longrope_attention(factor, original);
}
