// scaling_rules.js: the rules that scale the frequencies of rotary embeddings, one by one, and the check of their
// parameters.
import * as check from "../check.js";

/** @import { Kernels } from "../memory.js" */

/** The kernels take lengths as 32-bit integers. */
export const LONGEST = 2 ** 32 - 1;
/** The largest divisor of a frequency. */
export const LARGEST_FACTOR = 2 ** 31 - 1;
const MIN_DIVISOR = 1e-4;
/** Turns of YaRN's ramp. */
const [BETA_FAST, BETA_SLOW] = [32, 1];

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
 * The head whose frequencies a rule scales.
 * @typedef {object} ScaledHead
 * @property {string} where the public function that was called
 * @property {string} path the name of the dictionary in messages
 * @property {number} width dHead
 * @property {number} base
 * @property {number} rotaryDim
 * @property {number | undefined} length S
 */
/**
 * Where a rule leaves its frequencies: addresses of increments and whole cycles.
 * @typedef {{ increments: number, cycles: number, pairs: number, copy: (list: ArrayLike<number>) => number }} Target
 */
/**
 * The parameters of a rule, after checking; those that it does not need may be missing.
 * @typedef {{ [Name in keyof ScalingParameters]-?: NonNullable<ScalingParameters[Name]> }} RuleParameters
 */
/**
 * A rule, whose kernel is phasor_rope_ and its name. Kernels take increments, pairs, base and the arguments here.
 * @typedef {object} Rule
 * @property {(keyof RuleParameters)[]} needs
 * @property {(keyof RuleParameters)[]} [takes]
 * @property {(head: ScaledHead, values: RuleParameters) => void} [check] refuses what the rule is not defined for
 * @property {(values: RuleParameters, length: number | undefined, room: Target) => number[]} [args]
 */

/** @satisfies {Record<string, Rule>} */
const rules = {
  default: { needs: [] },
  linear: { needs: ["factor"], args: ({ factor }) => [factor] },
  ntk: {
    needs: ["factor"],
    check: (head) => requireTwoPairs(head, "ntk"),
    args: ({ factor }) => [factor],
  },
  dynamic: {
    needs: ["factor", "original_max_position_embeddings"],
    check(head, { factor, original_max_position_embeddings: original }) {
      const { where, path, length = original } = head;
      requireTwoPairs(head, "dynamic");
      if (factor * (length / original) <= LARGEST_FACTOR) return;
      const max = Math.floor((LARGEST_FACTOR / factor) * original);
      const limits = `at most ${max} with ${path}.factor ${factor}`;
      check.fail(RangeError, where, "length", limits, length);
    },
    args: ({ factor, original_max_position_embeddings: original }, length = original) => [
      factor,
      original,
      length,
    ],
  },
  yarn: {
    needs: ["factor", "original_max_position_embeddings"],
    takes: ["attention_factor", "beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim"],
    check({ where, path }, { beta_fast = BETA_FAST, beta_slow = BETA_SLOW }) {
      if (beta_slow <= beta_fast) return;
      const limits = `at most beta_fast ${beta_fast}`;
      check.fail(RangeError, where, `${path}.beta_slow`, limits, beta_slow);
    },
    args: (values) => [
      ...[values.factor, values.original_max_position_embeddings],
      ...[values.beta_fast ?? BETA_FAST, values.beta_slow ?? BETA_SLOW],
      ...[Number(values.truncate ?? true), values.mscale ?? 0, values.mscale_all_dim ?? 0],
    ],
  },
  longrope: {
    needs: ["short_factor", "long_factor", "original_max_position_embeddings"],
    takes: ["factor", "attention_factor", "short_mscale", "long_mscale"],
    check(head, values) {
      if (statedFactor(head, values) !== undefined) return;
      const { where, path } = head;
      const name = `${path}.factor (or attention_factor, for type "longrope")`;
      number(1, LARGEST_FACTOR)(where, name, values.factor);
      const original = values.original_max_position_embeddings;
      check.integer(where, `${path}.original_max_position_embeddings`, original, 2, LONGEST);
    },
    args: (values, length = 0, { copy, cycles }) => [
      ...[values.factor ?? 1, values.original_max_position_embeddings, length],
      ...[copy(values.short_factor), copy(values.long_factor), cycles],
    ],
  },
  llama3: {
    needs: ["factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor"],
    check({ where, path }, { low_freq_factor: low, high_freq_factor: high }) {
      if (low <= high) return;
      const limits = `at least low_freq_factor ${low}`;
      check.fail(RangeError, where, `${path}.high_freq_factor`, limits, high);
    },
    args: (values) => [
      ...[values.factor, values.original_max_position_embeddings],
      ...[values.low_freq_factor, values.high_freq_factor],
    ],
  },
  proportional: {
    needs: [],
    takes: ["factor", "partial_rotary_factor"],
    check({ where, path, width, rotaryDim }) {
      if (rotaryDim === width) return;
      const limits = `dHead ${width} with type "proportional" (see ${path}.partial_rotary_factor)`;
      check.fail(RangeError, where, "rotaryDim", limits, rotaryDim);
    },
    args: ({ factor = 1, partial_rotary_factor = 1 }) => [factor, partial_rotary_factor],
  },
};

