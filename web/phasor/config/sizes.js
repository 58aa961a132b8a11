// sizes.js: how many features a head has, how many of them rotate, and by which axis of positions.

import * as check from "../check.js";
import { power } from "../elementary.js";
import { listedFor, ownConfig } from "./layers.js";
import { aliases } from "./reader.js";
import { BY_DEFAULT } from "./rule.js";

/** @import { Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */
/** @import { Place } from "./rule.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

const ROPE_HEAD_KEY = "qk_rope_head_dim";
const PART_KEY = "partial_rotary_factor";
const AXES_KEY = "axes_dims_rope";
const DIVIDED = "hidden_size/num_attention_heads";

/** @param {readonly number[]} list */
const sumOf = (list) => list.reduce((sum, size) => sum + size, 0);

/**
 * @typedef {object} Shape
 * @property {number} dHead
 * @property {boolean} isRopeHead whether dHead is only the part of a head that encodes positions
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
  const turned = keys.get(ROPE_HEAD_KEY);
  if (turned === undefined) return false;
  return keys.get("use_mla") === false || (turned === 0 && keys.get("qk_nope_head_dim") === 0);
}

/** @param {Place} place @returns {Shape} */
export function shapeOf(place) {
  const { keys, row } = place;
  const whole = row.compressed || wholeHeads(keys);
  const width = whole ? undefined : keys.read(ROPE_HEAD_KEY, check.even, check.LARGEST_WIDTH);
  if (width !== undefined) return { dHead: width, isRopeHead: true };
  const latent = whole ? undefined : row.ropeHeadDim;
  const stated = latent && !keys.isNull(ROPE_HEAD_KEY) ? undefined : statedHead(place);
  if (stated !== undefined) return { dHead: stated, isRopeHead: false };
  const usual = latent ?? row.headDim;
  if (usual !== undefined && !row.whole) {
    const key = latent ? ROPE_HEAD_KEY : "head_dim";
    if (!keys.isNull(key)) {
      keys.assume(key, usual, BY_DEFAULT);
      return { dHead: usual, isRopeHead: latent !== undefined };
    }
    // A class's default does not count if the file says null.
    keys.assume(key, DIVIDED, `, not the default ${usual}`);
  }
  return { dHead: dividedHead(place), isRopeHead: false };
}

/** The size of a head, if the file says it. @param {Place} place */
function statedHead(place) {
  const { keys, row, layer } = place;
  const size = (/** @type {string} */ key, /** @type {Keys | undefined} */ from = keys) =>
    from.integer(key, 2, check.LARGEST_WIDTH);
  const layerConfig = ownConfig(place);
  const ofType = () => {
    if (layer.type === "full_attention") return size("global_head_dim") ?? row.globalHeadDim;
    return layer.type === "sliding_attention" ? size("swa_head_dim") : undefined;
  };
  const single = (layerConfig && size("head_dim", layerConfig)) ?? ofType();
  if (single !== undefined) return single;
  const headDim = size("head_dim");
  const heads = row.whole ? keys.integer("num_attention_heads", 1) : 1;
  if (headDim !== undefined && heads !== undefined) return headDim * heads;
  const axes = row.grid ? listedAxes(keys, row) : undefined;
  return axes && sumOf(axes);
}

/** The width of the model divided by the number of heads. @param {Place} place */
function dividedHead({ keys, row }) {
  /** @param {string} key @param {number} min @param {number | undefined} usual */
  const stated = (key, min, usual) => {
    const value = keys.integer(key, min);
    if (value === undefined && usual !== undefined) keys.assume(key, usual, BY_DEFAULT);
    return value ?? usual;
  };
  const hidden = stated(row.hidden ?? "hidden_size", 2, row.sizes?.[0]);
  const count = row.whole ? 1 : stated("num_attention_heads", 1, row.sizes?.[1]);
  if (hidden === undefined || count === undefined) {
    const needed = "head_dim (or hidden_size and num_attention_heads)";
    return check.integer(keys.where, keys.at(needed), undefined, 2, check.LARGEST_WIDTH);
  }
  const heads = count * (keys.integer("memory_attention_downsample_rate", 1) ?? 1);
  if (hidden % heads !== 0) {
    keys.warn(`${keys.path}: hidden_size ${hidden} is not a multiple of ${heads} heads`);
  }
  const dHead = Math.floor(hidden / heads);
  return check.integer(keys.where, keys.at(DIVIDED), dHead, 2, check.LARGEST_WIDTH);
}

/** The size of a head if nothing rotates: from the file, or 0. @param {Keys} keys */
export function plainHead(keys) {
  const heads = keys.within("num_attention_heads", 1) ?? Infinity;
  const width = keys.within("head_dim", 1) ?? (keys.within("hidden_size", 1) ?? 0) / heads;
  return width >= 2 && width <= check.LARGEST_WIDTH ? Math.floor(width) : 0;
}

/**
 * How many features rotate. For the proportional rule, this is the whole head, and the share goes
 * into `scaling`.
 * @param {Place} place @param {Shape} shape @param {RopeScaling | undefined} scaling
 * @returns {Turning}
 */
