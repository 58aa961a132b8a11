// random.js: seeded random numbers, the same in every engine.
import { labKernels } from "../kernels/lab.js";
import { outputAt, Workspace } from "../workspace.js";

const NUMBERS_PER_DRAW = 1024;

/** The index, in the stream of a seed, of the number from which each purpose's seed is made. */
const streams = { weights: 0, training: 1, test: 2, tuning: 3 };

/**
 * `count` uniform numbers in [0, 1) from a seed's stream, starting at number `first`.
 * @param {number} seed @param {number} first @param {number} count
 */
function uniformNumbers(seed, first, count) {
  const numbers = new Float64Array(count);
  const workspace = new Workspace(numbers);
  workspace
    .use(labKernels)
    .phasor_uniform(outputAt(workspace, numbers, 0, count), first, count, seed);
  workspace.flush();
  return numbers;
}

/**
 * A seed for one purpose. In practice, the streams of neighbouring seeds do not overlap.
 * @param {number} seed @param {keyof typeof streams} purpose
 */
export const seedOf = (seed, purpose) => uniformNumbers(seed, streams[purpose], 1)[0] * 2 ** 53;

/** A stream of random numbers. */
export class Random {
  #seed;
  #drawn = 0;
  /** @type {Float64Array} */
  #numbers = new Float64Array(0);
  #next = 0;

  /** @param {number} seed an integer, 0 … 2^53 − 1 */
  constructor(seed) {
    this.#seed = seed;
  }

  /** Uniform in [0, 1), a multiple of 2^-53. */
  uniform() {
    if (this.#next === this.#numbers.length) {
      this.#numbers = uniformNumbers(this.#seed, this.#drawn, NUMBERS_PER_DRAW);
      this.#drawn += NUMBERS_PER_DRAW;
      this.#next = 0;
    }
    return this.#numbers[this.#next++];
  }

  /** An integer from 0 to n − 1. @param {number} n */
  below(n) {
    return Math.floor(this.uniform() * n);
  }
}
