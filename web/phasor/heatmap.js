// heatmap.js: pictures of sinusoidal tables, without the tables.

import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { incrementsOf } from "./frequencies.js";
import { heatmapKernels } from "./kernels/heatmap.js";
import { copyIn, Workspace } from "./workspace.js";

const viewOptions = /** @type {const} */ ([
  "dModel",
  "base",
  "width",
  "height",
  "position",
  "positionsPerPixel",
  "column",
  "columnsPerPixel",
  "layout",
  "positions",
]);

const TILE_BYTES = 1 << 18;
const MAX_LANES = 4096;

/**
 * A section of a sinusoidal table, from a few cells to 2^53 positions.
 * @typedef {object} HeatmapView
 * @property {number} dModel even, 2 … 65536
 * @property {number | undefined} [base] above 1; 10000 by default
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number | undefined} [position] position at the edge of the first pixel, 0 by default; the cell of
 *   position q extends from q to q + 1
 * @property {number | undefined} [positionsPerPixel] above 0; 1 by default
 * @property {number | undefined} [column] column at the edge of the first pixel; 0 by default
 * @property {number | undefined} [columnsPerPixel] above 0; 1 by default
 * @property {"interleaved" | "concatenated" | undefined} [layout] order of the columns; "interleaved" by default
 * @property {"down" | "across" | undefined} [positions] direction of the positions; "down" by default
 */

/**
 * A picture of a sinusoidal table as indices into a colour table: 0 … 255 for −1 … 1, where 128 is 0.
 * A pixel that covers several positions or columns has their exact mean, so there is no aliasing at any
 * zoom. Memory and time depend only on the size of the picture, not on how many cells it covers.
 *
 * A pixel covers the cells whose centres lie in it. If it is smaller than a cell, it covers the cell
 * that contains its own centre. Pixels outside the columns of the table are 128.
 *
 * @param {HeatmapView} view
 * @param {object} [options]
 * @param {Uint8Array | Uint8ClampedArray | undefined} [options.out] (height, width), filled and returned
 * @returns {Uint8Array | Uint8ClampedArray} (height, width)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function heatmap(view, options) {
  const where = "phasor.heatmap";
  const {
    dModel,
    base = 10000,
    width,
    height,
    position = 0,
    positionsPerPixel = 1,
    column = 0,
    columnsPerPixel = 1,
    layout = "interleaved",
    positions = "down",
  } = check.options(where, view, viewOptions, "view");
  const { out } = check.options(where, options, ["out"]);
  const arrangement = arrange(where, dModel, base, { layout });
  check.count(where, "width", width);
  check.count(where, "height", height);
  check.oneOf(where, "positions", positions, ["down", "across"]);
  const isDown = positions === "down";
  const laneLength = isDown ? height : width;
  const lanes = isDown ? width : height;
  check.position(where, "position", position);
  check.step(where, "positionsPerPixel", positionsPerPixel);
  check.position(
    where,
    "position + pixels·positionsPerPixel",
    position + laneLength * positionsPerPixel,
  );
  check.finite(where, "column", column);
  check.step(where, "columnsPerPixel", columnsPerPixel);
  const picture = check.picture(where, out, width * height);
  if (picture.length === 0) return picture;

  const columns = covering(column, columnsPerPixel);
  const first = firstAbove(lanes, columns.to, 0);
  const end = Math.max(first, firstAbove(lanes, columns.from, dModel - 1));
  if (end - first < lanes) picture.fill(128);
  if (first === end) return picture;

  const workspace = new Workspace();
  const increments = incrementsOf(workspace.memory, arrangement);
  const rows = covering(position, positionsPerPixel);
  const top = workspace.top;
  for (let lane = first; lane < end; lane += MAX_LANES) {
    workspace.top = top;
    const count = Math.min(MAX_LANES, end - lane);
    const strip = prepareStrip(workspace, dModel, layout, columns, lane, count);
    paintStrip(
      workspace,
      strip,
      increments,
      rows,
      laneLength,
      (painted, start, count) => {
        const [h, w] = isDown ? [count, strip.lanes] : [strip.lanes, count];
        const corner = isDown ? start * width + lane : lane * width + start;
        for (let row = 0; row < h; row++) {
          picture.set(painted.subarray(row * w, (row + 1) * w), corner + row * width);
        }
      },
      isDown,
    );
  }
  return picture;
}

/**
 * The cells that pixel i covers: from `from(i)` up to but not including `to(i)`. Both grow with i, and a
 * pixel covers at least one cell.
 * @typedef {{ from: (i: number) => number, to: (i: number) => number }} Covering
 */

