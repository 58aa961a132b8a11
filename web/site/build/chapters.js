// The chapters in order; each is a file in ../chapters/.

/**
 * @typedef {object} Chapter
 * @property {string} name
 * @property {boolean} numbered
 * @property {string} [short] a name for the rail beside the text, instead of the title
 */

/** @type {Chapter[]} */
export const chapters = [
  { name: "symbols", numbered: false, short: "Symbols" },
  { name: "order", numbered: true, short: "Why order gets lost" },
  { name: "ladder", numbered: true, short: "Writing down a place" },
  { name: "clocks", numbered: true, short: "Many clocks" },
  { name: "formula", numbered: true, short: "The formula" },
  { name: "example", numbered: true, short: "By hand" },
  { name: "table", numbered: true, short: "The whole table" },
  { name: "wavelengths", numbered: true, short: "Full turns" },
  { name: "shift", numbered: true, short: "A shift" },
  { name: "similarity", numbered: true, short: "Dot products" },
  { name: "adding", numbered: true, short: "Adding" },
  { name: "terms", numbered: true, short: "Inside attention" },
  { name: "learned", numbered: true, short: "Learning it" },
  { name: "rope", numbered: true, short: "Rotary" },
  { name: "scaling", numbered: true, short: "Longer texts" },
  { name: "base", numbered: true, short: "The base" },
  { name: "bias", numbered: true, short: "Biases" },
  { name: "grid", numbered: true, short: "Two dimensions" },
  { name: "choice", numbered: true, short: "Choosing" },
  { name: "lab", numbered: true, short: "The length lab" },
  { name: "models", numbered: true, short: "What models do now" },
  { name: "bugs", numbered: true, short: "Silent bugs" },
  { name: "precision", numbered: true, short: "Precision" },
  { name: "exercises", numbered: false },
  { name: "words", numbered: false },
  { name: "sources", numbered: false },
];
