/** Where a seed's streams begin in its own stream. */
declare const streams: {
  weights: number;
  training: number;
  test: number;
  tuning: number;
};
/**
 * A seed for one purpose. Neighbouring seeds have streams that overlap nowhere in practice.
 * @param {number} seed @param {keyof typeof streams} purpose
 */
export declare const seedOf: (seed: number, purpose: keyof typeof streams) => number;
/** A stream of random numbers. */
export declare class Random {
  #private;
  /** @param {number} seed an integer, 0 … 2^53 − 1 */
  constructor(seed: number);
  /** Uniform in [0, 1), a multiple of 2^-53. */
  uniform(): number;
  /** An integer from 0 to n − 1. @param {number} n */
  below(n: number): number;
}
