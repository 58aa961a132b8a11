// Every option of every function, given as undefined, which the types must allow with
// exactOptionalPropertyTypes, too. consumers.test.js compiles it against the packed package.
import * as P from "phasor";

const u = undefined;
const x = new Float32Array(24);
P.frequencies(8, { base: u });
P.wavelengths(8, { base: u });
P.sinusoidal(3, 8, { base: u, start: u, convention: u, arithmetic: u, dtype: u, out: u });
P.sinusoidalAt([1], 8, { base: u, convention: u, arithmetic: u, dtype: u, out: u });
P.sinusoidal2d(2, 3, 8, {
  convention: u,
  base: u,
  classToken: u,
  normalize: u,
  scale: u,
  dtype: u,
  out: u,
});
P.sinusoidal3d(2, 3, 2, 16, {
  convention: u,
  base: u,
  classToken: u,
  temporalInterpolationScale: u,
  spatialInterpolationScale: u,
  dtype: u,
  out: u,
});
P.nerf([1], 3, { components: u, includeInput: u, pi: u, logSampling: u, dtype: u, out: u });
P.heatmap(
  {
    dModel: 8,
    width: 3,
    height: 3,
    base: u,
    position: u,
    positionsPerPixel: u,
    column: u,
    columnsPerPixel: u,
    layout: u,
    positions: u,
  },
  { out: u },
);
P.convertConvention(x, [6, 4], { from: "vaswani", to: "mae", out: u });
const e = new P.SinusoidalPositionalEncoding(8, 4, { base: u, convention: u, dtype: u });
e.forward(x, [1, 6, 4], { scale: u, start: u, out: u });
e.embed([0], x, [1, 1], { scale: u, out: u });
const l = new P.LearnedPositionalEncoding(8, 4, { seed: u, init: u, std: u, dtype: u });
l.lookup([0], { out: u });
l.forward(x, [1, 6, 4], { out: u });
l.backward(x, [1, 6, 4], { out: u });
P.ropeFrequencies(8, { base: u, rotaryDim: u, scaling: u, length: u });
P.ropeFrequencies(8, {
  scaling: {
    type: "yarn",
    factor: 2,
    original_max_position_embeddings: 4,
    beta_fast: u,
    mscale: u,
  },
});
const rope = P.ropeFromConfig({}, { length: u, layer: u, part: u });
const r = new P.RotaryEmbedding(8, {
  base: u,
  rotaryDim: u,
  scaling: u,
  length: u,
  layout: u,
  rotaryStart: u,
  direction: u,
  maxLength: u,
  xpos: u,
  arithmetic: u,
  dtype: u,
  sections: u,
  frequencies: u,
  attentionFactor: u,
  queryScaling: u,
});
new P.RotaryEmbedding(rope.dHead, rope);
new P.RotaryEmbedding(8, {
  xpos: { scaleBase: u, centre: u },
  sections: { sizes: [1], interleaved: u, axial: u },
});
r.apply(x, [3, 8], {
  offset: u,
  positions: u,
  tokenAxis: u,
  inverse: u,
  gradient: u,
  role: u,
  out: u,
});
r.forward(x, x, [3, 8], {
  offset: u,
  positions: u,
  tokenAxis: u,
  inverse: u,
  gradient: u,
  keyShape: u,
  out: u,
});
r.forward(x, x, [3, 8], { out: { q: u, k: u } });
r.move(x, [3, 8], { from: u, to: 3, rotary: u, tokenAxis: u, out: u });
r.applyAngles(x, [3, 8], x, x, {
  cacheShape: u,
  positions: u,
  tokenAxis: u,
  inverse: u,
  gradient: u,
  out: u,
});
P.convertLayout(x, [24], { heads: 1, from: "half", to: "half", rotaryDim: u, out: u });
P.mropePositions([{ height: 1, width: 1, frames: u, interval: u }], { start: u });
P.alibiSlopes(3, { maxBias: u });
P.alibiBias(3, 3, 3, { causal: u, form: u, offset: u, maxBias: u, dtype: u, out: u });
P.t5Bucket(3, { buckets: u, bidirectional: u, maxDistance: u });
P.t5Bias(x, [12, 2], 3, 3, { bidirectional: u, maxDistance: u, offset: u, dtype: u, out: u });
P.t5BiasBackward(x, [12, 2], 3, 3, { bidirectional: u, maxDistance: u, offset: u, out: u });
P.relativeBias(x, [12, 2], 3, 3, { offset: u, out: u });
P.relativeBiasBackward(x, [12, 2], 3, 3, { offset: u, out: u });
P.swinBias(x, 2, 2, 2, { dtype: u, out: u });
P.swinBiasBackward(x, 2, 2, 2, { out: u });
P.swinLogCoordinates(2, 2, { pretrained: u, dtype: u, out: u });
P.softmax(x, [6, 4], { out: u });
P.attentionWeights(x, x, [6, 4], { bias: u, causal: u, scale: u, out: u });
P.attention(x, x, x, [2, 3, 3, 4], { bias: u, causal: u, offset: u, scale: u, weights: u, out: u });
P.permutationError(x, [3, 8], [0, 1, 2], { pe: u });
P.dotProducts(x, [3, 8], { out: u });
P.cosineSimilarity(x, [3, 8], { out: u });
P.relativePositionMatrix(3, 8, { base: u, convention: u });
P.verifyRelativePosition(x, [3, 8], 1, { base: u, convention: u });
P.sinusoidalDotProducts(3, 8, { base: u, dtype: u, out: u });
P.sinusoidalSimilarity(3, 8, { base: u });

