// expected.js: reads what a table should be, and builds it.
import * as check from "../check.js";
import { conventions } from "../conventions.js";
import { exponential, logarithm } from "../elementary.js";
import { sinusoidal2d } from "../grid.js";
import { nerf } from "../nerf.js";
import { sinusoidalAt } from "../sinusoidal.js";

/** @import { Arithmetic } from "../arithmetic.js" */
/** @import { List } from "../check.js" */
/** @import { Convention, ConventionRules } from "../conventions.js" */
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
 * A table to compare with: the options that make it, and what may be wrong in the order of its cells.
 * @typedef {object} Plan
 * @property {"rows" | "grid" | "nerf"} kind
 * @property {any} convention
 * @property {ConventionRules["layout"]} [layout] instead of the convention's
 * @property {ConventionRules["order"]} [order]
 * @property {ConventionRules["spacing"]} [spacing]
 * @property {number} base
 * @property {number} start the position of row 0
 * @property {Float64Array} positions of the rows where row 0 has the first of them; of nerf, the coordinates
 * @property {Arithmetic} [arithmetic]
 * @property {number} height
 * @property {number} width
 * @property {boolean} normalize
 * @property {boolean} classToken
 * @property {number} scale
 * @property {boolean} [halvesSwapped] the halves of the columns of a grid are exchanged
 * @property {boolean} [columnByColumn] cells of a grid are in the order of columns
 * @property {number} levels
 * @property {number} components
 * @property {boolean} includeInput
 * @property {boolean} pi
 * @property {boolean} logSampling
 */

/**
 * The table of a plan, and how much the rounding of angles changes it: an entry by up to reach[row]·angleErrors[column]
 * times the rounding error of a number.
 * @typedef {{ table: Float64Array, reach: Float64Array, angleErrors: Float64Array }} Reference
 */

/** The options of each kind, and the defaults of those that are used here. @type {Record<Plan["kind"], [string[], object]>} */
const kinds = {
  rows: [
    ["convention", "base", "start", "positions", "arithmetic"],
    { convention: "vaswani", base: 10000, start: 0 },
  ],
  grid: [
    ["height", "width", "convention", "base", "classToken", "normalize", "scale"],
    { convention: "mae", base: 10000, classToken: false, normalize: false, scale: 2 * Math.PI },
  ],
  nerf: [
    ["levels", "x", "components", "includeInput", "pi", "logSampling"],
    { components: 1, includeInput: true, pi: false, logSampling: true },
  ],
};
export const grids = ["mae", "detr", "simplevit", "timm"];
const where = "phasor.diagnose";

/** Positions of row 0 with a preset's name. @type {Record<string, number[]>} */
const presetStarts = { detr: [1, 0], fairseq: [2, 0] };

/**
 * The tables that are accepted; one, unless a name stands for several.
 * @param {unknown} expect @param {number} length @param {number} width @param {boolean} tokenFirst whether row 0 is zero
 * @returns {{ plans: Plan[], isNamed: boolean }}
 */
export function plansOf(expect, length, width, tokenFirst) {
  const isNamed = typeof expect === "string";
  /** @type {Plan[]} */
  let plans = [];
  if (!isNamed) {
    const allNames = [...new Set(Object.values(kinds).flatMap(([names]) => names))];
    const options = check.options(where, /** @type {any} */ (expect), allNames, "expect");
    plans = [planOf(options, length)];
  } else {
    const names = [...new Set([...Object.keys(conventions), ...grids])];
    const convention = check.oneOf(where, "expect", expect, names);
    const starts = convention in conventions ? (presetStarts[convention] ?? [0]) : [];
    plans = starts.map((start) => planOf({ convention, start }, length));
    if (
      grids.includes(convention) &&
      width % 4 === 0 &&
      !(convention === "simplevit" && width < 8)
    ) {
      const cells = length - (tokenFirst ? 1 : 0);
      for (let height = 1; height <= cells; height++) {
        if (cells % height !== 0) continue;
        const sizes = { height, width: cells / height, classToken: tokenFirst };
        plans.push(planOf({ convention, ...sizes }, length));
      }
    }
    if (plans.length === 0)
      check.fail(RangeError, where, "shape[1] (dModel)", "a multiple of 4", width);
  }
  renameErrors(() => buildReference(plans[0], width));
  return { plans, isNamed };
}

