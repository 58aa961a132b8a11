// Programs that print the table of <phasor-adding>.
import { pythonNormal } from "../core/programs.js";

/** @import { Programs } from "../core/types.js" */

/** @param {{ d: number, seed: number, factor: number, position: number }} shown @returns {Programs} */
export const addingPrograms = ({ d, seed, factor, position }) => ({
  javascript: `\
import { LearnedPositionalEncoding, sinusoidalAt } from "phasor";

const [d, factor] = [${d}, ${factor}];
const normal = new LearnedPositionalEncoding(1, d, { seed: ${seed}, std: 1, dtype: "float64" }).table;
const length = Math.sqrt(normal.reduce((sum, value) => sum + value * value, 0));
const word = normal.map((value) => (factor * value) / length);
const place = sinusoidalAt([${position}], d, { dtype: "float64" });
console.log("dimension,word,place,input");
word.forEach((value, n) => console.log([n, value, place[n], value + place[n]].join()));
`,
  python: `\
import numpy as np

${pythonNormal}

d = ${d}
word = normal(${seed}, d, 1)
word *= ${factor} / np.linalg.norm(word)
angles = ${position} * 10000 ** (-np.arange(0, d, 2) / d)
place = np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
print("dimension,word,place,input")
for n in range(d):
    print(n, word[n], place[n], word[n] + place[n], sep=",")
`,
});
