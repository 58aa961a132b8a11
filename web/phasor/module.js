// module.js: the WebAssembly module and its instances.
//
// Nothing happens at import. The first call compiles the module in wasm.js, or the one that
// `initialize` received, and makes one instance of it with a small memory that never grows.
import { PLAN_BYTES } from "./plan.js";
import { moduleBytes } from "./wasm.js";

/** @import { Plan } from "./plan.js" */

const PAGE = 65536;

/**
 * The module's exports: see csrc/phasor.h. Pointers are byte addresses.
 * @typedef {Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory }} Kernels
 */

/** @type {WebAssembly.Module | undefined} */
let supplied;
/** @type {Uint8Array<ArrayBuffer> | undefined} */
let bytes;
/** @type {Instance | undefined} */
let shared;

/** One instance of the module, with its memory. The memory never grows, so views stay valid. */
export class Instance {
  /** @param {WebAssembly.Instance} instance @param {number} extraPages by which the memory grows once, at creation */
  constructor(instance, extraPages = 0) {
    const exports = /** @type {Kernels} */ (/** @type {unknown} */ (instance.exports));
    if (extraPages > 0) exports.memory.grow(extraPages);
    this.kernels = exports;
    this.buffer = exports.memory.buffer;
    /** Address of the frequencies of the last table, see plan.js. */
    this.planMemory = exports.phasor_scratch() >>> 0;
    /** @type {Plan} */
    this.plan = { base: 0, numerator: 0, denominator: 0, shift: 0, pairs: 0, strip: -1 };
    /** Address of the first free byte; a multiple of 64. */
    this.scratch = this.planMemory + PLAN_BYTES;
  }
}

/**
 * Supplies the WebAssembly module, for hosts that do not allow compiling it from bytes (edge workers) or
 * that serve `phasor.wasm` as a separate file. Without it, phasor uses the module inside the package.
 * Call it before anything else; a later call replaces the module for the calls that follow.
 *
 * @param {WebAssembly.Module | ArrayBuffer | ArrayBufferView} moduleOrBytes a compiled module, or
 *   the bytes of `phasor/phasor.wasm`
 * @returns {void}
 * @throws {TypeError} if it is neither, or is not phasor's module
 */
export function initialize(moduleOrBytes) {
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let givenBytes;
  /** @type {WebAssembly.Module} */
  let module;
  const notOurs = "phasor.initialize: moduleOrBytes is not phasor's module";
  if (moduleOrBytes instanceof WebAssembly.Module) {
    module = moduleOrBytes;
  } else if (moduleOrBytes instanceof ArrayBuffer || ArrayBuffer.isView(moduleOrBytes)) {
    if (moduleOrBytes.byteLength === 0) throw new TypeError(notOurs); // or a detached buffer
    givenBytes = (
      moduleOrBytes instanceof ArrayBuffer
        ? new Uint8Array(moduleOrBytes)
        : new Uint8Array(moduleOrBytes.buffer, moduleOrBytes.byteOffset, moduleOrBytes.byteLength)
    ).slice();
    // If the engine rejects these bytes but accepts the package's own, they are not phasor's module.
    if (!WebAssembly.validate(givenBytes) && WebAssembly.validate(moduleBytes())) {
      throw new TypeError(notOurs);
    }
    module = compile(givenBytes);
  } else {
    throw new TypeError(
      "phasor.initialize: moduleOrBytes must be a WebAssembly.Module or the bytes of phasor.wasm, " +
        `got ${moduleOrBytes === null ? "null" : typeof moduleOrBytes}`,
    );
  }
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  if (!names.has("phasor_scratch") || WebAssembly.Module.imports(module).length > 0) {
    throw new TypeError(notOurs);
  }
  shared = instantiate(module);
  supplied = module;
  bytes = givenBytes;
}

/**
 * The instance that serves calls on ordinary arrays.
 * @returns {Instance}
 */
export function sharedInstance() {
  shared ??= instantiate(supplied ?? compile(ownBytes()));
  return shared;
}

/**
 * A new instance with `size` bytes of memory in addition to the initial memory of the module.
 * @param {number} size
 * @returns {{ instance: Instance, start: number }} start: the first of those bytes
 */
