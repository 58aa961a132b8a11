// compare_entries.js: compares a model with every entry of a table.

import { OFFSETS_LENGTH, REACH, WORK_LENGTH } from "../kernels/constants.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { copyIn, inputBlock, suffix, Workspace } from "../workspace.js";
import { putIncrements, turnsOfModel } from "./exact.js";
import { isCosine, pairsOf, placeOf } from "./model.js";

/** @import { Model } from "./model.js" */
/** @import { Statistics } from "./observe.js" */

/** Number of columns and of rows compared at a time; the rows share a base row. */
const COLUMNS = 512;
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
  const { pe, length, width, padded, rows, missing } = statistics;
  const pairs = pairsOf(width, padded);
  const end = padded ? width - 1 : width;
  const [columnMax, columnRms] = [new Float64Array(width), new Float64Array(width)];
  const rowMax = new Float64Array(length);
  const workspace = new Workspace();
  const deviations = workspace.use(diagnoseKernels)[`phasor_deviations${suffix(pe)}`];
  const turnOf = turnsOfModel(workspace, model, pairs);
  const bottom = workspace.top;
  for (let column = 0; column < end; column += COLUMNS) {
    workspace.top = bottom;
    const count = Math.min(COLUMNS, end - column);
    /** @type {bigint[]} */
    const turns = [];
    const places = Int32Array.from({ length: count }, (_, k) => {
      const { pair, member } = placeOf(model.layout, column + k, pairs);
      // Neighbours of one pair usually have one frequency.
      const known =
        model.form === "paired" && model.layout === "interleaved" && member === 1 && k > 0;
      if (!known) turns.push(turnOf(pair, member));
      return 2 * turns.length - 2 + (isCosine(model.order, member) ? 1 : 0);
    });
    const at = workspace.reserve(4 * count);
    new Int32Array(workspace.memory.buffer, at, count).set(places);
    const max = copyIn(workspace, columnMax, column, count);
    const squares = copyIn(workspace, columnRms, column, count);
    const tableOf = tables(workspace, model.start, turns);
    const top = workspace.top;
    for (const [first, some] of runsOf(rows, model.start)) {
      workspace.top = top;
      const table = tableOf(first, some);
      const ofRows = copyIn(workspace, rowMax, first, some);
      const x = inputBlock(workspace, pe, first * width + column, some, count, width);
      const stride = 2 * turns.length;
      deviations(
        ...[max, squares, ofRows, x, count, table, stride, at, model.amplitude, some, count],
      );
      rowMax.set(workspace.doubles(ofRows, some), first);
    }
    columnMax.set(workspace.doubles(max, count), column);
    columnRms.set(workspace.doubles(squares, count), column);
  }
  let [squares, entries] = [0, 0];
  for (let c = 0; c < width; c++) {
    const count = Math.max(1, rows.length - missing[c]);
    squares += columnRms[c];
    entries += count;
    columnRms[c] = Math.sqrt(columnRms[c] / count);
  }
  const max = columnMax.reduce((a, b) => Math.max(a, b), 0);
  return { columnMax, columnRms, rowMax, max, rms: Math.sqrt(squares / entries) };
}

/** Runs of neighbouring rows that are compared at once. @param {number[]} rows @param {number} start
 * @returns {Generator<[first: number, count: number]>} */
function* runsOf(rows, start) {
  for (let at = 0; at < rows.length; ) {
    const first = rows[at];
    // All rows around a base row are computed at once.
    const past = Number.isInteger(start) ? (((start + first + ROWS / 2) % ROWS) + ROWS) % ROWS : 0;
    let count = 1;
    while (count < ROWS - past && rows[at + count] === first + count) count++;
    yield [first, count];
    at += count;
  }
}

/**
 * Makes rows of the sines and cosines of a model.
 * @param {Workspace} workspace @param {number} start @param {bigint[]} turns
 * @returns {(first: number, rows: number) => number} a pointer
 */
function tables(workspace, start, turns) {
  const increments = putIncrements(workspace, turns);
  const frequencies = turns.length;
  const kernels = workspace.use(sinusoidalKernels);
  const stride = 2 * frequencies;
  if (!Number.isInteger(start)) {
    return (first, rows) => {
      const table = workspace.reserve(8 * stride * rows);
      const at = workspace.reserve(8 * rows);
      const positions = Float64Array.from({ length: rows }, (_, r) => start + (first + r));
      workspace.doubles(at, rows).set(positions);
      kernels.phasor_at_f64(table, stride, increments, 0, at, rows, frequencies);
      return table;
    };
  }
  const offsets = workspace.reserve(8 * OFFSETS_LENGTH(frequencies));
  const work = workspace.reserve(8 * WORK_LENGTH(frequencies));
  kernels.phasor_offsets(offsets, increments, frequencies);
  return (first, rows) => {
    const table = workspace.reserve(8 * stride * rows);
    const at = start + first;
    kernels.phasor_table_f64(table, stride, increments, offsets, work, at, rows, frequencies);
    return table;
  };
}
