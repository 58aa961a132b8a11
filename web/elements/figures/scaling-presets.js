// The rotary configurations of published models, as `ropeFromConfig` reads them from config.json; a
// test checks this.

/** @import { Model } from "./scaling-model.js" */

/** The nearest float32 numbers, which the files contain. @param {number[]} numbers */
const stored = (numbers) => [...Float32Array.from(numbers)];

const PAIRS =
  'ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"';
const NO_BASE = 'config.rope_theta is missing; used 10000, the default of model type "llama"';

/** Values that most of these models share. @type {Model} */
const plain = {
  ...{ dHead: 128, rotaryDim: 128, base: 10000, scaling: undefined, contextLength: 4096 },
  ...{ warnings: [], ignored: [], differences: [PAIRS] },
};

/** @type {Record<string, { name: string, model: Model }>} */
export const MODELS = {
  "llama-2": { name: "Llama 2 7B", model: { ...plain, warnings: [NO_BASE] } },
  "code-llama": {
    name: "Code Llama 7B",
    model: { ...plain, base: 1e6, contextLength: 16384 },
  },
  mistral: { name: "Mistral 7B v0.1", model: { ...plain, contextLength: 32768 } },
  vicuna: {
    name: "Vicuna 7B 16k",
    model: { ...plain, scaling: { type: "linear", factor: 4 }, warnings: [NO_BASE] },
  },
  "llama-3.1": {
    name: "Llama 3.1 8B",
    model: {
      ...plain,
      base: 500000,
      contextLength: 131072,
      scaling: {
        type: "llama3",
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    },
  },
  "qwen2.5": {
    name: "Qwen2.5 7B, long",
    model: {
      ...plain,
      base: 1e6,
      contextLength: 32768,
      scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 32768 },
      differences: [],
    },
  },
  "gpt-oss": {
    name: "gpt-oss 20B",
    model: {
      ...plain,
      dHead: 64,
      rotaryDim: 64,
      base: 150000,
      contextLength: 131072,
      scaling: {
        type: "yarn",
        beta_fast: 32,
        beta_slow: 1,
        factor: 32,
        original_max_position_embeddings: 4096,
        truncate: false,
      },
      differences: [
        "ggml: rounds the pairs of beta_fast and beta_slow outwards: pair 17 has frequency 0.00022795 instead of 0.00012932",
      ],
    },
  },
  "phi-3.5": {
    name: "Phi-3.5 mini",
    model: {
      ...plain,
      dHead: 96,
      rotaryDim: 96,
      contextLength: 131072,
      scaling: {
        type: "longrope",
        long_factor: stored([
          1.08, 1.11, 1.14, 1.34, 1.5899999, 1.6, 1.62, 2.6200001, 3.23, 3.23, 4.79, 7.4, 7.7000003,
          9.09, 12.2, 17.67, 24.460001, 28.570002, 30.420002, 30.840002, 32.590004, 32.930004,
          42.320004, 44.960003, 50.340004, 50.450005, 57.550003, 57.930004, 58.210003, 60.140003,
          62.610004, 62.620003, 62.710003, 63.140003, 63.140003, 63.770004, 63.930004, 63.960003,
          63.97, 64.03, 64.07, 64.08, 64.12, 64.41, 64.48, 64.51, 64.53, 64.84,
        ]),
        short_factor: stored([
          1, 1.02, 1.03, 1.03, 1.05, 1.05, 1.05, 1.05, 1.05, 1.0699999, 1.0999999, 1.1099999,
          1.1599998, 1.1599998, 1.1699998, 1.2899998, 1.3399998, 1.6799998, 1.7899998, 1.8199998,
          1.8499998, 1.8799998, 1.9099997, 1.9399997, 1.9899997, 2.0199997, 2.0199997, 2.0199997,
          2.0199997, 2.0199997, 2.0199997, 2.0299997, 2.0299997, 2.0299997, 2.0299997, 2.0299997,
          2.0299997, 2.0299997, 2.0299997, 2.0299997, 2.0799997, 2.0899997, 2.1899996, 2.2199996,
          2.5899994, 2.7299995, 2.7499995, 2.8399994,
        ]),
        original_max_position_embeddings: 4096,
        factor: 32,
      },
      differences: [
        "vLLM, ggml: choose between short_factor and long_factor once, by whether the context they allocate is longer than 4096, not by the sequence's length",
      ],
    },
  },
  "gemma-4": {
    name: "Gemma 4 31B",
    model: {
      ...plain,
      dHead: 512,
      rotaryDim: 512,
      base: 1e6,
      contextLength: 262144,
      scaling: { type: "proportional", partial_rotary_factor: 0.25 },
      differences: [
        "ggml: divides the frequencies from pair 64 on by 1e30 instead of stopping them",
      ],
    },
  },
};
