// plain.mjs: JavaScript as usually written: the formula, entry by entry.
import { inJavaScript } from "./work.mjs";

/** @import { Functions } from "./work.mjs" */

export const start = () => `Node.js ${process.versions.node}`;

/** @type {Functions["table"]} */
const table = (length, d, first) => (out) => {
  for (let p = 0; p < length; p++) {
    for (let i = 0; i < d; i += 2) {
      const angle = (first + p) / 10000 ** (i / d);
      out[p * d + i] = Math.sin(angle);
      out[p * d + i + 1] = Math.cos(angle);
    }
  }
};

/** @type {Functions["forward"]} */
function forward(out, x, pe) {
  for (let i = 0; i < x.length; i++) out[i] = x[i] + pe[i % pe.length];
}

/** @type {Functions["dots"]} */
function dots(out, pe, length, d) {
  for (let a = 0; a < length; a++) {
    for (let b = 0; b < length; b++) {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += pe[a * d + k] * pe[b * d + k];
      out[a * length + b] = sum;
    }
  }
}

/** @type {Functions["dots"]} */
function attention(out, pe, length, d) {
  dots(out, pe, length, d);
  for (let a = 0; a < length; a++) {
    const row = out.subarray(a * length, (a + 1) * length);
    const max = Math.max(...row);
    let sum = 0;
    for (let b = 0; b < length; b++) {
      row[b] = Math.exp((row[b] - max) / Math.sqrt(d));
      sum += row[b];
    }
    for (let b = 0; b < length; b++) row[b] /= sum;
  }
}

/** @type {Functions["gradient"]} */
function gradient(out, x) {
  out.fill(0);
  for (let i = 0; i < x.length; i++) out[i % out.length] += x[i];
}

/** @type {Functions["scatter"]} */
function scatter(out, x, rows, d) {
  out.fill(0);
  for (let i = 0; i < x.length; i++) out[rows[Math.floor(i / d)] * d + (i % d)] += x[i];
}

/** @type {Functions["rotate"]} */
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

export const prepare = inJavaScript({ table, forward, dots, attention, gradient, scatter, rotate });
