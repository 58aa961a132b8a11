// lab_reference.js: the models of phasor/lab and phasor/story in double, in plain loops, as docs/lab.md
// and docs/story.md describe them.

import { random } from "./helpers.js";

/** @typedef {import("../../web/phasor/lab/tasks.js").Batch} Batch */
/**
 * @typedef {object} Model
 * @property {string} encoding
 * @property {number} dModel @property {number} heads @property {number} layers @property {number} answers
 * @property {number} [hidden] features of the feed-forward network @property {boolean} [tied]
 * @property {Record<string, number>} at where each tensor begins
 */

/** @param {number} rows @param {number} columns */
const matrix = (rows, columns) => Array.from({ length: rows }, () => new Float64Array(columns));

/** x/√(mean of squares + 1e-5). @param {Float64Array} x */
function rms(x) {
  let squares = 0;
  for (const value of x) squares += value * value;
  return x.map((value) => value / Math.sqrt(squares / x.length + 1e-5));
}

/** x·W. @param {Float64Array} x @param {Float64Array} w @param {number} at @param {number} columns */
function times(x, w, at, columns) {
  const out = new Float64Array(columns);
  for (const [k, value] of x.entries()) {
    for (let c = 0; c < columns; c++) out[c] += value * w[at + k * columns + c];
  }
  return out;
}

/** @param {number} x */
const gelu = (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

/** Turns the pairs (i, i + width/2) of each head. @param {Float64Array} x @param {number} width @param {number} position */
function rotate(x, width, position) {
  const half = width / 2;
  for (let head = 0; head < x.length; head += width) {
    for (let i = 0; i < half; i++) {
      const angle = position * 10000 ** (-i / half);
      const [a, z] = [x[head + i], x[head + half + i]];
      x[head + i] = a * Math.cos(angle) - z * Math.sin(angle);
      x[head + half + i] = a * Math.sin(angle) + z * Math.cos(angle);
    }
  }
}

/** One of 16 buckets: 8 single distances, then 8 ranges up to 32. @param {number} distance */
function bucket(distance) {
  if (distance < 8) return distance;
  return Math.min(15, 8 + Math.floor((8 * Math.log(distance / 8)) / Math.log(4) + 1e-9));
}

/** The mean loss of a batch, and the attention weights, (heads, length, length), of the last layer
 * and the last sequence. @param {Model} model @param {Float64Array} parameters @param {Batch} batch
 */
export function reference(model, parameters, batch) {
  const { encoding, dModel, heads, layers, answers, hidden = 0, tied = false, at } = model;
  const { sequences, length, tokens, added, targets } = batch;
  const width = dModel / heads;
  let [loss, questions] = [0, 0];
  /** @type {number[]} */
  let weights = [];
  for (let s = 0; s < sequences; s++) {
    const x = matrix(length, dModel);
    for (let t = 0; t < length; t++) {
      for (let c = 0; c < dModel; c++) {
        x[t][c] = parameters[at.embedding + tokens[s * length + t] * dModel + c];
        const other = added[s * length + t];
        if (other >= 0) x[t][c] += parameters[at.embedding + other * dModel + c];
        if (encoding === "learned") x[t][c] += parameters[at.positions + t * dModel + c];
        const angle = t * 10000 ** (-(c - (c % 2)) / dModel);
        if (encoding === "sinusoidal") x[t][c] += c % 2 ? Math.cos(angle) : Math.sin(angle);
      }
    }
    for (let layer = 0; layer < layers; layer++) {
      const name = (/** @type {string} */ what) => at[`layer ${layer}: ${what}`];
      const h = x.map(rms);
      const qk = h.map((row) => times(row, parameters, name("queries and keys"), 2 * dModel));
      const v = h.map((row) => times(row, parameters, name("values"), dModel));
      if (encoding === "rope") for (const [t, row] of qk.entries()) rotate(row, width, t);
      const mixed = matrix(length, dModel);
      weights = [];
      for (let head = 0; head < heads; head++) {
        for (let i = 0; i < length; i++) {
          const e = new Float64Array(length);
          for (let j = 0; j <= i; j++) {
            let score = 0;
            for (let c = 0; c < width; c++) {
              score += qk[i][head * width + c] * qk[j][dModel + head * width + c];
            }
            score /= Math.sqrt(width);
            if (encoding === "alibi") score -= (i - j) * 2 ** ((-8 * (head + 1)) / heads);
            if (encoding === "t5") {
              score += 8 * parameters[name("bias") + bucket(i - j) * heads + head];
            }
            e[j] = score;
          }
          const max = Math.max(...e.subarray(0, i + 1));
          for (let j = 0; j <= i; j++) e[j] = Math.exp(e[j] - max);
          const sum = e.reduce((total, value) => total + value, 0);
          for (let j = 0; j < length; j++) {
            weights.push(e[j] / sum);
            for (let c = 0; c < width; c++) {
              mixed[i][head * width + c] += (e[j] / sum) * v[j][head * width + c];
            }
          }
        }
      }
      for (let t = 0; t < length; t++) {
        const out = times(mixed[t], parameters, name("output"), dModel);
        for (let c = 0; c < dModel; c++) x[t][c] += out[c];
        if (!hidden) continue;
        const active = times(rms(x[t]), parameters, name("up"), hidden).map(gelu);
        const output = times(active, parameters, name("down"), dModel);
        for (let c = 0; c < dModel; c++) x[t][c] += output[c];
      }
    }
    for (let t = 0; t < length; t++) {
      const target = targets[s * length + t];
      if (target < 0) continue;
      const last = rms(x[t]);
      const logits = tied
        ? Float64Array.from({ length: answers }, (_, answer) =>
            last.reduce((sum, h, c) => sum + h * parameters[at.embedding + answer * dModel + c], 0),
          )
        : times(last, parameters, at.answers, answers);
      loss += Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0)) - logits[target];
      questions++;
    }
  }
  return { loss: loss / questions, weights };
}

const STEP = 1e-5;

/** The distance of a gradient from central differences of the reference's loss, relative to its
 * length, along two directions in each tensor. @param {Model} of @param {Float64Array} weights
 * @param {Parameters<typeof reference>[2]} batch @param {ArrayLike<number>} gradient */
export function gradientError(of, weights, batch, gradient) {
  const next = random(1);
  const bounds = [...Object.values(of.at), weights.length].sort((a, b) => a - b);
  let difference = 0;
  for (const [n, start] of [...bounds.slice(0, -1), ...bounds.slice(0, -1)].entries()) {
    const end = bounds[(n % (bounds.length - 1)) + 1];
    const direction = weights.map((_, i) => (i >= start && i < end ? Math.sign(next()) : 0));
    const [up, output] = [STEP, -STEP].map((step) => {
      return reference(
        of,
        weights.map((weight, i) => weight + step * direction[i]),
        batch,
      ).loss;
    });
    const slope = direction.reduce((sum, sign, i) => sum + sign * gradient[i], 0);
    difference += ((up - output) / (2 * STEP) - slope) ** 2 / 2;
  }
  return Math.sqrt(difference) / Math.hypot(...Array.from(gradient));
}
