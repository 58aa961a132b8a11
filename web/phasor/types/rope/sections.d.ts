export type Sections = {
  /**
   * pairs of each axis; their sum is rotaryDim/2
   */
  sizes?: readonly number[] | undefined;
  /**
   * "blocks" by default
   */
  order?: Order | undefined;
  /**
   * true is the same as the order "interleaved"
   */
  interleaved?: boolean | undefined;
  /**
   * (rotaryDim/2): the axis of each pair, 0, 1, …,
   * instead of sizes and an order
   */
  axes?: ArrayLike<number> | undefined;
  /**
   * false by default; in blocks alone
   */
  axial?: boolean | undefined;
};
export type Order = "blocks" | "interleaved" | "first-last";
export type Group = {
  axis: number;
  first: number;
  pairs: number;
};
export type Division = {
  axes: number;
  axial: boolean;
  groups: Group[];
  /**
   * the pair of the head that each pair of the groups is,
   * where that is another
   */
  order: Int32Array | undefined;
};
/**
 * @param {string} where @param {unknown} value what the caller gave as `sections`
 * @param {number} pairs of the head
 * @returns {Division}
 */
export declare function readSections(where: string, value: unknown, pairs: number): Division;
