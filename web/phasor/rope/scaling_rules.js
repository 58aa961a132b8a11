// scaling_rules.js: the rules of scaling.js, one by one, and the check of their parameters.
import * as check from "../check.js";

/** @import { Kernels } from "../memory.js" */
/** @import { RopeScaling } from "./scaling.js" */

/** The kernels take lengths as 32-bit integers. */
export const LONGEST = 2 ** 32 - 1;
/** The largest divisor of a frequency. */
const LARGEST_FACTOR = 2 ** 31 - 1;
const MIN_DIVISOR = 1e-4;

/**
 * What a rule works with.
 * @typedef {object} Rotary
 * @property {string} where
 * @property {string} path
 * @property {number} width dHead
 * @property {number} base
 * @property {number} rotaryDim
 * @property {number} pairs
 * @property {number | undefined} length S
 * @property {Kernels<string>} kernels
 * @property {number} increments pointer; the rule leaves the phase increments there
 * @property {() => void} series writes the unscaled increments
 * @property {(divisors: ArrayLike<number>) => void} divide divides the increments
 * @property {(first: number) => void} stop makes the increments zero from a pair on
 */
/**
 * The parameters of a rule, after checking; those that it does not need may be missing.
 * @typedef {object} Given
 * @property {number} factor
 * @property {number} original_max_position_embeddings
 * @property {number} [attention_factor]
 * @property {number} [beta_fast]
 * @property {number} [beta_slow]
 * @property {boolean} [truncate]
 * @property {number} [mscale]
 * @property {number} [mscale_all_dim]
 * @property {ArrayLike<number>} short_factor
 * @property {ArrayLike<number>} long_factor
 * @property {number} [short_mscale]
 * @property {number} [long_mscale]
 * @property {number} low_freq_factor
 * @property {number} high_freq_factor
 * @property {number} [partial_rotary_factor]
 */
/**
 * @typedef {object} Rule
 * @property {(keyof Given)[]} needs
 * @property {(keyof Given)[]} [takes]
 * @property {(rotary: Rotary, given: Given) => number | void} apply writes the increments and returns
 *   the attention factor, if the rule has one
 */

/** @satisfies {Record<string, Rule>} */
const rules = {
  default: { needs: [], apply: ({ series }) => series() },
  linear: {
    needs: ["factor"],
    apply({ series, divide, pairs }, { factor }) {
      series();
      divide(new Float64Array(pairs).fill(factor));
    },
  },
  ntk: {
    needs: ["factor"],
    apply(rotary, { factor }) {
      const { kernels, increments, pairs, base } = rotary;
      twoPairs(rotary, "ntk");
      kernels.phasor_rope_ntk(increments, pairs, base, factor);
    },
  },
  dynamic: {
    needs: ["factor", "original_max_position_embeddings"],
    apply(rotary, { factor, original_max_position_embeddings: original }) {
      const { where, path, kernels, increments, pairs, base, length = original } = rotary;
      twoPairs(rotary, "dynamic");
      if (factor * (length / original) > LARGEST_FACTOR) {
        const max = Math.floor((LARGEST_FACTOR / factor) * original);
        const limits = `at most ${max} with ${path}.factor ${factor}`;
        check.fail(RangeError, where, "length", limits, length);
      }
      kernels.phasor_rope_dynamic(increments, pairs, base, factor, original, length);
    },
  },
  yarn: {
    needs: ["factor", "original_max_position_embeddings"],
    takes: ["attention_factor", "beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim"],
    apply({ where, path, kernels, increments, pairs, base, series }, given) {
      const { factor, beta_fast = 32, beta_slow = 1, truncate = true } = given;
      if (beta_slow > beta_fast) {
        const limits = `at most beta_fast ${beta_fast}`;
        check.fail(RangeError, where, `${path}.beta_slow`, limits, beta_slow);
      }
      series();
      const original = given.original_max_position_embeddings;
      const cut = truncate ? 1 : 0;
      kernels.phasor_rope_yarn(
        increments,
        pairs,
        base,
        factor,
        original,
        beta_fast,
        beta_slow,
        cut,
      );
      const { attention_factor, mscale, mscale_all_dim } = given;
      if (attention_factor !== undefined) return attention_factor;
      const attention = kernels.phasor_yarn_attention;
      if (mscale && mscale_all_dim) {
        return attention(factor, mscale) / attention(factor, mscale_all_dim);
      }
      return attention(factor, 1);
    },
  },
  longrope: {
    needs: ["short_factor", "long_factor", "original_max_position_embeddings"],
    takes: ["factor", "attention_factor", "short_mscale", "long_mscale"],
    apply({ where, path, kernels, length, series, divide }, given) {
      const original = given.original_max_position_embeddings;
      const long = length !== undefined && length > original;
      const { factor, attention_factor, short_mscale, long_mscale } = given;
      const own = long ? long_mscale : short_mscale;
      const stated = own ?? attention_factor;
      if (stated === undefined) {
        const name = `${path}.factor (or attention_factor, for type "longrope")`;
        number(1, LARGEST_FACTOR)(where, name, factor);
        check.integer(where, `${path}.original_max_position_embeddings`, original, 2, LONGEST);
      }
      series();
      divide(long ? given.long_factor : given.short_factor);
      return stated ?? kernels.phasor_longrope_attention(factor, original);
    },
  },
  llama3: {
    needs: ["factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor"],
    apply({ where, path, kernels, increments, pairs, series }, given) {
      const { factor, low_freq_factor: low, high_freq_factor: high } = given;
      if (low > high) {
        const limits = `at least low_freq_factor ${low}`;
        check.fail(RangeError, where, `${path}.high_freq_factor`, limits, high);
      }
      series();
      const original = given.original_max_position_embeddings;
      kernels.phasor_rope_llama3(increments, pairs, factor, original, low, high);
    },
  },
  proportional: {
    needs: [],
    takes: ["factor", "partial_rotary_factor"],
    apply({ where, path, width, rotaryDim, pairs, series, divide, stop }, given) {
      if (rotaryDim !== width) {
        const limits = `dHead ${width} or left out with type "proportional", whose part is ${path}.partial_rotary_factor`;
        check.fail(RangeError, where, "rotaryDim", limits, rotaryDim);
      }
      const { factor = 1, partial_rotary_factor: part = 1 } = given;
      series();
      divide(new Float64Array(pairs).fill(factor));
      stop(Math.floor((part * width) / 2));
    },
  },
};

