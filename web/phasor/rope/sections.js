// sections.js: rotary embeddings of more than one axis, such as time, height and width.
import * as check from "../check.js";
import { Stage } from "../stage.js";

/**
 * How the pairs of a head are shared out among the axes of a position. Each axis has a section of
 * them, one after the other, as in Qwen2-VL (mRoPE: sizes [16, 24, 24] for time, height and width).
 * If they are interleaved, as in Qwen3-VL, the axis of pair j is 1 where j % 3 = 1 and
 * j < 3·sizes[1], 2 where j % 3 = 2 and j < 3·sizes[2], else 0. Frequencies are those of the whole
 * head; of axial sections, as in 2-D vision encoders, each has frequencies of its own,
 * base^(−j/size) for its pairs j = 0, 1, …
 *
 * @typedef {object} Sections
 * @property {readonly number[]} sizes pairs of each axis; their sum is rotaryDim/2
 * @property {boolean} [interleaved] false by default
 * @property {boolean} [axial] false by default
 */

/**
 * Pairs of one axis, next to each other in the order that rows are made in.
 * @typedef {{ axis: number, first: number, pairs: number }} Group
 */
/**
 * @typedef {object} Division
 * @property {number} axes
 * @property {boolean} axial
 * @property {Group[]} groups
 * @property {Int32Array | undefined} order the pair of the head that each pair of the groups is,
 *   where that is another
 */

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
  const alone = Array.isArray(value) || ArrayBuffer.isView(value);
  const name = alone ? "sections" : "sections.sizes";
  const {
    sizes: list,
    interleaved = false,
    axial = false,
  } = /** @type {Sections} */ (
    alone
      ? { sizes: value }
      : check.options(where, value, ["sizes", "interleaved", "axial"], "sections")
  );
  check.boolean(where, "sections.interleaved", interleaved);
  check.boolean(where, "sections.axial", axial);
  const sizes = Array.from(check.numbers(where, name, list), (size, axis) =>
    check.integer(where, `${name}[${axis}]`, size, 0, pairs),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (sum !== pairs) {
    check.fail(RangeError, where, name, `sizes with a sum of rotaryDim/2 = ${pairs}`, sizes);
  }
  if (interleaved && axial) {
    check.fail(RangeError, where, "sections.axial", "false, as they are interleaved", axial);
  }
  if (interleaved && sizes.length !== 3) {
    check.fail(RangeError, where, `${name}.length`, "3, as they are interleaved", sizes.length);
  }
  const axisOf = interleaved ? interleavedAxis(sizes) : blockAxis(sizes);
  const axes = sizes.map(() => /** @type {number[]} */ ([]));
  for (let pair = 0; pair < pairs; pair++) axes[axisOf(pair)].push(pair);
  /** @type {Group[]} */
  const groups = [];
  let first = 0;
  axes.forEach((members, axis) => {
    if (members.length > 0) groups.push({ axis, first, pairs: members.length });
    first += members.length;
  });
  const order = interleaved ? Int32Array.from(axes.flat()) : undefined;
  return { axes: sizes.length, axial, groups, order };
}

/**
 * The frequencies of axial sections, which start anew in each.
 * @param {Division} division @param {number} base
 * @returns {{ turns: BigUint64Array<ArrayBuffer>, frequencies: Float64Array<ArrayBuffer> }}
 */
export function axialTurns({ groups }, base) {
  const pairs = groups.reduce((sum, group) => sum + group.pairs, 0);
  const turns = new Float64Array(2 * (pairs + (pairs % 2)));
  const frequencies = new Float64Array(pairs);
  const stage = new Stage();
  const at = stage.reserve(8 * (2 * pairs + 2));
  for (const { first, pairs: count } of groups) {
    stage.kernels.phasor_turns(at, count, base, 1, count);
    turns.set(stage.doubles(at, 2 * count), 2 * first);
    stage.kernels.phasor_frequencies(at, count, base, 1, count);
    frequencies.set(stage.doubles(at, count), first);
  }
  return { turns: new BigUint64Array(turns.buffer), frequencies };
}

/** @param {number[]} sizes */
function interleavedAxis([, height, width]) {
  return (/** @type {number} */ pair) => {
    if (pair % 3 === 1 && pair < 3 * height) return 1;
    return pair % 3 === 2 && pair < 3 * width ? 2 : 0;
  };
}

