// experiment.js: trains and tests one model, as for the tables of docs/lab.md.
import { TinyModel } from "./model.js";
import { modelOptions } from "./options.js";

/** @import { Encoding } from "./network.js" */
/** @import { ModelOptions, Progress } from "./model.js" */
/**
 * Accuracies at 2, 4, 8 … times the trained length begin with entry 1; entry 0 is the trained length.
 * @typedef {object} Result
 * @property {string} task
 * @property {Encoding} encoding
 * @property {number} layers
 * @property {number} seed
 * @property {number[]} lengths the trained length times 1, 2, 4 … up to maxLength
 * @property {number[]} accuracy in sequences of maxLength: up to the trained length, then from each
 *   length to the next
 * @property {number[] | undefined} interpolated only with "rope": in the same ranges of positions,
 *   but in sequences of each length with interpolated positions
 * @property {number[] | undefined} tuned the same after fine-tuning at half of maxLength
 * @property {number} loss the mean loss of the last tenth of the training
 * @property {string} hash of the trained weights, before fine-tuning
 */

/**
 * Trains a model and tests it. The generator yields after each step, so that you can show what happens, pause, or
 * stop; it returns the result.
 *
 * ```js
 * const run = experiment({ task: "lookup", encoding: "rope", seed: 3 });
 * let next = run.next();
 * while (!next.done) next = run.next(); // next.value: { step, steps, loss, learningRate, phase }
 * next.value.accuracy; // [1, 0.8, 0.6, 0.2]: at 1, 2, 4 and 8 times the trained length
 * ```
 *
 * @param {ModelOptions} [options] as for `TinyModel`
 * @returns {Generator<Progress & { phase: "train" | "tune" }, Result, void>}
 * @throws {TypeError | RangeError} naming the option
 */
export function experiment(options) {
  return run(new TinyModel(modelOptions("phasor/lab experiment", options)));
}

/**
 * @param {TinyModel} model
 * @returns {Generator<Progress & { phase: "train" | "tune" }, Result, void>}
 */
function* run(model) {
  let loss = 0;
  let lossCount = 0;
  while (!model.done) {
    const progress = model.step();
    if (progress.step > 0.9 * progress.steps) {
      loss += progress.loss;
      lossCount++;
    }
    yield { ...progress, phase: "train" };
  }
  const { task, encoding, layers, seed, maxLength, length, hash } = model;
  const { ranges } = model.evaluate(maxLength);
  const lengths = ranges.map(({ to }) => to);
  const result = {
    ...{ task: task.name, encoding, layers, seed, lengths, hash, loss: loss / lossCount },
    accuracy: ranges.map(({ accuracy }) => accuracy),
    interpolated: /** @type {number[] | undefined} */ (undefined),
    tuned: /** @type {number[] | undefined} */ (undefined),
  };
  if (encoding !== "rope") return result;
  result.interpolated = interpolatedAccuracy(model, lengths);
  model.tune({ length: Math.max(length, Math.floor(maxLength / 2)) });
  while (!model.done) yield { ...model.step(), phase: "tune" };
  result.tuned = interpolatedAccuracy(model, lengths);
  return result;
}

/** @param {TinyModel} model @param {number[]} lengths */
const interpolatedAccuracy = (model, lengths) =>
  lengths.map(
    (length) => model.evaluate(length, { interpolate: true }).ranges.at(-1)?.accuracy ?? NaN,
  );
