// A sentence in some order, and its attention weights without and with positions.
import { attentionWeights, LearnedPositionalEncoding, sinusoidal } from "../../phasor/index.js";
import { numbersIn, times } from "../core/index.js";

export const SENTENCE = "the dog chased another dog";
const MOST_WORDS = 12;
const LONGEST_WORD = 24;
/** Standard deviation of the words' vectors: large enough that each word attends most to itself. */
export const DEVIATION = 0.5;

/**
 * @typedef {object} OrderModel
 * @property {string[]} words in their current order
 * @property {number} total how many words the sentence has; those after the first twelve are left out
 * @property {number[]} seeds of the words' vectors
 * @property {number[]} permutation word i of the current order is word permutation[i] of the sentence
 * @property {boolean} moved whether the order differs from the sentence's
 * @property {[number, number] | undefined} twins the first two places with the same word
 * @property {Float32Array} without weights without positions, (words, words): row i has those of query i
 * @property {Float32Array} with weights with positions
 * @property {number} dModel
 * @property {number} base
 */

/** All words of a sentence; an empty sentence is replaced by the default. @param {unknown} sentence */
function allWords(sentence) {
  const words = String(sentence).split(/\s+/).filter(Boolean);
  return words.length > 0 ? words : SENTENCE.split(" ");
}

/** The words of a sentence that are shown. @param {unknown} sentence @returns {string[]} */
export const wordsOf = (sentence) =>
  allWords(sentence)
    .slice(0, MOST_WORDS)
    .map((word) => [...word].slice(0, LONGEST_WORD).join(""));

/**
 * Reads an order such as "2 0 1" or "2,0,1"; if it is not a permutation, the original order.
 * @param {unknown} text @param {number} count @returns {number[]}
 */
export function orderOf(text, count) {
  const places = times(count, (n) => n);
  const numbers = numbersIn(String(text));
  const complete = numbers.length === count && places.every((n) => numbers.includes(n));
  return complete ? numbers : places;
}

/** Writes an order for `orderOf`; the original order is "". @param {number[]} order */
export const textOf = (order) => (order.every((from, n) => from === n) ? "" : order.join(" "));

/** @param {number[]} order @param {number} from @param {number} to places in the order */
export function moveSlot(order, from, to) {
  const others = order.filter((_, n) => n !== from);
  return [...others.slice(0, to), order[from], ...others.slice(to)];
}

/**
 * The seed of a word's vector: the 32-bit FNV-1a hash of its letters in lower case.
 * Source: Fowler, Noll and Vo, draft-eastlake-fnv.
 * @param {string} word
 */
function seedOf(word) {
  let hash = 0x811c9dc5;
  for (const letter of word.toLowerCase()) {
    hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Normally distributed numbers, one row for each seed.
 * @param {number[]} seeds @param {number} dModel
 */
function vectorsOf(seeds, dModel) {
  const rows = new Float32Array(seeds.length * dModel);
  seeds.forEach((seed, n) => {
    const { table } = new LearnedPositionalEncoding(1, dModel, { seed, std: DEVIATION });
    rows.set(table, n * dModel);
  });
  return rows;
}

/**
 * @param {{ sentence: unknown, order: unknown, dModel: number, base: number }} of
 * @returns {OrderModel}
 */
export function attend({ sentence, order, dModel, base }) {
  const written = wordsOf(sentence);
  const count = written.length;
  const permutation = orderOf(order, count);
  const words = permutation.map((from) => written[from]);
  const seeds = words.map(seedOf);
  const encoding = sinusoidal(count, dModel, { base });
  const wordVectors = vectorsOf(seeds, dModel);
  const inputs = wordVectors.map((value, n) => value + encoding[n]);
  return {
    words,
    total: allWords(sentence).length,
    seeds,
    permutation,
    moved: textOf(permutation) !== "",
    twins: twinsIn(words),
    without: attentionWeights(wordVectors, wordVectors, [count, dModel]),
    with: attentionWeights(inputs, inputs, [count, dModel]),
    dModel,
    base,
  };
}

/** @param {string[]} words @returns {[number, number] | undefined} */
function twinsIn(words) {
  const lowerCase = words.map((word) => word.toLowerCase());
  const second = lowerCase.findIndex((word, n) => lowerCase.indexOf(word) < n);
  return second < 0 ? undefined : [lowerCase.indexOf(lowerCase[second]), second];
}
