// altered.js: recognises sinusoidal tables that were altered as a whole (dropout, transposition,
// repeated rows …). It undoes each known alteration until a model explains the result.

import { square } from "../elementary.js";
import { explain, explainOneSided } from "./explain.js";
import { gridOf } from "./grid.js";
import { few, plural, problem } from "./messages.js";
import { pairsOf } from "./model.js";
import { statisticsOf } from "./observe.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Statistics } from "./observe.js" */
/** @import { Finding } from "./messages.js" */

/**
 * The sinusoidal table behind an altered table.
 * @typedef {object} Hidden
 * @property {Statistics} statistics of the restored table
 * @property {Explanation} explanation
 * @property {Finding[]} findings the alterations
 * @property {string[]} implied codes of other findings that the alteration already explains
 * @property {number[] | undefined} columns the original column of each restored column; undefined
 *   if restored columns do not correspond to original ones
 */

/** Maximum width of a table. */
const WIDEST = 65536;
/** Minimum share of zero entries, and minimum number: sines have a few zeros without dropout. */
const DROPPED = 0.02;
const FEW_ZEROS = 16;
/** Minimum share of zero columns. */
const EMPTY = 0.25;
/** Number of rows on which an inverse is tried before the whole table. */
const HEAD = 96;
/** Number of points that suffice to recognise a circle. */
const POINTS = 256;
/** Tolerance for points on a circle: error of x² + y², rms, in units of the squared radius. */
const OFF_CIRCLE = 0.3;
/** Maximum rms difference of equal rows, in units of the largest entry. */
const SAME_ROW = 4e-3;
/** Minimum number of rows of a table. */
const MIN_ROWS = 4;

/** @param {Statistics} statistics @param {number} [depth] @returns {Hidden | undefined} */
export function seenThrough(statistics, depth = 0) {
  if (statistics.rows.length < 4 || !(statistics.size < Infinity)) return undefined;
  const ways = [withoutZeroColumns, withoutDropout, unnegated, repeatedRows, gridOf, transposed];
  for (const way of ways) {
    const recognised = way(statistics, depth);
    if (recognised) return recognised;
  }
  return undefined;
}

/** @param {Statistics} statistics @param {number} depth @returns {Hidden | undefined} */
function withoutZeroColumns({ pe, length, width, min, max }, depth) {
  const kept = [...min.keys()].filter((c) => min[c] !== 0 || max[c] !== 0);
  const empty = width - kept.length;
  if (empty < 2 || empty < EMPTY * width || kept.length < 2) return undefined;
  const table = new Float64Array(length * kept.length);
  for (let row = 0, at = 0; row < length; row++) {
    for (const c of kept) table[at++] = pe[row * width + c];
  }
  const statistics = statisticsOf(table, length, kept.length);
  const explanation = explain(statistics, false) ?? explainOneSided(statistics);
  const behind = explanation
    ? { statistics, explanation, findings: [], implied: [], columns: kept.map((_, c) => c) }
    : depth < 1
      ? seenThrough(statistics, depth + 1)
      : undefined;
  if (!behind) return undefined;
  const zero = [...min.keys()].filter((c) => !kept.includes(c));
  return {
    ...behind,
    columns: behind.columns?.map((c) => kept[c]),
    findings: [
      problem(
        "zero-columns",
        `${empty} of ${width} columns are zero, and the others hold encodings of width ` +
          `${kept.length}: ${plural("column", zero)}. Look for an assignment to the other columns ` +
          "that is missing, or for a width that was halved before the table was made.",
        zero,
      ),
      ...behind.findings.map((finding) => ({
        ...finding,
        columns: finding.columns.map((c) => kept[c]),
      })),
    ],
  };
}

/** @param {Statistics} statistics @returns {Hidden | undefined} */
function withoutDropout({ pe, length, width }) {
  let zeros = 0;
  for (let i = width; i < pe.length; i++) if (pe[i] === 0) zeros++;
  const part = zeros / Math.max(1, pe.length - width);
  if (part < DROPPED || part > 0.7 || zeros < FEW_ZEROS) return undefined;
  const model = explained(length, width, (rows) =>
    Float64Array.from(pe.subarray(0, rows * width), (x) => (x === 0 ? NaN : x)),
  );
  if (!model) return undefined;
  const { amplitude } = model.explanation.identified.model;
  const scale = Math.abs(amplitude * (1 - part) - 1) < 0.1;
  return {
    ...model,
    columns: Array.from({ length: width }, (_, c) => c),
    implied: scale ? ["scaled-values"] : [],
    findings: [
      problem(
        "dropout",
        `${few(100 * part)} % of the entries are 0${scale ? `, the others are multiplied by ${few(amplitude)}` : ""}: ` +
          "dropout was applied to the table. Save it before dropout, or disable dropout (model.eval()).",
      ),
    ],
  };
}

