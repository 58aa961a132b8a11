// hidden.js: sinusoids that something was done to, so that nothing explains the table as it is. Each
// way back is tried: it makes another table of this one, and what explains that one explains this.
import { comingAgain } from "./again.js";
import { ENOUGH, explained, isCircle, isRound } from "./behind.js";
import { unshifted } from "./constant.js";
import { explain, explainOneSided } from "./explain.js";
import { gridOf } from "./grid.js";
import { pairsOf } from "./model.js";
import { sorted } from "./order.js";
import { survey as surveyOf } from "./survey.js";
import { few, plural, problem } from "./words.js";

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
    comingAgain,
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
function unnegated(survey) {
  const { pe, length, width, padded } = survey;
  const pairs = pairsOf(width, padded);
  const ways = [
    (/** @type {number} */ c) => c % 2 === 1,
    (/** @type {number} */ c) => c >= pairs && c < 2 * pairs,
  ];
  for (const isSecond of pairs > 1 ? ways : ways.slice(0, 1)) {
    if (!isCircle(survey, 0, isSecond === ways[0] ? 1 : pairs)) continue;
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
function transposed({ pe, length, width }) {
  if (width < 4 || length < 2 || length > WIDEST) return undefined;
  const columns = Array.from({ length: Math.min(width, ENOUGH) }, (_, c) => c);
  const round = [1, Math.ceil(length / 2)].some((second) =>
    isRound(columns.map((c) => [pe[c], pe[second * width + c]])),
  );
  if (!round) return undefined;
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
