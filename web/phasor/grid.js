// grid.js: sinusoids for positions in two dimensions.
import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { fillTable } from "./table.js";

/** @import { Dtype, TableArray, TableOf } from "./check.js" */

const gridOptions = ["convention", "base", "classToken", "normalize", "scale", "dtype", "out"];

/**
 * The order of the columns in a convention: pieces of the tables of the two coordinates, in units of a
 * quarter of dModel, each with its first quarter and the number of quarters.
 * @typedef {[axis: "x" | "y", from: number, quarters: number][]} Parts
 */
/** @type {Parts} */
const xThenY = [
  ["x", 0, 2],
  ["y", 0, 2],
];
/** @type {Parts} */
const yThenX = [
  ["y", 0, 2],
  ["x", 0, 2],
];
/** @type {Parts} */
const sinesThenCosines = [
  ["y", 0, 1],
  ["x", 0, 1],
  ["y", 1, 1],
  ["x", 1, 1],
];
const layouts = /** @type {const} */ ({
  mae: { convention: "mae", parts: xThenY, start: 0 },
  detr: { convention: "detr", parts: yThenX, start: 1 },
  simplevit: {
    convention: { layout: "concatenated", spacing: "d-2" },
    parts: xThenY,
    start: 0,
  },
  timm: { convention: "mae", parts: sinesThenCosines, start: 0 },
});
const kinds = /** @type {(keyof typeof layouts)[]} */ (Object.keys(layouts));

/**
 * @typedef {object} GridOptions
 * @property {"mae" | "detr" | "simplevit" | "timm" | undefined} [convention] "mae" by default
 * @property {number | undefined} [base] above 1; 10000 by default (`temperature` in DETR)
 * @property {boolean | undefined} [classToken] adds a first row of zeros, as in MAE; false by default
 * @property {boolean | undefined} [normalize] replaces the position p on an axis of n cells with
 *   p/(n + 1e-6)·scale, as in DETR; false by default
 * @property {number | undefined} [scale] for normalize; 2π by default
 */

/**
 * Sinusoidal encodings of the cells of a grid, row by row from the top. Half of the columns encode one
 * coordinate and half the other, each with a table of dModel/2 columns:
 *
 *     mae        [ x: sines, cosines | y: sines, cosines ]          x, y = 0, 1, …
 *     detr       [ y: sin cos sin cos … | x: sin cos sin cos … ]    x, y = 1, 2, …
 *     simplevit  as mae, but the lowest frequency is 1/base
 *     timm       [ sines of y, of x | cosines of y, of x ]          x, y = 0, 1, …
 *
 * Sources: He et al. 2021 (MAE), Carion et al. 2020 (DETR), Beyer et al. 2022 (SimpleViT) and
 * timm's build_sincos2d_pos_embed. The accuracy is that of `sinusoidalAt`.
 *
 * @template {Dtype} [D="float32"]
 * @overload
 * @param {number} height rows of the grid
 * @param {number} width columns of the grid
 * @param {number} dModel a multiple of 4; 8 or more for "simplevit"
 * @param {GridOptions & { dtype?: D | undefined, out?: undefined }} [options] dtype: "float32" by default
 * @returns {TableOf<D>} (height·width, dModel), with one more row if there is a class token
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {number} height
 * @param {number} width
 * @param {number} dModel
 * @param {GridOptions & { out: T, dtype?: Dtype | undefined }} options out: filled and returned
 * @returns {T}
 */
/**
 * @param {number} height
 * @param {number} width
 * @param {number} dModel
 * @param {GridOptions & { dtype?: Dtype | undefined, out?: TableArray | undefined }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidal2d(height, width, dModel, options) {
  const where = "phasor.sinusoidal2d";
  const {
    convention = "mae",
    base = 10000,
    classToken = false,
    normalize = false,
    scale = 2 * Math.PI,
    dtype,
    out,
  } = check.options(where, options, gridOptions);
  check.count(where, "height", height);
  check.count(where, "width", width);
  check.dModel(where, dModel);
  if (dModel % 4 !== 0) check.fail(RangeError, where, "dModel", "a multiple of 4", dModel);
  const { parts, start, ...axes } = layouts[check.oneOf(where, "convention", convention, kinds)];
  if (convention === "simplevit" && dModel < 8) {
    check.fail(RangeError, where, "dModel", "at least 8 in this convention", dModel);
  }
  check.boolean(where, "classToken", classToken);
  check.boolean(where, "normalize", normalize);
  check.finite(where, "scale", scale);
  const half = arrange(where, dModel / 2, base, axes.convention);
  const rows = height * width + (classToken ? 1 : 0);
  const result = check.tableResult(where, rows * dModel, dtype, out);

  const cells = check.elementsOf(result);
  if (classToken) cells.fill(0, 0, dModel);
  if (height === 0 || width === 0) return check.arrayOf(result);

  /** The encodings of one coordinate. @param {number} count */
  const axis = (count) => {
    const table = check.newTable(where, check.dtypeOf(result), (count * dModel) / 2);
    const positions = Float64Array.from({ length: count }, (_, i) => {
      return normalize ? ((i + start) / (count + 1e-6)) * scale : i + start;
    });
    fillTable(table, half, positions);
    return check.elementsOf(table);
  };
  const alongX = axis(width);
  const alongY = axis(height);
  const row = dModel / 2;
  const quarter = dModel / 4;
  let at = classToken ? dModel : 0;
  for (let y = 0; y < height; y++) {
    const ofY = parts.map(([, first, quarters]) => {
      const from = y * row + first * quarter;
      return alongY.subarray(from, from + quarters * quarter);
    });
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < parts.length; i++) {
        const [axis, first, quarters] = parts[i];
        const from = x * row + first * quarter;
        const columns = quarters * quarter;
        cells.set(axis === "y" ? ofY[i] : alongX.subarray(from, from + columns), at);
        at += columns;
      }
    }
  }
  return check.arrayOf(result);
}
