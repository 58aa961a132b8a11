// config.js: reads a model's configuration, from a config.json or a .gguf file.
import { stat } from "node:fs/promises";
import { ropeFrequencies, ropeFromConfig } from "phasor";
import { ggufReader, NOT_ROTARY } from "../checkpoints/gguf.js";
import { openContainer } from "../formats/container.js";
import { isGguf } from "../formats/gguf.js";
import { parseNumber } from "../formats/numbers.js";

import { about, readText } from "./input.js";
import { withSource } from "./parts.js";
import { complain } from "./say.js";

/** @import { Arguments } from "./arguments.js" */
/** @import { Host } from "./host.js" */
/** @import { GgufRope } from "../checkpoints/gguf.js" */
/** @typedef {ReturnType<typeof ropeFromConfig> | GgufRope} FromConfig */

/**
 * A function that reads one layer of a configuration.
 * @param {Host} host @param {string} file "-" for standard input
 * @param {number | undefined} length of the sequence
 * @returns {Promise<(layer: number | string | undefined) => FromConfig>}
 */
export async function configReader(host, file, length) {
  const gguf = await ggufIn(file);
  if (gguf) return (layer) => about(file, () => gguf(layer, length));
  const text = await readText(host, file);
  return (layer) => about(file, () => ropeFromConfig(text, { length, layer }));
}

/** The reader of a .gguf file; undefined for other files, and for pipes, which can be read only
 * once.
 * @param {string} file */
async function ggufIn(file) {
  const isFile = await stat(file).then(
    (each) => each.isFile(),
    () => false,
  );
  if (file === "-" || !isFile) return undefined;
  return withSource(file, async (source) => {
    if (!isGguf(await source.read(0, Math.min(4, source.size)))) return undefined;
    return ggufReader(await openContainer(source, file), ropeFrequencies);
  });
}

/** The value of --layer, an index or a type. @param {Arguments} args */
export function layerOf(args) {
  const layer = args.text("layer");
  return layer === undefined ? undefined : (parseNumber(layer) ?? layer);
}

/** The model and layer of a configuration, as a title. @param {FromConfig} rope */
export function titleOf({ model, layer: { index, type } }) {
  const place = index === undefined ? type : `layer ${index}, ${type}`;
  return `${model ?? UNKNOWN}, ${place}`;
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

/** Prints warnings, unless --quiet. @param {Arguments} args @param {string[]} warnings */
export function warn(args, warnings) {
  if (args.flag("quiet")) return;
  for (const warning of warnings) complain(args.host, `warning: ${warning}`);
}
