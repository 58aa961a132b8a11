import type { Dtype, FloatArray, TableOf } from "../check.js";
import type { PositionList, Role, RotaryOptions, RowPositions, TurnOptions } from "./options.js";
import type { RopeOptions } from "./scaling.js";
/**
 * Rotary position embedding (Su et al. 2021): rotates every pair (a, z) of features of a row at position
 * p by the angle pω_i,
 *
 *     (a, z)  →  (a·cos pω_i − z·sin pω_i,  a·sin pω_i + z·cos pω_i)     ω_i = base^(-2i/rotaryDim)
 *
 * so that the dot product of a rotated query and a rotated key depends on their positions only through
 * their distance. Other features are copied.
 *
 * Sines and cosines are exact values rounded to x's type, at every position; if there is an attention
 * factor, the product with it is rounded again. They are computed when they are needed, so a sequence
 * can have any length. The bits are the same in every engine.
 *
 * @template {Dtype} [D="float32"]
 *
 * @example
 * const rotary = new RotaryEmbedding(64, { base: 500000, layout: "half" });
 * const { q, k } = rotary.forward(queries, keys, [heads, length, 64], { offset: cached });
 */
export declare class RotaryEmbedding<D extends Dtype = "float32"> {
  #private;
  /**
   * @param {number} dHead features of a head: 2 … 65536, even unless rotaryDim is given
   * @param {RopeOptions & RotaryOptions & { dtype?: D | undefined }} [options] dtype: the type of `cos`
   *   and `sin`, "float32" by default; rotations use the type of their input
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(
    dHead: number,
    options?: RopeOptions &
      RotaryOptions & {
        dtype?: D | undefined;
      },
  );
  /** Features of a head. */
  get dHead(): number;
  /** Number of features that are rotated. */
  get rotaryDim(): number;
  /** The first feature that is rotated. */
  get rotaryStart(): number;
  /** 1, or −1 if it rotates in the opposite direction. */
  get direction(): -1 | 1;
  /** Which features form a pair. */
  get layout(): "half" | "interleaved";
  /** Positions must be below it; undefined if there is no limit. */
  get maxLength(): number | undefined;
  /** The factor of sines and cosines. */
  get attentionFactor(): number;
  /** The frequencies (rotaryDim/2), in radians per position; a copy. */
  get frequencies(): Float64Array<ArrayBuffer>;
  /**
   * cos pω_i times the attention factor for all positions below maxLength, the same position on all
   * axes: (maxLength, rotaryDim/2). Computed on the first access; later accesses return the same array.
   * Rotations do not need it. It does not depend on `direction`.
   * @returns {TableOf<D>}
   * @throws {RangeError} without a maxLength, or if the engine cannot allocate that much
   */
  get cos(): TableOf<D>;
  /**
   * sin pω_i times the attention factor, in the same way.
   * @returns {TableOf<D>}
   * @throws {RangeError} without a maxLength, or if the engine cannot allocate that much
   */
  get sin(): TableOf<D>;
  /**
   * Returns x with each row rotated according to its position.
   *
   * @template {FloatArray} T
   * @param {T} x (…, T, …, dHead)
   * @param {readonly number[]} shape [..., T, dHead] with any number of axes before these two, or
   *   [..., T, ..., dHead] with tokenAxis
   * @param {TurnOptions & { role?: Role | undefined, out?: T | undefined }} [options] role: what x
   *   is, "query" or "key"; required with xpos and queryScaling; out: in the shape of x; may be x
   * @returns {T} in the shape of x
   * @throws {TypeError | RangeError} naming the argument, also if a position is not below maxLength;
   *   nothing is written then
   */
  apply<T extends FloatArray>(
    x: T,
    shape: readonly number[],
    options?: TurnOptions & {
      role?: Role | undefined;
      out?: T | undefined;
    },
  ): T;
  /**
   * Rotates x by cosines and sines that you provide, such as a model's own caches, instead of exact
   * ones. Pairs, layout and direction are those of the embedding. Attention factors must already be in
   * the caches; the factors of xPos and of queries are not applied.
   *
   * A cache has one column for each pair, or two: in the layout "half" its two halves are equal, in
   * "interleaved" neighbouring columns are equal. Otherwise it would not be a rotation.
   *
   * @template {FloatArray} T
   * @param {T} x (…, T, …, dHead)
   * @param {readonly number[]} shape
   * @param {FloatArray} cos (T, rotaryDim/2) or (T, rotaryDim); rounded to x's type if it has the other
   * @param {FloatArray} sin the same for sines
   * @param {object} [options]
   * @param {readonly number[] | undefined} [options.cacheShape] [T, columns] (by default this follows from
   *   cos.length); [B, T, columns] if each element of the first axis of x has its own rows; or
   *   [rows, columns] with positions
   * @param {PositionList | undefined} [options.positions] (T) or (B, T): the row of the cache for each
   *   row of x; by default 0, 1, 2, …
   * @param {number | undefined} [options.tokenAxis] as for `apply`
   * @param {boolean | undefined} [options.inverse] undoes the rotation, including factors that are in
   *   the caches
   * @param {boolean | undefined} [options.gradient] the transpose
   * @param {T | undefined} [options.out] in the shape of x; may be x
   * @returns {T} in the shape of x
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  applyAngles<T extends FloatArray>(
    x: T,
    shape: readonly number[],
    cos: FloatArray,
    sin: FloatArray,
    options?: {
      cacheShape?: readonly number[] | undefined;
      positions?: PositionList | undefined;
      tokenAxis?: number | undefined;
      inverse?: boolean | undefined;
      gradient?: boolean | undefined;
      out?: T | undefined;
    },
  ): T;
  /**
   * Rotates queries and keys by the same positions.
   *
   * @template {FloatArray} T
   * @param {T} q (…, T, …, dHead)
   * @param {T} k (…, T, …, dHead)
   * @param {readonly number[]} shape [..., T, dHead] of q, or [..., T, ..., dHead] with tokenAxis
   * @param {TurnOptions & { keyShape?: readonly number[] | undefined,
   *   out?: { q?: T | undefined, k?: T | undefined } | undefined }} [options]
   *   keyShape: the shape of k if it has fewer heads than q; T must be the same, and so must the first
   *   axis if there are positions (B, T). out: receives the results; may be q and k themselves
   * @returns {{ q: T, k: T }}
   * @throws {TypeError | RangeError} naming the argument, also if a position is not below maxLength;
   *   nothing is written then
   */
  forward<T extends FloatArray>(
    q: T,
    k: T,
    shape: readonly number[],
    options?: TurnOptions & {
      keyShape?: readonly number[] | undefined;
      out?:
        | {
            q?: T | undefined;
            k?: T | undefined;
          }
        | undefined;
    },
  ): {
    q: T;
    k: T;
  };
  /**
   * Moves cached keys that `apply` rotated at the positions `from` to the positions `to`. Except for
   * rounding, the result is what `apply` would give for the original keys at `to`, or what another
   * embedding would give, for example when a sequence outgrows the length that its frequencies were
   * scaled for. The keys are rotated once, by the difference; if only positions change, this is exactly
   * the angle of the distance. Attention factors and the factors of xPos become those of the other
   * embedding.
   *
   * @template {FloatArray} T
   * @param {T} kCache (…, T, dHead)
   * @param {readonly number[]} shape [..., T, dHead], or [..., T, ..., dHead] with tokenAxis
   * @param {object} options
   * @param {number | RowPositions | undefined} [options.from] the current position of row 0, or the
   *   current positions of all rows; 0 by default
   * @param {number | RowPositions | RotaryEmbedding<any> | undefined} [options.to] the new positions; or
   *   the new embedding, if the positions stay the same
   * @param {RotaryEmbedding<any> | undefined} [options.rotary] the new embedding, if `to` is positions; it
   *   must have the same dHead, rotaryDim, rotaryStart, layout, direction and sections
   * @param {number | undefined} [options.tokenAxis] as for `apply`
   * @param {T | undefined} [options.out] (…, T, dHead); may be kCache
   * @returns {T} (…, T, dHead)
   * @throws {TypeError | RangeError} naming the argument, also if a position is not below maxLength;
   *   nothing is written then
   */
  move<T extends FloatArray>(
    kCache: T,
    shape: readonly number[],
    options: {
      from?: number | RowPositions | undefined;
      to?: number | RowPositions | RotaryEmbedding<any> | undefined;
      rotary?: RotaryEmbedding<any> | undefined;
      tokenAxis?: number | undefined;
      out?: T | undefined;
    },
  ): T;
}
/** The internals of an embedding, for use within the package. @param {RotaryEmbedding<any>} embedding */
export declare function rotaryOf(embedding: RotaryEmbedding<any>): {
  dHead: number;
  rotaryDim: number;
  rotaryStart: number;
  layout: "half" | "interleaved";
  direction: -1 | 1;
  attentionFactor: number;
  division: import("./sections.js").Division;
  frequencies: Float64Array<ArrayBuffer>;
  maxLength: number;
  decay: import("./xpos.js").Decay | undefined;
  queryScaling: import("./query.js").Temperature | undefined;
  angles: import("./angles.js").Angles;
  kept: import("./rows.js").Kept | undefined;
};
