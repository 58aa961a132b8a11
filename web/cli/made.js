// made.js: the result of a command: arrays and their description. output.js writes them, plot.js
// draws them.

/** @import { Arguments, Option } from "./arguments.js" */
/** @import { Elements, WrittenType } from "../formats/write.js" */
/** @import { NamedArray } from "../formats/npz_write.js" */
/**
 * @typedef {object} Made
 * @property {string} title for pictures
 * @property {Record<string, unknown>} about the parameters, for --json
 * @property {NamedArray[]} arrays at least one
 * @property {Axes} [axes] for pictures
 * @property {number} [first] for pictures: the number of the first row, 0 by default
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
 * @param {WrittenType} dtype
 * @returns {NamedArray}
 */
export function inMemory(name, data, shape, dtype) {
  return { name, shape, dtype, pieces: () => [data] };
}
