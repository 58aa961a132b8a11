// hidden.js: sinusoids that something was done to, so that nothing explains the table as it is. Each
// way back is tried: it makes another table of this one, and what explains that one explains this.
import { arcTangent } from "../elementary.js";
import { explain, explainOneSided } from "./explain.js";
import { gridOf } from "./grid.js";
import { pairsOf } from "./model.js";
import { survey as surveyOf } from "./survey.js";
import { few, plural, problem } from "./words.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Survey } from "./survey.js" */
/** @import { Finding } from "./words.js" */

/**
 * What is behind a table.
 * @typedef {object} Hidden
 * @property {Survey} survey of the table that is explained
 * @property {Explanation} explanation
 * @property {Finding[]} findings what was done to it
 * @property {string[]} implied codes of findings that say the same in other words
 * @property {number[] | undefined} columns those that its columns were; none if they are no columns
 */

/** The most columns that a table may have. */
const WIDEST = 65536;
/** Rows that a way back is tried on first. */
const HEAD = 96;
/** Of the entries: fewer zeros are those of sines. */
const DROPPED = 0.02;
const FEW_ZEROS = 16;
/** Of the columns. */
const EMPTY = 0.25;

/** @param {Survey} survey @param {number} [depth] @returns {Hidden | undefined} */
export function seenThrough(survey, depth = 0) {
  if (survey.rows.length < 4 || !(survey.size < Infinity)) return undefined;
  const ways = [
    withoutZeroColumns,
    withoutDropout,
    unnegated,
    unshifted,
    gridOf,
    sorted,
    transposed,
  ];
  for (const way of ways) {
    const found = way(survey, depth);
    if (found) return found;
  }
  return undefined;
}

/**
 * The explanation of another table, whose head is tried first.
 * @param {number} length @param {number} width
 * @param {(rows: number) => FloatArray} make its first rows
 * @param {(survey: Survey) => Survey} [like] what is known of it beforehand
 */
function explained(length, width, make, like = (survey) => survey) {
  for (const rows of length > HEAD ? [HEAD, length] : [length]) {
    const survey = like(surveyOf(make(rows), rows, width));
    const explanation = explain(survey, false);
    if (!explanation) return undefined;
    if (rows === length) return { survey, explanation };
  }
  return undefined;
}

