// scaling_reference.js: the scaling rules in 256-bit integer arithmetic (exact.js), after the papers and
// the models' own code. tests/csrc/scaling.c has them in MPFR, for the kernels.
import { exponential, fixed, logarithm, logarithmOf, ONE, over, PI, toNumber } from "./exact.js";

/** A rule with the parameter names of config.json.
 * @typedef {{ type?: string, factor?: number, original_max_position_embeddings?: number, [name: string]: any }} Rule
 */

/** base^(−2i/r)·growth^(−2i/(r − 2)). @param {number} base @param {number} r @param {bigint} [growth] */
function series(base, r, growth = ONE) {
  const [step, growthStep] = [
    logarithm(base) / BigInt(r),
    growth === ONE ? 0n : logarithmOf(growth) / BigInt(r - 2),
  ];
  return Array.from({ length: r / 2 }, (_, i) =>
    exponential(-2n * BigInt(i) * (step + growthStep)),
  );
}

/** @param {bigint} x @param {bigint} low @param {bigint} high */
const clamp = (x, low, high) => (x < low ? low : x > high ? high : x);

/** @type {Record<string, (rule: any, base: number, r: number, length: number) => bigint[]>} */
const rules = {
  default: (_, base, r) => series(base, r),
  linear: ({ factor }, base, r) => series(base, r).map((w) => over(w, fixed(factor))),
  ntk: ({ factor }, base, r) => series(base, r, fixed(factor)),
  dynamic({ factor, original_max_position_embeddings: original }, base, r, length) {
    const stretched = (fixed(factor) * BigInt(Math.max(length, original))) / BigInt(original);
    return series(base, r, stretched - fixed(factor) + ONE);
  },
  yarn(rule, base, r) {
    const { factor, original_max_position_embeddings: original } = rule;
    const { beta_fast: fast = 32, beta_slow: slow = 1, truncate = true } = rule;
    const pairOf = (/** @type {number} */ turns) => {
      const logarithms = logarithm(original) - logarithmOf(2n * PI) - logarithm(turns);
      return over(BigInt(r) * logarithms, 2n * logarithm(base));
    };
    let [low, high] = [pairOf(fast), pairOf(slow)];
    if (truncate) [low, high] = [(low >> 256n) << 256n, -((-high >> 256n) << 256n)];
    if (low < 0n) low = 0n;
    if (high > BigInt(r - 1) * ONE) high = BigInt(r - 1) * ONE;
    if (low === high) high += ONE / 1000n;
    return series(base, r).map((w, i) => {
      const ramp = clamp(over(BigInt(i) * ONE - low, high - low), 0n, ONE);
      return (w * (ONE - ramp) + over(w, fixed(factor)) * ramp) / ONE;
    });
  },
  longrope(rule, base, r, length) {
    const long = length > rule.original_max_position_embeddings;
    const divisors = long ? rule.long_factor : rule.short_factor;
    return series(base, r).map((w, i) => over(w, fixed(divisors[i])));
  },
  llama3(rule, base, r) {
    const { factor, original_max_position_embeddings: original } = rule;
    const [low, high] = [fixed(rule.low_freq_factor), fixed(rule.high_freq_factor)];
    return series(base, r).map((w) => {
      const turns = over(BigInt(original) * w, 2n * PI);
      if (turns > high) return w;
      if (turns < low) return over(w, fixed(factor));
      const s = over(turns - low, high - low);
      return (over(w, fixed(factor)) * (ONE - s) + w * s) / ONE;
    });
  },
  proportional: ({ factor = 1, partial_rotary_factor: part = 1 }, base, r) =>
    series(base, r).map((w, i) => (i < Math.floor((part * r) / 2) ? over(w, fixed(factor)) : 0n)),
};

/** The frequencies (r/2) of a rule, each the nearest double.
 * @param {Rule | null | undefined} rule none: unscaled @param {number} base @param {number} r
 * @param {number} [length] S */
export const scaled = (rule, base, r, length = 1) =>
  rules[rule?.type ?? "default"](rule ?? {}, base, r, length).map(toNumber);

/** @param {number} base @param {number} r */
export const unscaled = (base, r) => scaled(null, base, r);

/** The attention factor of a rule. @param {Rule | null | undefined} rule @param {number} [length] S */
export function attentionOf(rule, length = 1) {
  const { type, factor = 1, original_max_position_embeddings: original = 2 } = rule ?? {};
  const { attention_factor: stated, mscale, mscale_all_dim: all } = rule ?? {};
  const temperature = (/** @type {number} */ scale) => (scale * Math.log(factor)) / 10 + 1;
  if (type === "yarn") {
    return stated ?? (mscale && all ? temperature(mscale) / temperature(all) : temperature(1));
  }
  if (type !== "longrope") return 1;
  const ofList = length > original ? rule?.long_mscale : rule?.short_mscale;
  return ofList ?? stated ?? Math.sqrt(1 + Math.log(factor) / Math.log(original));
}
