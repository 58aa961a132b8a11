// rows.js: which cosines and sines the rows of a tensor are turned by.

import * as check from "../check.js";
import { distancesBetween } from "./angles.js";
import { readerOf } from "./positions.js";
import { checkExponents, exponents } from "./xpos.js";

/** @import { RowsGiven } from "./caches.js" */
/** @import { Positions } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Workspace } from "../workspace.js" */

/** @typedef {"_f32" | "_f64"} Kind */
/** @typedef {RowsAt | RowsBetween | RowsGiven} Rows */
/**
 * Makes sines and cosines of some rows: a pointer to (count, 2·pairs).
 * @typedef {(batch: number, first: number, count: number) => number} Values
 */

/** The rows of an embedding at positions. */
export class RowsAt {
  /**
   * @param {Rotary} rotary @param {Kind} kind @param {Positions} positions
   * @param {number} batches how many times T rows there are @param {number} length T
   * @param {number} cosFactor what cosines are multiplied by @param {number} sinFactor
   */
  constructor(rotary, kind, positions, batches, length, cosFactor, sinFactor) {
    this.angles = rotary.angles;
    this.pairs = rotary.angles.pairs;
    this.order = rotary.angles.order;
    this.kind = kind;
    this.positions = positions;
    this.batches = batches;
    this.length = length;
    this.cosFactor = cosFactor;
    this.sinFactor = sinFactor;
    /** Position of the first row, where the others follow. */
    this.start = positions.lists.length === 0 ? positions.offset : NaN;
    /** Of xPos. @type {Float64Array | undefined} */
    this.rates = undefined;
    /** (batches, length), of xPos. @type {Float64Array | undefined} */
    this.exponents = undefined;
  }

  /**
   * Adds the factors of xPos.
   * @param {string} where @param {Rotary} rotary
   * @param {1 | -1} sign 1 where keys are turned, or queries turned back
   */
  decay(where, { decay }, sign) {
    if (!decay) return;
    this.rates = decay.rates;
    this.exponents = exponents(decay, sign, this.positions, this.batches, this.length);
    checkExponents(where, this.exponents, this.kind);
  }

  /** Copies what making the rows needs into scratch memory. @param {Workspace} workspace @returns {Values} */
  bring(workspace) {
    const { angles, kind, positions, length } = this;
    const brought = angles.bring(workspace, length);
    return (batch, first, count) => {
      const reader = readerOf(positions, batch, length, first);
      return angles.values(workspace, kind, brought, reader, count);
    };
  }

  /** The same, but with lists that no caller will change. */
  snapshot() {
    const { positions } = this;
    this.positions = { ...positions, lists: positions.lists.map((list) => list.slice()) };
    return this;
  }

  /** Whether the rows of another call of the same embedding are these. @param {RowsAt} other */
  equals(other) {
    const { positions, exponents: list } = other;
    return (
      this.kind === other.kind &&
      this.length === other.length &&
      this.sinFactor === other.sinFactor && // and so is the cosines'
      this.positions.offset === positions.offset &&
      this.positions.lists.length === positions.lists.length &&
      this.positions.lists.every((each, axis) => equal(each, positions.lists[axis])) &&
      (list === undefined || (this.exponents !== undefined && equal(list, this.exponents)))
    );
  }
}

/** @param {Float64Array} a @param {Float64Array} b */
function equal(a, b) {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** What embeddings must have in common for keys to be moved from one to the other. */
const form = /** @type {const} */ (["dHead", "rotaryDim", "rotaryStart", "layout", "direction"]);

/** An embedding and positions. @typedef {{ rotary: Rotary, positions: Positions }} Stand */

/** The rows that lead from one embedding at some positions to another at others. */
export class RowsBetween {
  /**
   * @param {string} where @param {Stand} from @param {Stand} to @param {Kind} kind
   * @param {number} batches @param {number} length
   */
  constructor(where, from, to, kind, batches, length) {
    const one = from.rotary;
    const other = to.rotary;
    sameForm(where, one, other);
    this.from = from;
    this.to = to;
    this.angles = one.angles;
    this.pairs = one.angles.pairs;
    this.order = one.angles.order;
    this.kind = kind;
    this.batches = batches;
    this.length = length;
    this.cosFactor = other.attentionFactor / one.attentionFactor;
    this.sinFactor = one.direction * this.cosFactor;
    this.start = NaN;
    this.rates = (one.decay ?? other.decay)?.rates;
    this.exponents = minus(
      other.decay && exponents(other.decay, 1, to.positions, batches, length),
      one.decay && exponents(one.decay, 1, from.positions, batches, length),
    );
    checkExponents(where, this.exponents, kind);
  }

  /** Copies what making the rows needs into scratch memory. @param {Workspace} workspace @returns {Values} */
  bring(workspace) {
    const { from, to, kind, length } = this;
    const one = from.rotary.angles;
    const other = to.rotary.angles;
    // Rounded angles are not those of the distance.
    const same = !one.rounding && (one === other || one.equals(other));
    const ours = one.bring(workspace, length);
    const theirs = one === other || same ? ours : other.bring(workspace, length);
    return (batch, first, count) => {
      const old = readerOf(from.positions, batch, length, first);
      const now = readerOf(to.positions, batch, length, first);
      const { distances, inexact } = distancesBetween(old, now, count);
      const out = same
        ? one.values(workspace, kind, ours, distances, count)
        : workspace.reserve(2 * one.pairs * count * (kind === "_f32" ? 4 : 8));
      if (same && !inexact.includes(1)) return out;
      const wanted = same ? inexact : inexact.fill(1);
      one.between(workspace, kind, ours, old, other, theirs, now, out, wanted);
      return out;
    };
  }
}

/** a − b. @param {Float64Array | undefined} a @param {Float64Array | undefined} b */
function minus(a, b) {
  if (!b) return a;
  return b.map((each, i) => (a ? a[i] - each : -each));
}

/** @param {string} where @param {Rotary} one @param {Rotary} other */
function sameForm(where, one, other) {
  if (one === other) return;
  for (const name of form) {
    if (one[name] === other[name]) continue;
    const allowed = `${JSON.stringify(one[name])}, as that of this one`;
    check.fail(RangeError, where, `the ${name} of the embedding moved to`, allowed, other[name]);
  }
  if (JSON.stringify(one.division) !== JSON.stringify(other.division)) {
    throw new RangeError(`${where}: the embedding moved to must have the sections of this one`);
  }
}
