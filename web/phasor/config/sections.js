// sections.js: reads which pairs rotate by time, height and width.
import * as check from "../check.js";

/** @import { ModelType } from "./models.js" */
/** @import { Keys } from "./reader.js" */

const LARGEST = 65536;

/**
 * The pairs that rotate by time, height and width, as the option `sections` of `RotaryEmbedding`.
 * @typedef {object} ConfigSections
 * @property {number[]} sizes
 * @property {boolean} interleaved
 * @property {"first-last"} [order] the pairs of height and width alternate, then come those of time
 */

/**
 * @param {Keys} dict @param {ModelType} model @param {number} rotaryDim
 * @returns {ConfigSections | undefined}
 */
export function sectionsOf(dict, model, rotaryDim) {
  const list = dict.list("mrope_section");
  if (!list) return supposed(model, rotaryDim);
  const sizes = list.map((size, i) =>
    check.integer(dict.where, dict.at(`mrope_section[${i}]`), size, 0, LARGEST),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (2 * sum !== rotaryDim) {
    dict.fail(RangeError, "mrope_section", `${rotaryDim / 2} in all, half of what rotates`, list);
  }
  if (model.unpaired) {
    dict.warn(
      `${dict.at("mrope_section")} was ignored, which is correct only for text: ${model.unpaired}`,
    );
    return undefined;
  }
  if (model.timeLast && sizes.length === 3) {
    const [height, width, time] = sizes;
    return { sizes: [time, height, width], interleaved: false, order: "first-last" };
  }
  const interleaved = dict.flag("mrope_interleaved") ?? false;
  return { sizes, interleaved: model.interleavedSections ?? interleaved };
}

/** The default sections of the model's code, if they fit. @param {ModelType} model
 * @param {number} rotaryDim */
function supposed({ sections }, rotaryDim) {
  const sum = sections?.sizes.reduce((total, size) => total + size, 0) ?? 0;
  if (!sections || 2 * sum !== rotaryDim) return undefined;
  return { sizes: [...sections.sizes], interleaved: sections.interleaved };
}
