// computation.js: the computation that every engine runs for engines.test.js. It works with any
// module that exports the package, and needs nothing from the host except SHA-256.

import { everyExport } from "./exports.js";
import { training } from "./lab.js";
import { writing } from "./story.js";

/** @typedef {typeof import("../../web/phasor/index.js")} Phasor */
/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("./story.js").Story} Story */
/** @typedef {Record<string, ArrayBufferView | string>} Results by what they are of */

const EXTREME = [2 ** 53, -(2 ** 53), 2 ** 52 + 1, 2 ** 32 + 0.5, -12345678.125, 1e-300, -0.75, 0];

/** Numbers within ±1, the same everywhere and in native.c. @param {number} count */
function numbers(count) {
  const list = new Float64Array(count);
  let state = 1;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    list[i] = (state - 2 ** 31) / 2 ** 31;
  }
  return list;
}

/**
 * The results that the C API also computes, in the order of native.c.
 * @param {Phasor} phasor @returns {Results}
 */
function kernels({
  alibiBias,
  dotProducts,
  frequencies,
  LearnedPositionalEncoding,
  RotaryEmbedding,
  sinusoidal,
  sinusoidalAt,
  softmax,
  wavelengths,
}) {
  const single = Float32Array.from(numbers(3 * 40 * 20));
  const rotated = { base: 500000, rotaryDim: 16 };
  const table = sinusoidal(300, 66);
  return {
    "table, single": table,
    "table, double": sinusoidal(300, 66, { dtype: "float64" }),
    "table, negative": sinusoidal(70, 64, { start: -(2 ** 40) - 7, base: 500000 }),
    "table, last": sinusoidal(200, 128, { start: 2 ** 53 - 199, base: 1e18, dtype: "float64" }),
    "positions, single": sinusoidalAt(EXTREME, 96),
    "positions, double": sinusoidalAt(EXTREME, 96, { dtype: "float64" }),
    frequencies: frequencies(1024),
    wavelengths: wavelengths(1024, { base: 1.0001 }),
    bfloat16: sinusoidalAt(EXTREME, 64, { arithmetic: "bfloat16" }),
    ggml: sinusoidalAt(EXTREME.slice(2), 64, { arithmetic: "ggml" }),
    "rotation, half": new RotaryEmbedding(20, { ...rotated, layout: "half" }).apply(
      single,
      [3, 40, 20],
    ),
    "rotation, pairs": new RotaryEmbedding(20, rotated).apply(single, [3, 40, 20], {
      offset: 70000,
    }),
    "softmax, single": softmax(
      single.map((x) => 80 * x),
      [12, 200],
    ),
    "softmax, double": softmax(
      numbers(2400).map((x) => 700 * x),
      [12, 200],
    ),
    alibi: alibiBias(8, 9, 11),
    products: dotProducts(table, [300, 66]),
    normal: new LearnedPositionalEncoding(30, 10, { seed: 42 }).table,
  };
}

/**
 * The results in which the package's JavaScript has a part.
 * @param {Phasor} phasor @returns {Results}
 */
function packageResults(phasor) {
  const { diagnose, sinusoidal } = phasor;
  const x = Float32Array.from(numbers(2 * 24 * 16));
  const q = x.subarray(0, 24 * 16);
  const k = x.subarray(24 * 16);
  const heads = numbers(32 * 4);
  /** @type {Results} */
  const results = {
    attention: phasor.attentionWeights(q, k, [24, 16], { causal: true }),
    encoding: new phasor.SinusoidalPositionalEncoding(64, 16).forward(x, [2, 24, 16], {
      scale: "sqrt",
    }),
    mae: phasor.sinusoidal2d(7, 9, 32, { convention: "mae" }),
    video: phasor.sinusoidal3d(3, 4, 5, 32, { spatialInterpolationScale: 1.875 }),
    nerf: phasor.nerf(numbers(30), 10),
    rotation: phasor.relativePositionMatrix(12345, 32),
    similarity: phasor.similarityByDistance(sinusoidal(100, 48), [100, 48]),
    statistics: JSON.stringify(phasor.encodingStatistics(x, [48, 16])),
    t5: phasor.t5Bias(heads, [32, 4], 40, 50),
    buckets: JSON.stringify(Array.from({ length: 400 }, (_, i) => phasor.t5Bucket(i - 200))),
    swin: phasor.swinLogCoordinates(7, 7),
    heatmap: phasor.heatmap({ dModel: 64, width: 300, height: 100, positionsPerPixel: 1e9 }),
    yarn: JSON.stringify(
      phasor.ropeFrequencies(128, {
        scaling: { type: "yarn", factor: 32, original_max_position_embeddings: 4096 },
        length: 131072,
      }),
    ),
  };
  for (const convention of /** @type {const} */ ([
    "vaswani",
    "tensor2tensor",
    "fairseq",
    "gpt-neox",
  ])) {
    const table = sinusoidal(80, 64, { convention, base: 5000, start: 1 });
    results[`diagnosis of ${convention}`] = JSON.stringify(diagnose(table, [80, 64]));
  }
  results["diagnosis of rounded angles"] = JSON.stringify(
    diagnose(sinusoidal(300, 64, { arithmetic: "bfloat16" }), [300, 64]),
  );
  // Each column has a separate frequency, so no pair rotates.
  const interleaved = sinusoidal(50, 24, { dtype: "float64" });
  const contiguous = Float64Array.from({ length: 50 * 12 }, (_, i) => interleaved[2 * i + (i % 2)]);
  results["diagnosis of mismatched frequencies"] = JSON.stringify(diagnose(contiguous, [50, 12]));
  results["diagnosis of noise"] = JSON.stringify(diagnose(numbers(80 * 64), [80, 64]));
  return results;
}

/**
 * SHA-256 of all results together, and of each.
 * @param {Phasor} phasor @param {Lab} lab @param {Story} story @param {Uint8Array} weights of the story model
 */
export async function compute(phasor, lab, story, weights) {
  const parts = {
    kernels: kernels(phasor),
    others: packageResults(phasor),
    exports: everyExport(phasor, numbers(2 * 24 * 16)),
    lab: training(lab),
    story: await writing(story, weights),
  };
  /** @type {Record<string, string>} */
  const hashes = {};
  for (const [part, results] of Object.entries(parts)) {
    const views = Object.values(results).map((result) =>
      typeof result === "string" ? new TextEncoder().encode(result) : bytesOf(result),
    );
    hashes[part] = await sha256(views);
    for (const [i, name] of Object.keys(results).entries()) hashes[name] = await sha256([views[i]]);
  }
  return hashes;
}

/** @param {ArrayBufferView} view */
const bytesOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** @param {Uint8Array[]} views */
async function sha256(views) {
  const joined = new Uint8Array(views.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const view of views) {
    joined.set(view, at);
    at += view.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
