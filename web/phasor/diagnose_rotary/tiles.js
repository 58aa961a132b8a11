// tiles.js: copies vectors into the memory of the kernels, tile by tile.
import { diagnoseKernels } from "../kernels/diagnose.js";
import { Workspace } from "../workspace.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Pairing } from "./pairing.js" */
/** @import { Subject, Vector } from "./subject.js" */

/** Bytes of a tile, which should stay in the cache. */
const TILE_BYTES = 1 << 18;

/**
 * Some vectors of a subject.
 * @typedef {object} Some
 * @property {ArrayLike<number>} [groups] by default all
 * @property {readonly Vector[]} [vectors] of each group, by default all
 * @property {(at: number) => boolean} [skip] whether to leave out the vector that begins at an index
 */
/**
 * Vectors in scratch memory.
 * @typedef {object} Tile
 * @property {Workspace} workspace
 * @property {ReturnType<Workspace["use"]>} kernels
 * @property {number} input pointer to doubles (count, width)
 * @property {number} output
 * @property {number} pairing pointer
 * @property {number} rows pointer to integers: vector v belongs to the group first + rows[v]
 * @property {number} first index of a group in `groups`
 * @property {number} groups how many groups there are
 * @property {number[]} starts indices of the vectors' first entries
 */

/** Copies integers to scratch memory. @param {Workspace} workspace @param {ArrayLike<number>} values */
export function putIntegers(workspace, values) {
  const pointer = workspace.reserve(4 * values.length);
  new Int32Array(workspace.memory.buffer, pointer, values.length).set(values);
  return pointer;
}

/**
 * Calls `body` with tiles of vectors until it returns false.
 * @param {Subject} subject @param {Some} some @param {Pairing} pairing
 * @param {number} bytes that each group needs in scratch memory
 * @param {(tile: Tile) => boolean} body
 */
export function eachTile(subject, some, pairing, bytes, body) {
  const { groups, vectors = subject.vectors, skip } = some;
  const { source, partner, sign, pair, target } = pairing;
  const { width } = subject;
  const workspace = new Workspace();
  const kernels = workspace.use(diagnoseKernels);
  const lists = [source, partner, sign, pair, target];
  const pointer = putIntegers(
    workspace,
    lists.flatMap((list) => [...list]),
  );
  const { top } = workspace;
  const room = Math.max(1, Math.floor(TILE_BYTES / (16 * width + bytes)));
  const count = groups ? groups.length : subject.groups;
  /** @type {number[]} */
  let starts = [];
  /** @type {number[]} */
  let rows = [];
  let first = 0;
  const flush = () => {
    workspace.top = top;
    const input = putVectors(workspace, subject.input, starts, width);
    const output = putVectors(workspace, subject.output, starts, width);
    const all = rows[rows.length - 1] + 1;
    const own = { input, output, pairing: pointer, rows: putIntegers(workspace, rows) };
    const goesOn = body({ workspace, kernels, ...own, first, groups: all, starts });
    [starts, rows] = [[], []];
    return goesOn;
  };
  for (let k = 0; k < count; k++) {
    for (const [outer, inner] of vectors) {
      const at = subject.startOf(groups ? groups[k] : k, outer, inner);
      if (skip?.(at)) continue;
      if (starts.length === 0) first = k;
      starts.push(at);
      if (rows.push(k - first) === room && !flush()) return;
    }
  }
  if (starts.length > 0) flush();
}

/** @param {Workspace} workspace @param {FloatArray} from @param {number[]} starts @param {number} width */
function putVectors(workspace, from, starts, width) {
  const pointer = workspace.reserve(8 * width * starts.length);
  const to = workspace.doubles(pointer, width * starts.length);
  for (let v = 0; v < starts.length; ) {
    // Neighbours at once.
    let next = v + 1;
    while (next < starts.length && starts[next] === starts[next - 1] + width) next++;
    to.set(from.subarray(starts[v], starts[v] + (next - v) * width), v * width);
    v = next;
  }
  return pointer;
}
