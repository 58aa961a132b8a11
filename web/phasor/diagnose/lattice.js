// lattice.js: the combination of whole multiples of vectors that comes nearest to a point.
//
// The vectors are reduced first (Lenstra, Lenstra and Lovász 1982), then the point is rounded to
// them, one after the other (Babai 1986). They are kept in whole numbers, since what matters is
// what cancels; lengths and angles are doubles. So that doubles suffice, each coordinate's weight
// grows or falls to what it shall be in steps, with a reduction at each.

/** How much a weight may change before the next reduction. */
const STEP = 2 ** 12;
/** Lovász's condition. */
const DELTA = 0.9;
/** Exchanges after which a reduction is given up. */
const PATIENCE = 20000;

/** @typedef {bigint[]} Vector */

/** @param {bigint} x as near as a double is */
const asNumber = (x) => Number(x);

class Reduction {
  /** @param {Vector[]} basis as many as coordinates; changed */
  constructor(basis) {
    this.basis = basis;
    this.size = basis.length;
    /** @type {number[][]} */ this.vectors = [];
    /** Orthogonal to those before. @type {number[][]} */ this.across = [];
    /** @type {number[]} */ this.squares = [];
    /** @type {number[]} */ this.weights = [];
    this.patience = PATIENCE;
  }

  /** @param {Vector} vector */
  weighted(vector) {
    return vector.map((x, c) => asNumber(x) * this.weights[c]);
  }

  /** Makes vector k orthogonal to those before it, and short. @param {number} k */
  identify(k) {
    for (let round = 0; round < 8; round++) {
      const vector = this.weighted(this.basis[k]);
      const across = vector.slice();
      const parts = [];
      for (let j = 0; j < k; j++) {
        const part = this.squares[j] > 0 ? dot(across, this.across[j]) / this.squares[j] : 0;
        parts.push(part);
        for (let c = 0; c < this.size; c++) across[c] -= part * this.across[j][c];
      }
      this.vectors[k] = vector;
      this.across[k] = across;
      this.squares[k] = dot(across, across);
      this.parts[k] = parts;
      const changed = this.shorten(k, parts);
      if (!changed) return;
    }
  }

  /** @type {number[][]} */ parts = [];

  /** @param {number} k @param {number[]} parts */
  shorten(k, parts) {
    let changed = false;
    const rest = parts.slice();
    for (let j = k - 1; j >= 0; j--) {
      const whole = Math.round(rest[j]);
      if (whole === 0 || Math.abs(rest[j]) < 0.51) continue;
      if (!Number.isFinite(whole)) return false;
      changed = true;
      subtract(this.basis[k], this.basis[j], BigInt(whole));
      for (let i = 0; i < j; i++) rest[i] -= whole * this.parts[j][i];
    }
    return changed;
  }

  /** @param {number[]} weights of the coordinates */
  reduce(weights) {
    this.weights = weights;
    this.identify(0);
    for (let k = 1; k < this.size; ) {
      this.identify(k);
      const part = this.parts[k][k - 1];
      const lower = this.squares[k - 1];
      if (this.squares[k] >= (DELTA - part * part) * lower || this.patience-- < 0) {
        k++;
        continue;
      }
      [this.basis[k - 1], this.basis[k]] = [this.basis[k], this.basis[k - 1]];
      k = Math.max(1, k - 1);
      this.identify(k - 1);
    }
  }

  /** What is left of a point when the nearest combination is taken off it. @param {Vector} point */
  rest(point) {
    const left = point.slice();
    for (let round = 0; round < 3; round++) {
      const vector = this.weighted(left);
      let changed = false;
      for (let j = this.size - 1; j >= 0; j--) {
        const whole = Math.round(dot(vector, this.across[j]) / this.squares[j]);
        if (whole === 0 || !Number.isFinite(whole)) continue;
        changed = true;
        subtract(left, this.basis[j], BigInt(whole));
        for (let c = 0; c < this.size; c++) vector[c] -= whole * this.vectors[j][c];
      }
      if (!changed) break;
    }
    return left;
  }
}

/** @param {number[]} a @param {number[]} b */
function dot(a, b) {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}

/** @param {Vector} from @param {Vector} vector @param {bigint} times */
function subtract(from, vector, times) {
  for (let c = 0; c < from.length; c++) from[c] -= times * vector[c];
}

/**
 * What is left of a point when a combination of whole multiples of some vectors is taken off it
 * that comes near.
 * @param {Vector[]} basis independent, as many as coordinates; changed
 * @param {Vector} point
 * @param {number[]} from weights in which the basis is nearly reduced as it is
 * @param {number[]} to the weights of the coordinates, each at most that of `from`
 * @returns {{ rest: Vector, distance: number, near: Vector[] }} near: the reduced basis
 */
export function nearest(basis, point, from, to) {
  const reduction = new Reduction(basis);
  const weights = from.slice();
  for (;;) {
    reduction.reduce(weights.slice());
    if (weights.every((weight, c) => weight === to[c])) break;
    for (let c = 0; c < weights.length; c++) weights[c] = Math.max(to[c], weights[c] / STEP);
  }
  const rest = reduction.rest(point);
  const vector = reduction.weighted(rest);
  return { rest, distance: Math.sqrt(dot(vector, vector)), near: basis };
}
