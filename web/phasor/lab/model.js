// model.js: a small transformer to train on a task and test on longer sequences.
import * as check from "../check.js";
import { Network } from "./network.js";
import { checkSchedule, modelOptions, WARMUP } from "./options.js";
import { Random, seedOf } from "./random.js";
import { batchOf, tasks } from "./tasks.js";

/** @import { List } from "../check/lists.js" */
/** @import { Batch, Task } from "./tasks.js" */
/** @import { Encoding } from "./network.js" */

/**
 * @typedef {object} ModelOptions
 * @property {keyof typeof tasks | undefined} [task] "recent" by default
 * @property {Encoding | undefined} [encoding] "none" by default
 * @property {number | undefined} [layers] 1 … 4; 1 by default
 * @property {number | undefined} [dModel] a multiple of 4, 4 … 256; 32 by default
 * @property {number | undefined} [heads] dModel/heads must be an even integer; 4 by default
 * @property {number | undefined} [seed] for the initial values, the training batches and the test
 *   sequences; an integer, 0 … 2^53 − 1; 1 by default
 * @property {number | undefined} [length] the length of the training sequences; 32 by default
 * @property {number | undefined} [sequences] the number of sequences in a batch; 32 by default
 * @property {number | undefined} [steps] the number of training steps; 600 by default
 * @property {number | undefined} [learningRate] the maximum learning rate; 0.01 by default
 * @property {number | undefined} [warmup] steps until the maximum learning rate; a twelfth of all
 *   steps by default
 * @property {number | undefined} [maxLength] the maximum length of a sequence; 256 by default
 */
/**
 * @typedef {object} TestOptions
 * @property {boolean | undefined} [interpolate] multiplies positions by trained length/length, at
 *   most 1 (Chen et al. 2023); only with encoding "rope"; false by default
 * @property {number | undefined} [sequences] the number of test sequences; 64 by default
 */
/**
 * How often the correct answer had the highest logit.
 * @typedef {object} Evaluation
 * @property {number} length
 * @property {number} accuracy over all questions; NaN if there were none
 * @property {Float64Array} byPosition (length); NaN where nothing was asked
 * @property {Range[]} ranges up to the trained length, from there to twice that length, and so on
 */
/** @typedef {{ from: number, to: number, accuracy: number, questions: number }} Range positions from … to − 1 */
/**
 * The attention weights and answers of a model for one sequence.
 * @typedef {object} Reading
 * @property {Float32Array} weights attention weights, (layers, heads, length, length); row i is
 *   query i
 * @property {Float32Array} logits (length, answers)
 * @property {Int32Array} answers (length): the answer with the highest logit
 */
/** @typedef {{ step: number, steps: number, loss: number, learningRate: number }} Progress */

/**
 * A transformer with some 5,000 parameters. By default it has one layer of causal attention; it has
 * no feed-forward network.
 *
 * ```js
 * const model = new TinyModel({ task: "recent", encoding: "alibi", seed: 1 });
 * while (!model.done) model.step();
 * model.evaluate(256).ranges; // accuracy at 1, 2, 4 and 8 times the trained length
 * ```
 *
 * The arithmetic is float32 with one rounding per operation, so a seed gives the same weights in
 * every engine. docs/lab.md has the equations.
 */
export class TinyModel {
  #network;
  #options;
  /** The steps and learning rate of the training, or of the fine-tuning that followed. */
  #schedule;
  /** @type {Generator<Batch, never, void>} */
  #batches;
  #step = 0;
  /** The factor by which interpolation multiplies positions: trained length/length of the
   * batches. */
  #scale = 1;

