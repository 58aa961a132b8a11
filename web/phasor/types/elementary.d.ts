/** ⌊log2 |x|⌋ of a number that is not 0 and not below 2^−1022. @param {number} x */
export declare function exponentOf(x: number): number;
/** sin x, or with a quarter of 1 cos x; relative error below 5e-16.
 * @param {number} x @param {0 | 1} quarter added to the angle, of a turn */
export declare function wave(x: number, quarter: 0 | 1): number;
/** sin x and cos x, as `wave` gives them. @param {number} x @param {Float64Array} to */
export declare function sineAndCosine(x: number, to: Float64Array): void;
/** The angle of the point (x, y), within ±π; of no sign at 0. Absolute error below 1e-15.
 * @param {number} y @param {number} x */
export declare function arcTangent(y: number, x: number): number;
/** ln x; relative error below 1e-15. @param {number} x @returns {number} */
export declare function logarithm(x: number): number;
/** e^x; relative error below 1e-15 where the result is not below 2^−1022. @param {number} x */
export declare function exponential(x: number): number;
/** x^y of a positive x; relative error below 1e-15·(1 + |ln x^y|). @param {number} x
 * @param {number} y */
export declare const power: (x: number, y: number) => number;
/** 10^n to the nearest double, n whole. @param {number} n */
export declare const powerOfTen: (n: number) => number;
