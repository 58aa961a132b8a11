// position_mistakes.js: says how the positions by which vectors were turned differ from those expected.
import { formatNumber, plural, problem } from "../diagnose/messages.js";
import { allHeld, heldFinding, jumpFindings, startFinding, turnedBackwards } from "./findings.js";

/** @import { Finding } from "../diagnose/messages.js" */

/**
 * The positions of the groups (B, T), or of some batch elements, on one axis.
 * @typedef {object} Moves
 * @property {number} rows T
 * @property {number[]} batches the batch elements
 * @property {(batch: number, row: number) => number} should
 * @property {(batch: number, row: number) => number} is
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
const same = (a, b) =>
  Math.abs(a - b) <=
  Math.min(MAX_POSITION_ERROR * Math.max(1, Math.abs(b)), LARGEST_POSITION_ERROR);

/**
 * Findings about the positions that were used.
 * @param {Moves} moves @returns {Finding[]}
 */
export function positionFindings(moves) {
  const { rows, batches, should, is, positionsGiven } = moves;
  /** @type {[batch: number, row: number][]} */
  const all = batches.flatMap((batch) => Array.from({ length: rows }, (_, row) => [batch, row]));
  /** @param {(batch: number, row: number) => number} wanted */
  const fits = (wanted) => all.every(([b, t]) => same(is(b, t), wanted(b, t)));
  const wrong = all.filter(([b, t]) => !same(is(b, t), should(b, t)));
  if (wrong.length === 0) return [];
  const [[b0, t0]] = wrong;
  const wrongRows = [...new Set(wrong.map(([, t]) => t))];
  const wrongBatches = [...new Set(wrong.map(([b]) => b))];
  const whole = wrong.length === all.length;
  const where = wrongBatches.length < batches.length ? plural("batch element", wrongBatches) : "";
  const start = where === "" ? "" : `In ${where}: `;
  /** @param {Finding} finding */
  const told = (finding) => [{ ...finding, message: start + finding.message }];
  /** @param {string} code @param {string} message */
  const say = (code, message) => told(problem(code, message));
  const differs = is(b0, t0) - should(b0, t0);
  const which = rows === 1 ? "The row" : "Row 0";
  const shifted = startFinding(is(batches[0], 0), should(batches[0], 0), positionsGiven, which);

  if (whole && fits((b, t) => should(b, t) + differs)) return told(shifted);
  if (fits((b, t) => -should(b, t))) return told(turnedBackwards());
  if (rows > 1 && fits((_, t) => t)) {
    const message =
      "Rows turn by their index 0, 1, 2, …: the positions are ignored. Index the cache with them, cos[positions], instead of cos[:T].";
    return say("ignored-positions", message);
  }
  if (batches.some((b) => b > 0) && fits((_, t) => should(0, t))) {
    const message =
      "All batch elements turn by the positions of the first: index cosines and sines with each element's own positions, (B, T).";
    return say("ignored-positions", message);
  }
  if (rows > 1 && fits(() => is(b0, 0))) return told(allHeld);
  if (rows > 1 && fits((b, t) => should(b, rows - 1 - t))) {
    return say("reversed-positions", "Positions run backwards, from the last row to the first.");
  }
  const [b1, t1] = all[0];
  const by = (is(b1, t1 + 1) - is(b1, t1)) / (should(b1, t1 + 1) - should(b1, t1));
  const [from, shouldFrom] = [is(b1, t1), should(b1, t1)];
  const affine = fits((b, t) => from + by * (should(b, t) - shouldFrom));
  if (rows > 2 && Number.isFinite(by) && by !== 1 && from !== by * shouldFrom && affine) {
    const step = `Positions advance by ${formatNumber(by)} where they should advance by 1.`;
    const right = !positionsGiven && shifted.code === "other-start";
    return [{ ...shifted, severity: right ? "note" : "problem" }, ...say("other-step", step)];
  }
  let farthest = all[0];
  for (const place of all) {
    if (Math.abs(should(...place)) > Math.abs(should(...farthest))) farthest = place;
  }
  const ratio = is(...farthest) / should(...farthest);
  const factor = ratio > 1 ? Math.round(ratio) : 1 / Math.round(1 / ratio);
  for (const by of new Set([factor, ratio])) {
    if (Number.isFinite(by) && by !== 1 && fits((b, t) => by * should(b, t))) {
      const message = `Positions advance by ${formatNumber(by)} where they should advance by 1: do not multiply them, or look for a scaling that is applied twice.`;
      return say("other-step", message);
    }
  }
  for (let by = 2; by <= MAX_FACTOR; by++) {
    if (fits((b, t) => Math.floor(should(b, t) / by))) {
      return say("other-step", `Position p is used as ⌊p/${by}⌋: do not divide it.`);
    }
    if (fits((b, t) => by * Math.floor(should(b, t) / by))) {
      const message = `Positions are rounded down to multiples of ${by}: ${by} rows share an angle.`;
      return say("rounded-positions", message);
    }
  }
  const highest = Math.max(...wrong.map(([b, t]) => is(b, t)));
  if (wrongRows.length > 1 && fits((b, t) => Math.min(should(b, t), highest))) {
    const [last] = wrongRows.slice(-1);
    const message = `Rows ${t0} to ${last} are all at position ${formatNumber(highest)}: positions are clipped there. Make the cache longer.`;
    return say("held-positions", message);
  }
  for (let by = 2; by <= Math.min(MAX_PERIOD, Math.abs(should(...farthest))); by++) {
    if (fits((b, t) => should(b, t) - by * Math.floor(should(b, t) / by))) {
      const message = `Positions restart after ${by}: p is used as p mod ${by}. Add the length of the cache.`;
      return say("restarting-positions", message);
    }
  }
  if (fits((b, t) => should(b, (t ^ 1) < rows ? t ^ 1 : t))) {
    const message = "Neighbouring rows, 0 and 1, 2 and 3, …, have each other's positions.";
    return say("exchanged-positions", message);
  }
  if (wrongRows.length === 1) {
    const message = `Row ${t0} turns by position ${formatNumber(is(b0, t0))}, not ${formatNumber(should(b0, t0))}.`;
    return say("other-positions", message);
  }
  const [used, wanted] = [is, should].map((of) =>
    Float64Array.from({ length: rows }, (_, t) => of(b0, t)),
  );
  const segments = segmentsOf(used, wanted);
  const alike = wrongBatches.every((b) =>
    wrongRows.every((t) => same(is(b, t) - should(b, t), is(b0, t) - should(b0, t))),
  );
  const held = segments.find((segment) => segment.held);
  if (alike && held && segments.length <= 2) return told(heldFinding(held));
  if (alike && segments.length <= 1 + rows / 8) {
    const [finding] = jumpFindings({ segments }, positionsGiven ? should(b0, 0) : undefined);
    if (finding) return told(finding);
  }
  const listed = alike ? wrong.filter(([b]) => b === b0) : wrong;
  const shown = listed
    .slice(0, MAX_ROWS_LISTED)
    .map(
      ([b, t]) =>
        `row ${t}${wrongBatches.length > 1 && !alike ? ` of batch element ${b}` : ""} by ${formatNumber(is(b, t))}, not ${formatNumber(should(b, t))}`,
    );
  const rest =
    listed.length > MAX_ROWS_LISTED ? `; and ${listed.length - MAX_ROWS_LISTED} more` : "";
  const message = `Rows turn by other positions: ${shown.join("; ")}${rest}.`;
  return say("other-positions", message);
}

