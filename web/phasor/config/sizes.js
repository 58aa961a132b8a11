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
 * @typedef {object} RotatedPart
 * @property {number} rotaryDim
 * @property {number} exponent the denominator of the exponents 2i/…: rotaryDim, except if the
 *   number of rotated features would be odd
 */

/**
 * Whether heads have no separate part for positions in DeepSeek's code, as in DeepSeek-OCR. Such
 * heads have the layout "half".
 * @param {Keys} keys
 */
export function isWholeHead(keys) {
  const width = keys.get(ROPE_HEAD_KEY);
  if (width === undefined) return false;
  return keys.get("use_mla") === false || (width === 0 && keys.get("qk_nope_head_dim") === 0);
}

/** @param {Place} place @returns {Shape} */
export function shapeOf(place) {
  const { keys, row } = place;
  const isWhole = row.compressed || isWholeHead(keys);
  const width = isWhole ? undefined : keys.read(ROPE_HEAD_KEY, check.even, check.LARGEST_WIDTH);
  if (width !== undefined) return { dHead: width, isRopeHead: true };
  const latentDim = isWhole ? undefined : row.ropeHeadDim;
  const stated = latentDim && !keys.isNull(ROPE_HEAD_KEY) ? undefined : statedDim(place);
  if (stated !== undefined) return { dHead: stated, isRopeHead: false };
  const fallback = latentDim ?? row.headDim;
  if (fallback !== undefined && !row.whole) {
    const key = latentDim ? ROPE_HEAD_KEY : "head_dim";
    if (!keys.isNull(key)) {
      keys.assume(key, fallback, BY_DEFAULT);
      return { dHead: fallback, isRopeHead: latentDim !== undefined };
    }
    // A class's default does not count if the file says null.
    keys.assume(key, DIVIDED, `, not the default ${fallback}`);
  }
  return { dHead: dividedDim(place), isRopeHead: false };
}

/** The size of a head, if the file says it. @param {Place} place */
function statedDim(place) {
  const { keys, row, layer } = place;
  const size = (/** @type {string} */ key, /** @type {Keys | undefined} */ from = keys) =>
    from.integer(key, 2, check.LARGEST_WIDTH);
  const layerConfig = ownConfig(place);
  const typeDim = () => {
    if (layer.type === "full_attention") return size("global_head_dim") ?? row.globalHeadDim;
    return layer.type === "sliding_attention" ? size("swa_head_dim") : undefined;
  };
  const layerDim = (layerConfig && size("head_dim", layerConfig)) ?? typeDim();
  if (layerDim !== undefined) return layerDim;
  const headDim = size("head_dim");
  const heads = row.whole ? keys.integer("num_attention_heads", 1) : 1;
  if (headDim !== undefined && heads !== undefined) return headDim * heads;
  const axes = row.grid ? listedAxes(keys, row) : undefined;
  return axes && sumOf(axes);
}

