export type HeatmapView = {
  /**
   * even, 2 … 65536
   */
  dModel: number;
  /**
   * above 1; 10000 by default
   */
  base?: number | undefined;
  /**
   * pixels
   */
  width: number;
  /**
   * pixels
   */
  height: number;
  /**
   * position at the edge of the first pixel, 0 by default; the cell of
   * position q extends from q to q + 1
   */
  position?: number | undefined;
  /**
   * above 0; 1 by default
   */
  positionsPerPixel?: number | undefined;
  /**
   * column at the edge of the first pixel; 0 by default
   */
  column?: number | undefined;
  /**
   * above 0; 1 by default
   */
  columnsPerPixel?: number | undefined;
  /**
   * order of the columns; "interleaved" by default
   */
  layout?: "interleaved" | "concatenated" | undefined;
  /**
   * direction of the positions; "down" by default
   */
  positions?: "down" | "across" | undefined;
};
/**
 * A section of a sinusoidal table, from a few cells to 2^53 positions.
 * @typedef {object} HeatmapView
 * @property {number} dModel even, 2 … 65536
 * @property {number | undefined} [base] above 1; 10000 by default
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number | undefined} [position] position at the edge of the first pixel, 0 by default; the cell of
 *   position q extends from q to q + 1
 * @property {number | undefined} [positionsPerPixel] above 0; 1 by default
 * @property {number | undefined} [column] column at the edge of the first pixel; 0 by default
 * @property {number | undefined} [columnsPerPixel] above 0; 1 by default
 * @property {"interleaved" | "concatenated" | undefined} [layout] order of the columns; "interleaved" by default
 * @property {"down" | "across" | undefined} [positions] direction of the positions; "down" by default
 */
/**
 * A picture of a sinusoidal table as indices into a colour table: 0 … 255 for −1 … 1, where 128 is 0.
 * A pixel that covers several positions or columns has their exact mean, so there is no aliasing at any
 * zoom. Memory and time depend only on the size of the picture, not on how many cells it covers.
 *
 * A pixel covers the cells whose centres lie in it. If it is smaller than a cell, it covers the cell
 * that contains its own centre. Pixels outside the columns of the table are 128.
 *
 * @param {HeatmapView} view
 * @param {object} [options]
 * @param {Uint8Array | Uint8ClampedArray | undefined} [options.out] (height, width), filled and returned
 * @returns {Uint8Array | Uint8ClampedArray} (height, width)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function heatmap(
  view: HeatmapView,
  options?: {
    out?: Uint8Array | Uint8ClampedArray | undefined;
  },
): Uint8Array | Uint8ClampedArray;
export type Covering = {
  from: (i: number) => number;
  to: (i: number) => number;
};
export type Strip = {
  lanes: number;
  columns: number;
  from: number;
  to: number;
  pair: number;
  pairs: number;
  work: number;
};
