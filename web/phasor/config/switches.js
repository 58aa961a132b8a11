// switches.js: decides whether a model has a rotary embedding, and what it has instead.
import { quote } from "../quote.js";
import { nested } from "./base.js";
import { kinds } from "./positions.js";
import { wholeHeads } from "./sizes.js";

/** @import { Row } from "./models.js" */
/** @import { Positions } from "./positions.js" */
/** @import { Keys } from "./reader.js" */

/** Values of position_embedding_type. @type {ReadonlyMap<unknown, Positions>} */
const byName = new Map(
  /** @type {[string, Positions][]} */ ([
    ...["rope", "rotary"].map((name) => [name, "rotary"]),
    ...["absolute", "learned", "learned_absolute"].map((name) => [name, "learned"]),
    ...["relative", "relative_key", "relative_key_query"].map((name) => [name, "relative"]),
    ...["sine", "sinusoidal"].map((name) => [name, "sinusoidal"]),
    ...["none", "nope"].map((name) => [name, "none"]),
    ["alibi", "alibi"],
  ]),
);

/**
 * How a model encodes positions.
 * @param {Keys} keys @param {Row | undefined} row @param {string | undefined} name
 * @returns {Positions}
 */
export function positionsOf(keys, row, name) {
  const kind = found(keys, row);
  if (kind !== "rotary") {
    const who = name === undefined ? keys.path : `model type ${quote(name)}`;
    keys.warn(`${who} has no rotary embedding: it has ${kinds[kind]}`);
    if (row?.note) keys.warn(`${who}: ${row.note}`);
  }
  return kind;
}

/** @param {Keys} keys @param {Row | undefined} row @returns {Positions} */
function found(keys, row) {
  if (row?.needs && keys.get(row.needs) !== true) return "sinusoidal";
  const own = /** @type {Positions | undefined} */ (row?.positions);
  const attention = nested(keys);
  if (attention?.get("rope") === true) return "rotary";
  for (const each of [keys, ...(attention ? [attention] : [])]) {
    if (each.get("alibi") === true || each.get("use_alibi") === true) return "alibi";
  }
  if (attention && own === "alibi" && attention.get("alibi") === false) return "learned";
  if (keys.get("use_mem_rope") !== undefined) return keys.get("use_mem_rope") ? "rotary" : "none";
  if (keys.get("mla_use_nope") !== undefined) return keys.get("mla_use_nope") ? "none" : "rotary";
  if (row?.nullBase && keys.object("rope_parameters")?.isNull("rope_theta")) return "none";
  if (keys.get("qk_rope_head_dim") === 0 && !wholeHeads(keys)) return "none";
  const { rotaryWidth } = row ?? {};
  if (rotaryWidth && (keys.get("hidden_size") ?? rotaryWidth) !== rotaryWidth) return "alibi";
  const flag = keys.first(["position_embedding_type", "position_embeddings_type"]);
  const said = byName.get(flag?.value);
  // The code of models that always rotate ignores values other than "none" and "alibi", which come
  // from BERT's configuration.
  const heeded = !row || own !== undefined || said === "none" || said === "alibi";
  if (said !== undefined && heeded) return said;
  return own ?? "rotary";
}
