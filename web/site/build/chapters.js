// The pages, their parts and their chapters, in order; each chapter is a file in ../chapters/.

/**
 * @typedef {object} Chapter
 * @property {string} name
 * @property {string} short its name in the contents and in the rail
 *
 * @typedef {object} Part
 * @property {string} [title] only parts with a title are numbered, and say how long they take
 * @property {Chapter[]} chapters
 */

/** The parts of each page, by its file. @type {Record<string, Part[]>} */
export const pages = {
  "index.html": [
    {
      title: "Why order gets lost",
      chapters: [{ name: "order", short: "A bag of words" }],
    },
    {
      title: "Hands that tell the place",
      chapters: [
        { name: "ladder", short: "Writing a place" },
        { name: "clocks", short: "Hands" },
        { name: "formula", short: "The formula" },
        { name: "table", short: "The table" },
        { name: "shift", short: "A shift" },
        { name: "similarity", short: "The dot product" },
      ],
    },
    {
      title: "Turning queries and keys",
      chapters: [
        { name: "rope", short: "RoPE" },
        { name: "scaling", short: "Longer texts" },
        { name: "models", short: "What models do now" },
      ],
    },
    {
      title: "Other ways",
      chapters: [
        { name: "bias", short: "Biases" },
        { name: "choice", short: "Which one?" },
        { name: "lab", short: "The length lab" },
      ],
    },
    {
      title: "Getting it right",
      chapters: [
        { name: "bugs", short: "Silent bugs" },
        { name: "precision", short: "Precision" },
      ],
    },
    { chapters: [{ name: "sources", short: "Sources" }] },
  ],
  "deeper.html": [
    {
      chapters: [
        { name: "example", short: "By hand" },
        { name: "wavelengths", short: "Full turns and the base" },
        { name: "adding", short: "Adding, and attention’s sum" },
        { name: "learned", short: "Learned tables" },
        { name: "grid", short: "Two dimensions" },
        { name: "timeline", short: "A timeline" },
        { name: "measured", short: "What papers measured" },
        { name: "exercises", short: "Exercises" },
        { name: "words", short: "Words and symbols" },
        { name: "references", short: "References" },
      ],
    },
  ],
};

/** The chapters of a page. @param {string} file */
export const chaptersOf = (file) => pages[file].flatMap(({ chapters }) => chapters);

export const chapters = Object.keys(pages).flatMap(chaptersOf);
