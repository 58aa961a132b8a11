// grid.js: sinusoids for positions in two dimensions.

import { axisOf, fillCells } from "./cells.js";
import * as check from "./check.js";
import { arrange } from "./conventions.js";

/** @import { Dtype, NewTable, TableArray, TableOf } from "./check.js" */

const gridOptions = /** @type {const} */ ([
  ...["convention", "base", "classToken", "normalize", "scale", "dtype", "out"],
]);

/**
 * The order of the columns in a convention: pieces of the tables of the two coordinates, in units of a
 * quarter of dModel. A piece has an axis, its first quarter and the number of quarters.
 * @typedef {[axis: typeof X | typeof Y, from: number, quarters: number][]} Quarters
 */
const Y = 0;
const X = 1;
/** @type {Quarters} */
const xThenY = [
  [X, 0, 2],
  [Y, 0, 2],
];
/** @type {Quarters} */
const yThenX = [
  [Y, 0, 2],
  [X, 0, 2],
];
/** @type {Quarters} */
const sinesThenCosines = [
  [Y, 0, 1],
  [X, 0, 1],
  [Y, 1, 1],
  [X, 1, 1],
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
 * @property {number | undefined} [scale] for normalize, within ±2^53; 2π by default
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
 * @template {Dtype | undefined} [D="float32"]
 * @overload
 * @param {number} height rows of the grid
 * @param {number} width columns of the grid
 * @param {number} dModel a multiple of 4; 8 or more for "simplevit"
 * @param {GridOptions & NewTable<D>} [options]
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
  const layout = layouts[check.oneOf(where, "convention", convention, kinds)];
  if (convention === "simplevit" && dModel < 8) {
    check.fail(RangeError, where, "dModel", "at least 8 in this convention", dModel);
  }
  check.boolean(where, "classToken", classToken);
  check.boolean(where, "normalize", normalize);
  check.position(where, "scale", scale);
  const half = arrange(where, dModel / 2, base, layout.convention);
  const rows = height * width + (classToken ? 1 : 0);
  const result = check.tableResult(where, rows * dModel, dtype, out);

  const cells = check.elementsOf(result);
  if (classToken) cells.fill(0, 0, dModel);
  if (height === 0 || width === 0) return check.arrayOf(result);

  const axes = [height, width].map((size) =>
    axisOf(where, result, half, size, (index) =>
      normalize ? ((index + layout.start) / (size + 1e-6)) * scale : index + layout.start,
    ),
  );
  const quarter = dModel / 4;
  const columns = layout.parts.map(([axis, from, quarters]) => {
    return { axis, from: from * quarter, columns: quarters * quarter };
  });
  fillCells(cells, classToken ? dModel : 0, axes, columns);
  return check.arrayOf(result);
}
