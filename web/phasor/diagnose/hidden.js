// hidden.js: sinusoids that something was done to, so that nothing explains the table as it is. Each
// way back is tried: it makes another table of this one, and what explains that one explains this.
import { arcTangent, wave } from "../elementary.js";
import { explain, explainOneSided } from "./explain.js";
import { sampleOf, somePairs, someRows } from "./fit.js";
import { gridOf } from "./grid.js";
import { isCosine, omega, pairsOf } from "./model.js";
import { survey as surveyOf } from "./survey.js";
import { few, plural, problem } from "./words.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
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
function unshifted(survey) {
  const { pe, length, width, padded, least, most, format } = survey;
  const pairs = pairsOf(width, padded);
  /** Its entries were rounded before something was taken off them. @param {number} shift */
  const without = (shift) =>
    explained(
      length,
      width,
      (rows) => Float64Array.from(pe.subarray(0, rows * width), (x) => x - shift),
      (other) => ({ ...other, format, least, most }),
    );
  const tried = new Set();
  /** @type {Hidden | undefined} */
  let best;
  for (const second of [1, pairs]) {
    /** @type {number | undefined} */
    let shift = second < width ? centreOf(survey, 0, second) : undefined;
    if (shift === undefined || tried.has(shift.toPrecision(4))) continue;
    tried.add(shift.toPrecision(4));
    let behind = Math.abs(shift) < LEAST_SHIFT ? undefined : without(shift);
    // The centre of one pair is a guess; what all columns leave over says more.
    for (let round = 0; behind && round < 3; round++) {
      const { mean, error } = leftOver(behind.survey, behind.explanation);
      /** @type {number} */
      const from = shift;
      const next = plainNear(from + mean, error);
      /** @type {ReturnType<typeof without>} */
      const again = next === from ? undefined : without(next);
      if (!again) break;
      [shift, behind] = [next, again];
      if (Math.abs(next - from) < error) break;
    }
    if (!behind || !isPlausible(behind.explanation)) continue;
    const { noise, left } = behind.explanation.verdict;
    if (Math.abs(shift) < Math.max(LEAST_SHIFT, noise)) continue;
    if (best && best.explanation.verdict.left <= left) continue;
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

/** Smaller constants are not looked for. */
const LEAST_SHIFT = 1e-4;

/** Not a model that has many odd numbers, beside which something is still wrong.
 * @param {Explanation} explanation */
function isPlausible({ settled: { model, round }, verdict }) {
  const { noise, wrongRows, wrongColumns } = verdict;
  let odd = wrongRows.length + wrongColumns.length > 0 ? 1 : 0;
  if (!Number.isInteger(2 * model.start)) odd++;
  if (Math.abs(model.rate) !== 1) odd++;
  if (!round) odd++;
  return odd + (noise > 0 ? 1 : 0) < 2;
}

/** The number of fewest digits that is as near as the data can tell. @param {number} x
 * @param {number} error */
function plainNear(x, error) {
  for (let digits = 1; digits < 17; digits++) {
    const plain = Number(x.toPrecision(digits));
    if (Math.abs(plain - x) <= 4 * error) return plain;
  }
  return x;
}

/** The mean of what an explanation leaves over, and its standard error.
 * @param {Survey} survey @param {Explanation} explanation */
function leftOver(survey, { settled: { model } }) {
  const all = pairsOf(survey.width, survey.padded);
  const rows = someRows(survey.rows, survey.rows.length, 64);
  const sample = sampleOf(survey, model.layout, rows, somePairs(all, 32));
  let [sum, squares, count] = [0, 0, 0];
  for (const { value, wanted } of entriesOf(sample, model)) {
    const miss = value - wanted;
    if (miss - miss !== 0) continue;
    sum += miss;
    squares += miss * miss;
    count++;
  }
  const mean = sum / Math.max(1, count);
  return { mean, error: Math.sqrt(squares / Math.max(1, count)) / Math.sqrt(Math.max(1, count)) };
}

/** The centre of the circle that two columns run on, if they do and it lies on the diagonal.
 * @param {Survey} survey @param {number} a @param {number} b */
function centreOf({ pe, width, rows }, a, b) {
  return circle(rows.slice(0, ENOUGH).map((row) => [pe[row * width + a], pe[row * width + b]]))
    ?.centre;
}

/** Points that tell a circle. */
const ENOUGH = 256;
/** How far points may lie beside a circle, in squares of its radius. */
const BESIDE = 0.15;

/** The circle around a point of the diagonal that points lie on; undefined if they do not.
 * @param {number[][]} points */
function circle(points) {
  // x² + y² = 2c·(x + y) + k, by least squares.
  let [n, s, ss, q, qs, qq] = [0, 0, 0, 0, 0, 0];
  for (const [x, y] of points) {
    const [sum, square] = [x + y, x * x + y * y];
    if (square - square !== 0) continue;
    n++;
    s += sum;
    ss += sum * sum;
    q += square;
    qs += square * sum;
    qq += square * square;
  }
  const twice = (n * qs - s * q) / (n * ss - s * s);
  const k = (q - twice * s) / n;
  const radius = k + (twice * twice) / 2;
  const rest = (qq - twice * qs - k * q) / n;
  const fits = radius > 0 && rest <= (BESIDE * radius) ** 2;
  return fits ? { centre: twice / 2 } : undefined;
}

/** Whether two columns lie on a circle around 0. @param {Survey} survey @param {number} a
 * @param {number} b */
function isCircle({ pe, width, rows }, a, b) {
  return (
    b < width &&
    isRound(rows.slice(0, ENOUGH).map((row) => [pe[row * width + a], pe[row * width + b]]))
  );
}

/** @param {number[][]} points */
function isRound(points) {
  const squares = points.map(([x, y]) => x * x + y * y).filter((each) => each - each === 0);
  const mean = squares.reduce((sum, each) => sum + each, 0) / squares.length;
  const off = squares.reduce((sum, each) => sum + (each - mean) ** 2, 0) / squares.length;
  return off <= (2 * BESIDE * mean) ** 2;
}

/** The rows in another order. @param {Survey} survey @param {number[]} order */
function ordered({ pe, length, width }, order) {
  return explained(length, width, (rows) => {
    const table = pe.slice(0, rows * width);
    for (let to = 0; to < rows; to++) {
      table.set(pe.subarray(order[to] * width, (order[to] + 1) * width), to * width);
    }
    return table;
  });
}

/** How far from its place a row is looked for. */
const REACH = 24;

/**
 * The order in which each row is where it fits best; undefined if two fit in one place.
 * @param {Survey} survey @param {number[]} order @param {Explanation} explanation
 */
function placed(survey, order, { settled: { model } }) {
  const { length, width, padded } = survey;
  const pairs = somePairs(pairsOf(width, padded), 16);
  const here = sampleOf(survey, model.layout, order, pairs);
  const places = Array.from({ length }, (_, row) => row);
  const wanted = [...entriesOf({ ...here, rows: places }, model)].map((each) => each.wanted);
  /** @type {number[]} */
  const better = new Array(length).fill(-1);
  for (let r = 0; r < length; r++) {
    let [best, least] = [-1, Infinity];
    for (let to = Math.max(0, r - REACH); to <= Math.min(length - 1, r + REACH); to++) {
      let squares = 0;
      for (let c = 0; c < 2 * pairs.length; c++) {
        const value = here.values[c & 1][(c >> 1) * length + r];
        const miss = value - wanted[c * length + to];
        if (miss - miss === 0) squares += miss * miss;
      }
      if (squares < least) [best, least] = [to, squares];
    }
    if (better[best] >= 0) return undefined;
    better[best] = order[r];
  }
  return better;
}

/**
 * The entries of a sample and a model's, pair by pair, member by member, row by row.
 * @param {Sample} sample @param {Model} model
 */
function* entriesOf({ rows, pairs, all, values }, model) {
  for (let k = 0; k < pairs.length; k++) {
    for (let m = 0; m < 2; m++) {
      const w = omega(model, pairs[k], m, all);
      const quarter = isCosine(model.order, m) ? 1 : 0;
      for (let r = 0; r < rows.length; r++) {
        const wanted = model.amplitude * wave((rows[r] + model.start) * w, quarter);
        yield { value: values[m][k * rows.length + r], wanted };
      }
    }
  }
}

/** @param {Survey} survey @returns {Hidden | undefined} */
function sorted(survey) {
  const { pe, length, width, padded } = survey;
  const pairs = pairsOf(width, padded);
  const ends = [
    [2 * pairs - 2, 2 * pairs - 1],
    [pairs - 1, 2 * pairs - 1],
  ];
  for (const [a, b] of pairs > 1 ? ends : ends.slice(0, 1)) {
    if (!isCircle(survey, a, b)) continue;
    const angles = Float64Array.from({ length }, (_, row) =>
      arcTangent(pe[row * width + a], pe[row * width + b]),
    );
    const upwards = [...angles.keys()].sort((p, q) => angles[p] - angles[q] || p - q);
    for (const first of [upwards, upwards.slice().reverse()]) {
      let order = first;
      let found = ordered(survey, order);
      if (!found || found.explanation.settled.model.rate < 0) continue;
      if (found.explanation.verdict.noise > 0 || found.explanation.verdict.wrongRows.length > 0) {
        // Noise exchanges neighbours of a slow pair; all columns together tell them apart.
        const better = placed(survey, order, found.explanation);
        const again = better && ordered(survey, better);
        if (better && again) [order, found] = [better, again];
      }
      if (!isPlausible(found.explanation)) continue;
      const moved = order.filter((from, to) => from !== to).length;
      const [moving] = order.map((from, to) => [from, to]).filter(([from, to]) => from !== to);
      return {
        ...found,
        columns: Array.from({ length: width }, (_, c) => c),
        implied: [],
        findings: [
          problem(
            "shuffled-rows",
            `The rows are out of order: ${moved} of ${length} stand elsewhere (row ${moving[0]} belongs ` +
              `where row ${moving[1]} is). Look for positions that were shuffled with the data, or ` +
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
