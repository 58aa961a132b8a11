// differences.js: how transformers, vLLM and llama.cpp (ggml) treat the same configuration
// differently, with the resulting numbers. Taken from their sources.
import { longropeAttention, ropeFrequencies, yarnAttention } from "../rope/scaling.js";
import { LARGEST_FACTOR, LONGEST } from "../rope/scaling_rules.js";
import { attnConfig } from "./rule.js";

/** @import { Rotation } from "./config.js" */
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
  const { row, keys, dict, specific } = context;
  const isUnlayered = row.localBase !== undefined && !specific;
  const list = [
    ...(scaling?.type ? (notesByType[scaling.type]?.(rope, scaling, context) ?? []) : []),
    context.unscaled &&
      row.disputed &&
      "transformers: releases differ on whether sliding attention layers take the rule",
    row.reordered && reorderNote("ggml", "half", "interleaved"),
    unreadNote(rope, context),
    // Models with a base for each type of layer have an object for each in transformers 5.
    isUnlayered &&
      keys.has("rope_scaling") &&
      !dict.has("rope_type") &&
      "transformers 5.16: ignores type without rope_type",
    ...paramsNotes(rope, context),
  ];
  return list.filter((text) => typeof text === "string");
}

/** @typedef {(string | false | undefined)[]} Messages */
/** @type {Record<string, (rope: Rope, scaling: RopeScaling, context: Context) => Messages>} */
const notesByType = {
  yarn(rope, scaling, { isRopeHead, dict, row }) {
    const { factor = 1, mscale, mscale_all_dim: allDim, truncate } = scaling;
    const yarn = yarnAttention(factor, 1);
    const multiplier = dict.within("attn_factor", Number.MIN_VALUE);
    const vllm =
      (multiplier ?? 1) *
      (isRopeHead ? yarnAttention(factor, mscale ?? 1) / yarnAttention(factor, allDim ?? 0) : yarn);
    let ggml = yarn;
    if (allDim && isRopeHead) ggml = 1;
    else if (allDim && row.mscaleRatio) ggml = yarn / yarnAttention(factor, allDim);
    const unread = scaling.attention_factor != null && "attention_factor unread";
    const mscales = "mscale and mscale_all_dim";
    const [name, use] = isRopeHead ? ["vLLM", "read otherwise"] : ["vLLM up to 0.25", "unread"];
    const reason = multiplier === undefined ? unread || `${mscales} ${use}` : "times attn_factor";
    const extended = 4 * (scaling.original_max_position_embeddings ?? 1);
    return [
      factorNote(rope, name, vllm, reason),
      factorNote(rope, "ggml", ggml, unread || `${mscales} read otherwise`),
      truncate === false &&
        ruleNote(rope, "ggml: rounds the pairs of beta_fast and beta_slow outwards", {
          ...scaling,
          truncate: true,
        }),
      rope.sections &&
        extended <= LONGEST &&
        ruleNote(
          rope,
          `vLLM: assumes an original context of ${extended}, 4 times as long, with sections`,
          {
            ...scaling,
            original_max_position_embeddings: extended,
          },
        ),
    ];
  },

  /** With alpha: how transformers treats it beyond the maximum length. */
  ntk(rope, _, { dict }) {
    const { contextLength: longest, length } = rope;
    if (!dict.has("alpha") || longest === undefined || longest > LONGEST) return [];
    const factor = dict.within("factor", 1) ?? 1;
    const text = `transformers: past ${longest} tokens, it follows the dynamic rule by factor ${show(factor)}, not alpha`;
    const isLonger = length !== undefined && length > longest;
    if (!isLonger || factor * (length / longest) > LARGEST_FACTOR) return [text];
    const original = { original_max_position_embeddings: longest };
    return [ruleNote(rope, text, { type: "dynamic", factor, ...original })];
  },

  dynamic(rope, scaling) {
    const { factor = 1, original_max_position_embeddings: original = 1 } = scaling;
    const length = Math.floor(factor * original);
    const isAllowed = length <= LONGEST && factor * factor <= LARGEST_FACTOR;
    const text = `vLLM: uses the frequencies of length ${length} always`;
    return [
      isAllowed && ruleNote({ ...rope, length }, text, scaling),
      ruleNote(rope, "ggml: leaves the frequencies unscaled", undefined),
    ];
  },

  longrope(rope, scaling, { row }) {
    const { original_max_position_embeddings: original = 2, short_mscale, long_mscale } = scaling;
    const isLong = rope.length !== undefined && rope.length > original;
    const list = [
      `vLLM, ggml: use long_factor for all sequences if the context they allocate is longer than ${original}`,
    ];
    if (rope.contextLength === undefined || original < 2) return list;
    const implicit = longropeAttention(rope.contextLength / original, original);
    const reason = "from max_position_embeddings";
    const stated = (isLong ? long_mscale : short_mscale) ?? undefined;
    const implied = scaling.attention_factor ?? longropeAttention(scaling.factor ?? 1, original);
    return [
      ...list,
      factorNote(rope, "vLLM", stated ?? implicit, reason),
      factorNote(rope, "ggml", implicit, reason),
      stated !== undefined &&
        !row.readsMscales &&
        factorNote(rope, "transformers", implied, "short_mscale and long_mscale unread"),
    ];
  },

  llama3(rope, scaling, { outerContext = LLAMA_CONTEXT }) {
    const changed = { ...scaling, original_max_position_embeddings: outerContext };
    return [ruleNote(rope, `ggml: assumes an original context of ${outerContext}`, changed)];
  },

  proportional(rope) {
    const firstStopped = rope.frequencies.indexOf(0);
    const text = `ggml: divides the frequencies from pair ${firstStopped} on by 1e30 instead of stopping them`;
    return [firstStopped >= 0 && text];
  },
};

