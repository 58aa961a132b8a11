// rope.js: rotary position embedding.
import * as check from "../check.js";
import { Stage, suffix } from "../stage.js";
import { RowsGiven, readCaches } from "./caches.js";
import {
  anglesOptions,
  applyOptions,
  forwardOptions,
  moveOptions,
  rotaryOptions,
} from "./options.js";
import { Rotary } from "./rotary.js";
import { RowsBetween } from "./rows.js";
import { turn, turnAll } from "./turning.js";

/** @import { Dtype, FloatArray, TableOf } from "../check.js" */
/** @import { PositionList, Role, RotaryOptions, RowPositions, TurnOptions } from "./options.js" */
/** @import { RopeOptions } from "./scaling.js" */

const kind = "a RotaryEmbedding";

/** @type {(embedding: RotaryEmbedding<any>) => Rotary} */
let inside;

/**
 * Rotary position embedding (Su et al. 2021): every pair (a, z) of features of a row at position p
 * is turned by the angle pω_i,
 *
 *     (a, z)  →  (a·cos pω_i − z·sin pω_i,  a·sin pω_i + z·cos pω_i)     ω_i = base^(-2i/rotaryDim)
 *
 * so that the dot product of a turned query and a turned key depends on the distance of their
 * positions alone. Features past rotaryDim stay as they are.
 *
 * Sines and cosines are those of exact arithmetic, rounded to x's type, whatever the position; then
 * times the attention factor, if there is one, rounded again. They are made as they are needed, so
 * no sequence is too long. The same bits in every engine.
 *
 * @template {Dtype} [D="float32"]
 *
 * @example
 * const rotary = new RotaryEmbedding(64, { base: 500000, layout: "half" });
 * const { q, k } = rotary.forward(queries, keys, [heads, length, 64], { offset: cached });
 */
export class RotaryEmbedding {
  #rotary;
  #dtype;
  /** @type {{ cos: TableOf<D>, sin: TableOf<D> } | undefined} */
  #tables;

  static {
    inside = (embedding) => embedding.#rotary;
  }