// A dtype that is undefined is float32, in the types of results too.
P.sinusoidal(3, 8, { dtype: u }) satisfies Float32Array;
P.sinusoidalAt([1], 8, { dtype: u }) satisfies Float32Array;
P.sinusoidal2d(2, 3, 8, { dtype: u }) satisfies Float32Array;
P.sinusoidal3d(2, 3, 2, 16, { dtype: u }) satisfies Float32Array;
P.nerf([1], 3, { dtype: u }) satisfies Float32Array;
P.alibiBias(3, 3, 3, { dtype: u }) satisfies Float32Array;
P.swinLogCoordinates(2, 2, { dtype: u }) satisfies Float32Array;
P.sinusoidalDotProducts(3, 8, { dtype: u }) satisfies Float32Array;
r.cos satisfies Float32Array;
l.table satisfies Float32Array;
l.lookup([0]) satisfies Float32Array;
e.encoding(2) satisfies Float32Array;
P.t5Bias(new Float64Array(24), [12, 2], 3, 3, { dtype: u }) satisfies Float64Array;
P.swinBias(new Float64Array(18), 2, 2, 2, { dtype: u }) satisfies Float64Array;

P.alibiBias(3, 3, 3, { dtype: u, out: x });
P.t5Bias(x, [12, 2], 3, 3, { dtype: u, offset: u, out: x });
P.swinBias(x, 2, 2, 2, { dtype: u, out: x });
P.swinLogCoordinates(2, 2, { dtype: u, out: x });
P.sinusoidalDotProducts(3, 8, { dtype: u, out: x });

new P.RotaryEmbedding(8, { queryScaling: { type: "logn", length: 9, offset: u, beta: u } });
new P.RotaryEmbedding(8, { queryScaling: { type: "log", length: 9, beta: 0.1 } });
// @ts-expect-error: only logn has no beta
new P.RotaryEmbedding(8, { queryScaling: { type: "log", length: 9 } });

l.lookup(BigInt64Array.of(1n));
P.sinusoidalAt(BigInt64Array.of(1n), 8);
r.apply(x, [3, 8], { positions: BigInt64Array.of(1n, 2n, 3n) });