/** @param {number[]} sizes */
function blockAxis(sizes) {
  const axes = sizes.flatMap((size, axis) => new Array(size).fill(axis));
  return (/** @type {number} */ pair) => axes[pair];
}

/**
 * A piece of a sequence: some tokens of text, or an image or video as a grid of tokens.
 * @typedef {number | { text: number } | Grid} Segment
 */
/**
 * @typedef {object} Grid
 * @property {number} height rows of tokens
 * @property {number} width tokens of a row
 * @property {number} [frames] 1 by default
 * @property {number} [interval] positions from a frame to the next, 1 by default; the position of
 *   frame f is the whole part of f·interval
 */

/**
 * The positions of text, images and videos on the axes time, height and width, as Qwen2-VL counts
 * them. Text moves along all three axes at once. A grid starts where the text before it ended, and
 * what follows starts past the greatest position of the grid:
 *
 *     [2, { height: 2, width: 3 }, 2]
 *
 *     time      0 1   2 2 2 2 2 2   5 6
 *     height    0 1   2 2 2 3 3 3   5 6
 *     width     0 1   2 3 4 2 3 4   5 6
 *
 * The last two are also the positions of a 2-D (axial) embedding: `positions.slice(1)`.
 *
 * Source: Wang et al. 2024, "Qwen2-VL", section 2.1.
 *
 * @param {readonly Segment[]} segments
 * @param {object} [options]
 * @param {number} [options.start] the first position, an integer of at least 0; 0 by default
 * @returns {{ positions: [time: Float64Array<ArrayBuffer>, height: Float64Array<ArrayBuffer>,
 *   width: Float64Array<ArrayBuffer>], next: number }} positions: (T) each; next: the position
 *   that a token after all these has on every axis
 * @throws {TypeError | RangeError} naming the argument
 */
export function mropePositions(segments, options) {
  const where = "phasor.mropePositions";
  const { start = 0 } = check.options(where, options, ["start"]);
  if (!Array.isArray(segments)) {
    check.fail(TypeError, where, "segments", "an array of segments", segments);
  }
  check.count(where, "start", start);
  const grids = Array.from(segments, (each, i) => readSegment(where, `segments[${i}]`, each));
  const total = grids.reduce((sum, { frames, height, width }) => sum + frames * height * width, 0);
  const time = check.allocate(where, "float64", total);
  const down = check.allocate(where, "float64", total);
  const across = check.allocate(where, "float64", total);
  let next = start;
  let at = 0;
  for (const { frames, height, width, interval, diagonal } of grids) {
    let most = -1;
    for (let f = 0; f < frames; f++) {
      const late = Math.trunc(f * interval);
      for (let h = 0; h < height; h++) {
        for (let w = 0; w < width; w++, at++) {
          time[at] = next + late;
          down[at] = next + (diagonal ? f : h);
          across[at] = next + (diagonal ? f : w);
          most = Math.max(most, late, h, w);
        }
      }
    }
    next += most + 1;
  }
  return { positions: [time, down, across], next };
}

/** Text is a grid of single tokens along all axes. @param {string} where @param {string} name
 * @param {unknown} segment */
function readSegment(where, name, segment) {
  const text = { height: 1, width: 1, interval: 1, diagonal: true };
  if (typeof segment === "number") {
    return { ...text, frames: check.count(where, name, segment) };
  }
  if (typeof segment !== "object" || segment === null) {
    return check.fail(TypeError, where, name, "a count, { text } or { height, width }", segment);
  }
  if ("text" in segment) {
    const { text: frames } = check.options(where, segment, ["text"], name);
    return { ...text, frames: check.count(where, `${name}.text`, frames) };
  }
  const grid = check.options(where, segment, ["frames", "height", "width", "interval"], name);
  const { frames = 1, height, width, interval = 1 } = /** @type {Grid} */ (grid);
  check.count(where, `${name}.frames`, frames);
  check.count(where, `${name}.height`, height);
  check.count(where, `${name}.width`, width);
  check.number(where, `${name}.interval`, interval, 0, 2 ** 31);
  return { frames, height, width, interval, diagonal: false };
}
