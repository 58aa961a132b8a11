// altered.js: recognises sinusoidal tables that were altered as a whole (dropout, transposition,
// repeated rows …), or whose rows are the cells of a grid. It undoes each known alteration until a model
// explains the result.
import { square } from "../elementary.js";
import { explain, explainOneSided } from "./explain.js";
import { formatNumber, note, plural, problem } from "./messages.js";
import { pairsOf } from "./model.js";
import { statisticsOf } from "./observe.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Statistics } from "./observe.js" */
/** @import { Finding } from "./messages.js" */

/**
 * The sinusoidal table behind an altered table.
 * @typedef {object} RestoredTable
 * @property {Statistics} statistics of the restored table
 * @property {Explanation} explanation
 * @property {Finding[]} findings the alterations
 * @property {string[]} implied codes of other findings that the alteration already explains
 * @property {number[] | undefined} columns the original column of each restored column; undefined
 *   if restored columns do not correspond to original ones
 */

const LARGEST_WIDTH = 65536;
/** Minimum share of zero entries, and minimum number: sines have a few zeros without dropout. */
const MIN_SHARE_OF_ZEROS = 0.02;
const MIN_ZEROS = 16;
const MIN_SHARE_OF_EMPTY_COLUMNS = 0.25;
/** Number of rows on which an inverse is tried before the whole table. */
const ROWS_TRIED = 96;
/** Number of points that suffice to recognise a circle. */
const CIRCLE_POINTS = 256;
/** Tolerance for points on a circle: error of x² + y², rms, in units of the squared radius. */
const MAX_CIRCLE_ERROR = 0.3;
/** Maximum rms difference of equal rows, in units of the largest entry. */
const MAX_ROW_DIFFERENCE = 4e-3;
/** Minimum number of rows of a table. */
const MIN_ROWS = 4;

/**
 * What may have been done to a table.
 * @typedef {object} Alteration
 * @property {number} length of the restored table
 * @property {number} width
 * @property {(rows: number) => FloatArray} firstRows the first rows of the restored table
 * @property {number[]} [columns] the original column of each restored column
 * @property {(explanation: Explanation) => { finding: Finding, implied?: string[] }} describe
 */

/** @param {Statistics} statistics @returns {RestoredTable | undefined} */
export function undoAlteration(statistics) {
  if (statistics.rows.length < MIN_ROWS || !(statistics.size < Infinity)) return undefined;
  for (const detect of [dropout, negation, repeatedRows, grid, transposition]) {
    for (const alteration of detect(statistics)) {
      const restored = restore(alteration, statistics.format);
      if (!restored) continue;
      const { finding, implied = [] } = alteration.describe(restored.explanation);
      return { ...restored, columns: alteration.columns, implied, findings: [finding] };
    }
  }
  return undefined;
}

/**
 * The restored table, if a model explains it; its first rows are tried before the whole table.
 * @param {Pick<Alteration, "length" | "width" | "firstRows">} alteration @param {Statistics["format"]} format
 */
function restore({ length, width, firstRows }, format) {
  for (const rows of length > ROWS_TRIED ? [ROWS_TRIED, length] : [length]) {
    const statistics = { ...statisticsOf(firstRows(rows), rows, width), format };
    const explanation = explain(statistics, false);
    if (!explanation) return undefined;
    if (rows === length) return { statistics, explanation };
  }
  return undefined;
}

/**
 * The table in the columns that are not zero, if many are. To a search, they would pass for sines of small angles.
 * @param {Statistics} statistics @returns {RestoredTable | undefined}
 */
export function dropZeroColumns({ pe, length, width, min, max, rows }) {
  const nonzero = [...min.keys()].filter((c) => min[c] !== 0 || max[c] !== 0);
  const empty = width - nonzero.length;
  const tooFew = empty < 2 || empty < MIN_SHARE_OF_EMPTY_COLUMNS * width || nonzero.length < 2;
  if (tooFew || rows.length < MIN_ROWS) return undefined;
  const table = new Float64Array(length * nonzero.length);
  for (let at = 0; at < table.length; at++)
    table[at] = pe[Math.floor(at / nonzero.length) * width + nonzero[at % nonzero.length]];
  const statistics = statisticsOf(table, length, nonzero.length);
  const explanation = explain(statistics, false) ?? explainOneSided(statistics);
  const restored = explanation
    ? { statistics, explanation, findings: [], implied: [], columns: [...nonzero.keys()] }
    : undoAlteration(statistics);
  if (!restored) return undefined;
  const zero = [...min.keys()].filter((c) => !nonzero.includes(c));
  const message =
    `${empty} of ${width} columns are zero, and the others hold encodings of width ` +
    `${nonzero.length}: ${plural("column", zero)}. Look for an assignment to the other columns ` +
    "that is missing, or for a width that was halved before the table was made.";
  const others = restored.findings.map((finding) => ({
    ...finding,
    columns: finding.columns.map((c) => nonzero[c]),
  }));
  return {
    ...restored,
    columns: restored.columns?.map((c) => nonzero[c]),
    findings: [problem("zero-columns", message, zero), ...others],
  };
}

