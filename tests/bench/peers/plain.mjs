// plain.mjs: JavaScript as it is usually written: the formula, entry by entry.
import { BATCH } from "./work.mjs";

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

/** @type {Contestant["prepare"]} */
export function prepare({ kind, dtype, length, d, start: first }) {
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
  const out = new Float32Array(length * length);
  return { run: () => dots(out, rows, length, d), values: () => out };
}
