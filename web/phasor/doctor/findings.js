// findings.js: findings as sentences that say what to change.

/** @import { Code } from "./codes.js" */

/**
 * @typedef {object} Finding
 * @property {Code} code what was found, see docs/api.md
 * @property {"problem" | "note"} severity problem: something is wrong, or
 *   done by mistake; note: worth knowing
 * @property {number[]} columns that the finding is about; empty if it is the whole table
 * @property {string} message
 */

/** @param {Code} code @param {string} message @param {number[]} [columns] @returns {Finding} */
export const problem = (code, message, columns = []) => ({
  code,
  severity: "problem",
  columns,
  message,
});
/** @param {Code} code @param {string} message @param {number[]} [columns] @returns {Finding} */
export const note = (code, message, columns = []) => ({ code, severity: "note", columns, message });

const LISTED = 6;

/** "3", "1, 3 and 5", "1, 3, 5, … 31". @param {number[]} list */
function listed(list) {
  if (list.length === 1) return String(list[0]);
  if (list.length <= LISTED) return `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
  const step = list[1] - list[0];
  const even = list.every((each, i) => each === list[0] + i * step);
  const start = list.slice(0, 3).join(", ");
  return even
    ? `${start}, … ${list.at(-1)}`
    : `${start} and ${list.length - 3} more up to ${list.at(-1)}`;
}

/** @param {string} one @param {number[]} list */
export function plural(one, list) {
  const many = { query: "queries", Query: "Queries", Axis: "Axes" }[one] ?? `${one}s`;
  return `${list.length === 1 ? one : many} ${listed(list)}`;
}

/** A number with up to 4 digits. @param {number} x */
export const few = (x) => String(Number(x.toPrecision(4)));

/** Problems first. @param {Finding[]} findings */
export const bySeverity = (findings) =>
  findings.sort((a, b) => Number(b.severity === "problem") - Number(a.severity === "problem"));
