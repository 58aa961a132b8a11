// limits.mjs: places for arrays, and the fastest possible operations on them.
import { readFileSync } from "node:fs";
import { Arena } from "../../web/phasor/index.js";
import { memoryOf } from "../../web/phasor/memory.js";

/** @typedef {Float32Array | Float64Array} Floats */
/** A limit: what it is, and a function that does it.
 * @typedef {{ name: string, run: () => unknown }} Limit */
/**
 * A place for arrays. Rows are compared with `write`, `copy`, `read` and `multiply`; `fill` is the
 * engine's own way of writing zeros, which may use instructions that nothing else can use.
 * @typedef {object} Place
 * @property {string} name
 * @property {(length: number) => Float32Array} float32
 * @property {(length: number) => Float64Array} float64
 * @property {(length: number) => Int32Array} int32
 * @property {(out: Floats) => Limit} write
 * @property {(out: Floats) => Limit} fill
 * @property {(out: Floats, from: Floats) => Limit} copy
 * @property {(from: Floats) => Limit} read
 * @property {(dtype: "float32" | "float64", count: number) => Limit} multiply `count`
 *   multiplications and as many additions
 */

/** @type {WebAssembly.Module | undefined} */
let module;

/** The kernels of limits.c on a memory. @param {WebAssembly.Memory} memory */
function kernels(memory) {
  module ??= new WebAssembly.Module(
    readFileSync(new URL("../../build/bench/limits.wasm", import.meta.url)),
  );
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return /** @type {Record<string, (...args: number[]) => number>} */ (
    /** @type {unknown} */ (exports)
  );
}

const registers = kernels(new WebAssembly.Memory({ initial: 2, maximum: 65536 }));

/** @type {Place["multiply"]} */
function multiply(dtype, count) {
  const kernel = registers[dtype === "float32" ? "limit_multiply_f32" : "limit_multiply_f64"];
  return { name: "mul+add peak", run: () => kernel(count, 1e-9) };
}

const floatsIn = (/** @type {Floats} */ array) => array.byteLength / 4;

/** An arena, and the limits on its memory. @param {Arena} arena @returns {Place} */
export function inArena(arena) {
  const { memory } = memoryOf([arena.float32(0)]).imports.env;
  const { limit_store, limit_fill, limit_copy, limit_read } = kernels(memory);
  return {
    name: "arena",
    float32: (length) => arena.float32(length),
    float64: (length) => arena.float64(length),
    int32: (length) => arena.int32(length),
    write: (out) => ({
      name: "v128 stores",
      run: () => limit_store(out.byteOffset, floatsIn(out)),
    }),
    fill: (out) => ({ name: "memory.fill", run: () => limit_fill(out.byteOffset, floatsIn(out)) }),
    copy: (out, from) => ({
      name: "memory.copy",
      run: () => limit_copy(out.byteOffset, from.byteOffset, floatsIn(out)),
    }),
    read: (from) => ({
      name: "v128 loads",
      run: () => limit_read(from.byteOffset, floatsIn(from)),
    }),
    multiply,
  };
}

const tile = new Float32Array(1 << 16);

/** Engines have no fast read except a copy, here to a target that stays in the cache.
 * @param {Floats} from */
function intoTile(from) {
  const floats = new Float32Array(from.buffer, from.byteOffset, floatsIn(from));
  for (let at = 0; at < floats.length; at += tile.length) {
    tile.set(floats.subarray(at, at + tile.length));
  }
}

/** @type {Place} */
export const ordinary = {
  name: "arrays",
  float32: (length) => new Float32Array(length),
  float64: (length) => new Float64Array(length),
  int32: (length) => new Int32Array(length),
  write: (out) => ({ name: "fill(1)", run: () => out.fill(1) }),
  fill: (out) => ({ name: "fill(0)", run: () => out.fill(0) }),
  copy: (out, from) => ({ name: "set", run: () => out.set(from) }),
  read: (from) => ({ name: "set into a tile", run: () => intoTile(from) }),
  multiply,
};

/** An arena with space for the arrays of any row. @returns {Arena} */
export function largeArena() {
  return new Arena(3 * 2 ** 28);
}
