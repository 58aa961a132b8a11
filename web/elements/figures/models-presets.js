// Published models, as models-config.js reads them from their config.json; a test checks this.

/** @import { Kind, Model } from "./models-model.js" */

/** Layers that see the whole text. @param {number} layers @param {number} head @param {number} base @param {Partial<Kind>} [properties] that differ @returns {Kind} */
const whole = (layers, head, base, properties) => ({
  ...{ layers, type: "full_attention", head, dHead: head, rotaryDim: head, base },
  ...{ scaling: undefined, ...properties },
});

const sliding = { type: "sliding_attention" };
/** @type {Record<string, Model>} */
export const MODELS = {
  "llama-3.1": {
    name: "Llama 3.1 8B",
    context: 131072,
    kinds: [
      whole(32, 128, 500000, {
        scaling: {
          type: "llama3",
          factor: 8,
          low_freq_factor: 1,
          high_freq_factor: 4,
          original_max_position_embeddings: 8192,
        },
      }),
    ],
  },
  "gpt-neox": {
    name: "GPT-NeoX-20B",
    context: 2048,
    kinds: [whole(44, 96, 10000, { rotaryDim: 24 })],
  },
  "deepseek-v3": {
    name: "DeepSeek-V3",
    context: 163840,
    kinds: [
      whole(61, 192, 10000, {
        ...{ dHead: 64, rotaryDim: 64 },
        scaling: {
          type: "yarn",
          factor: 40,
          mscale: 1,
          mscale_all_dim: 1,
          beta_fast: 32,
          beta_slow: 1,
          original_max_position_embeddings: 4096,
        },
      }),
    ],
  },
  "gemma-3": {
    name: "Gemma 3 27B",
    context: undefined,
    kinds: [
      whole(52, 128, 10000, sliding),
      whole(10, 128, 1e6, { scaling: { type: "linear", factor: 8 } }),
    ],
  },
  "gemma-4": {
    name: "Gemma 4 31B",
    context: 262144,
    kinds: [
      whole(50, 256, 10000, sliding),
      whole(10, 512, 1e6, { scaling: { type: "proportional", partial_rotary_factor: 0.25 } }),
    ],
  },
  "gpt-oss": {
    name: "gpt-oss 20B",
    context: 131072,
    kinds: [sliding, {}].map((properties) =>
      whole(12, 64, 150000, {
        ...properties,
        scaling: {
          type: "yarn",
          beta_fast: 32,
          beta_slow: 1,
          factor: 32,
          original_max_position_embeddings: 4096,
          truncate: false,
        },
      }),
    ),
  },
  smollm3: {
    name: "SmolLM3 3B",
    context: 65536,
    kinds: [whole(27, 128, 5e6), whole(9, 128, 5e6, { rotaryDim: 0 })],
  },
  "llama-4": {
    name: "Llama 4 Scout",
    context: 10485760,
    kinds: [
      whole(36, 128, 500000, {
        type: "chunked_attention",
        scaling: {
          type: "llama3",
          factor: 16,
          high_freq_factor: 1,
          low_freq_factor: 1,
          original_max_position_embeddings: 8192,
        },
      }),
      whole(12, 128, 500000, { rotaryDim: 0 }),
    ],
  },
  "qwen3.5": {
    name: "Qwen3.5 27B",
    context: 262144,
    kinds: [
      whole(48, 256, 10000, { type: "linear_attention", rotaryDim: 0 }),
      whole(16, 256, 1e7, { rotaryDim: 64 }),
    ],
  },
};
