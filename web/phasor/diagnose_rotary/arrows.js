// arrows.js: the arrow of each pair and row that explains vectors best, by least squares, and the pairings that do:
// right ones, and those of known mistakes.
import { formatOf } from "../doctor/elements.js";
import { square } from "../elementary.js";
import { missingMinus, mixedDoubling } from "./findings.js";
import { pairingOf } from "./model.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Layout, Waves } from "./cache.js" */
/** @import { Pairing, PairingMistake } from "./model.js" */
/** @import { Subject } from "./subject.js" */

/** Share of the vectors that may remain unexplained. */
const MAX_UNEXPLAINED = 0.05;
/** Number of rows, and of vectors of each, that are looked at before all. */
const ROWS_SAMPLED = 64;
/** Number of rows that show the rounding errors. */
const ROWS_SCATTERED = 512;
/** Maximum error in units of the roundoff: two products and their sum are rounded. */
const ROUNDINGS = 2.5;
/** Bounds of the rms rounding error of arrows in units of that: small, since roundings seldom add up. */
const [MIN_RMS_ROUNDING, MAX_RMS_ROUNDING] = [0.01, 0.2];
/** The same, in units of the roundoff, where two unknowns were solved for. */
const RMS_OF_TWO_UNKNOWNS = 0.45;
/** Factor of the roundoff of fine formats: two unknowns from few equations lose precision. */
const LOSS_OF_TWO_UNKNOWNS = 64;
/** Spread of lengths above which they differ. */
const MIN_LENGTH_SPREAD = 0.02;
/** Number of vectors that suffice to determine a format or a mean square. */
const VECTORS_SAMPLED = 256;

/**
 * A way to pair features: with a mistake, or with lengths that change from row to row.
 * @typedef {PairingMistake & { layout: Layout, uneven?: boolean }} PairingCandidate
 */
/** The ways in the order in which they are tried. @type {PairingCandidate[][]} */
const CANDIDATES = [
  [{ layout: "half" }, { layout: "interleaved" }],
  // Interleaved pairs whose output is in halves, as in DeepSeek's models.
  [{ layout: "interleaved", reordered: true }],
  [
    { layout: "half", mixed: true },
    { layout: "interleaved", mixed: true },
    { layout: "half", positive: true },
    { layout: "interleaved", positive: true },
    { layout: "half", uneven: true },
    { layout: "interleaved", uneven: true },
  ],
];

/** @typedef {Waves & { finding?: Finding | undefined, mistake: PairingMistake }} Rotation */

/**
 * The rotations, or almost rotations, that explain the vectors. Slow pairs may turn too little to change any bits,
 * so ranges with more features than those that visibly change are tried as well.
 * @param {Subject} subject @param {boolean} byBatch whether batch elements have their own positions: only the first
 *   is then read
 * @param {{ start: number, size: number }} [expectedRange] features that are expected to turn
 * @returns {Rotation[]}
 */
