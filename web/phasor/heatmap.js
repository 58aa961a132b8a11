// heatmap.js: the pixels of a table too large to make.
import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { turnsOf } from "./plan.js";
import { Stage } from "./stage.js";

const viewOptions = [
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
];

/** Pixels that are painted at a time. */
const TILE = 1 << 18;

/**
 * A window on the table of a frequency set, from a few cells to 2^53 positions across.
 * @typedef {object} HeatmapView
 * @property {number} dModel even, 2 … 65536
 * @property {number} [base] above 1; 10000 by default
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number} [position] position at the edge of the first pixel; cell q lies between q and
 *   q + 1; 0 by default
 * @property {number} [positionsPerPixel] above 0; 1 by default
 * @property {number} [column] column at the edge of the first pixel; 0 by default
 * @property {number} [columnsPerPixel] above 0; 1 by default
 * @property {"interleaved" | "concatenated"} [layout] order of the columns; "interleaved" by default
 * @property {"down" | "across"} [positions] the way in which positions run; "down" by default
 */

/**
 * A picture of a sinusoidal table as indices into a colour table: 0 … 255 for −1 … 1, so that 128 is
 * 0. A pixel that covers several positions, or several columns, has their exact mean: whatever the
 * zoom, nothing aliases. Memory and time depend on the picture alone, not on what it covers.
 *
 * A pixel covers the cells whose middles lie in it, or where it is smaller than a cell, the cell
 * that its own middle lies in. What lies outside the table's columns is 128.
 *
 * @param {HeatmapView} view
 * @param {object} [options]
 * @param {Uint8Array | Uint8ClampedArray} [options.out] (height, width), filled and returned
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
  const picture = check.picture(where, out, width * height);
  const isDown = positions === "down";
  const along = isDown ? height : width;
  const lanes = isDown ? width : height;
  check.position(where, "position", position);
  check.step(where, "positionsPerPixel", positionsPerPixel);
  check.position(
    where,
    "position + pixels·positionsPerPixel",
    position + along * positionsPerPixel,
  );
  check.finite(where, "column", column);
  check.step(where, "columnsPerPixel", columnsPerPixel);

  const { pairs } = arrangement;
  const spans = cover(lanes, column, columnsPerPixel);
  const inside = spans.map(([from, to]) => [Math.max(from, 0), Math.min(to, dModel)]);
  const first = inside.findIndex(([from, to]) => to > from);
  const outside = first < 0 ? lanes : inside.slice(first).findIndex(([from, to]) => to <= from);
  const shown = inside.slice(first < 0 ? lanes : first, outside < 0 ? lanes : first + outside);
  if (shown.length < lanes) picture.fill(128);
  if (shown.length === 0 || along === 0) return picture;

  const stage = new Stage();
  const turns = turnsOf(stage, arrangement);
  const work = stage.reserve(8 * 8 * (pairs + (pairs % 2)));
  const columns = stage.copy(columnOrder(dModel, layout), 0, dModel);
  const from = stage.copy(
    Int32Array.from(shown, ([start]) => start),
    0,
    shown.length,
  );
  const to = stage.copy(
    Int32Array.from(shown, ([, end]) => end),
    0,
    shown.length,
  );
  const covered = cover(along, position, positionsPerPixel);
  const tile = Math.max(1, Math.floor(TILE / shown.length));
  const top = stage.top;
  for (let start = 0; start < along; start += tile) {
    const part = covered.slice(start, start + tile);
    const count = part.length;
    stage.top = top;
    const firsts = stage.copy(
      Float64Array.from(part, ([begin]) => begin),
      0,
      count,
    );
    const counts = stage.copy(
      Float64Array.from(part, ([begin, end]) => end - begin),
      0,
      count,
    );
    const pixels = stage.reserve(count * shown.length);
    const [across, down] = isDown ? [shown.length, 1] : [1, count];
    stage.kernels.phasor_heatmap(
      pixels,
      across,
      down,
      firsts,
      counts,
      count,
      columns,
      from,
      to,
      shown.length,
      turns,
      work,
      pairs,
    );
    const painted = stage.bytes(pixels, count * shown.length);
    const rows = isDown ? count : shown.length;
    const span = isDown ? shown.length : count;
    for (let row = 0; row < rows; row++) {
      const at = isDown ? (start + row) * width + first : (first + row) * width + start;
      picture.set(painted.subarray(row * span, (row + 1) * span), at);
    }
  }
  return picture;
}

/**
 * The cells that each of `pixels` pixels of a size covers, from an edge on, as [from, to).
 * @param {number} pixels @param {number} edge @param {number} size in cells
 */
function cover(pixels, edge, size) {
  /** @type {[from: number, to: number][]} */
  const spans = [];
  // Counted from a whole cell: far out there is no room for fractions.
  const origin = Math.floor(edge);
  const offset = edge - origin;
  for (let i = 0; i < pixels; i++) {
    if (size <= 1) {
      const cell = origin + Math.floor(offset + (i + 0.5) * size);
      spans.push([cell, cell + 1]);
    } else {
      const from = origin + Math.ceil(offset + i * size - 0.5);
      const to = origin + Math.ceil(offset + (i + 1) * size - 0.5);
      spans.push([from, to]);
    }
  }
  return spans;
}

/** The table's columns in the order of a layout. @param {number} dModel @param {string} layout */
function columnOrder(dModel, layout) {
  const half = dModel / 2;
  return Int32Array.from({ length: dModel }, (_, c) => {
    if (layout === "interleaved") return c;
    return c < half ? 2 * c : 2 * (c - half) + 1;
  });
}