/** @param {Statistics} statistics @returns {Hidden | undefined} */
function unnegated(statistics) {
  const { pe, length, width, padded } = statistics;
  const pairs = pairsOf(width, padded);
  const ways = [
    (/** @type {number} */ c) => c % 2 === 1,
    (/** @type {number} */ c) => c >= pairs && c < 2 * pairs,
  ];
  for (const isSecond of pairs > 1 ? ways : ways.slice(0, 1)) {
    if (!isCircle(statistics, 0, isSecond === ways[0] ? 1 : pairs)) continue;
    const model = explained(length, width, (rows) =>
      pe.subarray(0, rows * width).map((x, i) => (isSecond(i % width) ? -x : x)),
    );
    if (!model) continue;
    const columns = Array.from({ length: width }, (_, c) => c);
    const negated = columns.filter(isSecond);
    const name = model.explanation.identified.model.order === "sin-cos" ? "cosine" : "sine";
    return {
      ...model,
      columns,
      implied: [],
      findings: [
        problem(
          `negated-${name}s`,
          `The ${name}s have the wrong sign: ${plural("column", negated)} hold −${name.slice(0, 3)}. ` +
            `Remove the minus sign, or look for a rotation that replaces (x, y) with (−y, x).`,
          negated,
        ),
      ],
    };
  }
  return undefined;
}

/** @param {Statistics} statistics @returns {Hidden | undefined} */
function transposed({ pe, length, width }) {
  if (width < 4 || length < 2 || length > WIDEST) return undefined;
  const columns = Array.from({ length: Math.min(width, POINTS) }, (_, c) => c);
  const round = [1, Math.ceil(length / 2)].some((second) =>
    isRound(columns.map((c) => [pe[c], pe[second * width + c]])),
  );
  if (!round) return undefined;
  const model = explained(width, length, (rows) => {
    const table = pe.slice(0, rows * length);
    for (let row = 0; row < length; row++) {
      for (let c = 0; c < rows; c++) table[c * length + row] = pe[row * width + c];
    }
    return table;
  });
  if (!model) return undefined;
  return {
    ...model,
    columns: undefined,
    implied: [],
    findings: [
      problem(
        "transposed",
        `The table is transposed: columns are positions, rows are dimensions. It is of ${width} ` +
          `positions and width ${length}; exchange its axes (pe.T).`,
      ),
    ],
  };
}

/** Rows that repeat earlier rows in a noisy table, where no two rows are equal.
 * @param {Statistics} statistics @returns {Hidden | undefined} */
function repeatedRows(statistics) {
  const { pe, length, width, size } = statistics;
  /** @param {number} p @param {number} q rows */
  const same = (p, q) => {
    let [squares, count] = [0, 0];
    for (let c = 0; c < width; c++) {
      const off = pe[p * width + c] - pe[q * width + c];
      if (off - off !== 0) continue;
      squares += off * off;
      count++;
    }
    return squares <= count * square(SAME_ROW * size);
  };
  /** @param {number} rows @param {string} code @param {string} message @returns {Hidden | undefined} */
  const first = (rows, code, message) => {
    const head = {
      ...statisticsOf(pe.slice(0, rows * width), rows, width),
      format: statistics.format,
    };
    const explanation = explain(head, false);
    const columns = Array.from({ length: width }, (_, c) => c);
    const findings = [problem(code, message)];
    return explanation && { statistics: head, explanation, columns, implied: [], findings };
  };
  let last = length - 1;
  while (last > 0 && same(last - 1, length - 1)) last--;
  if (length - last > 2 && last >= MIN_ROWS) {
    return first(
      last + 1,
      "duplicate-rows",
      `The rows from ${last} on are all the same except for noise: positions were clipped at ${last}. ` +
        "Make the table as long as the longest sequence.",
    );
  }
  for (let period = MIN_ROWS; 2 * period <= length; period++) {
    if (length % period !== 0 || !same(0, period) || !same(1, period + 1)) continue;
    let all = true;
    for (let row = 2; row + period < length && all; row++) all = same(row, row + period);
    if (!all) continue;
    return first(
      period,
      "restarting-rows",
      `The rows repeat every ${period} rows, except for noise: this is a stack of tables, or a table ` +
        `that was repeated. Diagnose one of them: the first ${period} rows, shape [${period}, ${width}].`,
    );
  }
  return undefined;
}

/**
 * Explains a table made from another; its first rows are tried before the whole table.
 * @param {number} length @param {number} width
 * @param {(rows: number) => FloatArray} make returns its first rows
 */
function explained(length, width, make) {
  for (const rows of length > HEAD ? [HEAD, length] : [length]) {
    const statistics = statisticsOf(make(rows), rows, width);
    const explanation = explain(statistics, false);
    if (!explanation) return undefined;
    if (rows === length) return { statistics, explanation };
  }
  return undefined;
}

/** Whether two columns lie on a circle around 0. @param {Statistics} statistics @param {number} a
 * @param {number} b */
function isCircle({ pe, width, rows }, a, b) {
  return (
    b < width &&
    isRound(rows.slice(0, POINTS).map((row) => [pe[row * width + a], pe[row * width + b]]))
  );
}

/** @param {number[][]} points */
function isRound(points) {
  const squares = points.map(([x, y]) => x * x + y * y).filter((square) => square - square === 0);
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  const off =
    squares.reduce((sum, square) => sum + (square - mean) * (square - mean), 0) / squares.length;
  const limit = OFF_CIRCLE * mean;
  return off <= limit * limit;
}
