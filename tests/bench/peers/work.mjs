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

/** The row of (length, …) to which each of `count` rows is added: in a mixed order, like the tokens
 * of a text. @param {number} count @param {number} length */
export function scatteredOver(count, length) {
  return Int32Array.from(
    { length: count },
    (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 0) % length,
  );
}

/**
 * The functions of a contestant in JavaScript. All but `table` write into a result of the right size.
 * @typedef {object} Functions
 * @property {(length: number, d: number, first: number) => (out: any) => void} table
 * @property {(out: Float32Array, x: Float32Array, pe: Float32Array) => void} forward
 * @property {(out: Float32Array, pe: Float32Array, length: number, d: number) => void} dots
 * @property {(out: Float32Array, pe: Float32Array, length: number, d: number) => void} attention
 * @property {(out: Float32Array, x: Float32Array) => void} gradient
 * @property {(out: Float32Array, x: Float32Array, rows: Int32Array, d: number) => void} scatter
 * @property {(out: Float32Array, x: Float32Array, angles: ReturnType<typeof anglesOf>, length: number, d: number) => void} rotate
 */

/** A contestant's `prepare`. @param {Functions} functions @returns {Contestant["prepare"]} */
export const inJavaScript =
  ({ table, forward, dots, attention, gradient, scatter, rotate }) =>
  ({ kind, dtype, length, d, start: first }) => {
    const size = length * d;
    const filled = (/** @type {number} */ count, value = 1) => new Float32Array(count).fill(value);
    const rows = () => {
      const pe = filled(size);
      table(length, d, 0)(pe);
      return pe;
    };
    /** How many numbers a result has, and what computes them. @returns {[number, (out: any) => void]} */
    const work = () => {
      const pe = kind === "table" || kind === "rope" ? filled(0) : rows();
      switch (kind) {
        case "table":
          return [size, table(length, d, first)];
        case "forward": {
          const x = filled(BATCH * size);
          return [x.length, (out) => forward(out, x, pe)];
        }
        case "gradient": {
          const x = filled(SUMMED * size);
          return [size, (out) => gradient(out, x)];
        }
        case "scatter": {
          const x = filled(SUMMED * size);
          const to = scatteredOver(SUMMED * length, length);
          return [size, (out) => scatter(out, x, to, d)];
        }
        case "rope": {
          const x = filled(HEADS * size, 0.5);
          const angles = anglesOf(length, d, first);
          return [x.length, (out) => rotate(out, x, angles, length, d)];
        }
        default: {
          const multiply = kind === "dots" ? dots : attention;
          return [length ** 2, (out) => multiply(out, pe, length, d)];
        }
      }
    };
    const [count, run] = work();
    const out = dtype === "float32" ? new Float32Array(count) : new Float64Array(count);
    return { run: () => run(out), values: () => out };
  };

/** Cosines and sines, (length, d/2), for contestants that take them as input.
 * @param {number} length @param {number} d @param {number} first position */
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
