// lattice.js: finds a lattice vector (an integer combination of basis vectors) near a point.
//
// The basis is reduced first (Lenstra, Lenstra and Lovász 1982), then the point is rounded to one
// basis vector after the other (Babai 1986). Vectors are bigints, since large coordinates cancel;
// lengths and angles are doubles. So that doubles suffice, the weights of the coordinates fall to
// their final values in steps, with a reduction at each step.

/** Factor by which a weight may fall before the next reduction. */
const STEP = 2 ** 12;
/** Parameter of the Lovász condition. */
const DELTA = 0.9;
/** Maximum number of exchanges of two vectors. */
const PATIENCE = 20000;

/** @typedef {bigint[]} Vector */

/** @param {bigint} x rounded to a double */
const asNumber = (x) => Number(x);

class Reduction {
  /** @param {Vector[]} basis as many vectors as coordinates; modified in place */
  constructor(basis) {
    this.basis = basis;
    this.size = basis.length;
    /** @type {number[][]} */ this.vectors = [];
    /** The parts orthogonal to the previous vectors. @type {number[][]} */ this.across = [];
    /** @type {number[]} */ this.squares = [];
    /** @type {number[]} */ this.weights = [];
    this.patience = PATIENCE;
  }

  /** @param {Vector} vector */
  weighted(vector) {
    return vector.map((x, c) => asNumber(x) * this.weights[c]);
  }

  /** Computes the part of vector k orthogonal to the previous vectors, and shortens vector k.
   * @param {number} k */
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

  /** The point minus the lattice vector near it. @param {Vector} point */
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
 * The difference between a point and a lattice vector near it.
 * @param {Vector[]} basis linearly independent, as many vectors as coordinates; modified in place
 * @param {Vector} point
 * @param {number[]} from weights of the coordinates for which the basis is nearly reduced already
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
