// fit.js: measures how well a model fits part of a table, and fits its parameters by least squares.
import { exponential, sineAndCosine, wave } from "../elementary.js";
import { baseMoved, exactWaves } from "./exact.js";
import { columnOf, exponents, isCosine, omega, pairsOf } from "./model.js";

/** @import { Layout, Model } from "./model.js" */
/** @import { Statistics } from "./observe.js" */

/**
 * Some rows and some pairs of a table, in one layout.
 * @typedef {object} Sample
 * @property {Layout} layout
 * @property {number[]} rows
 * @property {number[]} pairs
 * @property {number} all how many pairs the table has
 * @property {[Float64Array, Float64Array]} values per member, of shape (pairs, rows); NaN if
 *   missing
 * @property {[number[], number[]]} [weights] factors of residuals by member and pair; 1 by default
 * @property {(value: number) => number} [cell] the maximum rounding error of a value: only the part
 *   of a residual above it counts
 */

/** @param {Statistics} statistics @param {Layout} layout @param {number[]} rows @param {number[]} pairs
 * @returns {Sample} */
export function sampleOf({ pe, width, padded }, layout, rows, pairs) {
  const all = pairsOf(width, padded);
  /** @type {[Float64Array, Float64Array]} */
  const values = [
    new Float64Array(pairs.length * rows.length).fill(NaN),
    new Float64Array(pairs.length * rows.length).fill(NaN),
  ];
  for (let k = 0; k < pairs.length; k++) {
    for (let m = 0; m < 2; m++) {
      const column = columnOf(layout, pairs[k], m, all, padded ? width - 1 : width);
      if (column < 0) continue;
      const to = values[m];
      for (let r = 0; r < rows.length; r++) to[k * rows.length + r] = pe[rows[r] * width + column];
    }
  }
  return { layout, rows, pairs, all, values };
}

/** Up to `count` pairs: the first pairs, which turn fastest, and others spread up to the last.
 * @param {number} all @param {number} count */
export function somePairs(all, count) {
  if (all <= count) return Array.from({ length: all }, (_, i) => i);
  const close = Math.floor(count / 3);
  const rest = count - close;
  return Array.from({ length: count }, (_, k) =>
    k < close ? k : close + Math.round(((all - 1 - close) * (k - close)) / (rest - 1)),
  );
}

/** Up to `count` of the first `window` rows: the first, the last and others at irregular distances.
 * @param {number[]} rows @param {number} window @param {number} count */
export function someRows(rows, window, count) {
  const end = Math.min(window, rows.length);
  if (end <= count) return rows.slice(0, end);
  return someOf(end, count).map((i) => rows[i]);
}

/** The same selection from the integers below `end`. @param {number} end @param {number} count */
export function someOf(end, count) {
  if (end <= count) return Array.from({ length: end }, (_, i) => i);
  const chosen = new Set([0, end - 1]);
  for (let k = 1; chosen.size < count; k++) chosen.add(Math.floor(end * ((k * 0.6180339887) % 1)));
  return [...chosen].sort((a, b) => a - b);
}

/** A parameter of a model that may be fitted. @typedef {"step" | "start" | "rate" | "amplitude"} Parameter */

const parameters = /** @type {const} */ (["step", "start", "rate", "amplitude"]);

/**
 * The sum of squared residuals and the normal equations of the parameters in `free`. If the model
 * has an exact base, its values are exact at every position.
 * @param {Sample} sample @param {Model} model @param {Parameter[]} free
 */
