import type { HalfArray } from "../narrow.js";
import { Narrow } from "../narrow.js";
export type FloatArray = Float32Array | Float64Array;
export type Dtype = "float32" | "float64" | "float16" | "bfloat16";
export type TableArray = FloatArray | HalfArray | Uint16Array;
export type Result = FloatArray | Narrow;
export type ArrayOf<D extends "float32" | "float64"> = D extends "float64"
  ? Float64Array<ArrayBuffer>
  : Float32Array<ArrayBuffer>;
export type TableOf<D extends Dtype> = D extends "float64"
  ? Float64Array<ArrayBuffer>
  : D extends "float32"
    ? Float32Array<ArrayBuffer>
    : D extends "float16"
      ? HalfArray
      : Uint16Array<ArrayBuffer>;
export type Named = Record<string, ArrayBufferView | undefined>;
export declare const dtypes: readonly ["float32", "float64", "float16", "bfloat16"];
/**
 * What kind of typed array a value is, undefined if none. It reads the array's own type: frames and
 * other realms have constructors of their own, and proxies only look like arrays.
 * @param {unknown} value
 * @returns {string | undefined}
 */
export declare function typeName(value: unknown): string | undefined;
/**
 * An array whose buffer was transferred elsewhere, or shrank below it, looks empty and fails later.
 * @param {string} where @param {string} name @param {ArrayBufferView} array
 */
export declare function attached(where: string, name: string, array: ArrayBufferView): void;
/**
 * A Float32Array or Float64Array, of `length` elements if that is given.
 * @param {string} where @param {string} name @param {unknown} value @param {number} [length]
 * @param {string} [because] where that length comes from
 * @returns {FloatArray}
 */
export declare function floats(
  where: string,
  name: string,
  value: unknown,
  length?: number,
  because?: string,
): FloatArray;
/**
 * A typed array that has its buffer and says of itself what is true.
 * @template {ArrayBufferView & { length: number, BYTES_PER_ELEMENT: number }} T
 * @param {string} where @param {string} name @param {T} array @param {number} [length] that it
 *   must have
 * @param {string} [because] where that length comes from
 * @returns {T}
 */
export declare function sized<
  T extends ArrayBufferView & {
    length: number;
    BYTES_PER_ELEMENT: number;
  },
>(where: string, name: string, array: T, length?: number, because?: string): T;
/**
 * The matrix and its shape, as the analysis functions take them.
 * @param {string} where @param {unknown} pe @param {unknown} sizes
 * @returns {{ pe: FloatArray, length: number, width: number }}
 */
export declare function matrix(
  where: string,
  pe: unknown,
  sizes: unknown,
): {
  pe: FloatArray;
  length: number;
  width: number;
};
/**
 * `out`, if it is given.
 * @param {string} where @param {unknown} out @param {number} length
 * @param {object} limits
 * @param {FloatArray} [limits.type] the array whose type it must have
 * @param {Record<string, FloatArray>} [limits.inPlace] one array: `out` may be this array itself,
 *   but must not overlap it in part; it must have its type
 * @param {Named} [limits.apart] arrays that it must not overlap
 * @param {string} [limits.name] of the argument
 * @returns {FloatArray | undefined}
 */
export declare function output(
  where: string,
  out: unknown,
  length: number,
  {
    type,
    inPlace,
    apart,
    name,
  }: {
    type?: FloatArray;
    inPlace?: Record<string, FloatArray>;
    apart?: Named;
    name?: string;
  },
): FloatArray | undefined;
/**
 * An array that is written must not overlap others.
 * @param {string} where @param {string} name @param {ArrayBufferView} array @param {Named} others
 */
export declare function clear(
  where: string,
  name: string,
  array: ArrayBufferView,
  others: Named,
): void;
/** @param {string} where @param {string} name @param {FloatArray} array @param {FloatArray} like */
export declare function sameType(
  where: string,
  name: string,
  array: FloatArray,
  like: FloatArray,
): void;
/**
 * A new array for a result, of a type by name.
 * @template {"float32" | "float64"} D
 * @param {string} where @param {D} dtype @param {number} length
 * @returns {ArrayOf<D>}
 */
export declare function allocate<D extends "float32" | "float64">(
  where: string,
  dtype: D,
  length: number,
): ArrayOf<D>;
/**
 * The array for a result that follows no input: `out`, or a new one of the type `dtype`.
 * @param {string} where @param {number} length
 * @param {"float32" | "float64" | undefined} dtype @param {unknown} out
 * @param {Named} [apart] what `out` must not overlap
 * @returns {FloatArray}
 */
export declare function result(
  where: string,
  length: number,
  dtype: "float32" | "float64" | undefined,
  out: unknown,
  apart?: Named,
): FloatArray;
/**
 * The array for a table, which may also be of 16 bits an element: `out`, or a new one of the type
 * `dtype`. `arrayOf` gives the array that a caller gets.
 * @param {string} where @param {number} length
 * @param {Dtype | undefined} dtype @param {unknown} out
 * @param {Named} [apart] what `out` must not overlap
 * @returns {Result}
 */
export declare function tableResult(
  where: string,
  length: number,
  dtype: Dtype | undefined,
  out: unknown,
  apart?: Named,
): Result;
/** A new table of a type by name. @param {string} where @param {Dtype} dtype @param {number} length */
export declare function newTable(
  where: string,
  dtype: Dtype,
  length: number,
): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Narrow;
/** The array that a caller gets. @param {Result} table @returns {TableArray} */
export declare function arrayOf(table: Result): TableArray;
/** An array whose elements may be moved about, and set to 0. @param {Result} table */
export declare function elementsOf(table: Result): Uint16Array<ArrayBuffer> | FloatArray;
/**
 * The bytes of a picture: `out`, or new ones.
 * @param {string} where @param {unknown} out @param {number} length
 * @returns {Uint8Array | Uint8ClampedArray}
 */
export declare function picture(
  where: string,
  out: unknown,
  length: number,
): Uint8Array | Uint8ClampedArray;
/** @param {unknown} array @returns {array is Float32Array} */
export declare function isFloat32(array: unknown): array is Float32Array;
/**
 * @template {Result} T
 * @param {T} array
 * @returns {T extends FloatArray ? "float32" | "float64" : Dtype}
 */
export declare function dtypeOf<T extends Result>(
  array: T,
): T extends FloatArray ? "float32" | "float64" : Dtype;
