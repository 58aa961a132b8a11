// good.mjs: JavaScript written for speed: rotations in double from row to row, corrected by sine
// and cosine every 64 rows; loops without divisions; half of the dot products, in blocks.
import { anglesOf, BATCH, HEADS, SUMMED, scatteredOver } from "./work.mjs";

/** @import { Contestant } from "./work.mjs" */

const BLOCK = 64;

export const start = () => `Node.js ${process.versions.node}`;

/** @param {number} d */
function plan(d) {
  const half = d / 2;
  const frequencies = Float64Array.from({ length: half }, (_, i) => 10000 ** ((-2 * i) / d));
  return {
    frequencies,
    stepSine: frequencies.map(Math.sin),
    stepCosine: frequencies.map(Math.cos),
    sine: new Float64Array(half),
    cosine: new Float64Array(half),
  };
}

/**
 * @param {Float32Array | Float64Array} out @param {ReturnType<typeof plan>} of
 * @param {number} length @param {number} d @param {number} first
 */
function table(out, { frequencies, stepSine, stepCosine, sine, cosine }, length, d, first) {
  const half = d / 2;
  for (let p = 0; p < length; p++) {
    const row = p * d;
    if (p % BLOCK === 0) {
      for (let i = 0; i < half; i++) {
        const angle = (first + p) * frequencies[i];
        sine[i] = Math.sin(angle);
        cosine[i] = Math.cos(angle);
      }
    }
    for (let i = 0; i < half; i++) {
      const s = sine[i];
      const c = cosine[i];
      out[row + 2 * i] = s;
      out[row + 2 * i + 1] = c;
      sine[i] = s * stepCosine[i] + c * stepSine[i];
      cosine[i] = c * stepCosine[i] - s * stepSine[i];
    }
  }
}

/** @param {Float32Array} out @param {Float32Array} x @param {Float32Array} pe */
function forward(out, x, pe) {
  for (let from = 0; from < x.length; from += pe.length) {
    for (let i = 0; i < pe.length; i++) out[from + i] = x[from + i] + pe[i];
  }
}

/** @param {Float32Array} out @param {Float32Array} pe @param {number} length @param {number} d */
function dots(out, pe, length, d) {
  for (let a = 0; a < length; a++) {
    for (let b = a; b < length; b += 2) {
      const from = a * d;
      const left = b * d;
      const right = b + 1 < length ? left + d : left;
      let first = 0;
      let second = 0;
      for (let k = 0; k < d; k++) {
        const value = pe[from + k];
        first += value * pe[left + k];
        second += value * pe[right + k];
      }
      out[a * length + b] = first;
      out[b * length + a] = first;
      if (b + 1 < length) {
        out[a * length + b + 1] = second;
        out[(b + 1) * length + a] = second;
      }
    }
  }
}

/** @param {Float32Array} out @param {Float32Array} pe @param {number} length @param {number} d */
function attention(out, pe, length, d) {
  dots(out, pe, length, d);
  const scale = 1 / Math.sqrt(d);
  for (let row = 0; row < out.length; row += length) {
    let most = out[row];
    for (let b = 1; b < length; b++) most = out[row + b] > most ? out[row + b] : most;
    let sum = 0;
    for (let b = 0; b < length; b++) {
      const weight = Math.exp((out[row + b] - most) * scale);
      out[row + b] = weight;
      sum += weight;
    }
    const inverse = 1 / sum;
    for (let b = 0; b < length; b++) out[row + b] *= inverse;
  }
}

/** Four at a time, so that sums are loaded less often.
 * @param {Float32Array} out @param {Float32Array} x */
function gradient(out, x) {
  const size = out.length;
  out.fill(0);
  for (let a = 0; a < x.length; a += 4 * size) {
    const b = a + size;
    const c = b + size;
    const d = c + size;
    for (let i = 0; i < size; i++) out[i] += x[a + i] + x[b + i] + (x[c + i] + x[d + i]);
  }
}

/** @param {Float32Array} out @param {Float32Array} x @param {Int32Array} rows @param {number} d */
function scatter(out, x, rows, d) {
  out.fill(0);
  for (let r = 0, i = 0; r < rows.length; r++) {
    const end = (rows[r] + 1) * d;
    for (let to = rows[r] * d; to < end; to++, i++) out[to] += x[i];
  }
}

/**
 * @param {Float32Array} out @param {Float32Array} x @param {ReturnType<typeof anglesOf>} angles
 * @param {number} length @param {number} d
 */
function rotate(out, x, { cos, sin }, length, d) {
  const half = d / 2;
  for (let head = 0; head < x.length; head += length * d) {
    for (let r = 0, row = head, at = 0; r < length; r++, row += half) {
      for (const end = row + half; row < end; row++, at++) {
        const c = cos[at];
        const s = sin[at];
        const a = x[row];
        const z = x[row + half];
        out[row] = a * c - z * s;
        out[row + half] = a * s + z * c;
      }
    }
  }
}

/** @type {Contestant["prepare"]} */
export function prepare({ kind, dtype, length, d, start: first }) {
  if (kind === "rope") {
    const angles = anglesOf(length, d, first);
    const x = new Float32Array(HEADS * length * d).fill(0.5);
    const out = new Float32Array(x.length);
    return { run: () => rotate(out, x, angles, length, d), values: () => out };
  }
  const Type = dtype === "float32" ? Float32Array : Float64Array;
  const of = plan(d);
  const pe = new Type(length * d);
  if (kind === "table") return { run: () => table(pe, of, length, d, first), values: () => pe };
  const rows = new Float32Array(length * d);
  table(rows, of, length, d, 0);
  if (kind === "forward") {
    const x = new Float32Array(BATCH * length * d).fill(1);
    const out = new Float32Array(x.length);
    return { run: () => forward(out, x, rows), values: () => out };
  }
  if (kind === "gradient") {
    const x = new Float32Array(SUMMED * length * d).fill(1);
    const out = new Float32Array(length * d);
    return { run: () => gradient(out, x), values: () => out };
  }
  if (kind === "scatter") {
    const x = new Float32Array(SUMMED * length * d).fill(1);
    const to = scatteredOver(SUMMED * length, length);
    const out = new Float32Array(length * d);
    return { run: () => scatter(out, x, to, d), values: () => out };
  }
  const out = new Float32Array(length * length);
  const work = kind === "dots" ? dots : attention;
  return { run: () => work(out, rows, length, d), values: () => out };
}
