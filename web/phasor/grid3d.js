// grid3d.js: sinusoids for positions in three dimensions: the patches of a video or a volume.
import { axisOf, fillCells } from "./cells.js";
import * as check from "./check.js";
import { arrange } from "./conventions.js";

/** @import { Dtype, NewTable, TableArray, TableOf } from "./check.js" */

const names = /** @type {const} */ ([
  "convention",
  "base",
  "classToken",
  "temporalInterpolationScale",
  "spatialInterpolationScale",
  "dtype",
  "out",
]);

/**
 * How a convention divides the columns: the axis (0 for time, 1 for y, 2 for x), the width of its
 * table, and how many of its columns are kept, if not all.
 * @typedef {[axis: number, width: number, columns?: number][]} Shares
 */
/** @type {Record<"cogvideox" | "vjepa" | "vjepa-uniform" | "prithvi", { unit: number, shares: (d: number) => Shares }>} */
const layouts = {
  cogvideox: {
    unit: 16,
    shares: (d) => [
      [0, d / 4],
      [2, (3 * d) / 8],
      [1, (3 * d) / 8],
    ],
  },
  vjepa: {
    unit: 8,
    shares: (d) => [
      [0, d / 2],
      [1, d / 4],
      [2, d / 4],
    ],
  },
  "vjepa-uniform": {
    unit: 2,
    shares(d) {
      const width = 2 * Math.ceil(d / 6);
      return [0, 1, 2].map((axis) => [axis, width, Math.max(Math.min(width, d - axis * width), 0)]);
    },
  },
  prithvi: {
    unit: 16,
    shares: (d) => [
      [2, (3 * d) / 8],
      [1, (3 * d) / 8],
      [0, d / 4],
    ],
  },
};
const kinds = /** @type {(keyof typeof layouts)[]} */ (Object.keys(layouts));

/**
 * @typedef {object} Grid3dOptions
 * @property {"cogvideox" | "vjepa" | "vjepa-uniform" | "prithvi" | undefined} [convention] "cogvideox" by
 *   default
 * @property {number | undefined} [base] above 1; 10000 by default
 * @property {boolean | undefined} [classToken] adds a first row of zeros; false by default
 * @property {number | undefined} [temporalInterpolationScale] above 0; frames are at t/scale; 1 by default
 * @property {number | undefined} [spatialInterpolationScale] above 0; rows and columns are at y/scale and
 *   x/scale; 1 by default
 */

/**
 * Sinusoidal encodings of the cells of a grid in three dimensions, frame by frame, and row by row within a
 * frame. Each coordinate t, y, x = 0, 1, … has columns of its own, its sines and then its cosines:
 *
 *     cogvideox      [ t: d/4 | x: 3d/8 | y: 3d/8 ]          dModel a multiple of 16
 *     vjepa          [ t: d/2 | y: d/4 | x: d/4 ]            dModel a multiple of 8
 *     vjepa-uniform  [ t | y | x ], each 2·⌈d/6⌉ columns     the last ones are cut off
 *     prithvi        [ x: 3d/8 | y: 3d/8 | t: d/4 ]          dModel a multiple of 16
 *
 * Sources: CogVideoX (`get_3d_sincos_pos_embed` in diffusers, whose interpolation scales have the same
 * names), V-JEPA (the function of the same name, `uniform_power` for the third) and Prithvi-EO 2.0. The
 * accuracy is that of `sinusoidalAt`.
 *
 * @template {Dtype | undefined} [D="float32"]
 * @overload
 * @param {number} depth frames, or slices
 * @param {number} height rows
 * @param {number} width columns
 * @param {number} dModel
 * @param {Grid3dOptions & NewTable<D>} [options]
 * @returns {TableOf<D>} (depth·height·width, dModel), with one more row if there is a class token
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {number} depth
 * @param {number} height
 * @param {number} width
 * @param {number} dModel
 * @param {Grid3dOptions & { out: T, dtype?: Dtype | undefined }} options out: filled and returned
 * @returns {T}
 */
/**
 * @param {number} depth
 * @param {number} height
 * @param {number} width
 * @param {number} dModel
 * @param {Grid3dOptions & { dtype?: Dtype | undefined, out?: TableArray | undefined }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidal3d(depth, height, width, dModel, options) {
  const where = "phasor.sinusoidal3d";
  const {
    convention = "cogvideox",
    base = 10000,
    classToken = false,
    temporalInterpolationScale = 1,
    spatialInterpolationScale = 1,
    dtype,
    out,
  } = check.options(where, options, names);
  check.count(where, "depth", depth);
  check.count(where, "height", height);
  check.count(where, "width", width);
  check.dModel(where, dModel);
  const { unit, shares } = layouts[check.oneOf(where, "convention", convention, kinds)];
  if (dModel % unit !== 0) {
    check.fail(RangeError, where, "dModel", `a multiple of ${unit} in this convention`, dModel);
  }
  check.boolean(where, "classToken", classToken);
  check.step(where, "temporalInterpolationScale", temporalInterpolationScale);
  check.step(where, "spatialInterpolationScale", spatialInterpolationScale);
  const scales = [temporalInterpolationScale, spatialInterpolationScale, spatialInterpolationScale];
  const sizes = [depth, height, width];
  sizes.forEach((size, axis) => {
    const name = `the last position along ${["depth", "height", "width"][axis]}`;
    check.position(where, name, Math.max(size - 1, 0) / scales[axis]);
  });
  const columns = shares(dModel);
  const widths = [...columns].sort(([a], [b]) => a - b).map(([, columns]) => columns);
  const arrangements = widths.map((columns) => arrange(where, columns, base, "mae"));
  const rows = depth * height * width + (classToken ? 1 : 0);
  const result = check.tableResult(where, rows * dModel, dtype, out);

  const cells = check.elementsOf(result);
  if (classToken) cells.fill(0, 0, dModel);
  if (depth * height * width === 0) return check.arrayOf(result);

  const axes = sizes.map((size, axis) =>
    axisOf(where, result, arrangements[axis], size, (index) => index / scales[axis]),
  );
  const parts = columns.map(([axis, width, kept = width]) => ({ axis, from: 0, columns: kept }));
  fillCells(cells, classToken ? dModel : 0, axes, parts);
  return check.arrayOf(result);
}
