// Positions on a grid of image patches in four conventions: a row of features for each patch, and
// the axis that each feature encodes.
import { dotProducts, sinusoidal2d, sinusoidalAt } from "../../phasor/index.js";

/** @typedef {"mae" | "detr" | "axial" | "mrope"} Kind */

/** @type {[kind: Kind, words: string][]} */
export const KINDS = [
  ["mae", "MAE"],
  ["detr", "DETR"],
  ["axial", "axial RoPE"],
  ["mrope", "M-RoPE"],
];

/**
 * Adjacent features that encode one coordinate.
 * @typedef {object} Section
 * @property {"rows" | "columns" | "time"} axis
 * @property {number} from the first feature
 * @property {number} to one past the last
 * @property {string} order of sines and cosines, in words
 */

/**
 * @typedef {object} Patches
 * @property {Kind} kind
 * @property {number} rows
 * @property {number} columns
 * @property {number} width features of a patch, a multiple of 4
 * @property {number} base
 */

/** @type {Record<Kind, string>} */
const ORDERS = {
  mae: "sines, then cosines",
  detr: "sin cos …",
  axial: "cos sin …",
  mrope: "cos sin …",
};

/** The largest width up to dModel that splits into equal halves of pairs, for rows and columns. @param {number} dModel */
export const widthFor = (dModel) => Math.max(4, dModel - (dModel % 4));

/**
 * Numbers of pairs for time, height and width, in Qwen2-VL's proportions: 16, 24 and 24 of 64.
 * @param {number} width
 * @returns {[time: number, height: number, width: number]}
 */
export function mropeSizes(width) {
  const pairs = Math.floor((width / 2) * (24 / 64));
  return [width / 2 - 2 * pairs, pairs, pairs];
}

/** @param {Kind} kind @param {number} width @returns {Section[]} */
export function sectionsOf(kind, width) {
  const half = width / 2;
  const order = ORDERS[kind];
  if (kind === "mrope") {
    const [time, height] = mropeSizes(width).map((pairs) => 2 * pairs);
    return [
      { axis: "time", from: 0, to: time, order },
      { axis: "rows", from: time, to: time + height, order },
      { axis: "columns", from: time + height, to: width, order },
    ];
  }
  /** @type {[Section["axis"], Section["axis"]]} */
  const [first, last] = kind === "mae" ? ["columns", "rows"] : ["rows", "columns"];
  return [
    { axis: first, from: 0, to: half, order },
    { axis: last, from: half, to: width, order },
  ];
}

/**
 * The features of all patches. For rotary kinds, these are a vector of pairs (1, 0), rotated for
 * each patch: the cosine and sine of every angle. Their dot products are scores.
 * @param {Patches} patches
 * @returns {Float64Array} (rows·columns, width)
 */
export function featuresOfPatches({ kind, rows, columns, width, base }) {
  if (kind === "mae" || kind === "detr") {
    return sinusoidal2d(rows, columns, width, { convention: kind, base, dtype: "float64" });
  }
  const features = new Float64Array(rows * columns * width);
  for (const { axis, from, to } of sectionsOf(kind, width)) {
    // Axial RoPE has all frequencies in each half; M-RoPE divides one set among the axes.
    const [ladder, first] = kind === "axial" ? [to - from, 0] : [width, from];
    const longest = axis === "time" ? 1 : axis === "rows" ? rows : columns;
    const table = sinusoidalAt([...Array(longest).keys()], ladder, { base, dtype: "float64" });
    for (let patch = 0; patch < rows * columns; patch++) {
      // In an image, time is 0 everywhere.
      const [row, column] = [Math.floor(patch / columns), patch % columns];
      const at = axis === "time" ? 0 : axis === "rows" ? row : column;
      for (let n = 0; n < to - from; n += 2) {
        const [sine, cosine] = table.subarray(at * ladder + first + n, at * ladder + first + n + 2);
        features.set([cosine, sine], patch * width + from + n);
      }
    }
  }
  return features;
}

/**
 * The dot products of one patch's features with every patch's, computed by rows of the grid.
 * @param {Float64Array} features @param {Patches} patches @param {number} patch
 * @returns {Float64Array} (rows·columns)
 */
export function similaritiesTo(features, { rows, columns, width }, patch) {
  const similarities = new Float64Array(rows * columns);
  const stacked = new Float64Array((1 + columns) * width);
  stacked.set(features.subarray(patch * width, (patch + 1) * width));
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    stacked.set(features.subarray(from * width, (from + columns) * width), width);
    const products = dotProducts(stacked, [1 + columns, width]);
    similarities.set(products.subarray(1, 1 + columns), from);
  }
  return similarities;
}

/**
 * A section's part of the dot product of two patches.
 * @param {Float64Array} features @param {number} width @param {Section} section
 * @param {number} one @param {number} other patches
 */
export function partOf(features, width, { from, to }, one, other) {
  if (from === to) return 0;
  const rows = [one, other].flatMap((patch) => [
    ...features.subarray(patch * width + from, patch * width + to),
  ]);
  return dotProducts(Float64Array.from(rows), [2, to - from])[1];
}
