// learned.js: describes a learned table of positions in numbers.

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
const ROWS = 512;
const COLUMNS = 1024;
const WAVES = 3;

/**
 * @param {ArrayLike<number>} table (rows, columns) @param {number} rows @param {number} columns
 * @returns {{ summary: string, numbers: Learned, findings: Finding[] }}
 */
export function learnedReport(table, rows, columns) {
  const norms = Float64Array.from({ length: rows }, (_, p) => {
    let sum = 0;
    for (let c = 0; c < columns; c++) sum += table[p * columns + c] ** 2;
    return Math.sqrt(sum);
  });
  const sorted = norms.slice().sort();
  const median = sorted[rows >> 1];
  const untrained = runs(norms, (norm) => norm < 0.2 * median || norm > 5 * median);
  const { centred, count, width } = centredRows(table, rows, columns);
  const gram = gramOf(centred, count, width);
  const numbers = {
    norms: { least: sorted[0], median, most: sorted[rows - 1] },
    untrained,
    spectrum: spectrumOf(centred, count, width),
    shiftInvariance: shiftInvariance(gram, count),
    effectiveRank: effectiveRank(gram, count),
  };
  /** @type {Finding[]} */
  const findings = [];
  if (untrained.length > 0) {
    const shown = untrained.slice(0, 4).map(([a, b]) => (a === b ? `${a}` : `${a} to ${b}`));
    const rest = untrained.length > 4 ? ` and ${untrained.length - 4} more` : "";
    const message =
      untrained.length === 1 && untrained[0][0] === untrained[0][1]
        ? `Row ${shown[0]} has an unusual norm; it may be reserved or untrained.`
        : `Rows ${shown.join(", ")}${rest} have unusual norms; they may be reserved or untrained.`;
    findings.push({ code: "untrained-rows", severity: "note", columns: [], message });
  }
  const [wave] = numbers.spectrum;
  const said = wave && wave.share > 0.1 ? `, strongest wave of ${brief(wave.wavelength)} rows` : "";
  const summary = `learned, effective rank ${brief(numbers.effectiveRank)}, ${Math.round(100 * numbers.shiftInvariance)} % of its Gram matrix depends on distance alone${said}`;
  return { summary, numbers, findings };
}

/** @param {number} x */
const brief = (x) => String(Number(x.toPrecision(3)));

/** @param {Float64Array} values @param {(value: number) => boolean} odd */
function runs(values, odd) {
  /** @type {[number, number][]} */
  const list = [];
  values.forEach((value, at) => {
    if (!odd(value)) return;
    const last = list.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else list.push([at, at]);
  });
  return list;
}

/** The first rows minus their mean. @param {ArrayLike<number>} table @param {number} rows
 * @param {number} columns */
function centredRows(table, rows, columns) {
  const [count, width] = [Math.min(rows, ROWS), Math.min(columns, COLUMNS)];
  const centred = new Float64Array(count * width);
  for (let c = 0; c < width; c++) {
    let mean = 0;
    for (let p = 0; p < count; p++) mean += table[p * columns + c] / count;
    for (let p = 0; p < count; p++) centred[p * width + c] = table[p * columns + c] - mean;
  }
  return { centred, count, width };
}

/** @param {Float64Array} rows @param {number} count @param {number} width */
function gramOf(rows, count, width) {
  const gram = new Float64Array(count * count);
  for (let p = 0; p < count; p++) {
    for (let q = p; q < count; q++) {
      let sum = 0;
      for (let c = 0; c < width; c++) sum += rows[p * width + c] * rows[q * width + c];
      gram[p * count + q] = sum;
      gram[q * count + p] = sum;
    }
  }
  return gram;
}

/** The share of a matrix's sum of squares that the means of its diagonals explain.
 * @param {Float64Array} gram @param {number} count */
function shiftInvariance(gram, count) {
  let [all, held] = [0, 0];
  for (let d = 0; d < count; d++) {
    let [sum, squares] = [0, 0];
    for (let p = 0; p + d < count; p++) {
      const value = gram[p * count + p + d];
      sum += value;
      squares += value * value;
    }
    const times = d === 0 ? 1 : 2;
    all += times * squares;
    held += (times * sum * sum) / (count - d);
  }
  return all > 0 ? held / all : 0;
}

/** (trace)² / Σ of squares: about how many directions the rows span. @param {Float64Array} gram
 * @param {number} count */
function effectiveRank(gram, count) {
  let [trace, squares] = [0, 0];
  for (let p = 0; p < count; p++) trace += gram[p * count + p];
  for (const value of gram) squares += value * value;
  return squares > 0 ? (trace * trace) / squares : 0;
}

/** The strongest waves over the positions. @param {Float64Array} rows @param {number} count
 * @param {number} width */
function spectrumOf(rows, count, width) {
  const power = new Float64Array((count >> 1) + 1);
  const every = Math.max(1, Math.floor(width / 64));
  let all = 0;
  for (let k = 1; k < power.length; k++) {
    const [cos, sin] = [new Float64Array(count), new Float64Array(count)];
    for (let p = 0; p < count; p++) {
      cos[p] = Math.cos((2 * Math.PI * k * p) / count);
      sin[p] = Math.sin((2 * Math.PI * k * p) / count);
    }
    for (let c = 0; c < width; c += every) {
      let [re, im] = [0, 0];
      for (let p = 0; p < count; p++) {
        re += rows[p * width + c] * cos[p];
        im += rows[p * width + c] * sin[p];
      }
      power[k] += re * re + im * im;
    }
    all += power[k];
  }
  const order = [...power.keys()].slice(1).sort((a, b) => power[b] - power[a]);
  return order
    .slice(0, WAVES)
    .map((k) => ({ wavelength: count / k, share: all > 0 ? power[k] / all : 0 }));
}
