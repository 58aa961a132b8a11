// jax.mjs: jax-js on its WebAssembly backend, with functions compiled by jit.

import { frequencies, load, versionOf } from "./packages.mjs";
import { anglesOf, BATCH, HEADS, SUMMED } from "./work.mjs";

/** @import { Contestant } from "./work.mjs" */

/** @type {any} */
let jax;
/** @type {any} */
let result;

export async function start() {
  // jax-js reads it for each array, but Node.js before 24 does not have it.
  /** @type {any} */ (globalThis).Float16Array ??= class {};
  jax = load("@jax-js/jax");
  await jax.init("wasm");
  jax.defaultDevice("wasm");
  return versionOf("@jax-js/jax");
}

/** @type {Contestant["prepare"]} */
export function prepare({ kind, dtype, length, d, start: first }) {
  if (kind === "scatter") return undefined;
  const { numpy: np, jit } = jax;
  const array = (/** @type {Float64Array} */ values) => {
    const typed = dtype === "float32" ? Float32Array.from(values) : values;
    return np.array(typed, { dtype: np[dtype] });
  };
  const rates = array(frequencies(d)).reshape([1, d / 2]);
  const positions = array(Float64Array.from({ length }, (_, r) => first + r)).reshape([length, 1]);
  const table = jit((/** @type {any} */ p, /** @type {any} */ w) => {
    const angles = p.mul(w);
    return np.stack([np.sin(angles.ref), np.cos(angles)], 2).reshape([length, d]);
  });
  const pe = kind === "table" || kind === "rope" ? undefined : table(positions.ref, rates.ref);
  const batches = { forward: BATCH, gradient: SUMMED }[/** @type {string} */ (kind)];
  const x = batches ? np.ones([batches, length, d]) : undefined;
  const add = jit((/** @type {any} */ a, /** @type {any} */ b) => a.add(b));
  const multiply = jit((/** @type {any} */ a) => np.matmul(a.ref, a.transpose()));
  const attention = jit((/** @type {any} */ a) =>
    jax.nn.softmax(np.matmul(a.ref, a.transpose()).mul(1 / Math.sqrt(d))),
  );
  const sum = jit((/** @type {any} */ a) => a.sum(0));
  // The halves of x are separate arrays, which avoids slicing.
  const rope = jit(
    (/** @type {any} */ a, /** @type {any} */ z, /** @type {any} */ c, /** @type {any} */ s) =>
      np.concatenate([a.ref.mul(c.ref).sub(z.ref.mul(s.ref)), a.mul(s).add(z.mul(c))], 2),
  );
  const inputs = kind === "rope" ? ropeInputs(np, length, d, first) : [];
  const work = {
    rope: () => rope(...inputs.map((input) => input.ref)),
    table: () => table(positions.ref, rates.ref),
    forward: () => add(x.ref, pe.ref),
    dots: () => multiply(pe.ref),
    attention: () => attention(pe.ref),
    gradient: () => sum(x.ref),
  }[kind];
  result?.dispose();
  result = undefined;
  return {
    async run() {
      result?.dispose();
      result = work();
      await result.blockUntilReady();
    },
    values: () => result.ref.data(),
  };
}

/** The two halves of x, and cosines and sines. @param {any} np @param {number} length
 * @param {number} d @param {number} first @returns {any[]} */
function ropeInputs(np, length, d, first) {
  const { cos, sin } = anglesOf(length, d, first);
  const half = () =>
    np.array(new Float32Array((HEADS * length * d) / 2).fill(0.5)).reshape([HEADS, length, d / 2]);
  return [half(), half(), ...[cos, sin].map((wave) => np.array(wave).reshape([1, length, d / 2]))];
}
