// exports.js: more computations for every engine, so that every export and method is called.

/** @typedef {import("./computation.js").Phasor} Phasor */
/** @typedef {import("./computation.js").Results} Results */

/** The same call on arrays in an arena. @param {Phasor} phasor @param {Float32Array} x */
function inArena({ Arena, RotaryEmbedding, SinusoidalPositionalEncoding, sinusoidal }, x) {
  const arena = new Arena(1 << 20);
  arena.float64(3).fill(7);
  arena.reset();
  const table = sinusoidal(20, 16, { out: arena.float32(320), start: 1e6 });
  const input = arena.float32(x.length);
  input.set(x);
  const out = arena.float32(x.length);
  const ids = arena.int32(20);
  for (let i = 0; i < 20; i++) ids[i] = (7 * i) % 20;
  const encoding = new SinusoidalPositionalEncoding(64, 16);
  const added = encoding.forward(input, [2, 24, 16], { out });
  const embedded = encoding.embed(ids, table, [2, 10], { out: arena.float32(320) });
  const turned = new RotaryEmbedding(16).apply(input, [2, 24, 16], { offset: 9 });
  return { table: table.slice(), added: added.slice(), embedded: embedded.slice(), turned };
}

/** @param {Phasor} phasor @param {Float32Array} x (2, 24, 16) */
function layers({ LearnedPositionalEncoding, SinusoidalPositionalEncoding }, x) {
  const learned = new LearnedPositionalEncoding(30, 16, { seed: 7, std: 0.5 });
  const forward = learned.forward(x, [2, 24, 16]);
  const copy = learned.backward(x, [2, 24, 16]);
  learned.backwardAt([3, 3, 29, 0], x.subarray(0, 64));
  const gradient = learned.gradient.slice();
  learned.step(0.125);
  const looked = learned.lookup(BigInt64Array.of(29n, 3n, 0n));
  learned.zeroGradient();
  const encoding = new SinusoidalPositionalEncoding(24, 16, { convention: "mae", base: 500 });
  return {
    ...{ forward, copy, gradient, looked, zero: learned.gradient },
    encoded: encoding.encoding(24),
    embedded: encoding.embed([1, 0, 5, 2], x, [2, 2], { scale: "sqrt" }),
  };
}

/** @param {Phasor} phasor @param {Float32Array} x (2, 24, 16) @param {Float64Array} wide */
function rotations(phasor, x, wide) {
  const { RotaryEmbedding } = phasor;
  const { positions, next } = phasor.mropePositions([2, { height: 2, width: 3 }, { text: 3 }]);
  const grown = { factor: 4, original_max_position_embeddings: 64 };
  const rotary = new RotaryEmbedding(16, { layout: "half", maxLength: 24 });
  const other = new RotaryEmbedding(16, { layout: "half", scaling: { type: "yarn", ...grown } });
  const sections = new RotaryEmbedding(16, { sections: { sizes: [4, 2, 2], interleaved: true } });
  const decaying = new RotaryEmbedding(16, { xpos: true });
  const places = positions.map((list) => [...list, ...list].slice(0, next + 3));
  const moved = rotary.move(x, [2, 24, 16], { from: 0, to: other });
  const pair = rotary.forward(x, x.slice(), [2, 24, 16]);
  const { q, k } = decaying.forward(x, x.slice(), [2, 24, 16], { offset: 100.5 });
  return {
    ...{ moved, q, k, cos: rotary.cos, sin: rotary.sin, queries: pair.q, keys: pair.k },
    inverse: other.apply(wide, [2, 24, 16], { inverse: true, offset: -3 }),
    sections: sections.apply(x.subarray(0, 16 * places[0].length), [places[0].length, 16], {
      positions: places,
    }),
    trailing: new RotaryEmbedding(16, { rotaryDim: 6, rotaryStart: 10, direction: -1 }).apply(
      x,
      [24, 2, 16],
      { tokenAxis: 0 },
    ),
    listed: new RotaryEmbedding(16, { frequencies: wide.subarray(0, 8) }).apply(x, [2, 24, 16]),
    angles: rotary.applyAngles(x, [2, 24, 16], rotary.cos, rotary.sin),
    power: new RotaryEmbedding(16, { arithmetic: "float32-pow", maxLength: 99 }).cos,
    scores: phasor.relativeScores(wide.subarray(0, 16), wide.subarray(16, 32), rotary, 24),
    diagnosis: JSON.stringify(phasor.diagnoseRotary({ cos: rotary.cos, sin: rotary.sin }, [24, 8])),
    vectors: JSON.stringify(
      phasor.diagnoseRotary({ input: x, output: pair.q }, [2, 24, 16], { expect: { dHead: 16 } }),
    ),
    weights: phasor.convertLayout(x, [32, 24], { heads: 2, from: "interleaved", to: "half" }),
  };
}

