// rule.js: the scaling rule of a configuration, with its current name and all parameters.
import * as check from "../check.js";
import { quote } from "../quote.js";
import { LONGEST, ropeParameters, ropeTypes } from "../rope/scaling_rules.js";
import { sharedKeys, typeNames } from "./keys.js";

/** @import { Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

const shared = new Set(sharedKeys);

/**
 * @typedef {object} Circumstances
 * @property {Row | undefined} known
 * @property {boolean} plain whether the layer uses no scaling rule
 * @property {number | undefined} maxLength
 * @property {number | undefined} length
 */

/**
 * @param {Keys} keys @param {Keys} dict @param {Circumstances} circumstances
 * @returns {RopeScaling | undefined}
 */
export function ruleOf(keys, dict, { known, plain, maxLength, length }) {
  const row = known ?? {};
  const newer = nameOf(dict, "rope_type");
  const older = nameOf(dict, "type");
  if (newer !== undefined && older !== undefined && newer !== older) {
    dict.fail(RangeError, "type", `"${newer}" as rope_type is`, dict.get("type"));
  }
  const key = newer === undefined ? "type" : "rope_type";
  const parameter = ["factor", "alpha", "short_factor"].find(
    (each) => dict.get(each) !== undefined,
  );
  if ((newer ?? older) === undefined && parameter) {
    dict.fail(TypeError, "rope_type", `given with ${parameter}`, undefined);
  }
  const outside = nameOf(keys, "rope_type");
  if ((newer ?? older) === undefined && outside !== undefined && outside !== "default") {
    keys.warn(`${keys.at("rope_type")} ${quote(outside)} is not in ${dict.path}: it was ignored`);
  }
  let type = check.oneOf(dict.where, dict.at(key), newer ?? older ?? "default", ropeTypes);
  if (type === row.renamed?.[0] && dict.get("short_factor") !== undefined) type = row.renamed[1];
  if (plain) {
    if (type !== "default" && !row.trailing) {
      keys.warn(`${dict.path} does not apply to sliding attention layers`);
    }
    return undefined;
  }
  // Only Hunyuan's code reads alpha; a file of another model has it without effect.
  const read = row.alpha || known === undefined || dict.get("factor") === undefined;
  const alpha = type === "dynamic" && read ? dict.number(["alpha"], 1, 2 ** 31 - 1) : undefined;
  if (alpha !== undefined)
    type = "ntk"; // as base·alpha^(r/(r − 2)), whatever the length
  else if (dict.get(key) === "xdrope") dict.fail(TypeError, "alpha", "a number", undefined);
  const parameters = new Set(alpha === undefined ? ropeParameters(type) : []);
  /** @type {Record<string, unknown>} */
  const scaling = { type };
  const named = typeof dict.get(key) === "string" ? String(dict.get(key)) : type;
  for (const each of dict.names()) {
    if (parameters.has(each)) {
      const value = dict.get(each);
      scaling[each] = Array.isArray(value) ? [...value] : value;
    } else if (!shared.has(each) && !(each === "alpha" && alpha !== undefined)) {
      dict.warn(`${dict.at(each)} is not a parameter of type ${quote(named)} and was ignored`);
      dict.ignore(each);
    }
  }
  if (alpha !== undefined) scaling.factor = alpha;
  if (parameters.has("original_max_position_embeddings")) {
    fillIn(keys, dict, /** @type {RopeScaling} */ (scaling), maxLength);
  }
  // DeepSeek-V4's own code leaves out YaRN's attention factor.
  if (row.trailing && type === "yarn") scaling.attention_factor ??= 1;
  if (type !== "default") return /** @type {RopeScaling} */ (scaling);
  return nomic(keys) ?? qwen(keys, length);
}

/** @param {Keys} dict @param {string} key */
function nameOf(dict, key) {
  const name = dict.text(key);
  return name === undefined ? undefined : (typeNames.get(name) ?? name);
}

/** Nomic's models, which have the factor outside the dictionary. @param {Keys} keys
 * @returns {RopeScaling | undefined} */
function nomic(keys) {
  const factor = keys.number(["rotary_scaling_factor"], 1, 2 ** 31 - 1);
  if (factor === undefined) return undefined;
  const trained = keys.integer(["max_trained_positions"], 1, LONGEST);
  return { type: "dynamic", factor, original_max_position_embeddings: trained ?? 2048 };
}

/**
 * The first Qwen: beyond seq_length, NTK with a factor of a power of two minus 1.
 * @param {Keys} keys @param {number | undefined} length
 * @returns {RopeScaling | undefined}
 */
function qwen(keys, length) {
  if (keys.get("use_dynamic_ntk") !== true) return undefined;
  const trained = keys.integer(["seq_length"], 1, LONGEST);
  if (trained === undefined) {
    keys.warn(`${keys.path}.use_dynamic_ntk is true, but there is no seq_length: it was ignored`);
    return undefined;
  }
  keys.warn(
    `${keys.path}.use_dynamic_ntk: past ${trained} tokens the rule is ntk by a factor of the ` +
      "length that the whole sequence has (the option length)",
  );
  if (length === undefined || length <= trained) return undefined;
  let doubled = 1; // 2^⌈log2(length/trained)⌉
  while (trained * doubled < length) doubled *= 2;
  return { type: "ntk", factor: 2 * doubled - 1 };
}

/**
 * Fills in the original context and the factor if the rule needs them and the dictionary lacks
 * them.
 * @param {Keys} keys @param {Keys} dict @param {RopeScaling} scaling
 * @param {number | undefined} maxLength
 */
function fillIn(keys, dict, scaling, maxLength) {
  const name = "original_max_position_embeddings";
  const inner = dict.integer([name], 1, LONGEST);
  const outer = keys.integer([name], 1, LONGEST);
  // For dynamic NTK, transformers always uses the model's context as the original one.
  const original = scaling.type === "dynamic" ? maxLength : (outer ?? inner ?? maxLength);
  if (original === undefined) {
    dict.fail(TypeError, `${name} (or max_position_embeddings)`, "an integer", undefined);
  }
  scaling.original_max_position_embeddings = original;
  if (inner !== undefined && inner !== original) {
    dict.warn(`${dict.path}.${name} is ${inner}: ${original} was used, as transformers does`);
    dict.ignore(name);
  }
  if (inner === undefined && outer === undefined && scaling.type !== "dynamic") {
    dict.warn(`${dict.path}.${name} is missing: max_position_embeddings ${original} was used`);
  }
  if (scaling.type !== "yarn" && scaling.type !== "longrope") return;
  if (maxLength === undefined) return;
  const { factor } = scaling;
  const ratio = maxLength / original;
  if (factor == null) {
    scaling.factor = scaling.type === "longrope" ? Math.max(1, ratio) : ratio;
  } else if (typeof factor === "number" && ratio !== 1 && ratio !== factor) {
    dict.warn(
      `${dict.path}.factor is ${factor}, max_position_embeddings ${maxLength} is ${ratio} times ${original}`,
    );
  }
}
