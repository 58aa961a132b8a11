// gguf.js: reads the configuration of a rotary embedding from a .gguf file.
//
// The keys are described in docs/gguf.md of ggml-org/ggml, and used by llama.cpp.
import { FormatError } from "../formats/error.js";

/** @import { Container } from "../formats/container.js" */
/** @typedef {import("../phasor/rope/scaling.js").RopeScaling} RopeScaling */
/** @typedef {typeof import("../phasor/index.js").ropeFrequencies} RopeFrequencies */
/**
 * The configuration in a file, in the form of `ropeFromConfig`'s result.
 * @typedef {object} GgufRope
 * @property {string} model its architecture
 * @property {{ type: string, index?: undefined }} layer
 * @property {string[]} layerTypes
 * @property {boolean} rotates
 * @property {string} positions
 * @property {number} dHead
 * @property {number} rotaryDim
 * @property {number} rotaryStart
 * @property {1} direction
 * @property {"half" | "interleaved" | undefined} layout undefined for an unknown architecture
 * @property {{ sizes: number[], interleaved: boolean } | undefined} sections
 * @property {number} base
 * @property {RopeScaling | undefined} scaling
 * @property {number | undefined} length
 * @property {Float64Array<ArrayBuffer>} frequencies
 * @property {number} attentionFactor
 * @property {string | undefined} divided the tensor that divides the frequencies
 * @property {string[]} warnings
 */

/** The `positions` of a model without a rotary embedding. */
export const NOT_ROTARY = "not rotary";
const FULL = "full_attention";
const SLIDING = "sliding_attention";
/** Tensors that divide frequencies: for any length, for long and for short sequences. */
const DIVISORS = /^(?:blk\.\d+\.)?(rope_freqs|rope_factors_long|rope_factors_short)\.weight$/;
/** Architectures by the layout in which llama.cpp pairs features. */
const pairings = {
  interleaved:
    "llama llama4 llama-embed deci baichuan starcoder internlm2 minicpm xverse command-r cohere2 olmo " +
    "arctic deepseek deepseek2 plm chatglm glm4 granite granitemoe granitehybrid chameleon bailingmoe " +
    "smollm3 arcee ernie4_5 ernie4_5-moe mistral3 mistral4 llada neo-bert maincoder glm-dsa muse-glimmer",
  half:
    "falcon falcon-h1 grok dbrx jina-bert-v3 modern-bert nomic-bert nomic-bert-moe stablelm bitnet qwen " +
    "qwen2 qwen2moe qwen3 qwen3moe qwen3next olmo2 olmoe phi2 phi3 phimoe plamo plamo2 gemma gemma2 " +
    "gemma3 gemma3n gemma4 gemma-embedding starcoder2 openelm gptneox codeshell orion nemotron exaone " +
    "exaone4 minicpm3 bailingmoe2 dots1 hunyuan-moe hunyuan-dense gpt-oss lfm2 lfm2moe smallthinker " +
    "seed_oss glm4moe qwen2vl qwen3vl qwen3vlmoe qwen35 qwen35moe dream llada-moe rnd1 plamo3 eurobert " +
    "exaone-moe jais2 grovemoe apertus minimax-m2 minimax-m3 cogvlm afmoe laguna mimo2 step35 mellum " +
    "hunyuan-vl hunyuan_vl",
};
/** Architectures whose base grows by rope.scaling.alpha, as in the rule "ntk". */
const GROWN = /^hunyuan[-_](dense|vl)$/;
/** Architectures with interleaved sections. */
const TURNS = /^qwen3(vl|vlmoe|5|5moe)$/;

/**
 * Reads the divisors; returns a function that reads the configuration of a layer.
 * @param {Container} container
 * @param {RopeFrequencies} ropeFrequencies the package's function, since the command and the
 *   figures load the package in different ways
 * @returns {Promise<(layer: number | string | undefined, length: number | undefined) => GgufRope>}
 */
