// expected.js: reads what a table should be, and makes it.
import * as check from "../check.js";
import { conventions } from "../conventions.js";
import { exponential, logarithm } from "../elementary.js";
import { sinusoidal2d } from "../grid.js";
import { nerf } from "../nerf.js";
import { sinusoidalAt } from "../sinusoidal.js";

/** @import { Arithmetic } from "../arithmetic.js" */
/** @import { List } from "../check.js" */
/** @import { Convention } from "../conventions.js" */
/** @import { GridOptions } from "../grid.js" */
/** @import { NerfOptions } from "../nerf.js" */
/** @import { Format } from "../doctor/elements.js" */

/**
 * The options of `sinusoidal` or `sinusoidalAt`.
 * @typedef {object} ExpectedRows
 * @property {Convention | undefined} [convention] "vaswani" by default
 * @property {number | undefined} [base] 10000 by default
 * @property {number | undefined} [start] 0 by default
 * @property {List | undefined} [positions] of the rows, instead of start
 * @property {Arithmetic | undefined} [arithmetic] by default any that is as precise as the elements
 */
/** The sizes and options of `sinusoidal2d`. @typedef {GridOptions & { height: number, width: number }} ExpectedGrid */
/** The options of `nerf`; x is 0, 1, … by default. @typedef {NerfOptions & { levels: number, x?: List | undefined }} ExpectedNerf */
/**
 * What a table should be; the name of a convention stands for a table with its defaults, "mae", "detr", "simplevit"
 * and "timm" also for any grid.
 * @typedef {keyof typeof conventions | "simplevit" | "timm" | ExpectedRows | ExpectedGrid | ExpectedNerf} ExpectedTable
 */

/**
 * A table to compare with. What its kind does not use is ignored.
 * @typedef {object} Plan
 * @property {"rows" | "grid" | "nerf"} kind
 * @property {any} convention
 * @property {number} base
 * @property {ArrayLike<number>} positions of the rows; of nerf, the coordinates
 * @property {Arithmetic | undefined} arithmetic
 * @property {GridOptions & { height: number, width: number }} grid
 * @property {boolean} halvesSwapped the halves of the columns of a grid are exchanged
 * @property {boolean} columnByColumn cells of a grid are in the order of columns
 * @property {NerfOptions & { levels: number }} nerf
 */

/**
 * A made table, and how much the rounding of angles changes it: an entry by up to reach[row]·turns[column] times the
 * rounding error of a number.
 * @typedef {{ table: Float64Array, reach: Float64Array, turns: Float64Array }} Made
 */

const rowOptions = ["convention", "base", "start", "positions", "arithmetic"];
const gridOptions = ["height", "width", "convention", "base", "classToken", "normalize", "scale"];
const nerfOptions = ["levels", "x", "components", "includeInput", "pi", "logSampling"];
const grids = ["mae", "detr", "simplevit", "timm"];
const where = "phasor.diagnose";

/** Positions of row 0 with a preset's name. @type {Record<string, number[]>} */
const startsOf = { detr: [1, 0], fairseq: [2, 0] };

/**
 * The tables that are accepted; one, unless a name stands for several.
 * @param {unknown} expect @param {number} length @param {number} width @param {boolean} tokenFirst whether row 0 is zero
 * @returns {{ plans: Plan[], named: boolean }}
 */
export function plansOf(expect, length, width, tokenFirst) {
  if (typeof expect !== "string") {
    const all = [...new Set([...rowOptions, ...gridOptions, ...nerfOptions])];
    const options = check.options(where, /** @type {any} */ (expect), all, "expect");
    const plan = planOf(options, length);
    inCheck(() => make(plan, width));
    return { plans: [plan], named: false };
  }
  const names = [...new Set([...Object.keys(conventions), ...grids])];
  const name = check.oneOf(where, "expect", expect, names);
  const rows = Object.keys(conventions).includes(name) ? (startsOf[name] ?? [0]) : [];
  const plans = rows.map((start) => planOf({ convention: name, start }, length));
  if (grids.includes(name) && width % 4 === 0 && !(name === "simplevit" && width < 8)) {
    const cells = length - (tokenFirst ? 1 : 0);
    for (let height = 1; height <= cells; height++) {
      if (cells % height !== 0) continue;
      const sizes = { height, width: cells / height, classToken: tokenFirst };
      plans.push(planOf({ convention: name, ...sizes }, length));
    }
  }
  if (plans.length === 0)
    check.fail(RangeError, where, "shape[1] (dModel)", "a multiple of 4", width);
  inCheck(() => make(plans[0], width));
  return { plans, named: true };
}

