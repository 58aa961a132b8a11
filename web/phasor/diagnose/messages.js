// messages.js: findings as sentences that say what to change, and the findings that need no model.

/** @import { Statistics } from "./observe.js" */

/**
 * @typedef {object} Finding
 * @property {string} code what was found, see docs/api.md
 * @property {"problem" | "note"} severity problem: something is wrong, or
 *   done by mistake; note: worth knowing
 * @property {number[]} columns that the finding is about; empty if it is the whole table
 * @property {string} message
 */

/** @param {string} code @param {string} message @param {number[]} [columns] @returns {Finding} */
export const problem = (code, message, columns = []) => ({
  ...note(code, message, columns),
  severity: "problem",
});
/** @param {string} code @param {string} message @param {number[]} [columns] @returns {Finding} */
export const note = (code, message, columns = []) => ({ code, severity: "note", columns, message });

/** @param {Finding} finding */
export const isProblem = ({ severity }) => severity === "problem";

/** Sorts findings: problems first. @param {Finding[]} findings */
export const bySeverity = (findings) =>
  findings.sort((a, b) => Number(isProblem(b)) - Number(isProblem(a)));

const MAX_COLUMNS_LISTED = 6;

/** "3", "1, 3 and 5", "1, 3, 5, … 31". @param {number[]} list */
function listText(list) {
  if (list.length === 1) return String(list[0]);
  if (list.length <= MAX_COLUMNS_LISTED)
    return `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
  const step = list[1] - list[0];
  const isEven = list.every((entry, i) => entry === list[0] + i * step);
  const start = list.slice(0, 3).join(", ");
  return isEven
    ? `${start}, … ${list.at(-1)}`
    : `${start} and ${list.length - 3} more up to ${list.at(-1)}`;
}

/** @param {string} one @param {number[]} list */
export const plural = (one, list) => `${one}${list.length === 1 ? "" : "s"} ${listText(list)}`;

/** A whole number, or another with up to 4 digits. @param {number} x */
export const formatNumber = (x) => String(Number.isSafeInteger(x) ? x : Number(x.toPrecision(4)));

/**
 * The findings that follow from the statistics alone.
 * @param {Statistics} statistics
 * @returns {{ constant: boolean, findings: Finding[] }}
 */
export function statisticsFindings(statistics) {
  const { width, min, max, missing, missingRows, zeroRows, repeats, size, length } = statistics;
  /** @type {Finding[]} */
  const findings = [];
  const badColumns = [...missing.keys()].filter((c) => missing[c] > 0);
  if (badColumns.length > 0) {
    const count = missing.reduce((sum, count) => sum + count, 0);
    findings.push(
      problem(
        "not-finite",
        `${count} of the entries ${count === 1 ? "is" : "are"} NaN or infinite, in ` +
          `${plural("column", badColumns)} and ${plural("row", missingRows)}. Look for a division by ` +
          "zero, a power that overflows (a positive exponent, or half precision), or memory that " +
          "was never written.",
        badColumns,
      ),
    );
  }
  const range = min.reduce((widest, low, c) => Math.max(widest, max[c] - low), -1);
  const constant = length > 1 && (range === 0 || (range > 0 && range <= 0.012 && size >= 0.1));
  if (constant) {
    const isZero = size === 0;
    findings.push(
      problem(
        "constant-table",
        isZero
          ? "Every entry is 0: the table was never filled."
          : "All rows are the same, so the table contains no positional information. Look for a position " +
              "that does not enter the angle (integer division, or a broadcast along the wrong axis).",
      ),
    );
    return { constant, findings };
  }
  if (zeroRows.length > 0) {
    findings.push(
      note(
        "zero-rows",
        `${plural("Row", zeroRows)} ${zeroRows.length === 1 ? "is" : "are"} zero, as is usual for ` +
          "padding or a class token. No position encodes to zeros.",
      ),
    );
  }
  const period = periodOf(statistics);
  if (period > 0) {
    findings.push(
      problem(
        "restarting-rows",
        `The rows repeat every ${period} rows: this is a stack of tables, or a table that was ` +
          `repeated. Diagnose one of them: the first ${period} rows, shape [${period}, ${width}].`,
      ),
    );
  } else if (repeats.length > 0) {
    const rows = repeats.map(({ row }) => row);
    const [{ row, original }] = repeats;
    findings.push(
      problem(
        "duplicate-rows",
        `${plural("Row", rows)} ${rows.length === 1 ? "repeats an earlier one" : "repeat earlier ones"} ` +
          `(row ${row} is row ${original}), so these positions cannot be told apart. Positions may be ` +
          "kept in a format too coarse for them, clipped, or divided as integers.",
      ),
    );
  }
  if (statistics.padded) {
    findings.push(
      note("zero-column", `Column ${width - 1} is zero: the width is odd.`, [width - 1]),
    );
  }
  return { constant: false, findings };
}

/** The number of rows after which a table repeats to its end; 0 if it does not.
 * @param {Statistics} statistics */
function periodOf({ repeats, length }) {
  const period = repeats[0]?.row ?? 0;
  const isPeriodic = period > 3 && repeats[0].original === 0 && repeats.length === length - period;
  return isPeriodic && repeats.every(({ row, original }) => original === row % period) ? period : 0;
}

/** @param {Statistics} statistics @returns {Finding} */
export function describeUnknown({ rows }) {
  if (rows.length < 4) {
    return note("too-few-rows", "At least 4 different rows are needed to identify a table.");
  }
  return note(
    "learned-or-unknown",
    "The table is learned or unknown: no sines and cosines of a geometric series of frequencies " +
      "explain it, in any layout and with any of the usual mistakes.",
  );
}