export async function ggufReader(container, ropeFrequencies) {
  /** @type {Map<string, ArrayLike<number>>} */
  const divisors = new Map();
  for (const { name } of container.tensors) {
    const kind = DIVISORS.exec(name)?.[1];
    if (kind && !divisors.has(kind)) divisors.set(kind, (await container.load(name)).data);
  }
  return (layer, length) => ropeOf(container.metadata, divisors, ropeFrequencies, layer, length);
}

/**
 * The options for a RotaryEmbedding. If a tensor divides the frequencies, no rule describes them,
 * so they are passed without base, scaling and length.
 * @template {object} Rope @param {Rope} rope a GgufRope, or the result of `ropeFromConfig`
 */
export function optionsOf(rope) {
  const { divided, ...options } = /** @type {GgufRope} */ (rope);
  const none = { base: undefined, scaling: undefined, length: undefined };
  return divided ? { ...options, ...none } : options;
}

/** @param {Map<string, unknown>} metadata @param {Map<string, ArrayLike<number>>} divisors
 * @param {RopeFrequencies} ropeFrequencies
 * @param {number | string | undefined} layer @param {number | undefined} length @returns {GgufRope} */
function ropeOf(metadata, divisors, ropeFrequencies, layer, length) {
  const model = String(metadata.get("general.architecture") ?? "");
  /** @param {string} key */
  const number = (key) => {
    const value = metadata.get(`${model}.${key}`);
    // Some keys have a value for each layer.
    const one = Array.isArray(value) ? value[0] : value;
    return typeof one === "number" && Number.isFinite(one) ? single(one) : undefined;
  };
  const local = number("rope.freq_base_swa") ?? (/^gemma3n?$/.test(model) ? 10000 : undefined);
  const layerTypes = local === undefined ? [FULL] : [FULL, SLIDING];
  const type = layer ?? FULL;
  if (!layerTypes.some((each) => each === type)) {
    const allowed = layerTypes.join(" or ");
    throw new FormatError(`a layer of a .gguf file must be given as ${allowed}, got ${type}`);
  }
  const sliding = type === SLIDING;
  const sizes = sizesOf(number, sliding);
  const base = sliding ? local : number("rope.freq_base");
  const sections = sizes && sectionsOf(metadata, model, sizes.rotaryDim);
  const about = {
    ...{ model, layer: { type: String(type) }, layerTypes, rotaryStart: 0, length },
    direction: /** @type {const} */ (1),
    layout: layoutOf(model, sections !== undefined),
    warnings: [],
  };
  if (sizes === undefined || (base === undefined && number("rope.dimension_count") === undefined)) {
    const none = { dHead: sizes?.dHead ?? 2, rotaryDim: 0, base: 10000, scaling: undefined };
    const nothing = { frequencies: new Float64Array(0), attentionFactor: 1, divided: undefined };
    const other = { sections: undefined, rotates: false, positions: NOT_ROTARY };
    return { ...about, ...none, ...nothing, ...other };
  }
  const scaling =
    sliding && model.startsWith("gemma3") ? undefined : scalingOf(metadata, model, number);
  const common = {
    ...about,
    ...sizes,
    base: base ?? 10000,
    scaling,
    sections,
    rotates: true,
    positions: "rotary",
  };
  const made = ropeFrequencies(sizes.dHead, {
    ...{ base: common.base, rotaryDim: sizes.rotaryDim, scaling },
  });
  const factor = attentionOf(model, number, made.attentionFactor, scaling);
  const original = number("rope.scaling.original_context_length");
  const long = length !== undefined && original !== undefined && length > original;
  const names = ["rope_freqs", long ? "rope_factors_long" : "rope_factors_short"];
  const divided = sliding ? undefined : names.find((name) => divisors.has(name));
  const list = divisors.get(divided ?? "");
  if (list && list.length !== made.frequencies.length) {
    const pairs = made.frequencies.length;
    throw new FormatError(`${divided}.weight must have ${pairs} numbers, got ${list.length}`);
  }
  const frequencies = made.frequencies.map((w, i) => (list ? w / list[i] : w));
  return { ...common, frequencies, attentionFactor: factor, divided };
}