export function turningOf(place, { dHead, isRopeHead }, scaling) {
  const { keys, dict, row } = place;
  const even = (/** @type {number} */ rotaryDim) => ({ rotaryDim, exponent: rotaryDim });
  if (isRopeHead) {
    for (const from of [dict, keys]) if (from.has(PART_KEY)) from.ignore(PART_KEY);
    return even(dHead);
  }
  const stated = rotaryDimOf(keys, row, dHead);
  if (stated !== undefined) return even(stated);
  const part = partOf(place);
  const proportional = scaling?.type === "proportional";
  if (proportional) scaling.partial_rotary_factor = part;
  if (proportional || part === 1) {
    return even(check.even(keys.where, keys.at("head_dim"), dHead, check.LARGEST_WIDTH));
  }
  const rotaryDim = Math.floor(dHead * part);
  if (rotaryDim >= 2 && rotaryDim % 2 === 0) return even(rotaryDim);
  const known = row.part ?? row.rope;
  // The other rules depend on the number of features, too.
  const simple = !scaling || scaling.type === "linear" || scaling.type === "llama3";
  if (known !== undefined && rotaryDim >= 3 && rotaryDim < dHead && simple) {
    keys.warn(
      `${part} of ${dHead} features is ${rotaryDim}: ${rotaryDim + 1} rotate, as in transformers, ` +
        `with exponents 2i/${rotaryDim}`,
    );
    return { rotaryDim: rotaryDim + 1, exponent: rotaryDim };
  }
  const limits = `such that an even number of the ${dHead} features of a head rotates`;
  return keys.fail(RangeError, PART_KEY, limits, part);
}

/** @param {Keys} keys @param {Row} row @param {number} dHead */
function rotaryDimOf(keys, row, dHead) {
  if (row.compressed) return keys.integer(ROPE_HEAD_KEY, 2, dHead);
  if (row.projected) {
    const projection = keys.integer("projection_dim", 1) ?? row.projected.dim;
    const heads = keys.integer("num_attention_heads", 1) ?? row.projected.heads;
    return Math.min(dHead, Math.max(2 * Math.floor(projection / (4 * heads)), 32));
  }
  if (row.plainRotaryDim) {
    if (keys.has("rotary_dim")) keys.ignore("rotary_dim");
    return undefined;
  }
  // The first ChatGLM: each half of a head rotates by its own position.
  const halves = keys.flag("position_encoding_2d");
  if (halves) {
    const half = check.even(keys.where, "half of head_dim", dHead / 2, check.LARGEST_WIDTH);
    keys.warn(
      `${keys.at("position_encoding_2d")}: the second half of a head turns alike, from rotaryStart ` +
        `${half}, by the positions within a block`,
    );
    return half;
  }
  if (halves === false) return dHead;
  return keys.read("rotary_dim", check.even, dHead);
}

/** The share of the features that rotate. @param {Place} place @returns {number} */
function partOf(place) {
  const { keys, dict, row, specific } = place;
  const inner = dict.number(PART_KEY, 0, 1);
  const outer = keys.number(PART_KEY, 0, 1);
  if (!specific && inner !== undefined && outer !== undefined && inner !== outer) {
    keys.assume(PART_KEY, inner, `, as ${dict.path} says`);
  }
  const all = keys.names().filter((key) => aliases.get(PART_KEY)?.includes(key));
  if (all.some((key) => keys.get(key) !== outer)) {
    keys.warn(`${keys.path}: ${all.join(" and ")} differ: ${outer} was used`);
  }
  const key = "partial_rotary_factors";
  const listed = listedFor(place, key);
  if (listed !== undefined) return check.number(keys.where, keys.at(key), listed, 0, 1);
  const stated = inner ?? outer;
  if (stated !== undefined) return stated;
  const { part: usual = 1 } = row;
  // A class's default does not count if the file says null.
  const part = keys.isNull(PART_KEY) ? 1 : usual;
  if (usual !== 1) keys.assume(PART_KEY, part);
  return part;
}

/** Shares of time, height and width. @type {Record<string, (dHead: number) => number[]>} */
const splits = {
  sixths(dHead) {
    const space = 2 * Math.floor(dHead / 6);
    return [dHead - 2 * space, space, space];
  },
  eighths(dHead) {
    const space = 3 * Math.floor(dHead / 8);
    return [Math.floor(dHead / 4), space, space];
  },
};

/**
 * @typedef {object} Grid
 * @property {string[]} axes what the axes count, in the order of the lists of positions
 * @property {number} rotaryDim
 * @property {ConfigSections | undefined} sections
 * @property {Float64Array<ArrayBuffer> | undefined} frequencies undefined if they are those of base
 *   and sections
 */

/**
 * The features of each axis, if the file or the model's code has a list of them.
 * @param {Keys} keys @param {Row} row
 */
function listedAxes(keys, row) {
  if (row.axes === undefined) return undefined;
  const value = keys.get(AXES_KEY);
  const list = Array.isArray(value) ? value : row.axes;
  const name = keys.at(AXES_KEY);
  return list.map((size, i) => check.even(keys.where, `${name}[${i}]`, size, check.LARGEST_WIDTH));
}