/** @param {any} options @param {number} length @returns {Plan} */
function planOf(options, length) {
  const kind =
    "levels" in options ? "nerf" : "height" in options || "width" in options ? "grid" : "rows";
  const [allowed, defaults] = kinds[kind];
  for (const name of Object.keys(options)) {
    if (!allowed.includes(name))
      check.fail(RangeError, where, `expect.${name}`, `left out with ${allowed[0]}`, options[name]);
  }
  const plan = { kind, ...defaults, ...options };
  if (kind === "grid") {
    const cells = plan.height * plan.width + (plan.classToken ? 1 : 0);
    const size = Number.isNaN(cells)
      ? "of the cells, with height and width"
      : `${cells} for a grid of ${plan.height} × ${plan.width}`;
    if (cells !== length) check.fail(RangeError, where, "shape[0] (length)", size, length);
    return plan;
  }
  const [name, count] = kind === "rows" ? ["positions", length] : ["x", length * plan.components];
  if (kind === "rows") check.position(where, "expect.start", plan.start, length);
  const list =
    plan[name] === undefined
      ? Float64Array.from({ length: count }, (_, i) => (plan.start ?? 0) + i)
      : Float64Array.from(check.positions(where, `expect.${name}`, plan[name]));
  if (list.length !== count)
    check.fail(RangeError, where, `expect.${name}.length`, `${count}`, list.length);
  return { ...plan, positions: list, start: list[0] };
}

