// fit.js: compares models with a table or a part of it, and fits their parameters by least squares.
import { roundTo } from "../doctor/elements.js";
import { exponential, exponentOf } from "../elementary.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { copyIn, part, suffix, viewAt, Workspace } from "../workspace.js";
import { columnOf, exponents, omega, pairsOf, placeOf, Waves } from "./model.js";
import { halfUlp } from "./observe.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Layout, Model, Place } from "./model.js" */
/** @import { Statistics } from "./observe.js" */

/**
 * Some rows and some pairs of a table, in one layout.
 * @typedef {object} Sample
 * @property {Layout} layout
 * @property {number[]} rows
 * @property {number[]} pairs
 * @property {Place[]} columns the members of these pairs
 * @property {number} pairCount how many pairs the table has
 * @property {Float64Array} values of shape (rows, columns); NaN if missing
 * @property {Float64Array} [weights] factors of residuals by column; 1 by default
 * @property {Float64Array} [roundings] the maximum rounding errors of the values: only the part of a
 *   residual above them counts
 */

/** @param {Statistics} statistics @param {Layout} layout @param {number[]} rows @param {number[]} pairs
 * @returns {Sample} */
export function sampleOf({ pe, width, padded }, layout, rows, pairs) {
  const pairCount = pairsOf(width, padded);
  const end = padded ? width - 1 : width;
  const columns = pairs.flatMap((pair) => [0, 1].map((member) => ({ pair, member })));
  const values = new Float64Array(rows.length * columns.length).fill(NaN);
  columns.forEach(({ pair, member }, c) => {
    const column = columnOf(layout, pair, member, pairCount, end);
    if (column < 0) return;
    for (let r = 0; r < rows.length; r++)
      values[r * columns.length + c] = pe[rows[r] * width + column];
  });
  return { layout, rows, pairs, columns, pairCount, values };
}

/** Up to `count` pairs: the first pairs, which turn fastest, and others spread up to the last.
 * @param {number} pairCount @param {number} count */
export function samplePairs(pairCount, count) {
  if (pairCount <= count) return Array.from({ length: pairCount }, (_, i) => i);
  const nearCount = Math.floor(count / 3);
  const farCount = count - nearCount;
  return Array.from({ length: count }, (_, k) =>
    k < nearCount
      ? k
      : nearCount + Math.round(((pairCount - 1 - nearCount) * (k - nearCount)) / (farCount - 1)),
  );
}

/** Up to `count` of the first `window` rows: the first, the last and others at irregular distances.
 * @param {number[]} rows @param {number} window @param {number} count */
export function sampleRows(rows, window, count) {
  const end = Math.min(window, rows.length);
  if (end <= count) return rows.slice(0, end);
  const chosen = new Set([0, end - 1]);
  for (let k = 1; chosen.size < count; k++) chosen.add(Math.floor(end * ((k * 0.6180339887) % 1)));
  return [...chosen].sort((a, b) => a - b).map((i) => rows[i]);
}

/** A parameter of a model that may be fitted. @typedef {(typeof parameters)[number]} Parameter */

const parameters = /** @type {const} */ (["step", "start", "rate", "amplitude"]);

/**
 * @typedef {object} Fit
 * @property {Model} model
 * @property {number} rms of the residuals
 * @property {number} count of entries
 * @property {Partial<Record<Parameter, number>>} errors standard errors of the fitted parameters
 */

/**
 * The values that a model gives for a sample.
 * @param {Sample} sample @param {Model} model @returns {Float64Array} of shape (rows, columns)
 */
export function predict({ rows, columns, pairCount }, model) {
  const workspace = new Workspace();
  const waves = new Waves(workspace, model, pairCount, columns);
  const table = workspace.doubles(waves.at(rows), rows.length * waves.stride);
  const places = new Int32Array(workspace.memory.buffer, waves.places, columns.length);
  return Float64Array.from({ length: rows.length * columns.length }, (_, at) => {
    const row = Math.floor(at / columns.length);
    return model.amplitude * table[row * waves.stride + places[at % columns.length]];
  });
}