/** @typedef {keyof typeof rules} RopeType */

export const ropeTypes = /** @type {RopeType[]} */ (Object.keys(rules));

/** The names of a rule's parameters. @param {RopeType} type @returns {string[]} */
export function ropeParameters(type) {
  /** @type {Rule} */
  const { needs, takes = [] } = rules[type];
  return [...needs, ...takes];
}

/** Base·F^(r/(r − 2)) is undefined for r = 2. @param {Rotary} rotary @param {string} type */
function twoPairs({ where, path, rotaryDim }, type) {
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

/** @satisfies {Record<keyof Given, Check>} */
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

/**
 * The rule that a dictionary names, and its parameters.
 * @param {string} where @param {string} path the name of the dictionary in messages
 * @param {RopeScaling | null | undefined} scaling @param {number} pairs
 * @returns {{ rule: Rule, given: Given }}
 */
export function readScaling(where, path, scaling, pairs) {
  const given = /** @type {Given} */ ({});
  if (scaling === undefined || scaling === null) return { rule: rules.default, given };
  const names = ["type", "rope_type", ...Object.keys(parameters)];
  const { type: named, rope_type: alias, ...rest } = check.options(where, scaling, names, path);
  const key = named == null && alias != null ? "rope_type" : "type";
  const type = check.oneOf(where, `${path}.${key}`, named ?? alias, ropeTypes);
  if (alias != null && alias !== type) {
    check.fail(RangeError, where, `${path}.rope_type`, `"${type}" as type is`, alias);
  }
  /** @type {Rule} */
  const rule = rules[type];
  const known = ropeParameters(type);
  for (const [name, value] of Object.entries(rest)) {
    if (value === null) continue;
    const parameter = /** @type {keyof Given} */ (name);
    if (!known.includes(name)) {
      const allowed = `left out, as type "${type}" has no such parameter`;
      check.fail(RangeError, where, `${path}.${name}`, allowed, value);
    }
    const read = parameters[parameter](where, `${path}.${name}`, value, pairs);
    Object.assign(given, { [parameter]: read });
  }
  for (const name of rule.needs) {
    if (given[name] !== undefined) continue;
    parameters[name](where, `${path}.${name} (type "${type}" needs it)`, undefined, pairs);
  }
  return { rule, given };
}
