// claims-later.js: the numbers in the chapters from RoPE on, and the answers of the exercises.
import { readFileSync } from "node:fs";
import {
  alibiBias,
  alibiSlopes,
  dotProducts,
  encodingStatistics,
  LearnedPositionalEncoding,
  RotaryEmbedding,
  relativeScores,
  ropeFrequencies,
  ropeFromConfig,
  similarityByDistance,
  sinusoidal,
  sinusoidal2d,
  sinusoidalAt,
  sinusoidalSimilarity,
  softmax,
  swinRelativePositionIndex,
  t5Bucket,
  wavelengths,
} from "../../web/phasor/index.js";

// ---- lab: the tables of the guide, which the kernels computed with ten seeds ----

const ROWS = {
  ...{ none: "none", sinusoidal: "sinusoidal", learned: "learned", rope: "RoPE", alibi: "ALiBi" },
  ...{ t5: "T5", interpolated: "RoPE, interpolated", tuned: "the same, after 60 steps at 128" },
};
const guide = readFileSync(new URL("../../docs/lab.md", import.meta.url), "utf8");

/** The mean, lowest or highest accuracy of the seeds, in per cent.
 * @param {string} task @param {keyof typeof ROWS} row @param {number} column @param {0 | 1 | 2} which */
function labResult(task, row, column, which) {
  const table = guide.slice(guide.indexOf(`| ${task} | 1× |`)).split("\n\n")[0];
  const line = table.split("\n").find((line) => line.startsWith(`| ${ROWS[row]} |`)) ?? "";
  const numbers = line.split("|")[column + 2].match(/\d*\.\d+/g) ?? [];
  return 100 * Number(numbers[which] ?? numbers[0]);
}
const methods = /** @type {(keyof typeof ROWS)[]} */ (Object.keys(ROWS)).filter(
  (row) => row !== "tuned",
);
/** @type {Record<string, () => number>} */
const labClaims = {
  ...Object.fromEntries(
    ["lookup", "recent", "threeBack"].flatMap((task) =>
      methods.map((row) => [`lab-${task}-${row}-8`, () => labResult(task, row, 3, 0)]),
    ),
  ),
  "lab-lookup-alibi-8-max": () => labResult("lookup", "alibi", 3, 2),
  "lab-lookup-alibi-8-min": () => labResult("lookup", "alibi", 3, 1),
  "lab-recent-tuned-8": () => labResult("recent", "tuned", 3, 0),
};

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const dot = (a, b) => Array.from(a).reduce((sum, x, n) => sum + x * b[n], 0);
/** The product of the encodings of two positions, ten words apart. @param {number} from @param {"exact" | "bfloat16"} arithmetic */
const productOfTen = (from, arithmetic) => {
  const [a, b] = [from, from + 10].map((at) =>
    sinusoidalAt([at], 128, { dtype: "float64", arithmetic }),
  );
  return dot(a, b);
};

/** The number of pairs that complete a turn. @param {number} length @param {number} base */
const round = (length, base) => wavelengths(128, { base }).filter((turn) => turn <= length).length;

// ---- rope: the figure's query and key ----

const rotary = new RotaryEmbedding(64, { dtype: "float64" });
const features = (/** @type {number} */ middle) =>
  Float64Array.from({ length: 64 }, (_, f) => (((7 * f + 3) % 12) - middle) / 6);
/** @param {number} query @param {number} key positions */
const score = (query, key) =>
  dot(
    rotary.apply(features(5.5), [1, 64], { offset: query }),
    rotary.apply(features(4.5), [1, 64], { offset: key }),
  );

// ---- scaling: by how much a rule slows a pair of Llama 2, factor 4 ----

const RULES = {
  ntk: { type: "ntk", factor: 4 },
  yarn: { type: "yarn", factor: 4, original_max_position_embeddings: 4096 },
};
/** @param {"ntk" | "yarn"} rule @param {number} pair */
const slowed = (rule, pair) =>
  ropeFrequencies(128).frequencies[pair] /
  ropeFrequencies(128, { scaling: /** @type {any} */ (RULES[rule]) }).frequencies[pair];

/** The paper's YaRN: the ramp is linear in the turns that a pair makes in training. */
function yarnOfThePaper() {
  return ropeFrequencies(128).frequencies.map((frequency) => {
    const turns = (4096 * frequency) / (2 * Math.PI);
    const share = Math.min(Math.max((turns - 1) / (32 - 1), 0), 1);
    return (1 - share) * (frequency / 4) + share * frequency;
  });
}

/** By how much each pair differs from the rule in use, in per cent. */
function yarnDiffers() {
  const shipped = ropeFrequencies(128, {
    scaling: /** @type {any} */ (RULES.yarn),
  }).frequencies;
  const ratios = yarnOfThePaper().map((frequency, pair) => frequency / shipped[pair]);
  return ratios.map((ratio) => 100 * (Math.max(ratio, 1 / ratio) - 1));
}

