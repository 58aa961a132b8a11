// config.support.js: the configurations that the tests of ropeFromConfig start from.
import published from "./configurations/published.json";

/** Published models of all families and rules. */
const names = [
  ...["deepseek-ai/DeepSeek-V2-Lite", "deepseek-ai/DeepSeek-V3", "google/gemma-3-1b-it"],
  ...["google/gemma-3-27b-it", "google/gemma-4-31B-it", "zai-org/GLM-4-9B-0414"],
  ...["EleutherAI/gpt-j-6b", "EleutherAI/gpt-neox-20b", "openai/gpt-oss-20b"],
  ...["Alibaba-NLP/gte-large-en-v1.5", "tencent/Hunyuan-A13B-Instruct", "internlm/internlm2-7b"],
  ...["moonshotai/Kimi-K2-Instruct", "meta-llama/Llama-2-7b-hf", "meta-llama/Llama-3.1-8B"],
  ...["meta-llama/Llama-3.2-1B", "meta-llama/Llama-4-Scout-17B-16E-Instruct"],
  ...["mistralai/Ministral-3-8B-Instruct-2512", "answerdotai/ModernBERT-base"],
  ...["allenai/Olmo-3-1025-7B", "microsoft/phi-2", "microsoft/Phi-3.5-mini-instruct"],
  ...["Qwen/Qwen2-VL-7B-Instruct", "Qwen/Qwen2.5-7B-Instruct", "Qwen/Qwen3-VL-8B-Instruct"],
  ...["HuggingFaceTB/SmolLM3-3B", "lmsys/vicuna-7b-v1.5-16k"],
];

/** The only one that transformers does not have. */
const gte = {
  ...{ model_type: "new", hidden_size: 1024, num_attention_heads: 16, num_hidden_layers: 24 },
  ...{ max_position_embeddings: 8192, rope_theta: 160000 },
  rope_scaling: { factor: 2, type: "ntk" },
};

/** A copy of a published configuration. @param {string} name @returns {any} */
export const configOf = (name) =>
  structuredClone(published.configurations.find((row) => row.name === name)?.config ?? gte);

export const models = Object.fromEntries(names.map((name) => [name, configOf(name)]));

/** A minimal configuration. */
export const plain = {
  model_type: "llama",
  head_dim: 64,
  rope_theta: 10000,
  max_position_embeddings: 4096,
};
