// The chapters in their order, each a file in ../chapters/.

/** @typedef {{ name: string, numbered: boolean }} Chapter */

const numbered = [
  "order",
  "ladder",
  "clocks",
  "formula",
  "table",
  "shift",
  "similarity",
  "adding",
  "learned",
  "rope",
  "scaling",
  "base",
  "bias",
  "grid",
  "choice",
  "models",
  "bugs",
  "precision",
];
const after = ["exercises", "words", "sources"];

/** @type {Chapter[]} */
export const chapters = [
  ...numbered.map((name) => ({ name, numbered: true })),
  ...after.map((name) => ({ name, numbered: false })),
];