/** @param {any} options @param {number} length @returns {Plan} */
function planOf(options, length) {
  const kind =
    "levels" in options ? "nerf" : "height" in options || "width" in options ? "grid" : "rows";
  const allowed = { rows: rowOptions, grid: gridOptions, nerf: nerfOptions }[kind];
  for (const name of Object.keys(options)) {
    if (!allowed.includes(name))
      check.fail(RangeError, where, `expect.${name}`, `left out with ${allowed[0]}`, options[name]);
  }
  const {
    convention,
    base = 10000,
    start = 0,
    arithmetic,
    positions,
    levels,
    x,
    height,
    width,
    ...rest
  } = options;
  if (kind === "rows") check.position(where, "expect.start", start, length);
  const components = kind === "nerf" ? (rest.components ?? 1) : 1;
  const list = positions ?? x;
  const at =
    list === undefined
      ? Float64Array.from({ length: length * components }, (_, i) => start + i)
      : check.positions(where, positions ? "expect.positions" : "expect.x", list);
  if (at.length !== length * components) {
    const name = positions ? "expect.positions.length" : "expect.x.length";
    check.fail(RangeError, where, name, `${length * components}`, at.length);
  }
  const cells = height * width + (rest.classToken ? 1 : 0);
  if (kind === "grid" && cells !== length) {
    const size = Number.isNaN(cells)
      ? "of the cells, with height and width"
      : `${cells} for a grid of ${height} × ${width}`;
    check.fail(RangeError, where, "shape[0] (length)", size, length);
  }
  return {
    ...{ kind, convention, base, positions: at, arithmetic },
    grid: { ...rest, height, width },
    nerf: { ...rest, levels },
    ...{ halvesSwapped: false, columnByColumn: false },
  };
}

/** Runs a function of the package whose errors are about `expect`. @template T @param {() => T} run @returns {T} */
function inCheck(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    const message = error.message
      .replace(/^phasor\.\w+: dModel /, `${where}: shape[1] (dModel) `)
      .replace(/^phasor\.(?!diagnose)\w+: /, `${where}: expect.`);
    throw error instanceof TypeError ? new TypeError(message) : new RangeError(message);
  }
}

/** @param {Plan} plan @param {number} width @param {number[]} [rows] to be made; all by default @returns {Made} */
export function make(plan, width, rows) {
  if (plan.kind === "grid") return picked(madeGrid(plan, width), width, rows);
  if (plan.kind === "nerf") return picked(madeNerf(plan), width, rows);
  const { base, convention, arithmetic } = plan;
  const positions = rows
    ? Float64Array.from(rows, (r) => plan.positions[r])
    : Float64Array.from(plan.positions);
  const table = sinusoidalAt(positions, width, { base, convention, arithmetic, dtype: "float64" });
  return { table, reach: positions.map(Math.abs), turns: turnsOf(plan, width, positions) };
}

/** @param {Made} made @param {number} width @param {number[] | undefined} rows @returns {Made} */
function picked({ table, reach, turns }, width, rows) {
  if (!rows) return { table, reach, turns };
  const some = new Float64Array(rows.length * width);
  rows.forEach((row, r) => {
    some.set(table.subarray(row * width, (row + 1) * width), r * width);
  });
  return { table: some, reach: Float64Array.from(rows, (row) => reach[row]), turns };
}

/** Largest position that float32 holds exactly with all smaller ones. */
const WHOLE = 2 ** 24;

/** The frequency of a pair times the roundings of its angle: the frequency is a power with a rounded exponent.
 * @param {number} pair @param {number} pairs @param {number} shift @param {number} base */
function turnOf(pair, pairs, shift, base) {
  const exponent = (logarithm(base) * pair) / Math.max(pairs - shift, 1);
  return exponential(-exponent) * (4 + 2 * exponent);
}

