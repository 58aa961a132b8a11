// The line of words of the first screen, and what is to be said about the word at a position.

/** What each verse adds before the verses so far: “The House that Jack Built”, printed in 1755. */
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

/** A word without capitals and full stop. @param {string} word */
const bare = (word) => word.toLowerCase().replace(".", "");

/** Where the same word stands. @param {number} position @returns {number[]} */
export function equals(position) {
  const word = bare(words[position]);
  return words.flatMap((other, at) => (bare(other) === word ? [at] : []));
}

const ORDINALS = [
  ..."first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" "),
  ..."thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  ),
  "twenty-first",
  "twenty-second",
];

/** What the word at a position is, to be read after the position. @param {number} position @param {boolean} [brief] */
export function sentence(position, brief = false) {
  const all = equals(position);
  // A name keeps its capital.
  const word = words[position] === "Jack" ? "Jack" : bare(words[position]);
  const nth = ORDINALS[all.indexOf(position)];
  if (all.length === 1)
    return brief ? ` · the only “${word}”` : ` holds the only “${word}” of this text.`;
  if (brief) return ` · the ${nth} “${word}” of ${all.length}`;
  return ` holds the ${nth} “${word}” of ${all.length}: the same word, other hands.`;
}
