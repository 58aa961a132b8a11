// subject.js: rotated vectors, or a cache as vectors, and what remains of them after subtracting a
// model of the rotation.
import { formatOf } from "../doctor/elements.js";
import { Residual } from "../doctor/residual.js";
import { cellsOf } from "./cells.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Format } from "../doctor/elements.js" */
/** @import { Places, Turns } from "./cells.js" */
/** @import { Pairing } from "./pairing.js" */

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
/** Second-order terms. */
const SLACK = 1.01;

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
   * @param {object} [where]
   * @param {ArrayLike<number>} [where.groups] by default all
   * @param {readonly Vector[]} [where.vectors] of each group, by default all
   * @param {(at: number) => boolean} [where.skip] whether to leave out the vector that begins at an index
   * @param {Set<number>} [where.large] gets the groups with an entry above its limit
   * @param {boolean} [where.stop] at the first vector with an entry above its limit
   * @param {number} [where.uncertain] largest error of angles, in radians, that is explained by float32
   * @returns {Residual}
   */
  residual({ pairing, turns, places }, where = {}) {
    const { input, output, cache } = this;
    const { groups: some, vectors = this.vectors, skip, uncertain = Infinity, large, stop } = where;
    const { format } = this;
    const { cos, sin, angles } = cellsOf(turns, places, this.rows, some);
    const cycle = some || places.each ? Infinity : this.rows;
    const { source, partner, sign, pair, target, copied } = pairing;
    const { roundoff, floor } = format;
    const pairs = turns.frequencies.length;
    const narrow = roundoff > 1e-5 ? roundoff : 0;
    const products = PRODUCTS * SINGLE + (cache ? 0 : 2) * narrow;
    const sum = cache ? roundoff * (turns.attentionFactor === 1 ? 1 : 2) : roundoff + SINGLE;
    const left = new Residual(this.sizes);
    const count = some ? some.length : this.groups;
    const features = source.length;
    for (let k = 0; k < count; k++) {
      const group = some ? some[k] : k;
      const from = (k < cycle ? k : k % cycle) * pairs;
      const before = left.above;
      for (const [outer, inner] of vectors) {
        const at = this.startOf(group, outer, inner);
        if (skip?.(at)) continue;
        for (let f = 0; f < features; f++) {
          const cell = from + pair[f];
          const c = cos[cell];
          const s = sign[f] * sin[cell];
          const off = angles[cell] < uncertain ? angles[cell] : uncertain;
          const x = input[at + source[f]];
          const y = input[at + partner[f]];
          const a = x * c;
          const b = y * s;
          const wanted = a + b;
          const size = Math.abs(a) + Math.abs(b);
          const tangent = Math.abs(y * c - x * s) + off * size;
          const rounded = size * products + Math.abs(wanted) * sum + off * tangent;
          const limit = SLACK * rounded + floor * (2 + Math.abs(x) + Math.abs(y));
          left.add(at + target[f], output[at + target[f]] - wanted, limit);
        }
        for (let f = 0; f < copied.length; f++) {
          const to = at + copied[f];
          const wanted = input[to];
          left.add(to, output[to] - wanted, Math.abs(wanted) * roundoff + floor);
        }
        if (stop && left.isLarge) return left;
      }
      if (large && left.above > before) large.add(group);
    }
    return left;
  }
}