export function arrowsOf(subject, byBatch, expectedRange) {
  const { width } = subject;
  const [first, last] = turnedFeatures(subject);
  if (last < 0) return [];
  const batches = byBatch ? 1 : subject.batch;
  const blocks = batches * subject.vectors.length;
  const isEven = (last + 1 - first) % 2 === 0;
  // Features that do not turn may have more bits than those that do, which tells them distinct.
  const isDistinct = isEven && copiedRoundoff(subject) < subject.format.roundoff;
  const visible = /** @type {[number, number]} */ ([first, last + 1 - first]);
  const sizes = isDistinct ? [visible] : extents(first, last + 1, width, expectedRange);
  const typical = meanSquare(subject);
  for (const candidates of CANDIDATES) {
    /** @type {(Rotation & { score: number })[]} */
    const rotations = [];
    const isMistaken = candidates.length > 2;
    for (const [start, size] of sizes) {
      // Larger ranges, with features that do not turn, would fit as well.
      if (isMistaken && rotations.length > 0) break;
      for (const candidate of candidates) {
        // A single block can be turned and stretched into any other.
        if (candidate.uneven && blocks < 2) continue;
        const { layout, uneven, ...mistake } = candidate;
        const pairs = size / 2;
        const pairing = pairingOf({ width, start, pairs, layout }, mistake);
        /** @param {number} every @param {number} maxVectors vectors of each row */
        const solve = (every, maxVectors) =>
          solveArrows(subject, pairing, pairs, batches, every, maxVectors, typical, uneven);
        // A few vectors already show that features are paired differently.
        const rowStep =
          subject.rows > 4 * ROWS_SAMPLED ? Math.floor(subject.rows / ROWS_SAMPLED) : 1;
        if (
          (rowStep > 1 || blocks > ROWS_SAMPLED) &&
          !(solve(rowStep, ROWS_SAMPLED).score <= 4 * MAX_UNEXPLAINED)
        )
          continue;
        const arrows = solve(1, Infinity);
        if (!(arrows.score <= MAX_UNEXPLAINED)) continue;
        const shape = { rows: subject.rows, pairs, layout, rotaryStart: start, vectors: true };
        const extra = { reordered: mistake.reordered ?? false, present: undefined, mistake };
        const errors = isMistaken
          ? twoUnknownErrors(subject)
          : rotationErrors(subject, arrows, pairing, batches, blocks);
        const finding = mistake.mixed
          ? mixedDoubling(layout, pairs)
          : mistake.positive
            ? missingMinus()
            : undefined;
        rotations.push({ ...arrows, ...shape, ...extra, ...errors, finding });
      }
    }
    const least = Math.min(...rotations.map(({ score }) => score));
    const best = rotations.filter(
      ({ score }) => score <= (isMistaken ? least : 1.5 * least + 1e-9),
    );
    if (best.length > 0) return isMistaken ? best.slice(0, 1) : best;
  }
  return [];
}

/** The errors of arrows from one rotation. @param {Subject} subject @param {ReturnType<typeof solveArrows>} arrows
 * @param {Pairing} pairing @param {number} batches @param {number} blocks */
function rotationErrors(subject, arrows, pairing, batches, blocks) {
  const { roundoff, floor } = subject.format;
  // For values in 16 bits, differences between blocks show the rounding errors. But if the input is
  // in 16 bits too, values may round back to their input in all blocks.
  const measured = blocks > 1 && roundoff > 1e-4 && formatOf(subject.input).roundoff < roundoff;
  const unit = ROUNDINGS * roundoff;
  const scatter = measured
    ? roundingScatter(subject, arrows, pairing, batches, unit)
    : { part: MAX_RMS_ROUNDING, noise: 0 };
  // Cosines and sines may be rounded as well, equally for all blocks.
  return { unit, floor, shared: measured ? roundoff : 0, ...scatter };
}

/** The errors of arrows that were solved for by two unknowns. @param {Subject} subject */
function twoUnknownErrors({ format: { roundoff, floor } }) {
  // In coarse formats the errors are visible anyway.
  const unit = roundoff > 1e-4 ? roundoff : LOSS_OF_TWO_UNKNOWNS * roundoff;
  return { unit, floor, shared: 0, part: RMS_OF_TWO_UNKNOWNS, noise: 0 };
}

/**
 * Cosine and sine of each row and pair. The score is the unexplained share of the vectors plus, unless lengths may
 * change, the spread of the arrows' lengths. Both are relative to all features, since otherwise features that do not
 * turn would improve the score.
 * @param {Subject} subject @param {Pairing} pairing @param {number} pairs
 * @param {number} batches that are read @param {number} rowStep reads one of so many rows
 * @param {number} maxVectors vectors of each row that are read
 * @param {number} typical mean square of the output's entries @param {boolean} [uneven] whether lengths change
 */
