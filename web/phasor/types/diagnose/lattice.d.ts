export type Vector = bigint[];
/**
 * What is left of a point when a combination of whole multiples of some vectors is taken off it
 * that comes near.
 * @param {Vector[]} basis independent, as many as coordinates; changed
 * @param {Vector} point
 * @param {number[]} from weights in which the basis is nearly reduced as it is
 * @param {number[]} to the weights of the coordinates, each at most that of `from`
 * @returns {{ rest: Vector, distance: number, near: Vector[] }} near: the reduced basis
 */
export declare function nearest(
  basis: Vector[],
  point: Vector,
  from: number[],
  to: number[],
): {
  rest: Vector;
  distance: number;
  near: Vector[];
};