/** @param {number} edge @param {number} size in cells @returns {Covering} */
function covering(edge, size) {
  // Relative to a whole cell, because doubles at large positions have no bits for fractions.
  const origin = Math.floor(edge);
  const offset = edge - origin;
  if (size <= 1) {
    const from = (/** @type {number} */ i) => origin + Math.floor(offset + (i + 0.5) * size);
    return { from, to: (i) => from(i) + 1 };
  }
  const from = (/** @type {number} */ i) => origin + Math.ceil(offset + i * size - 0.5);
  return { from, to: (i) => Math.max(from(i) + 1, from(i + 1)) };
}

/**
 * The first i below `count` for which an increasing function exceeds a bound; otherwise `count`.
 * @param {number} count @param {(i: number) => number} value @param {number} bound
 */
function firstAbove(count, value, bound) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (value(middle) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Neighbouring lanes of pixels in memory: the columns that each covers, and room for the sums of their
 * pairs. Only these pairs are computed.
 * @typedef {{ lanes: number, columns: number, from: number, to: number, pair: number, pairs: number,
 *   work: number }} Strip
 */

/**
 * @param {Workspace} workspace @param {number} dModel @param {string} layout @param {Covering} covered
 * @param {number} first lane @param {number} lanes
 * @returns {Strip}
 */
function prepareStrip(workspace, dModel, layout, covered, first, lanes) {
  const start = Math.max(covered.from(first), 0);
  const count = Math.min(covered.to(first + lanes - 1), dModel) - start;
  const half = dModel / 2;
  const paperColumns = Int32Array.from({ length: count }, (_, i) => {
    const c = start + i;
    if (layout === "interleaved") return c;
    return c < half ? 2 * c : 2 * (c - half) + 1;
  });
  const pair = paperColumns.reduce((min, place) => Math.min(min, place >> 1), half);
  const pairs = paperColumns.reduce((max, place) => Math.max(max, place >> 1), 0) + 1 - pair;
  const from = new Int32Array(lanes);
  const to = new Int32Array(lanes);
  for (let i = 0; i < lanes; i++) {
    from[i] = Math.max(covered.from(first + i), 0) - start;
    to[i] = Math.min(covered.to(first + i), dModel) - start;
  }
  return {
    lanes,
    columns: copyIn(
      workspace,
      paperColumns.map((place) => place - 2 * pair),
      0,
      count,
    ),
    from: copyIn(workspace, from, 0, lanes),
    to: copyIn(workspace, to, 0, lanes),
    pair,
    pairs,
    work: workspace.reserve(8 * 8 * (pairs + (pairs % 2))),
  };
}

/**
 * Paints some lanes, in pieces that fit into memory.
 * @param {Workspace} workspace @param {Strip} strip @param {number} increments pointer @param {Covering} covered
 * @param {number} laneLength pixels of a lane
 * @param {(painted: Uint8Array, start: number, count: number) => void} onPiece
 * @param {boolean} isDown whether the pixels of a lane are in a column
 */
function paintStrip(workspace, strip, increments, covered, laneLength, onPiece, isDown) {
  const { lanes, columns, from, to, pair, pairs, work } = strip;
  const tile = Math.min(
    laneLength,
    Math.floor(Math.min(TILE_BYTES, workspace.memory.end - workspace.top - 256) / (lanes + 16)),
  );
  const firsts = workspace.reserve(8 * tile);
  const counts = workspace.reserve(8 * tile);
  const pixels = workspace.reserve(tile * lanes);
  for (let start = 0; start < laneLength; start += tile) {
    const count = Math.min(tile, laneLength - start);
    const starts = workspace.doubles(firsts, count);
    const lengths = workspace.doubles(counts, count);
    for (let i = 0; i < count; i++) {
      starts[i] = covered.from(start + i);
      lengths[i] = covered.to(start + i) - starts[i];
    }
    const [across, down] = isDown ? [lanes, 1] : [1, count];
    const columnArgs = [columns, from, to, lanes];
    const pairArgs = [increments + 16 * pair, work, pairs];
    workspace
      .use(heatmapKernels)
      .phasor_heatmap(pixels, across, down, firsts, counts, count, ...columnArgs, ...pairArgs);
    onPiece(new Uint8Array(workspace.memory.buffer, pixels, count * lanes), start, count);
  }
}
