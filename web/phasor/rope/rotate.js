// rotate.js: rotates tensors by rows of sines and cosines, tile by tile.
import { ropeKernels } from "../kernels/rope.js";
import { elementsAt, part } from "../workspace.js";
import { factorsAt } from "./query.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Workspace } from "../workspace.js" */
/** @import { Sizes } from "./positions.js" */
/** @import { QueryFactors } from "./query.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Rows } from "./rows.js" */

/** Bytes that the sines and cosines of a tile may take. Tiles have many rows, so that each head is
 * read in long stretches, but are small enough to stay in a cache until the next head needs them. */
const ROWS_BYTES = 1 << 19;

/**
 * What is rotated: (blocks, length, heads, width), into another array or into itself. Where rows differ
 * by batch, the blocks of one follow those of the other. Factors multiply rows.
 * @typedef {{ x: FloatArray, out: FloatArray, sizes: Sizes, factors?: QueryFactors | undefined }} Tensor
 */

/**
 * Rotates tensors, all by the same rows.
 * @param {Workspace} workspace @param {Rotary} rotary @param {Rows} rows @param {Tensor[]} tensors
 */
export function rotate(workspace, rotary, rows, tensors) {
  const { pairs, bytes, batches, length } = rows;
  // A head in which nothing rotates has rows of no bytes.
  const tile = workspace.tileRows(length, Math.max(64, bytes), 1, ROWS_BYTES);
  const angles = workspace.reserve(tile * bytes);
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
  const { layout, dHead: d, rotaryStart } = rotary;
  const { kind, pairs, bytes, batches, length } = rows;
  const { x, out, factors } = tensor;
  const { heads } = tensor.sizes;
  const blocks = tensor.sizes.blocks / batches;
  const kernel = workspace.memory.use(ropeKernels)[`phasor_rope_rotate${kind}`];
  const half = layout === "half" ? 1 : 0;
  const size = x.BYTES_PER_ELEMENT;
  const row = heads * d;
  const stride = length * row;
  const start = batch * blocks * stride + first * row;
  const { top } = workspace;
  const scales = factors ? factorsAt(workspace, factors, batch * length + first, count) : 0;
  if (workspace.inPlace) {
    const to = out.byteOffset + start * size;
    const from = x.byteOffset + start * size;
    kernel(to, from, angles, scales, blocks, stride, count, heads, d, rotaryStart, pairs, half);
    workspace.top = top;
    return;
  }
  // A piece is some blocks with all their rows, or some rows of one block, or some heads of a row: in
  // each case, contiguous elements.
  const maxBlocks = count === length ? workspace.tileRows(blocks, count * row * size) : 1;
  const maxRows = maxBlocks > 1 ? count : workspace.tileRows(count, row * size);
  const maxHeads = maxRows > 1 ? heads : workspace.tileRows(heads, d * size);
  const piece = workspace.top;
  for (let block = 0; block < blocks; block += maxBlocks) {
    const blockCount = Math.min(maxBlocks, blocks - block);
    for (let r = 0; r < count; r += maxRows) {
      const rowCount = Math.min(maxRows, count - r);
      for (let head = 0; head < heads; head += maxHeads) {
        const headCount = Math.min(maxHeads, heads - head);
        const blockSize = rowCount * headCount * d;
        const from = start + block * stride + r * row + head * d;
        const numbers = blockCount * blockSize;
        workspace.top = piece;
        const at = workspace.reserve(numbers * size);
        const copy = elementsAt(workspace, kind, at, numbers);
        copy.set(numbers === x.length ? x : part(x, from, numbers));
        const pieceScales = scales && scales + 8 * r;
        kernel(
          at,
          at,
          angles + r * bytes,
          pieceScales,
          blockCount,
          blockSize,
          rowCount,
          headCount,
          d,
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
