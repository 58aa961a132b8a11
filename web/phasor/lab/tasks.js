// tasks.js: the tasks that models learn. They differ in how the answer depends on positions.
import * as check from "../check.js";
import { Random } from "./random.js";

/**
 * Sequences and the correct answers at their positions; arrays are (sequences, length).
 * @typedef {object} Batch
 * @property {number} sequences
 * @property {number} length
 * @property {Int32Array} tokens the symbol at each position
 * @property {Int32Array} added a second symbol whose embedding is added at the position; −1 for
 *   none
 * @property {Int32Array} targets the correct answer; −1 if nothing is asked at the position
 */
/**
 * A task: its symbols, its answers, and a generator of sequences.
 * @typedef {object} Task
 * @property {string} name
 * @property {string} about a sentence that describes the task
 * @property {readonly string[]} symbols names of the symbols, in the order of their ids
 * @property {readonly string[]} answers names of the answers
 * @property {number} chance the accuracy of guessing
 * @property {(random: Random, batch: Batch, from: number) => void} write writes one sequence,
 *   starting at entry `from`; `added` and `targets` are filled with −1 before
 * @property {(options?: BatchOptions) => Generator<Batch, never, void>} batches
 */
/**
 * @typedef {object} BatchOptions
 * @property {number | undefined} [seed] an integer, 0 … 2^53 − 1; 1 by default
 * @property {number | undefined} [sequences] the number of sequences in a batch; 32 by default
 * @property {number | undefined} [length] the length of a sequence; 32 by default
 */

/** @param {number} count @param {(i: number) => string} name */
const names = (count, name) => Array.from({ length: count }, (_, i) => name(i));

const RECENT_VALUES = 8;
const NOISE = 4;
const SHARE_OF_WRITES = 0.2;
/** For `lookup`: the number of pairs at the start of a sequence, and the number of keys and
 * values. */
const PAIRS = 8;
const KEYS = 16;
const QUERY_SHARE = 0.5;
const FILLER = 2 * KEYS;
const QUERY = FILLER + 1;
const BACK = 3;
const LETTERS = 16;

/** @type {Task["write"]} */
function writeRecent(random, { length, tokens, targets }, from) {
  let last = 0;
  for (let i = from; i < from + length; i++) {
    if (random.uniform() < SHARE_OF_WRITES || i === from) {
      last = random.below(RECENT_VALUES);
      tokens[i] = last;
    } else {
      tokens[i] = RECENT_VALUES + random.below(NOISE);
      targets[i] = last;
    }
  }
}

/** @type {Task["write"]} */
function writeLookup(random, { length, tokens, added, targets }, from) {
  const keys = Array.from({ length: KEYS }, (_, i) => i);
  const values = Array.from(keys, () => random.below(KEYS));
  for (let i = 0; i < PAIRS; i++) {
    const other = i + random.below(KEYS - i);
    [keys[i], keys[other]] = [keys[other], keys[i]];
  }
  for (let i = 0; i < length; i++) {
    if (i < PAIRS) {
      tokens[from + i] = keys[i];
      added[from + i] = KEYS + values[i];
    } else if (random.uniform() < QUERY_SHARE) {
      const queried = random.below(PAIRS);
      tokens[from + i] = keys[queried];
      added[from + i] = QUERY;
      targets[from + i] = values[queried];
    } else {
      tokens[from + i] = FILLER;
    }
  }
}

/** @type {Task["write"]} */
function writeThreeBack(random, { length, tokens, targets }, from) {
  for (let i = from; i < from + length; i++) {
    tokens[i] = random.below(LETTERS);
    if (i >= from + BACK) targets[i] = tokens[i - BACK];
  }
}

/** @param {Omit<Task, "batches">} definition @returns {Task} */
const task = (definition) =>
  Object.freeze({ ...definition, batches: (options) => batches(definition.write, options) });

/** The tasks by name. */
export const tasks = Object.freeze({
  recent: task({
    name: "recent",
    about: "A symbol writes a value or is noise; at noise, say the value that was written last.",
    symbols: [...names(RECENT_VALUES, (i) => `${i}`), ...names(NOISE, (i) => "abcd"[i])],
    answers: names(RECENT_VALUES, (i) => `${i}`),
    chance: 1 / RECENT_VALUES,
    write: writeRecent,
  }),
  lookup: task({
    name: "lookup",
    about:
      "The first eight positions each hold a key and its value; at a key with a question mark, say its value.",
    symbols: [
      ...names(KEYS, (i) => String.fromCharCode(65 + i)),
      ...names(KEYS, (i) => `${i}`),
      "·",
      "?",
    ],
    answers: names(KEYS, (i) => `${i}`),
    chance: 1 / KEYS,
    write: writeLookup,
  }),
  threeBack: task({
    name: "threeBack",
    about: "Say the symbol three positions earlier.",
    symbols: names(LETTERS, (i) => String.fromCharCode(97 + i)),
    answers: names(LETTERS, (i) => String.fromCharCode(97 + i)),
    chance: 1 / LETTERS,
    write: writeThreeBack,
  }),
});

/**
 * @param {Task["write"]} write @param {BatchOptions} [options]
 * @returns {Generator<Batch, never, void>}
 */
function batches(write, options) {
  const where = "phasor/lab tasks.batches";
  const names = /** @type {const} */ (["seed", "sequences", "length"]);
  const { seed = 1, sequences = 32, length = 32 } = check.options(where, options, names);
  check.count(where, "seed", seed);
  check.integer(where, "sequences", sequences, 1, 2 ** 16);
  check.integer(where, "length", length, 1, 2 ** 16);
  return generate(write, seed, sequences, length);
}

/**
 * @param {Task["write"]} write @param {number} seed @param {number} sequences @param {number} length
 * @returns {Generator<Batch, never, void>}
 */
function* generate(write, seed, sequences, length) {
  const random = new Random(seed);
  while (true) yield batchOf(write, random, sequences, length);
}

/**
 * @param {Task["write"]} write @param {Random} random @param {number} sequences @param {number} length
 * @returns {Batch}
 */
export function batchOf(write, random, sequences, length) {
  const list = () => new Int32Array(sequences * length).fill(-1);
  const batch = { sequences, length, tokens: list(), added: list(), targets: list() };
  for (let i = 0; i < sequences; i++) write(random, batch, i * length);
  return batch;
}