  /**
   * @param {number} dHead features of a head: 2 … 65536, even unless rotaryDim is given
   * @param {RopeOptions & RotaryOptions & { dtype?: D | undefined }} [options] dtype: of `cos` and `sin`,
   *   "float32" by default; rotations follow their input
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(dHead, options) {
    const where = "phasor.RotaryEmbedding";
    const given = check.options(where, options, rotaryOptions);
    const { dtype = "float32" } = given;
    this.#rotary = new Rotary(where, dHead, given);
    this.#dtype = /** @type {D} */ (check.oneOf(where, "dtype", dtype, check.dtypes));
  }

  /** Features of a head. */
  get dHead() {
    return this.#rotary.dHead;
  }

  /** How many of them are turned. */
  get rotaryDim() {
    return this.#rotary.rotaryDim;
  }

  /** The first of them. */
  get rotaryStart() {
    return this.#rotary.rotaryStart;
  }

  /** 1, or −1 if it turns the other way. */
  get direction() {
    return this.#rotary.direction;
  }

  /** Which features are a pair. */
  get layout() {
    return this.#rotary.layout;
  }

  /** Positions have to be below it; undefined if any will do. */
  get maxLength() {
    const { maxLength } = this.#rotary;
    return maxLength === Infinity ? undefined : maxLength;
  }

  /** What sines and cosines are multiplied by. */
  get attentionFactor() {
    return this.#rotary.attentionFactor;
  }

  /** (rotaryDim/2), in radians per position; a copy. */
  get frequencies() {
    return this.#rotary.frequencies.slice();
  }

  /**
   * cos pω_i times the attention factor for all positions below maxLength, on all axes: (maxLength,
   * rotaryDim/2). Made when it is first asked for; then the same array again. Rotations do not need
   * it. A direction of −1 does not show here.
   * @returns {TableOf<D>}
   * @throws {RangeError} without a maxLength, or when the engine cannot give that much
   */
  get cos() {
    return this.#table("cos");
  }

  /**
   * sin pω_i times the attention factor, likewise.
   * @returns {TableOf<D>}
   * @throws {RangeError} without a maxLength, or when the engine cannot give that much
   */
  get sin() {
    return this.#table("sin");
  }

  /**
   * x with each row turned according to its position.
   *
   * @template {FloatArray} T
   * @param {T} x (…, T, …, dHead)
   * @param {readonly number[]} shape [..., T, dHead], with any number of axes before these two; with a
   *   tokenAxis, [..., T, ..., dHead]
   * @param {TurnOptions & { role?: Role | undefined, out?: T | undefined }} [options] role: what x
   *   holds, "query" or "key"; needed with xpos and queryScaling; out: as x, may be x
   * @returns {T} as x
   * @throws {TypeError | RangeError} naming the argument, also when a position is past maxLength;
   *   nothing is written then
   */
  apply(x, shape, options) {
    const where = "phasor.RotaryEmbedding.apply";
    if (!(#rotary in this)) check.detached(where, kind, this);
    const given = check.options(where, options, applyOptions);
    const { role, out } = given;
    const rotary = this.#rotary;
    const sizes = rotary.sizes(where, "shape", shape, given.tokenAxis);
    fits(where, "x", x, sizes);
    const positions = rotary.positions(where, given, sizes);
    fits(where, "x", x, sizes); // again: reading the positions may have run the caller's code
    const rows = rotary.rows(where, given, role, positions, sizes, suffix(x));
    const result =
      check.output(where, out, sizes.size, { inPlace: { x }, apart: named(positions.lists) }) ??
      check.allocate(where, check.dtypeOf(x), sizes.size);
    if (sizes.size > 0) {
      const stage = result === x ? new Stage(x) : new Stage(x, result);
      const { blocks, heads } = sizes;
      const query = role === "query" ? rotary.factors(positions, sizes, given.inverse) : undefined;
      rotary.turn(stage, rows, [{ x, out: result, blocks, heads, factors: query }]);
    }
    return /** @type {T} */ (result);
  }

  /**
   * x turned by cosines and sines that the caller has, such as a model's own caches, instead of those
   * of exact arithmetic: pairs, layout and direction are the embedding's. Attention factors are taken
   * to be in the caches; those of xPos and of queries are left to the caller.
   *
   * A cache has a column for each pair, or each pair twice: by halves in the layout "half", by
   * neighbours in "interleaved". The two have to be equal; otherwise it would be no rotation.
   *
   * @template {FloatArray} T
   * @param {T} x (…, T, …, dHead)
   * @param {readonly number[]} shape
   * @param {FloatArray} cos (T, rotaryDim/2) or (T, rotaryDim); rounded to x's type, if that is another
   * @param {FloatArray} sin likewise
   * @param {object} [options]
   * @param {readonly number[] | undefined} [options.cacheShape] [T, columns], which cos.length tells by
   *   default; or [B, T, columns], with rows of its own for each element of the first axis of x; or with
   *   positions [rows, columns]
   * @param {PositionList | undefined} [options.positions] (T) or (B, T): the cache's row for each row of
   *   x; by default they follow each other
   * @param {number | undefined} [options.tokenAxis] as for `apply`
   * @param {boolean | undefined} [options.inverse] undo it, also the factors in the caches
   * @param {boolean | undefined} [options.gradient] the transpose
   * @param {T | undefined} [options.out] as x, may be x
   * @returns {T} as x
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  applyAngles(x, shape, cos, sin, options) {
    const where = "phasor.RotaryEmbedding.applyAngles";
    if (!(#rotary in this)) check.detached(where, kind, this);
    const given = check.options(where, options, anglesOptions);
    const { cacheShape, positions, tokenAxis, inverse = false, gradient = false, out } = given;
    const rotary = this.#rotary;
    const sizes = rotary.sizes(where, "shape", shape, tokenAxis);
    const way = rotary.way(where, inverse, gradient);
    const caches = readCaches(where, rotary, cos, sin, cacheShape, positions, sizes);
    fits(where, "x", x, sizes);
    const result =
      check.output(where, out, sizes.size, { inPlace: { x }, apart: { cos, sin } }) ??
      check.allocate(where, check.dtypeOf(x), sizes.size);
    if (sizes.size > 0) {
      const stage = new Stage(x, result);
      const rows = new RowsGiven(rotary, suffix(x), caches, sizes.length, way);
      const { blocks, heads } = sizes;
      const tensors = [{ x, out: result, blocks, heads }];
      const near = rows.inPlace(stage, x);
      if (near) turnAll(stage, rows, rotary.frame(rows.kind), tensors, near.cos, near.sin);
      else turn(stage, rows, rotary.frame(rows.kind), tensors);
    }
    return /** @type {T} */ (result);
  }

  /**
   * Queries and keys, turned by the same positions.
   *
   * @template {FloatArray} T
   * @param {T} q (…, T, …, dHead)
   * @param {T} k (…, T, …, dHead)
   * @param {readonly number[]} shape [..., T, dHead] of q; with a tokenAxis, [..., T, ..., dHead]
   * @param {TurnOptions & { keyShape?: readonly number[] | undefined,
   *   out?: { q?: T | undefined, k?: T | undefined } | undefined }} [options]
   *   keyShape: of k, when it has fewer heads than q; T and the first axis of positions by batch
   *   have to be the same. out: where the results go; may be q and k themselves
   * @returns {{ q: T, k: T }}
   * @throws {TypeError | RangeError} naming the argument, also when a position is past maxLength;
   *   nothing is written then
   */
  forward(q, k, shape, options) {
    const where = "phasor.RotaryEmbedding.forward";
    if (!(#rotary in this)) check.detached(where, kind, this);
    const given = check.options(where, options, forwardOptions);
    const { keyShape, tokenAxis, out } = given;
    const { q: outQ, k: outK } = check.options(where, out, ["q", "k"], "out");
    const rotary = this.#rotary;
    const sizes = rotary.sizes(where, "shape", shape, tokenAxis);
    const keySizes =
      keyShape === undefined ? sizes : rotary.sizes(where, "keyShape", keyShape, tokenAxis);
    const checkTensors = () => {
      fits(where, "q", q, sizes);
      fits(where, "k", k, keySizes);
    };
    checkTensors();
    if (keySizes.length !== sizes.length) {
      const allowed = `[..., ${sizes.length}, dHead] as shape is`;
      check.fail(RangeError, where, "keyShape", allowed, keyShape);
    }
    const positions = rotary.positions(where, given, sizes);
    const { lists } = positions;
    if (positions.each && keySizes.batch !== sizes.batch) {
      const allowed = `${sizes.batch} as shape[0] is, with positions of (B, T)`;
      check.fail(RangeError, where, "keyShape[0]", allowed, keySizes.batch);
    }
    checkTensors();
    check.sameType(where, "k", k, q);
    const type = suffix(q);
    const larger = sizes.size > keySizes.size ? sizes : keySizes;
    const rows = rotary.rows(where, given, "query", positions, larger, type);
    const decays = rotary.decay !== undefined;
    const keyRows = decays ? rotary.rows(where, given, "key", positions, larger, type) : rows;
    const givenQ = check.output(where, outQ, sizes.size, {
      name: "out.q",
      inPlace: { q },
      apart: { k, ...named(lists) },
    });
    const givenK = check.output(where, outK, keySizes.size, {
      name: "out.k",
      inPlace: { k },
      apart: { q, "out.q": givenQ, ...named(lists) },
    });
    const newQ = givenQ ?? check.allocate(where, check.dtypeOf(q), sizes.size);
    const newK = givenK ?? check.allocate(where, check.dtypeOf(k), keySizes.size);
    if (sizes.size > 0 || keySizes.size > 0) {
      const factors = rotary.factors(positions, sizes, given.inverse);
      const queries = { x: q, out: newQ, blocks: sizes.blocks, heads: sizes.heads, factors };
      const keys = { x: k, out: newK, blocks: keySizes.blocks, heads: keySizes.heads };
      const inPlace = newQ === q && newK === k;
      const stage = inPlace ? new Stage(q, k) : new Stage(q, k, newQ, newK);
      if (rows === keyRows) {
        rotary.turn(stage, rows, [queries, keys]);
      } else {
        rotary.turn(stage, rows, [queries]);
        rotary.turn(stage, keyRows, [keys]);
      }
    }
    return { q: /** @type {T} */ (newQ), k: /** @type {T} */ (newK) };
  }

  /**
   * Cached keys, moved: what `apply` made of keys at the positions `from` becomes, but for rounding,
   * what it would have made of them at the positions `to`; or what another embedding would have made
   * of them, as when a sequence outgrows the length that its frequencies were scaled for. The keys
   * are turned once, by the difference: where only positions change, by the exact angle of the
   * distance. Attention factors, and those of xPos, become the other embedding's.
   *
   * @template {FloatArray} T
   * @param {T} kCache (…, T, dHead)
   * @param {readonly number[]} shape [..., T, dHead]; with a tokenAxis, [..., T, ..., dHead]
   * @param {object} options
   * @param {number | RowPositions | undefined} [options.from] where the rows are: the position of row 0, 0 by
   *   default, or those of all
   * @param {number | RowPositions | RotaryEmbedding<any> | undefined} [options.to] where they should be; or the
   *   embedding that should have turned them, where they are
   * @param {RotaryEmbedding<any> | undefined} [options.rotary] the embedding that should have turned
   *   them, when `to` says where; it has to have the same dHead, rotaryDim, rotaryStart, layout,
   *   direction and sections
   * @param {number | undefined} [options.tokenAxis] as for `apply`
   * @param {T | undefined} [options.out] (…, T, dHead), may be kCache
   * @returns {T} (…, T, dHead)
   * @throws {TypeError | RangeError} naming the argument, also when a position is past maxLength;
   *   nothing is written then
   */
  move(kCache, shape, options) {
    const where = "phasor.RotaryEmbedding.move";
    if (!(#rotary in this)) check.detached(where, kind, this);
    const read = check.options(where, options, moveOptions);
    const { from = 0, to, rotary: given, tokenAxis, out } = read;
    const rotary = this.#rotary;
    const sizes = rotary.sizes(where, "shape", shape, tokenAxis);
    fits(where, "kCache", kCache, sizes);
    if (to === undefined && given === undefined) {
      check.fail(TypeError, where, "to", "positions or a RotaryEmbedding", to);
    }
    if (given !== undefined && !(given instanceof RotaryEmbedding)) {
      check.fail(TypeError, where, "rotary", "a RotaryEmbedding", given);
    }
    const embedding = to instanceof RotaryEmbedding ? to : given;
    if (embedding === to && given !== undefined) {
      check.fail(TypeError, where, "to", "positions, as rotary is given", to);
    }
    const other = embedding ? embedding.#rotary : rotary;
    const start = { rotary, positions: rotary.read(where, "from", from, sizes) };
    const stays = to === undefined || to === embedding;
    const end = {
      rotary: other,
      positions: stays
        ? other.read(where, "from", from, sizes)
        : other.read(where, "to", to, sizes),
    };
    fits(where, "kCache", kCache, sizes);
    const length = sizes.size > 0 ? sizes.length : 0;
    const batches = start.positions.each || end.positions.each ? sizes.batch : 1;
    const rows = new RowsBetween(where, start, end, suffix(kCache), batches, length);
    const lists = [...start.positions.lists, ...end.positions.lists];
    const result =
      check.output(where, out, sizes.size, { inPlace: { kCache }, apart: named(lists) }) ??
      check.allocate(where, check.dtypeOf(kCache), sizes.size);
    if (sizes.size > 0) {
      const stage = new Stage(kCache, result);
      const { blocks, heads } = sizes;
      rotary.turn(stage, rows, [{ x: kCache, out: result, blocks, heads }]);
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
      this.#rotary.tabulate(new Stage(), suffix(cos), cos, sin);
      this.#tables = /** @type {{ cos: TableOf<D>, sin: TableOf<D> }} */ ({
        cos: check.arrayOf(cos),
        sin: check.arrayOf(sin),
      });
    }
    return this.#tables[name];
  }
}

/** What is inside an embedding, for the package itself. @param {RotaryEmbedding<any>} embedding */
export function rotaryOf(embedding) {
  return inside(embedding);
}

/** The caller's lists of positions, by a name for messages. @param {Float64Array[]} lists */
function named(lists) {
  return Object.fromEntries(lists.map((list, i) => [`positions${i === 0 ? "" : `[${i}]`}`, list]));
}

/**
 * @param {string} where @param {string} name @param {unknown} array
 * @param {{ size: number, shape: readonly number[] }} sizes
 */
function fits(where, name, array, { size, shape }) {
  if (check.floats(where, name, array).length === size) return;
  check.floats(where, name, array, size, ` for shape [${shape.join(", ")}]`);
}
