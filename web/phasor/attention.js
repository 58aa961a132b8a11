// attention.js: enough of attention to show what position does.
import * as check from "./check.js";
import { Stage, suffix } from "./stage.js";

/** @import { FloatArray } from "./check.js" */

/** Bytes of a row above which it is weighed in pieces. */
const ROW_BYTES = 1 << 19;
/** Bytes that the keys of a call may take in scratch memory, and features that go in at a time. */
const KEY_BYTES = 1 << 20;
const DEPTH = 2048;

/**
 * The softmax of each row, e^x/Σ e^x. Stable: what is exponentiated is the distance to the row's
 * greatest. Accuracy against exact arithmetic: float32 within 0.6 ulp of each weight, float64 within
 * 0.65 ulp (or e^-700); the same bits in every engine, and for rows of up to 4096 float32 whatever
 * the order of their entries.
 *
 * A row's −Infinity has weight 0, and a row of nothing else is all zeros; +Infinity, once or more
 * often, takes the whole row; NaN makes the row NaN.
 *
 * @template {FloatArray} T
 * @param {T} x (rows, columns)
 * @param {readonly [rows: number, columns: number]} shape
 * @param {{ out?: T }} [options] out: (rows, columns), may be x
 * @returns {T} (rows, columns)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function softmax(x, shape, options) {
  const where = "phasor.softmax";
  const { out } = check.options(where, options, ["out"]);
  const [rows, columns] = check.shape(where, "shape", shape, ["rows", "columns"]);
  check.floats(where, "x", x, rows * columns, ` for shape [${rows}, ${columns}]`);
  const result =
    check.output(where, out, x.length, { inPlace: { x } }) ??
    check.allocate(where, check.dtypeOf(x), x.length);
  if (x.length > 0) weigh(x, result, rows, columns);
  return /** @type {T} */ (result);
}

/** @param {FloatArray} x @param {FloatArray} out @param {number} rows @param {number} columns */
function weigh(x, out, rows, columns) {
  const stage = new Stage(x, out);
  const rowBytes = columns * x.BYTES_PER_ELEMENT;
  if (rowBytes > ROW_BYTES) {
    for (let r = 0; r < rows; r++) weighLong(stage, x, out, r * columns, columns);
    return;
  }
  const kernel = stage.kernels[`phasor_softmax${suffix(x)}`];
  stage.eachTile(rows, rowBytes, false, (first, count) => {
    const from = stage.input(x, first * columns, count * columns);
    kernel(stage.output(out, first * columns, count * columns, from), from, count, columns);
    stage.flush();
  });
}

/**
 * One row, in three passes over pieces of it.
 * @param {Stage} stage @param {FloatArray} x @param {FloatArray} out
 * @param {number} start @param {number} columns
 */
function weighLong(stage, x, out, start, columns) {
  const { kernels } = stage;
  const kind = suffix(x);
  const sums = stage.reserve(32);
  stage.doubles(sums, 4).fill(0);
  /** @param {(from: number, first: number, count: number) => void} pass */
  const eachPiece = (pass) => {
    stage.eachTile(columns / 4, 4 * x.BYTES_PER_ELEMENT, true, (four, fours) => {
      const count = Math.min(Math.ceil(fours) * 4, columns - 4 * four);
      pass(stage.input(x, start + 4 * four, count), 4 * four, count);
    });
  };
  let most = Number.NEGATIVE_INFINITY;
  eachPiece((from, _, count) => {
    most = kernels[`phasor_greatest${kind}`](from, most, count);
  });
  eachPiece((from, _, count) => {
    kernels[`phasor_exp_sums${kind}`](sums, from, most, count);
  });
  eachPiece((from, first, count) => {
    const to = stage.output(out, start + first, count, from);
    kernels[`phasor_exp_weights${kind}`](to, from, most, sums, count);
    stage.flush();
  });
}