/** @param {(key: string) => number | undefined} number @param {boolean} sliding */
function sizesOf(number, sliding) {
  /** @param {string} key */
  const of = (key) => (sliding ? number(`${key}_swa`) : undefined) ?? number(key);
  const [heads, width] = [number("attention.head_count"), number("embedding_length")];
  const whole = of("attention.key_length") ?? (heads && width ? width / heads : undefined);
  const rotaryDim = of("rope.dimension_count") ?? whole;
  if (rotaryDim === undefined) return undefined;
  // With latent attention, a key also has a part that does not rotate, which dHead does not
  // include.
  const latent = number("attention.kv_lora_rank") !== undefined;
  return { dHead: latent ? rotaryDim : Math.max(whole ?? rotaryDim, rotaryDim), rotaryDim };
}

/** @param {string} model @param {boolean} axes whether positions have several axes */
function layoutOf(model, axes) {
  if (model === "glm4" && axes) return "half";
  const found = Object.entries(pairings).find(([, list]) => list.split(" ").includes(model));
  return /** @type {keyof typeof pairings | undefined} */ (found?.[0]);
}

/** @param {Map<string, unknown>} metadata @param {string} model @param {number} rotaryDim */
function sectionsOf(metadata, model, rotaryDim) {
  const value = metadata.get(`${model}.rope.dimension_sections`);
  if (!Array.isArray(value)) return undefined;
  const sizes = value.map(Number).filter((size) => size > 0);
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sizes.length < 2 || sum !== rotaryDim / 2) return undefined;
  return { sizes, interleaved: TURNS.test(model) };
}

/** @param {Map<string, unknown>} metadata @param {string} model
 * @param {(key: string) => number | undefined} number @returns {RopeScaling | undefined} */
function scalingOf(metadata, model, number) {
  const alpha = GROWN.test(model) ? (number("rope.scaling.alpha") ?? 0) : 0;
  if (alpha > 1) return { type: "ntk", factor: alpha };
  const type = metadata.get(`${model}.rope.scaling.type`) ?? "linear";
  const factor = number("rope.scaling.factor") ?? number("rope.scale_linear") ?? 1;
  if (type === "linear" && factor !== 1) return { type: "linear", factor };
  if (type !== "yarn") return undefined;
  const original = number("rope.scaling.original_context_length") ?? number("context_length");
  if (original === undefined) {
    throw new FormatError(`${model}.rope.scaling.original_context_length is missing`);
  }
  const [fast, slow] = ["fast", "slow"].map((end) => number(`rope.scaling.yarn_beta_${end}`));
  return {
    ...{ type: "yarn", factor, original_max_position_embeddings: original },
    ...(fast !== undefined && { beta_fast: fast }),
    ...(slow !== undefined && { beta_slow: slow }),
  };
}

/**
 * The factor of sines and cosines. For DeepSeek's models, llama.cpp removes YaRN's factor from them
 * and scales the scores instead.
 * @param {string} model @param {(key: string) => number | undefined} number @param {number} plain
 * @param {RopeScaling | undefined} scaling
 */
function attentionOf(model, number, plain, scaling) {
  const own = number("rope.scaling.attn_factor") ?? number("rope.scaling.yarn_attn_factor") ?? 1;
  const multiplier = number("rope.scaling.yarn_log_multiplier") ?? 0;
  if (scaling?.type !== "yarn" || multiplier === 0) return own * plain;
  if (model.startsWith("deepseek")) return own;
  return (own * plain) / (1 + multiplier * Math.log(scaling.factor ?? 1));
}

/** The shortest decimal of a float32: 0.1 rather than 0.10000000149. @param {number} x */
function single(x) {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(x.toPrecision(digits));
    if (Math.fround(short) === Math.fround(x)) return short;
  }
  return x;
}
