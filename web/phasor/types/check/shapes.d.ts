/**
 * A shape of so many sizes, e.g. ["batch", "length", "dModel"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]}
 */
export declare function shape(
  where: string,
  name: string,
  value: unknown,
  axes: string[],
  min?: number,
): number[];
/**
 * A shape that ends in certain axes, e.g. [..., "T", "dHead"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]} all sizes
 */
export declare function leading(
  where: string,
  name: string,
  value: unknown,
  axes: string[],
): number[];
