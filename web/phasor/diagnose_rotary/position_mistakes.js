// position_mistakes.js: says how the positions by which vectors were turned differ from those expected.
import { formatNumber, plural, problem } from "../diagnose/messages.js";
import { allHeld, heldFinding, jumpFindings, startFinding, turnedBackwards } from "./findings.js";

/** @import { Finding } from "../diagnose/messages.js" */

/**
 * The positions of the groups (B, T), or of some batch elements, on one axis.
 * @typedef {object} Moves
 * @property {number} rows T
 * @property {number[]} batches the batch elements
 * @property {(batch: number, row: number) => number} expected
 * @property {(batch: number, row: number) => number} used
 * @property {boolean} positionsGiven whether the caller gave the positions
 */

/** Largest factor and modulus to try. */
const MAX_FACTOR = 64;
/** Number of rows that a finding lists. */
export const MAX_ROWS_LISTED = 4;
/** Largest length after which positions may restart. */
const MAX_PERIOD = 32768;
/** Number of rows at one position that are named as such; fewer are jumps. */
const MIN_HELD_ROWS = 3;
/** Difference of equal positions: absolute up to 1, relative from there on, and at most the largest. */
const MAX_POSITION_ERROR = 1e-5;
const LARGEST_POSITION_ERROR = 0.1;

/** Whether positions are equal. @param {number} a @param {number} b */
const areEqual = (a, b) =>
  Math.abs(a - b) <=
  Math.min(MAX_POSITION_ERROR * Math.max(1, Math.abs(b)), LARGEST_POSITION_ERROR);

/**
 * Findings about the positions that were used.
 * @param {Moves} moves @returns {Finding[]}
 */
