// The training itself: in a worker, or if none can run, in the page between frames.
import { TinyModel } from "../../phasor/lab.js";
import { accuracies, interpolate, POINT, STEPS } from "./length-lab-model.js";

/** @import { Encoding, Task } from "./length-lab-model.js" */

/** @typedef {{ task: Task, encoding: Encoding, seed: number }} Job */
/**
 * @typedef {{ kind: "train" | "tune", job: Job }
 *   | { kind: "pause", paused: boolean }
 *   | { kind: "stop" }
 *   | { kind: "read", id: string, job: Job, tokens: Int32Array, added: Int32Array, interpolate: boolean }} Order
 */
/** What a model attends to. @typedef {{ kind: "read", id: string, weights: Float32Array, answers: Int32Array, heads: number }} Reading */
/**
 * @typedef {Reading
 *   | { kind: "losses", job: Job, losses: number[] }
 *   | { kind: "tested", job: Job, bins?: number[], interpolated?: number[], tuned?: number[] }
 *   | { kind: "done", job: Job, hash: string, seconds: number }
 *   | { kind: "ready" }
 *   | { kind: "failed", message: string }} News
 */

/** Steps after which a model is tested early, so that the reader sees its accuracy improve. */
const EARLY_TESTS = [60, 200];

/** @param {Job} job */
const keyOf = ({ task, encoding, seed }) => `${task} ${encoding} ${seed}`;

/** Lets other tasks run. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

export class Session {
  #send;
  #slice;
  /** @type {Map<string, TinyModel>} */
  #models = new Map();
  /** @type {Extract<Order, { job: Job }>[]} */
  #queue = [];
  #paused = false;
  #working = false;
  /** How often `stop` was ordered; work that began before the last one ends. */
  #stops = 0;

  /** @param {(news: News) => void} tell @param {number} slice milliseconds of training before other tasks run */
  constructor(tell, slice) {
    this.#send = tell;
    this.#slice = slice;
  }

  /** @param {Order} order */
  take(order) {
    if (order.kind === "pause") this.#paused = order.paused;
    else if (order.kind === "stop") {
      this.#queue.length = 0;
      this.#stops++;
    } else {
      this.#queue.push(order);
      if (!this.#working) this.#work();
    }
  }

  async #work() {
    this.#working = true;
    try {
      for (let order = this.#queue.shift(); order; order = this.#queue.shift()) {
        if (order.kind === "read") this.#read(order);
        else if (order.kind === "tune") await this.#tune(order.job);
        else await this.#train(order.job);
      }
    } catch (error) {
      this.#send({ kind: "failed", message: String(/** @type {Error} */ (error).message) });
    }
    this.#working = false;
  }

  /** Trains a model to the end. @param {TinyModel} model @param {(loss: number) => void} made called after each step @returns {Promise<boolean>} false if it was stopped */
  async #steps(model, made) {
    const stops = this.#stops;
    while (!model.done) {
      const end = performance.now() + this.#slice;
      while (!model.done && performance.now() < end && !this.#paused) made(model.step().loss);
      // Handles `read` orders between two slices.
      const reads = this.#queue.filter((order) => order.kind === "read");
      this.#queue = this.#queue.filter((order) => order.kind !== "read");
      for (const read of reads) this.#read(read);
      do await (this.#paused ? new Promise((resolve) => setTimeout(resolve, 50)) : turn());
      while (this.#paused && stops === this.#stops);
      if (stops !== this.#stops) return false;
    }
    return true;
  }

  /** @param {Job} job */
  async #train(job) {
    const model = new TinyModel({ ...job, steps: STEPS });
    this.#models.set(keyOf(job), model);
    let [sum, seconds] = [0, 0];
    /** @type {number[]} */
    let losses = [];
    let since = performance.now();
    const isComplete = await this.#steps(model, (loss) => {
      sum += loss;
      if (model.steps % POINT === 0) {
        losses.push(sum / POINT);
        sum = 0;
      }
      const time = performance.now();
      // Counts at most a second of a pause.
      seconds += Math.min(time - since, 1000) / 1000;
      since = time;
      const test = EARLY_TESTS.includes(model.steps);
      if (losses.length > 0) {
        this.#send({ kind: "losses", job, losses });
        losses = [];
      }
      if (test) this.#send({ kind: "tested", job, bins: accuracies(model) });
    });
    if (!isComplete) return;
    this.#send({ kind: "tested", job, bins: accuracies(model) });
    await turn();
    if (job.encoding === "rope") {
      this.#send({ kind: "tested", job, interpolated: interpolate(model) });
    }
    this.#send({ kind: "done", job, hash: model.hash, seconds });
  }

  /** @param {Job} job */
  async #tune(job) {
    const model = this.#models.get(keyOf(job));
    if (!model) return;
    const startTime = performance.now();
    const { hash } = model;
    model.tune();
    if (!(await this.#steps(model, () => {}))) return;
    this.#send({ kind: "tested", job, tuned: interpolate(model) });
    this.#send({ kind: "done", job, hash, seconds: (performance.now() - startTime) / 1000 });
  }

  /** @param {Extract<Order, { kind: "read" }>} order */
  #read({ id, job, tokens, added, interpolate }) {
    const model = this.#models.get(keyOf(job));
    if (!model) return;
    const { weights, answers } = model.attention(tokens, { added, interpolate });
    const heads = weights.length / tokens.length ** 2;
    this.#send({ kind: "read", id, weights, answers, heads });
  }
}
