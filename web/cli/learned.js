// learned.js: describes a learned table of positions in numbers.
import { dotProducts, encodingStatistics, similarityByDistance } from "phasor";
import { round } from "./say.js";

/** @typedef {import("../phasor/diagnose/messages.js").Finding} Finding */
/**
 * @typedef {object} Learned
 * @property {{ least: number, median: number, most: number }} norms of the rows
 * @property {[first: number, last: number][]} untrained runs of rows whose norms are far from the others'
 * @property {{ wavelength: number, share: number }[]} spectrum the strongest waves over the positions
 * @property {number} shiftInvariance the share of the Gram matrix, 0 … 1, that depends only on
 *   distance
 * @property {number} effectiveRank (Σλ)²/Σλ² of the eigenvalues λ of the centred Gram matrix
 */

/** Maximum number of rows and of columns to analyse: the first ones. */
const MAX_ROWS = 512;
const MAX_COLUMNS = 1024;
const WAVES = 3;

/**
 * @param {Float32Array | Float64Array} table (rows, columns) @param {number} rows @param {number} columns
 * @returns {{ summary: string, numbers: Learned, findings: Finding[] }}
 */
export function learnedReport(table, rows, columns) {
  const { norms } = encodingStatistics(table, [rows, columns]);
  const sorted = norms.slice().sort();
  const median = sorted[rows >> 1];
  const untrained = runs(norms, (norm) => norm < 0.2 * median || norm > 5 * median);
  const numbers = {
    norms: { least: sorted[0], median, most: sorted[rows - 1] },
    untrained,
    ...gramNumbers(table, rows, columns),
  };
  const ranges = untrained.slice(0, 4).map(([a, b]) => (a === b ? `${a}` : `${a} to ${b}`));
  const more = untrained.length > 4 ? ` and ${untrained.length - 4} more` : "";
  const isSingle = untrained.length === 1 && untrained[0][0] === untrained[0][1];
  const message = isSingle
    ? `Row ${ranges[0]} has an unusual norm; it may be reserved or untrained.`
    : `Rows ${ranges.join(", ")}${more} have unusual norms; they may be reserved or untrained.`;
  const note = /** @type {Finding} */ ({
    ...{ code: "untrained-rows", severity: "note", columns: [], message },
  });
  const [wave] = numbers.spectrum;
  const waveText = wave?.share > 0.1 ? `, strongest wave of ${round(wave.wavelength, 3)} rows` : "";
  const part = Math.round(100 * numbers.shiftInvariance);
  const summary = `learned, effective rank ${round(numbers.effectiveRank, 3)}, ${part} % of its Gram matrix depends on distance alone${waveText}`;
  return { summary, numbers, findings: untrained.length > 0 ? [note] : [] };
}

/** @param {Float64Array} values @param {(value: number) => boolean} isOutlier */
function runs(values, isOutlier) {
  /** @type {[number, number][]} */
  const list = [];
  values.forEach((value, at) => {
    if (!isOutlier(value)) return;
    const last = list.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else list.push([at, at]);
  });
  return list;
}

/**
 * What follows from the Gram matrix of the first rows minus their mean.
 * @param {ArrayLike<number>} table @param {number} rows @param {number} columns
 * @returns {Pick<Learned, "spectrum" | "shiftInvariance" | "effectiveRank">}
 */
function gramNumbers(table, rows, columns) {
  const [count, width] = [Math.min(rows, MAX_ROWS), Math.min(columns, MAX_COLUMNS)];
  const centred = new Float64Array(count * width);
  for (let c = 0; c < width; c++) {
    let mean = 0;
    for (let p = 0; p < count; p++) mean += table[p * columns + c] / count;
    for (let p = 0; p < count; p++) centred[p * width + c] = table[p * columns + c] - mean;
  }
  const squares = dotProducts(centred, [count, width]).reduce((sum, x) => sum + x * x, 0);
  const means = similarityByDistance(centred, [count, width]);
  /** How many entries lie at a distance, on both sides of the diagonal. @param {number} d */
  const entries = (d) => (d === 0 ? 1 : 2) * (count - d);
  const explained = means.reduce((sum, mean, d) => sum + entries(d) * mean * mean, 0);
  const trace = count * means[0];
  // The power of a wave over all columns is the transform of the sums by distance.
  const waves = Array.from({ length: count >> 1 }, (_, i) => ({
    wavelength: count / (i + 1),
    share: means.reduce(
      (sum, mean, d) => sum + entries(d) * mean * Math.cos((2 * Math.PI * (i + 1) * d) / count),
      0,
    ),
  }));
  const power = waves.reduce((sum, { share }) => sum + share, 0);
  const spectrum = waves
    .map(({ wavelength, share }) => ({ wavelength, share: power > 0 ? share / power : 0 }))
    .sort((a, b) => b.share - a.share);
  return {
    spectrum: spectrum.slice(0, WAVES),
    shiftInvariance: squares > 0 ? explained / squares : 0,
    effectiveRank: squares > 0 ? (trace * trace) / squares : 0,
  };
}
