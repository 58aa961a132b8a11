// differences.js: where transformers, vLLM and llama.cpp (ggml) part ways over the same
// configuration, with the numbers that each of them arrives at. Read from their sources.
import { longropeAttention, ropeFrequencies, yarnAttention } from "../rope/scaling.js";

/** @import { ModelType } from "./keys.js" */
/** @import { RopeConfig } from "./config.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

/**
 * @typedef {object} Context
 * @property {boolean} apart whether dHead is a part of the head kept for positions
 * @property {ModelType} model
 * @property {number | undefined} outerContext original_max_position_embeddings beside the dictionary
 * @property {boolean} renamed whether the rule was read from a dictionary of another name (alpha)
 * @property {boolean} unscaled whether the layer was exempted from the rule
 */

/** The context that llama.cpp's converter supposes for Llama 3. */
const LLAMA_CONTEXT = 8192;

/**
 * @param {RopeConfig} rope @param {Context} context
 * @returns {string[]}
 */
export function differences(rope, context) {
  const { scaling } = rope;
  const list = scaling?.type ? (byType[scaling.type]?.(rope, scaling, context) ?? []) : [];
  if (context.unscaled && context.model.unscaledSliding) {
    list.push("transformers: releases differ on whether sliding attention layers take the rule");
  }
  if (context.model.reordered) {
    list.push(
      'ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
    );
  }
  return list;
}

/** @type {Record<string, (rope: RopeConfig, scaling: RopeScaling, context: Context) => string[]>} */
const byType = {
  yarn(rope, scaling, { apart }) {
    const { factor = 1, mscale, mscale_all_dim: all, truncate } = scaling;
    const plain = yarnAttention(factor, 1);
    const vllm = apart
      ? yarnAttention(factor, mscale ?? 1) / yarnAttention(factor, all ?? 0)
      : plain;
    let ggml = plain;
    if (all && apart) ggml = 1;
    else if (all && rope.model === "ministral3") ggml = plain / yarnAttention(factor, all);
    const unread = scaling.attention_factor != null && "attention_factor unread";
    const scales = apart
      ? "mscale and mscale_all_dim read otherwise"
      : "mscale and mscale_all_dim unread";
    const list = [
      ...attention(rope, apart ? "vLLM" : "vLLM up to 0.25", vllm, unread || scales),
      ...attention(rope, "ggml", ggml, unread || "mscale and mscale_all_dim read otherwise"),
    ];
    if (truncate === false) {
      const rounded = withScaling(rope, { ...scaling, truncate: true });
      list.push(
        `ggml: rounds the pairs of beta_fast and beta_slow outwards: ${farthest(rope, rounded)}`,
      );
    }
    const ratio = (rope.contextLength ?? 0) / (scaling.original_max_position_embeddings ?? 1);
    if (ratio >= 1 && ratio !== factor) {
      const other = withScaling(rope, { ...scaling, factor: ratio });
      list.push(
        `transformers before 4.56: takes the factor to be ${show(ratio)}, max_position_embeddings ` +
          `over the original, not ${show(factor)}: ${farthest(rope, other)}, attention factor ` +
          show(other.attentionFactor),
      );
    }
    if (rope.softmaxFactor !== 1 && rope.model === "deepseek_v2") {
      list.push(
        `transformers until July 2026: leaves out the factor ${show(rope.softmaxFactor)} of the scores`,
      );
    }
    return list;
  },

  ntk(rope, scaling, { renamed }) {
    if (renamed) return [];
    const { factor = 1 } = scaling;
    if (rope.rotaryDim < 4 || factor === 1) return [];
    const step = ropeFrequencies(rope.rotaryDim, { base: factor }).frequencies[1]; // F^(-2/r)
    return [
      "transformers: has no such rule",
      `vLLM: multiplies frequency i by ${show(step)} to the power i + 1, so that pair 0 turns at ` +
        `${show(step)} instead of 1`,
      "ggml: leaves the frequencies unscaled",
    ];
  },

  dynamic(rope, scaling) {
    const { factor = 1, original_max_position_embeddings: original = 1 } = scaling;
    const longest = Math.floor(factor * original);
    const list = [];
    if (longest < 2 ** 32 && factor * factor < 2 ** 31) {
      const fixed = withScaling({ ...rope, length: longest }, scaling);
      list.push(`vLLM: uses the frequencies of length ${longest} always: ${farthest(rope, fixed)}`);
    }
    const unscaled = withScaling(rope, undefined);
    const apart = farthest(rope, unscaled);
    if (apart !== SAME) list.push(`ggml: leaves the frequencies unscaled: ${apart}`);
    return list;
  },

  longrope(rope, scaling) {
    const { original_max_position_embeddings: original = 2, short_mscale, long_mscale } = scaling;
    const long = rope.length !== undefined && rope.length > original;
    const list = [
      `vLLM, ggml: choose between short_factor and long_factor once, by whether the context they ` +
        `allocate is longer than ${original}, not by the sequence's length`,
    ];
    if (rope.contextLength === undefined || original < 2) return list;
    const usual = longropeAttention(rope.contextLength / original, original);
    const because = "from max_position_embeddings";
    const stated = (long ? long_mscale : short_mscale) ?? undefined;
    list.push(...attention(rope, "vLLM", stated ?? usual, because));
    list.push(...attention(rope, "ggml", usual, because));
    if (stated !== undefined && rope.model !== "phimoe") {
      const own = scaling.attention_factor ?? longropeAttention(scaling.factor ?? 1, original);
      list.push(...attention(rope, "transformers", own, "short_mscale and long_mscale unread"));
    }
    return list;
  },

  llama3(rope, scaling, { outerContext = LLAMA_CONTEXT }) {
    if (outerContext === scaling.original_max_position_embeddings) return [];
    const changed = { ...scaling, original_max_position_embeddings: outerContext };
    const other = farthest(rope, withScaling(rope, changed));
    return [`ggml: takes the original context to be ${outerContext}: ${other}`];
  },

  proportional(rope) {
    const live = rope.frequencies.indexOf(0);
    if (live < 0) return [];
    return [`ggml: divides the frequencies from pair ${live} on by 1e30 instead of stopping them`];
  },
};

/**
 * A sentence if another attention factor is not the one that was found.
 * @param {RopeConfig} rope @param {string} who @param {number} other @param {string} because
 */
function attention(rope, who, other, because) {
  const own = rope.attentionFactor;
  if (Math.abs(other - own) <= 1e-6 * own) return [];
  return [`${who}: attention factor ${show(other)} instead of ${show(own)} (${because})`];
}

/** @param {RopeConfig} rope @param {RopeScaling | undefined} scaling */
function withScaling({ dHead, base, rotaryDim, length }, scaling) {
  return ropeFrequencies(dHead, { base, rotaryDim, scaling, length });
}

const SAME = "the same frequencies here";

/**
 * The pair whose frequencies differ most.
 * @param {RopeConfig} rope @param {{ frequencies: Float64Array }} other
 */
function farthest(rope, other) {
  let pair = 0;
  let most = 1;
  rope.frequencies.forEach((own, i) => {
    const ratio = other.frequencies[i] / own;
    const size = Math.max(ratio, 1 / ratio);
    if (size > most) [pair, most] = [i, size];
  });
  if (most < 1 + 1e-12) return SAME;
  const [own, its] = [rope.frequencies[pair], other.frequencies[pair]];
  return `pair ${pair} turns at ${show(its)} instead of ${show(own)}`;
}

/** Five digits. @param {number} x */
function show(x) {
  return String(Number(x.toPrecision(5)));
}
