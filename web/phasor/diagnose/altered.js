// altered.js: recognises sinusoidal tables that were altered as a whole (dropout, transposition,
// repeated rows …), or whose rows are the cells of a grid. It undoes each known alteration until a model
// explains the result.
import { square } from "../elementary.js";
import { explain, explainOneSided } from "./explain.js";
import { few, note, plural, problem } from "./messages.js";
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
const MAX_OFF_CIRCLE = 0.3;
/** Maximum rms difference of equal rows, in units of the largest entry. */
const MAX_ROW_DIFFERENCE = 4e-3;
/** Minimum number of rows of a table. */
const MIN_ROWS = 4;

/**
 * What may have been done to a table.
 * @typedef {object} Alteration
 * @property {number} length of the restored table
 * @property {number} width
 * @property {(rows: number) => FloatArray} make the first rows of the restored table
 * @property {number[]} [columns] the original column of each restored column
 * @property {(explanation: Explanation) => { finding: Finding, implied?: string[] }} say
 */

/** @param {Statistics} statistics @returns {Hidden | undefined} */
export function seenThrough(statistics) {
  if (statistics.rows.length < MIN_ROWS || !(statistics.size < Infinity)) return undefined;
  for (const way of [dropout, negated, repeatedRows, grid, transposed]) {
    for (const alteration of way(statistics)) {
      const behind = explained(alteration, statistics.format);
      if (!behind) continue;
      const { finding, implied = [] } = alteration.say(behind.explanation);
      return { ...behind, columns: alteration.columns, implied, findings: [finding] };
    }
  }
  return undefined;
}

/**
 * The restored table, if a model explains it; its first rows are tried before the whole table.
 * @param {Pick<Alteration, "length" | "width" | "make">} alteration @param {Statistics["format"]} format
 */
function explained({ length, width, make }, format) {
  for (const rows of length > ROWS_TRIED ? [ROWS_TRIED, length] : [length]) {
    const statistics = { ...statisticsOf(make(rows), rows, width), format };
    const explanation = explain(statistics, false);
    if (!explanation) return undefined;
    if (rows === length) return { statistics, explanation };
  }
  return undefined;
}

/**
 * The table in the columns that are not zero, if many are. To a search, they would pass for sines of small angles.
 * @param {Statistics} statistics @returns {Hidden | undefined}
 */
export function withoutZeroColumns({ pe, length, width, min, max, rows }) {
  const kept = [...min.keys()].filter((c) => min[c] !== 0 || max[c] !== 0);
  const empty = width - kept.length;
  const few = empty < 2 || empty < MIN_SHARE_OF_EMPTY_COLUMNS * width || kept.length < 2;
  if (few || rows.length < MIN_ROWS) return undefined;
  const table = new Float64Array(length * kept.length);
  for (let at = 0; at < table.length; at++)
    table[at] = pe[Math.floor(at / kept.length) * width + kept[at % kept.length]];
  const statistics = statisticsOf(table, length, kept.length);
  const explanation = explain(statistics, false) ?? explainOneSided(statistics);
  const behind = explanation
    ? { statistics, explanation, findings: [], implied: [], columns: [...kept.keys()] }
    : seenThrough(statistics);
  if (!behind) return undefined;
  const zero = [...min.keys()].filter((c) => !kept.includes(c));
  const message =
    `${empty} of ${width} columns are zero, and the others hold encodings of width ` +
    `${kept.length}: ${plural("column", zero)}. Look for an assignment to the other columns ` +
    "that is missing, or for a width that was halved before the table was made.";
  const others = behind.findings.map((finding) => ({
    ...finding,
    columns: finding.columns.map((c) => kept[c]),
  }));
  return {
    ...behind,
    columns: behind.columns?.map((c) => kept[c]),
    findings: [problem("zero-columns", message, zero), ...others],
  };
}

/** @param {Statistics} statistics @returns {Generator<Alteration>} */
function* dropout({ pe, length, width, min }) {
  let zeros = 0;
  for (let at = width; at < pe.length; at++) if (pe[at] === 0) zeros++;
  const part = zeros / Math.max(1, pe.length - width);
  if (part < MIN_SHARE_OF_ZEROS || part > 0.7 || zeros < MIN_ZEROS) return;
  yield {
    ...{ length, width, columns: [...min.keys()] },
    make: (rows) => Float64Array.from(pe.subarray(0, rows * width), (x) => (x === 0 ? NaN : x)),
    say({ identified }) {
      const { amplitude } = identified.model;
      const scaled = Math.abs(amplitude * (1 - part) - 1) < 0.1;
      const message =
        `${few(100 * part)} % of the entries are 0${scaled ? `, the others are multiplied by ${few(amplitude)}` : ""}: ` +
        "dropout was applied to the table. Save it before dropout, or disable dropout (model.eval()).";
      return { finding: problem("dropout", message), implied: scaled ? ["scaled-values"] : [] };
    },
  };
}