export function positionFindings(moves) {
  const { rows, batches, expected, used, positionsGiven } = moves;
  /** @type {[batch: number, row: number][]} */
  const all = batches.flatMap((batch) => Array.from({ length: rows }, (_, row) => [batch, row]));
  /** @param {(batch: number, row: number) => number} position */
  const fits = (position) => all.every(([b, t]) => areEqual(used(b, t), position(b, t)));
  const wrong = all.filter(([b, t]) => !areEqual(used(b, t), expected(b, t)));
  if (wrong.length === 0) return [];
  const [[b0, t0]] = wrong;
  const wrongRows = [...new Set(wrong.map(([, t]) => t))];
  const wrongBatches = [...new Set(wrong.map(([b]) => b))];
  const whole = wrong.length === all.length;
  const where = wrongBatches.length < batches.length ? plural("batch element", wrongBatches) : "";
  const start = where === "" ? "" : `In ${where}: `;
  /** @param {Finding} finding */
  const localized = (finding) => [{ ...finding, message: start + finding.message }];
  /** @param {string} code @param {string} message */
  const report = (code, message) => localized(problem(code, message));
  const offset = used(b0, t0) - expected(b0, t0);
  const which = rows === 1 ? "The row" : "Row 0";
  const shifted = startFinding(used(batches[0], 0), expected(batches[0], 0), positionsGiven, which);

  if (whole && fits((b, t) => expected(b, t) + offset)) return localized(shifted);
  if (fits((b, t) => -expected(b, t))) return localized(turnedBackwards());
  if (rows > 1 && fits((_, t) => t)) {
    const message =
      "Rows turn by their index 0, 1, 2, …: the positions are ignored. Index the cache with them, cos[positions], instead of cos[:T].";
    return report("ignored-positions", message);
  }
  if (batches.some((b) => b > 0) && fits((_, t) => expected(0, t))) {
    const message =
      "All batch elements turn by the positions of the first: index cosines and sines with each element's own positions, (B, T).";
    return report("ignored-positions", message);
  }
  if (rows > 1 && fits(() => used(b0, 0))) return localized(allHeld);
  if (rows > 1 && fits((b, t) => expected(b, rows - 1 - t))) {
    return report("reversed-positions", "Positions run backwards, from the last row to the first.");
  }
  const [b1, t1] = all[0];
  const slope = (used(b1, t1 + 1) - used(b1, t1)) / (expected(b1, t1 + 1) - expected(b1, t1));
  const [from, origin] = [used(b1, t1), expected(b1, t1)];
  const affine = fits((b, t) => from + slope * (expected(b, t) - origin));
  if (rows > 2 && Number.isFinite(slope) && slope !== 1 && from !== slope * origin && affine) {
    const step = `Positions advance by ${formatNumber(slope)} where they should advance by 1.`;
    const isAllowed = !positionsGiven && shifted.code === "other-start";
    return [
      { ...shifted, severity: isAllowed ? "note" : "problem" },
      ...report("other-step", step),
    ];
  }
  let farthest = all[0];
  for (const place of all) {
    if (Math.abs(expected(...place)) > Math.abs(expected(...farthest))) farthest = place;
  }
  const ratio = used(...farthest) / expected(...farthest);
  const factor = ratio > 1 ? Math.round(ratio) : 1 / Math.round(1 / ratio);
  for (const by of new Set([factor, ratio])) {
    if (Number.isFinite(by) && by !== 1 && fits((b, t) => by * expected(b, t))) {
      const message = `Positions advance by ${formatNumber(by)} where they should advance by 1: do not multiply them, or look for a scaling that is applied twice.`;
      return report("other-step", message);
    }
  }
  for (let by = 2; by <= MAX_FACTOR; by++) {
    if (fits((b, t) => Math.floor(expected(b, t) / by))) {
      return report("other-step", `Position p is used as ⌊p/${by}⌋: do not divide it.`);
    }
    if (fits((b, t) => by * Math.floor(expected(b, t) / by))) {
      const message = `Positions are rounded down to multiples of ${by}: ${by} rows share an angle.`;
      return report("rounded-positions", message);
    }
  }
  const highest = Math.max(...wrong.map(([b, t]) => used(b, t)));
  if (wrongRows.length > 1 && fits((b, t) => Math.min(expected(b, t), highest))) {
    const [last] = wrongRows.slice(-1);
    const message = `Rows ${t0} to ${last} are all at position ${formatNumber(highest)}: positions are clipped there. Make the cache longer.`;
    return report("held-positions", message);
  }
  for (let by = 2; by <= Math.min(MAX_PERIOD, Math.abs(expected(...farthest))); by++) {
    if (fits((b, t) => expected(b, t) - by * Math.floor(expected(b, t) / by))) {
      const message = `Positions restart after ${by}: p is used as p mod ${by}. Add the length of the cache.`;
      return report("restarting-positions", message);
    }
  }
  if (fits((b, t) => expected(b, (t ^ 1) < rows ? t ^ 1 : t))) {
    const message = "Neighbouring rows, 0 and 1, 2 and 3, …, have each other's positions.";
    return report("exchanged-positions", message);
  }
  if (wrongRows.length === 1) {
    const message = `Row ${t0} turns by position ${formatNumber(used(b0, t0))}, not ${formatNumber(expected(b0, t0))}.`;
    return report("other-positions", message);
  }
  const [usedRows, expectedRows] = [used, expected].map((positionOf) =>
    Float64Array.from({ length: rows }, (_, t) => positionOf(b0, t)),
  );
  const segments = segmentsOf(usedRows, expectedRows);
  const isAlike = wrongBatches.every((b) =>
    wrongRows.every((t) => areEqual(used(b, t) - expected(b, t), used(b0, t) - expected(b0, t))),
  );
  const held = segments.find((segment) => segment.held);
  if (isAlike && held && segments.length <= 2) return localized(heldFinding(held));
  if (isAlike && segments.length <= 1 + rows / 8) {
    const [finding] = jumpFindings({ segments }, positionsGiven ? expected(b0, 0) : undefined);
    if (finding) return localized(finding);
  }
  const listed = isAlike ? wrong.filter(([b]) => b === b0) : wrong;
  const shown = listed
    .slice(0, MAX_ROWS_LISTED)
    .map(
      ([b, t]) =>
        `row ${t}${wrongBatches.length > 1 && !isAlike ? ` of batch element ${b}` : ""} by ${formatNumber(used(b, t))}, not ${formatNumber(expected(b, t))}`,
    );
  const rest =
    listed.length > MAX_ROWS_LISTED ? `; and ${listed.length - MAX_ROWS_LISTED} more` : "";
  const message = `Rows turn by other positions: ${shown.join("; ")}${rest}.`;
  return report("other-positions", message);
}

/**
 * Rows that stay at one position, or that are off by the same number.
 * @typedef {object} Segment
 * @property {number} row the first @property {number} end
 * @property {number | null} start position of the first row; null if it is not known
 * @property {boolean} held whether they are many that stay
 */
/**
 * @param {Float64Array} used positions of the rows, NaN if they are not known @param {Float64Array} expected
 * @returns {Segment[]}
 */
export function segmentsOf(used, expected) {
  const rows = used.length;
  /** @type {Segment[]} */
  const segments = [];
  const stays = (/** @type {number} */ t) =>
    t < rows && Math.abs(used[t] - used[t - 1]) < MAX_POSITION_ERROR;
  const steps = (/** @type {number} */ t) => {
    const next = used[t - 1] + expected[t] - expected[t - 1];
    return t < rows && (areEqual(next, used[t]) || (Number.isNaN(next) && Number.isNaN(used[t])));
  };
  let held = false;
  for (let t = 0; t < rows; t++) {
    const continues = t > 0 && (held ? stays(t) && (t + 1 === rows || !steps(t + 1)) : steps(t));
    if (!continues) {
      held = stays(t + 1) && !steps(t + 1);
      segments.push({
        row: t,
        end: t,
        start: Number.isNaN(used[t]) ? null : used[t],
        held: false,
      });
    }
    const segment = segments[segments.length - 1];
    segment.end = t + 1;
    segment.held = held && t + 1 - segment.row >= MIN_HELD_ROWS;
  }
  return segments;
}
