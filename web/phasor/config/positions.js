// positions.js: what models have instead of a rotary embedding, and what else they do with positions in
// attention.
import { LARGEST_POSITION } from "../check.js";
import { attnConfig, ORIGINAL_KEY, trainedLength } from "./rule.js";
import { isWholeHead } from "./sizes.js";

/** @import { Model, Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */

/** @typedef {"learned" | "sinusoidal" | "alibi" | "t5-buckets" | "convolution" | "none"} Others */
/** @typedef {"rotary" | "relative-bias" | "relative" | Others} Positions */

/** Values of position_embedding_type. @type {[Positions, unknown[]][]} */
const positionTypes = [
  ["rotary", ["rope", "rotary"]],
  ["learned", ["absolute", "learned", "learned_absolute"]],
  ["relative", ["relative", "relative_key", "relative_key_query"]],
  ["sinusoidal", ["sine", "sinusoidal"]],
  ["none", ["none", "nope"]],
  ["alibi", ["alibi"]],
];

/** How a model encodes positions. @param {Model} model @returns {Positions} */
export function positionsOf(model) {
  const { keys } = model;
  const kind = kindOf(model);
  if (kind !== "rotary") keys.warn(`${keys.path} has no rotary embedding; positions: ${kind}`);
  return kind;
}

/** @param {Model} model @returns {Positions} */
function kindOf({ keys, row, known }) {
  if (row.needs && keys.get(row.needs) !== true) return "sinusoidal";
  const rowPositions = /** @type {Positions | undefined} */ (row.positions);
  const attention = attnConfig(keys);
  if (attention?.get("rope") === true) return "rotary";
  const flags = [keys, attention].flatMap((dict) => [dict?.get("alibi"), dict?.get("use_alibi")]);
  if (flags.includes(true)) return "alibi";
  if (attention && rowPositions === "alibi" && attention.get("alibi") === false) return "learned";
  if (keys.has("use_mem_rope")) return keys.get("use_mem_rope") ? "rotary" : "none";
  if (keys.has("mla_use_nope")) return keys.get("mla_use_nope") ? "none" : "rotary";
  if (row.nullBase && keys.object("rope_parameters")?.isNull("rope_theta")) return "none";
  if (keys.get("qk_rope_head_dim") === 0 && !isWholeHead(keys)) return "none";
  const { rotaryWidth } = row;
  if (rotaryWidth && (keys.get("hidden_size") ?? rotaryWidth) !== rotaryWidth) return "alibi";
  const key = "position_embedding_type";
  const [stated] = positionTypes.find(([, values]) => values.includes(keys.get(key))) ?? [];
  if (keys.has(key) && !stated && !known) keys.ignore(key, "is unknown");
  // The code of models that always rotate ignores values other than "none" and "alibi", which come
  // from BERT's configuration.
  const isRead = !known || rowPositions !== undefined || stated === "none" || stated === "alibi";
  return (isRead ? stated : undefined) ?? rowPositions ?? "rotary";
}

/**
 * The factor of a query at position p.
 *
 * | type | |
 * | --- | --- |
 * | llama4 | 1 + beta·ln(1 + ⌊(p + offset)/length⌋) |
 * | log | 1 + beta·ln(max(1, (p + offset)/length)) |
 * | logn | max(1, ln(p + offset)/ln(length)) |
 *
 * @typedef {object} QueryScaling
 * @property {"llama4" | "log" | "logn"} type
 * @property {number} length
 * @property {number} offset
 * @property {number} beta 1 for logn
 */

const MULTIPLIED = "queries are multiplied by a factor of their position";

/**
 * @param {Keys} keys @param {Keys} dict of the rule @param {Row} row
 * @param {boolean} rotates whether this layer rotates
 * @returns {QueryScaling | undefined}
 */
export function queryScalingOf(keys, dict, row, rotates) {
  warnOfUncomputed(keys);
  const scaling = ministral(keys, dict) ?? llama4(keys, row, rotates) ?? logarithmic(keys);
  if (scaling) keys.warn(`${keys.path}: ${MULTIPLIED}: queryScaling`);
  return scaling;
}

/** Ministral 3 and Mistral 4; Mistral's own files. @param {Keys} keys @param {Keys} dict @returns {QueryScaling | undefined} */
function ministral(keys, dict) {
  const scaling = keys.object("llama_4_scaling");
  const beta = scaling?.number("beta", 0, 1e6) ?? dict.number("llama_4_scaling_beta", 0, 1e6);
  if (!beta) return undefined;
  const length = scaling?.integer(ORIGINAL_KEY, 1) ?? dict.integer(ORIGINAL_KEY, 1);
  if (length !== undefined) return { type: "llama4", length, offset: 0, beta };
  return dict.fail(TypeError, ORIGINAL_KEY, "an integer, as llama_4_scaling_beta is given");
}

/** Llama 4, in layers that do not rotate. @param {Keys} keys @param {Row} row @param {boolean} rotates
 * @returns {QueryScaling | undefined} */
function llama4(keys, row, rotates) {
  const key = "attn_temperature_tuning";
  if (!(keys.get(key) ?? row.temperature)) {
    for (const key of ["floor_scale", "attn_scale"]) if (keys.has(key)) keys.ignore(key);
    return undefined;
  }
  const length = keys.number("floor_scale", 1, LARGEST_POSITION) ?? 8192;
  const beta = keys.number("attn_scale", 0, 1e6) ?? 0.1;
  if (!rotates) return { type: "llama4", length, offset: 1, beta };
  keys.warn(`${keys.at(key)}: in layers that do not rotate, ${MULTIPLIED}`);
  return undefined;
}

/** Inkling, Grok 2 and the first Qwen. @param {Keys} keys @returns {QueryScaling | undefined} */
function logarithmic(keys) {
  const floor = keys.number("log_scaling_n_floor", 1, LARGEST_POSITION);
  const beta = keys.number("log_scaling_alpha", 0, 1e6);
  if (floor && beta !== undefined) return { type: "log", length: floor, offset: 1, beta };
  const trained = keys.within("attn_temperature_len", 1, LARGEST_POSITION) ?? 1;
  if (trained > 1) return { type: "logn", length: trained, offset: 0, beta: 1 };
  const length = trainedLength(keys, "use_logn_attn", 2);
  return length ? { type: "logn", length, offset: 1, beta: 1 } : undefined;
}

/** Warns about position features that are not computed here. @param {Keys} keys */
function warnOfUncomputed(keys) {
  const attention = attnConfig(keys);
  const dail = attention?.objectIn("rope_dail_config");
  const remarks = {
    rotary_emb_scale_base: "set the option xpos of RotaryEmbedding",
    dual_chunk_attention_config: "the positions within chunks are not computed here",
  };
  const isXpos = attention?.get("rope_impl") !== "hf" && dail?.get("type") === "xpos";
  for (const [key, remark] of Object.entries(remarks)) {
    for (const dict of [keys, attention, isXpos ? dail : undefined]) {
      if (dict?.has(key)) dict.warn(`${dict.at(key)}: ${remark}`);
    }
  }
  if (keys.get("rotary_value") === true) {
    keys.warn(`${keys.at("rotary_value")}: values are turned like queries and keys`);
  }
}