/** @param {Statistics} statistics @returns {Generator<Alteration>} */
function* dropout({ pe, length, width, min }) {
  let zeros = 0;
  for (let at = width; at < pe.length; at++) if (pe[at] === 0) zeros++;
  const share = zeros / Math.max(1, pe.length - width);
  if (share < MIN_SHARE_OF_ZEROS || share > 0.7 || zeros < MIN_ZEROS) return;
  yield {
    ...{ length, width, columns: [...min.keys()] },
    firstRows: (rows) =>
      Float64Array.from(pe.subarray(0, rows * width), (x) => (x === 0 ? NaN : x)),
    describe({ identified }) {
      const { amplitude } = identified.model;
      const isScaled = Math.abs(amplitude * (1 - share) - 1) < 0.1;
      const message =
        `${formatNumber(100 * share)} % of the entries are 0${isScaled ? `, the others are multiplied by ${formatNumber(amplitude)}` : ""}: ` +
        "dropout was applied to the table. Save it before dropout, or disable dropout (model.eval()).";
      return { finding: problem("dropout", message), implied: isScaled ? ["scaled-values"] : [] };
    },
  };
}

/** @param {Statistics} statistics @returns {Generator<Alteration>} */
function* negation(statistics) {
  const { pe, length, width, padded, min } = statistics;
  const pairs = pairsOf(width, padded);
  const columns = [...min.keys()];
  for (const distance of pairs > 1 ? [1, pairs] : [1]) {
    if (!isCircle(statistics, 0, distance)) continue;
    const second = columns.filter((c) =>
      distance === 1 ? c % 2 === 1 : c >= pairs && c < 2 * pairs,
    );
    yield {
      ...{ length, width, columns },
      firstRows: (rows) =>
        pe.subarray(0, rows * width).map((x, at) => (second.includes(at % width) ? -x : x)),
      describe({ identified }) {
        const name = identified.model.order === "sin-cos" ? "cosine" : "sine";
        const message =
          `The ${name}s have the wrong sign: ${plural("column", second)} hold −${name.slice(0, 3)}. ` +
          `Remove the minus sign, or look for a rotation that replaces (x, y) with (−y, x).`;
        return { finding: problem(`negated-${name}s`, message, second) };
      },
    };
  }
}

/** @param {Statistics} statistics @returns {Generator<Alteration>} */
function* transposition({ pe, length, width }) {
  if (width < 4 || length < 2 || length > LARGEST_WIDTH) return;
  const columns = Array.from({ length: Math.min(width, CIRCLE_POINTS) }, (_, c) => c);
  const hasCircle = [1, Math.ceil(length / 2)].some((second) =>
    isRound(columns.map((c) => [pe[c], pe[second * width + c]])),
  );
  const message =
    `The table is transposed: columns are positions, rows are dimensions. It is of ${width} ` +
    `positions and width ${length}; exchange its axes (pe.T).`;
  if (!hasCircle) return;
  yield {
    ...{ length: width, width: length },
    firstRows: (rows) =>
      pe
        .slice(0, rows * length)
        .map((_, at) => pe[(at % length) * width + Math.floor(at / length)]),
    describe: () => ({ finding: problem("transposed", message) }),
  };
}

/** Rows that repeat earlier rows in a noisy table, where no two rows are equal.
 * @param {Statistics} statistics @returns {Generator<Alteration>} */
function* repeatedRows({ pe, length, width, size, min }) {
  /** @param {number} p @param {number} q rows @param {number} [tolerance] */
  const areEqual = (p, q, tolerance = MAX_ROW_DIFFERENCE) => {
    let [squares, count] = [0, 0];
    for (let c = 0; c < width; c++) {
      const difference = pe[p * width + c] - pe[q * width + c];
      if (difference - difference !== 0) continue;
      squares += difference * difference;
      count++;
    }
    return squares <= count * square(tolerance * size);
  };
  /** @param {number} rows @param {string} code @param {string} message @returns {Alteration} */
  const keepFirst = (rows, code, message) => ({
    ...{ length: rows, width, columns: [...min.keys()] },
    firstRows: (count) => pe.slice(0, count * width),
    describe: () => ({ finding: problem(code, message) }),
  });
  let last = length - 1;
  while (last > 0 && areEqual(last - 1, length - 1)) last--;
  // Rows that differ little from each other are of slow positions.
  const isSlow = areEqual(Math.max(0, 2 * last - length), last, 4 * MAX_ROW_DIFFERENCE);
  if (length - last > 2 && last >= MIN_ROWS && !isSlow) {
    yield keepFirst(
      last + 1,
      "duplicate-rows",
      `The rows from ${last} on are all the same except for noise: positions were clipped at ${last}. ` +
        "Make the table as long as the longest sequence.",
    );
    return;
  }
  for (let period = MIN_ROWS; 2 * period <= length; period++) {
    if (length % period !== 0 || !areEqual(0, period)) continue;
    const earlierRows = Array.from({ length: length - period }, (_, row) => row);
    if (!earlierRows.every((row) => areEqual(row, row + period))) continue;
    yield keepFirst(
      period,
      "restarting-rows",
      `The rows repeat every ${period} rows, except for noise: this is a stack of tables, or a table ` +
        `that was repeated. Diagnose one of them: the first ${period} rows, shape [${period}, ${width}].`,
    );
    return;
  }
}

