// goodness_of_fit.js: the kinds of arithmetic in which angles may have been computed, and whether a reading in one of
// them explains the angles of a sample.
import { toBfloat16, toFloat16 } from "../doctor/elements.js";
import { power, square } from "../elementary.js";
import { wrapped } from "./sample.js";
import { senseOf, zeroOf } from "./start.js";

/** @import { Sample } from "./sample.js" */
/** @import { Turning } from "./start.js" */

/** @typedef {"exact" | "float32" | "float32-pow" | "bfloat16" | "float16"} Angles */

/** @type {Record<Angles, (x: number) => number>} */
const roundings = {
  exact: (x) => x,
  float32: Math.fround,
  "float32-pow": Math.fround,
  bfloat16: toBfloat16,
  float16: toFloat16,
};

/**
 * How frequencies and angles are rounded.
 * @typedef {object} Arithmetic
 * @property {Angles} name
 * @property {(x: number) => number} frequency
 * @property {(x: number) => number} angle rounds angles and positions
 */
/** @type {Arithmetic} */
export const exact = { name: "exact", frequency: roundings.exact, angle: roundings.exact };
/** Everything in 16 bits, or only the frequencies. @type {Arithmetic[]} */
export const coarse = /** @type {const} */ (["bfloat16", "float16"]).flatMap((name) => [
  { name, frequency: roundings[name], angle: roundings[name] },
  { name, frequency: roundings[name], angle: Math.fround },
]);
/** @type {Arithmetic[]} */
export const fine = /** @type {const} */ (["exact", "float32", "float32-pow"]).map((name) => ({
  name,
  frequency: roundings[name],
  angle: roundings[name],
}));

/** Frequencies computed with a power in float32. @param {number} base @param {number} pairs */
export const powersOf = (base, pairs) =>
  Float64Array.from({ length: pairs }, (_, i) =>
    Math.fround(1 / Math.fround(power(base, Math.fround(i / pairs)))),
  );

/** Relative error that float32 adds to angles and their sines. */
const ERROR_OF_FLOAT32 = 2 ** -21;
/** Standard deviations beyond which a mean or a slope is not due to noise. */
const MAX_DEVIATIONS = 5.5;
/** Share of 16-bit angles that intermediate roundings may change. */
const MAX_ROUNDED_TWICE = 0.04;

const NO = { fits: false, residual: Infinity };

/**
 * @param {Sample} sample @param {ArrayLike<number>} frequencies radians per position
 * @param {Turning} turning with a start
 * @param {Arithmetic} arithmetic
 * @param {boolean} vectors
 * @returns {{ fits: boolean, residual: number }} residual: rms residual, in units of the expected error
 */
export function goodnessOfFit(sample, frequencies, turning, arithmetic, vectors) {
  const { rows, theta, twice, bound, spread, pairs, noisy } = sample;
  const count = rows.length;
  const [zero, sense] = [zeroOf(turning), senseOf(turning)];
  const narrow = arithmetic.name === "bfloat16" || arithmetic.name === "float16";
  const positions = Float64Array.from(rows, (row) =>
    arithmetic.angle((turning.start ?? 0) + turning.step * row),
  );
  let [all, outside] = [0, 0];
  const most = narrow ? MAX_ROUNDED_TWICE * pairs * count : 0;
  const half = rows[count - 1] / 2;
  const mostOfPair = Math.max(4, count / 3);
  for (let i = 0; i < pairs; i++) {
    const frequency = arithmetic.frequency(frequencies[i]);
    const before = outside;
    let [n, sum, moment, moments, squares, wanted, single] = [0, 0, 0, 0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      const at = i * count + k;
      const angle = arithmetic.angle(positions[k] * frequency);
      // Beyond the range of float16.
      if (!Number.isFinite(angle)) return NO;
      const e = wrapped(theta[at] - zero - sense * angle);
      const size = Math.abs(e);
      const allowed = ERROR_OF_FLOAT32 * (Math.abs(angle) + (vectors ? 1 : twice[at])) + 1e-12;
      if (!noisy) {
        const unlike = size - 1.05 * bound[at] - allowed;
        // Double rounding moves an angle by one unit in the last place, hardly by more.
        if (unlike > 0 && ++outside > most) return NO;
        if (unlike > 0.02 * (Math.abs(angle) + bound[at])) return NO;
        all += square(e / (bound[at] + allowed));
        continue;
      }
      const s = spread[at];
      if (narrow && size > 8 * s + allowed && size < 0.02 * Math.abs(angle) + 8 * s) {
        if (++outside > most || outside - before > mostOfPair) return NO;
        continue;
      }
      const weight = 1 / (s * s);
      const row = rows[k] - half;
      n += weight;
      sum += weight * e;
      moment += weight * row * e;
      moments += weight * row * row;
      squares += weight * e * e;
      wanted += 1;
      single = Math.max(single, allowed);
    }
    if (!noisy || wanted < 4) continue;
    const sloped = MAX_DEVIATIONS * Math.sqrt(moments) + moments * (single / Math.max(half, 1));
    if (Math.abs(sum) > MAX_DEVIATIONS * Math.sqrt(n) + n * single) return NO;
    if (Math.abs(moment) > sloped) return NO;
    const spare = 1 + 7 * Math.sqrt(2 / wanted) + (n / wanted) * single * single * 4;
    if (squares > 1.3 * spare * wanted) return NO;
    all += squares;
  }
  return { fits: true, residual: Math.sqrt(all / (pairs * count)) };
}
