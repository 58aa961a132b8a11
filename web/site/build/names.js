// The chapters' short names, for the rail beside the text; other chapters appear with their titles.

/** @type {Record<string, string | undefined>} */
export const shortNames = {
  order: "Why order gets lost",
  ladder: "Writing down a place",
  clocks: "Many clocks",
  formula: "The formula",
  example: "By hand",
  table: "The whole table",
  wavelengths: "Full turns",
  shift: "A shift",
  similarity: "Dot products",
  adding: "Adding",
  terms: "Inside attention",
  learned: "Learning it",
  rope: "Rotary",
  scaling: "Longer texts",
  base: "The base",
  lab: "The length lab",
  bias: "Biases",
  grid: "Two dimensions",
  choice: "Choosing",
  models: "What models do now",
  bugs: "Silent bugs",
  precision: "Precision",
  symbols: "Symbols",
};
