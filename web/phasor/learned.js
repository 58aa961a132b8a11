// learned.js: trainable positional embeddings.

import * as check from "./check.js";
import { encodingKernels } from "./kernels/encoding.js";
import { learnedKernels } from "./kernels/learned.js";
import { inspect, inspected } from "./quote.js";
import { scatterAdd } from "./scatter.js";
import { sinusoidal } from "./sinusoidal.js";
import {
  copyIn,
  eachTile,
  inputAt,
  inputBlock,
  outputAt,
  scratchBlock,
  suffix,
  Workspace,
} from "./workspace.js";

/** @import { ArrayOf, FloatArray, OneOf } from "./check.js" */
/**
 * An array of a dtype, in any memory.
 * @template {"float32" | "float64" | undefined} D
 * @typedef {D extends "float64" ? Float64Array : Float32Array} ArrayLikeOf
 */

const LARGEST_DEVIATION = 1e30;
/** Most sequences of a batch that are summed at a time, and most bytes of their rows: two of the widest. */
const GROUP_SEQUENCES = 8;
const GROUP_BYTES = 1 << 20;

const className = "a LearnedPositionalEncoding";

/**
 * Learned positional embeddings: a table with a row for each position, and its gradient.
 *
 * ```js
 * const pe = new LearnedPositionalEncoding(512, 64, { seed: 1 });
 * const y = pe.forward(x, [8, 128, 64]);
 * const dx = pe.backward(dy, [8, 128, 64]); // and pe.gradient holds the table's
 * pe.step(1e-3);
 * pe.zeroGradient();
 * ```
 *
 * The normal initialisation is the same in every engine. Let r_n be output n of splitmix64 with the
 * seed as its initial state. Then entries 2j and 2j + 1 of the table, counted row by row, are
 *
 *     std·√(−2 ln u)·cos 2πv,  std·√(−2 ln u)·sin 2πv
 *     u = (⌊r_2j/2^11⌋ + 1)/2^53,  v = r_2j+1/2^64
 *
 * with an error of at most 2^-51·std·√(−2 ln u). A float32 table is the float64 table, rounded.
 *
 * @template {"float32" | "float64" | undefined} [D="float32"]
 */
export class LearnedPositionalEncoding {
  #maxLength;
  #dModel;
  /** @type {ArrayOf<D>} */
  #table;
  /** @type {ArrayOf<D>} */
  #gradient;

  /**
   * @param {number} maxLength positions 0 … maxLength − 1; at least 1
   * @param {number} dModel 1 … 65536; must be even for init "sinusoidal"
   * @param {object} [options]
   * @param {number | undefined} [options.seed] an integer, 0 … 2^53 − 1; 0 by default
   * @param {"normal" | "sinusoidal" | undefined} [options.init] the initial values: independent
   *   normal numbers with mean 0 (the default), or `sinusoidal(maxLength, dModel)`
   * @param {number | undefined} [options.std] standard deviation of the normal numbers, 0 … 1e30; 0.02 by default
   * @param {OneOf<D, "float32" | "float64">} [options.dtype] the type of the table, the gradient and all inputs and results;
   *   "float32" by default
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(maxLength, dModel, options) {
    const where = "phasor.LearnedPositionalEncoding";
    const {
      seed = 0,
      init = "normal",
      std = 0.02,
      dtype = "float32",
    } = check.options(where, options, ["seed", "init", "std", "dtype"]);
    this.#maxLength = check.count(where, "maxLength", maxLength, 1);
    check.oneOf(where, "init", init, ["normal", "sinusoidal"]);
    this.#dModel =
      init === "normal"
        ? check.integer(where, "dModel", dModel, 1, check.LARGEST_WIDTH)
        : check.dModel(where, dModel);
    check.count(where, "seed", seed);
    check.number(where, "std", std, 0, LARGEST_DEVIATION);
    check.oneOf(where, "dtype", dtype, ["float32", "float64"]);
    const size = this.#maxLength * this.#dModel;
    this.#gradient = /** @type {ArrayOf<D>} */ (check.allocate(where, dtype, size));
    this.#table = /** @type {ArrayOf<D>} */ (check.allocate(where, dtype, size));
    if (init === "normal") fillNormal(this.#table, seed, std);
    else sinusoidal(this.#maxLength, this.#dModel, { out: this.#table });
  }

  /** @internal */
  [inspect]() {
    return inspected(this, "LearnedPositionalEncoding", ["maxLength", "dModel"]);
  }

  /** Number of positions. */
  get maxLength() {
    return this.#maxLength;
  }

  /** Columns of an embedding. */
  get dModel() {
    return this.#dModel;
  }

  /**
   * The embeddings, (maxLength, dModel). This is the table itself, not a copy: you can write to it.
   * @returns {ArrayOf<D>}
   */
  get table() {
    return this.#table;
  }

  /**
   * The gradient that `backward` and `backwardAt` accumulate, (maxLength, dModel); not a copy.
   * @returns {ArrayOf<D>}
   */
  get gradient() {
    return this.#gradient;
  }

  /**
   * The embeddings of the given positions.
   * @template {ArrayLikeOf<D>} T
   * @param {ArrayLike<number | bigint>} positions integers, 0 … maxLength − 1
   * @param {{ out?: T | undefined }} [options] out: (positions.length, dModel); must not
   *   overlap table or gradient
   * @returns {T} (positions.length, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  lookup(positions, options) {
    const where = "phasor.LearnedPositionalEncoding.lookup";
    if (!(#table in Object(this))) check.detached(where, className, this);
    const { out } = check.options(where, options, ["out"]);
    const at = this.#positions(where, positions);
    const width = this.#dModel;
    const result = this.#output(where, out, at.length * width, {}, { positions: at });
    for (let i = 0; i < at.length; i++) {
      result.set(this.#table.subarray(at[i] * width, (at[i] + 1) * width), i * width);
    }
    return /** @type {T} */ (result);
  }

