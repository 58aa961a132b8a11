import type { FloatArray, Result } from "./check/arrays.js";
import type { KernelModule, Kernels, Memory } from "./memory.js";
import type { Narrow } from "./narrow.js";
export type Tensor = Float32Array | Float64Array | Int32Array;
export type Output = Tensor | Narrow;
export type Block = {
  array: Output;
  from: number;
  rows: number;
  width: number;
  stride: number;
  pointer: number;
};
export declare class Workspace {
  #private;
  /** Whether the kernels may work on the arrays where they are. */
  inPlace: boolean;
  memory: Memory;
  /** The next free byte of scratch memory: remember it and set it back to free what came after. */
  top: number;
  /** @type {Block[]} what `flush` copies */
  pending: Block[];
  /** @param {(Output | undefined)[]} arrays all arrays of the call */
  constructor(...arrays: (Output | undefined)[]);
  /**
   * The functions of a module, working on this memory.
   * @template {string} Names @param {KernelModule<Names>} module
   * @returns {Kernels<Names>}
   */
  use<Names extends string>(module: KernelModule<Names>): Kernels<Names>;
  /**
   * Room in scratch memory.
   * @param {number} bytes
   * @returns {number} a pointer, a multiple of 64
   */
  reserve(bytes: number): number;
  /**
   * A pointer to `count` elements of an array from `from` on.
   * @param {Tensor} array @param {number} from @param {number} count
   */
  input(array: Tensor, from: number, count: number): number;
  /**
   * The same, always in scratch memory.
   * @param {Tensor} array @param {number} from @param {number} count
   */
  copy(array: Tensor, from: number, count: number): number;
  /**
   * The same for a block of a matrix: `rows` pieces of `width` elements, their starts `stride`
   * apart in the array. In scratch memory the pieces lie close together.
   * @param {Tensor} array @param {number} from @param {number} rows @param {number} width
   * @param {number} stride
   */
  inputBlock(array: Tensor, from: number, rows: number, width: number, stride: number): number;
  /**
   * A pointer for a kernel to write `count` elements of an array to; `flush` takes them there.
   * @param {Output} array @param {number} from @param {number} count
   * @param {number} [at] scratch memory to use, when that of an input will do
   */
  output(array: Output, from: number, count: number, at?: number): number;
  /**
   * The same for a block of a matrix: `rows` pieces of `width` elements, their starts `stride`
   * apart in the array. In scratch memory the pieces lie close together.
   * @param {Output} array @param {number} from @param {number} rows @param {number} width
   * @param {number} stride @param {number} [at]
   * @param {boolean} [inPlace] whether it may be the array's own memory
   */
  outputBlock(
    array: Output,
    from: number,
    rows: number,
    width: number,
    stride: number,
    at?: number,
    inPlace?: boolean,
  ): number;
  /**
   * The same, always in scratch memory: for small blocks of wide matrices, which are better made
   * close together and then copied.
   * @param {Output} array @param {number} from @param {number} rows @param {number} width
   * @param {number} stride @param {number} [at]
   */
  scratchBlock(
    array: Output,
    from: number,
    rows: number,
    width: number,
    stride: number,
    at?: number,
  ): number;
  /**
   * Calls `body` for tiles of `rows` rows that take `bytes` of scratch memory each; for all rows
   * at once where nothing is copied.
   * @param {number} rows @param {number} bytes
   * @param {boolean} copies whether scratch memory is used even if the arrays lie in an arena
   * @param {(first: number, rows: number) => void} body
   */
  eachTile(
    rows: number,
    bytes: number,
    copies: boolean,
    body: (first: number, rows: number) => void,
  ): void;
  /**
   * How many of `rows` rows of `bytes` each make a tile that stays in the cache.
   * @param {number} rows @param {number} bytes
   * @param {number} [unit] the tile's rows are a multiple of this
   */
  tileRows(rows: number, bytes: number, unit?: number): number;
  /** Copies what the kernels wrote to where it belongs. */
  flush(): void;
  /**
   * Scratch memory as doubles, to fill or to read.
   * @param {number} pointer @param {number} count
   */
  doubles(pointer: number, count: number): Float64Array<ArrayBuffer>;
  /**
   * The same as elements of a kernel's type.
   * @param {string} kind "_f32" or "_f64" @param {number} pointer @param {number} count
   * @returns {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>}
   */
  elements(
    kind: string,
    pointer: number,
    count: number,
  ): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;
  /**
   * Repeats a piece of scratch memory.
   * @param {number} pointer @param {number} bytes
   * @param {number} stride bytes from the start of a piece to that of the next
   * @param {number} count pieces in all, the first included
   */
  repeat(pointer: number, bytes: number, stride: number, count: number): void;
  /**
   * Scratch memory as elements of the type of `like`, to fill or to read.
   * @param {Output} like @param {number} pointer @param {number} count
   */
  view(
    like: Output,
    pointer: number,
    count: number,
  ): Float32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike> | Int32Array<ArrayBufferLike>;
}
/**
 * Some elements of an array. Its own method would have a class of the caller's make them.
 * @param {Tensor} array @param {number} from @param {number} count
 */
export declare function part(
  array: Tensor,
  from: number,
  count: number,
): Float32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike> | Int32Array<ArrayBufferLike>;
/** @param {Tensor} array @param {number} index */
export declare function address(array: Tensor, index: number): number;
/** The suffix of the kernels for an array's type. @param {Output} array @returns {"_f32" | "_f64"} */
export declare function suffix({ BYTES_PER_ELEMENT }: Output): "_f32" | "_f64";
/**
 * Numbers in the type of a result, each rounded once: its elements, to be moved there.
 * @param {string} where @param {FloatArray} values @param {Result} like
 */
export declare function converted(
  where: string,
  values: FloatArray,
  like: Result,
): Uint16Array<ArrayBuffer> | FloatArray;
