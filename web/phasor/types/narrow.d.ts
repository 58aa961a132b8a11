export type Float16 = typeof globalThis extends {
  Float16Array: {
    prototype: infer T;
  };
}
  ? T
  : never;
export type HalfArray = Uint16Array<ArrayBuffer> | Float16;
export type NarrowType = "float16" | "bfloat16";

import type { Memory } from "./memory.js";
/** A result of 16 bits an element: to the kernels, which never see it, one of doubles. */
export declare class Narrow {
  array: Uint16Array<ArrayBuffer>;
  dtype: NarrowType;
  /** The same memory as bits. */
  bits: Uint16Array<ArrayBuffer>;
  length: number;
  BYTES_PER_ELEMENT: number;
  /**
   * @param {HalfArray} array the caller's
   * @param {NarrowType} dtype
   */
  constructor(array: HalfArray, dtype: NarrowType);
  /**
   * Has `count` doubles rounded.
   * @param {Memory} memory @param {number} to pointer @param {number} from pointer
   * @param {number} count
   */
  round(memory: Memory, to: number, from: number, count: number): void;
}
/**
 * A new array for results of a type.
 * @param {NarrowType} dtype @param {number} length
 * @returns {HalfArray}
 */
export declare function newNarrow(dtype: NarrowType, length: number): HalfArray;
/**
 * Whether a result is of 16 bits an element. It asks for no class, so that a bundle without such
 * tables leaves it and its kernels out.
 * @param {object} result
 * @returns {result is Narrow}
 */
export declare function isNarrow(result: object): result is Narrow;
