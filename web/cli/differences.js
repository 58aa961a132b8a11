// differences.js: compares the rotary embeddings of two files, for `phasor rope FILE OTHER_FILE`.
import { frequencies as plainOf } from "phasor";
import { NOT_ROTARY } from "../checkpoints/gguf.js";
import { isSameRope, layerInWords, longLength, titleOf, UNKNOWN, variantsOf } from "./config.js";
import { round } from "./say.js";

/** @import { Choice, Config, FromConfig } from "./config.js" */
/**
 * @typedef {object} Difference
 * @property {string} name the property that differs, as in `ropeFromConfig`'s result
 * @property {string} layer
 * @property {unknown[]} values of both files
 * @property {string} message
 * @property {number} [length] of the sequence, if they differ only beyond the original length
 */

/** Relative tolerance: numbers and divisors in .gguf files have 24 bits. */
const TOLERANCE = 1e-5;

/** @param {object | undefined} scaling @param {string | undefined} divided a tensor
 * @param {boolean} [brief] without lists */
export function scalingInWords(scaling, divided, brief = false) {
  const words = Object.entries(scaling ?? {}).map(([key, value]) => {
    const short = brief && Array.isArray(value) ? `[${value.length} numbers]` : undefined;
    const text = typeof value === "object" ? (short ?? JSON.stringify(value)) : value;
    return value === undefined ? [] : `${key}=${text}`;
  });
  const by = divided ? [`by ${divided}.weight`] : [];
  return [...(scaling ? [words.flat().join(", ")] : []), ...by].join(", then ") || "none";
}

/** Properties of `ropeFromConfig`'s result that are not compared, or in their own way. */
const NOT_COMPARED = new Set([
  ...["model", "layer", "layerTypes", "length", "contextLength", "rotates", "positions", "divided"],
  ...["scaling", "frequencies", "layout", "warnings", "ignored", "differences", "lengthDependent"],
  ...["part", "parts", "explicit"],
]);
/** What the numbers of a property are called in messages. @type {Record<string, string>} */
const words = {
  attentionFactor: "attention factor",
  softmaxFactor: "softmax factor",
  queryScaling: "query scaling",
};

/**
 * Compares two configurations: all that they say, at the original length and beyond it, for every
 * type of layer.
 * @param {[Config, Config]} configs @param {Choice} choice the layer and length to compare
 */
export function comparison(configs, choice) {
  const files = configs.map(({ file }) => file);
  const ropes = configs.map(({ read }) => read(choice));
  const longest = Math.max(...ropes.map(longLength));
  /** @type {Map<string, Difference>} */
  const differences = new Map();
  /** @type {Set<string>} */
  const notes = new Set();
  /** @type {Set<string>} */
  const layers = new Set();
  for (const length of choice.length === undefined ? [undefined, longest] : [choice.length]) {
    const lists = configs.map(({ read }) => variantsOf(read, { ...choice, length }));
    for (const { layer, a, b } of layersToCompare(lists)) {
      layers.add(layer);
      for (const note of notesOn(a, b, files)) notes.add(note);
      for (const difference of differencesOf(a, b, files)) {
        const key = `${layer} ${difference.name}`;
        const beyond = length !== choice.length;
        const message = beyond ? `at length ${length}, ${difference.message}` : difference.message;
        if (!differences.has(key))
          differences.set(key, { ...difference, message, layer, ...(beyond && { length }) });
      }
    }
  }
  const several = layers.size > 1;
  const list = [...differences.values()];
  const lines = list.map(({ layer, message }) => (several ? `${layer}: ` : "") + message);
  const titles = ropes.map((rope) => (several ? (rope.model ?? UNKNOWN) : titleOf(rope)));
  return {
    ...{ files, layers: [...layers], differences: list, notes: [...notes] },
    lines: [
      ...[...files.map((file, i) => `${file}: ${titles[i]}`), ""],
      ...(lines.length > 0 ? lines : ["no differences"]),
      ...[...notes].map((note) => `note: ${note}`),
    ],
  };
}

/**
 * The pairs of layers to compare, of parts that both models have. A type of layer that only one has
 * is compared with the usual layers of the other if it has its own embedding, except with a .gguf
 * file, which does not list all types.
 * @param {FromConfig[][]} lists of both files, the usual layers first
 */
function layersToCompare(lists) {
  const [[a], [b]] = lists;
  const names = new Set(lists.flat().map(layerInWords));
  const pairs = [...names].flatMap((layer) => {
    const ofLayer = lists.map((list) => list.find((rope) => layerInWords(rope) === layer));
    const part = partOf(ofLayer[0] ?? ofLayer[1]);
    const usual = lists.map((list) => list.find((rope) => partOf(rope) === part));
    const [one, other] = ofLayer.map((rope, i) => rope ?? usual[i]);
    if (!one || !other) return [];
    const differs = ofLayer.some((rope, i) => rope && usual[i] && !isSameRope(rope, usual[i]));
    const listed = ofLayer.every((rope) => rope) || (differs && !isGguf(a) && !isGguf(b));
    return listed ? [{ layer, a: one, b: other }] : [];
  });
  return pairs.length > 1 ? pairs : [{ layer: layerInWords(a), a, b }];
}

