// config.js: reads a model's configuration for `phasor rope` and `phasor cache`.
import { ropeFromConfig } from "phasor";
import { parseNumber } from "../formats/numbers.js";
import { about, readText } from "./input.js";
import { complain } from "./say.js";

/** @import { Arguments } from "./arguments.js" */
/** @typedef {ReturnType<typeof ropeFromConfig>} FromConfig */

/**
 * A function that reads one layer of a configuration.
 * @param {string} file "-" for standard input
 * @param {number | undefined} length of the sequence
 */
export async function configReader(file, length) {
  const text = await readText(file);
  return (/** @type {number | string | undefined} */ layer) =>
    about(file, () => ropeFromConfig(text, { length, layer }));
}

/** The layer that --layer names, by index or type. @param {Arguments} args */
export function layerOf(args) {
  const layer = args.text("layer");
  return layer === undefined ? undefined : (parseNumber(layer) ?? layer);
}

/** What a configuration is about. @param {FromConfig} rope */
export function titleOf({ model, layer: { index, type } }) {
  const place = index === undefined ? type : `layer ${index}, ${type}`;
  return `${model ?? "a model without a type"}, ${place}`;
}

/** Prints warnings, unless --quiet. @param {Arguments} args @param {string[]} warnings */
export function warn(args, warnings) {
  if (args.flag("quiet")) return;
  for (const warning of warnings) complain(`warning: ${warning}`);
}
