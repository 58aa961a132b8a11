import type { Memory } from "./memory.js";
/**
 * The memory of the arena that contains an array, if there is one.
 * @param {ArrayBufferView} array
 * @returns {Memory | undefined}
 */
export declare function arenaOf(array: ArrayBufferView): Memory | undefined;
/**
 * Fixed memory for arrays. If all arrays of a call are in the same arena,
 * the call uses them in place, without copying. You can mix in arrays from elsewhere; these are copied.
 *
 * ```js
 * const arena = new Arena(1 << 20);
 * const x = arena.float32(128 * 64);
 * const pe = sinusoidal(128, 64, { out: arena.float32(128 * 64) });
 * ```
 */
export declare class Arena {
  #private;
  /**
   * @param {number} bytes memory for arrays, rounded up to pages of 64 KiB. Each array takes its bytes
   *   rounded up to a multiple of 64.
   * @throws {RangeError} if the engine cannot allocate that much
   */
  constructor(bytes: number);
  /** Size in bytes. */
  get bytes(): number;
  /** Free bytes. */
  get free(): number;
  /**
   * A new array of `length` floats, zeroed.
   * @param {number} length
   * @returns {Float32Array<ArrayBuffer>}
   * @throws {RangeError} if the arena does not have enough free memory
   */
  float32(length: number): Float32Array<ArrayBuffer>;
  /**
   * A new array of `length` doubles, zeroed.
   * @param {number} length
   * @returns {Float64Array<ArrayBuffer>}
   * @throws {RangeError} if the arena does not have enough free memory
   */
  float64(length: number): Float64Array<ArrayBuffer>;
  /**
   * A new array of `length` 32-bit integers, zeroed.
   * @param {number} length
   * @returns {Int32Array<ArrayBuffer>}
   * @throws {RangeError} if the arena does not have enough free memory
   */
  int32(length: number): Int32Array<ArrayBuffer>;
  /** Frees all arrays. Later arrays reuse the memory of earlier ones. */
  reset(): void;
}
