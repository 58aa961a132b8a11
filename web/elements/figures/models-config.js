// Reads a model's config.json, layer by layer, for <phasor-models>.
import { ropeFromConfig } from "../../phasor/index.js";

/** @import { RopeConfig } from "../../phasor/config/config.js" */
/** @import { Kind, Model } from "./models-model.js" */

/** Most layers, for files that do not say how many there are. */
const MAX_LAYERS = 512;

/**
 * @param {string} config the text of a config.json
 * @returns {{ model: Model, notes: string[] } | { problem: string }} notes: what readers of the file should know
 */
export function read(config) {
  try {
    const layers = layersOf(config);
    const context = layers[0].contextLength;
    const notes = layers.flatMap(({ warnings, ignored, differences }) => [
      ...warnings,
      ...ignored.map((key) => `${key} had no effect`),
      ...differences,
    ]);
    return {
      model: { name: "The pasted model", context, kinds: kindsOf(config, layers) },
      notes: [...new Set(notes)],
    };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { problem: message.replace(/^phasor\.\w+: /, "") };
  }
}

/** @param {string} config @returns {RopeConfig[]} */
function layersOf(config) {
  const { contextLength: length, layerTypes } = ropeFromConfig(config);
  const of = (/** @type {number | string} */ layer) => ropeFromConfig(config, { layer, length });
  const layers = [];
  try {
    while (layers.length < MAX_LAYERS) layers.push(of(layers.length));
  } catch {
    // The model has no such layer.
  }
  // A file without a number of layers has every index: one layer of each type is enough then.
  return layers.length < MAX_LAYERS ? layers : layerTypes.map(of);
}

/** Layers that are alike, as one kind. @param {string} config @param {RopeConfig[]} layers */
function kindsOf(config, layers) {
  const fields = JSON.parse(config);
  /** Features of a head beside its rotated part. */
  const nopeDim = fields.qk_nope_head_dim ?? fields.text_config?.qk_nope_head_dim ?? 0;
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  for (const layer of layers) {
    const { dHead, rotaryDim, base, scaling, explicit, frequencies } = layer;
    const kind = { type: layer.layer.type, dHead, rotaryDim, base, scaling };
    const key = JSON.stringify([kind, explicit && [...frequencies]]);
    const group = kinds.get(key) ?? {
      ...{ ...kind, head: dHead + nopeDim, layers: 0 },
      ...(explicit && { frequencies }),
    };
    group.layers++;
    kinds.set(key, group);
  }
  return [...kinds.values()];
}
