// claims.js: the numbers in the text, each computed from the package.
import {
  alibiSlopes,
  dotProducts,
  encodingStatistics,
  RotaryEmbedding,
  ropeFrequencies,
  sinusoidal,
  sinusoidalAt,
  sinusoidalSimilarity,
  swinRelativePositionIndex,
  t5Bucket,
  verifyRelativePosition,
  wavelengths,
} from "../../web/phasor/index.js";
import { firstClaims } from "./claims-first.js";
import { laterClaims } from "./claims-later.js";

/** @import { Arithmetic } from "../../web/phasor/arithmetic.js" */

const QUERY = Float64Array.of(1, 0.5, -0.3, 0.8);
const KEY = Float64Array.of(0.2, -0.1, 0.7, 0.4);
const DISTANCES = Array.from({ length: 400 }, (_, distance) => distance);

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const dot = (a, b) => Array.from(a).reduce((sum, x, n) => sum + x * b[n], 0);

const rotary = new RotaryEmbedding(4, { dtype: "float64" });

/** @param {number} query @param {number} key */
const score = (query, key) =>
  dot(rotary.apply(QUERY, [1, 4], { offset: query }), rotary.apply(KEY, [1, 4], { offset: key }));

/** The number of pairs that turn at least once within a length.
 * @param {number} width @param {number} length */
const turning = (width, length) => wavelengths(width).filter((turn) => turn <= length).length;

const similarity = sinusoidalSimilarity(128, 64);

/** @param {"float32" | "float64"} dtype */
const shiftError = (dtype) =>
  Math.max(
    ...[1, 5, 10, 50].map(
      (offset) =>
        verifyRelativePosition(sinusoidal(100, 64, { dtype }), [100, 64], offset).maxError,
    ),
  );

/** @param {object} rule @param {number} base */
function sorted(rule, base) {
  const frequencies = ropeFrequencies(128, { base }).frequencies;
  const { frequencies: bent } = ropeFrequencies(128, {
    base,
    scaling: /** @type {any} */ (rule),
  });
  const { factor } = /** @type {{ factor: number }} */ (rule);
  const slower = frequencies.map((frequency, pair) => frequency / bent[pair]);
  const kept = slower.filter((times) => Math.abs(times - 1) < 1e-12).length;
  const divided = slower.filter((times) => Math.abs(times - factor) < 1e-12 * factor).length;
  return { kept, divided, mixed: 64 - kept - divided };
}
const yarnRule = { type: "yarn", factor: 4, original_max_position_embeddings: 4096 };
const yarn = sorted(yarnRule, 10000);
const llama = sorted(
  {
    type: "llama3",
    factor: 8,
    original_max_position_embeddings: 8192,
    low_freq_factor: 1,
    high_freq_factor: 4,
  },
  500000,
);
/** @param {string} type @param {number} pair */
const bentBy4 = (type, pair) =>
  ropeFrequencies(128, { scaling: /** @type {any} */ ({ type, factor: 4 }) }).frequencies[pair];

const causal = DISTANCES.map((distance) => t5Bucket(-distance, { bidirectional: false }));
const slopes = alibiSlopes(8);

/** The table with the exponent column/d, whose entries are those of a table of twice the width. */
function mismatchedNorms() {
  const wide = sinusoidal(128, 128, { dtype: "float64" });
  const table = new Float64Array(128 * 64);
  for (let position = 0; position < 128; position++) {
    for (let column = 0; column < 64; column++) {
      table[64 * position + column] = wide[128 * position + 2 * column + (column % 2)];
    }
  }
  return encodingStatistics(table, [128, 64]).norms;
}

function distinctInBfloat16() {
  const table = sinusoidal(4096, 64, { arithmetic: "bfloat16" });
  const rows = Array.from({ length: 4096 }, (_, p) => p);
  return new Set(rows.map((p) => table.subarray(64 * p, 64 * p + 64).join())).size;
}

/** @param {number} position @param {Arithmetic} arithmetic */
function angleError(position, arithmetic) {
  const right = sinusoidalAt([position], 128, { dtype: "float64" });
  const rounded = sinusoidalAt([position], 128, { dtype: "float64", arithmetic });
  return Math.max(...right.map((x, n) => Math.abs(x - rounded[n])));
}

