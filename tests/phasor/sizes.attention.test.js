// Huge sizes of empty arrays: calls return at once, or say what is too large.
import { expect, it } from "vitest";
import { random } from "./helpers.js";
import { untyped } from "./subjects/rows.js";

const none = new Float32Array(0);
const layer = new untyped.SinusoidalPositionalEncoding(16, 4);
const learned = new untyped.LearnedPositionalEncoding(4, 2);
const sizes = [0, 0, 0, 1, 2, 65535, 65536, 2 ** 31, 2 ** 32 + 1, 2 ** 40, 2 ** 53 - 1];

/** Calls with any sizes and empty arrays. @type {[string, (...s: number[]) => unknown][]} */
const calls = [
  ["softmax", (a, b) => untyped.softmax(none, [a, b])],
  ["attentionWeights", (a, b) => untyped.attentionWeights(none, none, [a, b])],
  [
    "attention",
    (a, b, c, d) => untyped.attention(none, none, none, [a, b, c, d], { causal: true }),
  ],
  ["attention", (a, b, c) => untyped.attention(none, none, none, [a, b, c, 1], { weights: none })],
  ["permutationError", (a, b) => untyped.permutationError(none, [a, b], [])],
  ["alibiSlopes", (a) => untyped.alibiSlopes(a)],
  ["alibiBias", (a, b, c) => untyped.alibiBias(a, b, c, { out: none })],
  ["alibiBias", (a, b, c) => untyped.alibiBias(a, b * 2 ** 40, c)],
  ["t5Bias", (a, b, c, d) => untyped.t5Bias(none, [a, b], c, d)],
  ["t5Bias", (_, b, c) => untyped.t5Bias(new Float32Array(32), [32, 1], b * 2 ** 40, c)],
  ["t5BiasBackward", (a, b, c) => untyped.t5BiasBackward(none, [32, a], b, c)],
  ["relativeBias", (a, b, c, d) => untyped.relativeBias(none, [a, b], c, d)],
  ["relativeBias", (_, b, c) => untyped.relativeBias(new Float32Array(3), [3, 1], b, c * 2 ** 40)],
  ["relativeBiasBackward", (a, b, c, d) => untyped.relativeBiasBackward(none, [a, b], c, d)],
  ["swinRelativePositionIndex", (a, b) => untyped.swinRelativePositionIndex(a * 65536, b * 65536)],
  ["swinBias", (a, b, c) => untyped.swinBias(none, a, b, c)],
  ["swinBiasBackward", (a, b, c) => untyped.swinBiasBackward(none, a, b, c)],
  ["swinLogCoordinates", (a, b) => untyped.swinLogCoordinates(a, b, { out: none })],
  ["relativePositionMatrix", (a, b) => untyped.relativePositionMatrix(a, b * 2 ** 17)],
  ["verifyRelativePosition", (a, b, c) => untyped.verifyRelativePosition(none, [a, b], c)],
  ["dotProducts", (a, b) => untyped.dotProducts(none, [a, b])],
  ["cosineSimilarity", (a, b) => untyped.cosineSimilarity(none, [a, b])],
  ["similarityByDistance", (a, b) => untyped.similarityByDistance(none, [a, b])],
  ["encodingStatistics", (a, b) => untyped.encodingStatistics(none, [a, b])],
  ["sinusoidalSimilarity", (a, b) => untyped.sinusoidalSimilarity(a * 2 ** 40, b)],
  ["sinusoidalDotProducts", (a, b) => untyped.sinusoidalDotProducts(a * 2 ** 40, b)],
  ["sinusoidal", (a) => untyped.sinusoidal(a * 2 ** 40, 65536, { start: -(2 ** 52) })],
  ["sinusoidal", (a) => untyped.sinusoidal(a * 2 ** 40, 65536, { dtype: "float16" })],
  [
    "sinusoidal2d",
    (a, b) => untyped.sinusoidal2d(a * 2 ** 40, b, 65536, { classToken: a % 2 === 1 }),
  ],
  [
    "sinusoidal2d",
    (a, b) => untyped.sinusoidal2d(a * 2 ** 40, b, 4, { convention: "detr", normalize: true }),
  ],
  ["nerf", (a) => untyped.nerf([], 53, { components: a + 1 })],
  ["heatmap", (a, b) => untyped.heatmap({ dModel: 2, width: a * 2 ** 40, height: b })],
  [
    "heatmap",
    (a, b) =>
      untyped.heatmap({ dModel: 65536, width: a, height: b * 2 ** 40, positions: "across" }),
  ],
  [
    "convertConvention",
    (a, b) => untyped.convertConvention(none, [a, b], { from: "mae", to: "vaswani" }),
  ],
  [
    "SinusoidalPositionalEncoding",
    (a) => new untyped.SinusoidalPositionalEncoding(a * 2 ** 40, 65536),
  ],
  ["SinusoidalPositionalEncoding.forward", (a, b) => layer.forward(none, [a, b, 4])],
  ["SinusoidalPositionalEncoding.embed", (a, b) => layer.embed([], new Float32Array(4), [a, b])],
  ["LearnedPositionalEncoding", (a, b) => new untyped.LearnedPositionalEncoding(a * 2 ** 40, b)],
  ["LearnedPositionalEncoding.forward", (a, b, c) => learned.forward(none, [a, b, c])],
  ["LearnedPositionalEncoding.backward", (a, b, c) => learned.backward(none, [a, b, c])],
  ["LearnedPositionalEncoding.forward", (a, b) => learned.forward(none, [a, b, 2])],
  ["LearnedPositionalEncoding.backward", (a) => learned.backward(none, [a, 0, 2])],
];

it.each(calls)(
  "calls with huge sizes and empty arrays return or throw at once: %s",
  (name, call) => {
    const next = random(7);
    const one = () => sizes[Math.floor(((next() + 1) / 2) * sizes.length)];
    for (let n = 0; n < 100; n++) {
      const chosen = [one(), one(), one(), one()];
      try {
        call(...chosen);
      } catch (error) {
        expect(error, `${chosen}`).toBeInstanceOf(RangeError);
        expect(String(error), `${chosen}`).toContain(`phasor.${name}: `);
      }
    }
  },
);
