// turning.js: tensors turned by rows of cosines and sines, tile by tile.

import { ropeKernels } from "../kernels/rope.js";
import { RowsGiven } from "./caches.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Rows, Values } from "./rows.js" */
/** @import { Workspace } from "../workspace.js" */

/** Bytes that the cosines and sines of a tile may take. Tiles are high, so that each head is read
 * in long stretches, and yet small enough for a cache to hold until the next head needs them. */
const ROWS_BYTES = 1 << 19;
/** Bytes of a tensor that are copied into scratch memory at a time. */
const PIECE_BYTES = 1 << 18;

/** @typedef {{ values: Values, order: number, rates: number }} Source */
/**
 * What is turned: (blocks, length, heads, width), into another array or into itself. Where rows differ
 * by batch, the blocks of one follow those of the other. Factors (batches, length) multiply rows.
 * @typedef {{ x: FloatArray, out: FloatArray, blocks: number, heads: number, factors?: Float64Array | undefined }} Tensor
 */
/**
 * How tensors are laid out: where pairs are, the width of a head, and its first
 * feature that is turned.
 * @typedef {{ layout: "interleaved" | "half", width: number, start: number }} Frame
 */

/**
 * Makes the rows of a call, tile by tile.
 * @param {Workspace} workspace @param {Rows} rows
 * @param {(first: number, count: number, cos: number, sin: number, batch: number) => void} body
 *   takes pointers to (count, pairs)
 */
export function eachTile(workspace, rows, body) {
  const { batches, length } = rows;
  const bytes = rowBytes(rows);
  const source = bring(workspace, rows);
  // A head in which nothing turns has rows of no bytes.
  const tall = Math.min(length, Math.max(1, Math.floor(ROWS_BYTES / Math.max(64, 2 * bytes))));
  const cos = workspace.reserve(tall * bytes);
  const sin = workspace.reserve(tall * bytes);
  for (let batch = 0; batch < batches; batch++) {
    for (let first = 0; first < length; first += tall) {
      const count = Math.min(tall, length - first);
      makeRows(workspace, rows, source, batch, first, count, cos, sin);
      body(first, count, cos, sin, batch);
    }
  }
}

/**
 * Turns tensors, all by the same rows.
 * @param {Workspace} workspace @param {Rows} rows @param {Frame} frame @param {Tensor[]} tensors
 */
export function turn(workspace, rows, frame, tensors) {
  eachTile(workspace, rows, (first, count, cos, sin, batch) => {
    turnTile(workspace, rows, frame, tensors, batch, first, count, cos, sin);
  });
}

/**
 * The same with rows from `keepRows`.
 * @param {Workspace} workspace @param {Rows} rows @param {Frame} frame @param {Tensor[]} tensors
 * @param {FloatArray} kept
 */
export function turnKept(workspace, rows, frame, tensors, kept) {
  const cos = workspace.copy(kept, 0, kept.length);
  turnAll(workspace, rows, frame, tensors, cos, cos + rows.batches * rows.length * rowBytes(rows));
}

/**
 * The same with all rows at two pointers.
 * @param {Workspace} workspace @param {Rows} rows @param {Frame} frame @param {Tensor[]} tensors
 * @param {number} cos @param {number} sin pointers to (batches, length, pairs)
 */
export function turnAll(workspace, rows, frame, tensors, cos, sin) {
  const bytes = rows.length * rowBytes(rows);
  for (let batch = 0; batch < rows.batches; batch++) {
    const skip = batch * bytes;
    turnTile(workspace, rows, frame, tensors, batch, 0, rows.length, cos + skip, sin + skip);
  }
}

/**
 * The cosines and then the sines of all rows of a call, for a few of them.
 * @param {Workspace} workspace @param {Rows} rows
 * @returns {FloatArray} 2·(batches, length, pairs)
 */
export function keepRows(workspace, rows) {
  const { batches, length } = rows;
  const top = workspace.top;
  const bytes = length * rowBytes(rows);
  const source = bring(workspace, rows);
  const cos = workspace.reserve(2 * batches * bytes);
  for (let batch = 0; batch < batches; batch++) {
    const at = cos + batch * bytes;
    makeRows(workspace, rows, source, batch, 0, length, at, at + batches * bytes);
  }
  workspace.top = top;
  return workspace.elements(rows.kind, cos, 2 * batches * length * rows.pairs).slice();
}

/** Bytes of one row of cosines, or of sines. @param {Rows} rows */
function rowBytes({ kind, pairs }) {
  return pairs * (kind === "_f32" ? 4 : 8);
}