function normal(sample, model, free) {
  const { rows, pairs, all, values } = sample;
  const size = free.length;
  const which = free.map((name) => parameters.indexOf(name));
  const products = new Float64Array(16);
  const sums = new Float64Array(4);
  const both = new Float64Array(2);
  const { start, rate, step, amplitude } = model;
  const waves = model.exact ? exactWaves(sample, model) : undefined;
  let squares = 0;
  let count = 0;
  const height = rows.length;
  const turned = new Float64Array(2 * height);
  for (let k = 0; k < pairs.length; k++) {
    let known = NaN;
    for (let m = 0; m < 2; m++) {
      const n = exponents[model.form](pairs[k], m, all);
      const w = rate * exponential(-step * n);
      const cosine = isCosine(model.order, m);
      // Both members of a pair usually have the same angle.
      if (w !== known) {
        known = w;
        for (let r = 0; r < height; r++) {
          if (waves) waves(k, m, r, both);
          else sineAndCosine((rows[r] + start) * w, both);
          turned[2 * r] = both[0];
          turned[2 * r + 1] = both[1];
        }
      }
      const column = values[m];
      const weight = sample.weights?.[m][k] ?? 1;
      // Products of the derivatives of a value: a by the logarithm of the angle, b by the angle, c
      // by the amplitude; r is the residual.
      let aa = 0;
      let ab = 0;
      let ac = 0;
      let bb = 0;
      let bc = 0;
      let cc = 0;
      let ra = 0;
      let rb = 0;
      let rc = 0;
      for (let r = 0; r < rows.length; r++) {
        const value = column[k * rows.length + r];
        if (value - value !== 0) continue;
        const angle = (rows[r] + start) * w;
        const sin = turned[2 * r];
        const cos = turned[2 * r + 1];
        const c = weight * (cosine ? cos : sin);
        const b = weight * amplitude * (cosine ? -sin : cos);
        const a = b * angle;
        let residual = weight * value - amplitude * c;
        if (sample.cell) {
          const beyond = Math.abs(residual) - sample.cell(value);
          if (!(beyond > 0)) continue;
          residual = Math.sign(residual) * beyond;
        }
        squares += residual * residual;
        count++;
        aa += a * a;
        ab += a * b;
        ac += a * c;
        bb += b * b;
        bc += b * c;
        cc += c * c;
        ra += residual * a;
        rb += residual * b;
        rc += residual * c;
      }
      // The chain rule gives the derivatives by step, start, rate and amplitude.
      const by = 1 / rate;
      sums[0] -= n * ra;
      sums[1] += w * rb;
      sums[2] += by * ra;
      sums[3] += rc;
      products[0] += n * n * aa;
      products[1] -= n * w * ab;
      products[2] -= n * by * aa;
      products[3] -= n * ac;
      products[5] += w * w * bb;
      products[6] += w * by * ab;
      products[7] += w * bc;
      products[10] += by * by * aa;
      products[11] += by * ac;
      products[15] += cc;
    }
  }
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      // The matrix is symmetric; only its upper half was computed.
      const [a, b] = which[i] < which[j] ? [which[i], which[j]] : [which[j], which[i]];
      matrix[i * size + j] = products[4 * a + b];
    }
  }
  return { squares, count, matrix, right: Float64Array.from(which, (i) => sums[i]) };
}

/**
 * The inverse of a symmetric matrix; rows of zeros stay zero.
 * @param {Float64Array} matrix @param {number} size
 */
function inverse(matrix, size) {
  const a = matrix.slice();
  const b = new Float64Array(size * size);
  // Scaled to a unit diagonal, since the parameters' units lie far apart.
  const scale = Float64Array.from({ length: size }, (_, i) => {
    const d = matrix[i * size + i];
    return d > 0 ? 1 / Math.sqrt(d) : 0;
  });
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) a[i * size + j] *= scale[i] * scale[j];
    b[i * size + i] = 1;
  }
  for (let i = 0; i < size; i++) {
    const pivot = a[i * size + i];
    if (!(pivot > 1e-13)) {
      for (let j = 0; j < size; j++) {
        a[i * size + j] = b[i * size + j] = 0;
        a[j * size + i] = 0;
      }
      continue;
    }
    for (let j = 0; j < size; j++) {
      a[i * size + j] /= pivot;
      b[i * size + j] /= pivot;
    }
    for (let k = 0; k < size; k++) {
      const factor = a[k * size + i];
      if (k === i || factor === 0) continue;
      for (let j = 0; j < size; j++) {
        a[k * size + j] -= factor * a[i * size + j];
        b[k * size + j] -= factor * b[i * size + j];
      }
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) b[i * size + j] *= scale[i] * scale[j];
  }
  return b;
}

/**
 * @typedef {object} Fit
 * @property {Model} model
 * @property {number} rms of the residuals
 * @property {number} count of entries
 * @property {Partial<Record<Parameter, number>>} errors standard errors of the fitted parameters
 */

/**
 * The values that a model gives for a sample, exact at every position if the model has an exact base.
 * @param {Sample} sample @param {Model} model
 * @returns {(k: number, m: number) => Float64Array} of a pair's member, one for each row; overwritten by the next call
 */
export function prediction(sample, model) {
  const { rows, pairs, all } = sample;
  const waves = model.exact ? exactWaves(sample, model) : undefined;
  const both = new Float64Array(2);
  const column = new Float64Array(rows.length);
  return (k, m) => {
    const w = omega(model, pairs[k], m, all);
    const quarter = isCosine(model.order, m) ? 1 : 0;
    for (let r = 0; r < rows.length; r++) {
      if (waves) waves(k, m, r, both);
      const unit = waves ? both[quarter] : wave((rows[r] + model.start) * w, quarter);
      column[r] = model.amplitude * unit;
    }
    return column;
  };
}

/**
 * The residuals of a model, without fitting.
 * @param {Sample} sample @param {Model} model
 * @param {number} [limit] the rms is Infinity if that of any column exceeds this
 * @returns {Fit}
 */
export function residuals(sample, model, limit = Infinity) {
  const { rows, pairs, values, weights } = sample;
  const predicted = prediction(sample, model);
  let [squares, count] = [0, 0];
  for (let k = 0; k < pairs.length; k++) {
    for (let m = 0; m < 2; m++) {
      const column = predicted(k, m);
      const weight = weights?.[m][k] ?? 1;
      let [inColumn, entries] = [0, 0];
      for (let r = 0; r < rows.length; r++) {
        const miss = weight * (values[m][k * rows.length + r] - column[r]);
        if (miss - miss !== 0) continue;
        inColumn += miss * miss;
        entries++;
      }
      if (inColumn > limit * limit * entries) return { model, rms: Infinity, count, errors: {} };
      squares += inColumn;
      count += entries;
    }
  }
  return { model, rms: Math.sqrt(squares / Math.max(1, count)), count, errors: {} };
}

