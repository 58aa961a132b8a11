import type { ArrayOf, FloatArray, List } from "./check.js";
import type { TableOptions } from "./sinusoidal.js";
/**
 * A layer that adds sinusoidal encodings to embeddings. It computes a table of `maxLength` positions
 * once.
 *
 * @template {"float32" | "float64"} [D="float32"]
 */
export declare class SinusoidalPositionalEncoding<D extends "float32" | "float64" = "float32"> {
  #private;
  /**
   * @param {number} maxLength the table has the positions 0 … maxLength − 1; at least 1
   * @param {number} dModel 2 … 65536; even, unless the convention allows odd widths
   * @param {TableOptions & { dtype?: D | undefined }} [options] dtype: the type of
   *   `encoding`'s result, "float32" by default; `forward` and `embed` use the type of their input
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(
    maxLength: number,
    dModel: number,
    options?: TableOptions & {
      dtype?: D | undefined;
    },
  );
  /** Number of positions. */
  get maxLength(): number;
  /** Columns of an encoding. */
  get dModel(): number;
  /**
   * The encodings of positions 0 … length − 1, in a new array.
   * @param {number} length 0 … maxLength
   * @returns {ArrayOf<D>} (length, dModel)
   * @throws {TypeError | RangeError} naming the argument
   */
  encoding(length: number): ArrayOf<D>;
  /**
   * scale·x + PE[start : start + L], with the same encodings for every sequence of the batch. Each
   * operation is rounded in x's type.
   *
   * @template {FloatArray} T
   * @param {T} x (B, L, dModel)
   * @param {readonly [batch: number, length: number, dModel: number]} shape
   * @param {object} [options]
   * @param {number | "sqrt" | undefined} [options.scale] factor of x, 1 by default; "sqrt" is √dModel
   * @param {number | undefined} [options.start] first position, 0 by default; start + L ≤ maxLength
   * @param {T | undefined} [options.out] (B, L, dModel); may be x
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  forward<T extends FloatArray>(
    x: T,
    shape: readonly [batch: number, length: number, dModel: number],
    options?: {
      scale?: number | "sqrt" | undefined;
      start?: number | undefined;
      out?: T | undefined;
    },
  ): T;
  /**
   * scale·embeddingTable[id] + PE[position] for the positions 0 … L − 1, in one pass.
   *
   * @template {FloatArray} T
   * @param {List} tokenIds (B, L), each a row of the embedding table
   * @param {T} embeddingTable (vocabulary, dModel)
   * @param {readonly [batch: number, length: number]} shape
   * @param {object} [options]
   * @param {number | "sqrt" | undefined} [options.scale] factor of the embeddings, 1 by default
   * @param {T | undefined} [options.out] (B, L, dModel); must not overlap the table or the ids
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  embed<T extends FloatArray>(
    tokenIds: List,
    embeddingTable: T,
    shape: readonly [batch: number, length: number],
    options?: {
      scale?: number | "sqrt" | undefined;
      out?: T | undefined;
    },
  ): T;
}
