// Figures with a second file: dist/phasor-NAME-SECOND.js has what figures/NAME-SECOND.js exports, and
// dist/phasor-NAME.js loads it when a reader needs it.

/** The second by the name, both without "phasor-". @type {Readonly<Record<string, string>>} */
export const SECOND_FILES = {
  bugs: "bugs-diagnosis",
  "length-lab": "length-lab-training",
  scaling: "scaling-config",
};
