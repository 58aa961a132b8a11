// arena.js: WebAssembly memory for arrays, for pipelines that avoid copies.
import * as check from "./check.js";
import { newArenaMemory } from "./memory.js";
import { inspect, inspected } from "./quote.js";

const className = "an Arena";
/** Arrays begin at multiples of so many bytes. */
export const ALIGNMENT = 64;
const MAX_BYTES = 2 ** 32 - 2 ** 24; // 4 GiB less the module's own memory

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
export class Arena {
  #memory;
  #next;
  /** Start of the memory that has never been used and is still zero. */
  #unused;

  /**
   * @param {number} bytes memory for arrays, rounded up to pages of 64 KiB. Each array takes its bytes
   *   rounded up to a multiple of 64.
   * @throws {RangeError} if the engine cannot allocate that much
   */
  constructor(bytes) {
    check.integer("phasor.Arena", "bytes", bytes, 0, MAX_BYTES);
    try {
      this.#memory = newArenaMemory(bytes);
      this.#next = this.#memory.end;
      this.#unused = this.#memory.end;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new RangeError(
        `phasor.Arena: bytes must be what this engine can allocate, got ${bytes}`,
        {
          cause,
        },
      );
    }
  }

  /** @internal */
  [inspect]() {
    return inspected(this, "Arena", ["bytes", "free"]);
  }

  /** Size in bytes. */
  get bytes() {
    return this.#memory.buffer.byteLength - this.#memory.end;
  }

  /** Free bytes. */
  get free() {
    return this.#memory.buffer.byteLength - this.#next;
  }

  /**
   * A new array of `length` floats, zeroed.
   * @param {number} length
   * @returns {Float32Array<ArrayBuffer>}
   * @throws {RangeError} if the arena does not have enough free memory
   */
  float32(length) {
    if (!(#memory in Object(this))) check.detached("phasor.Arena.float32", className, this);
    return new Float32Array(this.#memory.buffer, this.#take("float32", length, 4), length);
  }

  /**
   * A new array of `length` doubles, zeroed.
   * @param {number} length
   * @returns {Float64Array<ArrayBuffer>}
   * @throws {RangeError} if the arena does not have enough free memory
   */
  float64(length) {
    if (!(#memory in Object(this))) check.detached("phasor.Arena.float64", className, this);
    return new Float64Array(this.#memory.buffer, this.#take("float64", length, 8), length);
  }

  /**
   * A new array of `length` 32-bit integers, zeroed.
   * @param {number} length
   * @returns {Int32Array<ArrayBuffer>}
   * @throws {RangeError} if the arena does not have enough free memory
   */
  int32(length) {
    if (!(#memory in Object(this))) check.detached("phasor.Arena.int32", className, this);
    return new Int32Array(this.#memory.buffer, this.#take("int32", length, 4), length);
  }

  /** Frees all arrays. Later arrays reuse the memory of earlier ones. */
  reset() {
    if (!(#memory in Object(this))) check.detached("phasor.Arena.reset", className, this);
    this.#next = this.#memory.end;
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
    const used = Math.min(this.#unused, pointer + length * size);
    if (used > pointer) new Uint8Array(this.#memory.buffer, pointer, used - pointer).fill(0);
    this.#next = Math.min(
      pointer + Math.ceil((length * size) / ALIGNMENT) * ALIGNMENT,
      this.#memory.buffer.byteLength,
    );
    this.#unused = Math.max(this.#unused, this.#next);
    return pointer;
  }
}
