// gguf.js: reads the configuration of a rotary embedding from a .gguf file.
//
// The keys are described in docs/gguf.md of ggml-org/ggml, and used by llama.cpp.
import { FormatError } from "../formats/error.js";
import { rowOfClass } from "../phasor/config/models.js";

/** @import { Container } from "../formats/container.js" */
/** @import { Row } from "../phasor/config/models.js" */
/** @typedef {import("../phasor/rope/scaling.js").RopeScaling} RopeScaling */
/** @typedef {typeof import("../phasor/index.js").ropeFrequencies} RopeFrequencies */
/**
 * The configuration in a file, in the form of `ropeFromConfig`'s result.
 * @typedef {object} GgufRope
 * @property {string} model its architecture
 * @property {{ type: string, index: number | undefined }} layer
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
 * @property {boolean} explicit whether the frequencies do not follow from base and scaling
 * @property {string[]} warnings
 */

/** The `positions` of a model without a rotary embedding. */
export const NOT_ROTARY = "not rotary";
const FULL = "full_attention";
const SLIDING = "sliding_attention";
/** Tensors that divide frequencies: for any length, for long and for short sequences. */
const DIVISORS = /^(?:blk\.\d+\.)?(rope_freqs|rope_factors_long|rope_factors_short)\.weight$/;
/** Architectures with another name than the model type of their row. @type {Record<string, string>} */
const renamed = {
  "command-r": "cohere",
  deci: "nemotron_nas",
  deepseek2: "deepseek_v2",
  "deepseek2-ocr": "deepseek_v2",
  deepseek32: "deepseek_v32",
  deepseek4: "deepseek_v4",
  deepseek41: "deepseek_v4",
  dream: "qwen2",
  "gemma-embedding": "gemma3",
  "gemma4-assistant": "gemma4",
  "glm-dsa": "glm_moe_dsa",
  granitehybrid: "granitemoehybrid",
  grok: "grok_1",
  "hrm-text": "hrm",
  "hunyuan-dense": "hunyuan_v1_dense",
  "hunyuan-moe": "hunyuan_v1_moe",
  "jina-bert-v3": "jina_embeddings_v3",
  mimo2: "mimo_v2_flash",
  "minimax-01": "minimax",
  "minimax-m3": "minimax_m3_vl",
  mistral3: "ministral3",
  "nomic-bert-moe": "nomic_bert",
  olmo2: "olmo3",
  paddleocr: "paddleocr_vl",
  phi2: "phi",
  qwen3tts: "qwen3_vl",
  rnd1: "qwen3",
  step35: "step3p5",
};
/** Architectures of llama.cpp that no row of the table of models is for. */
const unlisted = {
  half:
    "codeshell plamo2 plamo3 smallthinker bailingmoe2 llada-moe grovemoe cogvlm pangu-embedded " +
    "spark2_5 talkie maple dflash",
  interleaved:
    "llama-embed starcoder plm llada neo-bert maincoder granite-switch bailingmoe3 eagle3 nanbeige " +
    "dots3note pockettts hy-v4",
  none: "refact t5encoder rwkv6qwen2 arwkv7 wavtokenizer-dec nemotron_h_moe kimi-k3 clip",
};

