// implementations_formulas.js: sinusoidal tables in plain JavaScript, right and wrong, as people
// compute them. It uses nothing of the package.

import { nearest } from "./rounded.js";

const { sin, cos, exp, log, floor, fround } = Math;

/** @param {number} L @param {number} d @param {(p: number, c: number) => number} entry */
export function fill(L, d, entry) {
  const table = new Float64Array(L * d);
  for (let p = 0; p < L; p++) for (let c = 0; c < d; c++) table[p * d + c] = entry(p, c);
  return table;
}

/** @param {Float64Array} table @param {(table: Float64Array) => void} change */
export function changed(table, change) {
  change(table);
  return table;
}

// ---- right tables ----

/** An entry of the paper's table. @param {number} p @param {number} c @param {number} d */
export const entry = (p, c, d, base = 10000) =>
  (c % 2 ? cos : sin)(p / base ** ((2 * floor(c / 2)) / d));

/** @param {number} L @param {number} d */
export const paper = (L, d, base = 10000, first = 0) =>
  fill(L, d, (p, c) => entry(p + first, c, d, base));

/** As in the PyTorch tutorial, div_term in double. @param {number} L @param {number} d */
export function divTerm(L, d, base = 10000, first = 0) {
  const term = Array.from({ length: d / 2 }, (_, i) => exp(2 * i * (-log(base) / d)));
  return fill(L, d, (p, c) => (c % 2 ? cos : sin)((p + first) * term[floor(c / 2)]));
}

/** The same in float32 throughout. @param {number} L @param {number} d */
export function divTerm32(L, d) {
  const factor = fround(-log(10000) / d);
  const term = Array.from({ length: d / 2 }, (_, i) => fround(exp(fround(2 * i * factor))));
  return fill(L, d, (p, c) => fround((c % 2 ? cos : sin)(fround(p * term[floor(c / 2)]))));
}

/** tensor2tensor's get_timing_signal_1d. @param {number} L @param {number} d */
export function timingSignal(L, d, first = 0) {
  const half = floor(d / 2);
  const increment = log(10000) / Math.max(half - 1, 1);
  return fill(L, d, (p, c) => {
    if (c >= 2 * half) return 0;
    const scaled = (p + first) * exp((c % half) * -increment);
    return c < half ? sin(scaled) : cos(scaled);
  });
}

/** fairseq's whole table, its padding row zeroed. @param {number} L @param {number} d */
export function fairseqWeights(L, d) {
  const table = timingSignal(L, d);
  table.fill(0, d, 2 * d);
  return table;
}

/** [sin | cos] of p/base^(i/h), as in GPT-NeoX and MAE. @param {number} L @param {number} d */
export function halves(L, d, base = 10000, first = 0) {
  const h = d / 2;
  const omega = Array.from({ length: h }, (_, i) => 1 / base ** (i / h));
  return fill(L, d, (p, c) =>
    c < h ? sin((p + first) * omega[c]) : cos((p + first) * omega[c - h]),
  );
}

/** Timestep embeddings. @param {number} L @param {number} d @param {boolean} flip
 * @param {number} shift */
export function timesteps(L, d, flip, shift) {
  const half = floor(d / 2);
  const freq = Array.from({ length: half }, (_, i) => exp((-log(10000) * i) / (half - shift)));
  return fill(L, d, (t, c) => {
    if (c >= 2 * half) return 0;
    return c < half === flip ? cos(t * freq[c % half]) : sin(t * freq[c % half]);
  });
}

/** MAE's with a row for the class token. @param {number} L @param {number} d */
export function withClassToken(L, d) {
  const table = halves(L, d, 10000, -1);
  table.fill(0, 0, d);
  return table;
}

// ---- wrong tables ----

/** A separate exponent for every column. @param {number} L @param {number} d */
export function ownExponent(L, d, base = 10000, first = 0) {
  return fill(L, d, (p, c) => (c % 2 === 0 ? sin : cos)((p + first) / base ** (c / d)));
}

/** @param {number} L @param {number} d @param {(c: number) => number} exponent
 * @param {{ base?: number, first?: number, swapped?: boolean, halves?: boolean,
 *   multiply?: boolean }} [how] */
export function byExponent(L, d, exponent, how = {}) {
  const { base = 10000, first = 0, swapped = false, halves: split = false, multiply } = how;
  return fill(L, d, (p, c) => {
    const isSecond = split ? c >= d / 2 : c % 2 === 1;
    const power = base ** exponent(c);
    const angle = multiply ? (p + first) * power : (p + first) / power;
    return isSecond === swapped ? sin(angle) : cos(angle);
  });
}

/** 2⌊c/2⌋/d. @param {number} d */
export const right = (d) => (/** @type {number} */ c) => (2 * floor(c / 2)) / d;
/** @param {number} d */
export const rightHalves = (d) => (/** @type {number} */ c) => (2 * (c % (d / 2))) / d;

/** A model that is cast to a narrow format before it computes its table. @param {number} L
 * @param {number} d @param {string} format */
export function castBefore(L, d, format) {
  const rd = (/** @type {number} */ x) => nearest(x, format);
  const omega = Array.from({ length: d / 2 }, (_, i) => rd(1 / 10000 ** ((2 * i) / d)));
  return fill(L, d, (p, c) => rd((c % 2 ? cos : sin)(rd(rd(p) * omega[floor(c / 2)]))));
}

/** Only the positions are cast. @param {number} L @param {number} d @param {string} format */
export function castPositions(L, d, format) {
  return fill(L, d, (p, c) => entry(nearest(p, format), c, d));
}