/** @param {FromConfig} a @param {FromConfig} b @param {string[]} files
 * @returns {Omit<Difference, "layer">[]} */
function differencesOf(a, b, files) {
  const [one, other] = [factsOf(a, b), factsOf(b, a)];
  // A .gguf file does not say everything; what both say is compared.
  const names = Object.keys(one).filter((name) => name in other && !isNear(one[name], other[name]));
  const rules = [a, b].map((rope) =>
    scalingInWords(rope.scaling, "divided" in rope ? rope.divided : undefined, true),
  );
  return names.map((name) => {
    const isScaling = name === "scaling";
    const values = isScaling ? rules : [one[name], other[name]];
    const texts = values.map((value, i) => `${inWords(value)} in ${files[i]}`).join(", ");
    const detail = isScaling ? `; ${worstStretch(one[name], other[name])}` : "";
    return { name, values, message: `${words[name] ?? name}: ${texts}${detail}` };
  });
}

/**
 * What is compared of an embedding. Its scaling is what it does: how much it stretches each pair.
 * @param {FromConfig} rope @param {FromConfig} other @returns {Record<string, any>}
 */
function factsOf(rope, other) {
  const { positions, rotaryDim, base, frequencies, layout, sections } = rope;
  if (rotaryDim === 0 || other.rotaryDim === 0) {
    const isKnown =
      rotaryDim !== other.rotaryDim || ![positions, other.positions].includes(NOT_ROTARY);
    return isKnown ? { positions } : {};
  }
  const reordered = isReordered(rope, other) || isReordered(other, rope);
  const plain = plainOf(rotaryDim, { base });
  return {
    ...Object.fromEntries(Object.entries(rope).filter(([name]) => !NOT_COMPARED.has(name))),
    sections: sections && `[${sections.sizes}]${sections.interleaved ? " interleaved" : ""}`,
    ...(reordered || !layout || !other.layout ? {} : { layout }),
    ...(rotaryDim === other.rotaryDim && { scaling: plain.map((w, i) => w / frequencies[i]) }),
  };
}

/** @param {Float64Array} one how much scaling stretches each pair @param {Float64Array} other */
function worstStretch(one, other) {
  const gaps = one.map((by, i) => relativeGap(by, other[i]));
  const worst = gaps.indexOf(Math.max(...gaps));
  const factors = [one[worst], other[worst]].map((by) => (Number.isFinite(by) ? round(by) : "∞"));
  return `pair ${worst} is stretched by ${factors[0]} and by ${factors[1]}`;
}

/** Whether two values are equal, up to the rounding of numbers. @param {any} x @param {any} y
 * @returns {boolean} */
function isNear(x, y) {
  if (typeof x === "number" && typeof y === "number") return relativeGap(x, y) <= TOLERANCE;
  if (typeof x !== "object" || typeof y !== "object" || !x || !y) return x === y;
  const keys = new Set([...Object.keys(x), ...Object.keys(y)]);
  return [...keys].every((key) => isNear(x[key], y[key]));
}

/** @param {FromConfig} a @param {FromConfig} b @param {string[]} files */
function notesOn(a, b, files) {
  return [a, b].flatMap((one, i) => {
    const [file, from] = [files[i], files[1 - i]];
    const reordered = isReordered(one, i === 0 ? b : a);
    const unknown = one.rotates && one.layout === undefined;
    return [
      ...(isGguf(one) ? one.warnings.map((warning) => `${file}: ${warning}`) : []),
      reordered &&
        `${file} pairs (2i, 2i + 1) and ${from} halves, as converting reorders the rows of q and k`,
      unknown && `the layout of ${file} is unknown (architecture ${one.model})`,
    ].filter((note) => note !== false);
  });
}

/** Whether a .gguf file has reordered weights: interleaved pairs, but halves in the configuration.
 * @param {FromConfig} gguf @param {FromConfig} config */
const isReordered = (gguf, config) =>
  isGguf(gguf) && !isGguf(config) && gguf.layout === "interleaved" && config.layout === "half";
/** @param {FromConfig | undefined} rope */
const partOf = (rope) => (rope && "part" in rope ? rope.part : "text");
/** @param {FromConfig} rope */
const isGguf = (rope) => "divided" in rope;
/** The relative difference; Infinity if only one of the numbers is (a pair that does not turn).
 * @param {number} x @param {number} y */
function relativeGap(x, y) {
  if (x === y) return 0;
  const size = Math.max(Math.abs(x), Math.abs(y));
  return size === Infinity ? size : Math.abs(x - y) / size;
}
/** @param {unknown} value */
function inWords(value) {
  if (value === undefined) return "none";
  if (typeof value === "number") return round(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