/** The first offset at which Σ cos ωΔ is negative, d = 128. @param {number} base */
const firstNegative = (base) =>
  sinusoidalSimilarity(2 ** 15, 128, { base }).findIndex((sum) => sum < 0);

// ---- bias ----

/** How many words, from the query back, get 90 % of the weight. @param {number} head @param {number} query */
function wordsHolding(head, query) {
  const count = query + 1;
  const bias = alibiBias(8, 1, count, { offset: query, dtype: "float64" });
  const weights = softmax(bias.slice(head * count, (head + 1) * count), [1, count]);
  let [sum, words] = [0, 0];
  while (sum < 0.9) sum += weights[count - ++words];
  return words;
}

/** Of T5's made-up stairs with bucket 3 raised to 1, over 128 distances. */
function raisedShare() {
  const biases = Float64Array.from({ length: 128 }, (_, distance) => {
    const bucket = t5Bucket(-distance, { bidirectional: false });
    return bucket === 3 ? 1 : -bucket / 8;
  });
  return 100 * softmax(biases, [1, 128])[3];
}

// ---- grid: 14 by 14 patches, MAE's columns first ----

const patches = sinusoidal2d(14, 14, 64, { convention: "mae", dtype: "float64" });
/** @param {number} row @param {number} column @param {number} from @param {number} to features */
const part = (row, column, from = 0, to = 64) =>
  patches.slice(64 * (14 * row + column) + from, 64 * (14 * row + column) + to);

/** M-RoPE's score of a vector of pairs (1, 0) with itself at a distance in columns: 24 of 64 pairs
 * are for columns.
 * @param {number} columns */
function mropeScore(columns) {
  const turning = new RotaryEmbedding(64, { sections: { sizes: [8, 12, 12] }, dtype: "float64" });
  const ones = Float64Array.from({ length: 128 }, (_, n) => 1 - (n % 2));
  const positions = [
    [0, 0],
    [0, 0],
    [0, columns],
  ];
  const rotated = turning.apply(ones, [2, 64], { positions });
  return dotProducts(rotated, [2, 64])[1];
}

const degreesAcross = wavelengths(32).map((turn) => (13 * 360) / turn);

// ---- choice: weights relative to that of the query's own position ----

const WIDTH = 64;
function learnedWeight() {
  const { table } = new LearnedPositionalEncoding(128, WIDTH, { dtype: "float64" });
  const similar = similarityByDistance(table, [128, WIDTH]);
  return Math.exp((similar[5] - similar[0]) / Math.sqrt(WIDTH));
}
function ropeWeight() {
  // As long as a row of sines and cosines.
  const vector = new Float64Array(WIDTH).fill(Math.SQRT1_2);
  const scores = relativeScores(vector, vector, new RotaryEmbedding(WIDTH), 201);
  return Math.exp((scores[200] - scores[0]) / Math.sqrt(WIDTH));
}

// ---- models: configurations of published models ----

/** @type {{ name: string, config: any }[]} */
const configurations = JSON.parse(
  readFileSync(new URL("../phasor/configurations/published.json", import.meta.url), "utf8"),
).configurations;
/** @param {string} name */
function configOf(name) {
  const published = configurations.find((configuration) => configuration.name === name);
  if (!published) throw new Error(`no configuration of ${name}`);
  return published.config;
}
/** The rotary embedding of each layer of a model. @param {string} name */
function layersOf(name) {
  const config = configOf(name);
  const layers = (config.text_config ?? config).num_hidden_layers;
  return Array.from({ length: layers }, (_, layer) => ropeFromConfig(config, { layer }));
}
const SMOLLM3 = "HuggingFaceTB/SmolLM3-3B";
const SCOUT = "meta-llama/Llama-4-Scout-17B-16E-Instruct";
const GEMMA3 = "google/gemma-3-27b-it";
/** @param {string} name @param {string} type of layer */
const layerOf = (name, type) => ropeFromConfig(configOf(name), { layer: type });
const isStill = (/** @type {{ rotates: boolean }} */ layer) => !layer.rotates;

/** The nearest number with 8 significant bits. @param {number} x */
function toBfloat16(x) {
  const step = 2 ** (Math.floor(Math.log2(x)) - 7);
  return Math.round(x / step) * step;
}

