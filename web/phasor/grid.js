// grid.js: sinusoids for positions in two dimensions.
import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { fillPositions } from "./table.js";

/** @import { Dtype, TableArray, TableOf } from "./check.js" */

const gridOptions = ["convention", "base", "classToken", "normalize", "scale", "dtype", "out"];
const kinds = /** @type {const} */ (["mae", "detr"]);

/**
 * @typedef {object} GridOptions
 * @property {"mae" | "detr"} [convention] "mae" by default
 * @property {number} [base] above 1; 10000 by default (DETR calls it temperature)
 * @property {boolean} [classToken] "mae": a first row of zeros; false by default
 * @property {boolean} [normalize] "detr": positions become p/(last + 1e-6)·scale; false by default
 * @property {number} [scale] "detr", with normalize: 2π by default
 */

/**
 * Sinusoidal encodings of the cells of a grid, row by row from the top. Half of the columns encode
 * one coordinate, half the other, each as a table of dModel/2 columns:
 *
 *     mae   [ x: sines, cosines | y: sines, cosines ]          x, y = 0, 1, …
 *     detr  [ y: sin cos sin cos … | x: sin cos sin cos … ]    x, y = 1, 2, …
 *
 * Sources: He et al. 2021 (MAE), Carion et al. 2020 (DETR). Accuracy as `sinusoidalAt`.
 *
 * @template {Dtype} [D="float32"]
 * @overload
 * @param {number} height rows of the grid
 * @param {number} width columns of the grid
 * @param {number} dModel a multiple of 4
 * @param {GridOptions & { dtype?: D, out?: undefined }} [options] dtype: "float32" by default
 * @returns {TableOf<D>} (height·width, dModel), or one row more with a class token
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {number} height
 * @param {number} width
 * @param {number} dModel
 * @param {GridOptions & { out: T, dtype?: Dtype }} options out: filled and returned
 * @returns {T}
 */
/**
 * @param {number} height
 * @param {number} width
 * @param {number} dModel
 * @param {GridOptions & { dtype?: Dtype, out?: TableArray }} [options]
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
  check.oneOf(where, "convention", convention, kinds);
  check.boolean(where, "classToken", classToken);
  check.boolean(where, "normalize", normalize);
  check.finite(where, "scale", scale);
  const half = arrange(where, dModel / 2, base, convention);
  const rows = height * width + (classToken ? 1 : 0);
  const result = check.tableResult(where, rows * dModel, dtype, out);

  const cells = check.elementsOf(result);
  if (classToken) cells.fill(0, 0, dModel);
  if (height === 0 || width === 0) return check.arrayOf(result);

  /** The encodings of one coordinate. @param {number} count */
  const axis = (count) => {
    const table = check.newTable(where, check.dtypeOf(result), (count * dModel) / 2);
    fillPositions(table, half, (into, first) => {
      for (let i = 0; i < into.length; i++) {
        const position = first + i + (convention === "detr" ? 1 : 0);
        into[i] = normalize ? (position / (count + 1e-6)) * scale : position;
      }
    });
    return check.elementsOf(table);
  };
  const alongX = axis(width);
  const alongY = axis(height);
  const columns = dModel / 2;
  let at = classToken ? dModel : 0;
  for (let y = 0; y < height; y++) {
    const ofY = alongY.subarray(y * columns, (y + 1) * columns);
    for (let x = 0; x < width; x++) {
      const ofX = alongX.subarray(x * columns, (x + 1) * columns);
      cells.set(convention === "mae" ? ofX : ofY, at);
      cells.set(convention === "mae" ? ofY : ofX, at + columns);
      at += dModel;
    }
  }
  return check.arrayOf(result);
}
