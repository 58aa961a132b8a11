// differences.js: how transformers, vLLM and llama.cpp (ggml) treat the same configuration
// differently, with the resulting numbers. Taken from their sources.
import { longropeAttention, ropeFrequencies, yarnAttention } from "../rope/scaling.js";
import { LARGEST_FACTOR, LONGEST } from "../rope/scaling_rules.js";
import { isObject } from "./reader.js";

/** @import { Rotation } from "./config.js" */
/** @import { Keys } from "./reader.js" */
/** @import { Place } from "./rule.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */
/** @typedef {Rotation & Pick<Place, "length" | "contextLength">} Rope */
/**
 * @typedef {object} Circumstances
 * @property {boolean} isRopeHead whether dHead is only the part of a head that encodes positions
 * @property {number | undefined} outerContext original_max_position_embeddings outside the
 *   dictionary
 * @property {boolean} unscaled whether the layer was exempted from the rule
 */
/** @typedef {Place & Circumstances} Context */

/** The original context that llama.cpp's converter assumes for Llama 3. */
const LLAMA_CONTEXT = 8192;

/**
 * @param {Rope} rope @param {Context} context @returns {string[]}
 */
export function differences(rope, context) {
  const { scaling } = rope;
  const list = scaling?.type ? (byType[scaling.type]?.(rope, scaling, context) ?? []) : [];
  if (context.unscaled && context.row.disputed) {
    list.push("transformers: releases differ on whether sliding attention layers take the rule");
  }
  if (context.row.reordered) {
    list.push(
      'ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
    );
  }
  list.push(...unreadSize(rope, context), ...unlayered(context), ...ofParams(rope, context));
  return list;
}

/** @type {Record<string, (rope: Rope, scaling: RopeScaling, context: Context) => string[]>} */
const byType = {
  yarn(rope, scaling, { isRopeHead, dict, row }) {
    const { factor = 1, mscale, mscale_all_dim: all, truncate } = scaling;
    const plain = yarnAttention(factor, 1);
    const multiplier = numberOf(dict, "attn_factor");
    const vllm =
      (multiplier ?? 1) *
      (isRopeHead ? yarnAttention(factor, mscale ?? 1) / yarnAttention(factor, all ?? 0) : plain);
    let ggml = plain;
    if (all && isRopeHead) ggml = 1;
    else if (all && row.mscaleRatio) ggml = plain / yarnAttention(factor, all);
    const unread = scaling.attention_factor != null && "attention_factor unread";
    const scales = "mscale and mscale_all_dim";
    const [who, how] = isRopeHead ? ["vLLM", "read otherwise"] : ["vLLM up to 0.25", "unread"];
    const because = multiplier === undefined ? unread || `${scales} ${how}` : "times attn_factor";
    const list = [
      ...attention(rope, who, vllm, because),
      ...attention(rope, "ggml", ggml, unread || `${scales} read otherwise`),
    ];
    if (truncate === false) {
      const rounded = withScaling(rope, { ...scaling, truncate: true });
      list.push(
        `ggml: rounds the pairs of beta_fast and beta_slow outwards: ${farthest(rope, rounded)}`,
      );
    }
    const longer = 4 * (scaling.original_max_position_embeddings ?? 1);
    if (!rope.sections || longer > LONGEST) return list;
    const rule = { ...scaling, original_max_position_embeddings: longer };
    const deviation = farthest(rope, withScaling(rope, rule));
    if (deviation !== SAME_FREQUENCIES) {
      list.push(
        `vLLM: assumes an original context of ${longer}, 4 times as long, if there are ` +
          `sections: ${deviation}`,
      );
    }
    return list;
  },

  ntk(rope, _, { dict }) {
    return dict.get("alpha") === undefined ? [] : pastMaximum(rope, dict);
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
    const deviation = farthest(rope, unscaled);
    if (deviation !== SAME_FREQUENCIES)
      list.push(`ggml: leaves the frequencies unscaled: ${deviation}`);
    return list;
  },

  longrope(rope, scaling, { row }) {
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
    if (stated !== undefined && !row.readsMscales) {
      const implied = scaling.attention_factor ?? longropeAttention(scaling.factor ?? 1, original);
      list.push(...attention(rope, "transformers", implied, "short_mscale and long_mscale unread"));
    }
    return list;
  },

  llama3(rope, scaling, { outerContext = LLAMA_CONTEXT }) {
    if (outerContext === scaling.original_max_position_embeddings) return [];
    const changed = { ...scaling, original_max_position_embeddings: outerContext };
    const other = farthest(rope, withScaling(rope, changed));
    return [`ggml: assumes an original context of ${outerContext}: ${other}`];
  },

  proportional(rope) {
    const live = rope.frequencies.indexOf(0);
    if (live < 0) return [];
    return [`ggml: divides the frequencies from pair ${live} on by 1e30 instead of stopping them`];
  },
};

