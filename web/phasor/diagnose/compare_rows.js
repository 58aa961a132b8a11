// compare_rows.js: recognises rows of an expected table that are missing or repeated.
import { limitOf, make } from "./expected.js";
import { plural, problem } from "./messages.js";

/** @import { Table } from "./compare_expected.js" */
/** @import { Made, Plan } from "./expected.js" */
/** @import { Finding } from "./messages.js" */

/** Maximum number of rows that may be missing or repeated in one place. */
const MAX_SHIFT = 8;
/** Maximum share of rows that are none of the expected ones. */
const MAX_SHARE = 0.05;

/**
 * @param {Table} table @param {Made} made @param {Plan} plan
 * @returns {Finding[] | undefined} undefined if nothing is missing or repeated in one place
 */
export function alteredRows(table, made, plan) {
  const { pe, length, width, format } = table;
  if (length < 2) return undefined;
  const margin = plan.kind === "rows" ? MAX_SHIFT : 0;
  const more = margin > 0 ? withMargin(plan, width) : made;
  if (!more) return undefined;
  const limit = limitOf(more, format, plan.arithmetic);
  const count = length + 2 * margin;
  /** @param {number} row @param {number} other row of the made table */
  const isRow = (row, other) => {
    if (other < 0 || other >= count) return false;
    for (let c = 0; c < width; c++) {
      const value = more.table[other * width + c];
      if (!(Math.abs(pe[row * width + c] - value) <= limit(other, c, value))) return false;
    }
    return true;
  };
  const near = Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, n) => n - MAX_SHIFT);
  const shifts = [];
  const lost = [];
  let before = 0;
  for (let row = 0; row < length; row++) {
    const shift = [before, 0, ...near].find((s) => isRow(row, row + margin + s));
    if (shift === undefined) lost.push(row);
    else before = shift;
    if (lost.length > MAX_SHARE * length) return undefined;
    shifts.push(shift ?? before);
  }
  return shifts.some((shift) => shift !== 0) ? describe(shifts, lost, plan) : undefined;
}

/** The expected table and some rows before and after it; undefined where its positions are not consecutive.
 * @param {Plan} plan @param {number} width */
function withMargin(plan, width) {
  const { positions } = plan;
  const first = positions[0];
  for (let row = 0; row < positions.length; row++)
    if (positions[row] !== first + row) return undefined;
  const count = positions.length + 2 * MAX_SHIFT;
  const more = Float64Array.from({ length: count }, (_, row) => first - MAX_SHIFT + row);
  if (Math.abs(more[0]) > 2 ** 53 || Math.abs(more[count - 1]) > 2 ** 53) return undefined;
  return make({ ...plan, positions: more, start: more[0] }, width);
}

/** @param {number[]} shifts @param {number[]} lost @param {Plan} plan @returns {Finding[] | undefined} */
function describe(shifts, lost, { positions, kind }) {
  const others =
    lost.length > 0
      ? ` ${plural("Row", lost)} ${lost.length === 1 ? "is" : "are"} none of the expected ones.`
      : "";
  const [first] = shifts;
  const last = shifts[shifts.length - 1];
  if (kind === "rows" && first !== 0 && shifts.every((shift) => shift === first)) {
    const message = `start is ${positions[0] + first}; ${positions[0]} is expected.${others}`;
    return [problem("differs-start", message)];
  }
  const from = shifts.findIndex((shift) => shift !== 0);
  const once = shifts.every((shift, row) => shift === (row < from ? 0 : last));
  const size = Math.abs(last);
  const rows = size === 1 ? "one row is" : `${size} rows are`;
  if (once && last > 0) {
    const message = `Before row ${from}, ${rows} missing: from there on each row is the one ${size} later.`;
    return [problem("missing-rows", `${message}${others}`)];
  }
  if (once && last < 0) {
    const message = `At row ${from}, ${rows} repeated: from there on each row is the one ${size} earlier.`;
    return [problem("repeated-rows", `${message}${others}`)];
  }
  return undefined;
}
