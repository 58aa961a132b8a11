// table.js: fills tables of sines and cosines, in any convention. Arguments have been checked.
import { roundedKernel } from "./arithmetic.js";
import { elementsOf } from "./check/arrays.js";
import { incrementsOf, offsetsOf } from "./frequencies.js";
import { REACH } from "./kernels/constants.js";
import { sinusoidalKernels } from "./kernels/sinusoidal.js";
import { STRIP_PAIRS } from "./memory.js";
import { suffix, Workspace } from "./workspace.js";

/** @import { Arithmetic } from "./arithmetic.js" */
/** @import { Result } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */

const BLOCK_ROWS = 2 * REACH;

/**
 * Positions of rows: the first of consecutive ones, or all of them.
 * @typedef {number | Float64Array} Positions
 */

/**
 * Fills a table (…, width).
 * @param {Result} table @param {Arrangement} arrangement @param {Positions} positions
 * @param {Arithmetic} [arithmetic]
 */
export function fillTable(table, arrangement, positions, arithmetic = "exact") {
  if (table.length === 0) return;
  const workspace = new Workspace(table);
  if (arithmetic === "exact" && Number.isInteger(positions)) {
    fillConsecutive(workspace, table, arrangement, /** @type {number} */ (positions));
  } else {
    fillAt(workspace, table, arrangement, positions, arithmetic);
  }
  const { width, pairs } = arrangement;
  if (width === 2 * pairs) return;
  const elements = elementsOf(table); // no pair has the last column
  for (let last = width - 1; last < elements.length; last += width) elements[last] = 0;
}

/**
 * Rows at consecutive integers, from base rows and an offset table.
 * @param {Workspace} workspace @param {Result} table @param {Arrangement} arrangement
 * @param {number} start
 */
function fillConsecutive(workspace, table, arrangement, start) {
  const { memory } = workspace;
  const kernel = memory.use(sinusoidalKernels)[`phasor_table${suffix(table)}`];
  const increments = incrementsOf(memory, arrangement);
  const { width, layout, order } = arrangement;
  const isPaper = layout === "interleaved" && order === "sin-cos";
  const rows = table.length / width;
  const work = workspace.reserve(16 * Math.min(STRIP_PAIRS, arrangement.pairs + 1));
  const { top } = workspace;
  for (let pair = 0; pair < arrangement.pairs; pair += STRIP_PAIRS) {
    const pairs = Math.min(STRIP_PAIRS, arrangement.pairs - pair);
    const offsets = offsetsOf(memory, pair, pairs);
    const rowBytes = 2 * pairs * table.BYTES_PER_ELEMENT;
    const stride = isPaper && workspace.inPlace ? width : 2 * pairs;
    // Rows that are rearranged take twice the space, so fewer of the widest rows fit.
    const tile = isPaper
      ? workspace.tileRows(rows, rowBytes, BLOCK_ROWS)
      : workspace.tileRows(rows, 2 * rowBytes, BLOCK_ROWS / 4);
    for (let first = 0; first < rows; ) {
      // A tile ends where the rows around a base row end, so that no base row is computed twice.
      const overhang = (((start + first + REACH) % BLOCK_ROWS) + BLOCK_ROWS) % BLOCK_ROWS;
      const count = Math.min(rows - first, tile > overhang ? tile - overhang : tile);
      workspace.top = top;
      const to = isPaper
        ? workspace.outputBlock(table, first * width + 2 * pair, count, 2 * pairs, width)
        : workspace.reserve(count * rowBytes);
      kernel(to, stride, increments + 16 * pair, offsets, work, start + first, count, pairs);
      if (!isPaper) rearrange(workspace, { table, arrangement, first, count, pair, pairs }, to);
      workspace.flush();
      first += count;
    }
  }
}

/**
 * Rows at any positions, each computed by itself.
 * @param {Workspace} workspace @param {Result} table @param {Arrangement} arrangement
 * @param {Positions} positions @param {Arithmetic} arithmetic
 */
function fillAt(workspace, table, arrangement, positions, arithmetic) {
  const { width, pairs, layout, order } = arrangement;
  const isPaper = layout === "interleaved" && order === "sin-cos";
  const stride = isPaper && workspace.inPlace ? width : 2 * pairs;
  const kernel =
    arithmetic === "exact"
      ? exactKernel(workspace, table, arrangement)
      : roundedKernel(workspace, table, arrangement, arithmetic);
  const rows = table.length / width;
  const tile = workspace.tileRows(rows, 4 * pairs * table.BYTES_PER_ELEMENT);
  const at = workspace.reserve(8 * tile);
  const { top } = workspace;
  for (let first = 0; first < rows; first += tile) {
    const count = Math.min(rows - first, tile);
    writePositions(workspace.doubles(at, count), positions, first);
    workspace.top = top;
    const to = isPaper
      ? workspace.outputBlock(table, first * width, count, 2 * pairs, width)
      : workspace.reserve(count * 2 * pairs * table.BYTES_PER_ELEMENT);
    kernel(to, stride, at, count);
    if (!isPaper) rearrange(workspace, { table, arrangement, first, count, pair: 0, pairs }, to);
    workspace.flush();
  }
}

/** @param {Workspace} workspace @param {Result} table @param {Arrangement} arrangement */
function exactKernel(workspace, table, arrangement) {
  const kernel = workspace.use(sinusoidalKernels)[`phasor_at${suffix(table)}`];
  const increments = incrementsOf(workspace.memory, arrangement);
  /** @param {number} to @param {number} stride @param {number} at @param {number} rows */
  return (to, stride, at, rows) => kernel(to, stride, increments, 0, at, rows, arrangement.pairs);
}

/** @param {Float64Array} into @param {Positions} positions @param {number} first row */
function writePositions(into, positions, first) {
  if (typeof positions === "number") {
    // Rounded once, so that a position does not depend on where a tile starts.
    for (let r = 0; r < into.length; r++) into[r] = positions + (first + r);
  } else {
    into.set(positions.subarray(first, first + into.length));
  }
}

/**
 * Some rows and pairs of a table.
 * @typedef {{ table: Result, arrangement: Arrangement, first: number, count: number, pair: number,
 *   pairs: number }} Part
 */

/**
 * Moves rows from the paper's layout to the columns of the arrangement.
 * @param {Workspace} workspace @param {Part} part @param {number} source pointer to the rows
 */
function rearrange(workspace, { table, arrangement, first, count, pair, pairs }, source) {
  const { width, layout, order } = arrangement;
  const kernels = workspace.use(sinusoidalKernels);
  const row = first * width;
  if (layout === "interleaved") {
    const to = workspace.outputBlock(table, row + 2 * pair, count, 2 * pairs, width);
    const stride = workspace.inPlace ? width : 2 * pairs;
    kernels[`phasor_swap${suffix(table)}`](to, stride, source, count, pairs);
    return;
  }
  const left = workspace.outputBlock(table, row + pair, count, pairs, width);
  const right = workspace.outputBlock(table, row + arrangement.pairs + pair, count, pairs, width);
  const stride = workspace.inPlace ? width : pairs;
  const [sines, cosines] = order === "sin-cos" ? [left, right] : [right, left];
  kernels[`phasor_split${suffix(table)}`](sines, cosines, stride, source, count, pairs);
}
