// stories.js: the small stories that the model learns, from tables of names, things and plots.
//
// A template is a text of words and slots. {a} and {b} are the hero and the friend; {a.he}, {a.she},
// {a.his} … are pronouns of a person; other slots take an entry of the list of their name, the same
// one for the same slot: {thing}, and {thing2} for another.
import * as check from "../check.js";
import { Random } from "../lab/random.js";

/** @import { List } from "../check/lists.js" */

const MEN = "Ben Emil Hugo Ivan Jonas Karl Leo Max Otto Tom".split(" ");
const WOMEN = "Anna Clara Edith Greta Ida Lena Mia Nora Rosa Vera".split(" ");

/** Everyone who may be in a story. @type {readonly string[]} */
export const people = Object.freeze([...MEN, ...WOMEN]);

/** What slots may be filled with. @type {Record<string, string[]>} */
const lists = {
  animal: "bear cat crab dog duck fox goat hare horse mouse owl wolf".split(" "),
  adjective: "brave clever curious friendly hungry lazy little quiet sleepy tall".split(" "),
  thing: "bag ball bell book boat cup drum hat key kite lamp spoon".split(" "),
  colour: "black blue green red white yellow".split(" "),
  place: "barn castle forest garden harbour hill market meadow school village".split(" "),
  spot: [
    ...["behind the door", "by the river", "in the grass", "near the well"],
    ...["on the roof", "under the bed", "under the bridge", "under the tree"],
  ],
  /** What one does to another, and what the other does therefore. */
  deed: ["chased|was afraid of", "followed|hid from", "found|smiled at"].concat(
    ["helped|thanked", "pushed|was angry with", "taught|learned from"],
    ["tricked|shouted at", "woke|sighed at"],
  ),
  between: ["", "it was a warm day .", "nobody saw it .", "the wind was cold ."],
};

const OPENINGS = [
  "once there was a {adjective} {animal} named {a} .",
  "long ago a {adjective} {animal} named {a} came to the {place4} .",
  "this is the story of {a} , a {adjective} {animal} .",
];
const SECOND = [
  "{a.he} lived in the {place} , and {b} the {animal2} lived in the {place2} .",
  "{a} and {b} the {animal2} were friends .",
  "{a.his} best friend was {b} , a {adjective2} {animal2} .",
];
const LOST =
  "one day {a} lost {a.his} {colour} {thing} . {a.he} looked {spot} and {spot2} , but {a.he} could not " +
  "find it . then {a} asked {b} for help . {b} found the {colour} {thing} {spot3} and gave it back to {a} .";
const SWAPPED =
  "one day {a} gave {b} a {colour} {thing} . then {b} gave {a} a {colour2} {thing2} . so {a} went home " +
  "with the {colour2} {thing2} , and {b} went home with the {colour} {thing} .";
const DONE = "one day {who} {did} {whom} in the {place3} . {between} so {whom} {felt} {who} .";
const AFTER = [
  "{whom} told {who} about it , and they were friends again .",
  "later {who} came to {whom} with a {colour} {thing} , and {whom} was happy .",
];
const ENDINGS = [
  "in the evening they sat {spot4} and sang a song .",
  "then {a} was {adjective3} and happy , and so was {b} .",
  "when it was dark , {a} and {b} went back to the {place4} .",
  "and {a} never forgot that day .",
];

/** What one person does to another: “chased”, “followed” …, and what the other does then. @type {readonly [did: string, felt: string][]} */
export const deeds = Object.freeze(
  lists.deed.map((deed) => /** @type {[string, string]} */ (deed.split("|"))),
);

/** The word that ends a story. */
export const END = "<end>";

/**
 * One story, as words, with END as the last.
 * @param {Random} random
 */