/** How transformers treats alpha beyond the maximum length. @param {Rope} rope
 * @param {Keys} dict */
function pastMaximum(rope, dict) {
  const { contextLength: longest, length } = rope;
  if (longest === undefined || longest > LONGEST) return [];
  const factor = Math.max(numberOf(dict, "factor") ?? 1, 1);
  const sentence = `transformers: past ${longest} tokens, it follows the dynamic rule by factor ${show(factor)}, not alpha`;
  if (length === undefined || length <= longest || factor * (length / longest) > LARGEST_FACTOR) {
    return [sentence];
  }
  const rule = { type: /** @type {const} */ ("dynamic"), factor };
  const other = withScaling(rope, { ...rule, original_max_position_embeddings: longest });
  return [`${sentence}: ${farthest(rope, other)}`];
}

/** @param {Rope} rope @param {Context} context */
function unreadSize({ dHead, rotaryDim }, { row, dict, keys }) {
  const key = row.unread;
  if (key && !/rotary/.test(key)) return unreadKey(key, keys, row.base ?? 10000);
  if (!key || rotaryDim === dHead || dHead % 2 === 1) return [];
  const part = dict.get("partial_rotary_factor") ?? keys.get("partial_rotary_factor");
  if (key === "rotary_dim" && part !== undefined) return [];
  return [
    `transformers 5.16: does not read ${key} and turns all ${dHead} features, not ${rotaryDim}`,
  ];
}

/**
 * Models with a base for each type of layer have an object for each in transformers 5.
 * @param {Context} context
 */
function unlayered({ row, keys, dict, specific }) {
  if (row.localBase === undefined || specific) return [];
  if (keys.get("rope_scaling") === undefined || dict.get("rope_type") !== undefined) return [];
  return ["transformers 5.16: ignores type without rope_type"];
}

/** @param {string} key with the object that it is in @param {Keys} keys @param {number} base */
function unreadKey(key, keys, base) {
  const [name, inner] = key.split(".");
  const value = isObject(keys.get(name)) && inner ? keys.object(name)?.get(inner) : keys.get(name);
  if (value === undefined || value === base) return [];
  return [`transformers 5.16: does not read ${key} and uses base ${base}`];
}

/** @param {Rope} rope @param {Context} context */
function ofParams(rope, { who, keys }) {
  if (who === undefined || who === "DeepSeek") return [];
  const list = [
    'transformers: converted weights have the rows of q and k reordered, from "interleaved" to "half"',
  ];
  const width = keys.get("dim");
  const small = who === "Meta" && (width === 2048 || width === 3072);
  if (small && rope.scaling?.type === "llama3" && keys.get("rope_scaling_factor") === undefined) {
    const other = farthest(rope, withScaling(rope, { ...rope.scaling, factor: 32 }));
    list.push(`transformers: Llama 3.2 with 1B and 3B is converted with factor 32: ${other}`);
  }
  return list;
}

/** @param {Keys} keys @param {string} key */
function numberOf(keys, key) {
  const value = keys.get(key);
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/**
 * A message if another implementation has a different attention factor.
 * @param {Rope} rope @param {string} who @param {number} other @param {string} because
 */
function attention(rope, who, other, because) {
  const ours = rope.attentionFactor;
  if (Math.abs(other - ours) <= 1e-6 * ours) return [];
  return [`${who}: attention factor ${show(other)} instead of ${show(ours)} (${because})`];
}

/** @param {Rope} rope @param {RopeScaling | undefined} scaling */
function withScaling({ dHead, base, rotaryDim, length }, scaling) {
  return ropeFrequencies(dHead, { base, rotaryDim, scaling, length });
}

const SAME_FREQUENCIES = "the same frequencies here";

/**
 * A message about the pair whose frequencies differ most.
 * @param {Rope} rope @param {{ frequencies: Float64Array }} other
 */
function farthest(rope, other) {
  let pair = 0;
  let max = 1;
  rope.frequencies.forEach((frequency, i) => {
    const ratio = other.frequencies[i] / frequency;
    const size = Math.max(ratio, 1 / ratio);
    if (size > max) [pair, max] = [i, size];
  });
  if (max < 1 + 1e-12) return SAME_FREQUENCIES;
  const [ours, theirs] = [rope.frequencies[pair], other.frequencies[pair]];
  return `pair ${pair} has frequency ${show(theirs)} instead of ${show(ours)}`;
}

/** A number with up to 5 digits. @param {number} x */
function show(x) {
  return String(Number(x.toPrecision(5)));
}