/** @param {Workspace} workspace @param {Rows} rows @returns {Source} */
function bring(workspace, rows) {
  const { rates, order } = rows;
  return {
    values: rows.bring(workspace),
    order: order ? workspace.copy(order, 0, order.length) : 0,
    rates: rates ? workspace.copy(rates, 0, rates.length) : 0,
  };
}

/**
 * Makes rows of cosines and of sines, at two pointers to (count, pairs).
 * @param {Workspace} workspace @param {Rows} rows @param {Source} source
 * @param {number} batch @param {number} first @param {number} count
 * @param {number} cos @param {number} sin
 */
function makeRows(workspace, rows, source, batch, first, count, cos, sin) {
  if (rows instanceof RowsGiven) return rows.write(workspace, batch, first, count, cos, sin);
  const { kind, angles, pairs, length, cosFactor, sinFactor, start, exponents } = rows;
  if (pairs === 0) return;
  const bytes = rowBytes(rows);
  const split = workspace.use(ropeKernels)[`phasor_rope_rows${kind}`];
  const top = workspace.top;
  for (let done = 0; done < count; ) {
    const some = Math.min(angles.rowsFrom(start + first + done), count - done);
    const c = cos + done * bytes;
    const s = sin + done * bytes;
    const values = source.values(batch, first + done, some);
    split(c, s, values, source.order, cosFactor, sinFactor, some, pairs);
    if (exponents) {
      const at = workspace.copy(exponents, batch * length + first + done, some);
      workspace.use(ropeKernels)[`phasor_xpos_scale${kind}`](c, s, source.rates, at, some, pairs);
    }
    workspace.top = top;
    done += some;
  }
}

/**
 * @param {Workspace} workspace @param {Rows} rows @param {Frame} frame @param {Tensor[]} tensors
 * @param {number} batch @param {number} first @param {number} count
 * @param {number} cos pointers to (count, pairs) @param {number} sin
 */
function turnTile(workspace, rows, frame, tensors, batch, first, count, cos, sin) {
  const { layout, width, start: feature } = frame;
  const { kind, pairs, length, batches } = rows;
  const kernels = workspace.use(ropeKernels);
  const kernel = kernels[`phasor_rope_${layout}${kind}`];
  const scale = kernels[`phasor_rope_scale${kind}`];
  const top = workspace.top;
  for (const { x, out, blocks: all, heads, factors } of tensors) {
    if (x.length === 0) continue;
    const row = heads * width;
    const stride = length * row;
    const blocks = all / batches;
    const start = batch * blocks * stride + first * row;
    workspace.top = top;
    const by = factors ? workspace.copy(factors, batch * length + first, count) : 0;
    if (workspace.inPlace) {
      const from = workspace.input(x, start, 0);
      const to = workspace.output(out, start, 0);
      kernel(to, from, cos, sin, blocks, stride, count, heads, width, feature, pairs);
      if (by) scale(to, by, blocks, stride, count, row);
      continue;
    }
    // A piece is some blocks with all rows of the tile, or some rows of one block, or some heads of a
    // row.
    const bytes = row * x.BYTES_PER_ELEMENT;
    const wide = Math.min(blocks, Math.max(1, Math.floor(PIECE_BYTES / (count * bytes))));
    const tall = wide > 1 ? count : Math.min(count, Math.max(1, Math.floor(PIECE_BYTES / bytes)));
    const few = Math.min(heads, Math.max(1, Math.floor((PIECE_BYTES * heads) / bytes)));
    const piece = workspace.top;
    for (let block = 0; block < blocks; block += wide) {
      const some = Math.min(wide, blocks - block);
      for (let r = 0; r < count; r += tall) {
        const high = Math.min(tall, count - r);
        const skip = r * rowBytes(rows);
        for (let head = 0; head < heads; head += few) {
          const held = Math.min(few, heads - head);
          const from = start + block * stride + r * row + head * width;
          const apart = high * held * width;
          workspace.top = piece;
          const input = workspace.inputBlock(x, from, some, apart, stride);
          const to = workspace.outputBlock(out, from, some, apart, stride, input);
          const c = cos + skip;
          const s = sin + skip;
          kernel(to, input, c, s, some, apart, high, held, width, feature, pairs);
          if (by) scale(to, by + 8 * r, some, apart, high, held * width);
          workspace.flush();
        }
      }
    }
  }
  workspace.top = top;
}
