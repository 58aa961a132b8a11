// work.mjs: the work of the contestants.

/**
 * @typedef {object} Work
 * @property {"table" | "forward" | "dots" | "attention" | "gradient" | "scatter" | "rope"} kind forward adds a
 *   table to 4 batches of rows; dots multiplies a table with itself, transposed; attention is the
 *   softmax of that over √d; gradient adds up a batch of 8; scatter adds as many rows to those of
 *   `scatteredOver`; rope rotates 32 heads by halves, with sines and cosines made beforehand where
 *   the library does not make them
 * @property {"float32" | "float64"} dtype
 * @property {number} length
 * @property {number} d
 * @property {number} [start] first position, 0 if left out
 */
/**
 * @typedef {object} Prepared
 * @property {() => unknown} run does the work once; may return a promise
 * @property {() => Float32Array | Float64Array | Promise<Float32Array | Float64Array>} values of
 *   the last run
 */
/**
 * @typedef {object} Contestant
 * @property {() => string | Promise<string>} start gets ready, and says the version
 * @property {(work: Required<Work>) => Prepared | undefined | Promise<Prepared | undefined>} prepare
 *   undefined if it cannot do this work
 */

/** Batches that `forward` adds to, and that `gradient` and `scatter` add up. */
export const BATCH = 4;
export const SUMMED = 8;
/** Heads that `rope` rotates. */
export const HEADS = 32;

/**
 * The row of (length, …) to which each of `count` rows is added: in a mixed order, like the tokens
 * of a text.
 * @param {number} count @param {number} length
 */
export function scatteredOver(count, length) {
  return Int32Array.from(
    { length: count },
    (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 0) % length,
  );
}

/**
 * Cosines and sines, (length, d/2), for contestants that take them as input.
 * @param {number} length @param {number} d @param {number} first position
 */
export function anglesOf(length, d, first) {
  const cos = new Float32Array((length * d) / 2);
  const sin = new Float32Array(cos.length);
  for (let i = 0; i < cos.length; i++) {
    const pair = i % (d / 2);
    const angle = (first + (i - pair) / (d / 2)) * 10000 ** ((-2 * pair) / d);
    cos[i] = Math.cos(angle);
    sin[i] = Math.sin(angle);
  }
  return { cos, sin };
}
