// grid.js: sinusoids for positions in two and three dimensions: the cells of a picture, a video or a volume.
import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { fillTable } from "./table.js";

/** @import { Dtype, NewTable, Result, TableArray, TableOf } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */

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
  const arrangement = arrange(where, dModel / 2, base, layout.convention);
  const rows = height * width + (classToken ? 1 : 0);
  const result = check.tableResult(where, rows * dModel, dtype, out);

  const cells = check.elementsOf(result);
  if (classToken) cells.fill(0, 0, dModel);
  if (height === 0 || width === 0) return check.arrayOf(result);

  const axes = [height, width].map((size) =>
    axisOf(where, result, arrangement, size, (index) =>
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

const options3d = /** @type {const} */ ([
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
const layouts3d = {
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
const kinds3d = /** @type {(keyof typeof layouts3d)[]} */ (Object.keys(layouts3d));

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
  } = check.options(where, options, options3d);
  check.count(where, "depth", depth);
  check.count(where, "height", height);
  check.count(where, "width", width);
  check.dModel(where, dModel);
  const { unit, shares } = layouts3d[check.oneOf(where, "convention", convention, kinds3d)];
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
  const parts = columns.map(([axis, width, count = width]) => ({ axis, from: 0, columns: count }));
  fillCells(cells, classToken ? dModel : 0, axes, parts);
  return check.arrayOf(result);
}

/** Elements of any type, those of 16 bits as their bits. @typedef {ReturnType<typeof check.elementsOf>} Elements */
/**
 * One coordinate: its encodings, a row of `width` elements for each of `size` positions.
 * @typedef {{ size: number, width: number, table: Elements }} Axis
 */
/**
 * Some columns of a cell: `columns` columns of an axis, from column `from` on.
 * @typedef {{ axis: number, from: number, columns: number }} Part
 */

/**
 * The encodings of one coordinate, in the type of a result.
 * @param {string} where @param {Result} like @param {Arrangement} arrangement @param {number} size
 * @param {(index: number) => number} position
 * @returns {Axis}
 */
export function axisOf(where, like, arrangement, size, position) {
  const { width } = arrangement;
  const table = check.newTable(where, check.dtypeOf(like), size * width);
  const positions = Float64Array.from({ length: size }, (_, index) => position(index));
  fillTable(table, arrangement, positions);
  return { size, width, table: check.elementsOf(table) };
}

/**
 * Writes the cells row by row, the last axis fastest.
 * @param {Elements} cells @param {number} at index of the first cell
 * @param {Axis[]} axes slowest first @param {Part[]} parts in the order of the columns
 */
export function fillCells(cells, at, axes, parts) {
  const count = axes.reduce((product, { size }) => product * size, 1);
  const place = axes.map(() => 0);
  let to = at;
  for (let cell = 0; cell < count; cell++) {
    for (const { axis, from, columns } of parts) {
      const { width, table } = axes[axis];
      const first = place[axis] * width + from;
      cells.set(table.subarray(first, first + columns), to);
      to += columns;
    }
    for (let axis = axes.length - 1; axis >= 0 && ++place[axis] === axes[axis].size; axis--) {
      place[axis] = 0;
    }
  }
}
