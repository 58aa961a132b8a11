import type { Series } from "./series.js";
/** @import { Series } from "./series.js" */
/** Pairs of a table up to which one offset table serves it: then it takes 1 MiB. */
export declare const STRIP_PAIRS = 2048;
/** Where a memory keeps the frequencies of the last table, and its offset table: see series.js. */
export declare const INCREMENTS_AT = 0;
export declare const OFFSETS_AT: number;
export type Kernels<Names extends string> = Record<Names, (...args: number[]) => number>;
/**
 * A WebAssembly module with the kernels of one subject. It is compiled once.
 * @template {string} Names its functions
 */
export declare class KernelModule<Names extends string> {
  #private;
  slot: number;
  /** Only for the types: what the module exports. @type {Names | undefined} */
  names: Names | undefined;
  /**
   * @param {number} slot its number, which says where its constants lie in memory
   * @param {(() => Uint8Array<ArrayBuffer>) | undefined} bytes undefined if `initialize` must be called
   */
  constructor(slot: number, bytes: (() => Uint8Array<ArrayBuffer>) | undefined);
  /** @returns {WebAssembly.Module} */
  compiled(): WebAssembly.Module;
  /** @returns {Promise<WebAssembly.Module>} without blocking the thread */
  compiling(): Promise<WebAssembly.Module>;
  read(): Uint8Array<ArrayBuffer>;
}
/** Memory for kernels, and the kernels that work on it. It never grows, so views stay valid. */
export declare class Memory {
  imports: {
    env: {
      memory: WebAssembly.Memory;
    };
  };
  buffer: ArrayBuffer;
  start: number;
  /** Scratch memory: from this byte, a multiple of 64, to before that one. */
  scratch: number;
  end: number;
  /** By slot. @type {Kernels<string>[]} */
  kernels: Kernels<string>[];
  /**
   * The frequencies in memory, and the first pair of those whose offset table is in memory: see series.js.
   * They are a series, or have another owner.
   * @type {Series & { strip: number, owner?: object }}
   */
  last: Series & {
    strip: number;
    owner?: object;
  };
  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} start the first byte that the kernels leave free, a multiple of 64
   * @param {number} room bytes at the end that are for the arrays of an arena
   */
  constructor(memory: WebAssembly.Memory, start: number, room: number);
  /**
   * The functions of a module, working on this memory.
   * @template {string} Names @param {KernelModule<Names>} module
   * @returns {Kernels<Names>}
   */
  use<Names extends string>(module: KernelModule<Names>): Kernels<Names>;
}
/**
 * Supplies one WebAssembly module with all kernels, for hosts that do not allow compiling from bytes (edge
 * workers; import phasor/core there) or that serve `phasor.wasm` as a separate file. Without it, phasor uses
 * the modules inside the package. Call it before anything else; a later call replaces the module for the
 * calls that follow.
 *
 * @param {WebAssembly.Module | ArrayBuffer | ArrayBufferView} moduleOrBytes a compiled module, or
 *   the bytes of `phasor/phasor.wasm`
 * @returns {void}
 * @throws {TypeError} if it is neither, or is not phasor's module
 */
export declare function initialize(
  moduleOrBytes: WebAssembly.Module | ArrayBuffer | ArrayBufferView,
): void;
/** The memory that serves calls on ordinary arrays. @returns {Memory} */
export declare function sharedMemory(): Memory;
/**
 * A new memory with `size` bytes, from `end` on, in addition to those of the shared one.
 * @param {number} size
 */
export declare function memoryWithRoom(size: number): Memory;
/**
 * Compiles the kernels asynchronously, for threads that may not compile them synchronously (the main thread
 * in Chrome before version 115) or pages that must not wait for it. Later calls are synchronous as usual.
 * You do not need this if synchronous compilation works.
 *
 * @returns {Promise<void>} resolves when the kernels are compiled; immediately if they already are
 * @throws {Error} (rejects) if this engine cannot compile them; the message says why
 *
 * @example
 * await ready();
 * sinusoidal(512, 64);
 */
export declare function ready(): Promise<void>;
