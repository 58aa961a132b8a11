// The errors of rows whose angles are computed in lower precision, by position.
import { sinusoidalAt } from "../../phasor/index.js";

/** @typedef {"float32" | "ggml" | "float16" | "bfloat16"} Kind arithmetic of the angles */
/** @typedef {{ dModel: number, base: number }} Encoding */
/** @typedef {{ position: number, error: number }} Point */

export const KINDS = /** @type {Kind[]} */ (["float32", "ggml", "float16", "bfloat16"]);
export const FIRST = 1e2;
export const LAST = 1e7;
/** Positions measured per decade, at equal ratios, and how many of them share a point. */
const PER_DECADE = 512;
const PER_POINT = 64;
/** Entries measured in a step: about a millisecond of work. */
const PER_STEP = 2 ** 11;

const steps = Math.round(PER_DECADE * Math.log10(LAST / FIRST));

/** Whole positions from FIRST to LAST, at nearly equal ratios. */
export const POSITIONS = Float64Array.from(
  new Set(Array.from({ length: steps + 1 }, (_, n) => Math.round(10 ** (2 + n / PER_DECADE)))),
);

/** The eighth of a decade that contains a position; the last one includes LAST. @param {number} position */
function eighthOf(position) {
  const eighths = steps / PER_POINT;
  return Math.min(Math.floor((Math.log10(position / FIRST) * PER_DECADE) / PER_POINT), eighths - 1);
}

/**
 * For each position, the largest error of any entry; NaN if an entry of the row is NaN.
 * @param {ArrayLike<number>} positions @param {Kind} kind @param {Encoding} encoding
 * @param {Float64Array} exact the correct rows
 */
export function rowErrors(positions, kind, { dModel, base }, exact) {
  const rows = sinusoidalAt(positions, dModel, { base, arithmetic: kind, dtype: "float64" });
  return Float64Array.from({ length: positions.length }, (_, row) => {
    let largest = 0;
    for (let at = row * dModel; at < (row + 1) * dModel; at++) {
      const error = Math.abs(rows[at] - exact[at]);
      if (!(error <= largest)) largest = error;
    }
    return largest;
  });
}

/** The errors at all POSITIONS, measured some positions at a time. */
export class Errors {
  /** How many positions have been measured. */
  measured = 0;
  #encoding;
  #errors = new Map(KINDS.map((kind) => [kind, new Float64Array(POSITIONS.length)]));

  /** @param {Encoding} encoding */
  constructor(encoding) {
    this.#encoding = encoding;
  }

  get complete() {
    return this.measured === POSITIONS.length;
  }

  /** Measures the next positions. */
  step() {
    const { dModel, base } = this.#encoding;
    const count = Math.ceil(PER_STEP / dModel);
    const positions = POSITIONS.subarray(this.measured, this.measured + count);
    const exact = sinusoidalAt(positions, dModel, { base, dtype: "float64" });
    for (const [kind, errors] of this.#errors) {
      errors.set(rowErrors(positions, kind, this.#encoding, exact), this.measured);
    }
    this.measured += positions.length;
  }

  /** The errors so far, by position. @param {Kind} kind */
  of(kind) {
    return /** @type {Float64Array} */ (this.#errors.get(kind)).subarray(0, this.measured);
  }

  /**
   * The largest error in each eighth of a decade, and its position; no point if all rows are NaN.
   * @param {Kind} kind @returns {Point[]}
   */
  worst(kind) {
    /** @type {Point[]} */
    const points = [];
    this.of(kind).forEach((error, n) => {
      const eighth = eighthOf(POSITIONS[n]);
      if (!Number.isNaN(error) && !(points[eighth]?.error >= error)) {
        points[eighth] = { position: POSITIONS[n], error };
      }
    });
    return points.filter(Boolean);
  }

  /** The first position measured whose row is NaN; undefined if none is. @param {Kind} kind */
  lost(kind) {
    const first = this.of(kind).findIndex(Number.isNaN);
    return first < 0 ? undefined : POSITIONS[first];
  }
}
