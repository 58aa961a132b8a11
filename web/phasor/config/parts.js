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
  const outer = new Keys(where, "config", params?.config ?? object);
  const whole = params ? undefined : ownName(outer);
  const own = params ? params.model : rowOf(outer, whole);
  const towers = /** @type {Part[]} */ (parts.slice(1).filter((each) => partIn(outer, each)));
  const alone = own?.grid && towers.length === 0 && outer.get("_class_name") === undefined;
  const main = alone ? "vision" : "text";
  const all = /** @type {Part[]} */ ([main, ...towers]);
  if (part && !all.includes(part)) {
    const allowed = `a part that the configuration has (${all.join(", ")})`;
    check.fail(RangeError, where, "part", allowed, part);
  }
  const found = { who: params?.who, part: part ?? all[0], parts: all };
  if (params) return { ...found, keys: outer, name: whole, row: own };
  if (part && part !== main) {
    const keys = partIn(outer, part) ?? outer;
    const name = ownName(keys) ?? whole;
    return { ...found, keys, name, row: towerRow(keys, name, whole, part) };
  }
  const { keys, name } = textIn(outer, whole);
  return { ...found, keys, name, row: rowOf(keys, name) };
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

/** @param {Row | undefined} row @param {Part} part */
const tower = (row, part) => (part === "text" ? undefined : row?.[part]);

/** @param {Keys} keys @param {string | undefined} name @param {string | undefined} whole
 * @param {Part} part */
function towerRow(keys, name, whole, part) {
  const own = modelType(name);
  const inside =
    tower(own, part) ?? (own?.grid || own?.positions || name !== whole ? own : undefined);
  return inside ?? tower(modelType(whole), part) ?? rowOf(keys, name === whole ? undefined : name);
}
