// sizes.js: how many features a head has, and how many of them rotate.
import * as check from "../check.js";
import { listedAxes } from "./grid.js";
import { aliases } from "./keys.js";
import { listedFor, ownConfig } from "./layers.js";
import { Keys } from "./reader.js";

/** @import { Layer } from "./layers.js" */
/** @import { Row } from "./models.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

const LARGEST_WIDTH = 65536;
const MANY = Number.MAX_SAFE_INTEGER;

/**
 * @typedef {object} Shape
 * @property {number} dHead
 * @property {boolean} apart whether dHead is only the part of a head that encodes positions
 */
/**
 * @typedef {object} Turning
 * @property {number} rotaryDim
 * @property {number} exponent the denominator of the exponents 2i/…: rotaryDim, except if the
 *   number of rotated features would be odd
 */

/**
 * Whether heads have no separate part for positions in DeepSeek's code, as in DeepSeek-OCR. Such
 * heads have the layout "half".
 * @param {Keys} keys
 */
export function wholeHeads(keys) {
  const turned = keys.get("qk_rope_head_dim");
  if (turned === undefined) return false;
  return keys.get("use_mla") === false || (turned === 0 && keys.get("qk_nope_head_dim") === 0);
}

/** @param {Keys} keys @param {Row} row @param {Layer} layer @returns {Shape} */
export function shapeOf(keys, row, layer) {
  const whole = row.trailing || wholeHeads(keys);
  const given = whole ? undefined : keys.get("qk_rope_head_dim");
  if (given !== undefined) {
    const path = keys.at("qk_rope_head_dim");
    return { dHead: check.even(keys.where, path, given, LARGEST_WIDTH), apart: true };
  }
  const stated = statedHead(keys, row, layer);
  if (stated !== undefined) return { dHead: stated, apart: false };
  const usual = whole ? row.headDim : (row.apart ?? row.headDim);
  const name = row.apart && !whole ? "qk_rope_head_dim" : "head_dim";
  if (usual === undefined || row.whole) return { dHead: dividedHead(keys, row), apart: false };
  // A class's default does not count if the file says null.
  const isNull = keys.isNull(name);
  const used = isNull
    ? "null: the default was not used"
    : "missing: that of the model's code was used";
  keys.warn(`${keys.at(name)} (by default ${usual}) is ${used}`);
  if (isNull) return { dHead: dividedHead(keys, row), apart: false };
  return { dHead: usual, apart: name !== "head_dim" };
}

/** The size of a head, if the file says it. @param {Keys} keys @param {Row} row @param {Layer} layer */
function statedHead(keys, row, layer) {
  const size = (/** @type {readonly string[]} */ names, from = keys) =>
    from.integer(names, 2, LARGEST_WIDTH);
  const single = size(aliases.headDim, ownConfig(keys, layer) ?? new Keys("", "", {}));
  if (single !== undefined) return single;
  const { type } = layer;
  if (type === "full_attention") {
    const global = size(["global_head_dim"]) ?? row.globalHeadDim;
    if (global !== undefined) return global;
  }
  const local = type === "sliding_attention" ? size(["swa_head_dim"]) : undefined;
  if (local !== undefined) return local;
  const own = size(aliases.headDim);
  const heads = row.whole ? keys.integer(aliases.heads, 1, MANY) : 1;
  if (own !== undefined && heads !== undefined) return own * heads;
  return row.grid ? listedAxes(keys, row)?.reduce((sum, each) => sum + each, 0) : undefined;
}

/** The width of the model divided by the number of heads. @param {Keys} keys @param {Row} row */
function dividedHead(keys, row) {
  const [usualHidden, usualHeads] = row.sizes ?? [];
  const given = keys.integer(row.hidden ? [row.hidden] : aliases.hidden, 2, MANY);
  const listed = row.whole ? 1 : keys.integer(aliases.heads, 1, MANY);
  const [hidden, count] = [given ?? usualHidden, listed ?? usualHeads];
  const needed = "head_dim (or hidden_size and num_attention_heads)";
  if (hidden === undefined || count === undefined) {
    return keys.fail(TypeError, needed, `an integer from 2 to ${LARGEST_WIDTH}`);
  }
  if (given === undefined || listed === undefined) {
    keys.warn(
      `${keys.path}: the defaults of the model's code were used: ${hidden} features, ${count} heads`,
    );
  }
  const heads = count * (keys.integer(["memory_attention_downsample_rate"], 1, MANY) ?? 1);
  if (hidden % heads !== 0) {
    keys.warn(`${keys.path}: hidden_size ${hidden} is not a multiple of ${heads} heads`);
  }
  const dHead = Math.floor(hidden / heads);
  if (dHead < 2 || dHead > LARGEST_WIDTH) {
    keys.fail(RangeError, `hidden_size/num_attention_heads`, `from 2 to ${LARGEST_WIDTH}`, dHead);
  }
  return dHead;
}

/**
 * The size of a head if nothing rotates: from the file, or 0.
 * @param {Keys} keys
 */