/**
 * Writes the frequencies of a rule and returns the attention factor.
 * @param {Kernels<string>} kernels @param {Target} to @param {ScaledHead} head @param {Scaling} scaling
 */
export function applyRule(kernels, to, head, { type, values }) {
  /** @type {Rule} */
  const { check: checkRule, args } = rules[type];
  checkRule?.(head, values);
  const extra = args?.(values, head.length, to) ?? [];
  const factor = kernels[`phasor_rope_${type}`](to.increments, to.pairs, head.base, ...extra);
  return statedFactor(head, values) ?? factor;
}

/** The attention factor that parameters state. @param {ScaledHead} head @param {RuleParameters} values */
function statedFactor({ length = 0 }, values) {
  const { attention_factor, short_mscale, long_mscale } = values;
  const long = length > values.original_max_position_embeddings;
  return (long ? long_mscale : short_mscale) ?? attention_factor;
}

/** @typedef {keyof typeof rules} RopeType */

export const ropeTypes = /** @type {RopeType[]} */ (Object.keys(rules));

/** The names of a rule's parameters. @param {RopeType} type @returns {string[]} */
export function ropeParameters(type) {
  /** @type {Rule} */
  const { needs, takes = [] } = rules[type];
  return [...needs, ...takes];
}

/** Base·F^(r/(r − 2)) is undefined for r = 2. @param {ScaledHead} head @param {string} type */
function requireTwoPairs({ where, path, rotaryDim }, type) {
  if (rotaryDim >= 4) return;
  check.fail(RangeError, where, "rotaryDim", `at least 4 for ${path}.type "${type}"`, rotaryDim);
}

// ---- their parameters ----

/** @typedef {(where: string, name: string, value: unknown, pairs?: number) => unknown} Check */

/** @param {number} min @param {number} max @returns {Check} */
const number = (min, max) => (where, name, value) => check.number(where, name, value, min, max);

/** @type {Check} */
function context(where, name, value) {
  return check.integer(where, name, value, 1, LONGEST);
}

/** @type {Check} */
function divisors(where, name, value, pairs) {
  const list = check.numbers(where, name, value);
  if (list.length !== pairs) {
    check.fail(RangeError, where, `${name}.length`, `rotaryDim/2 = ${pairs}`, list.length);
  }
  return Float64Array.from(list, (_, i) =>
    check.number(where, `${name}[${i}]`, list[i], MIN_DIVISOR, LARGEST_FACTOR),
  );
}

/** @satisfies {Record<keyof RuleParameters, Check>} */
const parameters = {
  factor: number(1, LARGEST_FACTOR),
  original_max_position_embeddings: context,
  attention_factor: number(1e-6, 1e6),
  beta_fast: number(1e-9, 1e9),
  beta_slow: number(1e-9, 1e9),
  truncate: check.boolean,
  mscale: number(0, 1e6),
  mscale_all_dim: number(0, 1e6),
  short_factor: divisors,
  long_factor: divisors,
  short_mscale: number(1e-6, 1e6),
  long_mscale: number(1e-6, 1e6),
  low_freq_factor: number(0, LARGEST_FACTOR),
  high_freq_factor: number(0, LARGEST_FACTOR),
  partial_rotary_factor: number(0, 1),
};

/** @typedef {{ type: RopeType, values: RuleParameters }} Scaling */
/**
 * The rule that a dictionary names, and its parameters.
 * @param {string} where @param {string} path the name of the dictionary in messages
 * @param {RopeScaling | null | undefined} scaling @param {number} pairs
 * @returns {Scaling}
 */
export function readScaling(where, path, scaling, pairs) {
  const values = /** @type {RuleParameters} */ ({});
  if (scaling === undefined || scaling === null) return { type: "default", values };
  const names = /** @type {(keyof RopeScaling)[]} */ ([
    ...["type", "rope_type"],
    ...Object.keys(parameters),
  ]);
  const {
    type: name,
    rope_type: alias,
    ...parameterValues
  } = check.options(where, scaling, names, path);
  const key = name == null && alias != null ? "rope_type" : "type";
  const type = check.oneOf(where, `${path}.${key}`, name ?? alias, ropeTypes);
  if (alias != null && alias !== type) {
    check.fail(RangeError, where, `${path}.rope_type`, `"${type}" as type is`, alias);
  }
  /** @type {Rule} */
  const rule = rules[type];
  const parameterNames = ropeParameters(type);
  for (const [name, value] of Object.entries(parameterValues)) {
    if (value === null) continue;
    const parameter = /** @type {keyof RuleParameters} */ (name);
    if (!parameterNames.includes(name)) {
      const allowed = `left out, as type "${type}" has no such parameter`;
      check.fail(RangeError, where, `${path}.${name}`, allowed, value);
    }
    const read = parameters[parameter](where, `${path}.${name}`, value, pairs);
    Object.assign(values, { [parameter]: read });
  }
  for (const name of rule.needs) {
    if (values[name] !== undefined) continue;
    parameters[name](where, `${path}.${name} (type "${type}" needs it)`, undefined, pairs);
  }
  return { type, values };
}
