// options.js: the options of a model, checked and with their defaults.
import * as check from "../check.js";
import { tasks } from "./tasks.js";

/** @import { ModelOptions } from "./model.js" */

/**
 * The encodings that a model can have.
 * @type {readonly ["none", "sinusoidal", "learned", "rope", "alibi", "t5"]}
 */
export const encodings = Object.freeze(["none", "sinusoidal", "learned", "rope", "alibi", "t5"]);

/** The default warmup is the number of steps divided by this. */
export const WARMUP = 12;

const optionNames = /** @type {const} */ ([
  ...["task", "encoding", "layers", "dModel", "heads", "seed", "length", "sequences", "steps"],
  ...["learningRate", "warmup", "maxLength"],
]);

/**
 * @param {string} where the function that was called @param {ModelOptions | undefined} options
 * @throws {TypeError | RangeError} naming the option
 */
export function modelOptions(where, options) {
  const checked = check.options(where, options, optionNames);
  const { task = "recent", encoding = "none", layers = 1, dModel = 32, heads = 4 } = checked;
  const { seed = 1, length = 32, sequences = 32, maxLength = 256 } = checked;
  const { steps = 600, learningRate = 0.01, warmup = Math.floor(steps / WARMUP) } = checked;
  check.oneOf(where, "task", task, Object.keys(tasks));
  check.oneOf(where, "encoding", encoding, encodings);
  check.integer(where, "layers", layers, 1, 4);
  check.integer(where, "dModel", dModel, 4, 256);
  if (dModel % 4 !== 0) check.fail(RangeError, where, "dModel", "a multiple of 4", dModel);
  check.integer(where, "heads", heads, 1, dModel / 2);
  if (dModel % (2 * heads) !== 0) {
    check.fail(RangeError, where, "heads", `such that ${dModel}/heads is an even integer`, heads);
  }
  check.count(where, "seed", seed);
  check.integer(where, "maxLength", maxLength, 1, 2048);
  check.integer(where, "length", length, 1, maxLength);
  check.integer(where, "sequences", sequences, 1, 1024);
  const schedule = { steps, learningRate, warmup };
  checkSchedule(where, schedule);
  return { task, encoding, layers, dModel, heads, seed, length, sequences, maxLength, ...schedule };
}

/** @param {string} where @param {{ steps: number, learningRate: number, warmup: number }} schedule */
export function checkSchedule(where, { steps, learningRate, warmup }) {
  check.integer(where, "steps", steps, 1, 1e6);
  check.number(where, "learningRate", learningRate, 0, 1);
  check.integer(where, "warmup", warmup, 0, steps - 1);
}