const norm64 = () => encodingStatistics(sinusoidal(1, 64, { dtype: "float64" }), [1, 64]).norms[0];
const example = sinusoidal(3, 4, { dtype: "float64" });

/** @type {Record<string, () => number>} */
export const claims = {
  ...laterClaims,
  "fraction-ten": () => 1 / 9,
  "fraction-thousand": () => 1 / 999,
  ...firstClaims,
  shortest: () => wavelengths(64)[0],
  longest: () => wavelengths(64)[31],
  ratio: () => wavelengths(64)[1] / wavelengths(64)[0],
  ...Object.fromEntries(Array.from(example, (value, n) => [`example-${n}`, () => value])),
  norm: () => encodingStatistics(example, [3, 4]).norms[1],
  // The largest finite number of binary16: 2 - 2^-10 times 2^15.
  "half-most": () => (2 - 2 ** -10) * 2 ** 15,
  "add-operations": () => (4096 * 4096) / 1e6,
  "attention-operations": () => (2 * 4096 ** 2 * 4096) / 1e9,
  "attention-ratio": () => (2 * 4096 ** 2 * 4096) / (4096 * 4096),
  "shift-double": () => shiftError("float64"),
  diagonal: () => dotProducts(sinusoidal(1, 64), [1, 64])[0],
  "step-one": () => similarity[1],
  "step-ten": () => similarity[10],
  "step-five": () => similarity[5],
  "step-six": () => similarity[6],
  "pe-norm": norm64,
  "too-loud": () => 64 / norm64(),
  "concat-parameters": () => (512 + 512) * 512,
  "add-parameters": () => 512 * 512,
  "chance-64": () => 1 / Math.sqrt(64),
  "chance-512": () => 1 / Math.sqrt(512),
  bert: () => 512 * 768,
  gpt2: () => 1024 * 768,
  "rope-raw": () => dot(QUERY, KEY),
  "rope-5-3": () => score(5, 3),
  "rope-10-8": () => score(10, 8),
  "rope-50-48": () => score(50, 48),
  "rope-3-5": () => score(3, 5),
  "turning-4096": () => turning(128, 4096),
  "pi-step": () => bentBy4("linear", 0),
  // The second frequency is b' to the power -2/d.
  "ntk-base": () => bentBy4("ntk", 1) ** -64,
  "yarn-kept": () => yarn.kept,
  "yarn-divided": () => yarn.divided,
  "yarn-mixed": () => yarn.mixed,
  "yarn-factor": () =>
    ropeFrequencies(128, { scaling: /** @type {any} */ (yarnRule) }).attentionFactor,
  "llama-kept": () => llama.kept,
  "llama-divided": () => llama.divided,
  "llama-mixed": () => llama.mixed,
  "longest-128": () => wavelengths(128)[63],
  rounds: () => 1e6 / wavelengths(128)[63],
  "longest-500k": () => wavelengths(128, { base: 500000 })[63],
  "t5-second-end": () => causal.lastIndexOf(16),
  "t5-last": () => causal.indexOf(31),
  "t5-parameters": () => 32 * 12,
  "alibi-near": () => Math.log(100) / slopes[0],
  "alibi-far": () => Math.log(100) / slopes[7],
  "alibi-thousandth": () => Math.log(1000) / slopes[0],
  "swin-rows": () => new Set(swinRelativePositionIndex(7, 7)).size,
  "swin-pairs": () => swinRelativePositionIndex(7, 7).length,
  patches: () => (224 / 16) ** 2,
  "row-length": norm64,
  "mismatch-low": () => Math.min(...mismatchedNorms()),
  "mismatch-high": () => Math.max(...mismatchedNorms()),
  "bf16-distinct": distinctInBfloat16,
  "f32-131k": () => angleError(131071, "float32"),
  "f32-1m": () => angleError(1048575, "float32"),
  "ggml-131k": () => angleError(131071, "ggml"),
  "ggml-1m": () => angleError(1048575, "ggml"),
  "first-resting": () => turning(64, 512),
};