/** @param {Plan} plan @param {number} width @param {Float64Array} positions */
function turnsOf({ convention = "vaswani", base }, width, positions) {
  const rules =
    typeof convention === "string" ? conventions[/** @type {"mae"} */ (convention)] : convention;
  const { layout = "interleaved", spacing = "d" } = rules;
  const shift = typeof spacing === "number" ? spacing : spacing === "d-2" ? 1 : 0;
  const pairs = Math.floor(width / 2);
  const whole = positions.every((p) => Number.isInteger(p) && Math.abs(p) <= WHOLE);
  return Float64Array.from({ length: width }, (_, c) => {
    const pair = layout === "interleaved" ? c >> 1 : c % pairs;
    return pair === 0 ? (whole ? 0 : 1) : turnOf(pair, pairs, shift, base);
  });
}

/** @param {Plan} plan @param {number} dModel @returns {Made} */
function madeGrid({ grid, convention = "mae", base, halvesSwapped, columnByColumn }, dModel) {
  const {
    height,
    width,
    classToken = false,
    normalize = false,
    scale = 2 * Math.PI,
    ...rest
  } = grid;
  const options = { ...rest, convention, base, classToken, normalize, scale };
  const table = sinusoidal2d(height, width, dModel, { ...options, dtype: "float64" });
  const first = classToken ? 1 : 0;
  const half = dModel / 2;
  if (halvesSwapped || columnByColumn) {
    const source = table.slice();
    for (let row = first; row < table.length / dModel; row++) {
      const cell = row - first;
      const from =
        first + (columnByColumn ? (cell % height) * width + Math.floor(cell / height) : cell);
      for (let c = 0; c < dModel; c++) {
        const column = halvesSwapped ? swapped(c, dModel, convention) : c;
        table[row * dModel + c] = source[from * dModel + column];
      }
    }
  }
  const largest = normalize ? Math.abs(scale) : Math.max(height, width);
  const shift = convention === "simplevit" ? 1 : 0;
  const turns = Float64Array.from({ length: dModel }, (_, c) => {
    const pair = convention === "detr" ? (c % half) >> 1 : c % (half / 2);
    return pair === 0 && !normalize ? 0 : turnOf(pair, half / 2, shift, base);
  });
  return { table, reach: new Float64Array(table.length / dModel).fill(largest), turns };
}

/** The column of the other axis. @param {number} column @param {number} dModel @param {string} convention */
function swapped(column, dModel, convention) {
  const part = convention === "timm" ? dModel / 4 : dModel / 2;
  const block = column - (column % (2 * part));
  return block + ((column - block + part) % (2 * part));
}

/** @param {Plan} plan @returns {Made} */
function madeNerf({ nerf: { levels, ...options }, positions }) {
  const x = Float64Array.from(positions);
  const table = nerf(x, levels, { ...options, dtype: "float64" });
  const { components = 1, includeInput = true, pi = false, logSampling = true } = options;
  const width = components * (2 * levels + (includeInput ? 1 : 0));
  const lead = includeInput ? components : 0;
  const roundings = pi || !logSampling ? 4 : 0;
  const turns = Float64Array.from({ length: width }, (_, c) =>
    c < lead ? 0 : roundings * (pi ? Math.PI : 1) * 2 ** Math.floor((c - lead) / (2 * components)),
  );
  const reach = Float64Array.from({ length: x.length / components }, (_, row) =>
    x
      .subarray(row * components, (row + 1) * components)
      .reduce((max, entry) => Math.max(max, Math.abs(entry)), 0),
  );
  return { table, reach, turns };
}

/** Error of the kernels. */
const EXACT = 2 ** -50;

/**
 * What rounding explains of an entry of a made table.
 * @param {Made} made @param {Format} format @param {Arithmetic | undefined} arithmetic
 * @returns {(row: number, column: number, value: number) => number}
 */
export function limitOf({ reach, turns }, { name, roundoff, floor }, arithmetic) {
  const angles = arithmetic === "exact" ? 0 : name === "float64" ? 2 ** -53 : 2 ** -24;
  return (row, column, value) =>
    EXACT + floor + 1.01 * roundoff * Math.abs(value) + angles * reach[row] * turns[column];
}
