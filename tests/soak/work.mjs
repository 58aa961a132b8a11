// work.mjs: the work that the soak test repeats. Each piece of work returns numbers that must be
// the same every time.
import {
  Arena,
  alibiBias,
  attentionWeights,
  diagnose,
  dotProducts,
  heatmap,
  LearnedPositionalEncoding,
  permutationError,
  RotaryEmbedding,
  ropeFromConfig,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidal2d,
  sinusoidalAt,
  softmax,
  t5Bias,
} from "phasor";

/** @typedef {Iterable<number>} Numbers */

/** @param {number} count */
const ramp = (count) => Float32Array.from({ length: count }, (_, n) => ((n * 37) % 64) / 64 - 0.5);

const encoding = new SinusoidalPositionalEncoding(512, 64);
const rotary = new RotaryEmbedding(64, { maxLength: 512 });
const row = new Float32Array(64);
const token = ramp(64);
const twoByFour = new Float32Array(8);

/**
 * Calls that take about a microsecond; `turn` varies their arguments.
 * @type {((turn: number) => Numbers)[]}
 */
export const small = [
  (turn) => sinusoidal(1, 64, { start: turn % 4096, out: row }),
  (turn) => sinusoidalAt([turn % 977], 64, { out: row }),
  (turn) => rotary.apply(token, [1, 64], { offset: turn % 511, out: row }),
  (turn) => encoding.forward(token, [1, 1, 64], { start: turn % 512, out: row }),
  () => softmax(ramp(8), [2, 4], { out: twoByFour }),
];

/** @param {() => unknown} call @returns {number} of letters in what it says */
function refused(call) {
  try {
    call();
  } catch (error) {
    return /** @type {Error} */ (error).message.length;
  }
  throw new Error("a wrong argument was taken");
}

/**
 * Calls of a millisecond or several, of all subjects.
 * @type {Record<string, () => Numbers>}
 */
export const mixed = {
  table: () => sinusoidal(700, 128, { start: 5 }),
  doubles: () => sinusoidal(300, 64, { dtype: "float64", base: 500000 }),
  conventions: () => sinusoidal(200, 64, { convention: "fairseq" }),
  anotherArithmetic: () => sinusoidal(100, 64, { arithmetic: "float16" }),
  grid: () => sinusoidal2d(14, 14, 64, { convention: "mae" }),
  arena() {
    const arena = new Arena(1 << 20);
    return sinusoidal(512, 128, { out: arena.float32(512 * 128) }).slice();
  },
  products: () => dotProducts(sinusoidal(200, 64), [200, 64]),
  attention: () => attentionWeights(ramp(128 * 32), ramp(128 * 32), [128, 32], { causal: true }),
  permutation: () => [permutationError(ramp(24), [3, 8], [2, 0, 1])],
  rotation: () => rotary.apply(ramp(8 * 256 * 64), [8, 256, 64], { offset: 7 }),
  configuration() {
    const { frequencies } = ropeFromConfig({
      hidden_size: 4096,
      num_attention_heads: 32,
      rope_theta: 500000,
      max_position_embeddings: 131072,
      rope_scaling: {
        rope_type: "llama3",
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    });
    return frequencies;
  },
  biases: () => [
    ...alibiBias(8, 32, 32),
    ...t5Bias(ramp(32 * 4), [32, 4], 16, 16, { bidirectional: false }),
  ],
  learning() {
    const learned = new LearnedPositionalEncoding(64, 32, { seed: 3 });
    learned.backward(ramp(2 * 64 * 32), [2, 64, 32]);
    learned.step(0.1);
    return learned.table;
  },
  picture: () => heatmap({ dModel: 64, width: 64, height: 200, positionsPerPixel: 2 ** 40 }),
  diagnosis: () => diagnose(sinusoidal(128, 32), [128, 32]).findings.map(({ code }) => code.length),
  refusals: () => [
    refused(() => sinusoidal(8, 7)),
    refused(() => sinusoidal(2 ** 40, 65536)),
    refused(() => new Arena(2 ** 50)),
    refused(() => rotary.apply(token, [2, 64])),
  ],
};

/** @param {Numbers} numbers */
export function digest(numbers) {
  let sum = 0;
  let n = 1;
  for (const number of numbers) {
    sum += number * ((n % 1009) + 1);
    n++;
  }
  return sum;
}
