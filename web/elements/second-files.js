// Figures with a second file: dist/phasor-NAME-SECOND.js has the exports of figures/NAME-SECOND.js,
// and dist/phasor-NAME.js loads it when a reader needs it.

/** The second file's name by the figure's name, both without "phasor-". @type {Readonly<Record<string, string>>} */
export const SECOND_FILES = {
  bugs: "bugs-diagnosis",
  "length-lab": "length-lab-training",
  scaling: "scaling-config",
};