export function storyFrom(random) {
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => list[random.below(list.length)];
  const a = pick(people);
  const b = pick(people.filter((name) => name !== a));
  /** @type {Map<string, string>} */
  const filled = new Map([
    ["a", a],
    ["b", b],
  ]);
  for (const [who, name] of [...filled]) {
    filled.set(`${who}.he`, MEN.includes(name) ? "he" : "she");
    filled.set(`${who}.his`, MEN.includes(name) ? "his" : "her");
  }
  const plot = pick([LOST, SWAPPED, DONE, DONE]);
  if (plot === DONE) {
    const [did, felt] = pick(deeds);
    const [who, whom] = random.below(2) === 0 ? [a, b] : [b, a];
    for (const [slot, word] of Object.entries({ who, whom, did, felt })) filled.set(slot, word);
  }
  /** An entry of a list that no other slot has. @param {string} slot */
  const fill = (slot) => {
    const known = filled.get(slot);
    if (known !== undefined) return known;
    const list = lists[slot.replace(/\d$/, "")];
    const chosen = pick(list.filter((word) => ![...filled.values()].includes(word)));
    filled.set(slot, chosen);
    return chosen;
  };
  const parts = [
    pick(OPENINGS),
    pick(SECOND),
    plot,
    ...(plot === DONE ? [pick(AFTER)] : []),
    pick(ENDINGS),
  ];
  const text = parts.join(" ").replace(/\{([\w.]+)\}/g, (_, slot) => fill(slot));
  return [...text.split(" ").filter((word) => word !== ""), END];
}

/** All words that stories can have, END first, in the order of the model's tokens. @type {readonly string[]} */
export const words = Object.freeze(
  [
    ...new Set([
      END,
      ...[...people, "he", "she", "his", "her"],
      ...Object.values(lists).flatMap((list) => list.join(" ").split(/[ |]/)),
      ...[...OPENINGS, ...SECOND, LOST, SWAPPED, DONE, ...AFTER, ...ENDINGS].flatMap((text) =>
        text.replace(/\{[\w.]+\}/g, "").split(" "),
      ),
    ]),
  ].filter((word) => word !== ""),
);

/** @type {ReadonlyMap<string, number>} */
export const tokenOf = new Map(words.map((word, token) => [word, token]));

/**
 * Tokens of stories, one after the other, without end.
 * @param {number} seed an integer, 0 … 2^53 − 1
 * @returns {Generator<number, never, void>}
 */
export function* tokensOfStories(seed) {
  const random = new Random(seed);
  for (;;) for (const word of storyFrom(random)) yield/** @type {number} */ (tokenOf.get(word));
}

/** Words by their spelling in lower case: the first word of a sentence may be written with a capital. */
const tokenOfLower = new Map(words.map((word, token) => [word.toLowerCase(), token]));

/**
 * The tokens of a text.
 * @param {string} text words of stories, separated by spaces, in any case; commas and full stops may follow a word
 *   directly
 * @returns {Int32Array<ArrayBuffer>}
 * @throws {TypeError | RangeError} naming a word that no story has
 */
export function encode(text) {
  return tokensOf("phasor/story encode", "text", text);
}

/** @param {string} where @param {string} name @param {unknown} text */
export function tokensOf(where, name, text) {
  if (typeof text !== "string") return check.fail(TypeError, where, name, "a string", text);
  const list = text.replace(/[.,]/g, " $& ").split(/\s+/);
  return Int32Array.from(
    list.filter((word) => word !== ""),
    (word) =>
      tokenOfLower.get(word.toLowerCase()) ??
      check.fail(RangeError, where, name, "words of stories, which `words` lists", word),
  );
}

/**
 * The text of tokens, word by word with spaces between.
 * @param {List} tokens
 * @returns {string}
 * @throws {TypeError | RangeError} naming the argument
 */
export function decode(tokens) {
  const where = "phasor/story decode";
  const { length } = check.numbers(where, "tokens", tokens);
  const list = check.indices(where, "tokens", tokens, length, words.length);
  return Array.from(list, (token) => words[token]).join(" ");
}