export function plainHead(keys) {
  const number = (/** @type {readonly string[]} */ names) => {
    const value = keys.first(names)?.value;
    return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const heads = number(aliases.heads) ?? Infinity;
  const dHead = number(aliases.headDim) ?? Math.floor((number(aliases.hidden) ?? 0) / heads);
  return dHead >= 2 && dHead <= LARGEST_WIDTH ? dHead : 0;
}

/**
 * How many features rotate. For the proportional rule, this is the whole head, and the share goes
 * into `scaling`.
 * @param {Keys} keys @param {Keys} dict @param {Row} row @param {Shape} shape
 * @param {Layer} layer @param {RopeScaling | undefined} scaling
 * @returns {Turning}
 */
export function turningOf(keys, dict, row, shape, layer, scaling) {
  const { dHead } = shape;
  const whole = () => check.even(keys.where, keys.at("head_dim"), dHead, LARGEST_WIDTH);
  const even = (/** @type {number} */ rotaryDim) => ({ rotaryDim, exponent: rotaryDim });
  if (shape.apart) {
    for (const each of [dict, keys]) {
      const found = each.first(aliases.part);
      if (found) each.ignore(found.key);
    }
    return even(dHead);
  }
  const given = rotaryDimOf(keys, row, dHead);
  if (given !== undefined) return even(given);
  const part = partOf(keys, dict, row, layer);
  if (scaling?.type === "proportional") {
    scaling.partial_rotary_factor = part;
    return even(whole());
  }
  if (part === 1) return even(whole());
  const rotaryDim = Math.floor(dHead * part);
  if (rotaryDim >= 2 && rotaryDim % 2 === 0) return even(rotaryDim);
  const known = row.part ?? row.rope;
  if (known !== undefined && rotaryDim >= 3 && rotaryDim < dHead && !scaling) {
    keys.warn(
      `${part} of a head of ${dHead} is ${rotaryDim} features, an odd number: ` +
        `${rotaryDim + 1} rotate, as in transformers, with exponents 2i/${rotaryDim}`,
    );
    return { rotaryDim: rotaryDim + 1, exponent: rotaryDim };
  }
  const limits = `such that an even number of the ${dHead} features of a head rotates`;
  return keys.fail(RangeError, "partial_rotary_factor", limits, part);
}

/** @param {Keys} keys @param {Row} row @param {number} dHead */
function rotaryDimOf(keys, row, dHead) {
  if (row.trailing) return keys.integer(["qk_rope_head_dim"], 2, dHead);
  if (row.projected) {
    const projection = keys.integer(["projection_dim"], 1, MANY) ?? row.projected.dim;
    const heads = keys.integer(aliases.heads, 1, MANY) ?? row.projected.heads;
    return Math.min(dHead, Math.max(2 * Math.floor(projection / (4 * heads)), 32));
  }
  if (row.plainRotaryDim) {
    if (keys.get("rotary_dim") !== undefined) keys.ignore("rotary_dim");
    return undefined;
  }
  if (keys.get("position_encoding_2d") !== undefined) return halfOf(keys, dHead);
  const given = keys.integer(["rotary_dim"], 2, dHead);
  if (given !== undefined && given % 2 === 1) keys.fail(RangeError, "rotary_dim", "even", given);
  return given;
}

/**
 * The first ChatGLM: each half of a head rotates by its own position.
 * @param {Keys} keys @param {number} dHead
 */
function halfOf(keys, dHead) {
  if (!keys.flag("position_encoding_2d")) return dHead;
  const half = check.even(keys.where, "half of head_dim", dHead / 2, LARGEST_WIDTH);
  keys.warn(
    `${keys.at("position_encoding_2d")}: the second half of a head turns as this one does ` +
      `(rotaryStart ${half}), by the positions within a block`,
  );
  return half;
}

/**
 * @param {Keys} keys @param {Keys} dict @param {Row} row @param {Layer} layer
 * @returns {number}
 */
function partOf(keys, dict, row, layer) {
  const inner = dict.number(aliases.part, 0, 1);
  const outer = keys.number(aliases.part, 0, 1);
  if (inner !== undefined && outer !== undefined && inner !== outer) {
    keys.warn(`${dict.path} says that ${inner} of a head rotates, ${keys.path} that ${outer} does`);
  }
  const all = aliases.part.filter((key) => keys.get(key) !== undefined);
  if (all.some((key) => keys.get(key) !== outer)) {
    keys.warn(`${keys.path}: ${all.join(" and ")} differ: ${all[0]} was used`);
  }
  const listed = listedFor(keys, "partial_rotary_factors", layer);
  if (listed !== undefined) {
    return check.number(keys.where, keys.at("partial_rotary_factors"), listed, 0, 1);
  }
  const part = inner ?? outer ?? row.part ?? 1;
  if (inner === undefined && outer === undefined && part !== 1) {
    keys.warn(`${keys.path}.partial_rotary_factor is missing: ${part} was used`);
  }
  return part;
}
