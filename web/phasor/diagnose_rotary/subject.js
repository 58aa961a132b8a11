// subject.js: rotated vectors, or a cache as vectors, and what remains of them after subtracting a
// model of the rotation.
import { formatOf } from "../doctor/elements.js";
import { Residual } from "../doctor/residual.js";
import { cellsOf } from "./cells.js";
import { eachTile, putIntegers } from "./tiles.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Format } from "../doctor/elements.js" */
/** @import { Places, Turns } from "./cells.js" */
/** @import { Pairing } from "./pairing.js" */
/** @import { Some } from "./tiles.js" */

/** A vector of a group. @typedef {readonly [outer: number, inner: number]} Vector */
/**
 * @typedef {object} Model
 * @property {Pairing} pairing
 * @property {Turns} turns
 * @property {Places} places
 */

/** Roundoff of float32, in which products may be computed. */
const SINGLE = 2 ** -24;
/** Roundings of the sine or cosine (2), its factor and its product with a feature, and one to spare. */
const PRODUCTS = 5;

/** Vectors before and after a rotation. Groups are the vectors of one batch element and one row. */
export class Subject {
  /** What models leave of all vectors. @type {WeakMap<Model, Residual>} */
  #whole = new WeakMap();

  /**
   * @param {FloatArray} input @param {FloatArray} output @param {readonly number[]} sizes (…, T, …, width)
   * @param {number} axis of T
   * @param {boolean} [cache] whether the output is the cosines and sines of a cache
   */
  constructor(input, output, sizes, axis, cache = false) {
    this.input = input;
    this.output = output;
    this.sizes = sizes;
    this.axis = axis;
    this.cache = cache;
    const last = sizes.length - 1;
    const product = (/** @type {readonly number[]} */ some) => some.reduce((a, b) => a * b, 1);
    this.rows = sizes[axis];
    this.width = sizes[last];
    this.batch = axis > 0 ? sizes[0] : 1;
    /** Vectors of a group before and after T. */
    this.outer = product(sizes.slice(0, axis)) / this.batch;
    this.inner = product(sizes.slice(axis + 1, last));
    this.groups = this.batch * this.rows;
    /** The vectors of a group. @type {Vector[]} */
    this.vectors = Array.from({ length: this.outer * this.inner }, (_, k) => {
      return [Math.floor(k / this.inner), k % this.inner];
    });
    /** @type {Format} */
    this.format = formatOf(output, input);
  }

  /** The group of a vector. @param {number} at index of its first entry */
  groupOf(at) {
    const { rows, inner, outer } = this;
    const before = Math.floor(at / this.width / inner);
    return Math.floor(before / rows / outer) * rows + (before % rows);
  }

  /** Whether a vector is a copy of its input. @param {number} at index of its first entry */
  isCopy(at) {
    for (let c = at; c < at + this.width; c++) if (this.output[c] !== this.input[c]) return false;
    return true;
  }

  /** Whether a test holds for some vector. @param {(at: number) => boolean} test of its first index */
  some(test) {
    for (let at = 0; at < this.output.length; at += this.width) if (test(at)) return true;
    return false;
  }

  /** Whether a vector became 0. @param {number} at index of its first entry */
  isZero(at) {
    for (let c = at; c < at + this.width; c++) if (this.output[c] !== 0) return false;
    return true;
  }

  /** The index of the first entry of a vector.
   * @param {number} group @param {number} outer @param {number} inner */
  startOf(group, outer, inner) {
    const { rows } = this;
    const batch = Math.floor(group / rows);
    return (
      (((batch * this.outer + outer) * rows + (group % rows)) * this.inner + inner) * this.width
    );
  }

  /** Whether nothing remains after subtracting a model. @param {Model} model */
  fits(model) {
    const known = this.#whole.get(model);
    if (known) return !known.isLarge;
    const left = this.residual(model, { stop: true });
    if (!left.isLarge) this.#whole.set(model, left);
    return !left.isLarge;
  }

