// scatter.js: adds rows to those of other positions, for the gradient of learned embeddings.

import { learnedKernels } from "./kernels/learned.js";
import { address, copyIn, part, scratchBlock, suffix, viewAt, Workspace } from "./workspace.js";

/** @import { FloatArray } from "./check.js" */

/** Bytes of the gradient to which rows are added at a time, if there are many or few rows. */
const REACH_BYTES = { many: 1 << 23, few: 1 << 17 };
/** From this number of rows per position, there are many. */
const MANY_ROWS_PER_POSITION = 2;
/** Bytes of the rows that are added by one call of the kernel. */
const TILE_BYTES = 1 << 17;

/**
 * Adds row i of x to row positions[i] of a gradient, for ascending i.
 * @param {FloatArray} gradient (…, width) @param {Int32Array} positions @param {FloatArray} x (positions.length, width)
 * @param {number} width
 */
export function scatterAdd(gradient, positions, x, width) {
  const workspace = new Workspace(x);
  const scatter = workspace.use(learnedKernels)[`phasor_scatter_add${suffix(x)}`];
  const rowBytes = width * x.BYTES_PER_ELEMENT;
  const tileRows = workspace.tileRows(positions.length, rowBytes, 1, TILE_BYTES);
  const top = workspace.top;
  for (const { order, min, max } of groupsByReach(positions, rowBytes)) {
    workspace.top = top;
    const from = min * width;
    const count = (max - min + 1) * width;
    const sums = copyIn(workspace, gradient, from, count);
    const indices = workspace.reserve(4 * tileRows);
    const tile = workspace.reserve(workspace.inPlace ? 4 * tileRows : tileRows * rowBytes);
    for (let i = 0; i < order.length; i += tileRows) {
      const chunk = order.length > tileRows ? order.subarray(i, i + tileRows) : order;
      const local = new Int32Array(workspace.memory.buffer, indices, chunk.length);
      for (let r = 0; r < chunk.length; r++) local[r] = positions[chunk[r]] - min;
      if (workspace.inPlace) {
        viewAt(workspace, order, tile, chunk.length).set(chunk);
        const rows = address(x, 0);
        scatter(sums, indices, rows, tile, chunk.length, width);
      } else {
        gather(workspace, tile, x, width, chunk);
        scatter(sums, indices, tile, 0, chunk.length, width);
      }
    }
    scratchBlock(workspace, gradient, from, 1, count, count, sums);
    workspace.flush();
  }
}

/**
 * Copies rows of an array into a tile.
 * @param {Workspace} workspace @param {number} tile @param {FloatArray} array (…, width)
 * @param {number} width @param {Int32Array} rows ascending
 */
function gather(workspace, tile, array, width, rows) {
  const last = rows.length - 1;
  const all = viewAt(workspace, array, tile, rows.length * width);
  if (rows[last] === rows[0] + last) all.set(part(array, rows[0] * width, all.length));
  else for (let r = 0; r <= last; r++) all.set(part(array, rows[r] * width, width), r * width);
}

/**
 * The indices of positions, in groups of neighbouring positions, ascending within each.
 *
 * One group would be best, because rows are then read in the order in which they are in memory. But all
 * rows of the gradient between the first and the last position of a group pass through scratch memory,
 * which is not worth it for a few positions.
 * @param {Int32Array} positions @param {number} rowBytes
 */
function* groupsByReach(positions, rowBytes) {
  let greatest = 0;
  for (const position of positions) greatest = Math.max(greatest, position);
  const bytes =
    positions.length >= MANY_ROWS_PER_POSITION * greatest ? REACH_BYTES.many : REACH_BYTES.few;
  const reach = Math.max(1, Math.floor(bytes / rowBytes));
  const ends = new Int32Array(Math.floor(greatest / reach) + 1);
  for (const position of positions) ends[Math.floor(position / reach)]++;
  for (let group = 1; group < ends.length; group++) ends[group] += ends[group - 1];
  const sorted = new Int32Array(positions.length);
  for (let i = positions.length - 1; i >= 0; i--) {
    sorted[--ends[Math.floor(positions[i] / reach)]] = i;
  }
  for (let group = 0; group < ends.length; group++) {
    const order = sorted.subarray(ends[group], ends[group + 1] ?? positions.length);
    if (order.length === 0) continue;
    let min = Number.POSITIVE_INFINITY;
    let max = 0;
    for (const index of order) {
      min = Math.min(min, positions[index]);
      max = Math.max(max, positions[index]);
    }
    yield { order, min, max };
  }
}
