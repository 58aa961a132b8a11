// mrope.js: the positions of text, images and videos.
import * as check from "../check.js";

/**
 * A piece of a sequence: some tokens of text, or an image or video as a grid of tokens.
 * @typedef {number | { text: number } | Grid} Segment
 */
/**
 * @typedef {object} Grid
 * @property {number} height rows of tokens
 * @property {number} width tokens in a row
 * @property {number | undefined} [frames] 1 by default
 * @property {number | undefined} [interval] positions from a frame to the next, 1 by default; the position of
 *   frame f is the whole part of f·interval
 */

/**
 * The positions of text, images and videos on the axes time, height and width, as Qwen2-VL counts
 * them. Text advances on all three axes at once. A grid starts at the position after the preceding
 * text, and what follows starts after the largest position of the grid:
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
 * @param {number | undefined} [options.start] the first position, an integer of at least 0; 0 by default
 * @returns {{ positions: [time: Float64Array<ArrayBuffer>, height: Float64Array<ArrayBuffer>,
 *   width: Float64Array<ArrayBuffer>], next: number }} positions: (T) each; next: the position of the
 *   next token, on every axis
 * @throws {TypeError | RangeError} naming the argument
 */
export function mropePositions(segments, options) {
  const where = "phasor.mropePositions";
  const { start = 0 } = check.options(where, options, ["start"]);
  if (!Array.isArray(segments)) {
    check.fail(TypeError, where, "segments", "an array of segments", segments);
  }
  check.count(where, "start", start);
  const grids = Array.from(segments, (segment, i) => readSegment(where, `segments[${i}]`, segment));
  const total = grids.reduce((sum, { frames, height, width }) => sum + frames * height * width, 0);
  const time = check.allocate(where, "float64", total);
  const vertical = check.allocate(where, "float64", total);
  const horizontal = check.allocate(where, "float64", total);
  let next = start;
  let at = 0;
  for (const { frames, height, width, interval, diagonal } of grids) {
    if (frames * height * width === 0) continue; // the other two may be huge
    let max = -1;
    for (let f = 0; f < frames; f++) {
      const frameOffset = Math.trunc(f * interval);
      for (let h = 0; h < height; h++) {
        for (let w = 0; w < width; w++, at++) {
          time[at] = next + frameOffset;
          vertical[at] = next + (diagonal ? f : h);
          horizontal[at] = next + (diagonal ? f : w);
          max = Math.max(max, frameOffset, h, w);
        }
      }
    }
    next += max + 1;
  }
  return { positions: [time, vertical, horizontal], next };
}

/** Reads a segment. Text is a grid of single tokens along all axes. @param {string} where @param {string} name
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
  const names = /** @type {const} */ (["frames", "height", "width", "interval"]);
  const grid = check.options(where, /** @type {Grid} */ (segment), names, name);
  const { frames = 1, height, width, interval = 1 } = grid;
  check.count(where, `${name}.frames`, frames);
  check.count(where, `${name}.height`, height);
  check.count(where, `${name}.width`, width);
  check.number(where, `${name}.interval`, interval, 0, 2 ** 31);
  return { frames, height, width, interval, diagonal: false };
}
