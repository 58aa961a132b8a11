// What <phasor-story> shows: ways to break the rotation, the hands of its pairs, and where two texts part.
import { RotaryEmbedding } from "../../phasor/index.js";
import { breaks } from "../../phasor/story/rotation.js";

/** @import { StoryRotation } from "../../phasor/story/rotation.js" */

/** @typedef {keyof typeof breaks} BreakName */
/** What is done to the rotation; `still`: the pairs that do not turn. @typedef {{ name: BreakName, number: number, still: number[] }} Way */
/** What is written, and how. @typedef {{ prompt: string, seed: number, temperature: number }} Setting */

/** Features of a head, and pairs of them. */
export const WIDTH = 32;
export const PAIRS = WIDTH / 2;
/** The most words that are written. */
export const MAX_WORDS = 80;
/** The length of the texts in training. */
export const TRAINED = 128;

/** Who does what to whom. @typedef {{ who: string, did: string, whom: string }} Deed */
/** The sentence at first. @type {Deed} */
export const GUESS = { who: "Ben", did: "chased", whom: "Nora" };

/** What is written at first. @type {Setting} */
export const SETTING = { prompt: "once there was", seed: 16, temperature: 0.7 };

export const BREAKS = /** @type {BreakName[]} */ (Object.keys(breaks));

/** A break as the reader sees it: the words on its button and above its text (“N” is the number), and the limits of its number. @typedef {{ words: string, brief: string, from?: number, to?: number, axis?: "log" | "linear" | "far", right?: number, of?: string }} Look */
/** @type {Record<BreakName, Look>} */
export const LOOKS = {
  base: {
    words: "another base",
    brief: "the base is N",
    from: 100,
    to: 1e7,
    axis: "log",
    right: 10000,
    of: "base",
  },
  ahead: {
    words: "queries ahead",
    brief: "queries ahead by N",
    from: -8,
    to: 8,
    axis: "linear",
    right: 0,
    of: "words ahead",
  },
  scale: {
    ...{
      words: "positions × ½",
      brief: "positions times N",
      from: 0.25,
      to: 4,
      axis: "log",
      right: 1,
    },
    of: "positions times",
  },
  forgotten: {
    ...{
      words: "offset forgotten",
      brief: "queries always at position N",
      from: 0,
      to: 127,
      axis: "linear",
    },
    of: "position of every query",
  },
  start: {
    ...{
      words: "all moved",
      brief: "positions begin at N",
      from: 0,
      to: 100000,
      axis: "far",
      right: 0,
    },
    of: "first position",
  },
  bfloat16: {
    ...{
      words: "bfloat16 angles",
      brief: "bfloat16 angles, from N",
      from: 0,
      to: 100000,
      axis: "far",
    },
    of: "first position",
  },
  still: { words: "pairs still", brief: "pair N does not turn" },
  none: { words: "no rotation", brief: "nothing is rotated" },
  backwards: { words: "backwards", brief: "all turn backwards" },
  keysBackwards: { words: "keys backwards", brief: "only keys turn backwards" },
  reversed: { words: "frequencies reversed", brief: "frequencies reversed" },
  neighbours: { words: "neighbours, not halves", brief: "neighbours, not halves" },
};

/** The number of a break by default. @param {BreakName} name */
export const defaultNumber = (name) => breaks[name].number ?? 0;

/** The rotation of a way. @param {Way} way @returns {StoryRotation} */
export function rotationOf({ name, number, still }) {
  if (name !== "still") return breaks[name].rotation(number);
  const { frequencies } = new RotaryEmbedding(WIDTH);
  const slowed = frequencies.map((w, pair) => (still.includes(pair) ? 0 : w));
  return new RotaryEmbedding(WIDTH, { layout: "half", frequencies: slowed });
}

const trainedRotary = /* @__PURE__ */ new RotaryEmbedding(WIDTH, { layout: "half" });

/** What turns queries or keys, and from which position. @param {StoryRotation} rotation @param {"queries" | "keys"} which */
function sideOf(rotation, which) {
  const perSide = rotation === null || rotation instanceof RotaryEmbedding ? undefined : rotation;
  const { [which]: embedding = trainedRotary } = perSide ?? {};
  const positions = perSide?.[which === "queries" ? "queryPositions" : "keyPositions"];
  return {
    rotary: perSide ? embedding : /** @type {RotaryEmbedding | null} */ (rotation),
    position: (/** @type {number} */ p) =>
      typeof positions === "function" ? positions(p) : Number(positions?.[p] ?? p),
  };
}

/** Unit vectors, one for each feature, turned as at a position. @param {StoryRotation} rotation @param {"queries" | "keys"} which @param {number} p */
function rotated(rotation, which, p) {
  const { rotary, position } = sideOf(rotation, which);
  const rows = new Float32Array(WIDTH * WIDTH);
  for (let n = 0; n < WIDTH; n++) rows[n * WIDTH + n] = 1;
  rotary?.apply(rows, [WIDTH, 1, WIDTH], { positions: [position(p)], out: rows });
  return rows;
}

/**
 * For each pair, where a key's hand points as its query sees it: how much of the key lies along the query, and
 * across it. The tip is on the unit circle if the pair turns as a pair.
 * @param {StoryRotation} rotation @param {number} p the query's place @param {number} back words from there to the key
 */
export function handsOf(rotation, p, back) {
  const [query, key] = [rotated(rotation, "queries", p), rotated(rotation, "keys", p - back)];
  const product = (/** @type {number} */ a, /** @type {number} */ b) => {
    let sum = 0;
    for (let n = 0; n < WIDTH; n++) sum += query[a * WIDTH + n] * key[b * WIDTH + n];
    return sum;
  };
  return Array.from({ length: PAIRS }, (_, pair) => ({
    along: product(pair, pair),
    across: product(pair + PAIRS, pair),
  }));
}

/** The trained rotation's hands. @param {number} p @param {number} back */
export const rightHands = (p, back) => handsOf(trainedRotary, p, back);

/** The index of the first word that differs; −1 if none does. @param {readonly string[]} a @param {readonly string[]} b @param {boolean} whole whether both texts have ended */
export function firstDifference(a, b, whole) {
  const length = whole ? Math.max(a.length, b.length) : Math.min(a.length, b.length);
  for (let n = 0; n < length; n++) if (a[n] !== b[n]) return n;
  return -1;
}

/** Whether a word follows the one before without a space. @param {string} word */
export const isMark = (word) => word === "." || word === ",";

/** A word with its place in lines. @typedef {{ word: string, x: number, line: number, width: number }} Placed */

/**
 * Places words in lines.
 * @param {readonly string[]} words @param {number} width @param {(word: string) => number} measure @param {number} space
 * @returns {Placed[]}
 */
export function inLines(words, width, measure, space) {
  let [x, line] = [0, 0];
  /** @type {Placed[]} */
  const placed = [];
  for (const [n, word] of words.entries()) {
    const wordWidth = measure(word);
    const after = words[n + 1] !== undefined && isMark(words[n + 1]) ? measure(words[n + 1]) : 0;
    const gap = x === 0 || isMark(word) ? 0 : space;
    if (x > 0 && !isMark(word) && x + gap + wordWidth + after > width) [x, line] = [0, line + 1];
    else x += gap;
    placed.push({ word, x, line, width: wordWidth });
    x += wordWidth;
  }
  return placed;
}

/** A text with punctuation at the words before it. @param {readonly string[]} words */
export const sentence = (words) => words.join(" ").replace(/ ([.,])/g, "$1");