/**
 * Improves a model with Gauss–Newton steps as long as they reduce the residuals.
 * @param {Sample} sample @param {Model} from @param {Parameter[]} free @param {number} [steps]
 * @returns {Fit}
 */
export function refine(sample, from, free, steps = 6) {
  const size = free.length;
  let model = from;
  let at = normal(sample, model, free);
  let covariance = inverse(at.matrix, size);
  for (let k = 0; k < steps; k++) {
    const change = free.map((_, i) => {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += covariance[i * size + j] * at.right[j];
      return sum;
    });
    const gain = change.reduce((sum, step, i) => sum + step * at.right[i], 0);
    // A step much smaller than the standard errors is not worth taking.
    if (!(gain > (0.01 * at.squares) / Math.max(1, at.count))) break;
    /** @type {ReturnType<typeof normal> | undefined} */
    let better;
    let next = model;
    for (let damping = 1; damping > 0.1 && !better; damping /= 2) {
      next = { ...model };
      for (let i = 0; i < size; i++) next[free[i]] += damping * change[i];
      const which = free.indexOf("step");
      if (model.exact && which >= 0) {
        // From the change itself, since the difference of two steps is rounded.
        const { base, denominator } = model.exact;
        const by = damping * change[which] * denominator;
        next.exact = { base: baseMoved(base, by), denominator };
      }
      const tried = normal(sample, next, free);
      if (tried.squares < at.squares) better = tried;
    }
    if (!better) break;
    model = next;
    at = better;
    covariance = inverse(at.matrix, size);
  }
  const rms = Math.sqrt(at.squares / Math.max(1, at.count));
  /** @type {Partial<Record<Parameter, number>>} */
  const errors = {};
  free.forEach((name, i) => {
    const variance = covariance[i * size + i];
    errors[name] = variance > 0 ? rms * Math.sqrt(variance) : Infinity;
  });
  return { model, rms, count: at.count, errors };
}

/** Maximum share of the rows or columns of a sample that is left out. */
const FEW = 0.25;

/**
 * A sample without the rows or columns that are far from the model; undefined if there are none or
 * too many.
 * @param {Sample} sample @param {Model} model
 * @returns {Sample | undefined}
 */
function trimmed(sample, model) {
  const { rows, pairs, values } = sample;
  const count = rows.length;
  const columns = 2 * pairs.length;
  const predicted = prediction(sample, model);
  const rowMax = new Float64Array(count);
  const columnMax = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    const [k, m] = [c >> 1, c & 1];
    const column = predicted(k, m);
    for (let r = 0; r < count; r++) {
      const miss = values[m][k * count + r] - column[r];
      const size = miss - miss === 0 ? Math.abs(miss) : 0;
      rowMax[r] = Math.max(rowMax[r], size);
      columnMax[c] = Math.max(columnMax[c], size);
    }
  }
  const byRow = farFrom(rowMax);
  const byColumn = farFrom(columnMax);
  const rowWise =
    byRow.length > 0 &&
    (byColumn.length === 0 || byRow.length / count <= byColumn.length / columns);
  const far = rowWise ? byRow : byColumn;
  if (far.length === 0 || far.length > FEW * (rowWise ? count : columns)) return undefined;
  /** @type {[Float64Array, Float64Array]} */
  const kept = [values[0].slice(), values[1].slice()];
  for (const i of far) {
    if (rowWise) {
      for (let c = 0; c < columns; c++) kept[c & 1][(c >> 1) * count + i] = NaN;
    } else kept[i & 1].fill(NaN, (i >> 1) * count, ((i >> 1) + 1) * count);
  }
  return { ...sample, values: kept };
}

/** The indices of values far above the median. @param {Float64Array} values */
function farFrom(values) {
  const limit = 6 * values.slice().sort()[values.length >> 1] + 1e-6;
  return [...values.keys()].filter((i) => values[i] > limit);
}

/**
 * Like `refine`, but leaves out a few rows or columns that are far from the model.
 * @param {Sample} sample @param {Model} from @param {Parameter[]} free
 * @returns {Fit & { sample: Sample }}
 */
export function refineMax(sample, from, free) {
  let best = { ...refine(sample, from, free), sample };
  const whole = best.count;
  for (let round = 0; round < 3; round++) {
    const less = trimmed(best.sample, best.model);
    if (!less) break;
    const fit = refine(less, best.model, free);
    if (!(fit.rms < 0.5 * best.rms) || fit.count < (1 - FEW) * whole) break;
    best = { ...fit, sample: less };
  }
  return best;
}