export function instanceWithRoom(size) {
  const extra = Math.ceil(size / PAGE);
  if (supplied && !bytes) {
    // There is only the compiled module, so its memory must grow once, before any view of it exists.
    const start = sharedInstance().buffer.byteLength;
    return { instance: instantiate(supplied, extra), start };
  }
  const { patched, start } = withMoreMemory(ownBytes(), extra);
  return { instance: instantiate(compile(patched)), start };
}

function ownBytes() {
  bytes ??= moduleBytes();
  return bytes;
}

/** @param {WebAssembly.Module} module @param {number} [extraPages] */
function instantiate(module, extraPages) {
  return new Instance(new WebAssembly.Instance(module), extraPages);
}

/** @type {Promise<void> | undefined} */
let pending;

/**
 * Compiles the module asynchronously, for threads that may not compile it synchronously (the main thread
 * in Chrome before version 115) or pages that must not wait for it. Later calls are synchronous as usual.
 * You do not need this if synchronous compilation works.
 *
 * @returns {Promise<void>} resolves when the module is compiled; immediately if it already is
 * @throws {Error} (rejects) if this engine cannot compile the module; the message says why
 *
 * @example
 * await ready();
 * sinusoidal(512, 64);
 */
export function ready() {
  pending ??= prepare().finally(() => {
    pending = undefined;
  });
  return pending;
}

async function prepare() {
  if (shared) return;
  const module = supplied ?? (await compileLater(ownBytes()));
  const instance = await WebAssembly.instantiate(module);
  shared ??= new Instance(instance); // unless another call has created one in the meantime
}

/** @param {Uint8Array<ArrayBuffer>} source */
async function compileLater(source) {
  try {
    return await WebAssembly.compile(source);
  } catch (cause) {
    return notCompiled(source, cause);
  }
}

/** @param {Uint8Array<ArrayBuffer>} source @returns {WebAssembly.Module} */
function compile(source) {
  try {
    return new WebAssembly.Module(source);
  } catch (cause) {
    return notCompiled(source, cause);
  }
}

/** @param {Uint8Array<ArrayBuffer>} source @param {unknown} cause @returns {never} */
function notCompiled(source, cause) {
  let message = "phasor: the WebAssembly module could not be compiled";
  if (typeof WebAssembly !== "object") {
    message = "phasor: this engine has no WebAssembly";
  } else if (!WebAssembly.validate(source)) {
    message = "phasor: this engine's WebAssembly has no SIMD128, which phasor needs";
  } else if (/unsafe-eval|content security/i.test(String(cause))) {
    message =
      "phasor: the content security policy forbids WebAssembly; allow 'wasm-unsafe-eval' in script-src";
  } else if (/larger than|disallowed on the main thread/i.test(String(cause))) {
    message = "phasor: this thread may not compile WebAssembly at once; call `await ready()` first";
  }
  throw new Error(message, { cause });
}

/**
 * A copy of the module whose initial memory is larger by `extra` pages. This avoids growing: growing
 * detaches the old buffer, and after a buffer has been detached, engines run all typed-array code of the
 * process slower.
 * @param {Uint8Array<ArrayBuffer>} source
 * @param {number} extra
 * @returns {{ patched: Uint8Array<ArrayBuffer>, start: number }}
 */
function withMoreMemory(source, extra) {
  let at = 8; // after the magic number and the version
  const readNumber = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = source[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    const section = at;
    const id = source[at++];
    const size = readNumber();
    if (id !== 5) {
      at += size;
      continue;
    }
    const end = at + size;
    readNumber(); // the number of memories, 1
    at++; // flags: it has a maximum
    const minimum = readNumber();
    const maximum = readNumber();
    const body = [1, 1, ...encodeNumber(minimum + extra), ...encodeNumber(maximum)];
    const memory = [5, ...encodeNumber(body.length), ...body];
    const patched = new Uint8Array(section + memory.length + source.length - end);
    patched.set(source.subarray(0, section));
    patched.set(memory, section);
    patched.set(source.subarray(end), section + memory.length);
    return { patched, start: minimum * PAGE };
  }
}

/** LEB128. @param {number} value @returns {number[]} */
function encodeNumber(value) {
  const encoded = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...encoded, rest];
    encoded.push((rest % 128) | 128);
  }
}