/** Types of layers whose keys are compressed, in DeepSeek-V4. */
const COMPRESSED = ["compressed_sparse_attention", "heavily_compressed_attention"];

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
  const { divided, explicit, ...options } = /** @type {GgufRope} */ (rope);
  const none = { base: undefined, scaling: undefined, length: undefined };
  return divided || (explicit && "divided" in rope) ? { ...options, ...none } : options;
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
    return typeof one === "number" && Number.isFinite(one) ? shortest(one) : undefined;
  };
  const entry = rowOfClass(renamed[model] ?? model) ?? otherRow(model);
  const row = entry ?? {};
  const layerTypes = typesOf(row, number);
  const index = typeof layer === "number" ? layer : undefined;
  const chosen =
    index === undefined ? layer : typeAt(metadata, model, number, row, layerTypes, index);
  const type = chosen ?? layerTypes.find((type) => type !== SLIDING);
  if (!layerTypes.some((layerType) => layerType === type)) {
    const allowed = layerTypes.join(" or ");
    throw new FormatError(`a layer of a .gguf file must be given as ${allowed}, got ${layer}`);
  }
  const noRope = index !== undefined && isUnrotated(row, index);
  const sliding = type === SLIDING;
  const sizes = sizesOf(number, sliding, row);
  const sections = sizes && sectionsOf(metadata, model, sizes.rotaryDim, row);
  /** @type {string[]} */
  const warnings = [];
  const identity = {
    ...{ model, layer: { type: String(type), index }, layerTypes, length, warnings },
    direction: /** @type {const} */ (1),
    layout: layoutOf(entry, model, sections !== undefined),
  };
  const base = baseOf(number, row, String(type));
  if (noRope || sizes === undefined || !rotatesOf(metadata, number, entry, model, String(type))) {
    const none = { dHead: sizes?.dHead ?? 2, rotaryDim: 0, base: 10000, scaling: undefined };
    const nothing = { frequencies: new Float64Array(0), attentionFactor: 1, divided: undefined };
    const other = {
      sections: undefined,
      rotates: false,
      positions: NOT_ROTARY,
      rotaryStart: 0,
      explicit: false,
    };
    return { ...identity, ...none, ...nothing, ...other };
  }
  warnings.push(...warningsOf(entry, model, number));
  const unscaled = isUnscaled(row, number, sliding);
  const scaling = unscaled ? undefined : scalingOf(metadata, model, number, row);
  const common = {
    ...{ ...identity, ...sizes, base, scaling, sections, rotates: true, positions: "rotary" },
    rotaryStart: row.trailing ? sizes.dHead - sizes.rotaryDim : 0,
  };
  const computed = ropeFrequencies(sizes.dHead, { base, rotaryDim: sizes.rotaryDim, scaling });
  // llama.cpp mixes interpolated and unscaled frequencies by a ramp times this factor.
  const mix = (scaling?.type === "yarn" ? number("rope.scaling.yarn_ext_factor") : undefined) ?? 1;
  if (mix !== 1) warnings.push(`${model}.rope.scaling.yarn_ext_factor is ${mix}: YaRN's is 1`);
  const { frequencies: plain } = ropeFrequencies(sizes.dHead, { base, rotaryDim: sizes.rotaryDim });
  const mixed = computed.frequencies.map((w, i) => {
    const interpolated = plain[i] / (scaling?.factor ?? 1);
    return mix === 1 ? w : interpolated + mix * (w - interpolated);
  });
  const factor = unscaled
    ? 1
    : attentionOf(row, number, mix === 0 ? 1 : computed.attentionFactor, scaling);
  const original = number("rope.scaling.original_context_length");
  const isLong = length !== undefined && original !== undefined && length > original;
  const names = ["rope_freqs", isLong ? "rope_factors_long" : "rope_factors_short"];
  const divided = sliding ? undefined : names.find((name) => divisors.has(name));
  const list = divisors.get(divided ?? "");
  if (list && list.length !== computed.frequencies.length) {
    const pairs = computed.frequencies.length;
    throw new FormatError(`${divided}.weight must have ${pairs} numbers, got ${list.length}`);
  }
  const frequencies = mixed.map((w, i) => (list ? w / list[i] : w));
  const explicit = divided !== undefined || mix !== 1;
  return { ...common, frequencies, attentionFactor: factor, divided, explicit };
}

/** @param {string} model @returns {Row | undefined} */
function otherRow(model) {
  const layout = Object.entries(unlisted).find(([, list]) => list.split(" ").includes(model))?.[0];
  return layout === "none" ? { positions: layout } : layout ? { layout } : undefined;
}

/** @typedef {(key: string) => number | undefined} Numbers reads a key of the architecture */

/** The types of layers that the file or llama.cpp's code knows. @param {Row} row @param {Numbers} number */
function typesOf(row, number) {
  if (row.compressed) return [...COMPRESSED, SLIDING];
  if (row.only && row.unrotated) return [row.only, FULL];
  const window = number("attention.sliding_window") ?? 0;
  const ofModel = row.localBase !== undefined || row.only !== undefined || row.unscaledSliding;
  const isMixed = number("rope.freq_base_swa") !== undefined || (window > 0 && row.pattern);
  // Olmo 2 and 3 have the same architecture, and only the latter has a window.
  const isOlmo2 = row.disputed && window === 0;
  return isMixed || (ofModel && !isOlmo2) ? [FULL, SLIDING] : [FULL];
}

/** @param {Numbers} number @param {Row} row @param {string} type */
function baseOf(number, row, type) {
  const base = number("rope.freq_base") ?? 10000;
  if (COMPRESSED.includes(type)) return number("attention.compress_rope_freq_base") ?? base;
  if (type !== SLIDING) return base;
  const local = row.localBase === 10000 ? 10000 : base;
  return number("rope.freq_base_swa") ?? local;
}

/** Whether llama.cpp's code rotates the layers of a type.
 * @param {Map<string, unknown>} metadata @param {Numbers} number @param {Row | undefined} row
 * @param {string} model @param {string} type */
function rotatesOf(metadata, number, row, model, type) {
  if (!row)
    return ["rope.freq_base", "rope.dimension_count"].some((key) => number(key) !== undefined);
  // Files of Granite 4 say so if their layers rotate.
  if (row.positions) return metadata.get(`${model}.rope.scaling.finetuned`) === true;
  const window = number("attention.sliding_window") ?? 0;
  return row.only === undefined || type === row.only || !(row.always || window > 0);
}

/** Whether the layers do not use the scaling rule. @param {Row} row @param {Numbers} number
 * @param {boolean} sliding */