function solveArrows(subject, pairing, pairs, batches, rowStep, maxVectors, typical, uneven) {
  const rows = Math.ceil(subject.rows / rowStep);
  const vectors = subject.vectors.slice(0, Math.max(1, Math.ceil(maxVectors / batches)));
  const sampledRows = Array.from({ length: rows }, (_, k) => k * rowStep);
  const { moments, ...arrows } = subject.arrows(pairing, pairs, sampledRows, batches, vectors);
  let [residual, spread] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    const [weight, mean, squares, unexplained] = moments.subarray(4 * i, 4 * i + 4);
    const expected = (mean * mean) / Math.max(weight, 1e-300);
    spread += Math.max(0, squares - expected) / Math.max(squares, 1e-300);
    residual += unexplained;
  }
  const vectorCount = batches * rows * vectors.length;
  const total = Math.max(typical * vectorCount * subject.width, 1e-300);
  const unexplained = Math.sqrt(residual / total);
  const score = !uneven
    ? unexplained + Math.sqrt(spread / (subject.width / 2))
    : Math.sqrt(spread / pairs) > MIN_LENGTH_SPREAD
      ? unexplained
      : Infinity;
  return { rows, pairs, ...arrows, score };
}

/** The first and the last feature that change; −1 if none do. @param {Subject} subject */
function turnedFeatures({ input, output, width }) {
  const changes = (/** @type {number} */ c) => {
    for (let at = c; at < input.length; at += width) if (output[at] !== input[at]) return true;
    return false;
  };
  let [first, last] = [0, width - 1];
  while (first < width && !changes(first)) first++;
  while (last > first && !changes(last)) last--;
  return first < width ? [first, last] : [width, -1];
}

/** Some entries of the output. @param {Subject} subject @param {(at: number) => boolean} test */
function sampleEntries({ output, width }, test) {
  const list = [];
  const step = width * Math.max(1, Math.floor(output.length / width / VECTORS_SAMPLED));
  for (let row = 0; row < output.length; row += step) {
    for (let at = row; at < row + width; at++) if (test(at)) list.push(output[at]);
  }
  return Float64Array.from(list);
}

/** The roundoff of entries that are as in the input. @param {Subject} subject */
function copiedRoundoff(subject) {
  const copied = sampleEntries(subject, (at) => subject.output[at] === subject.input[at]);
  return formatOf(copied).roundoff;
}

/** @param {Subject} subject */
function meanSquare(subject) {
  const entries = sampleEntries(subject, () => true);
  return entries.reduce((sum, x) => sum + x * x, 0) / entries.length;
}

/**
 * The ranges of features that may turn, given that those from `first` to `end` − 1 change.
 * @param {number} first @param {number} end @param {number} width
 * @param {{ start: number, size: number }} [expectedRange]
 * @returns {[start: number, size: number][]}
 */
function extents(first, end, width, expectedRange) {
  /** @type {Map<string, [number, number]>} */
  const list = new Map();
  /** @param {number} start @param {number} size */
  const add = (start, size) => {
    if (size % 2 === 0 && Number.isInteger(start)) list.set(`${start} ${size}`, [start, size]);
  };
  const expectedEnd = expectedRange ? expectedRange.start + expectedRange.size : Number.NaN;
  if (expectedRange && expectedRange.start <= first && expectedEnd >= end && expectedEnd <= width)
    add(expectedRange.start, expectedRange.size);
  add(first, end - first);
  for (const size of [width / 4, width / 2, (3 * width) / 4, width]) {
    if (end <= size) add(0, size);
    if (first >= width - size) add(width - size, size);
  }
  return [...list.values()];
}

/**
 * The rms rounding error of the angles in units of `unit`, and the variance of further noise that
 * does not depend on the lengths of the vectors, relative to their squared lengths.
 *
 * The variance of an entry v is σ² + κ²·v². The squared residuals of the best arrows for B blocks
 * are (B − 1)/B of it. Two sums over rows and pairs, the second with larger weights for short
 * vectors, determine σ and κ.
 * @param {Subject} subject @param {ReturnType<typeof solveArrows>} arrows @param {Pairing} pairing
 * @param {number} batches that were read @param {number} unit
 */
