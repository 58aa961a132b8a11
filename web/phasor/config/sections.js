// sections.js: reads which pairs rotate by time, height and width.
import * as check from "../check.js";

/** @import { Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */

const LARGEST = 65536;

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
 * @param {Keys} keys @param {Keys} dict @param {Row} row @param {number} rotaryDim
 * @returns {ConfigSections | undefined}
 */
export function sectionsOf(keys, dict, row, rotaryDim) {
  const place = dict.get("mrope_section") === undefined ? keys : dict;
  const list = place.list("mrope_section");
  if (!list) return supposed(row, rotaryDim);
  const sizes = list.map((size, i) =>
    check.integer(dict.where, place.at(`mrope_section[${i}]`), size, 0, LARGEST),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (2 * sum !== rotaryDim) {
    place.fail(RangeError, "mrope_section", `${rotaryDim / 2} in all, half of what rotates`, list);
  }
  if (row.unpaired) {
    place.warn(
      `${place.at("mrope_section")} was ignored, which is correct only for text: ${row.unpaired}`,
    );
    return undefined;
  }
  if (row.sections?.order === "first-last" && sizes.length === 3) {
    const [height, width, time] = sizes;
    return { sizes: [time, height, width], interleaved: false, order: "first-last" };
  }
  const interleaved = dict.flag("mrope_interleaved") ?? false;
  return { sizes, interleaved: row.sections?.interleaved ?? interleaved };
}

/** The default sections of the model's code, if they fit. @param {Row} row
 * @param {number} rotaryDim */
function supposed({ sections }, rotaryDim) {
  const sum = sections?.sizes?.reduce((total, size) => total + size, 0) ?? 0;
  if (!sections?.sizes || 2 * sum !== rotaryDim) return undefined;
  const order = sections.order ? { order: sections.order } : {};
  return { sizes: [...sections.sizes], interleaved: sections.interleaved ?? false, ...order };
}
