// The chapters in order; each is a file in ../chapters/.

/** @typedef {{ name: string, numbered: boolean }} Chapter */

const before = ["symbols"];
const numbered = [
  "order",
  "ladder",
  "clocks",
  "formula",
  "example",
  "table",
  "wavelengths",
  "shift",
  "similarity",
  "adding",
  "terms",
  "learned",
  "rope",
  "scaling",
  "base",
  "bias",
  "grid",
  "choice",
  "lab",
  "models",
  "bugs",
  "precision",
];
const after = ["exercises", "words", "sources"];

/** @type {Chapter[]} */
export const chapters = [
  ...before.map((name) => ({ name, numbered: false })),
  ...numbered.map((name) => ({ name, numbered: true })),
  ...after.map((name) => ({ name, numbered: false })),
];
