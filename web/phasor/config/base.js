// base.js: the base of a layer's frequencies.
import * as check from "../check.js";
import { quote } from "../quote.js";
import { aliases } from "./keys.js";
import { listedFor } from "./layers.js";

/** @import { Layer } from "./layers.js" */
/** @import { Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */

const allowed = "a number above 1 and at most 1e18";

/**
 * The base for a layer type: from its own dictionary, from the keys for sliding layers, or the
 * model's.
 * @param {Keys} keys @param {Keys} dict
 * @param {boolean} specific whether dict is for this layer type
 * @param {Row | undefined} row undefined if unknown @param {string | undefined} name
 * @param {Layer} layer
 * @returns {number}
 */
export function baseOf(keys, dict, specific, row, name, layer) {
  const sliding = layer.type === "sliding_attention";
  const { path, value } =
    listedBase(keys, layer) ??
    compressedBase(keys, row, sliding) ??
    givenBase(keys, dict, specific, row, sliding);
  /** @type {unknown} */
  let base = value;
  if (base === undefined && row) {
    base = (sliding ? row.localBase : undefined) ?? row.base ?? 10000;
    const who = name === undefined ? "the model's code" : `model type ${quote(name)}`;
    const later = row.laterBase ? ` (transformers 5 uses ${row.laterBase})` : "";
    // Towers have no key for it as a rule.
    if (!row.grid) keys.warn(`${path} is missing; used ${base}, the default of ${who}${later}`);
  }
  if (typeof base !== "number") {
    const more = base === undefined ? ", unless model_type is known" : "";
    return check.fail(TypeError, keys.where, path, allowed + more, base);
  }
  const ratio = keys.number(["rope_ratio"], 1e-6, 1e12) ?? 1;
  if (ratio !== 1) {
    keys.warn(
      `${keys.at("rope_ratio")} multiplies the base; ChatGLM2's code divides positions by it`,
    );
  }
  const scaled = base * ratio;
  if (scaled > 1 && scaled <= 1e18) return scaled;
  return check.fail(RangeError, keys.where, path, allowed, scaled);
}

/** The base from a list with a base for each layer. @param {Keys} keys @param {Layer} layer */
function listedBase(keys, layer) {
  for (const key of ["layer_rope_theta", "rope_theta"]) {
    const value = listedFor(keys, key, layer);
    if (value !== undefined) return { path: keys.at(key), value };
  }
  return undefined;
}

/** The base of compressed layers in DeepSeek-V4. @param {Keys} keys
 * @param {Row | undefined} row
 * @param {boolean} sliding */
function compressedBase(keys, row, sliding) {
  if (!row?.trailing || sliding) return undefined;
  const value = keys.get("compress_rope_theta") ?? 160000;
  return { path: keys.at("compress_rope_theta"), value };
}

/**
 * @param {Keys} keys @param {Keys} dict @param {boolean} specific
 * @param {Row | undefined} row @param {boolean} sliding
 * @returns {{ path: string, value: unknown }}
 */
function givenBase(keys, dict, specific, row, sliding) {
  const attention = nested(keys);
  // A base for sliding layers that is null means that of the others.
  const shared = sliding && aliases.localBase.some((name) => keys.isNull(name));
  const local = sliding && !shared && row?.localBase !== undefined;
  const places = [
    { keys: dict, names: specific ? aliases.base : [] },
    { keys, names: sliding ? aliases.localBase : [] },
    { keys: dict, names: local ? [] : aliases.base },
    { keys, names: local ? [] : aliases.base },
    { keys: attention ?? keys, names: attention ? aliases.base : [] },
  ];
  const place = places.find((each) => each.keys.first(each.names));
  const found = place?.keys.first(place.names);
  const outer = keys.first(aliases.base);
  if (place?.keys === dict && !specific && outer && outer.value !== found?.value) {
    keys.warn(
      `${keys.at(outer.key)} is ${outer.value}, ${dict.path} says ${found?.value}: the latter was used`,
    );
  }
  return { path: (place?.keys ?? keys).at(found?.key ?? "rope_theta"), value: found?.value };
}

/** attn_config, the attention section of MPT and DBRX. @param {Keys} keys
 * @returns {Keys | undefined} */
export function nested(keys) {
  return typeof keys.get("attn_config") === "object" ? keys.object("attn_config") : undefined;
}