const BLOCK_COLUMNS = 512;
const BLOCK_ROWS = 64;

/**
 * How far the first columns of a matrix are from those of a model, see phasor_deviations.
 * @param {FloatArray} x of shape (…, width) @param {number} width @param {number[]} at its rows that are compared
 * @param {Model} model @param {number[]} rows these rows in a table of the model
 * @param {Place[]} columns in that table @param {number} pairs of that table
 */
function deviations(x, width, at, model, rows, columns, pairs) {
  const workspace = new Workspace();
  const compare = workspace.use(diagnoseKernels)[`phasor_deviations${suffix(x)}`];
  const [columnMax, columnSquares] = [new Float64Array(width), new Float64Array(width)];
  const rowMax = new Float64Array(rows.length);
  const bottom = workspace.top;
  for (let first = 0; first < columns.length; first += BLOCK_COLUMNS) {
    workspace.top = bottom;
    const block = columns.slice(first, first + BLOCK_COLUMNS);
    const waves = new Waves(workspace, model, pairs, block);
    const max = copyIn(workspace, columnMax, first, block.length);
    const squares = copyIn(workspace, columnSquares, first, block.length);
    const top = workspace.top;
    for (let row = 0; row < rows.length; row += BLOCK_ROWS) {
      workspace.top = top;
      const table = waves.at(rows.slice(row, row + BLOCK_ROWS));
      const height = Math.min(BLOCK_ROWS, rows.length - row);
      const places = at.slice(row, row + BLOCK_ROWS);
      const entries = copyRows(workspace, x, width, places, first, block.length);
      const rowMaxima = copyIn(workspace, rowMax, row, height);
      compare(
        ...[max, squares, rowMaxima, entries, block.length, table, waves.stride, waves.places],
        ...[model.amplitude, height, block.length],
      );
      rowMax.set(workspace.doubles(rowMaxima, height), row);
    }
    columnMax.set(workspace.doubles(max, block.length), first);
    columnSquares.set(workspace.doubles(squares, block.length), first);
  }
  return { columnMax, columnSquares, rowMax };
}

/** Copies some rows of a matrix, or a part of their columns. @param {Workspace} workspace @param {FloatArray} x
 * @param {number} width @param {number[]} rows @param {number} column @param {number} count of columns */
function copyRows(workspace, x, width, rows, column, count) {
  const size = count * x.BYTES_PER_ELEMENT;
  const pointer = workspace.reserve(rows.length * size);
  rows.forEach((row, r) => {
    viewAt(workspace, x, pointer + r * size, count).set(part(x, row * width + column, count));
  });
  return pointer;
}

/** @param {Sample} sample @param {Model} model */
const deviationsOf = ({ values, rows, columns, pairCount }, model) =>
  deviations(values, columns.length, [...rows.keys()], model, rows, columns, pairCount);

/**
 * How far a table is from a model, without non-finite entries, zero rows and repeated rows.
 * @typedef {object} Deviation
 * @property {Float64Array} columnMax the largest deviation in each column
 * @property {Float64Array} rowMax the largest deviation in each row
 * @property {number} rms
 * @property {number} max
 */

/** @param {Statistics} statistics @param {Model} model @returns {Deviation} */
export function deviationFrom({ pe, length, width, padded, rows, missing }, model) {
  const pairs = pairsOf(width, padded);
  const columns = Array.from({ length: padded ? width - 1 : width }, (_, column) =>
    placeOf(model.layout, column, pairs),
  );
  const measured = deviations(pe, width, rows, model, rows, columns, pairs);
  const { columnMax, columnSquares } = measured;
  const rowMax = new Float64Array(length);
  rows.forEach((row, r) => {
    rowMax[row] = measured.rowMax[r];
  });
  const counts = missing.map((count) => Math.max(1, rows.length - count));
  const squares = columnSquares.reduce((sum, square) => sum + square, 0);
  return {
    columnMax,
    rowMax,
    max: columnMax.reduce((a, b) => Math.max(a, b), 0),
    rms: Math.sqrt(squares / counts.reduce((sum, count) => sum + count, 0)),
  };
}

