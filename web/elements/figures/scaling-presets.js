// What published models say of their positions: those keys of their config.json.

/** Numbers as the files have them: those nearest to these in float32. @param {number[]} numbers */
const stored = (numbers) => [...Float32Array.from(numbers)];

/** @type {Record<string, { name: string, config: Record<string, unknown> }>} */
export const MODELS = {
  "llama-2": {
    name: "Llama 2 7B",
    config: {
      model_type: "llama",
      hidden_size: 4096,
      num_attention_heads: 32,
      max_position_embeddings: 4096,
      rope_scaling: null,
    },
  },
  "code-llama": {
    name: "Code Llama 7B",
    config: {
      model_type: "llama",
      hidden_size: 4096,
      num_attention_heads: 32,
      max_position_embeddings: 16384,
      rope_theta: 1000000.0,
      rope_scaling: null,
    },
  },
  mistral: {
    name: "Mistral 7B v0.1",
    config: {
      model_type: "mistral",
      hidden_size: 4096,
      num_attention_heads: 32,
      max_position_embeddings: 32768,
      rope_theta: 10000.0,
    },
  },
  vicuna: {
    name: "Vicuna 7B 16k",
    config: {
      model_type: "llama",
      hidden_size: 4096,
      num_attention_heads: 32,
      max_position_embeddings: 4096,
      rope_scaling: {
        factor: 4.0,
        type: "linear",
      },
    },
  },
  "llama-3.1": {
    name: "Llama 3.1 8B",
    config: {
      model_type: "llama",
      hidden_size: 4096,
      num_attention_heads: 32,
      max_position_embeddings: 131072,
      rope_theta: 500000.0,
      rope_scaling: {
        factor: 8.0,
        low_freq_factor: 1.0,
        high_freq_factor: 4.0,
        original_max_position_embeddings: 8192,
        rope_type: "llama3",
      },
    },
  },
  "qwen2.5": {
    name: "Qwen2.5 7B, long",
    config: {
      model_type: "qwen2",
      hidden_size: 3584,
      num_attention_heads: 28,
      max_position_embeddings: 32768,
      rope_theta: 1000000.0,
      rope_scaling: {
        factor: 4.0,
        original_max_position_embeddings: 32768,
        type: "yarn",
      },
    },
  },
  "gpt-oss": {
    name: "gpt-oss 20B",
    config: {
      model_type: "gpt_oss",
      head_dim: 64,
      hidden_size: 2880,
      num_attention_heads: 64,
      initial_context_length: 4096,
      max_position_embeddings: 131072,
      rope_theta: 150000,
      rope_scaling: {
        beta_fast: 32.0,
        beta_slow: 1.0,
        factor: 32.0,
        original_max_position_embeddings: 4096,
        rope_type: "yarn",
        truncate: false,
      },
    },
  },
  "phi-3.5": {
    name: "Phi-3.5 mini",
    config: {
      model_type: "phi3",
      hidden_size: 3072,
      num_attention_heads: 32,
      max_position_embeddings: 131072,
      original_max_position_embeddings: 4096,
      rope_theta: 10000.0,
      rope_scaling: {
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
        type: "longrope",
      },
    },
  },
  "gemma-4": {
    name: "Gemma 4 31B",
    config: {
      model_type: "gemma4_text",
      head_dim: 256,
      global_head_dim: 512,
      max_position_embeddings: 262144,
      rope_parameters: {
        full_attention: {
          partial_rotary_factor: 0.25,
          rope_theta: 1000000.0,
          rope_type: "proportional",
        },
        sliding_attention: {
          rope_theta: 10000.0,
          rope_type: "default",
        },
      },
      hidden_size: 5376,
      num_attention_heads: 32,
    },
  },
};
