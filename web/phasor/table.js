// table.js: how a table gets filled, in any convention. Arguments have been checked.
import { elementsOf } from "./check/arrays.js";
import { STEPS, STRIP_PAIRS, stepsOf, turnsOf } from "./plan.js";
import { Stage, suffix } from "./stage.js";

/** @import { Result } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */

/** Rows made from one anchor, and steps whose rows go out together: see csrc/sinusoidal.c. */
const BLOCK = 2 * STEPS;
const GROUP = 8;

/**
 * Writes the positions of the rows from `first` on.
 * @typedef {(into: Float64Array, first: number) => void} Positions
 */

/** The positions start, start + 1, … @param {number} start @returns {Positions} */
export function positionsFrom(start) {
  return (into, first) => {
    // One rounding, so that a position does not depend on where a tile begins.
    for (let r = 0; r < into.length; r++) into[r] = start + (first + r);
  };
}

/**
 * Fills a table (…, width) with the positions from `start` on.
 * @param {Result} table @param {Arrangement} arrangement @param {number} start
 */
export function fillTable(table, arrangement, start) {
  if (!Number.isInteger(start)) {
    fillPositions(table, arrangement, positionsFrom(start));
    return;
  }
  const kernel = `phasor_table${suffix(table)}`;
  eachStrip(table, arrangement, ({ stage, turns, steps, pairs, rows, direct, write }) => {
    const padded = pairs + (pairs % 2);
    const whole = stage.inPlace && direct;
    const work = stage.reserve(8 * padded * (whole ? 2 + 4 * GROUP : 2));
    const rowBytes = 2 * pairs * table.BYTES_PER_ELEMENT;
    // Rows that are laid out anew take their room twice, so fewer of the widest fit.
    const tile = direct
      ? stage.tileRows(rows, rowBytes, BLOCK)
      : stage.tileRows(rows, 2 * rowBytes, BLOCK / 4);
    const tall = whole ? rows : tile;
    for (let first = 0; first < rows; ) {
      // A tile ends where a block of rows around an anchor does, so that no anchor is needed twice.
      const past = (((start + first + STEPS) % BLOCK) + BLOCK) % BLOCK;
      const count = Math.min(rows - first, tall > past ? tall - past : tall);
      write(first, count, (to, stride) => {
        stage.kernels[kernel](to, stride, turns, steps(), work, start + first, count, pairs);
      });
      first += count;
    }
  });
}

/**
 * Fills a table (…, width) with any positions.
 * @param {Result} table @param {Arrangement} arrangement @param {Positions} positions
 */
export function fillPositions(table, arrangement, positions) {
  const kernel = `phasor_at${suffix(table)}`;
  eachStrip(table, arrangement, ({ stage, turns, pairs, rows, write }) => {
    const rowBytes = 2 * pairs * table.BYTES_PER_ELEMENT + 8;
    stage.eachTile(rows, rowBytes, true, (first, count) => {
      const at = stage.reserve(8 * count);
      positions(stage.doubles(at, count), first);
      write(first, count, (to, stride) => {
        stage.kernels[kernel](to, stride, turns, 0, at, count, pairs);
      });
    });
  });
}

/**
 * A strip of a table's pairs, narrow enough for their steps to fit into memory.
 * @typedef {object} Strip
 * @property {Stage} stage
 * @property {number} turns pointer to the frequencies of its pairs
 * @property {() => number} steps pointer to their steps
 * @property {number} pairs
 * @property {number} rows
 * @property {boolean} direct whether a kernel's rows are the table's own
 * @property {(first: number, count: number, kernel: (to: number, stride: number) => void) => void}
 *   write has rows written by a kernel and takes them where they belong
 */

/**
 * @param {Result} table @param {Arrangement} arrangement
 * @param {(strip: Strip) => void} body
 */
function eachStrip(table, arrangement, body) {
  if (table.length === 0) return;
  const { pairs: all } = arrangement;
  const stage = new Stage(table);
  const turns = turnsOf(stage, arrangement);
  const direct = isDirect(arrangement);
  const top = stage.top;
  for (let pair = 0; pair < all; pair += STRIP_PAIRS) {
    const pairs = Math.min(STRIP_PAIRS, all - pair);
    stage.top = top;
    body({
      stage,
      turns: turns + 16 * pair,
      steps: () => stepsOf(stage, pair, pairs),
      pairs,
      rows: table.length / arrangement.width,
      direct,
      write: (first, count, kernel) =>
        writeRows(stage, table, arrangement, { pair, pairs, first, count }, kernel),
    });
  }
  clearOddColumn(table, arrangement);
}

/** @param {Arrangement} arrangement */
function isDirect({ layout, order }) {
  return layout === "interleaved" && order === "sin-cos";
}

/**
 * Has `kernel` write some rows and pairs, sine and cosine next to each other, and takes them to
 * where the arrangement wants them.
 * @param {Stage} stage @param {Result} table @param {Arrangement} arrangement
 * @param {{ pair: number, pairs: number, first: number, count: number }} part
 * @param {(to: number, stride: number) => void} kernel
 */
export function writeRows(stage, table, arrangement, { pair, pairs, first, count }, kernel) {
  const { width, layout, order } = arrangement;
  const kind = suffix(table);
  const top = stage.top;
  const row = first * width;
  const span = 2 * pairs;
  /** @param {number} column @param {number} columns */
  const block = (column, columns) => stage.outputBlock(table, row + column, count, columns, width);
  if (isDirect(arrangement)) {
    kernel(block(2 * pair, span), stage.inPlace ? width : span);
  } else {
    const made = stage.reserve(count * span * table.BYTES_PER_ELEMENT);
    kernel(made, span);
    if (layout === "interleaved") {
      const stride = stage.inPlace ? width : span;
      stage.kernels[`phasor_swap${kind}`](block(2 * pair, span), stride, made, count, pairs);
    } else {
      const first = block(pair, pairs);
      const second = block(arrangement.pairs + pair, pairs);
      const [sines, cosines] = order === "sin-cos" ? [first, second] : [second, first];
      const stride = stage.inPlace ? width : pairs;
      stage.kernels[`phasor_split${kind}`](sines, cosines, stride, made, count, pairs);
    }
  }
  stage.flush();
  stage.top = top;
}

/** @param {Result} table @param {Arrangement} arrangement */
export function clearOddColumn(table, { width, pairs }) {
  if (width === 2 * pairs) return;
  const elements = elementsOf(table);
  for (let last = width - 1; last < elements.length; last += width) elements[last] = 0;
}