/** The width of the model divided by the number of heads. @param {Place} place */
function dividedDim({ keys, row }) {
  /** @param {string} key @param {number} min @param {number | undefined} fallback */
  const readOrAssume = (key, min, fallback) => {
    const value = keys.integer(key, min);
    if (value === undefined && fallback !== undefined) keys.assume(key, fallback, BY_DEFAULT);
    return value ?? fallback;
  };
  const hidden = readOrAssume(row.hidden ?? "hidden_size", 2, row.sizes?.[0]);
  const count = row.whole ? 1 : readOrAssume("num_attention_heads", 1, row.sizes?.[1]);
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
export function fileHead(keys) {
  const heads = keys.within("num_attention_heads", 1) ?? Infinity;
  const width = keys.within("head_dim", 1) ?? (keys.within("hidden_size", 1) ?? 0) / heads;
  return width >= 2 && width <= check.LARGEST_WIDTH ? Math.floor(width) : 0;
}

/**
 * How many features rotate. For the proportional rule, this is the whole head, and the share goes
 * into `scaling`.
 * @param {Place} place @param {Shape} shape @param {RopeScaling | undefined} scaling
 * @returns {RotatedPart}
 */
export function rotatedPartOf(place, { dHead, isRopeHead }, scaling) {
  const { keys, dict, row } = place;
  const evenPart = (/** @type {number} */ rotaryDim) => ({ rotaryDim, exponent: rotaryDim });
  if (isRopeHead) {
    for (const source of [dict, keys]) if (source.has(PART_KEY)) source.ignore(PART_KEY);
    return evenPart(dHead);
  }
  const stated = rotaryDimOf(keys, row, dHead);
  if (stated !== undefined) return evenPart(stated);
  const share = rotaryShareOf(place);
  const proportional = scaling?.type === "proportional";
  if (proportional) scaling.partial_rotary_factor = share;
  if (proportional || share === 1) {
    return evenPart(check.even(keys.where, keys.at("head_dim"), dHead, check.LARGEST_WIDTH));
  }
  const rotaryDim = Math.floor(dHead * share);
  if (rotaryDim >= 2 && rotaryDim % 2 === 0) return evenPart(rotaryDim);
  const modelDefault = row.part ?? row.rope;
  // The other rules depend on the number of features, too.
  const isIndependent = !scaling || scaling.type === "linear" || scaling.type === "llama3";
  if (modelDefault !== undefined && rotaryDim >= 3 && rotaryDim < dHead && isIndependent) {
    keys.warn(
      `${share} of ${dHead} features is ${rotaryDim}: ${rotaryDim + 1} rotate, as in transformers, ` +
        `with exponents 2i/${rotaryDim}`,
    );
    return { rotaryDim: rotaryDim + 1, exponent: rotaryDim };
  }
  const allowed = `such that an even number of the ${dHead} features of a head rotates`;
  return keys.fail(RangeError, PART_KEY, allowed, share);
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
function rotaryShareOf(place) {
  const { keys, dict, row, specific } = place;
  const inner = dict.number(PART_KEY, 0, 1);
  const outer = keys.number(PART_KEY, 0, 1);
  if (!specific && inner !== undefined && outer !== undefined && inner !== outer) {
    keys.assume(PART_KEY, inner, `, as ${dict.path} says`);
  }
  const names = keys.names().filter((key) => aliases.get(PART_KEY)?.includes(key));
  if (names.some((key) => keys.get(key) !== outer)) {
    keys.warn(`${keys.path}: ${names.join(" and ")} differ: ${outer} was used`);
  }
  const key = "partial_rotary_factors";
  const layerShare = listedFor(place, key);
  if (layerShare !== undefined) return check.number(keys.where, keys.at(key), layerShare, 0, 1);
  const stated = inner ?? outer;
  if (stated !== undefined) return stated;
  const { part: fallback = 1 } = row;
  // A class's default does not count if the file says null.
  const share = keys.isNull(PART_KEY) ? 1 : fallback;
  if (fallback !== 1) keys.assume(PART_KEY, share);
  return share;
}

/** Shares of time, height and width. @type {Record<string, (dHead: number) => number[]>} */
const splits = {
  sixths(dHead) {
    const perSide = 2 * Math.floor(dHead / 6);
    return [dHead - 2 * perSide, perSide, perSide];
  },
  eighths(dHead) {
    const perSide = 3 * Math.floor(dHead / 8);
    return [Math.floor(dHead / 4), perSide, perSide];
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
  const scales = keys.list("rope_scale") ?? row.scales;
  const bases = features.map((size, axis) => {
    const scale = check.number(keys.where, keys.at("rope_scale"), scales?.[axis] ?? 1, 1, 1e6);
    return base * power(scale, size / Math.max(size - 2, 1));
  });
  const pairs = features.flatMap((size, axis) =>
    Array.from({ length: size / 2 }, (_, i) => ({ axis, i, size })),
  );
  const alternates = order === "alternating" || order === "rising";
  if (alternates) pairs.sort((a, b) => a.i - b.i);
  const pairFrequencies = pairs.map(({ axis, i, size }) => {
    let exponent = (-2 * i) / size;
    if (order === "rising") exponent = i / (size / 2 - 1);
    if (order === "dealt") exponent = -(n * i + axis) / count;
    return unit * power(bases[axis], exponent);
  });
  // Features that do not fill a pair for each axis come first, and stand still.
  const stopped = new Array(order === "rising" ? dHead / 2 - count : 0).fill(0);
  const isDefault = order === "blocks" && unit === 1 && !scales;
  return {
    axes,
    rotaryDim: 2 * (stopped.length + count),
    sections: alternates
      ? { axes: [...stopped, ...pairs.map(({ axis }) => axis)] }
      : { sizes: features.map((size) => size / 2), interleaved: false, axial: true },
    frequencies: isDefault ? undefined : Float64Array.from([...stopped, ...pairFrequencies]),
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
  const entries = from.list(key);
  if (entries && row.unpaired) {
    from.ignore(key, `matters except for text, but ${row.unpaired}`);
    return undefined;
  }
  const order = row.sections?.order;
  const stated = entries?.map((size, i) =>
    check.integer(dict.where, from.at(`${key}[${i}]`), size, 0, check.LARGEST_WIDTH),
  );
  // Files of Ernie list height, width and time.
  const sizes = stated && order ? [...stated.slice(2), ...stated.slice(0, 2)] : stated;
  const counts = [...(sizes ?? row.sections?.sizes ?? [])];
  const interleaved =
    row.sections?.interleaved ?? (!order && dict.flag("mrope_interleaved")) ?? false;
  const pairs = rotaryDim / 2;
  const sum = sumOf(counts);
  if (sum !== pairs) {
    if (!interleaved && entries)
      from.fail(RangeError, key, `${pairs} in all, half of what rotates`, entries);
    if (!interleaved || counts.length === 0) return undefined;
    // Of n axes, each but the first takes every nth pair up to its limit; the rest is the first's.
    const n = counts.length;
    for (let axis = 1; axis < n; axis++) {
      counts[axis] = Math.ceil((Math.min(n * counts[axis], pairs) - axis) / n);
    }
    counts[0] = pairs - sumOf(counts.slice(1));
    if (entries) from.warn(`${from.at(key)} is for ${sum} pairs, not ${pairs}: ${counts} was used`);
  }
  return { sizes: counts, interleaved, ...(order ? { order } : {}) };
}