/** @param {Survey} survey @param {number} depth @returns {Hidden | undefined} */
function withoutZeroColumns({ pe, length, width, least, most }, depth) {
  const kept = [...least.keys()].filter((c) => least[c] !== 0 || most[c] !== 0);
  const empty = width - kept.length;
  if (empty < 2 || empty < EMPTY * width || kept.length < 2) return undefined;
  const table = new Float64Array(length * kept.length);
  for (let row = 0, at = 0; row < length; row++) {
    for (const c of kept) table[at++] = pe[row * width + c];
  }
  const survey = surveyOf(table, length, kept.length);
  const explanation = explain(survey, false) ?? explainOneSided(survey);
  const behind = explanation
    ? { survey, explanation, findings: [], implied: [], columns: kept.map((_, c) => c) }
    : depth < 1
      ? seenThrough(survey, depth + 1)
      : undefined;
  if (!behind) return undefined;
  const zero = [...least.keys()].filter((c) => !kept.includes(c));
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

/** @param {Survey} survey @returns {Hidden | undefined} */
function withoutDropout({ pe, length, width }) {
  let zeros = 0;
  for (let i = width; i < pe.length; i++) if (pe[i] === 0) zeros++;
  const part = zeros / Math.max(1, pe.length - width);
  if (part < DROPPED || part > 0.7 || zeros < FEW_ZEROS) return undefined;
  const found = explained(length, width, (rows) =>
    Float64Array.from(pe.subarray(0, rows * width), (x) => (x === 0 ? NaN : x)),
  );
  if (!found) return undefined;
  const { amplitude } = found.explanation.settled.model;
  const scale = Math.abs(amplitude * (1 - part) - 1) < 0.1;
  return {
    ...found,
    columns: Array.from({ length: width }, (_, c) => c),
    implied: scale ? ["scaled-values"] : [],
    findings: [
      problem(
        "dropout",
        `${few(100 * part)} % of the entries are 0${scale ? `, the others are multiplied by ${few(amplitude)}` : ""}: ` +
          "the table went through dropout. Take it before, or switch dropout off (model.eval()).",
      ),
    ],
  };
}

/** @param {Survey} survey @returns {Hidden | undefined} */
function unnegated({ pe, length, width, padded }) {
  const pairs = pairsOf(width, padded);
  const ways = [
    (/** @type {number} */ c) => c % 2 === 1,
    (/** @type {number} */ c) => c >= pairs && c < 2 * pairs,
  ];
  for (const isSecond of pairs > 1 ? ways : ways.slice(0, 1)) {
    const found = explained(length, width, (rows) =>
      pe.subarray(0, rows * width).map((x, i) => (isSecond(i % width) ? -x : x)),
    );
    if (!found) continue;
    const columns = Array.from({ length: width }, (_, c) => c);
    const negated = columns.filter(isSecond);
    const name = found.explanation.settled.model.order === "sin-cos" ? "cosine" : "sine";
    return {
      ...found,
      columns,
      implied: [],
      findings: [
        problem(
          `negated-${name}s`,
          `The ${name}s have the wrong sign: ${plural("column", negated)} hold −${name.slice(0, 3)}. ` +
            `Take the minus sign away, or look for a rotation that exchanges (x, y) for (−y, x).`,
          negated,
        ),
      ],
    };
  }
  return undefined;
}

/** @param {Survey} survey @returns {Hidden | undefined} */
function unshifted(survey) {
  const { pe, length, width, padded, least, most, format } = survey;
  const pairs = pairsOf(width, padded);
  const tried = new Set();
  /** @type {Hidden | undefined} */
  let best;
  for (const second of [1, pairs]) {
    const found = second < width ? centreOf(survey, 0, second) : undefined;
    if (found === undefined) continue;
    const plain = Number(found.toPrecision(4));
    const shift = Math.abs(plain - found) < 1e-6 + 1e-4 * Math.abs(found) ? plain : found;
    if (tried.has(shift) || Math.abs(shift) < 1e-4) continue;
    tried.add(shift);
    // Its entries were rounded before something was taken off them.
    const behind = explained(
      length,
      width,
      (rows) => Float64Array.from(pe.subarray(0, rows * width), (x) => x - shift),
      (other) => ({ ...other, format, least, most }),
    );
    if (!behind) continue;
    if (best && best.explanation.verdict.left <= behind.explanation.verdict.left) continue;
    best = {
      ...behind,
      columns: Array.from({ length: width }, (_, c) => c),
      implied: [],
      findings: [
        problem(
          "constant-added",
          `${few(shift)} was added to every entry: the means of whole turns are not 0. Look for a ` +
            "bias, or values that were mapped to another range.",
        ),
      ],
    };
  }
  return best;
}

/** The centre of the circle that two columns run on, if it lies on the diagonal.
 * @param {Survey} survey @param {number} a @param {number} b */
function centreOf({ pe, width, rows }, a, b) {
  // x² + y² = 2c·(x + y) + k, by least squares.
  let [n, s, ss, q, qs] = [0, 0, 0, 0, 0];
  for (const row of rows.slice(0, 512)) {
    const [x, y] = [pe[row * width + a], pe[row * width + b]];
    const [sum, square] = [x + y, x * x + y * y];
    if (square - square !== 0) continue;
    n++;
    s += sum;
    ss += sum * sum;
    q += square;
    qs += square * sum;
  }
  const centre = (n * qs - s * q) / (n * ss - s * s) / 2;
  return Number.isFinite(centre) ? centre : undefined;
}

/** @param {Survey} survey @returns {Hidden | undefined} */
function sorted({ pe, length, width, padded }) {
  const pairs = pairsOf(width, padded);
  const ends = [
    [2 * pairs - 2, 2 * pairs - 1],
    [pairs - 1, 2 * pairs - 1],
  ];
  for (const [a, b] of pairs > 1 ? ends : ends.slice(0, 1)) {
    if (b >= width) continue;
    const angles = Float64Array.from({ length }, (_, row) =>
      arcTangent(pe[row * width + a], pe[row * width + b]),
    );
    const upwards = [...angles.keys()].sort((p, q) => angles[p] - angles[q] || p - q);
    for (const order of [upwards, upwards.slice().reverse()]) {
      const found = explained(length, width, (rows) => {
        const table = pe.slice(0, rows * width);
        for (let to = 0; to < rows; to++) {
          table.set(pe.subarray(order[to] * width, (order[to] + 1) * width), to * width);
        }
        return table;
      });
      if (!found || found.explanation.settled.model.rate < 0) continue;
      const moved = order.filter((from, to) => from !== to).length;
      const [first] = order.map((from, to) => [from, to]).filter(([from, to]) => from !== to);
      return {
        ...found,
        columns: Array.from({ length: width }, (_, c) => c),
        implied: [],
        findings: [
          problem(
            "shuffled-rows",
            `The rows are out of order: ${moved} of ${length} stand elsewhere (row ${first[0]} belongs ` +
              `where row ${first[1]} is). Look for positions that were shuffled with the data, or ` +
              "sorted as text.",
          ),
        ],
      };
    }
  }
  return undefined;
}

/** @param {Survey} survey @returns {Hidden | undefined} */
function transposed({ pe, length, width }) {
  if (width < 4 || length > WIDEST) return undefined;
  const found = explained(width, length, (rows) => {
    const table = pe.slice(0, rows * length);
    for (let row = 0; row < length; row++) {
      for (let c = 0; c < rows; c++) table[c * length + row] = pe[row * width + c];
    }
    return table;
  });
  if (!found) return undefined;
  return {
    ...found,
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
