// made.js: the result of a command: arrays and their description. output.js writes them, plot.js
// draws them.

import { widened } from "../formats/half.js";
import { sizeOf } from "../formats/shape.js";
import { dtypeOf } from "../formats/write.js";

/** @import { HeatmapView } from "../phasor/heatmap.js" */
/** @import { Numbers } from "../formats/shape.js" */
/** @import { Elements, WrittenType } from "../formats/write.js" */
/** @import { NamedArray } from "../formats/npz_write.js" */
/**
 * @typedef {object} Made
 * @property {string} title for pictures
 * @property {Record<string, unknown>} about the parameters, for --json
 * @property {NamedArray[]} arrays at least one
 * @property {Axes} axes for pictures
 * @property {number} [first] for pictures: the number of the first row, 0 by default
 * @property {Pick<HeatmapView, "dModel" | "base" | "layout">} [exact] for pictures: the sinusoidal table
 *   whose exact means they show
 * @property {string[]} [lines] a description, which is printed unless numbers are asked for
 * @property {string[]} [warnings]
 */
/**
 * The meaning of a matrix's axes.
 * @typedef {object} Axes
 * @property {string} rows
 * @property {string} columns
 * @property {boolean} down whether pictures show the rows from top to bottom
 */

/** @type {Axes} */
export const POSITIONS = { rows: "positions", columns: "columns", down: false };

/**
 * An array that is already in memory.
 * @param {string} name @param {Elements} data @param {readonly number[]} shape
 * @param {WrittenType} [dtype] needed for bits in a Uint16Array
 * @returns {NamedArray}
 */
export function inMemory(name, data, shape, dtype = dtypeOf(data)) {
  return { name, shape, dtype, pieces: () => [data] };
}

/**
 * Some elements of an array, all by default.
 * @param {NamedArray} array @param {number} [from] @param {number} [count]
 * @returns {Numbers}
 */
export function elementsOf({ dtype, shape, pieces }, from = 0, count = sizeOf(shape)) {
  const wide = dtype === "float64" || dtype === "int32";
  const data = wide ? new Float64Array(count) : new Float32Array(count);
  let at = -from;
  for (const piece of pieces()) {
    const values = widened(piece, dtype);
    const part = values.subarray(Math.max(0, -at), Math.max(0, count - at));
    if (part.length > 0) data.set(part, Math.max(0, at));
    at += piece.length;
  }
  return data;
}