/**
 * Rows that stay at one position, or that are off by the same number.
 * @typedef {object} Segment
 * @property {number} row the first @property {number} end
 * @property {number | null} start position of the first row; null if it is not known
 * @property {boolean} held whether they are many that stay
 */
/**
 * @param {Float64Array} is positions of the rows, NaN if they are not known @param {Float64Array} should
 * @returns {Segment[]}
 */
export function segmentsOf(is, should) {
  const rows = is.length;
  /** @type {Segment[]} */
  const segments = [];
  const stays = (/** @type {number} */ t) =>
    t < rows && Math.abs(is[t] - is[t - 1]) < MAX_POSITION_ERROR;
  const steps = (/** @type {number} */ t) => {
    const wanted = is[t - 1] + should[t] - should[t - 1];
    return t < rows && (same(wanted, is[t]) || (Number.isNaN(wanted) && Number.isNaN(is[t])));
  };
  let held = false;
  for (let t = 0; t < rows; t++) {
    const goesOn = t > 0 && (held ? stays(t) && (t + 1 === rows || !steps(t + 1)) : steps(t));
    if (!goesOn) {
      held = stays(t + 1) && !steps(t + 1);
      segments.push({ row: t, end: t, start: Number.isNaN(is[t]) ? null : is[t], held: false });
    }
    const segment = segments[segments.length - 1];
    segment.end = t + 1;
    segment.held = held && t + 1 - segment.row >= MIN_HELD_ROWS;
  }
  return segments;
}