/** Whether two columns lie on a circle around 0. @param {Statistics} statistics @param {number} a
 * @param {number} b */
function isCircle({ pe, width, rows }, a, b) {
  return (
    b < width &&
    isRound(rows.slice(0, CIRCLE_POINTS).map((row) => [pe[row * width + a], pe[row * width + b]]))
  );
}

/** @param {number[][]} points */
function isRound(points) {
  const squares = points.map(([x, y]) => x * x + y * y).filter((square) => square - square === 0);
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  const variance =
    squares.reduce((sum, square) => sum + (square - mean) * (square - mean), 0) / squares.length;
  const limit = MAX_CIRCLE_ERROR * mean;
  return variance <= limit * limit;
}

/** Tolerances for equal entries: without noise, and with noise or rounding to 16 bits. */
const TOLERANCES = [1e-6, 1e-2];

/** Rows that are the cells of a grid, row by row: one half of the columns encodes one coordinate, the other half the
 * other. @param {Statistics} statistics @returns {Generator<Alteration>} */
function* grid({ pe, length, width, zeroRows, format }) {
  const first = zeroRows.length === 1 && zeroRows[0] === 0 ? 1 : 0;
  const count = length - first;
  if (width % 4 !== 0 || count < 8) return;
  const half = width / 2;
  /** One coordinate as a table of its own. @param {number} column @param {number} rows @param {number} step */
  const axis = (column, rows, step) => ({
    ...{ length: rows, width: half },
    firstRows: (/** @type {number} */ rowCount) => {
      const table = new Float64Array(rowCount * half);
      for (let r = 0; r < rowCount; r++) {
        const at = (first + r * step) * width + column;
        table.set(pe.subarray(at, at + half), r * half);
      }
      return table;
    },
  });
  for (const [limit, slowHalf] of TOLERANCES.flatMap((limit) =>
    [0, half].map((slowHalf) => [limit, slowHalf]),
  )) {
    /** @param {number} p @param {number} q rows @param {number} column the first of a half */
    const areEqual = (p, q, column) => {
      for (let c = column; c < column + half; c++) {
        if (!(Math.abs(pe[(first + p) * width + c] - pe[(first + q) * width + c]) <= limit))
          return false;
      }
      return true;
    };
    let gridWidth = 1;
    while (gridWidth < count && areEqual(0, gridWidth, slowHalf)) gridWidth++;
    if (gridWidth === 1 || gridWidth === count || count % gridWidth !== 0) continue;
    let isGrid = true;
    for (let r = gridWidth; r < count && isGrid; r++)
      isGrid =
        areEqual(r - (r % gridWidth), r, slowHalf) && areEqual(r - gridWidth, r, half - slowHalf);
    if (!isGrid) continue;
    const gridHeight = count / gridWidth;
    const axes = [axis(half - slowHalf, gridWidth, 1), axis(slowHalf, gridHeight, gridWidth)];
    const [chosen, other] = gridWidth >= MIN_ROWS ? axes : axes.reverse();
    if (other.length >= MIN_ROWS && !restore(other, format)) continue;
    yield {
      ...chosen,
      describe({ identified }) {
        const isDetr = slowHalf === 0 && identified.model.layout === "interleaved";
        const names = slowHalf === 0 ? ["y", "x"] : ["x", "y"];
        const example = isDetr ? ", as in DETR" : slowHalf === 0 ? "" : ", as in MAE";
        const message =
          `Rows are the cells of a grid of ${gridHeight} × ${gridWidth}, row by row${first ? ", after a class token" : ""}: ` +
          `the first half of the columns encodes ${names[0]}, the second ${names[1]}${example}. Base ` +
          `and start are those of ${gridWidth >= MIN_ROWS ? "x" : "y"}, whose table has width ${half}.`;
        // DETR counts from 1.
        const implied = ["concatenated-layout", ...(isDetr ? ["starts-at-1"] : [])];
        return { finding: note("two-dimensional", message), implied };
      },
    };
  }
}
