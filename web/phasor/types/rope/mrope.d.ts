export type Segment =
  | number
  | {
      text: number;
    }
  | Grid;
export type Grid = {
  /**
   * rows of tokens
   */
  height: number;
  /**
   * tokens of a row
   */
  width: number;
  /**
   * 1 by default
   */
  frames?: number | undefined;
  /**
   * positions from a frame to the next, 1 by default; the position of
   * frame f is the whole part of f·interval
   */
  interval?: number | undefined;
};
/**
 * A piece of a sequence: some tokens of text, or an image or video as a grid of tokens.
 * @typedef {number | { text: number } | Grid} Segment
 */
/**
 * @typedef {object} Grid
 * @property {number} height rows of tokens
 * @property {number} width tokens of a row
 * @property {number | undefined} [frames] 1 by default
 * @property {number | undefined} [interval] positions from a frame to the next, 1 by default; the position of
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
 * @param {number | undefined} [options.start] the first position, an integer of at least 0; 0 by default
 * @returns {{ positions: [time: Float64Array<ArrayBuffer>, height: Float64Array<ArrayBuffer>,
 *   width: Float64Array<ArrayBuffer>], next: number }} positions: (T) each; next: the position
 *   that a token after all these has on every axis
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function mropePositions(
  segments: readonly Segment[],
  options?: {
    start?: number | undefined;
  },
): {
  positions: [
    time: Float64Array<ArrayBuffer>,
    height: Float64Array<ArrayBuffer>,
    width: Float64Array<ArrayBuffer>,
  ];
  next: number;
};
