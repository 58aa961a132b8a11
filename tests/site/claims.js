// What the numbers in the text are, each computed from the package.
import { codesOf, measure } from "../../web/elements/figures/ladder-model.js";
import { Training } from "../../web/elements/figures/learned-model.js";
import { attend, SENTENCE } from "../../web/elements/figures/order-model.js";
import {
  alibiSlopes,
  dotProducts,
  encodingStatistics,
  frequencies,
  permutationError,
  RotaryEmbedding,
  ropeFrequencies,
  sinusoidal,
  sinusoidalAt,
  sinusoidalSimilarity,
  softmax,
  swinRelativePositionIndex,
  t5Bucket,
  verifyRelativePosition,
  wavelengths,
} from "../../web/phasor/index.js";

/** @import { Init } from "../../web/elements/figures/learned-model.js" */
/** @import { Arithmetic } from "../../web/phasor/arithmetic.js" */

const WORDS = Float32Array.of(1, 0, 0.5, 0.2, 0, 1, 0.3, 0.8, 0.5, 0.5, 1, 0.1);
const QUERY = Float64Array.of(1, 0.5, -0.3, 0.8);
const KEY = Float64Array.of(0.2, -0.1, 0.7, 0.4);
const DISTANCES = Array.from({ length: 400 }, (_, distance) => distance);

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const dot = (a, b) => Array.from(a).reduce((sum, x, n) => sum + x * b[n], 0);

/** @param {number} position */
const sine = (position) => sinusoidalAt([position], 2, { dtype: "float64" })[0];

const rotary = new RotaryEmbedding(4, { dtype: "float64" });

/** @param {number} query @param {number} key */
const score = (query, key) =>
  dot(rotary.apply(QUERY, [1, 4], { offset: query }), rotary.apply(KEY, [1, 4], { offset: key }));

/** How many pairs turn at least once within a length. @param {number} width @param {number} length @param {number} [base] */
const turning = (width, length, base) =>
  wavelengths(width, { base }).filter((own) => own <= length).length;

/** Codes of 128 positions, as the figure of them has them. @param {"binary" | "many"} step */
const ladder = (step) => {
  const of = {
    step,
    morph: step === "many" ? 1 : 0,
    length: 128,
    dModel: 64,
    base: 10000,
    pair: 6,
  };
  return measure(codesOf(of), 128);
};

/** @param {number} position @param {0 | 1} wave of pair 6 of 32 */
const sixth = (position, wave) => sinusoidalAt([position], 64, { dtype: "float64" })[12 + wave];

/** The share of a word of length 1 in the squared length of the sum, in per cent. @param {number} factor */
const share = (factor) => (100 * factor ** 2) / (factor ** 2 + norm64() ** 2);

/** The loss of the table that is trained in the page. @param {number} steps @param {Init} [init] */
function lossAfter(steps, init = "normal") {
  const training = new Training({ maxLength: 64, dModel: 64, init, seed: 0, trained: 48 });
  while (training.steps < steps) training.step();
  return training.loss;
}

/** Every figure that a table of some pairs has. @param {number} pair */
const rowOfPair = (pair) => ({
  [`omega-${pair}`]: () => frequencies(64)[pair],
  [`lambda-${pair}`]: () => wavelengths(64)[pair],
  [`turns-${pair}`]: () => 128 / wavelengths(64)[pair],
});

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
  const plain = ropeFrequencies(128, { base }).frequencies;
  const { frequencies: bent } = ropeFrequencies(128, {
    base,
    scaling: /** @type {any} */ (rule),
  });
  const { factor } = /** @type {{ factor: number }} */ (rule);
  const slower = plain.map((own, pair) => own / bent[pair]);
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

/** The table with the exponent column/d: its entries are those of one twice as wide. */
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
  const usual = sinusoidalAt([position], 128, { dtype: "float64", arithmetic });
  return Math.max(...right.map((x, n) => Math.abs(x - usual[n])));
}

const norm64 = () => encodingStatistics(sinusoidal(1, 64, { dtype: "float64" }), [1, 64]).norms[0];
const degrees = (/** @type {number} */ radians) => (radians * 180) / Math.PI;
const example = sinusoidal(3, 4, { dtype: "float64" });

