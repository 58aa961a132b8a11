// The toy task of <phasor-learned>: a table whose rows are to be as alike as their distance says.
//
//     L = mean over p, q < trained of (P_p·P_q − T_pq)²,     T_pq = d/2·e^(−|p − q|/8)
//     dL/dP = 4/trained²·(P·Pᵀ − T)·P
//
// There are no words in it: the encoding is added to zeros, and what comes out is P. The factor d/2 is
// the squared length of a sinusoidal row, so that either table may be the start.
import { dotProducts, LearnedPositionalEncoding } from "../../phasor/index.js";

/** Positions over which the wanted similarity falls to 1/e. */
export const REACH = 8;
/** Where training ends. */
export const LAST_STEP = 2000;
/** More positions than this are not trained: a step multiplies so many rows with each other. */
export const MOST_TRAINED = 64;

/** @typedef {"normal" | "sinusoidal"} Init */

/** How alike two rows should be, from 0 to 1. @param {number} distance */
export const wanted = (distance) => Math.exp(-Math.abs(distance) / REACH);

/**
 * The learning rate. P·Pᵀ has a trace of trained·d/2, so no direction of the table curves by more
 * than 4·d/trained, and none swings at rates below half of trained/d.
 * @param {number} trained @param {number} dModel
 */
export const rateFor = (trained, dModel) => trained / (3 * dModel);

export class Training {
  #encoding;
  #trained;
  #steps = 0;
  /** The loss after each number of steps. */
  #losses = new Float64Array(LAST_STEP + 1);
  /** P·Pᵀ − T. @type {Float64Array} */
  #error;
  /** What the encoding is added to. */
  #zeros;
  /** What the encoding gives for them. @type {Float64Array} */
  #output = new Float64Array(0);
  /** The products wanted, by distance. */
  #aims;
  /**
   * @param {object} task
   * @param {number} task.maxLength rows of the table
   * @param {number} task.trained how many of them, from the first on, are trained; at most 64
   * @param {number} task.dModel
   * @param {Init} task.init
   * @param {number} task.seed
   */
  constructor({ maxLength, trained, dModel, init, seed }) {
    this.#encoding = new LearnedPositionalEncoding(maxLength, dModel, {
      seed,
      init,
      dtype: "float64",
    });
    this.#trained = trained;
    this.#zeros = new Float64Array(trained * dModel);
    this.#error = new Float64Array(trained * trained);
    this.#aims = Float64Array.from({ length: trained }, (_, apart) => (dModel / 2) * wanted(apart));
    this.#compare();
  }

  get steps() {
    return this.#steps;
  }

  /** (maxLength, dModel) */
  get table() {
    return this.#encoding.table;
  }

  /** Of each number of steps so far, (steps + 1). */
  get losses() {
    return this.#losses.subarray(0, this.#steps + 1);
  }

  /** One step of gradient descent. */
  step() {
    const { dModel } = this.#encoding;
    const trained = this.#trained;
    this.#encoding.zeroGradient();
    this.#encoding.backward(this.#gradient(), [1, trained, dModel]);
    this.#encoding.step(rateFor(trained, dModel));
    this.#steps++;
    this.#compare();
  }

  #compare() {
    const trained = this.#trained;
    const { dModel } = this.#encoding;
    this.#output = this.#encoding.forward(this.#zeros, [1, trained, dModel]);
    const error = dotProducts(this.#output, [trained, dModel], { out: this.#error });
    let sum = 0;
    for (let p = 0; p < trained; p++) {
      for (let q = 0; q < trained; q++) {
        const at = p * trained + q;
        error[at] -= this.#aims[Math.abs(p - q)];
        sum += error[at] ** 2;
      }
    }
    this.#losses[this.#steps] = sum / trained ** 2;
  }

  /** The loss' gradient with regard to the encoding's output: the task's own, a plain product. */
  #gradient() {
    const { dModel } = this.#encoding;
    const [trained, error, output] = [this.#trained, this.#error, this.#output];
    const scale = 4 / trained ** 2;
    const gradient = new Float64Array(trained * dModel);
    for (let p = 0; p < trained; p++) {
      const row = p * trained;
      // Two sums at a time, kept out of memory: this is where the training spends its time.
      for (let c = 0; c < dModel; c += 2) {
        let [first, second] = [0, 0];
        for (let q = 0, at = c; q < trained; q++, at += dModel) {
          first += error[row + q] * output[at];
          second += error[row + q] * output[at + 1];
        }
        gradient[p * dModel + c] = scale * first;
        gradient[p * dModel + c + 1] = scale * second;
      }
    }
    return gradient;
  }
}