/** @param {Statistics} statistics @returns {Generator<Alteration>} */
function* negated(statistics) {
  const { pe, length, width, padded, min } = statistics;
  const pairs = pairsOf(width, padded);
  const columns = [...min.keys()];
  for (const apart of pairs > 1 ? [1, pairs] : [1]) {
    if (!isCircle(statistics, 0, apart)) continue;
    const second = columns.filter((c) => (apart === 1 ? c % 2 === 1 : c >= pairs && c < 2 * pairs));
    yield {
      ...{ length, width, columns },
      make: (rows) =>
        pe.subarray(0, rows * width).map((x, at) => (second.includes(at % width) ? -x : x)),
      say({ identified }) {
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
function* transposed({ pe, length, width }) {
  if (width < 4 || length < 2 || length > LARGEST_WIDTH) return;
  const columns = Array.from({ length: Math.min(width, CIRCLE_POINTS) }, (_, c) => c);
  const round = [1, Math.ceil(length / 2)].some((second) =>
    isRound(columns.map((c) => [pe[c], pe[second * width + c]])),
  );
  const message =
    `The table is transposed: columns are positions, rows are dimensions. It is of ${width} ` +
    `positions and width ${length}; exchange its axes (pe.T).`;
  if (!round) return;
  yield {
    ...{ length: width, width: length },
    make: (rows) =>
      pe
        .slice(0, rows * length)
        .map((_, at) => pe[(at % length) * width + Math.floor(at / length)]),
    say: () => ({ finding: problem("transposed", message) }),
  };
}

/** Rows that repeat earlier rows in a noisy table, where no two rows are equal.
 * @param {Statistics} statistics @returns {Generator<Alteration>} */
function* repeatedRows({ pe, length, width, size, min }) {
  /** @param {number} p @param {number} q rows @param {number} [tolerance] */
  const same = (p, q, tolerance = MAX_ROW_DIFFERENCE) => {
    let [squares, count] = [0, 0];
    for (let c = 0; c < width; c++) {
      const off = pe[p * width + c] - pe[q * width + c];
      if (off - off !== 0) continue;
      squares += off * off;
      count++;
    }
    return squares <= count * square(tolerance * size);
  };
  /** @param {number} rows @param {string} code @param {string} message @returns {Alteration} */
  const first = (rows, code, message) => ({
    ...{ length: rows, width, columns: [...min.keys()] },
    make: (count) => pe.slice(0, count * width),
    say: () => ({ finding: problem(code, message) }),
  });
  let last = length - 1;
  while (last > 0 && same(last - 1, length - 1)) last--;
  // Rows that differ little from each other are of slow positions.
  const slow = same(Math.max(0, 2 * last - length), last, 4 * MAX_ROW_DIFFERENCE);
  if (length - last > 2 && last >= MIN_ROWS && !slow) {
    yield first(
      last + 1,
      "duplicate-rows",
      `The rows from ${last} on are all the same except for noise: positions were clipped at ${last}. ` +
        "Make the table as long as the longest sequence.",
    );
    return;
  }
  for (let period = MIN_ROWS; 2 * period <= length; period++) {
    if (length % period !== 0 || !same(0, period)) continue;
    const rest = Array.from({ length: length - period }, (_, row) => row);
    if (!rest.every((row) => same(row, row + period))) continue;
    yield first(
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
  const off =
    squares.reduce((sum, square) => sum + (square - mean) * (square - mean), 0) / squares.length;
  const limit = MAX_OFF_CIRCLE * mean;
  return off <= limit * limit;
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
    make: (/** @type {number} */ some) => {
      const table = new Float64Array(some * half);
      for (let r = 0; r < some; r++) {
        const at = (first + r * step) * width + column;
        table.set(pe.subarray(at, at + half), r * half);
      }
      return table;
    },
  });
  for (const [limit, slow] of TOLERANCES.flatMap((limit) =>
    [0, half].map((slow) => [limit, slow]),
  )) {
    /** @param {number} p @param {number} q rows @param {number} column the first of a half */
    const same = (p, q, column) => {
      for (let c = column; c < column + half; c++) {
        if (!(Math.abs(pe[(first + p) * width + c] - pe[(first + q) * width + c]) <= limit))
          return false;
      }
      return true;
    };
    let across = 1;
    while (across < count && same(0, across, slow)) across++;
    if (across === 1 || across === count || count % across !== 0) continue;
    let whole = true;
    for (let r = across; r < count && whole; r++)
      whole = same(r - (r % across), r, slow) && same(r - across, r, half - slow);
    if (!whole) continue;
    const down = count / across;
    const axes = [axis(half - slow, across, 1), axis(slow, down, across)];
    const [shown, other] = across >= MIN_ROWS ? axes : axes.reverse();
    if (other.length >= MIN_ROWS && !explained(other, format)) continue;
    yield {
      ...shown,
      say({ identified }) {
        const detr = slow === 0 && identified.model.layout === "interleaved";
        const names = slow === 0 ? ["y", "x"] : ["x", "y"];
        const like = detr ? ", as in DETR" : slow === 0 ? "" : ", as in MAE";
        const message =
          `Rows are the cells of a grid of ${down} × ${across}, row by row${first ? ", after a class token" : ""}: ` +
          `the first half of the columns encodes ${names[0]}, the second ${names[1]}${like}. Base ` +
          `and start are those of ${across >= MIN_ROWS ? "x" : "y"}, whose table has width ${half}.`;
        // DETR counts from 1.
        const implied = ["concatenated-layout", ...(detr ? ["starts-at-1"] : [])];
        return { finding: note("two-dimensional", message), implied };
      },
    };
  }
}
