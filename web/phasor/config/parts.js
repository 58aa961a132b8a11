// parts.js: finds the part of a configuration that is asked for, and what phasor knows about it.
import * as check from "../check.js";
import { quote } from "../quote.js";
import { textKeys } from "./keys.js";
import { modelType, named } from "./models.js";
import { readParams } from "./params.js";
import { isObject, Keys } from "./reader.js";

/** @import { Row } from "./models.js" */

/** @typedef {"text" | "vision" | "audio"} Part */

/** Maximum nesting depth of configurations. */
const DEEPEST = 4;
/** Keys under which a multimodal model has the configurations of its towers. */
const towerKeys = {
  vision: ["vision_config", "vision_tower_config", "visual", "vision_encoder", "vit_config"],
  audio: ["audio_config", "speech_config", "audio_encoder", "audio_encoder_config"],
};
/** @type {readonly Part[]} */
const parts = ["text", "vision", "audio"];

/**
 * @typedef {object} Found
 * @property {Keys} keys
 * @property {string | undefined} name model_type, or _class_name in diffusers
 * @property {Row | undefined} row
 * @property {string | undefined} who the publisher of files of this kind, if it is not a config.json
 * @property {Part} part
 * @property {Part[]} parts all parts in the file
 */

/**
 * @param {string} where @param {Record<string, unknown>} object
 * @param {unknown} asked the option `part`
 * @returns {Found}
 */
export function partOf(where, object, asked) {
  const part = asked === undefined ? undefined : check.oneOf(where, "part", asked, parts);
  const params = readParams(object);
  if (params) {
    const { config, model, who } = params;
    const keys = new Keys(where, "config", config);
    if (part && part !== "text") absent(where, part, ["text"]);
    return { keys, name: undefined, row: model, who, part: "text", parts: ["text"] };
  }
  const outer = new Keys(where, "config", object);
  const whole = ownName(outer);
  const towers = /** @type {Part[]} */ (parts.slice(1).filter((each) => partIn(outer, each)));
  if (part === "vision" || part === "audio") {
    const keys = partIn(outer, part);
    const own = rowOf(outer, whole);
    const alone = towers.length === 0 && own?.grid !== undefined && part === "vision";
    if (!keys && !alone) absent(where, part, ["text", ...towers]);
    const tower = keys ?? outer;
    const name = ownName(tower) ?? whole;
    const row = towerRow(tower, name, whole, part);
    return {
      keys: tower,
      name,
      row,
      who: undefined,
      part,
      parts: alone ? [part] : ["text", ...towers],
    };
  }
  const { keys, name } = textIn(outer, whole);
  const row = rowOf(keys, name);
  const is = row?.grid && !name?.endsWith("Model") && !part ? "vision" : "text";
  return { keys, name, row, who: undefined, part: is, parts: [is, ...towers] };
}

/** @param {string} where @param {Part} part @param {Part[]} others @returns {never} */
function absent(where, part, others) {
  const allowed = `a part that the configuration has (${others.join(", ")})`;
  return check.fail(RangeError, where, "part", allowed, part);
}

/** The configuration of a part within that of a whole model. @param {Keys} keys @param {Part} part
 * @returns {Keys | undefined} */
function partIn(keys, part) {
  const names = part === "text" ? textKeys : towerKeys[part];
  const key = names.find((each) => isObject(keys.get(each)));
  if (key) return keys.object(key);
  const thinker = isObject(keys.get("thinker_config")) ? keys.object("thinker_config") : undefined;
  return thinker && part !== "text" ? partIn(thinker, part) : undefined;
}

/** The language model within a multimodal one. @param {Keys} outer @param {string | undefined} whole */
function textIn(outer, whole) {
  let [keys, name] = [outer, whole];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = partIn(keys, "text");
    if (!inner) break;
    const own = ownName(inner);
    if (own === undefined && name !== undefined) {
      inner.warn(`${inner.path}.model_type is missing: ${quote(name)} was used`);
    }
    [keys, name] = [inner, own ?? name];
  }
  return { keys, name };
}

/** model_type, or the class in diffusers. @param {Keys} keys */
function ownName(keys) {
  return keys.text("model_type") ?? keys.text("_class_name");
}

/**
 * The row of a model type; if there is none, or one for a model that does not rotate, that of the
 * class in `architectures`.
 * @param {Keys} keys @param {string | undefined} name @returns {Row | undefined}
 */
function rowOf(keys, name) {
  const row = modelType(name);
  const list = keys.get("architectures");
  if ((row && !row.positions) || !Array.isArray(list)) return row;
  const made = named(String(list[0]).replace(/(For[A-Z]|LMHead|Model$).*/, ""));
  if (!made || made.positions || (name === undefined && !made)) return row;
  if (!row) keys.warn(`${keys.at("architectures")} says what the model is: ${quote(list[0])}`);
  return made;
}

/** @param {Keys} keys @param {string | undefined} name @param {string | undefined} whole
 * @param {"vision" | "audio"} part */
function towerRow(keys, name, whole, part) {
  const own = modelType(name);
  const inside = own?.[part] ?? (own?.grid || own?.positions || name !== whole ? own : undefined);
  return inside ?? modelType(whole)?.[part] ?? rowOf(keys, name === whole ? undefined : name);
}