/** A key that transformers does not read. @param {Rope} rope @param {Context} context */
function unreadNote({ dHead, rotaryDim }, { row, dict, keys }) {
  const { unread: key, base = 10000 } = row;
  if (!key) return undefined;
  const start = `transformers 5.16: does not read ${key} and`;
  if (key.endsWith("rope_theta")) {
    const value = (key === "rope_theta" ? keys : attnConfig(keys))?.get("rope_theta") ?? base;
    return value !== base && `${start} uses base ${base}`;
  }
  const part = "partial_rotary_factor";
  const isComplete = rotaryDim === dHead || dHead % 2 === 1;
  if (isComplete || (key !== part && (dict.has(part) || keys.has(part)))) return undefined;
  return `${start} turns all ${dHead} features, not ${rotaryDim}`;
}

/** @param {string} name @param {string} from a layout @param {string} to */
const reorderNote = (name, from, to) =>
  `${name}: converted weights have the rows of q and k reordered, from "${from}" to "${to}"`;

/** @param {Rope} rope @param {Context} context @returns {Messages} */
function paramsNotes(rope, { vendor, keys }) {
  if (vendor === undefined || vendor === "DeepSeek") return [];
  const width = keys.get("dim");
  const isSmall = vendor === "Meta" && (width === 2048 || width === 3072);
  return [
    reorderNote("transformers", "interleaved", "half"),
    isSmall &&
      rope.scaling?.type === "llama3" &&
      !keys.has("rope_scaling_factor") &&
      ruleNote(rope, "transformers: Llama 3.2 with 1B and 3B is converted with factor 32", {
        ...rope.scaling,
        factor: 32,
      }),
  ];
}

/**
 * A message if another implementation has a different attention factor.
 * @param {Rope} rope @param {string} name @param {number} other @param {string} reason
 */
function factorNote({ attentionFactor: ours }, name, other, reason) {
  const differs = Math.abs(other - ours) > 1e-6 * ours;
  return differs && `${name}: attention factor ${show(other)} instead of ${show(ours)} (${reason})`;
}

/**
 * A message about the pair whose frequencies differ most if another implementation has another rule.
 * @param {Rope} rope @param {string} how @param {RopeScaling | undefined} scaling
 */
function ruleNote({ dHead, base, rotaryDim, length, frequencies }, how, scaling) {
  const other = ropeFrequencies(dHead, { base, rotaryDim, scaling, length }).frequencies;
  let [pair, max] = [-1, 1 + 1e-12];
  frequencies.forEach((frequency, i) => {
    const ratio = other[i] / frequency;
    const size = Math.max(ratio, 1 / ratio);
    if (size > max) [pair, max] = [i, size];
  });
  const [ours, theirs] = [frequencies[pair], other[pair]];
  return pair >= 0 && `${how}: pair ${pair} has frequency ${show(theirs)} instead of ${show(ours)}`;
}

/** A number with up to 5 digits. @param {number} x */
const show = (x) => String(Number(x.toPrecision(5)));
