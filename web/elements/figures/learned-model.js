// The toy task of <phasor-learned>: a table whose rows' products should depend on distance.
//
//     L = mean over p, q < trained of (P_p·P_q − T_pq)²,     T_pq = d/2·e^(−|p − q|/8)
//     dL/dP = 4/trained²·(P·Pᵀ − T)·P
//
// There are no words: the encoding is added to zeros, so the output is P. The factor d/2 is the
// squared length of a sinusoidal row, so training can also start from a sinusoidal table.
import { dotProducts, LearnedPositionalEncoding } from "../../phasor/index.js";

/** Distance at which the target similarity has fallen to 1/e. */
export const REACH = 8;
/** The last step of training. */
export const LAST_STEP = 2000;
/** Most positions to train: each step multiplies all trained rows with each other. */
export const MOST_TRAINED = 64;

/** @typedef {"normal" | "sinusoidal"} Init */

/** The target similarity of two rows, from 0 to 1. @param {number} distance */
export const wanted = (distance) => Math.exp(-Math.abs(distance) / REACH);

/**
 * The learning rate. P·Pᵀ has the trace trained·d/2, so the loss has a curvature of at most
 * 4·d/trained, and gradient descent does not oscillate at rates below trained/(2·d).
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
  /** The input, to which the encoding is added. */
  #zeros;
  /** The encoding's output for this input. @type {Float64Array} */
  #output = new Float64Array(0);
  /** The target products, by distance. */
  #aims;
  /**
   * @param {object} task
   * @param {number} task.maxLength rows of the table
   * @param {number} task.trained how many rows, from the first, are trained; at most 64
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

  /** The table, (maxLength, dModel). */
  get table() {
    return this.#encoding.table;
  }

  /** The losses after 0, 1, … steps, (steps + 1). */
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

  /** The gradient of the loss with respect to the encoding's output. */
  #gradient() {
    const { dModel } = this.#encoding;
    const [trained, error, output] = [this.#trained, this.#error, this.#output];
    const scale = 4 / trained ** 2;
    const gradient = new Float64Array(trained * dModel);
    for (let p = 0; p < trained; p++) {
      const row = p * trained;
      // Two sums at a time, in local variables: most of the training time is spent here.
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
