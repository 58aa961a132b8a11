// rope_reference.js: rotary embedding in scalar operations, each rounded to the type. Its sines and
// cosines come from `sinusoidalAt`, which other tests compare with exact values.
import { sinusoidalAt } from "phasor";
import { dtypes } from "./helpers.js";

/** @typedef {Float32Array | Float64Array} Floats */
/**
 * @typedef {object} Form
 * @property {"interleaved" | "half"} [layout]
 * @property {number} [rotaryDim]
 * @property {number} [base]
 * @property {number} [factor] of sines and cosines
 * @property {boolean} [back] turn backwards
 */

export const layouts = /** @type {const} */ (["interleaved", "half"]);
export const kinds = dtypes.flatMap((dtype) => layouts.map((layout) => ({ dtype, layout })));

/** A rule that changes frequencies and has an attention factor. */
export const yarn = /** @type {const} */ ({
  type: "yarn",
  factor: 8,
  original_max_position_embeddings: 64,
});

/** x, rotated by the position of each row. @template {Floats} T @param {T} x (…, T, dHead)
 * @param {number} dHead
 * @param {(row: number) => number} positionOf the position of a row of all rows
 * @param {Form} [form] @returns {T} */
export function turnPlainly(x, dHead, positionOf, form = {}) {
  const { rotaryDim = dHead, base = 10000 } = form;
  const dtype = x instanceof Float32Array ? "float32" : "float64";
  const rows = x.length / dHead;
  const positions = Float64Array.from({ length: rows }, (_, row) => positionOf(row));
  const angles = sinusoidalAt(positions, rotaryDim, { base, dtype });
  return turnBy(x, dHead, angles, form);
}

/** x, rotated by the sines and cosines of each row. @template {Floats} T @param {T} x (rows, dHead)
 * @param {number} dHead
 * @param {Floats} angles (rows, rotaryDim): sine and cosine of each pair, in x's type
 * @param {Form} [form] @returns {T} */
export function turnBy(x, dHead, angles, form = {}) {
  const { layout = "interleaved", rotaryDim = dHead, factor = 1, back = false } = form;
  const round = x instanceof Float32Array ? Math.fround : (/** @type {number} */ v) => v;
  const scale = round(factor);
  const pairs = rotaryDim / 2;
  const out = x.slice();
  for (let row = 0; row < x.length / dHead; row++) {
    for (let i = 0; i < pairs; i++) {
      const first = row * dHead + (layout === "half" ? i : 2 * i);
      const second = first + (layout === "half" ? pairs : 1);
      const sin = round(angles[row * rotaryDim + 2 * i] * (back ? -scale : scale));
      const cos = round(angles[row * rotaryDim + 2 * i + 1] * scale);
      out[first] = round(x[first] * cos) - round(x[second] * sin);
      out[second] = round(x[first] * sin) + round(x[second] * cos);
    }
  }
  return /** @type {T} */ (out);
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export const norm = (/** @type {ArrayLike<number>} */ x) => Math.sqrt(dot(x, x));

/** The distance of two vectors, relative to the length of the second.
 * @param {Floats} a @param {Floats} b */
export const distance = (a, b) => norm(a.map((x, i) => x - b[i])) / norm(b);
