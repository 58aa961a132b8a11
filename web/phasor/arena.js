// arena.js: memory of the module's own, for pipelines that want no copies.
import * as check from "./check.js";
import { instanceWithRoom } from "./module.js";

/** @import { Instance } from "./module.js" */

const ALIGNMENT = 64;
const LARGEST = 2 ** 32 - 2 ** 24; // 4 GiB less the module's own memory

/** @type {WeakMap<ArrayBufferLike, Instance>} */
const arenas = new WeakMap();

/**
 * The arena instance in whose memory an array lies.
 * @param {ArrayBufferView} array
 * @returns {Instance | undefined}
 */
export function arenaOf(array) {
  return arenas.get(array.buffer);
}

/**
 * An instance of the module with fixed memory for arrays. A function whose arrays all lie in one
 * arena works on them where they are, without copying; arrays from elsewhere may be mixed in, and
 * are copied.
 *
 * ```js
 * const arena = new Arena(1 << 20);
 * const x = arena.float32(128 * 64);
 * const pe = sinusoidal(128, 64, { out: arena.float32(128 * 64) });
 * ```
 */
export class Arena {
  #instance;
  #start;
  #next;
  /** Where memory begins that was never given out, and is zero still. */
  #fresh;

  /**
   * @param {number} bytes room for arrays; rounded up to whole pages of 64 KiB. Each array takes
   *   its bytes rounded up to a multiple of 64.
   * @throws {RangeError} when the engine cannot give that much
   */
  constructor(bytes) {
    check.integer("phasor.Arena", "bytes", bytes, 0, LARGEST);
    try {
      const { instance, start } = instanceWithRoom(bytes);
      this.#instance = instance;
      this.#start = start;
      this.#next = start;
      this.#fresh = start;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new RangeError(`phasor.Arena: ${bytes} bytes cannot be had from this engine`, {
        cause,
      });
    }
    arenas.set(this.#instance.buffer, this.#instance);
  }

  /** Bytes in all. */
  get bytes() {
    return this.#instance.buffer.byteLength - this.#start;
  }

  /** Bytes not given out yet. */
  get free() {
    return this.#instance.buffer.byteLength - this.#next;
  }

  /**
   * A new array of `length` floats, zeroed.
   * @param {number} length
   * @returns {Float32Array<ArrayBuffer>}
   * @throws {RangeError} when the arena has not that much left
   */
  float32(length) {
    return new Float32Array(this.#instance.buffer, this.#take("float32", length, 4), length);
  }

  /**
   * A new array of `length` doubles, zeroed.
   * @param {number} length
   * @returns {Float64Array<ArrayBuffer>}
   * @throws {RangeError} when the arena has not that much left
   */
  float64(length) {
    return new Float64Array(this.#instance.buffer, this.#take("float64", length, 8), length);
  }

  /**
   * A new array of `length` 32-bit integers, zeroed.
   * @param {number} length
   * @returns {Int32Array<ArrayBuffer>}
   * @throws {RangeError} when the arena has not that much left
   */
  int32(length) {
    return new Int32Array(this.#instance.buffer, this.#take("int32", length, 4), length);
  }

  /** Takes all arrays back. Arrays given out before now share their memory with later ones. */
  reset() {
    this.#next = this.#start;
  }

  /** @param {string} method @param {number} length @param {number} size */
  #take(method, length, size) {
    const where = `phasor.Arena.${method}`;
    check.integer(where, "length", length, 0, Number.MAX_SAFE_INTEGER);
    if (length * size > this.free) {
      throw new RangeError(
        `${where}: length ${length} needs ${length * size} bytes, ${this.free} of ${this.bytes} are free`,
      );
    }
    const pointer = this.#next;
    const used = Math.min(this.#fresh, pointer + length * size);
    if (used > pointer) new Uint8Array(this.#instance.buffer, pointer, used - pointer).fill(0);
    this.#next = Math.min(
      pointer + Math.ceil((length * size) / ALIGNMENT) * ALIGNMENT,
      this.#instance.buffer.byteLength,
    );
    this.#fresh = Math.max(this.#fresh, this.#next);
    return pointer;
  }
}
