// good.mjs: JavaScript written for speed: rotations in double from row to row, corrected by sine
// and cosine every 64 rows; loops without divisions; half of the dot products, in blocks.
import { inJavaScript } from "./work.mjs";

/** @import { Functions } from "./work.mjs" */

const BLOCK = 64;

export const start = () => `Node.js ${process.versions.node}`;

/** @type {Functions["table"]} */
function table(length, d, first) {
  const half = d / 2;
  const frequencies = Float64Array.from({ length: half }, (_, i) => 10000 ** ((-2 * i) / d));
  const [stepSine, stepCosine] = [frequencies.map(Math.sin), frequencies.map(Math.cos)];
  const [sine, cosine] = [new Float64Array(half), new Float64Array(half)];
  return (out) => {
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
  };
}

/** @type {Functions["forward"]} */
function forward(out, x, pe) {
  for (let from = 0; from < x.length; from += pe.length) {
    for (let i = 0; i < pe.length; i++) out[from + i] = x[from + i] + pe[i];
  }
}

/** @type {Functions["dots"]} */
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

/** @type {Functions["dots"]} */
function attention(out, pe, length, d) {
  dots(out, pe, length, d);
  const scale = 1 / Math.sqrt(d);
  for (let row = 0; row < out.length; row += length) {
    let max = out[row];
    for (let b = 1; b < length; b++) max = out[row + b] > max ? out[row + b] : max;
    let sum = 0;
    for (let b = 0; b < length; b++) {
      const weight = Math.exp((out[row + b] - max) * scale);
      out[row + b] = weight;
      sum += weight;
    }
    const inverse = 1 / sum;
    for (let b = 0; b < length; b++) out[row + b] *= inverse;
  }
}

/** Four at a time, so that sums are loaded less often. @type {Functions["gradient"]} */
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

/** @type {Functions["scatter"]} */
function scatter(out, x, rows, d) {
  out.fill(0);
  for (let r = 0, i = 0; r < rows.length; r++) {
    const end = (rows[r] + 1) * d;
    for (let to = rows[r] * d; to < end; to++, i++) out[to] += x[i];
  }
}

/** @type {Functions["rotate"]} */
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

export const prepare = inJavaScript({ table, forward, dots, attention, gradient, scatter, rotate });
