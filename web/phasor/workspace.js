// workspace.js: copies arrays into and out of the memory of the kernels.
//
// If all arrays of a call are in one arena, the kernels work on them in place. Otherwise the call
// uses scratch memory: tile by tile, inputs are copied in, the kernel runs, and outputs are copied
// out while they are still in the cache.
import { ALIGNMENT } from "./arena.js";
import { dtypeOf, elementsOf, newTable, typeName } from "./check/arrays.js";
import { memoryOf } from "./memory.js";

/** @import { FloatArray, Result } from "./check/arrays.js" */
/** @import { Kernels, KernelModule, Memory } from "./memory.js" */
/** @import { Narrow } from "./narrow.js" */
/** @typedef {Float32Array | Float64Array | Int32Array} Tensor */
/** What may be written, including results with 16 bits per element. @typedef {Tensor | Narrow} Output */
/**
 * What a kernel has written and where it goes.
 * @typedef {{ array: Output, from: number, rows: number, width: number, stride: number, pointer: number }} Block
 */

/** Bytes that a tile's inputs and outputs may take together: they should stay in a 1 MiB cache. */
const TILE_BYTES = 1 << 18;
const NARROWED_ELEMENTS = 1 << 13;

export class Workspace {
  /** @param {(Output | undefined)[]} arrays all arrays of the call */
  constructor(...arrays) {
    this.memory = memoryOf(arrays);
    /** Whether the kernels may work on the arrays in place. */
    this.inPlace = this.memory.isArena;
    /**
     * The next free byte of scratch memory. Reset it to an earlier value to free what was reserved
     * since.
     */
    this.top = this.memory.scratch;
    /** @type {Block[]} what `flush` copies */
    this.pending = [];
  }

  /**
   * The functions of a module, working on this memory.
   * @template {string} Names @param {KernelModule<Names>} module
   * @returns {Kernels<Names>}
   */
  use(module) {
    return this.memory.use(module);
  }

  /**
   * Reserves scratch memory.
   * @param {number} bytes
   * @returns {number} a pointer, a multiple of 64
   */
  reserve(bytes) {
    const pointer = this.top;
    this.top = pointer + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    if (this.top > this.memory.end)
      throw new Error("phasor: internal: scratch memory is too small");
    return pointer;
  }

  /**
   * A pointer for a kernel to write a block of a matrix to: `rows` pieces of `width` elements,
   * whose starts are `stride` apart in the array. `flush` copies them there. In scratch memory the
   * pieces are contiguous.
   * @param {Output} array @param {number} from @param {number} rows @param {number} width
   * @param {number} stride
   * @param {number} [at] scratch memory to use, for example that of an input
   * @param {boolean} [inPlace] whether it may be the array's own memory
   */
  outputBlock(array, from, rows, width, stride, at, inPlace = this.inPlace) {
    if (inPlace) return address(/** @type {Tensor} */ (array), from);
    const pointer = at ?? this.reserve(rows * width * array.BYTES_PER_ELEMENT);
    this.pending.push(
      width === stride
        ? { array, from, rows: 1, width: rows * width, stride: 0, pointer }
        : { array, from, rows, width, stride, pointer },
    );
    return pointer;
  }

  /**
   * How many of `rows` rows of `bytes` each make a tile that stays in the cache.
   * @param {number} rows @param {number} bytes
   * @param {number} [unit] the tile's rows are a multiple of this
   * @param {number} [maxBytes] bytes that it may take
   */
  tileRows(rows, bytes, unit = 1, maxBytes = TILE_BYTES) {
    return Math.min(rows, unit * Math.max(1, Math.floor(maxBytes / (bytes * unit))));
  }

  /** Copies what the kernels wrote to where it belongs. */
  flush() {
    for (const { array, from, rows, width, stride, pointer } of this.pending) {
      const narrow = "bits" in array;
      const size = width * array.BYTES_PER_ELEMENT;
      for (let r = 0; r < rows; r++) {
        const source = pointer + r * size;
        const to = from + r * stride;
        if (narrow) this.#narrow(array, to, source, width);
        else array.set(viewOf(array, this.memory.buffer, source, width), to);
      }
    }
    this.pending.length = 0;
  }

  /**
   * Copies doubles to where they belong, rounded.
   * @param {Narrow} array @param {number} to @param {number} source @param {number} width
   */
  #narrow(array, to, source, width) {
    const { top } = this;
    const max = Math.min(width, NARROWED_ELEMENTS);
    const rounded = this.reserve(2 * max);
    for (let c = 0; c < width; c += max) {
      const count = Math.min(max, width - c);
      array.round(this.memory, rounded, source + 8 * c, count);
      array.bits.set(new Uint16Array(this.memory.buffer, rounded, count), to + c);
    }
    this.top = top;
  }

  /**
   * Scratch memory as doubles, to fill or to read.
   * @param {number} pointer @param {number} count
   */
  doubles(pointer, count) {
    return new Float64Array(this.memory.buffer, pointer, count);
  }
}

// What only some calls need are functions instead of methods, so that bundles leave out those not
// called.

/**
 * A pointer to `count` elements of an array from `from` on.
 * @param {Workspace} workspace @param {Tensor} array @param {number} from @param {number} count
 */
export function inputAt(workspace, array, from, count) {
  return workspace.inPlace ? address(array, from) : copyIn(workspace, array, from, count);
}

/**
 * The same, always in scratch memory.
 * @param {Workspace} workspace @param {Tensor} array @param {number} from @param {number} count
 */