/**
 * The weights of self-attention or, with k from elsewhere, cross-attention over as many keys:
 *
 *     softmax(scale·q·kᵀ + bias)
 *
 * Scores are added up feature by feature and rounded in q's type, each operation once; the softmax is
 * `softmax`. A row whose scores are all −Infinity is all zeros. Scores too large for the type cost
 * nothing but time: finite q, k, bias and scale never give NaN.
 *
 * @template {FloatArray} T
 * @param {T} q (L, d)
 * @param {T} k (L, d)
 * @param {readonly [length: number, d: number]} shape
 * @param {object} [options]
 * @param {T} [options.bias] (L, L), added to the scores; −Infinity masks
 * @param {boolean} [options.causal] whether query i sees keys 0 … i only; false by default
 * @param {number} [options.scale] 1/√d by default
 * @param {T} [options.out] (L, L), apart from q, k and bias
 * @returns {T} (L, L): row i holds the weights of query i
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function attentionWeights(q, k, shape, options) {
  const where = "phasor.attentionWeights";
  const given = check.options(where, options, ["bias", "causal", "scale", "out"]);
  const [length, depth] = check.shape(where, "shape", shape, ["length", "d"]);
  check.count(where, "shape[1] (d)", depth, 1);
  const because = ` for shape [${length}, ${depth}]`;
  check.floats(where, "q", q, length * depth, because);
  check.floats(where, "k", k, length * depth, because);
  check.sameType(where, "k", k, q);
  const { bias, causal = false, scale = 1 / Math.sqrt(depth), out } = given;
  const size = length * length;
  if (bias !== undefined) {
    check.floats(where, "bias", bias, size, because);
    check.sameType(where, "bias", bias, q);
  }
  check.boolean(where, "causal", causal);
  check.finite(where, "scale", scale);
  const result =
    check.output(where, out, size, { type: q, apart: { q, k, bias } }) ??
    check.allocate(where, check.dtypeOf(q), size);
  if (size > 0) attend({ q, k, bias, causal, scale, length, depth }, result);
  return /** @type {T} */ (result);
}

/**
 * @typedef {object} Attention
 * @property {FloatArray} q
 * @property {FloatArray} k
 * @property {FloatArray | undefined} bias
 * @property {boolean} causal
 * @property {number} scale
 * @property {number} length
 * @property {number} depth
 */

/** @param {Attention} of @param {FloatArray} out */
function attend(of, out) {
  const { q, k, bias, causal, scale, length, depth } = of;
  const stage = new Stage(q, k, bias, out);
  const { kernels } = stage;
  const kind = suffix(q);
  const score = kernels[`phasor_scores${kind}`];
  const finish = kernels[`phasor_attend${kind}`];
  const size = q.BYTES_PER_ELEMENT;
  const deep = Math.min(depth, DEPTH);
  const panel = 32 / size; // keys that phasor_panels puts together
  const wide = panel * Math.max(1, Math.floor(KEY_BYTES / (deep * size * panel)));
  const padded = panel * Math.ceil(Math.min(wide, length) / panel);
  const panels = stage.reserve(padded * deep * size);

  /** Brings in keys. @param {number} column @param {number} columns @param {number} feature */
  const bring = (column, columns, feature) => {
    const features = Math.min(deep, depth - feature);
    const top = stage.top;
    const tile = stage.tileRows(columns, features * size, panel);
    for (let c = 0; c < columns; c += tile) {
      const count = Math.min(tile, columns - c);
      stage.top = top;
      const from = (column + c) * depth + feature;
      const keys = stage.inputBlock(k, from, count, features, depth);
      const stride = stage.inPlace ? depth : features;
      kernels[`phasor_panels${kind}`](panels + c * features * size, keys, stride, count, features);
    }
    stage.top = top;
  };

  const whole = length <= wide && depth === deep;
  if (whole) bring(0, length, 0);
  const rowBytes = (length * (bias ? 2 : 1) + deep) * size;
  const unit = 4 * rowBytes < 1 << 21 ? 4 : 1;
  const tall = stage.tileRows(length, rowBytes, unit);
  const top = stage.top;
  for (let first = 0; first < length; first += tall) {
    const rows = Math.min(tall, length - first);
    stage.top = top;
    const to = stage.output(out, first * length, rows * length);
    const added = bias ? stage.input(bias, first * length, rows * length) : 0;
    const above = stage.top;
    const seen = causal ? first + rows : length;
    for (let column = 0; column < seen; column += wide) {
      const columns = Math.min(wide, seen - column);
      for (let feature = 0; feature < depth; feature += deep) {
        const features = Math.min(deep, depth - feature);
        stage.top = above;
        if (!whole) bring(column, columns, feature);
        const queries = stage.inputBlock(q, first * depth + feature, rows, features, depth);
        const stride = stage.inPlace ? depth : features;
        const factor = feature + features < depth ? 1 : scale; // when the last feature is in
        const more = feature > 0 ? 1 : 0;
        score(
          to + column * size,
          length,
          queries,
          stride,
          panels,
          factor,
          rows,
          columns,
          features,
          more,
        );
      }
    }
    const failed = finish(to, length, added, first, rows, length, causal ? 1 : 0);
    stage.flush();
    for (let r = first; failed > 0 && r < first + rows; r++) {
      if (Number.isNaN(out[r * length])) attendSteeply(of, out, r);
    }
  }
}

