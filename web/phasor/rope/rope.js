// rope.js: rotary position embedding.
import * as check from "../check.js";
import { inspect, inspected } from "../quote.js";
import { suffix, Workspace } from "../workspace.js";
import { cachedRows, readCaches } from "./caches.js";
import { RowsBetween } from "./move.js";
import {
  anglesOptions,
  applyOptions,
  forwardOptions,
  moveOptions,
  rotaryOptions,
} from "./options.js";
import { readPositions, readSizes, rowPositions } from "./positions.js";
import { factorsOf } from "./query.js";
import { readRotary } from "./rotary.js";
import { rotate } from "./rotate.js";
import { readDirection, rowsOf, tabulate } from "./rows.js";

/** @import { Dtype, FloatArray, OneOf, TableOf } from "../check.js" */
/** @import { PositionList, Role, RotaryOptions, RowPositions, TurnOptions } from "./options.js" */
/** @import { Positions, Sizes } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Describing, RopeOptions } from "./scaling.js" */

const kind = "a RotaryEmbedding";

/** @type {(embedding: RotaryEmbedding<any>) => Rotary} */
let internalsOf;

/** What `console.log` shows. */
const inspectedNames = [
  "dHead",
  "rotaryDim",
  "rotaryStart",
  "layout",
  "direction",
  "maxLength",
  "attentionFactor",
];

/**
 * Rotary position embedding (Su et al. 2021): rotates every pair (a, z) of features of a row at position
 * p by the angle pω_i,
 *
 *     (a, z)  →  (a·cos pω_i − z·sin pω_i,  a·sin pω_i + z·cos pω_i)     ω_i = base^(-2i/rotaryDim)
 *
 * so that the dot product of a rotated query and a rotated key depends on their positions only through
 * their distance. Other features are copied.
 *
 * Sines and cosines are exact values rounded to x's type, at every position; if there is an
 * attention factor, the product with it is rounded again. They are computed when needed, so a
 * sequence can have any length. The bits are the same in every engine.
 *
 * @template {Dtype | undefined} [D="float32"]
 *
 * @example
 * const rotary = new RotaryEmbedding(64, { base: 500000, layout: "half" });
 * const { q, k } = rotary.forward(queries, keys, [heads, length, 64], { offset: cached });
 */
export class RotaryEmbedding {
  #rotary;
  /** @type {Dtype} */
  #dtype;
  /** @type {{ cos: TableOf<D>, sin: TableOf<D> } | undefined} */
  #tables;

  static {
    internalsOf = (embedding) => embedding.#rotary;
  }

