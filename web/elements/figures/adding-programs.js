// Programs that print the table of <phasor-adding>.

/** @import { Programs } from "../core/types.js" */

/** @param {{ d: number, learned: number[], factor: number, position: number }} shown @returns {Programs} */
export const addingPrograms = ({ d, learned, factor, position }) => ({
  javascript: `\
import { sinusoidalAt } from "phasor";

const [d, factor] = [${d}, ${factor}];
const learned = [${learned.join(", ")}];
const length = Math.hypot(...learned);
const word = learned.map((value) => (factor * value) / length);
const place = sinusoidalAt([${position}], d, { dtype: "float64" });
console.log("dimension,word,place,input");
word.forEach((value, n) => console.log([n, value, place[n], value + place[n]].join()));
`,
  python: `\
import numpy as np

d = ${d}
learned = np.array([${learned.join(", ")}])
word = ${factor} * learned / np.linalg.norm(learned)
angles = ${position} * 10000 ** (-np.arange(0, d, 2) / d)
place = np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
print("dimension,word,place,input")
for n in range(d):
    print(n, word[n], place[n], word[n] + place[n], sep=",")
`,
});
