// The line of words of the first screen, and a sentence about the word at a position.

/** What each verse puts before the previous one: “The House that Jack Built”, printed in 1755. */
const CHAIN = [
  "the house that Jack built.",
  "the malt that lay in",
  "the rat that ate",
  "the cat that killed",
  "the dog that worried",
  "the cow with the crumpled horn that tossed",
];

/** @type {readonly string[]} */
export const words = CHAIN.flatMap((_, verse) =>
  ["This is", ...CHAIN.slice(0, verse + 1).reverse()].join(" ").split(" "),
);

/** The position at which the line rests when the page opens. */
export const START = 37;

/** A word in lower case, without a full stop. @param {string} word */
const normalize = (word) => word.toLowerCase().replace(".", "");

/** All positions of the same word. @param {number} position @returns {number[]} */
export function sameWordPositions(position) {
  const word = normalize(words[position]);
  return words.flatMap((other, index) => (normalize(other) === word ? [index] : []));
}

const ORDINALS = [
  ..."first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" "),
  ..."thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  ),
  "twenty-first",
  "twenty-second",
];

/** The end of a sentence that begins with the position: which word it holds. @param {number} position @param {boolean} [brief] */
export function sentence(position, brief = false) {
  const positions = sameWordPositions(position);
  // A name keeps its capital.
  const word = words[position] === "Jack" ? "Jack" : normalize(words[position]);
  const ordinal = ORDINALS[positions.indexOf(position)];
  if (positions.length === 1)
    return brief ? ` · the only “${word}”` : ` holds the only “${word}” of this text.`;
  if (brief) return ` · the ${ordinal} “${word}” of ${positions.length}`;
  return ` holds the ${ordinal} “${word}” of ${positions.length}: same word, different hands.`;
}