/** @param {Phasor} phasor @param {Float32Array} x (48, 16) */
function analysis(phasor, x) {
  const table = phasor.sinusoidal(48, 16);
  const swapped = phasor.convertConvention(table, [48, 16], { from: "vaswani", to: "gpt-neox" });
  const shifted = phasor.verifyRelativePosition(x, [48, 16], -5);
  const permutation = Array.from({ length: 48 }, (_, i) => (5 * i) % 48);
  return {
    ...{ swapped, matrix: shifted.matrix, errors: shifted.errors },
    cosines: phasor.cosineSimilarity(x, [48, 16]),
    kernel: phasor.sinusoidalSimilarity(50, 16, { base: 100 }),
    square: phasor.sinusoidalDotProducts(50, 16),
    product: phasor.attention(x, x, x, [2, 24, 24, 16], { causal: true }),
    permuted: Float64Array.of(phasor.permutationError(x, [48, 16], permutation, { pe: table })),
  };
}

/** @param {Phasor} phasor @param {Float32Array} x */
function biases(phasor, x) {
  return {
    slopes: phasor.alibiSlopes(12),
    steeper: phasor.alibiBias(3, 5, 7, { maxBias: 5.5, dtype: "float64" }),
    relative: phasor.relativeBias(x.subarray(0, 21), [7, 3], 6, 9, { offset: 3 }),
    relativeGradient: phasor.relativeBiasBackward(x.subarray(0, 162), [7, 3], 6, 9),
    swinGradient: phasor.swinBiasBackward(x.subarray(0, 288), 2, 3, 4),
    index: phasor.swinRelativePositionIndex(3, 4),
    swin: phasor.swinBias(x.subarray(0, 70), 2, 3, 4),
    gradient: phasor.t5BiasBackward(x, [32, 3], 16, 16),
    diagnosis: JSON.stringify(phasor.diagnoseBias(x.subarray(0, 90), [2, 5, 9])),
    alibi: JSON.stringify(phasor.diagnoseBias(phasor.alibiBias(12, 20, 20), [12, 20, 20])),
    buckets: JSON.stringify(
      phasor.diagnoseBias(phasor.t5Bias(x.subarray(0, 64), [32, 2], 40, 40), [2, 40, 40]),
    ),
  };
}

/** Results in float16 and bfloat16, as bits. @param {Phasor} phasor */
function narrow({ RotaryEmbedding, alibiBias, nerf, sinusoidal, sinusoidal2d }) {
  const half = sinusoidal(50, 34, { dtype: "float16", convention: { spacing: 0.5 } });
  const cached = new RotaryEmbedding(16, { maxLength: 20, dtype: "float16" }).sin;
  return {
    ...{ half, cached },
    brain: sinusoidal(50, 34, { dtype: "bfloat16", arithmetic: "float32-exp" }),
    alibi: alibiBias(12, 5, 9, { dtype: "bfloat16" }),
    grid: sinusoidal2d(3, 5, 16, { convention: "timm", dtype: "float16" }),
    nerf: nerf([0.1, 0.7], 4, { dtype: "bfloat16" }),
    bands: nerf([0.1, 0.7], 6, { logSampling: false }),
  };
}

/** @param {Phasor} phasor */
function configurations({ ropeFromConfig, conventions }) {
  const rope_scaling = { factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
  const llama = {
    ...{ model_type: "llama", hidden_size: 4096, num_attention_heads: 32, rope_theta: 500000 },
    ...{ max_position_embeddings: 131072, num_hidden_layers: 32 },
    rope_scaling: {
      ...{ ...rope_scaling, rope_type: "llama3", original_max_position_embeddings: 8192 },
    },
  };
  const gemma = { model_type: "gemma3_text", head_dim: 256, num_hidden_layers: 12 };
  return {
    llama: JSON.stringify(ropeFromConfig(llama)),
    gemma: JSON.stringify(ropeFromConfig(gemma, { layer: 3 })),
    bert: JSON.stringify(
      ropeFromConfig({
        model_type: "phi",
        hidden_size: 64,
        num_attention_heads: 4,
        num_hidden_layers: 1,
      }),
    ),
    conventions: JSON.stringify(conventions),
  };
}

/**
 * @param {Phasor} phasor @param {Float64Array} wide 2·24·16 numbers within ±1
 * @returns {Results}
 */
export function everyExport(phasor, wide) {
  const x = Float32Array.from(wide);
  const groups = {
    arena: inArena(phasor, x),
    layers: layers(phasor, x),
    rotations: rotations(phasor, x, wide),
    analysis: analysis(phasor, x),
    biases: biases(phasor, x),
    narrow: narrow(phasor),
    configurations: configurations(phasor),
  };
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, results]) =>
      Object.entries(results).map(([name, result]) => [`${group}: ${name}`, result]),
    ),
  );
}
