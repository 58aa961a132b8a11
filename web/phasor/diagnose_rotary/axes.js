// axes.js: accepts the shapes of caches and vectors that projects use, and finds the sequence axis.
import * as check from "../check.js";

/** @import { FloatArray } from "../check.js" */

/** Minimum number of rows. */
const LEAST = 8;

/**
 * Rows and columns of a cache. Axes of size 1, for sequences and heads, are ignored.
 * @param {string} where @param {unknown} shape @returns {number[]}
 */
export function cacheShape(where, shape) {
  const axes = ["T", "columns"];
  if (!Array.isArray(shape) || !shape.every(Number.isSafeInteger)) {
    return check.shape(where, "shape", shape, axes, 1);
  }
  /** @type {number[]} */
  const sizes = shape.length > 2 ? shape.filter((size) => size !== 1) : shape;
  if (sizes.length < 3) return check.shape(where, "shape", sizes, axes, 1);
  const [count, ...rest] = sizes;
  const start = `${where}: shape must be an array [T, columns], got [${shape.join(", ")}]: `;
  if (rest.length === 2 && rest[1] === 2) {
    throw new RangeError(
      `${start}the last axis holds cosines and sines, or complex numbers. Give cos, [..., 0], and sin, [..., 1], ` +
        `as arrays of their own with shape [${count}, ${rest[0]}]`,
    );
  }
  const size = rest.reduce((all, each) => all * each, 1);
  throw new RangeError(
    `${start}this is a stack of ${count} caches; diagnose each one: cos.subarray(n * ${size}, (n + 1) * ${size}), and sin likewise, ` +
      `with shape [${rest.join(", ")}]`,
  );
}

/**
 * The sequence axis: the one given by the caller, otherwise the second to last, unless only another
 * axis is long enough and fits the number of positions.
 * @param {string} where @param {number[]} sizes @param {number | undefined} asked
 * @param {ArrayLike<unknown> | undefined} positions
 */
export function axisOf(where, sizes, asked, positions) {
  const last = sizes.length - 1;
  if (asked !== undefined) return check.integer(where, "tokenAxis", asked, 0, last - 1);
  return axesOf(sizes, last - 1, positions)[0];
}

/**
 * The axes that may be the sequence axis, likeliest first.
 * @param {number[]} sizes @param {number} first @param {ArrayLike<unknown> | undefined} positions
 */
export function axesOf(sizes, first, positions) {
  const fits = (/** @type {number} */ axis) =>
    sizes[axis] >= LEAST && (positions === undefined || positions.length % sizes[axis] === 0);
  const others = [...sizes.keys()].slice(0, -1).reverse();
  const all = [first, ...others.filter((axis) => axis !== first)].filter(fits);
  return all.length > 0 ? all : [first];
}

/**
 * The vectors with one axis moved to the second to last place.
 * @param {FloatArray} values @param {number[]} sizes @param {number} axis @returns {FloatArray}
 */
export function alongLast(values, sizes, axis) {
  const width = sizes[sizes.length - 1];
  const inner = sizes.slice(axis + 1, -1).reduce((all, each) => all * each, 1);
  if (inner === 1) return values;
  const rows = sizes[axis];
  const moved = values.slice();
  for (let from = 0; from < values.length; from += width) {
    const vector = from / width;
    const [outer, row, place] = [
      Math.floor(vector / (rows * inner)),
      Math.floor(vector / inner) % rows,
      vector % inner,
    ];
    const to = ((outer * inner + place) * rows + row) * width;
    moved.set(values.subarray(from, from + width), to);
  }
  return moved;
}