/**
 * A row some of whose scores are too large for the type: scores scaled down, in double, of which
 * only the distances to the greatest come back. Where an input is NaN the row becomes NaN.
 * @param {Attention} of @param {FloatArray} out @param {number} row
 */
function attendSteeply({ q, k, bias, causal, scale, length, depth }, out, row) {
  const shrink = !check.isFloat32(q) ? 2 ** -540 : 1; // of q and of k
  const again = !check.isFloat32(q) ? 2 ** -40 : 1; // of their products
  const none = Number.NEGATIVE_INFINITY;
  const seen = causal ? row + 1 : length;
  const scores = new Float64Array(seen);
  let most = none;
  for (let j = 0; j < seen; j++) {
    let score = 0;
    for (let c = 0; c < depth; c++) {
      score += q[row * depth + c] * shrink * (k[j * depth + c] * shrink);
    }
    score *= scale * again;
    if (bias) score += bias[row * length + j] * shrink * shrink * again;
    scores[j] = score;
    if (score > most) most = score;
  }
  for (let j = 0; j < seen; j++) {
    const distance = (scores[j] - most) / again / shrink / shrink;
    // Infinite scores are their own distance: their difference would be NaN.
    const equal = scores[j] === most && most !== none;
    out[row * length + j] = equal ? 0 : scores[j] === none ? none : distance;
  }
  const part = out.subarray(row * length, row * length + seen);
  weigh(part, part, 1, seen);
}

/**
 * How far attention is from not seeing the order of its input: the greatest entry of
 * |A(πX) − π·A(X)·πᵀ|, with A(X) = attentionWeights(X, X) and (πX)_i = X_π(i). Exactly 0 for lengths
 * up to 4096 in float32 without positions: a shuffled sentence has shuffled weights. With pe, added
 * to the rows as they stand before and after, it is what position contributes. Sums too large for the
 * type do no harm.
 *
 * @template {FloatArray} T
 * @param {T} x (L, d)
 * @param {readonly [length: number, d: number]} shape
 * @param {ArrayLike<number>} permutation each of 0 … L − 1 once
 * @param {{ pe?: T }} [options] pe: (L, d), none by default
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument
 */
export function permutationError(x, shape, permutation, options) {
  const where = "phasor.permutationError";
  const { pe } = check.options(where, options, ["pe"]);
  const [length, depth] = check.shape(where, "shape", shape, ["length", "d"]);
  check.count(where, "shape[1] (d)", depth, 1);
  const order = check.indices(where, "permutation", permutation, length, length);
  const met = new Uint8Array(length);
  for (const i of order) {
    if (met[i]) {
      throw new RangeError(
        `${where}: permutation must hold each of 0 … ${length - 1} once, got ${i} twice`,
      );
    }
    met[i] = 1;
  }
  const because = ` for shape [${length}, ${depth}]`;
  check.floats(where, "x", x, length * depth, because);
  if (pe !== undefined) {
    check.floats(where, "pe", pe, length * depth, because);
    check.sameType(where, "pe", pe, x);
  }
  const kind = check.dtypeOf(x);
  const before = check.allocate(where, kind, x.length);
  const after = check.allocate(where, kind, x.length);
  /** Rows with positions, times a factor. @param {number} factor */
  const place = (factor) => {
    for (let i = 0; i < length; i++) {
      for (let c = 0; c < depth; c++) {
        const at = i * depth + c;
        const position = pe ? pe[at] * factor : 0;
        before[at] = x[at] * factor + position;
        after[at] = x[order[i] * depth + c] * factor + position;
      }
    }
  };
  place(1);
  let scale = 1 / Math.sqrt(depth);
  if (pe && ![before, after].every((rows) => rows.every(Number.isFinite))) {
    place(0.5); // sums too large for the type: halves of them are not
    scale *= 4;
  }
  const weights = attentionWeights(before, before, [length, depth], { scale });
  const shuffled = attentionWeights(after, after, [length, depth], { scale });
  let most = 0;
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < length; j++) {
      const off = Math.abs(shuffled[i * length + j] - weights[order[i] * length + order[j]]);
      if (!(off <= most)) most = off;
      if (Number.isNaN(most)) return most;
    }
  }
  return most;
}
