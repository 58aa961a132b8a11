// table.js: fills tables of sines and cosines, in any convention. Arguments have been checked.
import { roundedKernel } from "./arithmetic.js";
import { elementsOf } from "./check/arrays.js";
import { PADDED, STEPS } from "./kernels/constants.js";
import { sinusoidalKernels } from "./kernels/sinusoidal.js";
import { STRIP_PAIRS } from "./memory.js";
import { stepsOf, turnsOf } from "./series.js";
import { suffix, Workspace } from "./workspace.js";

/** @import { Arithmetic } from "./arithmetic.js" */
/** @import { Result } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */

/** Rows that share a base row. */
const BLOCK = 2 * STEPS;

/**
 * Positions of rows: the first of consecutive ones, or all of them.
 * @typedef {number | Float64Array} Positions
 */
/**
 * Some rows and pairs of a table.
 * @typedef {{ first: number, count: number, pair: number, pairs: number }} Part
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
  if (arrangement.width > 2 * arrangement.pairs) clearLastColumn(table, arrangement.width);
}

/**
 * Rows at consecutive integers, from base rows and an offset table.
 * @param {Workspace} workspace @param {Result} table @param {Arrangement} arrangement
 * @param {number} start
 */
function fillConsecutive(workspace, table, arrangement, start) {
  const fill = workspace.use(sinusoidalKernels)[`phasor_table${suffix(table)}`];
  const turns = turnsOf(workspace.memory, arrangement);
  const rows = table.length / arrangement.width;
  const work = workspace.reserve(16 * PADDED(Math.min(STRIP_PAIRS, arrangement.pairs)));
  for (let pair = 0; pair < arrangement.pairs; pair += STRIP_PAIRS) {
    const pairs = Math.min(STRIP_PAIRS, arrangement.pairs - pair);
    const steps = stepsOf(workspace.memory, pair, pairs);
    const tile = workspace.tileRows(rows, 2 * pairs * table.BYTES_PER_ELEMENT, BLOCK);
    for (let first = 0; first < rows; ) {
      // A tile ends where the rows around a base row do, so that no base row is computed twice.
      const past = (((start + first + STEPS) % BLOCK) + BLOCK) % BLOCK;
      const count = Math.min(rows - first, tile > past ? tile - past : tile);
      writeRows(workspace, table, arrangement, { first, count, pair, pairs }, (to, stride) => {
        fill(to, stride, turns + 16 * pair, steps, work, start + first, count, pairs);
      });
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
  const { pairs } = arrangement;
  const kernel =
    arithmetic === "exact"
      ? exactKernel(workspace, table, arrangement)
      : roundedKernel(workspace, table, arrangement, arithmetic);
  const rows = table.length / arrangement.width;
  const tile = workspace.tileRows(rows, 2 * pairs * table.BYTES_PER_ELEMENT);
  const at = workspace.reserve(8 * tile);
  for (let first = 0; first < rows; first += tile) {
    const count = Math.min(rows - first, tile);
    writePositions(workspace.doubles(at, count), positions, first);
    writeRows(workspace, table, arrangement, { first, count, pair: 0, pairs }, (to, stride) => {
      kernel(to, stride, at, count);
    });
  }
}

/** @param {Workspace} workspace @param {Result} table @param {Arrangement} arrangement */
function exactKernel(workspace, table, arrangement) {
  const fill = workspace.use(sinusoidalKernels)[`phasor_at${suffix(table)}`];
  const turns = turnsOf(workspace.memory, arrangement);
  /** @param {number} to @param {number} stride @param {number} at @param {number} rows */
  return (to, stride, at, rows) => fill(to, stride, turns, at, rows, arrangement.pairs);
}

/** @param {Float64Array} into @param {Positions} positions @param {number} first row */
function writePositions(into, positions, first) {
  if (typeof positions === "number") {
    // One rounding, so that a position does not depend on where a tile begins.
    for (let r = 0; r < into.length; r++) into[r] = positions + (first + r);
  } else {
    into.set(positions.subarray(first, first + into.length));
  }
}

/**
 * Has `kernel` write rows with sine and cosine next to each other, and copies them to where the
 * arrangement has them.
 * @param {Workspace} workspace @param {Result} table @param {Arrangement} arrangement
 * @param {Part} part @param {(to: number, stride: number) => void} kernel
 */
function writeRows(workspace, table, arrangement, part, kernel) {
  const { first, count, pair, pairs } = part;
  const { width, layout, order } = arrangement;
  const { top } = workspace;
  const columns = 2 * pairs;
  const at = first * width + 2 * pair;
  const swapped = order !== "sin-cos";
  if (layout === "interleaved" && !swapped) {
    const to = workspace.outputBlock(table, at, count, columns, width);
    kernel(to, workspace.inPlace ? width : columns);
  } else {
    const made = workspace.reserve(count * columns * table.BYTES_PER_ELEMENT);
    kernel(made, columns);
    const kernels = workspace.use(sinusoidalKernels);
    if (layout === "interleaved") {
      const to = workspace.outputBlock(table, at, count, columns, width);
      const stride = workspace.inPlace ? width : columns;
      kernels[`phasor_swap${suffix(table)}`](to, stride, made, count, pairs);
    } else {
      const half = at - pair + arrangement.pairs;
      const left = workspace.outputBlock(table, at - pair, count, pairs, width);
      const right = workspace.outputBlock(table, half, count, pairs, width);
      const stride = workspace.inPlace ? width : pairs;
      const [sines, cosines] = swapped ? [right, left] : [left, right];
      kernels[`phasor_split${suffix(table)}`](sines, cosines, stride, made, count, pairs);
    }
  }
  workspace.flush();
  workspace.top = top;
}

/** @param {Result} table @param {number} width odd: no pair has the last column */
function clearLastColumn(table, width) {
  const elements = elementsOf(table);
  for (let last = width - 1; last < elements.length; last += width) elements[last] = 0;
}
