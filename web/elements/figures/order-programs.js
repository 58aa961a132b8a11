// Programs that print the table of <phasor-order>.

import { pythonNormal, pythonPositions, pythonTable } from "../core/programs.js";
import { DEVIATION } from "./order-model.js";

/** @import { OrderModel } from "./order-model.js" */

const HEAD = "query,key,query word,key word,without position,with position";

/** @param {OrderModel} model @returns {{ javascript: string, python: string }} */
export function orderCode({ seeds, permutation, dModel, base }) {
  const of = { seeds: seeds.join(", "), words: permutation.join(", "), dModel, base };
  const count = seeds.length;
  return { javascript: javascript(of), python: python(of, count) };
}

/** @typedef {{ seeds: string, words: string, dModel: number, base: number }} Values */

/** @param {Values} values */
const javascript = ({ seeds, words, dModel, base }) => `\
import { attentionWeights, LearnedPositionalEncoding, SinusoidalPositionalEncoding } from "phasor";

const seeds = [${seeds}]; // hashes of the words' letters
const words = [${words}]; // their places in the sentence
const [length, d] = [seeds.length, ${dModel}];
const x = new Float32Array(length * d);
seeds.forEach((seed, n) => {
  x.set(new LearnedPositionalEncoding(1, d, { seed, std: ${DEVIATION} }).table, n * d);
});
const encoding = new SinusoidalPositionalEncoding(length, d, { base: ${base} });
const placed = encoding.forward(x, [1, length, d]);
const before = attentionWeights(x, x, [length, d]);
const after = attentionWeights(placed, placed, [length, d]);
console.log("${HEAD}");
for (let i = 0; i < length; i++) {
  for (let j = 0; j < length; j++) {
    const at = i * length + j;
    console.log([i, j, words[i], words[j], before[at], after[at]].join(","));
  }
}
`;

/** @param {Values} values @param {number} count */
const python = ({ seeds, words, dModel, base }, count) => `\
import numpy as np

${pythonNormal}

def weights(x):
    e = np.exp(x @ x.T / np.sqrt(x.shape[1]))
    return e / e.sum(1, keepdims=True)

seeds = [${seeds}]  # hashes of the words' letters
words = [${words}]  # their places in the sentence
x = np.stack([normal(seed, ${dModel}, ${DEVIATION}) for seed in seeds])
${pythonPositions({ first: 0, step: 1, count })}
${pythonTable(dModel, base)}
before, after = weights(x), weights(x + pe)
print("${HEAD}")
for i in range(len(seeds)):
    for j in range(len(seeds)):
        print(f"{i},{j},{words[i]},{words[j]},{before[i, j]:.9g},{after[i, j]:.9g}")
`;
