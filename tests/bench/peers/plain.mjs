// plain.mjs: JavaScript as usually written: the formula, entry by entry.
import { anglesOf, BATCH, HEADS, SUMMED, scatteredOver } from "./work.mjs";

/** @import { Contestant } from "./work.mjs" */

export const start = () => `Node.js ${process.versions.node}`;

/** @param {Float32Array | Float64Array} out @param {number} length @param {number} d @param {number} first */
function table(out, length, d, first) {
  for (let p = 0; p < length; p++) {
    for (let i = 0; i < d; i += 2) {
      const angle = (first + p) / 10000 ** (i / d);
      out[p * d + i] = Math.sin(angle);
      out[p * d + i + 1] = Math.cos(angle);
    }
  }
}

/** @param {Float32Array} out @param {Float32Array} x @param {Float32Array} pe */
function forward(out, x, pe) {
  for (let i = 0; i < x.length; i++) out[i] = x[i] + pe[i % pe.length];
}

/** @param {Float32Array} out @param {Float32Array} pe @param {number} length @param {number} d */
function dots(out, pe, length, d) {
  for (let a = 0; a < length; a++) {
    for (let b = 0; b < length; b++) {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += pe[a * d + k] * pe[b * d + k];
      out[a * length + b] = sum;
    }
  }
}

/** @param {Float32Array} out @param {Float32Array} pe @param {number} length @param {number} d */
function attention(out, pe, length, d) {
  dots(out, pe, length, d);
  for (let a = 0; a < length; a++) {
    const row = out.subarray(a * length, (a + 1) * length);
    const most = Math.max(...row);
    let sum = 0;
    for (let b = 0; b < length; b++) {
      row[b] = Math.exp((row[b] - most) / Math.sqrt(d));
      sum += row[b];
    }
    for (let b = 0; b < length; b++) row[b] /= sum;
  }
}

/** @param {Float32Array} out @param {Float32Array} x */
function gradient(out, x) {
  out.fill(0);
  for (let i = 0; i < x.length; i++) out[i % out.length] += x[i];
}

/** @param {Float32Array} out @param {Float32Array} x @param {Int32Array} rows @param {number} d */
function scatter(out, x, rows, d) {
  out.fill(0);
  for (let i = 0; i < x.length; i++) out[rows[Math.floor(i / d)] * d + (i % d)] += x[i];
}

/**
 * @param {Float32Array} out @param {Float32Array} x @param {ReturnType<typeof anglesOf>} angles
 * @param {number} length @param {number} d
 */
function rotate(out, x, { cos, sin }, length, d) {
  const half = d / 2;
  for (let row = 0; row < x.length; row += d) {
    for (let i = 0; i < half; i++) {
      const at = ((row / d) % length) * half + i;
      out[row + i] = x[row + i] * cos[at] - x[row + half + i] * sin[at];
      out[row + half + i] = x[row + half + i] * cos[at] + x[row + i] * sin[at];
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
  const pe = new Type(length * d);
  if (kind === "table") return { run: () => table(pe, length, d, first), values: () => pe };
  const rows = new Float32Array(length * d);
  table(rows, length, d, 0);
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
