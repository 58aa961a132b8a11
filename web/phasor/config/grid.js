// grid.js: rotary embeddings by several axes, each with a series of its own, as in vision towers
// and diffusion transformers.
import * as check from "../check.js";
import { power } from "../elementary.js";
import { axesKeys } from "./keys.js";

/** @import { Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */
/** @import { ConfigSections } from "./sections.js" */

const LARGEST_WIDTH = 65536;
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
export function listedAxes(keys, row) {
  if (row.axes === undefined) return undefined;
  const key = axesKeys.find((each) => Array.isArray(keys.get(each)));
  const list = (key === undefined ? undefined : keys.list(key)) ?? row.axes;
  return list.map((each, i) =>
    check.even(keys.where, `${keys.at(key ?? "axes_dims_rope")}[${i}]`, each, LARGEST_WIDTH),
  );
}

/**
 * @param {Keys} keys @param {Row} row @param {number} dHead @param {number} base
 * @returns {Grid}
 */
export function gridOf(keys, row, dHead, base) {
  const names = String(row.grid).split(" ");
  const features = featuresOf(keys, row, dHead, names.length);
  const axes = features.map((_, i) => names[i] ?? `axis ${i}`);
  const pairs = features.map((each) => each / 2);
  const count = pairs.reduce((sum, each) => sum + each, 0);
  if (2 * count > dHead) {
    const allowed = `at most the ${dHead} features of a head in all`;
    keys.fail(RangeError, axesKeys[0], allowed, features);
  }
  if (row.order === "halves") {
    keys.warn(
      `${keys.path}: this is the part of a head that turns by ${axes[0]}; the part by ${axes[1]} ` +
        `turns alike, from rotaryStart ${features[0]}: use an embedding for each`,
    );
    return {
      axes: axes.slice(0, 1),
      rotaryDim: features[0],
      sections: undefined,
      frequencies: undefined,
    };
  }
  const unit = row.unit ?? 1;
  const blocks = { sizes: pairs, interleaved: false, axial: true };
  if (row.order === undefined) {
    const list = features.flatMap((size) =>
      Array.from({ length: size / 2 }, (_, i) => unit * power(base, (-2 * i) / size)),
    );
    const frequencies = unit === 1 ? undefined : Float64Array.from(list);
    return { axes, rotaryDim: 2 * count, sections: blocks, frequencies };
  }
  const n = axes.length;
  const rising = row.order === "rising";
  // Features that do not fill a pair for each axis come first, and stand still.
  const still = rising ? dHead / 2 - count : 0;
  const of = Array.from({ length: still + count }, (_, pair) => Math.max(0, pair - still) % n);
  const turn = (/** @type {number} */ pair) => {
    if (row.order === "alternating") return power(base, (-2 * Math.floor(pair / n)) / features[0]);
    if (rising) return power(base, Math.floor(pair / n) / (pairs[0] - 1));
    // "dealt": block a has frequencies a, a + n, a + 2n, … of the series over the whole head.
    const [axis, i] = [Math.floor(pair / pairs[0]), pair % pairs[0]];
    return power(base, (-2 * (n * i + axis)) / (2 * count));
  };
  const frequencies = Float64Array.from(of, (_, pair) =>
    pair < still ? 0 : unit * turn(pair - still),
  );
  const sections = row.order === "dealt" ? blocks : { axes: of };
  return { axes, rotaryDim: 2 * of.length, sections, frequencies };
}

/** @param {Keys} keys @param {Row} row @param {number} dHead @param {number} count */
function featuresOf(keys, row, dHead, count) {
  const list = listedAxes(keys, row) ?? splits[row.split ?? ""]?.(dHead);
  return list ?? Array.from({ length: count }, () => 2 * Math.floor(dHead / (2 * count)));
}
