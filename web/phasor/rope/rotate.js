// rotate.js: rotates tensors by rows of sines and cosines, tile by tile.
import { ropeKernels } from "../kernels/rope.js";
import { copyIn, elementsAt, part } from "../workspace.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Workspace } from "../workspace.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Rows } from "./rows.js" */

/** Bytes that the sines and cosines of a tile may take. Tiles are high, so that each head is read in
 * long stretches, and yet small enough for a cache to hold until the next head needs them. */
const ROWS_BYTES = 1 << 19;
/** Bytes of a tensor that are copied into scratch memory at a time. */
const PIECE_BYTES = 1 << 18;

/**
 * What is rotated: (blocks, length, heads, width), into another array or into itself. Where rows differ
 * by batch, the blocks of one follow those of the other. Factors (batches, length) multiply rows.
 * @typedef {{ x: FloatArray, out: FloatArray, blocks: number, heads: number,
 *   factors?: Float64Array | undefined }} Tensor
 */

/** How many rows make a tile. @param {Rows} rows */
export function tileRows({ kind, pairs, length }) {
  const bytes = 2 * pairs * (kind === "_f32" ? 4 : 8);
  // A head in which nothing rotates has rows of no bytes.
  return Math.min(length, Math.max(1, Math.floor(ROWS_BYTES / Math.max(64, bytes))));
}

/**
 * Rotates tensors, all by the same rows.
 * @param {Workspace} workspace @param {Rotary} rotary @param {Rows} rows @param {Tensor[]} tensors
 */
export function rotate(workspace, rotary, rows, tensors) {
  const { kind, pairs, batches, length } = rows;
  const tile = tileRows(rows);
  const angles = workspace.reserve(2 * tile * pairs * (kind === "_f32" ? 4 : 8));
  for (let batch = 0; batch < batches; batch++) {
    for (let first = 0; first < length; first += tile) {
      const count = Math.min(tile, length - first);
      if (pairs > 0) rows.write(workspace, batch * length + first, count, angles);
      for (const tensor of tensors) {
        rotateTile(workspace, rotary, rows, tensor, batch, first, count, angles);
      }
    }
  }
}

/**
 * @param {Workspace} workspace @param {Rotary} rotary @param {Rows} rows @param {Tensor} tensor
 * @param {number} batch @param {number} first row @param {number} count
 * @param {number} angles pointer to (count, 2·pairs)
 */
function rotateTile(workspace, rotary, rows, tensor, batch, first, count, angles) {
  const { layout, dHead: width, rotaryStart } = rotary;
  const { kind, pairs, batches, length } = rows;
  const { x, out, heads, factors } = tensor;
  const blocks = tensor.blocks / batches;
  const kernel = workspace.memory.use(ropeKernels)[`phasor_rope_rotate${kind}`];
  const half = layout === "half" ? 1 : 0;
  const size = x.BYTES_PER_ELEMENT;
  const row = heads * width;
  const stride = length * row;
  const start = batch * blocks * stride + first * row;
  const { top } = workspace;
  const by = factors ? copyIn(workspace, factors, batch * length + first, count) : 0;
  if (workspace.inPlace) {
    const to = out.byteOffset + start * size;
    const from = x.byteOffset + start * size;
    kernel(to, from, angles, by, blocks, stride, count, heads, width, rotaryStart, pairs, half);
    workspace.top = top;
    return;
  }
  // A piece is some blocks with all their rows, or some rows of one block, or some heads of a row: in
  // each case elements that follow each other.
  const wide = count === length ? fitting(blocks, count * row * size) : 1;
  const tall = wide > 1 ? count : fitting(count, row * size);
  const few = tall > 1 ? heads : fitting(heads, width * size);
  const piece = workspace.top;
  for (let block = 0; block < blocks; block += wide) {
    const some = Math.min(wide, blocks - block);
    for (let r = 0; r < count; r += tall) {
      const high = Math.min(tall, count - r);
      const skip = 2 * r * pairs * size;
      for (let head = 0; head < heads; head += few) {
        const held = Math.min(few, heads - head);
        const apart = high * held * width;
        const from = start + block * stride + r * row + head * width;
        const numbers = some * apart;
        workspace.top = piece;
        const at = workspace.reserve(numbers * size);
        const copy = elementsAt(workspace, kind, at, numbers);
        copy.set(numbers === x.length ? x : part(x, from, numbers));
        const times = by && by + 8 * r;
        kernel(
          at,
          at,
          angles + skip,
          times,
          some,
          apart,
          high,
          held,
          width,
          rotaryStart,
          pairs,
          half,
        );
        out.set(copy, from);
      }
    }
  }
  workspace.top = top;
}

/** How many of `count` things of some bytes fit in a piece, at least 1. @param {number} count
 * @param {number} bytes */
function fitting(count, bytes) {
  return Math.min(count, Math.max(1, Math.floor(PIECE_BYTES / bytes)));
}
