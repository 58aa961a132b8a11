// scaling_reference.js: the frequencies of the scaling rules in plain doubles, after the papers and the
// models' own code, and the attention factors of the papers.

/**
 * A rule with the parameter names of config.json.
 * @typedef {{ type?: string, factor?: number, original_max_position_embeddings?: number, [name: string]: any }} Rule
 */

/** @param {number} base @param {number} r */
export const unscaled = (base, r) =>
  Array.from({ length: r / 2 }, (_, i) => base ** ((-2 * i) / r));

/** @type {Record<string, (rule: any, base: number, r: number, length: number) => number[]>} */
const rules = {
  default: (_, base, r) => unscaled(base, r),
  linear: ({ factor }, base, r) => unscaled(base, r).map((w) => w / factor),
  ntk: ({ factor }, base, r) => unscaled(base * factor ** (r / (r - 2)), r),
  dynamic({ factor, original_max_position_embeddings: original }, base, r, length) {
    const growth = (factor * Math.max(length, original)) / original - (factor - 1);
    return rules.ntk({ factor: growth }, base, r, length);
  },
  yarn(rule, base, r) {
    const { factor, original_max_position_embeddings: original } = rule;
    const { beta_fast: fast = 32, beta_slow: slow = 1, truncate = true } = rule;
    const pairOf = (/** @type {number} */ turns) =>
      (r * Math.log(original / (turns * 2 * Math.PI))) / (2 * Math.log(base));
    const low = Math.max(truncate ? Math.floor(pairOf(fast)) : pairOf(fast), 0);
    const high = Math.min(truncate ? Math.ceil(pairOf(slow)) : pairOf(slow), r - 1);
    return unscaled(base, r).map((w, i) => {
      const ramp = Math.min(Math.max((i - low) / (high - low || 0.001), 0), 1);
      return w * (1 - ramp) + (w / factor) * ramp;
    });
  },
  longrope(rule, base, r, length) {
    const long = length > rule.original_max_position_embeddings;
    const divisors = long ? rule.long_factor : rule.short_factor;
    return unscaled(base, r).map((w, i) => w / divisors[i]);
  },
  llama3(rule, base, r) {
    const { factor, original_max_position_embeddings: original } = rule;
    const { low_freq_factor: low, high_freq_factor: high } = rule;
    return unscaled(base, r).map((w) => {
      const wavelength = (2 * Math.PI) / w;
      if (wavelength < original / high) return w;
      if (wavelength > original / low) return w / factor;
      const s = (original / wavelength - low) / (high - low);
      return ((1 - s) * w) / factor + s * w;
    });
  },
  proportional: ({ factor = 1, partial_rotary_factor: part = 1 }, base, r) =>
    unscaled(base, r).map((w, i) => (i < Math.floor((part * r) / 2) ? w / factor : 0)),
};

/**
 * The frequencies (r/2) of a rule.
 * @param {Rule | null | undefined} rule none: unscaled @param {number} base @param {number} r
 * @param {number} [length] S
 */
export const scaled = (rule, base, r, length = 1) =>
  rules[rule?.type ?? "default"](rule ?? {}, base, r, length);

/** The attention factor of a rule that states none. @param {Rule | null | undefined} rule */
export function attentionOf(rule) {
  const { type, factor = 1, original_max_position_embeddings: original = 2 } = rule ?? {};
  if (type === "yarn") return 0.1 * Math.log(factor) + 1;
  return type === "longrope" ? Math.sqrt(1 + Math.log(factor) / Math.log(original)) : 1;
}