/** @type {Record<string, () => number>} */
export const laterClaims = {
  ...labClaims,
  "rope-before": () => score(50, 42),
  "rope-step-0": () => 360 / wavelengths(64)[0],
  "rope-step-6": () => 360 / wavelengths(64)[6],
  "rope-after": () => score(33, 41),
  "ntk-46": () => slowed("ntk", 46),
  "ntk-32": () => slowed("ntk", 32),
  "yarn-32": () => slowed("yarn", 32),
  "yarn-paper": () => Math.max(...yarnDiffers()),
  "yarn-paper-pair": () => yarnDiffers().indexOf(Math.max(...yarnDiffers())),
  "base-turning-4096": () => round(4096, 10000),
  "base-turning-million": () => round(1e6, 10000),
  "base-resting-500k": () => 64 - round(1e6, 500000),
  "base-double": () => 2 ** (128 / 90),
  "bound-10k": () => firstNegative(10000),
  "bound-500k": () => firstNegative(500000),
  "alibi-head-1": () => wordsHolding(0, 20),
  "alibi-head-2": () => wordsHolding(1, 20),
  "alibi-head-8": () => wordsHolding(7, 20),
  "alibi-head-8-far": () => wordsHolding(7, 84),
  "t5-raised": raisedShare,
  "grid-columns": () => dot(part(8, 5, 0, 32), part(3, 11, 0, 32)),
  "grid-rows": () => dot(part(8, 5, 32), part(3, 11, 32)),
  "grid-sum": () => dot(part(8, 5), part(3, 11)),
  "grid-arm": () => dot(part(8, 5), part(8, 13)),
  "grid-moved": () => dot(part(6, 3), part(1, 9)),
  "grid-mrope": () => mropeScore(8),
  "grid-round": () => wavelengths(32).filter((turn) => turn <= 14).length,
  "grid-idle": () => degreesAcross.filter((angle) => angle < 10).length,
  "compare-learned": learnedWeight,
  "compare-alibi": () => Math.exp(-200 * alibiSlopes(8)[4]),
  "compare-rope": ropeWeight,
  "gemma4-live": () =>
    layerOf("google/gemma-4-31B-it", "full_attention").frequencies.filter((w) => w > 0).length,
  "smollm-none": () => layersOf(SMOLLM3).filter(isStill).length,
  "smollm-layers": () => layersOf(SMOLLM3).length,
  "scout-none": () => layersOf(SCOUT).filter(isStill).length,
  "scout-layers": () => layersOf(SCOUT).length,
  "neox-turned": () => ropeFromConfig(configOf("EleutherAI/gpt-neox-20b")).rotaryDim,
  "neox-head": () => ropeFromConfig(configOf("EleutherAI/gpt-neox-20b")).dHead,
  "qwen-turned": () => layerOf("Qwen/Qwen3.5-27B", "full_attention").rotaryDim,
  "qwen-head": () => layerOf("Qwen/Qwen3.5-27B", "full_attention").dHead,
  "gemma3-local": () => layersOf(GEMMA3).filter(({ base }) => base === 10000).length,
  "gemma3-global": () => layersOf(GEMMA3).filter(({ base }) => base !== 10000).length,
  "gemma3-layers": () => layersOf(GEMMA3).length,
  "gemma3-base": () => layerOf(GEMMA3, "full_attention").base,
  "deepseek-still": () => configOf("deepseek-ai/DeepSeek-V3").qk_nope_head_dim,
  "deepseek-turned": () => ropeFromConfig(configOf("deepseek-ai/DeepSeek-V3")).rotaryDim,
  "bf16-4095": () => {
    const exact = sinusoidalAt([4095], 128, { dtype: "float64" });
    const rounded = sinusoidalAt([4095], 128, { dtype: "float64", arithmetic: "bfloat16" });
    return Math.max(...exact.map((x, n) => Math.abs(x - rounded[n])));
  },
  "near-score": () => productOfTen(0, "exact"),
  "bf16-score": () => productOfTen(4095, "bfloat16"),
  "answer-zero": () => sinusoidal(1, 64).reduce((sum, x) => sum + x, 0),
  "answer-entries": () => sinusoidal(100, 512).length,
  "answer-length": () => encodingStatistics(sinusoidal(1, 512), [1, 512]).norms[0],
  "answer-resting": () => (32 * Math.log(512 / (2 * Math.PI))) / Math.log(10000),
  "answer-rise": () => sinusoidalSimilarity(128, 64).findIndex((x, n, all) => x > all[n - 1]),
  "answer-batch": () => {
    const learned = new LearnedPositionalEncoding(1, 1);
    learned.backward(new Float32Array(8).fill(1), [8, 1, 1]);
    return learned.gradient[0];
  },
  "answer-rope": () => {
    const pair = new RotaryEmbedding(2, { dtype: "float64" });
    const at = (/** @type {number} */ offset) =>
      pair.apply(Float64Array.of(1, 0), [1, 2], { offset });
    return dot(at(7), at(4));
  },
  "answer-radian": () => 180 / Math.PI,
  "answer-step": () =>
    (180 / Math.PI) *
    ropeFrequencies(128, { scaling: { type: "linear", factor: 8 } }).frequencies[0],
  "answer-ntk": () =>
    ropeFrequencies(64, { scaling: { type: "ntk", factor: 8 } }).frequencies[1] ** -32,
  "answer-alibi": () => Math.floor(Math.log(1000) / alibiSlopes(8)[0]) + 1,
  "answer-swin": () => new Set(swinRelativePositionIndex(8, 8)).size,
  "answer-bfloat16": () => toBfloat16(1003),
};
