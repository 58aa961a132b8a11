// attend.js: attention in tiles of queries, with keys and values packed for the kernels. The arguments
// have been checked.

import * as check from "./check.js";
import { attentionKernels } from "./kernels/attention.js";
import { softmaxRows } from "./softmax.js";
import {
  inputAt,
  inputBlock,
  outputAt,
  scratchBlock,
  suffix,
  viewAt,
  Workspace,
} from "./workspace.js";

/** @import { FloatArray } from "./check.js" */

/**
 * @typedef {object} Attention
 * @property {FloatArray} q (heads, queries, depth)
 * @property {FloatArray} k (heads, keys, depth)
 * @property {FloatArray | undefined} [v] (heads, keys, depth)
 * @property {FloatArray | undefined} bias (heads or 1, queries, keys)
 * @property {FloatArray | undefined} weights (heads, queries, keys), if requested
 * @property {FloatArray | undefined} [out] (heads, queries, depth), if v is given
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} depth
 * @property {number | undefined} offset query i sees keys 0 … offset + i; undefined: all keys
 * @property {number} scale
 */

/** Bytes for packed keys if there are no values; for each of keys and values if there are. */
const KEY_BYTES = 1 << 20;
const SHARED_BYTES = 3 << 18;
/** Features of the keys, and of the values, that are packed at a time. */
const KEY_FEATURES_PACKED = 2048;
const VALUE_FEATURES_PACKED = 256;
/** Keys whose values are summed at a time; the same as PHASOR_STRIP in csrc/phasor.h. */
const STRIP_KEYS = 128;
/** If four rows of scores have more bytes than this, they do not stay in scratch memory. */
const LONG_BYTES = 1 << 19;
/** Keys of such rows that are processed at a time. */
const PIECE_KEYS = 1 << 14;
/** Weighted sums of smaller values stay finite in float32. */
const MAX_SAFE_VALUE = 2 ** 127;
/** The largest number of float32. */
const LARGEST_FLOAT = 2 ** 128 - 2 ** 104;

/**
 * Fills weights, or out, or both.
 * @param {Attention} attention with at least one query, one key and one feature
 */
export function attend(attention) {
  const tiles = new Tiles(attention);
  for (let head = 0; head < attention.heads; head++) tiles.fill(head);
}

class Tiles {
  /** @param {Attention} attention */
  constructor(attention) {
    const { q, k, v, bias, weights, out, keys, depth } = attention;
    this.attention = attention;
    const workspace = new Workspace(q, k, v, bias, weights, out);
    this.workspace = workspace;
    this.kind = suffix(q);
    const size = q.BYTES_PER_ELEMENT;
    this.size = size;
    this.panel = 32 / size; // keys, or columns of values, that are packed side by side
    const bytes = v ? SHARED_BYTES : KEY_BYTES;
    this.keyWidth = Math.min(depth, KEY_FEATURES_PACKED);
    this.valueWidth = Math.min(this.panel * Math.ceil(depth / this.panel), VALUE_FEATURES_PACKED);
    this.rowBytes = (keys * (bias ? 2 : 1) + this.keyWidth + (v ? this.valueWidth : 0)) * size;
    this.isLong = 4 * this.rowBytes > LONG_BYTES;
    const max = this.isLong ? PIECE_KEYS : Infinity;
    /** How many keys, and how many values, are packed at a time. */
    this.keysPerPack = Math.min(max, this.#packSize(bytes, this.keyWidth, this.panel));
    this.valuesPerPack = Math.min(max, this.#packSize(bytes, this.valueWidth, STRIP_KEYS));
    /** Whether these are all keys of a head, which are then packed only once. */
    this.allKeysFit = !this.isLong && keys <= this.keysPerPack && depth === this.keyWidth;
    this.allValuesFit = !this.isLong && keys <= this.valuesPerPack && depth <= this.valueWidth;
    const padded = this.panel * Math.ceil(Math.min(this.keysPerPack, keys) / this.panel);
    this.panels = workspace.reserve(padded * this.keyWidth * size);
    const strips = Math.ceil(Math.min(this.valuesPerPack, keys) / STRIP_KEYS);
    this.strips = v ? workspace.reserve(strips * STRIP_KEYS * this.valueWidth * size) : 0;
    this.top = workspace.top;
    /** Whether some values are not finite, or sums of them may not be. */
    this.mayOverflow = false;
    /** Scores of long rows. @type {FloatArray | undefined} */
    this.scoreRows = undefined;
  }

  /** How many keys fit into this many bytes. @param {number} bytes @param {number} width @param {number} unit */
  #packSize(bytes, width, unit) {
    return unit * Math.max(1, Math.floor(bytes / (width * this.size * unit)));
  }

  /** @param {number} head */
  fill(head) {
    const { queries, keys, v } = this.attention;
    this.mayOverflow = false;
    if (this.allKeysFit) this.#packKeys(head, 0, keys, 0);
    if (v && this.allValuesFit) this.#packValues(head, 0, keys, 0);
    const tileRows = this.isLong ? 4 : this.workspace.tileRows(queries, this.rowBytes, 4);
    for (let first = 0; first < queries; first += tileRows) {
      const rows = Math.min(tileRows, queries - first);
      if (this.isLong) this.#longTile(head, first, rows);
      else this.#tile(head, first, rows);
    }
  }

  /** How many keys a query sees. @param {number} query */
  #visibleKeys(query) {
    const { keys, offset } = this.attention;
    return offset === undefined ? keys : Math.max(0, Math.min(keys, query + offset + 1));
  }