/**
 * The residuals of a model, without fitting.
 * @param {Sample} sample @param {Model} model
 * @param {number} [limit] the rms is Infinity if that of any column exceeds this
 * @returns {Fit}
 */
export function evaluate(sample, model, limit = Infinity) {
  const { values, weights, rows } = sample;
  const { columnSquares } = deviationsOf(sample, model);
  const count = values.reduce((sum, x) => sum + (x - x === 0 ? 1 : 0), 0);
  const squares = columnSquares.reduce(
    (sum, square, c) => sum + (weights ? weights[c] * weights[c] : 1) * square,
    0,
  );
  const isLarge = columnSquares.some((square) => square > limit * limit * rows.length);
  const rms = isLarge ? Infinity : Math.sqrt(squares / Math.max(1, count));
  return { model, rms, count, errors: {} };
}

/**
 * The change of a model that should reduce its residuals most, see phasor_fit_step.
 * @param {Sample} sample @param {Model} model @param {number} free bits of the parameters that may change
 */
function gaussNewtonStep({ rows, columns, pairCount, values, roundings, weights }, model, free) {
  const workspace = new Workspace();
  const waves = new Waves(workspace, model, pairCount, columns);
  const table = waves.at(rows);
  const columnValues = Float64Array.from([
    ...columns.map(({ pair, member }) => exponents[model.form](pair, member, pairCount)),
    ...columns.map(({ pair, member }) => omega(model, pair, member, pairCount)),
    ...(weights ?? columns.map(() => 1)),
  ]);
  const positions = Float64Array.from(rows, (row) => row + model.start);
  const [x, limits, at, columnPointer] = [values, roundings, positions, columnValues].map((list) =>
    list ? copyIn(workspace, list, 0, list.length) : 0,
  );
  const out = workspace.reserve(8 * 11);
  const { phasor_fit_step } = workspace.use(diagnoseKernels);
  phasor_fit_step(
    ...[out, x, limits, at, table, waves.stride, waves.places, columnPointer],
    ...[model.rate, model.amplitude, free, rows.length, columns.length],
  );
  const [squares, count, gain, ...tail] = workspace.doubles(out, 11);
  return { squares, count, gain, change: tail.slice(0, 4), variances: tail.slice(4) };
}

/**
 * Improves a model with Gauss–Newton steps as long as they reduce the residuals.
 * @param {Sample} sample @param {Model} from @param {Parameter[]} free @param {number} [steps]
 * @returns {Fit}
 */
export function refine(sample, from, free, steps = 6) {
  const bits = free.reduce((mask, name) => mask | (1 << parameters.indexOf(name)), 0);
  let model = from;
  let current = gaussNewtonStep(sample, model, bits);
  for (let k = 0; k < steps; k++) {
    // A step much smaller than the standard errors is not worth taking.
    if (!(current.gain > (0.01 * current.squares) / Math.max(1, current.count))) break;
    /** @type {typeof current | undefined} */
    let improved;
    let next = model;
    for (let damping = 1; damping > 0.1 && !improved; damping /= 2) {
      next = { ...model };
      for (const name of free) next[name] += damping * current.change[parameters.indexOf(name)];
      if (model.exact && free.includes("step")) {
        // From the change itself, since the difference of two steps is rounded.
        const { base, denominator } = model.exact;
        next.exact = {
          base: shiftBase(base, damping * current.change[0] * denominator),
          denominator,
        };
      }
      const attempt = gaussNewtonStep(sample, next, bits);
      if (attempt.squares < current.squares) improved = attempt;
    }
    if (!improved) break;
    model = next;
    current = improved;
  }
  const rms = Math.sqrt(current.squares / Math.max(1, current.count));
  /** @type {Fit["errors"]} */
  const errors = {};
  for (const name of free) {
    const variance = current.variances[parameters.indexOf(name)];
    errors[name] = variance > 0 ? rms * Math.sqrt(variance) : Infinity;
  }
  return { model, rms, count: current.count, errors };
}

