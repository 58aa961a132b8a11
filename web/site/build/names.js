// The chapters' short names, for the rail beside the text; without one, a chapter has its title there.

/** @type {Record<string, string | undefined>} */
export const shortNames = {
  order: "Why order gets lost",
  ladder: "Writing down a place",
  clocks: "Many clocks",
  formula: "The formula",
  table: "The whole table",
  shift: "A shift",
  similarity: "Dot products",
  adding: "Adding",
  learned: "Learning it",
  rope: "Rotary",
  scaling: "Longer texts",
  models: "Models today",
  base: "The base",
  lab: "The length lab",
  example: "By hand",
  wavelengths: "Which come round",
  terms: "What attention sees",
  bias: "Biases",
  grid: "Two dimensions",
  choice: "Choosing",
  bugs: "Silent bugs",
  precision: "Precision",
  symbols: "Symbols",
};