function isUnscaled(row, number, sliding) {
  const layered = row.localBase !== undefined || row.unscaledSliding || row.compressed;
  return sliding && (layered === true || number("rope.freq_base_swa") !== undefined);
}

/**
 * The type of a layer by its index; a type that no layer has if it is out of range or not known.
 * @param {Map<string, unknown>} metadata @param {string} model @param {Numbers} number
 * @param {Row} row @param {string[]} types @param {number} index
 */
function typeAt(metadata, model, number, row, types, index) {
  const count = number("block_count") ?? Infinity;
  if (!(index >= 0 && index < count) || row.compressed) return "";
  if (types.length === 1) return types[0];
  if (row.only && row.unrotated) return isUnrotated(row, index) ? FULL : row.only;
  const stated = metadata.get(`${model}.attention.sliding_window_pattern`);
  if (Array.isArray(stated)) return stated[index] ? SLIDING : FULL;
  const pattern = typeof stated === "number" ? stated : row.pattern;
  if (!pattern || row.fromEnd || row.bothEnds) return "";
  return (row.fullFirst ? index : index + 1) % pattern === 0 ? FULL : SLIDING;
}

/** @param {Row} row @param {number} index */
const isUnrotated = ({ unrotated }, index) =>
  unrotated !== undefined && (index + 1) % unrotated === 0;

/** @param {Row | undefined} row @param {string} model @param {Numbers} number */
function warningsOf(row, model, number) {
  if (!row) return [`architecture ${model} is unknown: its layout was not assumed`];
  const list = [];
  if (number("rope.freq_base") === undefined) {
    list.push(`${model}.rope.freq_base is missing: 10000 was used, as llama.cpp does`);
  }
  if (row.unrotated) list.push(`every ${row.unrotated}th layer does not rotate`);
  if (row.note) list.push(`architecture ${model}: ${row.note}`);
  return list;
}

/** @param {Numbers} number @param {boolean} sliding @param {Row} row */
function sizesOf(number, sliding, row) {
  /** @param {string} key */
  const read = (key) => (sliding ? number(`${key}_swa`) : undefined) ?? number(key);
  const [heads, width] = [number("attention.head_count"), number("embedding_length")];
  const headDim = read("attention.key_length") ?? (heads && width ? width / heads : undefined);
  const rotaryDim = read("rope.dimension_count") ?? headDim;
  if (rotaryDim === undefined) return undefined;
  // With latent attention, a key also has a part that does not rotate, which dHead does not
  // include.
  const latent = number("attention.kv_lora_rank") !== undefined && !row.compressed;
  return { dHead: latent ? rotaryDim : Math.max(headDim ?? rotaryDim, rotaryDim), rotaryDim };
}

/** @param {Row | undefined} row @param {string} model @param {boolean} axes whether positions
 * have several axes
 * @returns {"half" | "interleaved" | undefined} */
function layoutOf(row, model, axes) {
  if (!row || row.positions === "none") return row?.reordered ? "interleaved" : undefined;
  if (model === "glm4" && axes) return "half";
  return row.reordered || row.layout === "interleaved" ? "interleaved" : "half";
}

/** @param {Map<string, unknown>} metadata @param {string} model @param {number} rotaryDim
 * @param {Row} row */
function sectionsOf(metadata, model, rotaryDim, row) {
  const value = metadata.get(`${model}.rope.dimension_sections`);
  if (!Array.isArray(value)) return undefined;
  const sizes = value.map(Number).filter((size) => size > 0);
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sizes.length < 2 || sum !== rotaryDim / 2) return undefined;
  return { sizes, interleaved: row.sections?.interleaved ?? false };
}

/** @param {Map<string, unknown>} metadata @param {string} model @param {Numbers} number
 * @param {Row} row @returns {RopeScaling | undefined} */
function scalingOf(metadata, model, number, row) {
  const alpha = row.alpha ? (number("rope.scaling.alpha") ?? 0) : 0;
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
 * @param {Row} row @param {Numbers} number @param {number} plain
 * @param {RopeScaling | undefined} scaling
 */
function attentionOf(row, number, plain, scaling) {
  const factor = number("rope.scaling.attn_factor") ?? number("rope.scaling.yarn_attn_factor") ?? 1;
  const multiplier = number("rope.scaling.yarn_log_multiplier") ?? 0;
  if (row.compressed) return factor; // as in DeepSeek-V4's own code
  if (scaling?.type !== "yarn" || multiplier === 0) return factor * plain;
  if (row.ropeHeadDim) return factor;
  return (factor * plain) / (1 + multiplier * Math.log(scaling.factor ?? 1));
}

/** The shortest decimal of a float32: 0.1 rather than 0.10000000149. @param {number} x */
function shortest(x) {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(x.toPrecision(digits));
    if (Math.fround(short) === Math.fround(x)) return short;
  }
  return x;
}