  /**
   * @param {number} dHead features of a head: 2 … 65536, even unless rotaryDim is given
   * @param {RopeOptions & RotaryOptions & { dtype?: OneOf<D, Dtype> }} [options] dtype: the type of `cos`
   *   and `sin`, "float32" by default; rotations use the type of their input
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(dHead, options) {
    const where = "phasor.RotaryEmbedding";
    /** @type {(typeof options & Describing) | undefined} */
    const described = options;
    const checked = check.options(where, described, rotaryOptions);
    const { dtype = "float32" } = checked;
    this.#rotary = readRotary(where, dHead, checked);
    this.#dtype = check.oneOf(where, "dtype", dtype, check.dtypes);
  }

  /** @internal */
  [inspect]() {
    return inspected(this, "RotaryEmbedding", inspectedNames);
  }

  /** Features of a head. */
  get dHead() {
    return this.#rotary.dHead;
  }

  /** Number of features that are rotated. */
  get rotaryDim() {
    return this.#rotary.rotaryDim;
  }

  /** The first feature that is rotated. */
  get rotaryStart() {
    return this.#rotary.rotaryStart;
  }

  /** 1, or −1 if it rotates in the opposite direction. */
  get direction() {
    return this.#rotary.direction;
  }

  /** Which features form a pair. */
  get layout() {
    return this.#rotary.layout;
  }

  /** Positions must be below it; undefined if there is no limit. */
  get maxLength() {
    const { maxLength } = this.#rotary;
    return maxLength === Infinity ? undefined : maxLength;
  }

  /** The factor of sines and cosines. */
  get attentionFactor() {
    return this.#rotary.attentionFactor;
  }

  /** The frequencies (rotaryDim/2), in radians per position; a copy. */
  get frequencies() {
    return this.#rotary.frequencies.slice();
  }

  /**
   * cos pω_i times the attention factor for all positions below maxLength, the same position on all
   * axes: (maxLength, rotaryDim/2). Computed on the first access; later accesses return the same array.
   * Rotations do not need it. It does not depend on `direction`.
   * @returns {TableOf<D>}
   * @throws {RangeError} without a maxLength, or if the engine cannot allocate that much
   */
  get cos() {
    return this.#table("cos");
  }

  /**
   * sin pω_i times the attention factor, in the same way.
   * @returns {TableOf<D>}
   * @throws {RangeError} without a maxLength, or if the engine cannot allocate that much
   */
  get sin() {
    return this.#table("sin");
  }

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
  apply(x, shape, options) {
    const where = "phasor.RotaryEmbedding.apply";
    if (!(#rotary in Object(this))) check.detached(where, kind, this);
    const checked = check.options(where, options, applyOptions);
    const { role, out } = checked;
    const rotary = this.#rotary;
    const sizes = readSizes(where, rotary, "shape", shape, checked.tokenAxis);
    check.floats(where, "x", x, sizes.size, sizes.shape);
    const positions = rowPositions(where, rotary, checked, sizes);
    const rows = rowsOf(where, rotary, suffix(x), checked, role, positions, sizes);
    const disjoint = checked.positions && byName(positions.lists);
    const result = check.output(where, out, sizes.size, x, { inPlace: { x }, disjoint });
    if (sizes.size > 0) {
      const factors = role === "query" ? factorsOf(rotary, positions, checked) : undefined;
      const workspace = result === x ? new Workspace(x) : new Workspace(x, result);
      rotate(workspace, rotary, rows, [{ x, out: result, sizes, factors }]);
    }
    return /** @type {T} */ (result);
  }

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
  applyAngles(x, shape, cos, sin, options) {
    const where = "phasor.RotaryEmbedding.applyAngles";
    if (!(#rotary in Object(this))) check.detached(where, kind, this);
    const checked = check.options(where, options, anglesOptions);
    const { cacheShape, positions, tokenAxis, out } = checked;
    const rotary = this.#rotary;
    const sizes = readSizes(where, rotary, "shape", shape, tokenAxis);
    const { inverse, backwards } = readDirection(where, rotary, checked);
    const caches = readCaches(where, rotary, cos, sin, cacheShape, positions, sizes);
    check.floats(where, "x", x, sizes.size, sizes.shape);
    const disjoint = { cos, sin };
    const result = check.output(where, out, sizes.size, x, { inPlace: { x }, disjoint });
    if (sizes.size > 0) {
      const rows = cachedRows(rotary, suffix(x), caches, sizes.length, inverse, backwards);
      rotate(new Workspace(x, result), rotary, rows, [{ x, out: result, sizes }]);
    }
    return /** @type {T} */ (result);
  }

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
  forward(q, k, shape, options) {
    const where = "phasor.RotaryEmbedding.forward";
    if (!(#rotary in Object(this))) check.detached(where, kind, this);
    const checked = check.options(where, options, forwardOptions);
    const { keyShape, tokenAxis, out } = checked;
    const { q: outQ, k: outK } = check.options(where, out, ["q", "k"], "out");
    const rotary = this.#rotary;
    const sizes = readSizes(where, rotary, "shape", shape, tokenAxis);
    const keySizes =
      keyShape === undefined ? sizes : readSizes(where, rotary, "keyShape", keyShape, tokenAxis);
    check.floats(where, "q", q, sizes.size, sizes.shape);
    const hint = keyShape ? "" : ` (keyShape is the shape of a k with other heads)`;
    check.floats(where, "k", k, keySizes.size, ` for shape [${keySizes.shape.join(", ")}]${hint}`);
    if (keySizes.length !== sizes.length) {
      const allowed = `[..., ${sizes.length}, dHead] as shape is`;
      check.fail(RangeError, where, "keyShape", allowed, keyShape);
    }
    const positions = rowPositions(where, rotary, checked, sizes);
    if (positions.batched && keySizes.batch !== sizes.batch) {
      const allowed = `${sizes.batch} as shape[0] is, with positions of (B, T)`;
      check.fail(RangeError, where, "keyShape[0]", allowed, keySizes.batch);
    }
    check.sameType(where, "k", k, q);
    const type = suffix(q);
    const larger = sizes.size > keySizes.size ? sizes : keySizes;
    const rows = rowsOf(where, rotary, type, checked, "query", positions, larger);
    const keyRows = rotary.decay && rowsOf(where, rotary, type, checked, "key", positions, larger);
    const lists = byName(positions.lists);
    const newQ = check.output(where, outQ, sizes.size, q, {
      name: "out.q",
      inPlace: { q },
      disjoint: { k, ...lists },
    });
    const newK = check.output(where, outK, keySizes.size, k, {
      name: "out.k",
      inPlace: { k },
      disjoint: { q, "out.q": newQ, ...lists },
    });
    if (sizes.size > 0 || keySizes.size > 0) {
      const factors = factorsOf(rotary, positions, checked);
      const queries = { x: q, out: newQ, sizes, factors };
      const keys = { x: k, out: newK, sizes: keySizes };
      const inPlace = newQ === q && newK === k;
      const workspace = inPlace ? new Workspace(q, k) : new Workspace(q, k, newQ, newK);
      rotate(workspace, rotary, rows, keyRows ? [queries] : [queries, keys]);
      if (keyRows) rotate(workspace, rotary, keyRows, [keys]);
    }
    return { q: /** @type {T} */ (newQ), k: /** @type {T} */ (newK) };
  }

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
  move(kCache, shape, options) {
    const where = "phasor.RotaryEmbedding.move";
    if (!(#rotary in Object(this))) check.detached(where, kind, this);
    const checked = check.options(where, options, moveOptions);
    const { from = 0, to, rotary: target, tokenAxis, out } = checked;
    const rotary = this.#rotary;
    const sizes = readSizes(where, rotary, "shape", shape, tokenAxis);
    check.floats(where, "kCache", kCache, sizes.size, sizes.shape);
    if (to === undefined && target === undefined) {
      check.fail(TypeError, where, "to", "positions or a RotaryEmbedding", to);
    }
    if (target !== undefined && !(target instanceof RotaryEmbedding)) {
      check.fail(TypeError, where, "rotary", "a RotaryEmbedding", target);
    }
    const embedding = to instanceof RotaryEmbedding ? to : target;
    if (embedding === to && target !== undefined) {
      check.fail(TypeError, where, "to", "positions, as rotary is given", to);
    }
    const other = embedding ? embedding.#rotary : rotary;
    const fixed = to === undefined || to === embedding;
    const old = readPositions(where, "from", from, rotary, sizes);
    const next = readPositions(where, fixed ? "from" : "to", fixed ? from : to, other, sizes);
    const start = { rotary, positions: old };
    const end = { rotary: other, positions: next };
    const length = sizes.size > 0 ? sizes.length : 0;
    const batches = old.batched || next.batched ? sizes.batch : 1;
    const rows = new RowsBetween(where, start, end, suffix(kCache), batches, length);
    const disjoint = { ...byName(old.lists, "from"), ...byName(next.lists, fixed ? "from" : "to") };
    const result = check.output(where, out, sizes.size, kCache, {
      inPlace: { kCache },
      disjoint,
    });
    if (sizes.size > 0) {
      rotate(new Workspace(kCache, result), rotary, rows, [{ x: kCache, out: result, sizes }]);
    }
    return /** @type {T} */ (result);
  }

  /** @param {"cos" | "sin"} name @returns {TableOf<D>} */
  #table(name) {
    if (!this.#tables) {
      const where = `phasor.RotaryEmbedding.${name}`;
      const { maxLength, angles } = this.#rotary;
      if (maxLength === Infinity) {
        check.fail(RangeError, where, "maxLength", "given to the constructor", undefined);
      }
      const cos = check.newTable(where, this.#dtype, maxLength * angles.pairs);
      const sin = check.newTable(where, this.#dtype, maxLength * angles.pairs);
      tabulate(this.#rotary, cos, sin, maxLength);
      this.#tables = /** @type {{ cos: TableOf<D>, sin: TableOf<D> }} */ ({
        cos: check.arrayOf(cos),
        sin: check.arrayOf(sin),
      });
    }
    return this.#tables[name];
  }
}

/** The internals of an embedding, for use within the package. @param {RotaryEmbedding<any>} embedding */
export function rotaryOf(embedding) {
  return internalsOf(embedding);
}

/** Lists of positions by their names in error messages. @param {Float64Array[]} lists */
function byName(lists, name = "positions") {
  return Object.fromEntries(
    lists.map((list, i) => [lists.length === 1 ? name : `${name}[${i}]`, list]),
  );
}