  /** The start of a query's row in the bias. @param {number} head @param {number} query */
  #biasRow(head, query) {
    const { bias, queries, keys } = this.attention;
    const shared = bias?.length === queries * keys;
    return ((shared ? 0 : head * queries) + query) * keys;
  }

  /** Whether the bias masks all keys of a query. @param {number} biasRow @param {number} visible */
  #isMasked(biasRow, visible) {
    const { bias } = this.attention;
    let j = 0;
    while (bias && j < visible && bias[biasRow + j] === Number.NEGATIVE_INFINITY) j++;
    return j === visible;
  }

  /** @param {number} head @param {number} first @param {number} rows */
  #tile(head, first, rows) {
    const { bias, weights, queries, keys, offset } = this.attention;
    const { workspace, size } = this;
    workspace.top = this.top;
    const count = rows * keys;
    const scores = weights
      ? outputAt(workspace, weights, (head * queries + first) * keys, count)
      : workspace.reserve(count * size);
    const biasAt = bias ? inputAt(workspace, bias, this.#biasRow(head, first), count) : 0;
    const visible = this.#visibleKeys(first + rows - 1);
    const above = workspace.top;
    for (let column = 0; column < visible; column += this.keysPerPack) {
      const columns = Math.min(this.keysPerPack, visible - column);
      workspace.top = above;
      this.#score(scores + column * size, keys, head, first, rows, column, columns);
    }
    // Clamped to the range that matters: the kernel's integers have 32 bits.
    const from = Math.max(-rows, Math.min(keys, first + (offset ?? 0)));
    const causal = offset === undefined ? 0 : 1;
    const finish = workspace.use(attentionKernels)[`phasor_attend${this.kind}`];
    const failed = finish(scores, keys, biasAt, from, rows, keys, causal);
    if (failed > 0) this.#repairWeights(scores, head, first, rows);
    workspace.top = above;
    this.#sums(head, first, rows, visible, (key) => ({ at: scores + key * size, stride: keys }));
    workspace.flush();
    if (this.mayOverflow)
      this.#repairSums(head, first, rows, viewAt(workspace, this.attention.q, scores, count));
  }

  /**
   * Scores of some queries and keys.
   * @param {number} to pointer @param {number} stride elements from row to row there
   * @param {number} head @param {number} first query @param {number} rows
   * @param {number} column the first key @param {number} columns
   */
  #score(to, stride, head, first, rows, column, columns) {
    const { q, queries, depth, scale } = this.attention;
    const { workspace, keyWidth } = this;
    const score = workspace.use(attentionKernels)[`phasor_scores${this.kind}`];
    const above = workspace.top;
    for (let feature = 0; feature < depth; feature += keyWidth) {
      const features = Math.min(keyWidth, depth - feature);
      workspace.top = above;
      if (!this.allKeysFit) this.#packKeys(head, column, columns, feature);
      const from = (head * queries + first) * depth + feature;
      const x = inputBlock(workspace, q, from, rows, features, depth);
      const step = workspace.inPlace ? depth : features;
      const factor = feature + features < depth ? 1 : scale; // when the last feature is in
      const adds = feature > 0 ? 1 : 0;
      score(to, stride, x, step, this.panels, factor, rows, columns, features, adds);
    }
  }

  /** @param {number} head @param {number} column @param {number} columns @param {number} feature */
  #packKeys(head, column, columns, feature) {
    const { k, keys, depth } = this.attention;
    const { workspace, panels, size } = this;
    const pack = workspace.use(attentionKernels)[`phasor_panels${this.kind}`];
    const features = Math.min(this.keyWidth, depth - feature);
    const top = workspace.top;
    const tile = workspace.tileRows(columns, features * size, this.panel);
    for (let c = 0; c < columns; c += tile) {
      const count = Math.min(tile, columns - c);
      workspace.top = top;
      const from = (head * keys + column + c) * depth + feature;
      const x = inputBlock(workspace, k, from, count, features, depth);
      const stride = workspace.inPlace ? depth : features;
      pack(panels + c * features * size, x, stride, count, features);
    }
    workspace.top = top;
  }

  /** @param {number} head @param {number} key @param {number} count @param {number} column */
  #packValues(head, key, count, column) {
    const { v, keys, depth } = this.attention;
    const { workspace, strips, valueWidth, size } = this;
    if (!v) return;
    const pack = workspace.use(attentionKernels)[`phasor_strips${this.kind}`];
    const columns = Math.min(valueWidth, depth - column);
    const top = workspace.top;
    for (let at = 0; at < count; at += STRIP_KEYS) {
      const rows = Math.min(STRIP_KEYS, count - at);
      workspace.top = top;
      const from = (head * keys + key + at) * depth + column;
      const x = inputBlock(workspace, v, from, rows, columns, depth);
      const stride = workspace.inPlace ? depth : columns;
      const greatest = pack(strips + at * valueWidth * size, x, stride, rows, columns);
      if (!(greatest < MAX_SAFE_VALUE)) this.mayOverflow = true;
    }
    workspace.top = top;
  }

  /**
   * Weighted sums of the values that some queries see.
   * @param {number} head @param {number} first @param {number} rows @param {number} visible
   * @param {(key: number, count: number) => { at: number, stride: number }} weightsAt where the
   *   weights of some keys lie
   */
  #sums(head, first, rows, visible, weightsAt) {
    const { out, queries, depth } = this.attention;
    const { workspace, valueWidth, size, valuesPerPack } = this;
    if (!out) return;
    const add = workspace.use(attentionKernels)[`phasor_weighted_sums${this.kind}`];
    for (let column = 0; column < depth; column += valueWidth) {
      const columns = Math.min(valueWidth, depth - column);
      const from = (head * queries + first) * depth + column;
      const to = workspace.outputBlock(out, from, rows, columns, depth);
      const step = workspace.inPlace ? depth : columns;
      const above = workspace.top;
      for (let r = 0; r < rows && visible === 0; r++) {
        viewAt(workspace, out, to + r * step * size, columns).fill(0);
      }
      for (let key = 0; key < visible; key += valuesPerPack) {
        const count = Math.min(valuesPerPack, visible - key);
        workspace.top = above;
        if (!this.allValuesFit) this.#packValues(head, key, count, column);
        const { at, stride } = weightsAt(key, count);
        for (let b = 0; b < count; b += STRIP_KEYS) {
          const values = this.strips + b * valueWidth * size;
          const keys = Math.min(STRIP_KEYS, count - b);
          const adds = key + b > 0 ? 1 : 0;
          const careful = this.mayOverflow ? 1 : 0;
          add(to, step, at + b * size, stride, values, rows, columns, keys, adds, careful);
        }
      }
      workspace.flush();
      workspace.top = above;
    }
  }

  /**
   * Recomputes the weights of those rows of a tile whose scores were too large for the type.
   * @param {number} scores pointer @param {number} head @param {number} first @param {number} rows
   */
  #repairWeights(scores, head, first, rows) {
    const { q, keys } = this.attention;
    const softmax = this.workspace.use(attentionKernels)[`phasor_softmax${this.kind}`];
    for (let r = 0; r < rows; r++) {
      const at = scores + r * keys * this.size;
      const visible = this.#visibleKeys(first + r);
      const row = /** @type {FloatArray} */ (viewAt(this.workspace, q, at, visible));
      const biasRow = this.#biasRow(head, first + r);
      const isSound = row.some((weight) => weight > 0) || this.#isMasked(biasRow, visible);
      if (isSound && !Number.isNaN(row[0])) continue;
      this.#scoreInDouble(head, first + r, biasRow, row);
      softmax(at, at, 1, visible);
    }
  }

  /**
   * The scores of one query minus the largest of them, which is what a softmax needs. In double, those of
   * float32 do not overflow. A score is NaN if an input is, or if infinities cancel.
   * @param {number} head @param {number} query @param {number} biasRow
   * @param {FloatArray} line filled, one for each key that the query sees
   */
  #scoreInDouble(head, query, biasRow, line) {
    const { q, k, bias, queries, keys, depth, scale } = this.attention;
    const scores = new Float64Array(line.length);
    let max = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < line.length; j++) {
      let a = (head * queries + query) * depth;
      let b = (head * keys + j) * depth;
      let sum = 0;
      for (let c = 0; c < depth; c++) sum += q[a++] * k[b++];
      scores[j] = sum * scale + (bias ? bias[biasRow + j] : 0);
      if (scores[j] > max) max = scores[j];
    }
    // A difference of infinities would be NaN.
    scores.forEach((score, j) => {
      line[j] = score === Number.NEGATIVE_INFINITY ? score : score === max ? 0 : score - max;
    });
  }

  /**
   * A tile whose rows of scores are too long for scratch memory: the rows are in an ordinary array, and
   * keys and values pass through scratch memory once for every tile.
   * @param {number} head @param {number} first @param {number} rows
   */
  #longTile(head, first, rows) {
    const { q, bias, weights, queries, keys } = this.attention;
    const { workspace, size } = this;
    const start = (head * queries + first) * keys;
    this.scoreRows ??= check.allocate("phasor.attention", check.dtypeOf(q), weights ? 0 : 4 * keys);
    const scoreRows = weights
      ? weights.subarray(start, start + rows * keys)
      : this.scoreRows.subarray(0, rows * keys);
    const last = this.#visibleKeys(first + rows - 1);
    for (let column = 0; column < last; column += this.keysPerPack) {
      const columns = Math.min(this.keysPerPack, last - column);
      workspace.top = this.top;
      const tile = scratchBlock(workspace, scoreRows, column, rows, columns, keys);
      this.#score(tile, columns, head, first, rows, column, columns);
      workspace.flush();
    }
    for (let r = 0; r < rows; r++) {
      const visible = this.#visibleKeys(first + r);
      const line = scoreRows.subarray(r * keys, r * keys + visible);
      const biasRow = this.#biasRow(head, first + r);
      if (bias) for (let j = 0; j < visible; j++) line[j] += bias[biasRow + j];
      const isSound =
        line.every((score) => score < Infinity) && line.some((score) => score > -Infinity);
      const isMasked =
        line.every((score) => score === -Infinity) && this.#isMasked(biasRow, visible);
      if (!isSound && !isMasked) {
        this.#scoreInDouble(head, first + r, biasRow, line);
      }
      if (visible > 0) softmaxRows(line, line, 1, visible);
      scoreRows.fill(0, r * keys + visible, (r + 1) * keys);
    }
    workspace.top = this.top;
    this.#sums(head, first, rows, last, (key, count) => {
      const at = workspace.reserve(rows * count * size);
      for (let r = 0; r < rows; r++) {
        const weights = scoreRows.subarray(r * keys + key, r * keys + key + count);
        viewAt(workspace, q, at + r * count * size, count).set(weights);
      }
      return { at, stride: count };
    });
    if (this.mayOverflow) this.#repairSums(head, first, rows, scoreRows);
  }

  /**
   * Recomputes sums of float32 values in double that are not finite although all values with a weight above 0
   * are. Since weights add up to 1, such a sum is no larger than the largest value.
   * @param {number} head @param {number} first @param {number} rows
   * @param {ArrayLike<number>} weights (rows, keys)
   */
  #repairSums(head, first, rows, weights) {
    const { v, out, queries, keys, depth } = this.attention;
    if (!v || !out || !check.isFloat32(v)) return;
    for (let i = 0; i < rows * depth; i++) {
      const at = (head * queries + first) * depth + i;
      if (Number.isFinite(out[at])) continue;
      const row = Math.floor(i / depth);
      let sum = 0;
      for (let j = 0; j < keys; j++) {
        const weight = weights[row * keys + j];
        if (weight !== 0) sum += weight * v[(head * keys + j) * depth + (i % depth)];
      }
      if (Number.isFinite(sum)) out[at] = Math.max(-LARGEST_FLOAT, Math.min(LARGEST_FLOAT, sum));
    }
  }
}
