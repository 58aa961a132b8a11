import type { ArrayOf } from "./check.js";
export type ArrayLikeOf<D extends "float32" | "float64"> = D extends "float64"
  ? Float64Array
  : Float32Array;
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
 * @template {"float32" | "float64"} [D="float32"]
 */
export declare class LearnedPositionalEncoding<D extends "float32" | "float64" = "float32"> {
  #private;
  /**
   * @param {number} maxLength positions 0 … maxLength − 1; at least 1
   * @param {number} dModel 1 … 65536; must be even for init "sinusoidal"
   * @param {object} [options]
   * @param {number | undefined} [options.seed] an integer, 0 … 2^53 − 1; 0 by default
   * @param {"normal" | "sinusoidal" | undefined} [options.init] the initial values: independent
   *   normal numbers with mean 0 (the default), or `sinusoidal(maxLength, dModel)`
   * @param {number | undefined} [options.std] standard deviation of the normal numbers, 0 … 1e30; 0.02 by default
   * @param {D | undefined} [options.dtype] the type of the table, the gradient and all inputs and results;
   *   "float32" by default
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(
    maxLength: number,
    dModel: number,
    options?: {
      seed?: number | undefined;
      init?: "normal" | "sinusoidal" | undefined;
      std?: number | undefined;
      dtype?: D | undefined;
    },
  );
  /** Number of positions. */
  get maxLength(): number;
  /** Columns of an embedding. */
  get dModel(): number;
  /**
   * The embeddings, (maxLength, dModel). This is the table itself, not a copy: you can write to it.
   * @returns {ArrayOf<D>}
   */
  get table(): ArrayOf<D>;
  /**
   * The gradient that `backward` and `backwardAt` accumulate, (maxLength, dModel); not a copy.
   * @returns {ArrayOf<D>}
   */
  get gradient(): ArrayOf<D>;
  /**
   * The embeddings of the given positions.
   * @template {ArrayLikeOf<D>} T
   * @param {ArrayLike<number | bigint>} positions integers, 0 … maxLength − 1
   * @param {{ out?: T | undefined }} [options] out: (positions.length, dModel); must not
   *   overlap table or gradient
   * @returns {T} (positions.length, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  lookup<T extends ArrayLikeOf<D>>(
    positions: ArrayLike<number | bigint>,
    options?: {
      out?: T | undefined;
    },
  ): T;
  /**
   * x + table[0 : L], with the same embeddings for every sequence of the batch.
   * @template {ArrayLikeOf<D>} T
   * @param {T} x (B, L, dModel)
   * @param {readonly [batch: number, length: number, dModel: number]} shape L ≤ maxLength
   * @param {{ out?: T | undefined }} [options] out: (B, L, dModel), may be x
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  forward<T extends ArrayLikeOf<D>>(
    x: T,
    shape: readonly [batch: number, length: number, dModel: number],
    options?: {
      out?: T | undefined;
    },
  ): T;
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
  backward<T extends ArrayLikeOf<D>>(
    gradOutput: T,
    shape: readonly [batch: number, length: number, dModel: number],
    options?: {
      out?: T | undefined;
    },
  ): T;
  /**
   * The gradient of `lookup`: adds row i of gradOutput to row positions[i] of `gradient`, for ascending
   * i. The rows of a repeated position add up.
   * @param {ArrayLike<number | bigint>} positions integers, 0 … maxLength − 1
   * @param {ArrayLikeOf<D>} gradOutput (positions.length, dModel)
   * @returns {void}
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  backwardAt(positions: ArrayLike<number | bigint>, gradOutput: ArrayLikeOf<D>): void;
  /**
   * table −= learningRate·gradient, with each operation rounded. Does not clear the gradient.
   * @param {number} learningRate finite
   * @returns {void}
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  step(learningRate: number): void;
  /** Sets the gradient to zero. @returns {void} */
  zeroGradient(): void;
}
