// axes.js: accepts the shapes of caches and vectors that projects use, and finds the sequence axis.
import * as check from "../check.js";

/**
 * Rows and columns of a cache. Axes of size 1, for sequences and heads, are ignored.
 * @param {string} where @param {unknown} shape
 * @param {boolean} complex whether entries are complex numbers, whose axis of size 2 may be listed
 * @returns {number[]}
 */
export function cacheShape(where, shape, complex) {
  const axes = ["T", "columns"];
  if (!Array.isArray(shape) || !shape.every(Number.isSafeInteger)) {
    return check.shape(where, "shape", shape, axes, 1);
  }
  /** @type {number[]} */
  const sizes = shape.length > 2 ? shape.filter((size) => size !== 1) : shape;
  if (complex && sizes.length > 2 && sizes.at(-1) === 2) sizes.pop();
  if (sizes.length < 3) return check.shape(where, "shape", sizes, axes, 1);
  const [count, ...rest] = sizes;
  const start = `${where}: shape must be an array [T, columns], got [${shape.join(", ")}]: `;
  if (rest.length === 2 && rest[1] === 2) {
    throw new RangeError(
      `${start}the last axis holds cosines and sines, or complex numbers. Give them as { freqsCis }, or cos, [..., 0], and sin, [..., 1], ` +
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
 * The axes that may be the sequence axis, likeliest first: the one given by the caller, otherwise those
 * that fit the number of positions, exactly if any does, from the second to last on.
 * @param {string} where @param {number[]} sizes @param {number | undefined} asked
 * @param {unknown} positions @param {number} least number of rows
 * @param {number} [axes] of the positions that are expected
 */
export function axesOf(where, sizes, asked, positions, least, axes = 1) {
  const last = sizes.length - 1;
  if (asked !== undefined) return [check.integer(where, "tokenAxis", asked, 0, last - 1)];
  const all = [...sizes.keys()].slice(0, -1).reverse();
  const list = /** @type {ArrayLike<unknown>} */ (positions ?? []);
  const first = list[0];
  const inner = typeof first === "object" ? /** @type {ArrayLike<unknown>} */ (first) : list;
  const { length } = typeof inner?.[0] === "object" ? /** @type {any} */ (inner).flat() : inner;
  const exact = all.filter(
    (axis) =>
      sizes[axis] >= least &&
      [1, axes].some((count) => {
        const own = count * sizes[axis];
        return own === length || (axis > 0 && sizes[0] * own === length);
      }),
  );
  if (exact.length > 0) return exact;
  const fits = all.filter((axis) => sizes[axis] >= least && !(length % sizes[axis]));
  return fits.length > 0 ? fits : [last - 1];
}
