// compare_entries.js: compares a model with every entry of a table.

import { isFloat32 } from "../check/arrays.js";
import { OFFSETS_LENGTH, REACH, WORK_LENGTH } from "../kernels/constants.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { copyIn, inputBlock, suffix, Workspace } from "../workspace.js";
import { putIncrements, turnsOfModel } from "./exact.js";
import { columnOf, isCosine, pairsOf } from "./model.js";

/** @import { Model } from "./model.js" */
/** @import { Statistics } from "./observe.js" */

/** Number of pairs and of rows compared at a time; the rows share a base row. */
const STRIP = 256;
const ROWS = 2 * REACH;

/**
 * How far a table is from a model, without non-finite entries, zero rows and repeated rows.
 * @typedef {object} Deviation
 * @property {Float64Array} columnMax the largest deviation in each column
 * @property {Float64Array} columnRms
 * @property {Float64Array} rowMax the largest deviation in each row
 * @property {number} rms
 * @property {number} max
 */

/** @param {Statistics} statistics @param {Model} model @returns {Deviation} */
export function verify(statistics, model) {
  const { pe, length, width, padded } = statistics;
  const pairs = pairsOf(width, padded);
  const columnMax = new Float64Array(width);
  const columnRms = new Float64Array(width);
  const rowMax = new Float64Array(length);
  const skipped = new Uint8Array(length).fill(1);
  for (const row of statistics.rows) skipped[row] = 0;
  const workspace = new Workspace();
  const turnOf = turnsOfModel(workspace, model, pairs);
  const top = workspace.top;
  for (let first = 0; first < pairs; first += STRIP) {
    workspace.top = top;
    const count = Math.min(STRIP, pairs - first);
    const strip = stripOf(statistics, model, turnOf, first, count, pairs);
    compare(workspace, pe, width, length, model, strip, skipped, {
      columnMax,
      columnRms,
      rowMax,
    });
  }
  let [squares, max, entries] = [0, 0, 0];
  for (let c = 0; c < width; c++) {
    const count = Math.max(1, statistics.rows.length - statistics.missing[c]);
    squares += columnRms[c];
    entries += count;
    max = Math.max(max, columnMax[c]);
    columnRms[c] = Math.sqrt(columnRms[c] / count);
  }
  return { columnMax, columnRms, rowMax, max, rms: Math.sqrt(squares / entries) };
}

/**
 * Some of the pairs: their frequencies, and the columns of the model with which each block of
 * neighbouring table columns is compared.
 * @typedef {object} Strip
 * @property {bigint[]} turns
 * @property {{ column: number, places: number[] }[]} blocks
 */

/** @param {Statistics} statistics @param {Model} model
 * @param {(pair: number, member: number) => bigint} turnOf @param {number} first
 * @param {number} count @param {number} pairs @returns {Strip} */
function stripOf({ width, padded }, model, turnOf, first, count, pairs) {
  const shared = model.form === "paired";
  const end = padded ? width - 1 : width;
  const members = [0, 1].map((m) =>
    Array.from({ length: count }, (_, k) => {
      const column = columnOf(model.layout, first + k, m, pairs, end);
      const place = 2 * (shared ? k : 2 * k + m) + (isCosine(model.order, m) ? 1 : 0);
      return { column, place };
    }),
  );
  const turns = Array.from({ length: shared ? count : 2 * count }, (_, f) =>
    shared ? turnOf(first + f, 0) : turnOf(first + Math.floor(f / 2), f % 2),
  );
  const lists =
    model.layout === "interleaved"
      ? [members[0].flatMap((value, k) => [value, members[1][k]])]
      : members;
  const blocks = lists
    .map((list) => list.filter(({ column }) => column >= 0))
    .filter((list) => list.length > 0)
    .map((list) => ({ column: list[0].column, places: list.map(({ place }) => place) }));
  return { turns, blocks };
}

/**
 * @param {Workspace} workspace @param {Statistics["pe"]} pe @param {number} width @param {number} length
 * @param {Model} model @param {Strip} strip @param {Uint8Array} skipped
 * @param {{ columnMax: Float64Array, columnRms: Float64Array, rowMax: Float64Array }} results
 */
function compare(workspace, pe, width, length, model, { turns, blocks }, skipped, results) {
  const kernels = workspace.use(sinusoidalKernels);
  const deviations = workspace.use(diagnoseKernels)[`phasor_deviations${suffix(pe)}`];
  const frequencies = turns.length;
  const increments = putIncrements(workspace, turns);
  const { start } = model;
  const whole = Number.isInteger(start);
  const offsets = whole ? workspace.reserve(8 * OFFSETS_LENGTH(frequencies)) : 0;
  const work = whole ? workspace.reserve(8 * WORK_LENGTH(frequencies)) : 0;
  if (whole) kernels.phasor_offsets(offsets, increments, frequencies);
  const stride = 2 * frequencies;
  const prepared = blocks.map(({ column, places }) => {
    const at = workspace.reserve(4 * places.length);
    new Int32Array(workspace.memory.buffer, at, places.length).set(places);
    const max = workspace.reserve(8 * places.length);
    const squares = workspace.reserve(8 * places.length);
    workspace.doubles(max, places.length).fill(0);
    workspace.doubles(squares, places.length).fill(0);
    return { column, count: places.length, at, max, squares };
  });
  const top = workspace.top;
  for (let first = 0; first < length; ) {
    // All rows around a base row are computed at once.
    const past = whole ? (((start + first + ROWS / 2) % ROWS) + ROWS) % ROWS : 0;
    const rows = Math.min(length - first, ROWS - past);
    workspace.top = top;
    const table = workspace.reserve(8 * stride * rows);
    if (whole) {
      kernels.phasor_table_f64(
        ...[table, stride, increments, offsets, work, start + first, rows, frequencies],
      );
    } else {
      const at = workspace.reserve(8 * rows);
      const positions = workspace.doubles(at, rows);
      for (let r = 0; r < rows; r++) positions[r] = start + (first + r);
      kernels.phasor_at_f64(table, stride, increments, 0, at, rows, frequencies);
    }
    const rowMax = copyIn(workspace, results.rowMax, first, rows);
    for (const { column, count, at, max, squares } of prepared) {
      const x = inputBlock(workspace, pe, first * width + column, rows, count, width);
      skip(workspace, pe, x, rows, count, skipped.subarray(first, first + rows));
      deviations(max, squares, rowMax, x, count, table, stride, at, model.amplitude, rows, count);
    }
    results.rowMax.set(workspace.doubles(rowMax, rows), first);
    first += rows;
  }
  for (const { column, count, max, squares } of prepared) {
    results.columnMax.set(workspace.doubles(max, count), column);
    results.columnRms.set(workspace.doubles(squares, count), column);
  }
}

/** Sets skipped rows to NaN in the copy.
 * @param {Workspace} workspace @param {Statistics["pe"]} pe @param {number} pointer @param {number} rows
 * @param {number} count @param {Uint8Array} skipped */
function skip(workspace, pe, pointer, rows, count, skipped) {
  for (let r = 0; r < rows; r++) {
    if (skipped[r] === 0) continue;
    const at = pointer + r * count * pe.BYTES_PER_ELEMENT;
    const { buffer } = workspace.memory;
    const row = isFloat32(pe)
      ? new Float32Array(buffer, at, count)
      : new Float64Array(buffer, at, count);
    row.fill(NaN);
  }
}