function roundingScatter(subject, arrows, pairing, batches, unit) {
  const { rows, pairs, cos, sin, weights, outs: all } = arrows;
  const blocks = batches * subject.vectors.length;
  const step = Math.max(1, Math.floor(rows / ROWS_SCATTERED));
  const count = Math.ceil(rows / step);
  const [outs, residuals] = [new Float64Array(pairs * count), new Float64Array(pairs * count)];
  /** @type {{ part: number, i: number }[]} */
  const order = [];
  let [total, sizes] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    let [pairResidual, outOfPair] = [0, 0];
    for (let k = 0; k < count; k++) {
      const from = i * rows + k * step;
      const size = cos[from] * cos[from] + sin[from] * sin[from];
      const to = i * count + k;
      outs[to] = all[from];
      residuals[to] = Math.max(0, all[from] - size * weights[from]);
      pairResidual += residuals[to];
      outOfPair += all[from];
      sizes += size;
    }
    total += outOfPair;
    order.push({ part: pairResidual / Math.max(outOfPair, 1e-300), i });
  }
  const shares = sharesOf(subject, pairing, pairs, batches);
  // Features that do not turn are not rounded.
  const upper = order.sort((a, b) => b.part - a.part).slice(0, Math.ceil(pairs / 2));
  const typical = Math.max(total / (pairs * count), 1e-300);
  let [residual, out, short, shortLeft, shortOut] = [0, 0, 0, 0, 0];
  for (const { i } of upper) {
    for (let at = i * count; at < (i + 1) * count; at++) {
      const weight = typical / (typical + outs[at]);
      residual += residuals[at];
      out += outs[at];
      short += weight;
      shortLeft += weight * residuals[at];
      shortOut += weight * outs[at];
    }
  }
  const terms = upper.length * count;
  const freedom = (blocks - 1) / blocks;
  // left / rest = number·noise + out·κ², shortLeft / rest = short·noise + shortOut·κ²; noise is 2·B·σ².
  const determinant = out * short - shortOut * terms;
  const steady =
    (out * shortLeft - shortOut * residual) / (freedom * Math.max(determinant, 1e-300));
  const maxNoise = 2 * blocks * square(MAX_RMS_ROUNDING * unit) * typical;
  const noise = determinant > 1e-9 * out * short ? Math.min(maxNoise, Math.max(0, steady)) : 0;
  const relative = Math.max(0, residual / freedom - terms * noise) / Math.max(out, 1e-300);
  const rounding = Math.sqrt((relative / 2) * shares) / unit;
  const amplitude = Math.max(sizes / (pairs * count), 1e-300);
  return {
    part: Math.min(MAX_RMS_ROUNDING, Math.max(MIN_RMS_ROUNDING, rounding)),
    noise: noise / (2 * blocks) / amplitude,
  };
}

/**
 * The mean of Σ l⁴ / (Σ l²)² over rows and pairs, with l the lengths of a pair in the vectors of a row.
 * @param {Subject} subject @param {Pairing} pairing @param {number} pairs @param {number} batches
 */
function sharesOf(subject, { pair, target }, pairs, batches) {
  const { rows, output, vectors } = subject;
  const features = Array.from({ length: pairs }, (_, i) =>
    [...target].filter((_, f) => pair[f] === i),
  );
  const step = Math.max(1, Math.floor(rows / ROWS_SAMPLED));
  let [sum, count] = [0, 0];
  for (let p = 0; p < rows; p += step) {
    for (const [a, b] of features) {
      let [out, fourth] = [0, 0];
      for (let batch = 0; batch < batches; batch++) {
        for (const [outer, inner] of vectors) {
          const at = subject.startOf(batch * rows + p, outer, inner);
          const squaredLength = square(output[at + a]) + square(output[at + b]);
          out += squaredLength;
          fourth += squaredLength * squaredLength;
        }
      }
      sum += out > 0 ? fourth / (out * out) : 0;
      count++;
    }
  }
  return sum / count;
}