/** @type {Record<string, () => number>} */
export const claims = {
  "softmax-2": () => softmax(Float64Array.of(2, 1, 0), [1, 3])[0],
  "softmax-1": () => softmax(Float64Array.of(2, 1, 0), [1, 3])[1],
  "softmax-0": () => softmax(Float64Array.of(2, 1, 0), [1, 3])[2],
  "dogs-apart": () =>
    attend({ sentence: SENTENCE, order: "3,4,2,0,1", dModel: 64, base: 10000 }).with.twinsApart,
  "order-without": () => permutationError(WORDS, [3, 4], [2, 1, 0]),
  "order-with": () => permutationError(WORDS, [3, 4], [2, 1, 0], { pe: sinusoidal(3, 4) }),
  "fraction-ten": () => 1 / 9,
  "fraction-thousand": () => 1 / 999,
  shortest: () => wavelengths(64)[0],
  longest: () => wavelengths(64)[31],
  ratio: () => wavelengths(64)[1] / wavelengths(64)[0],
  "bits-step": () => ladder("binary").neighboursApart,
  "many-step": () => ladder("many").neighboursApart,
  "sine-close": () => Math.abs(sixth(44, 0) - sixth(9, 0)),
  "sin-22": () => sine(22),
  "sin-355": () => sine(355),
  "omega-6": () => frequencies(64)[6],
  "degrees-6": () => degrees(frequencies(64)[6]),
  "wavelength-6": () => wavelengths(64)[6],
  "wavelength-16": () => wavelengths(64)[16],
  "sine-37": () => sixth(37, 0),
  "cosine-37": () => sixth(37, 1),
  ...Object.fromEntries(Array.from(example, (value, n) => [`example-${n}`, () => value])),
  norm: () => encodingStatistics(example, [3, 4]).norms[1],
  // The largest finite number of binary16: 2 - 2^-10 times 2^15.
  "half-most": () => (2 - 2 ** -10) * 2 ** 15,
  "add-operations": () => (4096 * 4096) / 1e6,
  "attention-operations": () => (2 * 4096 ** 2 * 4096) / 1e9,
  "attention-ratio": () => (2 * 4096 ** 2 * 4096) / (4096 * 4096),
  "turning-128": () => turning(64, 128),
  "resting-128": () => 32 - turning(64, 128),
  "turning-512": () => turning(64, 512),
  "turning-2048": () => turning(64, 2048),
  "turning-500k": () => turning(64, 128, 500000),
  "slowest-500k": () => wavelengths(64, { base: 500000 })[31] / 1e6,
  "slowest-base-10": () => wavelengths(64, { base: 10 })[31],
  "log-four": () => Math.log(4) / Math.log(wavelengths(64)[1] / wavelengths(64)[0]),
  ...rowOfPair(0),
  ...rowOfPair(8),
  ...rowOfPair(16),
  ...rowOfPair(31),
  "turn-10": () => degrees(10 * frequencies(64)[6]),
  "turn-20": () => degrees(20 * frequencies(64)[6]),
  "turn-20-16": () => degrees(20 * frequencies(64)[16]),
  "shift-double": () => shiftError("float64"),
  "shift-single": () => shiftError("float32"),
  diagonal: () => dotProducts(sinusoidal(1, 64), [1, 64])[0],
  "step-one": () => similarity[1],
  "step-two": () => similarity[2],
  "step-three": () => similarity[3],
  "step-ten": () => similarity[10],
  "step-five": () => similarity[5],
  "step-six": () => similarity[6],
  "pe-norm": norm64,
  "share-1": () => share(1),
  "share-8": () => share(8),
  "share-64": () => share(64),
  "too-loud": () => 64 / norm64(),
  "concat-parameters": () => (512 + 512) * 512,
  "add-parameters": () => 512 * 512,
  "chance-64": () => 1 / Math.sqrt(64),
  "chance-512": () => 1 / Math.sqrt(512),
  bert: () => 512 * 768,
  gpt2: () => 1024 * 768,
  "random-diagonal": () => 64 * 0.02 ** 2,
  "loss-0": () => lossAfter(0),
  "loss-80": () => lossAfter(80),
  "loss-2000": () => lossAfter(2000),
  "loss-normal-10": () => lossAfter(10),
  "loss-sinusoidal-10": () => lossAfter(10, "sinusoidal"),
  "rope-raw": () => dot(QUERY, KEY),
  "rope-5-3": () => score(5, 3),
  "rope-10-8": () => score(10, 8),
  "rope-50-48": () => score(50, 48),
  "rope-3-5": () => score(3, 5),
  "rope-fast": () => 50 / wavelengths(64)[0],
  "rope-middle": () => degrees(50 * frequencies(64)[15]),
  "rope-slow": () => degrees(50 * frequencies(64)[31]),
  "turning-4096": () => turning(128, 4096),
  "resting-4096": () => 64 - turning(128, 4096),
  "pi-step": () => bentBy4("linear", 0),
  "slowest-pi": () => bentBy4("linear", 63),
  // b' to the power -2/d is the second frequency.
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
  part: () => 1e6 / wavelengths(128, { base: 500000 })[63],
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
  "halves-error": () =>
    verifyRelativePosition(
      sinusoidal(100, 64, { convention: "gpt-neox", dtype: "float64" }),
      [100, 64],
      10,
    ).maxError,
  "bf16-distinct": distinctInBfloat16,
  "f32-131k": () => angleError(131071, "float32"),
  "f32-1m": () => angleError(1048575, "float32"),
  "ggml-131k": () => angleError(131071, "ggml"),
  "ggml-1m": () => angleError(1048575, "ggml"),
  "first-resting": () => turning(64, 512),
  entry: () => sinusoidal(128, 64)[37 * 64 + 12],
};