  /**
   * @param {ModelOptions} [options]
   * @throws {TypeError | RangeError} naming the option
   */
  constructor(options) {
    const checked = modelOptions("phasor/lab TinyModel", options);
    const { task, encoding, layers, dModel, heads, seed, length, sequences, maxLength } = checked;
    const { steps, learningRate, warmup } = checked;
    this.#options = { task: tasks[task], encoding, layers, dModel, heads, seed, length, sequences };
    this.#schedule = { steps, learningRate, warmup };
    const { symbols, answers } = tasks[task];
    this.#network = new Network(
      {
        ...{ symbols: symbols.length, answers: answers.length, dModel, heads, layers },
        ...{ encoding, maxLength },
      },
      seedOf(seed, "weights"),
    );
    this.#batches = tasks[task].batches({ seed: seedOf(seed, "training"), sequences, length });
  }

  /** The task. */
  get task() {
    return this.#options.task;
  }

  /** The encoding. */
  get encoding() {
    return this.#options.encoding;
  }

  /** The number of layers. */
  get layers() {
    return this.#options.layers;
  }

  /** The seed. */
  get seed() {
    return this.#options.seed;
  }

  /** The trained length. */
  get length() {
    return this.#options.length;
  }

  /** The maximum length of a sequence. */
  get maxLength() {
    return this.#network.shape.maxLength;
  }

  /** The number of steps done in the training, or in the fine-tuning that followed. */
  get steps() {
    return this.#step;
  }

  /** Whether the training, or the fine-tuning that followed, is over. */
  get done() {
    return this.#step >= this.#schedule.steps;
  }

  /** The names and shapes of the parameters, in the order of `weights`. */
  get parameters() {
    return this.#network.tensors.map(({ name, shape, at }) => ({ name, shape: [...shape], at }));
  }

  /** A copy of all parameters; each tensor begins at the index `at` given in `parameters`. */
  get weights() {
    return this.#network.memory.parameters.slice();
  }

  set weights(weights) {
    const where = "phasor/lab TinyModel.weights";
    check.floats(where, "weights", weights, this.#network.count);
    this.#network.memory.parameters.set(weights);
  }

  /** 16 hexadecimal digits that identify the weights: FNV-1a over their 32-bit words, in two
   * lanes. */
  get hash() {
    const { buffer, byteOffset, length } = this.#network.memory.parameters;
    let even = 0x811c9dc5;
    let odd = 0xcbf29ce4;
    for (const word of new Uint32Array(buffer, byteOffset, length)) {
      even = Math.imul(even ^ word, 0x01000193);
      odd = Math.imul(odd ^ (word >>> 16) ^ (word << 16), 0x01000193);
    }
    return [even, odd].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /**
   * One training step with Adam on one batch; it takes a few milliseconds.
   * @param {Batch} [batch] the model's own next batch by default
   * @returns {Progress} with the loss before the step
   * @throws {TypeError | RangeError} naming what is wrong with the batch, or that the training is over
   */
  step(batch) {
    const where = "phasor/lab TinyModel.step";
    if (!(#network in this)) check.detached(where, "a TinyModel", this);
    const { steps, learningRate, warmup } = this.#schedule;
    if (this.done) throw new RangeError(`${where}: the training is over after ${steps} steps`);
    const examples = batch === undefined ? this.#batches.next().value : this.#read(where, batch);
    const t = this.#step;
    const rate = learningRate * (t < warmup ? (t + 1) / warmup : (steps - t) / (steps - warmup));
    const loss = this.#network.backward(examples, this.#scale);
    this.#network.update(rate);
    this.#step++;
    return { step: this.#step, steps, loss, learningRate: rate };
  }

  /**
   * The loss of a batch and its gradient, in the order of `weights`. The model does not change.
   * @param {Batch} batch
   * @returns {{ loss: number, gradient: Float32Array }}
   * @throws {TypeError | RangeError} naming what is wrong with the batch
   */
  gradient(batch) {
    const where = "phasor/lab TinyModel.gradient";
    if (!(#network in this)) check.detached(where, "a TinyModel", this);
    const loss = this.#network.backward(this.#read(where, batch), this.#scale);
    return { loss, gradient: this.#network.memory.gradient.slice() };
  }

  /**
   * Prepares fine-tuning on longer sequences, with positions interpolated into the trained length,
   * as Chen et al. 2023 do for models with RoPE. Then call `step` until `done`.
   * @param {object} [options]
   * @param {number | undefined} [options.length] 128 by default
   * @param {number | undefined} [options.steps] 60 by default
   * @param {number | undefined} [options.learningRate] 0.003 by default
   * @param {number | undefined} [options.warmup] a twelfth of the steps by default
   * @param {boolean | undefined} [options.interpolate] only with encoding "rope", where it is true
   *   by default
   * @returns {void}
   * @throws {TypeError | RangeError} naming the option
   */
  tune(options) {
    const where = "phasor/lab TinyModel.tune";
    if (!(#network in this)) check.detached(where, "a TinyModel", this);
    const names = /** @type {const} */ ([
      ...["length", "steps", "learningRate", "warmup", "interpolate"],
    ]);
    const checked = check.options(where, options, names);
    const { length = 128, steps = 60, learningRate = 0.003 } = checked;
    const { warmup = Math.floor(steps / WARMUP) } = checked;
    const { interpolate = this.encoding === "rope" } = checked;
    check.integer(where, "length", length, 1, this.maxLength);
    checkSchedule(where, { steps, learningRate, warmup });
    const { task, seed, sequences } = this.#options;
    this.#scale = this.#interpolation(where, interpolate, length);
    this.#schedule = { steps, learningRate, warmup };
    this.#step = 0;
    this.#network.restart();
    this.#batches = task.batches({ seed: seedOf(seed, "tuning"), sequences, length });
  }

  /**
   * Tests the model on sequences that it has not seen, of any length up to maxLength.
   * @param {number} length
   * @param {TestOptions} [options]
   * @returns {Evaluation}
   * @throws {TypeError | RangeError} naming the argument
   */
  evaluate(length, options) {
    const where = "phasor/lab TinyModel.evaluate";
    if (!(#network in this)) check.detached(where, "a TinyModel", this);
    const checked = check.options(where, options, ["interpolate", "sequences"]);
    const { interpolate = false, sequences = 64 } = checked;
    check.integer(where, "length", length, 1, this.maxLength);
    check.integer(where, "sequences", sequences, 1, 2 ** 20);
    const scale = this.#interpolation(where, interpolate, length);
    const { task, seed } = this.#options;
    const random = new Random(seedOf(seed, "test"));
    const correct = new Float64Array(length);
    const questions = new Float64Array(length);
    const batchSize = this.#network.sequencesThatFit(length);
    for (let first = 0; first < sequences; first += batchSize) {
      const batch = batchOf(task.write, random, Math.min(batchSize, sequences - first), length);
      const answers = this.#answers(this.#network.forward(batch, scale).logits);
      for (const [row, target] of batch.targets.entries()) {
        if (target < 0) continue;
        questions[row % length]++;
        if (answers[row] === target) correct[row % length]++;
      }
    }
    return {
      length,
      accuracy: accuracyIn(correct, questions, 0, length).accuracy,
      byPosition: correct.map((count, i) => count / questions[i]),
      ranges: this.#ranges(length).map(([from, to]) => accuracyIn(correct, questions, from, to)),
    };
  }

  /**
   * The attention weights and the answers of the model for one sequence.
   * @param {List} tokens ids of the task's symbols
   * @param {object} [options]
   * @param {List | undefined} [options.added] as in a batch; nothing is added by default
   * @param {boolean | undefined} [options.interpolate] as for `evaluate`
   * @returns {Reading}
   * @throws {TypeError | RangeError} naming the argument
   */
  attention(tokens, options) {
    const where = "phasor/lab TinyModel.attention";
    if (!(#network in this)) check.detached(where, "a TinyModel", this);
    const checked = check.options(where, options, ["added", "interpolate"]);
    const { added, interpolate = false } = checked;
    const { length } = check.numbers(where, "tokens", tokens);
    check.integer(where, "tokens.length", length, 1, this.maxLength);
    const targets = new Int32Array(length).fill(-1);
    const batch = { sequences: 1, length, tokens, added: added ?? targets, targets };
    const scale = this.#interpolation(where, interpolate, length);
    const { layers, logits } = this.#network.forward(this.#read(where, batch), scale);
    const weights = new Float32Array(layers.length * layers[0].weights.length);
    for (const [i, layer] of layers.entries()) weights.set(layer.weights, i * layer.weights.length);
    return { weights, logits: logits.slice(), answers: this.#answers(logits) };
  }

  /** @param {string} where @param {unknown} interpolate @param {number} length */
  #interpolation(where, interpolate, length) {
    if (!check.boolean(where, "interpolate", interpolate)) return 1;
    if (this.encoding !== "rope") {
      const allowed = `false for encoding "${this.encoding}" (only "rope" can)`;
      check.fail(RangeError, where, "interpolate", allowed, interpolate);
    }
    return Math.min(1, this.#options.length / length);
  }

  /** Ranges up to the trained length, from there to twice that, and so on.
   * @param {number} length */
  #ranges(length) {
    /** @type {[from: number, to: number][]} */
    const ranges = [];
    let from = 0;
    for (let to = this.#options.length; from < length; to *= 2) {
      ranges.push([from, Math.min(to, length)]);
      from = to;
    }
    return ranges;
  }

  /** The answers with the highest logits; the first if several are equal.
   * @param {Float32Array} logits */
  #answers(logits) {
    const classes = this.#options.task.answers.length;
    const answers = new Int32Array(logits.length / classes);
    for (let row = 0; row < answers.length; row++) {
      for (let i = 1; i < classes; i++) {
        if (logits[row * classes + i] > logits[row * classes + answers[row]]) answers[row] = i;
      }
    }
    return answers;
  }

  /**
   * @param {string} where
   * @param {{ [name in keyof Batch]: name extends "sequences" | "length" ? number : List }} batch
   * @returns {Batch}
   */
  #read(where, batch) {
    const names = /** @type {const} */ (["sequences", "length", "tokens", "added", "targets"]);
    const { sequences, length, ...lists } = check.options(where, batch, names, "batch");
    check.integer(where, "batch.sequences", sequences, 1, 2 ** 16);
    check.integer(where, "batch.length", length, 1, this.maxLength);
    const { symbols, answers } = this.#options.task;
    /** @param {"tokens" | "added" | "targets"} name @param {number} least @param {number} limit */
    const list = (name, least, limit) =>
      check.indices(where, `batch.${name}`, lists[name], sequences * length, limit, least);
    return {
      ...{ sequences, length, tokens: list("tokens", 0, symbols.length) },
      added: list("added", -1, symbols.length),
      targets: list("targets", -1, answers.length),
    };
  }
}

/** @param {Float64Array} correct @param {Float64Array} counts @param {number} from @param {number} to @returns {Range} */
function accuracyIn(correct, counts, from, to) {
  let hits = 0;
  let questions = 0;
  for (let i = from; i < to; i++) {
    hits += correct[i];
    questions += counts[i];
  }
  return { from, to, accuracy: hits / questions, questions };
}
