// tensorflow.mjs: TensorFlow.js on its WebAssembly backend, one thread.

import { distributionOf, frequencies, load, versionOf } from "./packages.mjs";
import { anglesOf, BATCH, HEADS, SUMMED } from "./work.mjs";

/** @import { Contestant } from "./work.mjs" */

/** @type {any} */
let tf;

export async function start() {
  tf = load("@tensorflow/tfjs");
  const wasm = load("@tensorflow/tfjs-backend-wasm");
  wasm.setWasmPaths(distributionOf("@tensorflow/tfjs-backend-wasm"));
  wasm.setThreadsCount(1);
  if (!(await tf.setBackend("wasm"))) throw new Error("the wasm backend does not start");
  await tf.ready();
  return versionOf("@tensorflow/tfjs");
}

/** What the present work holds. @type {any[]} */
let tensors = [];
/** @type {any} */
let result;

/** @type {Contestant["prepare"]} */
export function prepare({ kind, dtype, length, d, start: first }) {
  for (const tensor of tensors) tensor.dispose();
  result?.dispose();
  result = undefined;
  tensors = [];
  // Its backend has no kernel that adds rows at indices.
  if (dtype !== "float32" || kind === "scatter") return undefined;
  if (kind === "rope") {
    const { cos, sin } = anglesOf(length, d, first);
    const [c, s] = [cos, sin].map((wave) => tf.tensor3d(wave, [1, length, d / 2]));
    const x = tf.fill([HEADS, length, d], 0.5);
    tensors.push(c, s, x);
    return {
      run() {
        result?.dispose();
        result = tf.tidy(() => {
          const [a, z] = tf.split(x, 2, 2);
          return tf.concat([a.mul(c).sub(z.mul(s)), a.mul(s).add(z.mul(c))], 2);
        });
      },
      values: () => result.data(),
    };
  }
  const rates = tf.tensor2d(Float32Array.from(frequencies(d)), [1, d / 2]);
  tensors.push(rates);
  const table = (/** @type {number} */ from) => {
    const angles = tf
      .range(from, from + length)
      .expandDims(1)
      .mul(rates);
    return tf.stack([tf.sin(angles), tf.cos(angles)], 2).reshape([length, d]);
  };
  const pe = kind === "table" ? undefined : tf.tidy(() => table(0));
  const batches = { forward: BATCH, gradient: SUMMED }[/** @type {string} */ (kind)];
  const x = batches ? tf.ones([batches, length, d]) : undefined;
  const work = {
    table: () => table(first),
    forward: () => x.add(pe),
    dots: () => tf.matMul(pe, pe, false, true),
    attention: () => tf.softmax(tf.matMul(pe, pe, false, true).mul(1 / Math.sqrt(d))),
    gradient: () => x.sum(0),
  }[kind];
  if (pe) tensors.push(pe);
  if (x) tensors.push(x);
  return {
    run() {
      result?.dispose();
      result = tf.tidy(work);
    },
    values: () => result.data(),
  };
}
