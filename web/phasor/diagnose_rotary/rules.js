// rules.js: which rule makes some frequencies.
import { exponential, logarithm, power } from "../elementary.js";
import { ropeFrequencies } from "../rope/scaling.js";

/** @import { RopeScaling } from "../rope/scaling.js" */

/**
 * @typedef {object} Rule
 * @property {number} base
 * @property {RopeScaling | null} scaling null: none
 * @property {Float64Array} frequencies as the rule makes them
 * @property {number} attentionFactor that the rule has
 */
/** Measured frequencies, all of one sign. @typedef {{ frequencies: number[], errors: number[], amplitude: number }} Measured */

const FACTORS = [2, 4, 8, 16, 32, 40, 64];
const BASES = [10000, 500000, 1e6, 5e6, 1e7, 8e6, 160000, 150000, 100000, 50000, 1000, 100, 2e6];
/** Whether models of today have this base. @param {number} base */
export const isUsual = (base) => BASES.includes(base) && base >= 10000;

/** Lengths that rules were made for. */
const LENGTHS = [8192, 4096, 2048, 32768, 16384, 1024, 65536, 131072, 512, 262144];

/** @param {Measured} measured @param {number} loose relative */
function fits({ frequencies, errors }, loose) {
  return (/** @type {ArrayLike<number>} */ wanted) =>
    frequencies.every(
      (w, i) => Math.abs(w - wanted[i]) <= 6 * errors[i] + loose * wanted[i] + 1e-12,
    );
}

/**
 * ln ω = a − b·i by weighted least squares; with `through`, a is 0.
 * @param {Measured} measured @param {boolean} through @param {number} [count] of pairs
 */
function series({ frequencies, errors }, through, count = frequencies.length) {
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (!(frequencies[i] > 20 * errors[i])) continue;
    const relative = errors[i] / frequencies[i] + 1e-9;
    const weight = 1 / (relative * relative);
    const value = logarithm(frequencies[i]);
    n += weight;
    x += weight * i;
    y += weight * value;
    xx += weight * i * i;
    xy += weight * i * value;
  }
  if (through)
    return { a: 0, b: xx > 0 ? -xy / xx : 0, error: xx > 0 ? 1 / Math.sqrt(xx) : Infinity };
  const d = n * xx - x * x;
  if (!(d > 1e-9 * n * xx)) return undefined;
  return { a: (xx * y - x * xy) / d, b: -(n * xy - x * y) / d, error: Math.sqrt(n / d) };
}

/** Round numbers near a value, the likeliest first. @param {number} value @param {number} within
 * @param {number[]} known */
function near(value, within, known) {
  // What is known to few digits may be anything: only numbers in use are read into it.
  const digits = within > 1e-3 ? [] : [1, 2, 3, 4, 6];
  const cut = digits.map((each) => Number(value.toPrecision(each)));
  const list = [...known, ...cut].filter((each) => Math.abs(each / value - 1) <= within);
  return [...new Set(list), value];
}

/**
 * The rule of frequencies; undefined if no rule is known that makes them.
 * @param {Measured} measured @param {number} loose how far each may be, relative
 * @returns {Rule | undefined}
 */
export function ruleOf(measured, loose) {
  const pairs = measured.frequencies.length;
  const rotaryDim = 2 * pairs;
  const agrees = fits(measured, loose);
  /** @param {number} base @param {RopeScaling | null} scaling @returns {Rule | undefined} */
  const attempt = (base, scaling) => {
    if (!(base > 1 && base <= 1e18)) return undefined;
    const { frequencies, attentionFactor } = ropeFrequencies(rotaryDim, { base, scaling });
    return agrees(frequencies) ? { base, scaling, frequencies, attentionFactor } : undefined;
  };
  if (pairs < 2) return undefined;
  return (
    plain(measured, loose, pairs, attempt) ??
    stopped(measured, loose, pairs, attempt) ??
    bent(measured, loose, pairs, attempt)
  );
}

/** @typedef {(base: number, scaling: RopeScaling | null) => Rule | undefined} Attempt */

/** A geometric series. @param {Measured} measured @param {number} loose @param {number} pairs
 * @param {Attempt} attempt @returns {Rule | undefined} */
