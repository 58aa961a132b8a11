// products.support.js: tables for the tests of products of rows, and the products by a plain loop.

/** @typedef {[length: number, dModel: number]} Shape */

/** Shapes just below, at and above the block size of 64 rows and 2048 columns, and near the tiles
 * of reductions. */
export const shapes = /** @type {Shape[]} */ ([
  ...[...Array(17).keys()].map((i) => [i + 1, 6]),
  ...[31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 193].map((length) => [length, 10]),
  ...[1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 66].map((d) => [5, d]),
  ...[2047, 2048, 2049, 2050, 4095, 4096, 4098].map((d) => [67, d]),
  [3, 65536],
  [1, 1],
]);

/** The product of rows p and q. @param {ArrayLike<number>} pe @param {number} p @param {number} q
 * @param {number} d */
export function dot(pe, p, q, d) {
  let sum = 0;
  for (let i = 0; i < d; i++) sum += pe[p * d + i] * pe[q * d + i];
  return sum;
}

/** All products of rows. @param {ArrayLike<number>} pe @param {Shape} shape */
export const allDots = (pe, [length, d]) =>
  Float64Array.from({ length: length * length }, (_, at) =>
    dot(pe, Math.floor(at / length), at % length, d),
  );
