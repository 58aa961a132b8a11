// positions.js: what models have instead of a rotary embedding, and what else they do with positions in
// attention.
import { LARGEST_POSITION } from "../check.js";
import { quote } from "../quote.js";
import { nested } from "./rule.js";
import { wholeHeads } from "./sizes.js";

/** @import { Model, Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */
/** @import { Place } from "./rule.js" */

/** @typedef {"learned" | "sinusoidal" | "alibi" | "t5-buckets" | "convolution" | "none"} Others */
/** @typedef {"rotary" | "relative-bias" | "relative" | Others} Positions */

/** Values of position_embedding_type. @type {[Positions, unknown[]][]} */
const names = [
  ["rotary", ["rope", "rotary"]],
  ["learned", ["absolute", "learned", "learned_absolute"]],
  ["relative", ["relative", "relative_key", "relative_key_query"]],
  ["sinusoidal", ["sine", "sinusoidal"]],
  ["none", ["none", "nope"]],
  ["alibi", ["alibi"]],
];

/** How a model encodes positions. @param {Model} model @returns {Positions} */
export function positionsOf(model) {
  const { keys, name } = model;
  const kind = kindOf(model);
  if (kind !== "rotary") {
    const who = name === undefined ? keys.path : `model type ${quote(name)}`;
    keys.warn(`${who} has no rotary embedding; positions: ${kind}`);
  }
  return kind;
}

/** @param {Model} model @returns {Positions} */
function kindOf({ keys, row, known }) {
  if (row.needs && keys.get(row.needs) !== true) return "sinusoidal";
  const listed = /** @type {Positions | undefined} */ (row.positions);
  const attention = nested(keys);
  if (attention?.get("rope") === true) return "rotary";
  const flags = [keys, attention].flatMap((dict) => [dict?.get("alibi"), dict?.get("use_alibi")]);
  if (flags.includes(true)) return "alibi";
  if (attention && listed === "alibi" && attention.get("alibi") === false) return "learned";
  if (keys.get("use_mem_rope") !== undefined) return keys.get("use_mem_rope") ? "rotary" : "none";
  if (keys.get("mla_use_nope") !== undefined) return keys.get("mla_use_nope") ? "none" : "rotary";
  if (row.nullBase && keys.object("rope_parameters")?.isNull("rope_theta")) return "none";
  if (keys.get("qk_rope_head_dim") === 0 && !wholeHeads(keys)) return "none";
  const { rotaryWidth } = row;
  if (rotaryWidth && (keys.get("hidden_size") ?? rotaryWidth) !== rotaryWidth) return "alibi";
  const flag = keys.first(["position_embedding_type", "position_embeddings_type"]);
  const [said] = names.find(([, values]) => values.includes(flag?.value)) ?? [];
  if (flag && !said && !known) keys.warn(`${keys.at(flag.key)} is unknown and was ignored`);
  // The code of models that always rotate ignores values other than "none" and "alibi", which come
  // from BERT's configuration.
  const heeded = !known || listed !== undefined || said === "none" || said === "alibi";
  return (heeded ? said : undefined) ?? listed ?? "rotary";
}

/** The key of the "dail" rotary embedding in LLM Foundry (MPT). */
const DAIL_KEY = "rope_dail_config";
const xposKeys = ["rotary_emb_scale_base", "rotary_scale_base", "xpos_scale_base"];

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

/**
 * @param {Place} place
 * @param {boolean} rotates whether this layer rotates
 * @returns {QueryScaling | undefined}
 */
export function queryScalingOf({ keys, dict, row }, rotates) {
  warnOfOthers(keys);
  const scaling =
    ministral(keys, dict) ??
    llama4(keys, row, rotates) ??
    inkling(keys) ??
    grok(keys) ??
    qwen(keys);
  if (scaling) {
    keys.warn(`${keys.path}: queries are multiplied by a factor of their position: queryScaling`);
  }
  return scaling;
}

/** Ministral 3 and Mistral 4; Mistral's own files. @param {Keys} keys @param {Keys} dict @returns {QueryScaling | undefined} */
function ministral(keys, dict) {
  const scaling = keys.object("llama_4_scaling");
  const beta = scaling?.number(["beta"], 0, 1e6) ?? dict.number(["llama_4_scaling_beta"], 0, 1e6);
  if (!beta) return undefined;
  const name = "original_max_position_embeddings";
  const length = scaling?.integer([name], 1) ?? dict.integer([name], 1);
  if (length !== undefined) return { type: "llama4", length, offset: 0, beta };
  return dict.fail(TypeError, name, "an integer, as llama_4_scaling_beta is given");
}

/** Llama 4, in layers that do not rotate. @param {Keys} keys @param {Row} row @param {boolean} rotates
 * @returns {QueryScaling | undefined} */
function llama4(keys, row, rotates) {
  if (!(keys.get("attn_temperature_tuning") ?? row.temperature === "llama4")) {
    for (const key of ["floor_scale", "attn_scale"]) {
      if (keys.get(key) !== undefined) keys.ignore(key);
    }
    return undefined;
  }
  const length = keys.number(["floor_scale"], 1, LARGEST_POSITION) ?? 8192;
  const beta = keys.number(["attn_scale"], 0, 1e6) ?? 0.1;
  if (!rotates) return { type: "llama4", length, offset: 1, beta };
  keys.warn(
    `${keys.path}.attn_temperature_tuning: layers that do not rotate multiply queries by a factor ` +
      "of their position; this one does not",
  );
  return undefined;
}

/** @param {Keys} keys @returns {QueryScaling | undefined} */
function inkling(keys) {
  const length = keys.number(["log_scaling_n_floor"], 1, LARGEST_POSITION);
  const beta = keys.number(["log_scaling_alpha"], 0, 1e6);
  if (length === undefined || beta === undefined) return undefined;
  return { type: "log", length, offset: 1, beta };
}

/** Grok 2. @param {Keys} keys @returns {QueryScaling | undefined} */
function grok(keys) {
  const length = keys.get("attn_temperature_len");
  if (typeof length !== "number" || !(length > 1 && length <= LARGEST_POSITION)) return undefined;
  return { type: "logn", length, offset: 0, beta: 1 };
}

/** The first Qwen. @param {Keys} keys @returns {QueryScaling | undefined} */
function qwen(keys) {
  if (keys.get("use_logn_attn") !== true) return undefined;
  const length = keys.integer(["seq_length"], 2);
  if (length !== undefined) return { type: "logn", length, offset: 1, beta: 1 };
  keys.warn(`${keys.path}.use_logn_attn is true, but there is no seq_length: it was ignored`);
  return undefined;
}

/** Warns about position features that are not computed here. @param {Keys} keys */
function warnOfOthers(keys) {
  const attention = nested(keys);
  const dail = attention?.get("rope_impl") === "hf" ? undefined : attention?.objectIn(DAIL_KEY);
  for (const dict of [keys, dail?.get("type") === "xpos" ? dail : undefined]) {
    const scale = dict?.first(xposKeys);
    const remark = "xPos is not included; set the option xpos of RotaryEmbedding";
    if (scale) dict?.warn(`${dict.at(scale.key)}: ${remark}`);
  }
  if (keys.get("rotary_value") === true) {
    keys.warn(`${keys.at("rotary_value")}: values are turned like queries and keys`);
  }
  const key = "dual_chunk_attention_config";
  const remark = "vLLM counts positions in chunks past chunk_size; they are not computed here";
  for (const dict of [keys, attention]) {
    if (dict?.get(key) !== undefined) dict.warn(`${dict.at(key)}: ${remark}`);
  }
}