function plain(measured, loose, pairs, attempt) {
  const { b, error } = series(measured, true) ?? { b: 0, error: Infinity };
  const base = exponential(b * pairs);
  const within = 6 * error * pairs + loose * 4;
  const round = near(base, within, BASES);
  for (const each of round.slice(0, -1)) {
    const found = attempt(each, null);
    if (found) return stretched(found, within, pairs) ?? found;
  }
  const exact = attempt(base, null);
  if (exact) return stretched(exact, within, pairs) ?? exact;
  const free = series(measured, false);
  if (!free) return undefined;
  for (const factor of near(
    exponential(-free.a),
    6 * free.error * pairs + loose * 4,
    [2, 4, 8, 16, 32],
  )) {
    if (!(factor > 1)) continue;
    for (const each of near(
      exponential(free.b * pairs),
      6 * free.error * pairs + loose * 4,
      BASES,
    )) {
      const found = attempt(each, { type: "linear", factor });
      if (found) return found;
    }
  }
  return undefined;
}

/** A base that is no round number may be one that was stretched. @param {Rule} found
 * @param {number} within @param {number} pairs @returns {Rule | undefined} */
function stretched(found, within, pairs) {
  const { base } = found;
  if (pairs < 2 || BASES.includes(base) || within > 1e-3) return undefined;
  if (Number(base.toPrecision(3)) === base) return undefined;
  for (const usual of BASES) {
    const factor = power(base / usual, (pairs - 1) / pairs);
    const whole = Math.round(2 * factor) / 2;
    if (whole <= 1 || whole > 128 || Math.abs(factor / whole - 1) > within + 1e-9) continue;
    return { ...found, base: usual, scaling: { type: "ntk", factor: whole } };
  }
  return undefined;
}

/** A series that ends in zeros. @param {Measured} measured @param {number} loose
 * @param {number} pairs @param {Attempt} attempt @returns {Rule | undefined} */
function stopped(measured, loose, pairs, attempt) {
  const { frequencies, errors } = measured;
  let count = pairs;
  while (count > 0 && Math.abs(frequencies[count - 1]) <= 6 * errors[count - 1]) count--;
  if (count < 2 || count === pairs) return undefined;
  const { b, error } = series(measured, true, count) ?? { b: 0, error: Infinity };
  for (const each of near(exponential(b * pairs), 6 * error * pairs + loose * 4, BASES)) {
    const found = attempt(each, { type: "proportional", partial_rotary_factor: count / pairs });
    if (found) return found;
  }
  return undefined;
}

/**
 * Fast pairs as they are, slow ones divided. If rules that differ fit, none is known.
 * @param {Measured} measured @param {number} loose @param {number} pairs @param {Attempt} attempt
 * @returns {Rule | undefined}
 */
function bent(measured, loose, pairs, attempt) {
  const { frequencies, errors, amplitude } = measured;
  const few = Math.max(2, Math.floor(pairs / 8));
  const { b, error } = series(measured, true, few) ?? { b: 0, error: Infinity };
  const bases = near(exponential(b * pairs), 6 * error * pairs + 1e-3 + loose * 4 * pairs, BASES);
  /** @type {Rule[]} */
  const found = [];
  for (const base of bases.slice(0, 4)) {
    let last = pairs - 1;
    while (last > 0 && !(frequencies[last] > 20 * errors[last])) last--;
    const rough = power(base, -last / pairs) / frequencies[last];
    if (!(rough > 1.02)) continue;
    const resolved = last >= pairs - 2;
    const factors = resolved
      ? near(rough, 0.06 + loose, FACTORS).slice(0, 4)
      : FACTORS.filter((factor) => factor > 0.98 * rough);
    for (const factor of factors) {
      for (const original of LENGTHS) {
        const grown = { factor, original_max_position_embeddings: original };
        found.push(
          ...[
            attempt(base, { type: "llama3", ...grown, low_freq_factor: 1, high_freq_factor: 4 }),
            attempt(base, { type: "yarn", ...grown }),
            attempt(base, { type: "yarn", ...grown, truncate: false }),
          ].filter((each) => each !== undefined),
        );
      }
    }
    if (found.length > 0) break;
  }
  if (found.length === 0 || same(found)) return found[0];
  const told = found.filter((each) => Math.abs(each.attentionFactor - amplitude) < 2e-3);
  return told.length > 0 && amplitude > 1.01 && same(told) ? told[0] : undefined;
}

/** Whether all have the same frequencies, or as good as the same. @param {Rule[]} rules */
function same([first, ...others]) {
  return others.every(
    ({ scaling, frequencies }) =>
      scaling?.type === first.scaling?.type &&
      scaling?.truncate === first.scaling?.truncate &&
      frequencies.every((w, i) => Math.abs(w - first.frequencies[i]) <= 1e-6 * w),
  );
}
