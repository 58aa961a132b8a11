// memory.js: the WebAssembly modules of the kernels, and the memories that they work on.
//
// Nothing is compiled at import. Each module in kernels/ is compiled when one of its functions is
// first needed. All modules import one memory of fixed size; an arena is another memory with the
// same modules. After `initialize`, one module with all functions is used for every call instead.
import {
  INCREMENTS_LENGTH,
  MEMORY_PAGES,
  OFFSETS_LENGTH,
  PAGE_BYTES,
  SCRATCH,
  STACK_BYTES,
} from "./kernels/constants.js";

/** @import { Series } from "./frequencies.js" */
/** @import { Output } from "./workspace.js" */

/** The maximum number of pairs of one offset table, which then takes 1 MiB. */
export const STRIP_PAIRS = 2048;
const MAX_PAIRS = 32768;
/** Where a memory keeps the frequencies of the last table, and its offset table: see series.js. */
export const INCREMENTS_AT = 0;
export const OFFSETS_AT = 8 * INCREMENTS_LENGTH(MAX_PAIRS);
const KEPT_BYTES = OFFSETS_AT + 8 * OFFSETS_LENGTH(STRIP_PAIRS);

/**
 * The functions of a module: see csrc/phasor.h. Pointers are byte addresses.
 * @template {string} Names
 * @typedef {Record<Names, (...args: number[]) => number>} Kernels
 */

/** The modules of kernels in this program. @type {KernelModule<string>[]} */
const kernelModules = [];
/** The module with all functions, if there is one, and its bytes. @type {WebAssembly.Module | undefined} */
let wholeModule;
/** The memory that serves calls on ordinary arrays. @type {Memory | undefined} */
let sharedMemory;
/** The memories of arenas, by their buffers. @type {WeakMap<ArrayBufferLike, Memory>} */
const arenas = new WeakMap();

/**
 * A WebAssembly module with the kernels of one subject. It is compiled once.
 * @template {string} Names its functions
 */
export class KernelModule {
  /** @type {WebAssembly.Module | undefined} */
  module;
  /** Only for the types: what the module exports. @type {Names | undefined} */
  names;

  /**
   * @param {number} slot its number, which says where its constants lie in memory
   * @param {() => Uint8Array<ArrayBuffer>} bytes
   */
  constructor(slot, bytes) {
    this.slot = slot;
    this.bytes = bytes;
    kernelModules.push(this);
  }

  /** @returns {WebAssembly.Module} */
  compiled() {
    this.module ??= compile(this.bytes());
    return this.module;
  }
}

/** Memory for kernels, and the kernels that work on it. It never grows, so views stay valid. */
export class Memory {
  /** By slot. @type {Kernels<string>[]} */
  kernels = [];
  /** Whether it contains arrays of callers, which kernels may use in place. */
  isArena = false;
  /**
   * The frequencies in memory, and the first pair of the offset table in memory: see series.js. The
   * frequencies are a series, or belong to an owner such as a rotary embedding.
   * @type {Partial<Series> & { strip: number, owner?: object }}
   */
  last = { strip: -1 };

  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} start the first byte that the kernels leave free, a multiple of 64
   * @param {number} arenaBytes bytes at the end that are for the arrays of an arena
   */
  constructor(memory, start, arenaBytes) {
    this.imports = { env: { memory } };
    this.buffer = memory.buffer;
    this.start = start;
    /** Scratch memory: from the byte `scratch`, a multiple of 64, up to but not including `end`. */
    this.scratch = start + KEPT_BYTES;
    this.end = this.buffer.byteLength - arenaBytes;
  }

  /**
   * The functions of a module, working on this memory.
   * @template {string} Names @param {KernelModule<Names>} module
   * @returns {Kernels<Names>}
   */
  use(module) {
    this.kernels[module.slot] ??= link(instantiate(module.compiled(), this.imports));
    return this.kernels[module.slot];
  }
}

/**
 * The functions of a module that was just instantiated. Its constants are where its stack would
 * end, so it uses the stack of the first module, as all modules do.
 * @param {WebAssembly.Instance} instance
 */
function link({ exports }) {
  const stack = /** @type {WebAssembly.Global | undefined} */ (exports.__stack_pointer);
  if (stack) stack.value = STACK_BYTES;
  return /** @type {Kernels<string>} */ (/** @type {unknown} */ (exports));
}

/** @param {number} [extraPages] more than the size of the shared memory */
function newMemory(extraPages = 0) {
  if (typeof WebAssembly !== "object") throw new Error("phasor: this engine has no WebAssembly");
  const pages = MEMORY_PAGES + extraPages;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  return new Memory(memory, SCRATCH, extraPages * PAGE_BYTES);
}

/** The memory of an instance of the module with all functions. */
class WholeMemory extends Memory {
  #kernels;

  /** @param {WebAssembly.Module} module @param {number} [extraPages] */
  constructor(module, extraPages = 0) {
    const kernels = /** @type {Kernels<string> & { memory: WebAssembly.Memory }} */ (
      /** @type {unknown} */ (instantiate(module).exports)
    );
    // Before the buffer is first read, because growing detaches it.
    if (extraPages > 0) kernels.memory.grow(extraPages);
    super(kernels.memory, kernels.phasor_scratch() >>> 0, extraPages * PAGE_BYTES);
    this.#kernels = kernels;
  }

  /** @override */
  use() {
    return this.#kernels;
  }
}

