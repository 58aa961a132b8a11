// options.js: every public function with options, in a call that is good for any of them.
import {
  alibiBias,
  alibiSlopes,
  attention,
  attentionWeights,
  convertConvention,
  convertLayout,
  cosineSimilarity,
  dotProducts,
  frequencies,
  heatmap,
  LearnedPositionalEncoding,
  mropePositions,
  nerf,
  permutationError,
  RotaryEmbedding,
  relativeBias,
  relativeBiasBackward,
  relativePositionMatrix,
  ropeFrequencies,
  ropeFromConfig,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidal2d,
  sinusoidalAt,
  sinusoidalDotProducts,
  sinusoidalSimilarity,
  softmax,
  swinBias,
  swinBiasBackward,
  swinLogCoordinates,
  t5Bias,
  t5BiasBackward,
  t5Bucket,
  verifyRelativePosition,
  wavelengths,
} from "phasor";

const config = { model_type: "llama", head_dim: 8, rope_theta: 10000, num_hidden_layers: 2 };
const x = () => new Float32Array(24).fill(1);
const encoding = new SinusoidalPositionalEncoding(8, 4);
const learned = new LearnedPositionalEncoding(8, 4);
const rotary = new RotaryEmbedding(4);

/** Options that a function cannot do without, beside those that a test gives.
 * @param {Record<string, unknown>} needed @param {any} options */
function needing(needed, options) {
  if (typeof options !== "object" || options === null || Symbol.iterator in options) return options;
  const all = {};
  for (const key of new Set([...Object.keys(options), ...Object.keys(needed)])) {
    Object.defineProperty(all, key, { enumerable: true, get: () => options[key] ?? needed[key] });
  }
  return all;
}

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {(options: any) => unknown} call
 * @property {string[]} [handsOn] options whose errors are those of what lies within
 */
/** @type {Subject[]} */
export const subjects = [
  { name: "frequencies", call: (o) => frequencies(8, o) },
  { name: "wavelengths", call: (o) => wavelengths(8, o) },
  { name: "sinusoidal", call: (o) => sinusoidal(3, 8, o) },
  { name: "sinusoidalAt", call: (o) => sinusoidalAt([0, 1], 8, o) },
  { name: "sinusoidal2d", call: (o) => sinusoidal2d(2, 3, 8, o) },
  { name: "nerf", call: (o) => nerf([1, 2], 3, o) },
  { name: "heatmap", call: (o) => heatmap({ dModel: 8, width: 8, height: 3 }, o) },
  {
    name: "convertConvention",
    call: (o) => convertConvention(x(), [6, 4], needing({ from: "vaswani", to: "mae" }, o)),
  },
  { name: "SinusoidalPositionalEncoding", call: (o) => new SinusoidalPositionalEncoding(4, 8, o) },
  {
    name: "SinusoidalPositionalEncoding.forward",
    call: (o) => encoding.forward(x(), [1, 6, 4], o),
  },
  {
    name: "SinusoidalPositionalEncoding.embed",
    call: (o) => encoding.embed([0, 1], x(), [1, 2], o),
  },
  { name: "LearnedPositionalEncoding", call: (o) => new LearnedPositionalEncoding(4, 8, o) },
  { name: "LearnedPositionalEncoding.lookup", call: (o) => learned.lookup([0, 1], o) },
  { name: "LearnedPositionalEncoding.forward", call: (o) => learned.forward(x(), [1, 6, 4], o) },
  { name: "LearnedPositionalEncoding.backward", call: (o) => learned.backward(x(), [1, 6, 4], o) },
  {
    name: "ropeFrequencies",
    call: (o) => ropeFrequencies(8, o),
    handsOn: ["layout", "rotaryStart", "direction", "queryScaling"],
  },
  { name: "ropeFromConfig", call: (o) => ropeFromConfig(config, o) },
  { name: "RotaryEmbedding", call: (o) => new RotaryEmbedding(8, o) },
  { name: "RotaryEmbedding.apply", call: (o) => rotary.apply(x(), [1, 6, 4], o) },
  {
    name: "RotaryEmbedding.applyAngles",
    call: (o) => rotary.applyAngles(x(), [1, 6, 4], x().subarray(0, 12), x().subarray(0, 12), o),
    handsOn: ["positions"], // they need a cacheShape
  },
  { name: "RotaryEmbedding.forward", call: (o) => rotary.forward(x(), x(), [1, 6, 4], o) },
  {
    name: "RotaryEmbedding.move",
    call: (o) => rotary.move(x(), [1, 6, 4], needing({ to: 3 }, o)),
  },
  {
    name: "convertLayout",
    call: (o) => convertLayout(x(), [24], needing({ heads: 2, from: "half", to: "half" }, o)),
  },
  { name: "mropePositions", call: (o) => mropePositions([2, { height: 1, width: 2 }], o) },
  { name: "alibiBias", call: (o) => alibiBias(2, 3, 3, o) },
  { name: "alibiSlopes", call: (o) => alibiSlopes(3, o) },
  { name: "relativeBias", call: (o) => relativeBias(x().subarray(0, 10), [5, 2], 3, 3, o) },
  {
    name: "relativeBiasBackward",
    call: (o) => relativeBiasBackward(x().subarray(0, 18), [5, 2], 3, 3, o),
  },
  {
    name: "swinBiasBackward",
    call: (o) => swinBiasBackward(new Float32Array(32), 2, 2, 2, o),
  },
  { name: "attention", call: (o) => attention(x(), x(), x(), [2, 3, 3, 4], o) },
  { name: "t5Bucket", call: (o) => t5Bucket(-3, o) },
  { name: "t5Bias", call: (o) => t5Bias(x(), [12, 2], 3, 3, o) },
  { name: "t5BiasBackward", call: (o) => t5BiasBackward(x().subarray(0, 18), [12, 2], 3, 3, o) },
  { name: "swinBias", call: (o) => swinBias(x().subarray(0, 18), 2, 2, 2, o) },
  { name: "swinLogCoordinates", call: (o) => swinLogCoordinates(2, 2, o) },
  { name: "softmax", call: (o) => softmax(x(), [6, 4], o) },
  { name: "attentionWeights", call: (o) => attentionWeights(x(), x(), [6, 4], o) },
  { name: "permutationError", call: (o) => permutationError(x(), [3, 8], [2, 0, 1], o) },
  { name: "dotProducts", call: (o) => dotProducts(x(), [6, 4], o) },
  { name: "cosineSimilarity", call: (o) => cosineSimilarity(x(), [6, 4], o) },
  { name: "relativePositionMatrix", call: (o) => relativePositionMatrix(3, 8, o) },
  { name: "verifyRelativePosition", call: (o) => verifyRelativePosition(x(), [6, 4], 1, o) },
  { name: "sinusoidalDotProducts", call: (o) => sinusoidalDotProducts(3, 8, o) },
  { name: "sinusoidalSimilarity", call: (o) => sinusoidalSimilarity(3, 8, o) },
];
