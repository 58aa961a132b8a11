// arithmetic.js: in which arithmetic the angles of a cache were computed.
import { power, sineAndCosine } from "../elementary.js";

/** @import { Cache } from "./phases.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Turning } from "./start.js" */

/** @typedef {"exact" | "float32" | "float32-pow" | "bfloat16" | "float16"} Angles */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** @param {number} x */
function brain(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}

/** Within what float16 holds; others are infinite. @param {number} x */
function half(x) {
  const size = Math.abs(x);
  if (size >= 65520) return x * Infinity;
  let unit = 2 ** -24;
  while (size >= 2048 * unit) unit *= 2;
  const count = size / unit;
  const floor = Math.floor(count);
  const rest = count - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 === 1);
  return Math.sign(x) * (floor + (up ? 1 : 0)) * unit;
}

/** @type {Record<Angles, (x: number) => number>} */
const roundings = {
  exact: (x) => x,
  float32: Math.fround,
  "float32-pow": Math.fround,
  bfloat16: brain,
  float16: half,
};

const ROWS = 256;
const PAIRS = 24;
const unit = new Float64Array(2);

/**
 * How far the entries are from those of a rule in an arithmetic, rms of some of them.
 * @param {Cache} cache @param {Rule} rule @param {Turning} turning @param {number} amplitude
 * @param {Angles} arithmetic
 */
export function residual(cache, rule, turning, amplitude, arithmetic) {
  const { rows, pairs, cos, sin } = cache;
  const round = roundings[arithmetic];
  const { direction, swapped, negated, start } = turning;
  const sign = negated ? -amplitude : amplitude;
  let [squares, count] = [0, 0];
  const stepRows = Math.max(1, Math.floor(rows / ROWS));
  const stepPairs = Math.max(1, Math.floor(pairs / PAIRS));
  for (let i = 0; i < pairs; i += stepPairs) {
    const frequency =
      arithmetic === "float32-pow" && !rule.scaling
        ? Math.fround(1 / Math.fround(power(rule.base, Math.fround(i / pairs))))
        : round(rule.frequencies[i]);
    for (let p = rows - 1; p >= 0; p -= stepRows) {
      const angle = round(round((start ?? 0) + p) * frequency);
      sineAndCosine(angle, unit);
      const [s, c] = [sign * direction * unit[0], sign * unit[1]];
      const dx = cos[i * rows + p] - (swapped ? s : c);
      const dy = sin[i * rows + p] - (swapped ? c : s);
      squares += dx * dx + dy * dy;
      count += 2;
    }
  }
  return Math.sqrt(squares / Math.max(1, count));
}

/**
 * The arithmetic whose entries are nearest by far; null if several are as near.
 * @param {Cache} cache @param {Rule} rule @param {Turning} turning @param {number} amplitude
 * @returns {{ arithmetic: Angles | null, rms: number, exact: number }}
 */
export function arithmeticOf(cache, rule, turning, amplitude) {
  const all = /** @type {Angles[]} */ (Object.keys(roundings));
  const tried = all.map((arithmetic) => ({
    arithmetic,
    rms: residual(cache, rule, turning, amplitude, arithmetic),
  }));
  const finite = tried.filter(({ rms }) => Number.isFinite(rms));
  if (finite.length === 0) return { arithmetic: null, rms: NaN, exact: NaN };
  const best = finite.reduce((a, b) => (b.rms < a.rms ? b : a));
  const exact = tried[0].rms;
  const others = finite.filter((each) => each.rms < 1.2 * best.rms && each !== best);
  const alone = others.every(
    ({ arithmetic }) => arithmetic.startsWith("float32") && best.arithmetic.startsWith("float32"),
  );
  if (alone) return { arithmetic: best.arithmetic, rms: best.rms, exact };
  return { arithmetic: null, rms: best.rms, exact };
}