/**
 * Supplies one WebAssembly module with all kernels, for hosts that do not allow compiling from bytes (edge
 * workers) or that serve `phasor.wasm` as a separate file. Without it, phasor uses
 * the modules inside the package. Call it before anything else; a later call replaces the module for the
 * calls that follow.
 *
 * @param {WebAssembly.Module | ArrayBuffer | ArrayBufferView} moduleOrBytes a compiled module, or
 *   the bytes of `phasor/phasor.wasm`
 * @returns {void}
 * @throws {TypeError} if it is neither, or is not phasor's module
 */
export function initialize(moduleOrBytes) {
  const module = readModule(moduleOrBytes);
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  if (!names.has("phasor_scratch") || WebAssembly.Module.imports(module).length > 0) {
    throw new TypeError(INVALID_MODULE);
  }
  sharedMemory = new WholeMemory(module);
  wholeModule = module;
}

const INVALID_MODULE = "phasor.initialize: moduleOrBytes is not phasor's module";

/** @param {unknown} source @returns {WebAssembly.Module} */
function readModule(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof ArrayBuffer || ArrayBuffer.isView(source))) {
    throw new TypeError(
      "phasor.initialize: moduleOrBytes must be a WebAssembly.Module or the bytes of phasor.wasm, " +
        `got ${source === null ? "null" : typeof source}`,
    );
  }
  if (source.byteLength === 0) throw new TypeError(INVALID_MODULE); // or a detached buffer
  const bytes = (
    source instanceof ArrayBuffer
      ? new Uint8Array(source)
      : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  ).slice(); // which is not shared memory
  if (hasSimd() && !WebAssembly.validate(bytes)) throw new TypeError(INVALID_MODULE);
  return compile(bytes);
}

/**
 * The memory that serves a call: that of the arena that contains all its arrays, or else the shared one.
 * @param {readonly (Output | undefined)[]} [arrays] all arrays of the call
 * @returns {Memory}
 */
export function memoryOf(arrays = []) {
  /** @type {Memory | undefined} */
  let arena;
  for (const array of arrays) {
    if (array === undefined) continue;
    const { buffer } = /** @type {ArrayBufferView} */ (array); // undefined with 16 bits an element
    const memory = arenas.get(buffer);
    if (memory === undefined || memory !== (arena ?? memory)) {
      arena = undefined;
      break;
    }
    arena = memory;
  }
  if (arena) return arena;
  sharedMemory ??= newMemory();
  return sharedMemory;
}

/**
 * A new memory with `size` bytes, from `end` on, for the arrays of an arena.
 * @param {number} size
 */
export function newArenaMemory(size) {
  const pages = Math.ceil(size / PAGE_BYTES);
  const memory = wholeModule ? new WholeMemory(wholeModule, pages) : newMemory(pages);
  memory.isArena = true;
  arenas.set(memory.buffer, memory);
  return memory;
}

/** @type {Promise<void> | undefined} */
let pending;

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
export function ready() {
  pending ??= instantiateAll().finally(() => {
    pending = undefined;
  });
  return pending;
}

async function instantiateAll() {
  const memory = memoryOf();
  if (memory instanceof WholeMemory) return;
  const results = await Promise.allSettled(
    kernelModules.map(async (module) => {
      if (memory.kernels[module.slot]) return;
      const instance = await WebAssembly.instantiate(await compileAsync(module), memory.imports);
      memory.kernels[module.slot] ??= link(instance);
    }),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** @param {KernelModule<string>} kernels @returns {Promise<WebAssembly.Module>} without blocking the thread */
async function compileAsync(kernels) {
  const bytes = kernels.bytes();
  try {
    kernels.module ??= await WebAssembly.compile(bytes);
  } catch (cause) {
    failToCompile(bytes, cause);
  }
  return kernels.module;
}

/** @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
function instantiate(module, imports) {
  try {
    return new WebAssembly.Instance(module, imports);
  } catch (cause) {
    if (cause instanceof RangeError && !TOO_LARGE.test(cause.message)) throw cause; // no memory
    return failToCompile(undefined, cause);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {WebAssembly.Module} */
function compile(bytes) {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    return failToCompile(bytes, cause);
  }
}

const TOO_LARGE = /larger than|disallowed on the main thread/i;

/** @param {unknown} bytes if they may be the cause @param {unknown} cause @returns {never} */
function failToCompile(bytes, cause) {
  let message = "phasor: the WebAssembly module could not be compiled";
  if (bytes && !hasSimd()) {
    message = "phasor: this engine's WebAssembly has no SIMD128, which phasor needs";
  } else if (/unsafe-eval|content security/i.test(String(cause))) {
    message =
      "phasor: the content security policy forbids WebAssembly; allow 'wasm-unsafe-eval' in script-src";
  } else if (/disallowed by embedder/i.test(String(cause))) {
    message =
      "phasor: this host compiles no WebAssembly at run time; call `initialize` before anything else, with " +
      "the module that you import from phasor/phasor.wasm";
  } else if (TOO_LARGE.test(String(cause))) {
    message = "phasor: this thread may not compile WebAssembly at once; call `await ready()` first";
  }
  throw new Error(message, { cause });
}

/** Whether the engine accepts a module with one SIMD128 instruction, i8x16.splat. */
function hasSimd() {
  return WebAssembly.validate(
    Uint8Array.of(
      ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123],
      ...[3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
    ),
  );
}