  /** What remains of all vectors. @param {Model} model @returns {Residual} */
  wholeResidual(model) {
    const left = this.#whole.get(model) ?? this.residual(model);
    this.#whole.set(model, left);
    return left;
  }

  /**
   * What remains after subtracting the vectors that a model predicts.
   * @param {Model} model
   * @param {Some & { large?: Set<number>, stop?: boolean, uncertain?: number }} [where] large: gets the groups with an
   *   entry above its limit; stop: at the first vector with one; uncertain: the largest error of angles, in radians,
   *   that is explained by float32
   * @returns {Residual}
   */
  residual({ pairing, turns, places }, where = {}) {
    const { groups: some, large, stop, uncertain = Infinity } = where;
    const { width, cache, format } = this;
    const { roundoff, floor } = format;
    const cells = cellsOf(turns, places, this.rows, some);
    const cycle = some || places.each ? Infinity : this.rows;
    const pairs = turns.frequencies.length;
    const narrow = roundoff > 1e-5 ? roundoff : 0;
    const products = PRODUCTS * SINGLE + (cache ? 0 : 2) * narrow;
    const sum = cache ? roundoff * (turns.attentionFactor === 1 ? 1 : 2) : roundoff + SINGLE;
    const left = new Residual(this.sizes);
    const { source, copied } = pairing;
    eachTile(this, where, pairing, 24 * pairs, (tile) => {
      const { workspace, first, groups, starts } = tile;
      const reserve = (/** @type {number} */ count) => {
        const pointer = workspace.reserve(8 * count);
        const view = workspace.doubles(pointer, count);
        view.fill(0);
        return { pointer, view };
      };
      const own = reserve(3 * pairs * groups);
      for (let row = 0; row < groups; row++) {
        const from = 3 * pairs * (first + row < cycle ? first + row : (first + row) % cycle);
        own.view.set(cells.subarray(from, from + 3 * pairs), 3 * pairs * row);
      }
      const limits = reserve(5);
      limits.view.set([products, sum, floor, uncertain, roundoff]);
      const worst = reserve(4);
      worst.view[0] = -1;
      const columns = putIntegers(workspace, new Int32Array(width));
      const above = putIntegers(workspace, new Int32Array(starts.length));
      const count = tile.kernels.phasor_pair_residuals(
        ...[worst.pointer, columns, above, tile.input, tile.output, own.pointer, tile.rows],
        ...[tile.pairing, putIntegers(workspace, copied), limits.pointer],
        ...[pairs, source.length, copied.length, width, starts.length, stop ? 1 : 0],
      );
      const { buffer } = workspace.memory;
      const counts = new Uint32Array(buffer, above, starts.length);
      left.addVectors(worst.view, new Uint32Array(buffer, columns, width), counts, starts, count);
      if (large)
        for (let v = 0; v < count; v++) if (counts[v] > 0) large.add(this.groupOf(starts[v]));
      return !(stop && left.isLarge);
    });
    return left;
  }

  /**
   * The normal equations of the cosine and sine of each pair: (rows, pairs, 6), see phasor_pair_sums.
   * @param {Pairing} pairing @param {number} pairs
   * @param {Some} some @param {number} rows @param {(k: number) => number} rowOf the row of the k-th group
   */
  sums(pairing, pairs, some, rows, rowOf) {
    const size = 6 * pairs;
    const sums = new Float64Array(rows * size);
    const features = pairing.source.length;
    eachTile(this, some, pairing, 8 * size, (tile) => {
      const { workspace, first, groups, starts } = tile;
      const pointer = workspace.reserve(8 * size * groups);
      const own = workspace.doubles(pointer, size * groups);
      own.fill(0);
      tile.kernels.phasor_pair_sums(
        ...[pointer, tile.input, tile.output, tile.rows, tile.pairing],
        ...[pairs, features, this.width, starts.length],
      );
      for (let row = 0, at = 0; row < groups; row++) {
        const to = rowOf(first + row) * size;
        for (let k = 0; k < size; k++) sums[to + k] += own[at++];
      }
      return true;
    });
    return sums;
  }
}
