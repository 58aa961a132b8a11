import type { FloatArray } from "./check.js";
/**
 * The softmax of each row, e^x/Σ e^x. It is stable: the row's maximum is subtracted before the
 * exponential. Accuracy, compared with exact arithmetic: a float32 weight is within 0.6 ulp, a float64
 * weight within 0.65 ulp or e^-700. The bits are the same in every engine and, for float32 rows of up to
 * 4096 entries, in every order of the entries.
 *
 * An entry of −Infinity has weight 0, and a row of −Infinity only becomes zeros. An entry of +Infinity
 * takes the whole row; several share it equally. NaN makes its row NaN.
 *
 * @template {FloatArray} T
 * @param {T} x (rows, columns)
 * @param {readonly [rows: number, columns: number]} shape
 * @param {{ out?: T | undefined }} [options] out: (rows, columns); may be x
 * @returns {T} (rows, columns)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function softmax<T extends FloatArray>(
  x: T,
  shape: readonly [rows: number, columns: number],
  options?: {
    out?: T | undefined;
  },
): T;
/**
 * The softmax of each row; the arguments have been checked. It uses scratch memory from its start.
 * @param {FloatArray} x @param {FloatArray} out @param {number} rows @param {number} columns
 */
export declare function weigh(x: FloatArray, out: FloatArray, rows: number, columns: number): void;