  /**
   * x + table[0 : L], with the same embeddings for every sequence of the batch.
   * @template {ArrayLikeOf<D>} T
   * @param {T} x (B, L, dModel)
   * @param {readonly [batch: number, length: number, dModel: number]} shape L ≤ maxLength
   * @param {{ out?: T | undefined }} [options] out: (B, L, dModel), may be x
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  forward(x, shape, options) {
    const where = "phasor.LearnedPositionalEncoding.forward";
    if (!(#table in Object(this))) check.detached(where, className, this);
    const { out } = check.options(where, options, ["out"]);
    const { batch, length, size } = this.#input(where, "x", x, shape);
    const result = this.#output(where, out, size, { x });
    const width = this.#dModel;
    const workspace = new Workspace(x, result);
    const add = workspace.use(encodingKernels)[`phasor_add${suffix(x)}`];
    eachTile(workspace, length, 2 * width * x.BYTES_PER_ELEMENT, true, (first, count) => {
      const rows = copyIn(workspace, this.#table, first * width, count * width);
      const top = workspace.top;
      for (let b = 0; b < batch; b++) {
        const from = (b * length + first) * width;
        workspace.top = top;
        const input = inputAt(workspace, x, from, count * width);
        add(outputAt(workspace, result, from, count * width, input), input, rows, 1, count * width);
        workspace.flush();
      }
    });
    return /** @type {T} */ (result);
  }

  /**
   * The gradients of `forward`: adds Σ_b gradOutput[b], in the order of the batch, to the first L rows
   * of `gradient`, and returns the gradient of x, which is a copy of gradOutput.
   * @template {ArrayLikeOf<D>} T
   * @param {T} gradOutput (B, L, dModel)
   * @param {readonly [batch: number, length: number, dModel: number]} shape L ≤ maxLength
   * @param {{ out?: T | undefined }} [options] out: (B, L, dModel), for the copy; pass
   *   gradOutput to avoid the copy
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  backward(gradOutput, shape, options) {
    const where = "phasor.LearnedPositionalEncoding.backward";
    if (!(#table in Object(this))) check.detached(where, className, this);
    const { out } = check.options(where, options, ["out"]);
    const { batch, length, size } = this.#input(where, "gradOutput", gradOutput, shape);
    check.clear(where, "gradOutput", gradOutput, { gradient: this.#gradient });
    const result = this.#output(where, out, size, { gradOutput });
    const width = this.#dModel;
    const workspace = new Workspace(gradOutput);
    const sum = workspace.use(learnedKernels)[`phasor_batch_sum${suffix(gradOutput)}`];
    const rowBytes = width * gradOutput.BYTES_PER_ELEMENT;
    const group = Math.min(batch, GROUP_SEQUENCES, Math.floor(GROUP_BYTES / rowBytes));
    // Twice the usual tile, because many sequences mean many small copies.
    const bytes = workspace.inPlace ? rowBytes : ((1 + group) * rowBytes) / 2;
    eachTile(workspace, length, bytes, true, (first, rows) => {
      const count = rows * width;
      const sums = copyIn(workspace, this.#gradient, first * width, count);
      const stride = workspace.inPlace ? length * width : count;
      const top = workspace.top;
      for (let b = 0; b < batch; b += group) {
        const sequences = Math.min(group, batch - b);
        const from = (b * length + first) * width;
        workspace.top = top;
        const x = inputBlock(workspace, gradOutput, from, sequences, count, length * width);
        sum(sums, x, sequences, stride, count);
      }
      scratchBlock(workspace, this.#gradient, first * width, 1, count, count, sums);
      workspace.flush();
    });
    if (result.byteOffset !== gradOutput.byteOffset || result.buffer !== gradOutput.buffer) {
      result.set(gradOutput);
    }
    return /** @type {T} */ (result);
  }

  /**
   * The gradient of `lookup`: adds row i of gradOutput to row positions[i] of `gradient`, for ascending
   * i. The rows of a repeated position add up.
   * @param {ArrayLike<number | bigint>} positions integers, 0 … maxLength − 1
   * @param {ArrayLikeOf<D>} gradOutput (positions.length, dModel)
   * @returns {void}
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  backwardAt(positions, gradOutput) {
    const where = "phasor.LearnedPositionalEncoding.backwardAt";
    if (!(#table in Object(this))) check.detached(where, className, this);
    const at = this.#positions(where, positions);
    const width = this.#dModel;
    check.floats(where, "gradOutput", gradOutput, at.length * width);
    check.sameType(where, "gradOutput", gradOutput, this.#table);
    check.clear(where, "gradOutput", gradOutput, { gradient: this.#gradient });
    scatterAdd(this.#gradient, at, gradOutput, width);
  }

  /**
   * table −= learningRate·gradient, with each operation rounded. Does not clear the gradient.
   * @param {number} learningRate finite
   * @returns {void}
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  step(learningRate) {
    const where = "phasor.LearnedPositionalEncoding.step";
    if (!(#table in Object(this))) check.detached(where, className, this);
    check.finite(where, "learningRate", learningRate);
    const table = this.#table;
    const workspace = new Workspace(table);
    const add = workspace.use(encodingKernels)[`phasor_add${suffix(table)}`];
    eachTile(workspace, table.length, 2 * table.BYTES_PER_ELEMENT, true, (first, count) => {
      const values = copyIn(workspace, table, first, count);
      const gradient = copyIn(workspace, this.#gradient, first, count);
      add(values, gradient, values, -learningRate, count);
      scratchBlock(workspace, table, first, 1, count, count, values);
      workspace.flush();
    });
  }

  /** Sets the gradient to zero. @returns {void} */
  zeroGradient() {
    if (!(#table in Object(this)))
      check.detached("phasor.LearnedPositionalEncoding.zeroGradient", className, this);
    this.#gradient.fill(0);
  }

  /** @param {string} where @param {unknown} positions */
  #positions(where, positions) {
    const list = check.numbers(where, "positions", positions);
    return check.indices(where, "positions", list, list.length, this.#maxLength);
  }

  /**
   * @param {string} where @param {string} name @param {FloatArray} x
   * @param {readonly [number, number, number]} shape
   */
  #input(where, name, x, shape) {
    const [batch, length, width] = check.shape(where, "shape", shape, [
      "batch",
      "length",
      "dModel",
    ]);
    if (width !== this.#dModel) {
      check.fail(RangeError, where, "shape[2] (dModel)", String(this.#dModel), width);
    }
    check.integer(where, "shape[1] (length)", length, 0, this.#maxLength);
    const size = batch * length * width;
    check.floats(where, name, x, size, [batch, length, width]);
    check.sameType(where, name, x, this.#table);
    return { batch, length, size };
  }

  /**
   * @param {string} where @param {unknown} out @param {number} size
   * @param {Record<string, FloatArray>} inPlace the input that out may be
   * @param {Record<string, ArrayBufferView>} [disjoint]
   * @returns {FloatArray}
   */
  #output(where, out, size, inPlace, disjoint) {
    const arrays = { table: this.#table, gradient: this.#gradient };
    return check.output(where, out, size, this.#table, {
      inPlace,
      disjoint: { ...arrays, ...disjoint },
    });
  }
}

/** @param {FloatArray} table @param {number} seed @param {number} std */
function fillNormal(table, seed, std) {
  const workspace = new Workspace(table);
  const normal = workspace.use(learnedKernels)[`phasor_normal${suffix(table)}`];
  const pairs = Math.ceil(table.length / 2);
  eachTile(workspace, pairs, 2 * table.BYTES_PER_ELEMENT, false, (pair, pairCount) => {
    const count = Math.min(2 * pairCount, table.length - 2 * pair);
    normal(outputAt(workspace, table, 2 * pair, count), 2 * pair, count, seed, std);
    workspace.flush();
  });
}