/** base·e^by, precise for small `by`. @param {number} base @param {number} change */
export function shiftBase(base, change) {
  const growth = Math.abs(change) < 1e-4 ? change + (change * change) / 2 : exponential(change) - 1;
  return base + base * growth;
}

/**
 * A fit near the given one whose values round to the entries, which have few distinct values, each for an interval of
 * numbers; if there is none, the given fit.
 * @param {Sample} sample @param {Fit} fit @param {Parameter[]} free @param {Statistics["format"]} format
 * @returns {Fit}
 */
export function fitWithinRounding(sample, fit, free, format) {
  const min = format === "float16" ? 2 ** -14 : 2 ** -100;
  const half = (1 - 1e-9) * halfUlp(format);
  // Half the distance to the next number.
  const roundings = sample.values.map(
    (x) => half * 2 ** (exponentOf(Math.max(x - x === 0 ? Math.abs(x) : 0, min)) + 1),
  );
  const { model, rms } = refine({ ...sample, roundings }, fit.model, free, 30);
  return rms < 1e-3 * halfUlp(format)
    ? { ...fit, ...evaluate(sample, model), errors: fit.errors }
    : fit;
}

/**
 * Whether every entry is the rounded value of the model.
 * @param {Sample} sample @param {Model} model @param {Statistics["format"]} format
 */
export function isRounded(sample, model, format) {
  const predicted = predict(sample, model);
  // Halfway between two numbers, either is accepted.
  const factors = [1, 1 - 1e-9, 1 + 1e-9];
  return sample.values.every(
    (x, at) =>
      x - x !== 0 || factors.some((factor) => roundTo(format, factor * predicted[at]) === x),
  );
}

/** Maximum share of the rows or columns of a sample that is left out. */
const MAX_SHARE_TRIMMED = 0.25;

/**
 * A sample without the rows or columns that are far from the model; undefined if there are none or
 * too many.
 * @param {Sample} sample @param {Model} model
 * @returns {Sample | undefined}
 */
function trim(sample, model) {
  const { rowMax, columnMax } = deviationsOf(sample, model);
  const [height, width] = [rowMax.length, columnMax.length];
  const [byRow, byColumn] = [outlierIndices(rowMax), outlierIndices(columnMax)];
  const rowWise =
    byRow.length > 0 && (byColumn.length === 0 || byRow.length * width <= byColumn.length * height);
  const far = rowWise ? byRow : byColumn;
  if (far.length === 0 || far.length > MAX_SHARE_TRIMMED * (rowWise ? height : width))
    return undefined;
  const values = sample.values.map((x, at) =>
    far.includes(rowWise ? Math.floor(at / width) : at % width) ? NaN : x,
  );
  return { ...sample, values };
}

/** The indices of values far above the median. @param {Float64Array} values */
function outlierIndices(values) {
  const limit = 6 * values.slice().sort()[values.length >> 1] + 1e-6;
  return [...values.keys()].filter((i) => values[i] > limit);
}

/**
 * Like `refine`, but leaves out a few rows or columns that are far from the model.
 * @param {Sample} sample @param {Model} from @param {Parameter[]} free
 * @returns {Fit & { sample: Sample }}
 */
export function refineRobust(sample, from, free) {
  let best = { ...refine(sample, from, free), sample };
  const total = best.count;
  for (let round = 0; round < 3; round++) {
    const reduced = trim(best.sample, best.model);
    if (!reduced) break;
    const fit = refine(reduced, best.model, free);
    if (!(fit.rms < 0.5 * best.rms) || fit.count < (1 - MAX_SHARE_TRIMMED) * total) break;
    best = { ...fit, sample: reduced };
  }
  return best;
}