export function copyIn(workspace, array, from, count) {
  const pointer = workspace.reserve(count * array.BYTES_PER_ELEMENT);
  viewAt(workspace, array, pointer, count).set(part(array, from, count));
  return pointer;
}

/**
 * A pointer for a kernel to write `count` elements of an array to; `flush` copies them there.
 * @param {Workspace} workspace @param {Output} array @param {number} from @param {number} count
 * @param {number} [at] scratch memory to use, for example that of an input
 */
export function outputAt(workspace, array, from, count, at) {
  return workspace.outputBlock(array, from, 1, count, count, at);
}

/**
 * A pointer to a block of a matrix: `rows` pieces of `width` elements, whose starts are `stride`
 * apart in the array. In scratch memory the pieces are contiguous.
 * @param {Workspace} workspace @param {Tensor} array @param {number} from @param {number} rows
 * @param {number} width @param {number} stride
 */
export function inputBlock(workspace, array, from, rows, width, stride) {
  if (workspace.inPlace) return address(array, from);
  if (width === stride) return copyIn(workspace, array, from, rows * width);
  const size = width * array.BYTES_PER_ELEMENT;
  const pointer = workspace.reserve(rows * size);
  for (let r = 0; r < rows; r++) {
    viewAt(workspace, array, pointer + r * size, width).set(part(array, from + r * stride, width));
  }
  return pointer;
}

/**
 * The workspace's `outputBlock`, always in scratch memory: for small blocks of wide matrices, which are
 * better computed contiguously and then copied.
 * @param {Workspace} workspace @param {Output} array @param {number} from @param {number} rows
 * @param {number} width @param {number} stride @param {number} [at]
 */
export function scratchBlock(workspace, array, from, rows, width, stride, at) {
  return workspace.outputBlock(array, from, rows, width, stride, at, false);
}

/**
 * Calls `body` for tiles of `rows` rows that take `bytes` of scratch memory each; for all rows
 * at once where nothing is copied.
 * @param {Workspace} workspace @param {number} rows @param {number} bytes
 * @param {boolean} copies whether scratch memory is used even if the arrays lie in an arena
 * @param {(first: number, rows: number) => void} body
 */
export function eachTile(workspace, rows, bytes, copies, body) {
  const tile = copies || !workspace.inPlace ? workspace.tileRows(rows, bytes) : rows;
  const { top } = workspace;
  for (let first = 0; first < rows; first += tile) {
    workspace.top = top;
    body(first, Math.min(tile, rows - first));
  }
  workspace.top = top;
}

/**
 * Repeats a piece of scratch memory.
 * @param {Workspace} workspace @param {number} pointer @param {number} bytes
 * @param {number} stride bytes from the start of a piece to that of the next
 * @param {number} count pieces in all, the first included
 */
export function repeat({ memory }, pointer, bytes, stride, count) {
  const all = new Uint8Array(memory.buffer);
  for (let i = 1; i < count; i++) {
    all.copyWithin(pointer + i * stride, pointer, pointer + bytes);
  }
}

/**
 * Scratch memory as elements of a kernel's type, to fill or to read.
 * @param {Workspace} workspace
 * @param {string} kind "_f32" or "_f64" @param {number} pointer @param {number} count
 * @returns {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>}
 */
export function elementsAt({ memory }, kind, pointer, count) {
  return kind === "_f32"
    ? new Float32Array(memory.buffer, pointer, count)
    : new Float64Array(memory.buffer, pointer, count);
}

/**
 * The same, of the type of `like`.
 * @param {Workspace} workspace @param {Output} like @param {number} pointer @param {number} count
 */
export function viewAt({ memory }, like, pointer, count) {
  return viewOf(like, memory.buffer, pointer, count);
}

/**
 * @param {Output} like @param {ArrayBufferLike} buffer @param {number} at byte @param {number} count
 */
function viewOf(like, buffer, at, count) {
  if (like.BYTES_PER_ELEMENT === 8) return new Float64Array(buffer, at, count); // for a Narrow too
  if (typeName(like) === "Int32Array") return new Int32Array(buffer, at, count);
  return new Float32Array(buffer, at, count);
}

/**
 * Some elements of an array. Its own `subarray` would call the constructor of a caller's subclass.
 * @param {Tensor} array @param {number} from @param {number} count
 */
export function part(array, from, count) {
  return viewOf(array, array.buffer, address(array, from), count);
}

/** @param {Tensor} array @param {number} index */
export function address(array, index) {
  return array.byteOffset + index * array.BYTES_PER_ELEMENT;
}

/** The suffix of the kernels for an array's type. @param {Output} array @returns {"_f32" | "_f64"} */
export function suffix({ BYTES_PER_ELEMENT }) {
  return BYTES_PER_ELEMENT === 4 ? "_f32" : "_f64";
}

/**
 * Numbers converted to the type of a result, each rounded once, to be copied there.
 * @param {string} where @param {FloatArray} values @param {Result} like
 */
export function converted(where, values, like) {
  const result = newTable(where, dtypeOf(like), values.length);
  if (!("bits" in result)) {
    result.set(values);
    return result;
  }
  const workspace = new Workspace(result);
  eachTile(workspace, values.length, 10, true, (first, count) => {
    const from = workspace.reserve(8 * count);
    workspace.doubles(from, count).set(values.subarray(first, first + count));
    outputAt(workspace, result, first, count, from);
    workspace.flush();
  });
  return elementsOf(result);
}
