// config.js: reads a model's configuration, from a config.json, a .gguf file or a model's folder.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ropeFrequencies, ropeFromConfig } from "phasor";
import { ggufReader, NOT_ROTARY } from "../checkpoints/gguf.js";
import { openContainer } from "../formats/container.js";
import { FormatError } from "../formats/error.js";
import { isGguf } from "../formats/gguf.js";
import { parseNumber } from "../formats/numbers.js";
import { arg } from "./arguments.js";
import { nameOf, prefixErrors, textOf, withSource } from "./input.js";

/** @import { Argument } from "./arguments.js" */
/** @import { Container } from "../formats/container.js" */
/** @import { GgufRope } from "../checkpoints/gguf.js" */
/** @typedef {ReturnType<typeof ropeFromConfig> | GgufRope} FromConfig */
/** @typedef {NonNullable<Parameters<typeof ropeFromConfig>[1]>} Choice */
/** @typedef {(choice?: Choice) => FromConfig} ReadConfig */
/** @typedef {{ file: string, read: ReadConfig }} Config */

/** The options that select a part of a configuration. @type {Record<string, Argument>} */
export const choiceOptions = {
  part: arg.choice("the part of the configuration, text by default", {
    choices: ["text", "vision", "audio"],
  }),
  layer: arg.text("the index or type of the configuration's layer", { value: "LAYER" }),
  length: arg.count("the length of the sequence, for rules that depend on it"),
};

/**
 * @param {string} path "-" for standard input; a folder stands for its config.json
 * @returns {Promise<Config>}
 */
export async function configOf(path) {
  const status = path === "-" ? undefined : await stat(path).catch(() => undefined);
  const file = status?.isDirectory() ? join(path, "config.json") : path;
  return withSource(file, async (source) => {
    if (isGguf(await source.read(0, Math.min(4, source.size)))) {
      const container = await openContainer(source, nameOf(file));
      return { file: nameOf(file), read: await readerOf(container, file) };
    }
    if (/\.(safetensors|npy|npz|bin|pt|pth)$/i.test(file)) {
      throw new FormatError(`${file}: this file holds tensors; name the model's config.json`);
    }
    const text = await textOf(file, source);
    /** @type {ReadConfig} */
    const read = (choice) => prefixErrors(file, () => ropeFromConfig(text, choice));
    return { file: nameOf(file), read };
  });
}

/**
 * Reads the configuration in a .gguf file.
 * @param {Container} container @param {string} file @returns {Promise<ReadConfig>}
 */
export async function readerOf(container, file) {
  const read = await ggufReader(container, ropeFrequencies);
  return ({ part, layer, length } = {}) => {
    if (part !== undefined && part !== "text") {
      throw new FormatError(
        `${file}: a .gguf file has no ${part} part; name that of the projector`,
      );
    }
    return prefixErrors(file, () => read(layer, length));
  };
}

/** The values of --part, --layer and --length. @param {any} values @returns {Choice} */
export function choiceOf({ part, layer, length }) {
  return { part, layer: layer && (parseNumber(layer) ?? layer), length };
}

/**
 * The layer types of a model, each with its embedding; only the chosen layer if there is one.
 * @param {ReadConfig} read @param {Choice} choice
 */
export function layersOf(read, choice) {
  const defaultRope = read(choice);
  if (choice.layer !== undefined) return [defaultRope];
  const others = defaultRope.layerTypes.filter((type) => type !== defaultRope.layer.type);
  return [defaultRope, ...others.map((type) => read({ ...choice, layer: type }))];
}

/**
 * The types of layers of every part; of the chosen part and layer if there are any. Parts that
 * phasor cannot express are left out, unless they are chosen.
 * @param {ReadConfig} read @param {Choice} choice
 */
export function variantsOf(read, choice) {
  const layers = layersOf(read, choice);
  const [rope] = layers;
  if (choice.part !== undefined || choice.layer !== undefined || !("part" in rope)) return layers;
  const others = rope.parts.filter((part) => part !== rope.part);
  const variants = others.flatMap((part) => {
    try {
      return layersOf(read, { ...choice, part });
    } catch {
      return [];
    }
  });
  return [...layers, ...variants];
}

/** A length beyond the context for which a model was trained first, to see what depends on it.
 * @param {FromConfig} rope */
export function longLength(rope) {
  const contextLength = "contextLength" in rope ? (rope.contextLength ?? 0) : 0;
  const { original_max_position_embeddings: original = contextLength, factor = 2 } =
    rope.scaling ?? {};
  return Math.max(contextLength, Math.ceil(original * Math.max(factor ?? 2, 2)), 2);
}

/** Whether two embeddings have the same cosines and sines.
 * @param {Pick<FromConfig, "frequencies" | "attentionFactor">} a @param {Pick<FromConfig, "frequencies" | "attentionFactor">} b */
export const isSameRope = (a, b) =>
  a.attentionFactor === b.attentionFactor &&
  a.frequencies.length === b.frequencies.length &&
  a.frequencies.every((frequency, i) => frequency === b.frequencies[i]);

/** The model and layer of a configuration, as a title. @param {FromConfig} rope */
export function titleOf({ model, layer: { index, type } }) {
  const place = index === undefined ? type : `layer ${index}, ${type}`;
  return `${model ?? UNKNOWN}, ${place}`;
}

/** The type of a layer, with its part if that is not text. @param {FromConfig} rope */
export function layerInWords(rope) {
  const part = "part" in rope && rope.part !== "text" ? `${rope.part} ` : "";
  return `${part}${rope.layer.type}`;
}

/** The name of a model without a model_type. */
export const UNKNOWN = "unknown model";

/**
 * The message about a model or layer without a rotary embedding.
 * @param {string | undefined} positions of `ropeFromConfig` or a .gguf file, which does not say how
 *   else the model encodes positions
 */
export function withoutRotary(positions) {
  return `no rotary embedding${positions === NOT_ROTARY ? "" : `; positions: ${positions}`}`;
}
