// linear.js: recognises biases that are linear in a distance or an index.
import { eachSeen } from "./matrix.js";

/** @import { Bias } from "./matrix.js" */
/** @import { Mask } from "./mask.js" */

/**
 * What the bias is linear in: the distance of key and query, their signed difference, or the index of
 * one of them.
 * @typedef {"distance" | "signed" | "key-index" | "query-index"} Form
 */

/**
 * @typedef {object} Lines
 * @property {Form} form
 * @property {number | null} offset of the distance
 * @property {Float64Array} slopes (heads), per key
 * @property {Float64Array} errors (heads), standard errors of the slopes
 * @property {Float64Array} constants (heads)
 * @property {{ max: number, rms: number }} deviation
 */

/** Maximum share of the variance that a line may leave unexplained. */
const LEFT = 0.01;
/** Maximum rms noise of the entries. */
const NOISE = 5e-3;

/** The regressors of an entry. @type {Record<Form, (i: number, j: number, offset: number) => number>} */
const regressors = {
  distance: (i, j, offset) => -Math.abs(offset + i - j),
  signed: (i, j, offset) => j - i - offset,
  "key-index": (_, j) => j,
  "query-index": (i) => i,
};

/**
 * Fits a line to a head by least squares.
 * @param {Bias} bias @param {number} head @param {Form} form @param {number} offset
 */
function lineOf(bias, head, form, offset) {
  const x = regressors[form];
  let [n, meanX, meanY, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  eachSeen(bias, head, (y, i, j) => {
    n++;
    const dx = x(i, j, offset) - meanX;
    const dy = y - meanY;
    meanX += dx / n;
    meanY += dy / n;
    xx += (dx * dx * (n - 1)) / n;
    xy += (dx * dy * (n - 1)) / n;
    yy += (dy * dy * (n - 1)) / n;
  });
  const slope = xx > 0 ? xy / xx : 0;
  const left = Math.max(0, yy - slope * xy);
  const error = xx > 0 ? Math.sqrt(left / Math.max(1, n - 2) / xx) : Infinity;
  return { slope, constant: meanY - slope * meanX, left, all: yy, error, count: n };
}

/**
 * The lines of all heads; undefined if the bias is not linear.
 * @param {Bias} bias @param {Mask} mask @returns {Lines | undefined}
 */
export function linesOf(bias, mask) {
  const { heads, queries, keys } = bias;
  const oneSided = mask.kind === "causal" || mask.kind === "window";
  const single = queries === 1 && mask.kind === "none";
  const steepest = steepestOf(bias);
  if (steepest < 0) return undefined;
  /** @type {[Form, number][]} */
  const ways = [];
  if (oneSided) {
    const near = [mask.offset ?? 0, keys - queries, 0];
    for (const offset of new Set(near)) ways.push(["distance", offset]);
  } else {
    const near = [0, keys - queries, peakOf(bias, steepest)];
    for (const offset of new Set(near)) ways.push(["distance", offset]);
    if (!single) ways.push(["signed", 0]);
  }
  ways.push(["key-index", 0], ["query-index", 0]);
  const tried = ways.map((way) => ({ way, line: lineOf(bias, steepest, ...way) }));
  // Of equally good forms, the first is taken. But a single row, as in a decoding step, does not
  // show the position of its query: then the form with the smallest constant is taken, preferably
  // one that rewards near keys.
  const best = tried.reduce((a, b) => {
    const less = 1e-9 * a.line.all;
    if (single && Math.abs(b.line.left - a.line.left) <= less) return added(b) < added(a) ? b : a;
    return b.line.left < a.line.left - less ? b : a;
  });
  if (!(best.line.left <= LEFT * best.line.all)) return undefined;
  const [form, offset] = best.way;
  const lines = Array.from({ length: heads }, (_, head) => lineOf(bias, head, form, offset));
  const [slopes, errors, constants] = [
    Float64Array.from(lines, ({ slope }) => slope),
    Float64Array.from(lines, ({ error }) => error),
    Float64Array.from(lines, ({ constant }) => constant),
  ];
  let [max, squares, count, within] = [0, 0, 0, true];
  for (let head = 0; head < heads; head++) {
    let [own, seen] = [0, 0];
    eachSeen(bias, head, (y, i, j) => {
      const off = Math.abs(y - constants[head] - slopes[head] * regressors[form](i, j, offset));
      max = Math.max(max, off);
      const excess = Math.max(0, off - 4 * bias.precision * Math.abs(y));
      own += excess * excess;
      squares += off * off;
      seen++;
    });
    if (Math.sqrt(own / Math.max(1, seen)) > NOISE) within = false;
    count += seen;
  }
  if (!within) return undefined;
  const known = form === "distance" ? offset : null;
  const deviation = { max, rms: Math.sqrt(squares / Math.max(1, count)) };
  return { form, offset: known, slopes, errors, constants, deviation };
}

/** The constant of a line in units of its slope, plus ½ if it rewards far keys.
 * @param {{ line: { constant: number, slope: number } }} way */
function added({ line: { constant, slope } }) {
  return Math.round(Math.abs(constant / slope)) + (slope > 0 ? 0 : 0.5);
}

/** The head whose entries vary most; −1 if none does. @param {Bias} bias */
function steepestOf(bias) {
  let [best, most] = [-1, 0];
  for (let head = 0; head < bias.heads; head++) {
    let [n, mean, squares] = [0, 0, 0];
    eachSeen(bias, head, (y) => {
      n++;
      const d = y - mean;
      mean += d / n;
      squares += d * (y - mean);
    });
    if (squares > most) [best, most] = [head, squares];
  }
  return best;
}

/** The value of key − query at which a head's line bends. @param {Bias} bias
 * @param {number} head */
function peakOf(bias, head) {
  const { queries, keys } = bias;
  const sums = new Float64Array(queries + keys - 1);
  const counts = new Float64Array(queries + keys - 1);
  eachSeen(bias, head, (y, i, j) => {
    sums[j - i + queries - 1] += y;
    counts[j - i + queries - 1]++;
  });
  let [at, bend] = [queries - 1, 0];
  for (let r = 1; r + 1 < sums.length; r++) {
    if (!(counts[r - 1] && counts[r] && counts[r + 1])) continue;
    const [a, b, c] = [r - 1, r, r + 1].map((each) => sums[each] / counts[each]);
    if (Math.abs(a - 2 * b + c) > bend) [at, bend] = [r, Math.abs(a - 2 * b + c)];
  }
  return at - queries + 1;
}