/**
 * @param {Place} place @param {number} dHead @param {number} base
 * @returns {Grid}
 */
export function gridOf({ keys, row }, dHead, base) {
  const names = String(row.grid).split(" ");
  const features =
    listedAxes(keys, row) ??
    splits[row.split ?? ""]?.(dHead) ??
    names.map(() => 2 * Math.floor(dHead / (2 * names.length)));
  const axes = features.map((_, i) => names[i] ?? `axis ${i}`);
  if (sumOf(features) > dHead) {
    const allowed = `at most the ${dHead} features of a head in all`;
    keys.fail(RangeError, AXES_KEY, allowed, features);
  }
  if (row.order === "halves") {
    const [axis, ...others] = axes;
    const starts = others.map((_, i) => (i + 1) * features[0]);
    keys.warn(
      `${keys.path}: this is the part of a head that turns by ${axis}; use embeddings with ` +
        `rotaryStart ${starts.join(" and ")} for ${others.join(" and ")}`,
    );
    return { axes: [axis], rotaryDim: features[0], sections: undefined, frequencies: undefined };
  }
  const { unit = 1, order = "blocks" } = row;
  const n = axes.length;
  const count = sumOf(features) / 2;
  const stretched = keys.list("rope_scale") ?? row.scales;
  const bases = features.map((size, axis) => {
    const scale = check.number(keys.where, keys.at("rope_scale"), stretched?.[axis] ?? 1, 1, 1e6);
    return base * power(scale, size / Math.max(size - 2, 1));
  });
  const places = features.flatMap((size, axis) =>
    Array.from({ length: size / 2 }, (_, i) => ({ axis, i, size })),
  );
  const mixed = order === "alternating" || order === "rising";
  if (mixed) places.sort((a, b) => a.i - b.i);
  const turns = places.map(({ axis, i, size }) => {
    let exponent = (-2 * i) / size;
    if (order === "rising") exponent = i / (size / 2 - 1);
    if (order === "dealt") exponent = -(n * i + axis) / count;
    return unit * power(bases[axis], exponent);
  });
  // Features that do not fill a pair for each axis come first, and stand still.
  const still = new Array(order === "rising" ? dHead / 2 - count : 0).fill(0);
  const plain = order === "blocks" && unit === 1 && !stretched;
  return {
    axes,
    rotaryDim: 2 * (still.length + count),
    sections: mixed
      ? { axes: [...still, ...places.map(({ axis }) => axis)] }
      : { sizes: features.map((size) => size / 2), interleaved: false, axial: true },
    frequencies: plain ? undefined : Float64Array.from([...still, ...turns]),
  };
}

/**
 * The pairs that rotate by each axis, as the option `sections` of `RotaryEmbedding`.
 * @typedef {object} ConfigSections
 * @property {number[]} [sizes]
 * @property {boolean} [interleaved]
 * @property {"first-last"} [order] the pairs of height and width alternate, then come those of time
 * @property {boolean} [axial] each axis has a series of its own
 * @property {number[]} [axes] the axis of each pair, for other orders
 */

/**
 * From the file, or the default of the model's code.
 * @param {Place} place @param {number} rotaryDim
 * @returns {ConfigSections | undefined}
 */
export function sectionsOf({ keys, dict, row }, rotaryDim) {
  const names = row.sections ? ["mrope_section", "rope_axes_dim"] : ["mrope_section"];
  const from = dict.has(...names) ? dict : keys;
  const key = names.find((name) => from.has(name)) ?? names[0];
  const list = from.list(key);
  if (list && row.unpaired) {
    from.ignore(key, `matters except for text, but ${row.unpaired}`);
    return undefined;
  }
  const order = row.sections?.order;
  const stated = list?.map((size, i) =>
    check.integer(dict.where, from.at(`${key}[${i}]`), size, 0, check.LARGEST_WIDTH),
  );
  // Files of Ernie list height, width and time.
  const sizes = stated && order ? [...stated.slice(2), ...stated.slice(0, 2)] : stated;
  const all = [...(sizes ?? row.sections?.sizes ?? [])];
  const interleaved =
    row.sections?.interleaved ?? (!order && dict.flag("mrope_interleaved")) ?? false;
  const pairs = rotaryDim / 2;
  const sum = sumOf(all);
  if (sum !== pairs) {
    if (!interleaved && list)
      from.fail(RangeError, key, `${pairs} in all, half of what rotates`, list);
    if (!interleaved || all.length === 0) return undefined;
    // Of n axes, each but the first takes every nth pair up to its limit; the rest is the first's.
    const n = all.length;
    for (let axis = 1; axis < n; axis++) {
      all[axis] = Math.ceil((Math.min(n * all[axis], pairs) - axis) / n);
    }
    all[0] = pairs - sumOf(all.slice(1));
    if (list) from.warn(`${from.at(key)} is for ${sum} pairs, not ${pairs}: ${all} was used`);
  }
  return { sizes: all, interleaved, ...(order ? { order } : {}) };
}
