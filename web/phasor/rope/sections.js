// sections.js: rotary embeddings of more than one axis, such as time, height and width.
import * as check from "../check.js";

/**
 * How the pairs of a head are divided among the axes of a position, such as time, height and width.
 * The order is one of:
 *
 * - "blocks", the default: each axis has one contiguous section of pairs, as in Qwen2-VL (mRoPE:
 *   sizes [16, 24, 24]) and Hunyuan's xdrope (four axes).
 * - "interleaved": of n axes, pair j belongs to axis j % n where j < n·sizes[j % n], else to axis 0, as
 *   in Qwen3-VL (three axes).
 * - "first-last": the pairs of the other axes alternate, and those of the first axis follow, as in
 *   Ernie 4.5 VL (height, width, height, width, …, time; sizes [20, 22, 22]).
 *
 * Any other order can be given pair by pair, with `axes`. The frequencies are those of the whole
 * head. With axial sections, as in 2-D vision encoders, each section has its own frequencies,
 * base^(−j/size) for its pairs j = 0, 1, …, and a scaling rule treats it as a head of 2·size
 * features.
 *
 * @typedef {object} Sections
 * @property {readonly number[] | undefined} [sizes] pairs of each axis; their sum is rotaryDim/2
 * @property {Order | undefined} [order] "blocks" by default
 * @property {boolean | undefined} [interleaved] true is the same as the order "interleaved"
 * @property {ArrayLike<number> | undefined} [axes] (rotaryDim/2): the axis of each pair, 0, 1, …,
 *   instead of sizes and an order
 * @property {boolean | undefined} [axial] false by default; only with the order "blocks"
 */
/** @typedef {"blocks" | "interleaved" | "first-last"} Order */

/**
 * Pairs of one axis that are contiguous in the order in which rows are computed.
 * @typedef {{ axis: number, first: number, pairs: number }} Group
 */
/**
 * @typedef {object} Division
 * @property {number} axes
 * @property {boolean} axial
 * @property {Group[]} groups
 * @property {Int32Array | undefined} order for each pair of the groups, the pair of the head;
 *   undefined if the order is the same
 */

const sectionOptions = /** @type {const} */ (["sizes", "order", "interleaved", "axes", "axial"]);
const orders = /** @type {const} */ (["blocks", "interleaved", "first-last"]);

/**
 * @param {string} where @param {unknown} value what the caller gave as `sections`
 * @param {number} pairs of the head
 * @returns {Division}
 */
export function readSections(where, value, pairs) {
  if (value === undefined) {
    return { axes: 1, axial: false, groups: [{ axis: 0, first: 0, pairs }], order: undefined };
  }
  if (typeof value !== "object" || value === null) {
    check.fail(TypeError, where, "sections", "a list of sizes or { sizes, … }", value);
  }
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  /** @type {Sections} */
  const options = isList
    ? { sizes: /** @type {number[]} */ (value) }
    : check.options(where, /** @type {Sections} */ (value), sectionOptions, "sections");
  const { axial = false } = options;
  check.boolean(where, "sections.axial", axial);
  const { pairAxes, axes, blocks } = readAxes(
    where,
    options,
    isList ? "sections" : "sections.sizes",
    pairs,
  );
  if (axial && !blocks) {
    check.fail(RangeError, where, "sections.axial", "false, as they are not in blocks", axial);
  }
  const members = Array.from({ length: axes }, () => /** @type {number[]} */ ([]));
  pairAxes.forEach((axis, pair) => {
    members[axis].push(pair);
  });
  /** @type {Group[]} */
  const groups = [];
  let first = 0;
  members.forEach(({ length }, axis) => {
    if (length > 0) groups.push({ axis, first, pairs: length });
    first += length;
  });
  return { axes, axial, groups, order: blocks ? undefined : Int32Array.from(members.flat()) };
}

/**
 * The axis of each pair.
 * @param {string} where @param {Sections} sections @param {string} name of the sizes
 * @param {number} pairs
 */
function readAxes(where, { sizes: list, order, interleaved, axes: listed }, name, pairs) {
  if (listed !== undefined) {
    for (const [other, value] of Object.entries({ sizes: list, order, interleaved })) {
      if (value === undefined) continue;
      check.fail(RangeError, where, `sections.${other}`, "left out, as axes are given", value);
    }
    const pairAxes = Array.from(check.numbers(where, "sections.axes", listed), (axis, pair) =>
      check.integer(where, `sections.axes[${pair}]`, axis, 0, pairs - 1),
    );
    if (pairAxes.length !== pairs) {
      const allowed = `rotaryDim/2 = ${pairs}`;
      check.fail(RangeError, where, "sections.axes.length", allowed, pairAxes.length);
    }
    return { pairAxes, axes: Math.max(0, ...pairAxes) + 1, blocks: false };
  }
  if (interleaved !== undefined) check.boolean(where, "sections.interleaved", interleaved);
  const defaultOrder = interleaved ? "interleaved" : "blocks";
  const orderName = check.oneOf(where, "sections.order", order ?? defaultOrder, orders);
  if (interleaved !== undefined && interleaved !== (orderName === "interleaved")) {
    const allowed = `left out, as order is "${orderName}"`;
    check.fail(RangeError, where, "sections.interleaved", allowed, interleaved);
  }
  const sizes = Array.from(check.numbers(where, name, list), (size, axis) =>
    check.integer(where, `${name}[${axis}]`, size, 0, pairs),
  );
  if (total(sizes) !== pairs) {
    check.fail(RangeError, where, name, `sizes with a sum of rotaryDim/2 = ${pairs}`, sizes);
  }
  if (sizes.length === 0) check.fail(RangeError, where, `${name}.length`, "at least 1", 0);
  return { pairAxes: axesOf[orderName](sizes), axes: sizes.length, blocks: orderName === "blocks" };
}

/** The axis of each pair, by order. @type {Record<Order, (sizes: number[]) => number[]>} */
const axesOf = {
  blocks: (sizes) => sizes.flatMap((size, axis) => new Array(size).fill(axis)),
  interleaved(sizes) {
    const axes = sizes.length;
    return Array.from({ length: total(sizes) }, (_, pair) => {
      const axis = pair % axes;
      return pair < axes * sizes[axis] ? axis : 0;
    });
  },
  "first-last"(sizes) {
    const remaining = sizes.slice(1);
    /** @type {number[]} */
    const axes = [];
    while (total(remaining) > 0) {
      remaining.forEach((size, i) => {
        if (size === 0) return;
        axes.push(i + 1);
        remaining[i]--;
      });
    }
    return [...axes, ...new Array(sizes[0]).fill(0)];
  },
};

/** @param {number[]} sizes */
function total(sizes) {
  return sizes.reduce((sum, size) => sum + size, 0);
}