/** Runs a function of the package whose errors are about `expect`. @template T @param {() => T} run @returns {T} */
function renameErrors(run) {
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

/** @param {Plan} plan @param {number} width @param {number[]} [rows] all by default @returns {Reference} */
export function buildReference(plan, width, rows) {
  if (plan.kind === "rows") return buildRows(plan, width, rows);
  const reference = plan.kind === "grid" ? buildGrid(plan, width) : buildNerf(plan);
  if (!rows) return reference;
  const table = new Float64Array(rows.length * width);
  rows.forEach((row, r) => {
    table.set(reference.table.subarray(row * width, (row + 1) * width), r * width);
  });
  return { ...reference, table, reach: Float64Array.from(rows, (row) => reference.reach[row]) };
}

/** The rules of the convention of rows. @param {Plan} plan */
export function rulesOf({ convention, layout, order, spacing }) {
  const rules =
    typeof convention === "string" ? conventions[/** @type {"mae"} */ (convention)] : convention;
  const merged = { layout: "interleaved", order: "sin-cos", spacing: "d", ...rules };
  return {
    ...merged,
    layout: layout ?? merged.layout,
    order: order ?? merged.order,
    spacing: spacing ?? merged.spacing,
  };
}

/** What a spacing subtracts from the number of pairs. @param {ConventionRules["spacing"]} spacing */
export const shiftOf = (spacing) =>
  typeof spacing === "number" ? spacing : spacing === "d-2" ? 1 : 0;

/** Largest position that float32 holds exactly with all smaller ones. */
const LARGEST_FLOAT32_POSITION = 2 ** 24;

/** The frequency of a pair times the roundings of its angle: the frequency is a power with a rounded exponent.
 * @param {number} pair @param {number} pairs @param {number} shift @param {number} base */
function angleErrorOf(pair, pairs, shift, base) {
  const exponent = (logarithm(base) * pair) / Math.max(pairs - shift, 1);
  return exponential(-exponent) * (4 + 2 * exponent);
}

/** @param {Plan} plan @param {number} width @param {number[]} [rows] @returns {Reference} */
function buildRows(plan, width, rows) {
  const { convention, base, start, positions, arithmetic } = plan;
  const step = start - positions[0];
  const at = (rows ? Float64Array.from(rows, (row) => positions[row]) : positions).map(
    (p) => p + step,
  );
  const isChanged = plan.layout ?? plan.order ?? plan.spacing;
  const options = { convention: isChanged ? rulesOf(plan) : convention, base, arithmetic };
  const table = sinusoidalAt(at, width, { ...options, dtype: "float64" });
  const { layout, spacing } = rulesOf(plan);
  const shift = shiftOf(spacing);
  const pairs = Math.floor(width / 2);
  const areExact = at.every((p) => Number.isInteger(p) && Math.abs(p) <= LARGEST_FLOAT32_POSITION);
  const angleErrors = Float64Array.from({ length: width }, (_, c) => {
    const pair = layout === "interleaved" ? c >> 1 : c % pairs;
    return pair === 0 ? (areExact ? 0 : 1) : angleErrorOf(pair, pairs, shift, base);
  });
  return { table, reach: at.map(Math.abs), angleErrors };
}

/** @param {Plan} plan @param {number} dModel @returns {Reference} */
function buildGrid(plan, dModel) {
  const { height, width, convention, base, classToken, normalize, scale } = plan;
  const options = { convention, base, classToken, normalize, scale };
  const table = sinusoidal2d(height, width, dModel, { ...options, dtype: "float64" });
  const source = table.slice();
  const first = classToken ? 1 : 0;
  const half = dModel / 2;
  const part = convention === "timm" ? dModel / 4 : half;
  for (let row = first; row < table.length / dModel; row++) {
    const cell = row - first;
    const from = plan.columnByColumn ? (cell % height) * width + Math.floor(cell / height) : cell;
    for (let c = 0; c < dModel; c++) {
      // The same column of the other axis.
      const column = plan.halvesSwapped ? c - (c % (2 * part)) + ((c + part) % (2 * part)) : c;
      table[row * dModel + c] = source[(first + from) * dModel + column];
    }
  }
  const largest = normalize ? Math.abs(scale) : Math.max(height, width);
  const shift = convention === "simplevit" ? 1 : 0;
  const angleErrors = Float64Array.from({ length: dModel }, (_, c) => {
    const pair = convention === "detr" ? (c % half) >> 1 : c % (half / 2);
    return pair === 0 && !normalize ? 0 : angleErrorOf(pair, half / 2, shift, base);
  });
  return { table, reach: new Float64Array(table.length / dModel).fill(largest), angleErrors };
}

/** @param {Plan} plan @returns {Reference} */
function buildNerf({ levels, positions, components, includeInput, pi, logSampling }) {
  const options = { components, includeInput, pi, logSampling };
  const table = nerf(positions, levels, { ...options, dtype: "float64" });
  const lead = includeInput ? components : 0;
  const roundings = pi || !logSampling ? 4 : 0;
  const angleErrors = Float64Array.from({ length: lead + 2 * levels * components }, (_, c) =>
    c < lead ? 0 : roundings * (pi ? Math.PI : 1) * 2 ** Math.floor((c - lead) / (2 * components)),
  );
  const reach = Float64Array.from({ length: positions.length / components }, (_, row) =>
    Math.max(...positions.subarray(row * components, (row + 1) * components).map(Math.abs)),
  );
  return { table, reach, angleErrors };
}

const KERNEL_ERROR = 2 ** -50;
/** Relative error of sines and cosines in float32: libraries are within 2 units in the last place. */
const FLOAT32_FUNCTION_ERROR = 2 ** -22;

/**
 * What rounding explains of an entry of a reference.
 * @param {Reference} reference @param {Format} format @param {Arithmetic | undefined} arithmetic
 * @returns {(row: number, column: number, value: number) => number}
 */
export function limitOf({ reach, angleErrors }, { name, roundoff, floor }, arithmetic) {
  const exact = arithmetic === "exact";
  const angleRoundoff = exact ? 0 : name === "float64" ? 2 ** -53 : 2 ** -24;
  const relative = 1.01 * roundoff + (exact || name === "float64" ? 0 : FLOAT32_FUNCTION_ERROR);
  return (row, column, value) =>
    KERNEL_ERROR +
    floor +
    relative * Math.abs(value) +
    angleRoundoff * reach[row] * angleErrors[column];
}
