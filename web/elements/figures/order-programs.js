// Programs that print the table of <phasor-order>.

import { pythonNormal, pythonPositions, pythonTable } from "../core/programs.js";
import { DEVIATION } from "./order-model.js";

/** @import { OrderModel } from "./order-model.js" */

const HEAD = "query,key,query word,key word,without position,with position";

/** @param {OrderModel} model @returns {{ javascript: string, python: string, c: string }} */
export function orderCode({ seeds, permutation, dModel, base }) {
  const of = { seeds: seeds.join(", "), words: permutation.join(", "), dModel, base };
  const count = seeds.length;
  return { javascript: javascript(of), python: python(of, count), c: c(of, count) };
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

/** @param {Values} values @param {number} count */
const c = ({ seeds, words, dModel, base }, count) => `\
#include <math.h>
#include <stdio.h>
#include "phasor.h"

enum { LENGTH = ${count}, D = ${dModel} };
static const double seeds[LENGTH] = {${seeds}}; // hashes of the words' letters
static const int words[LENGTH] = {${words}};    // their places in the sentence
static float x[LENGTH * D], pe[LENGTH * D], panels[(LENGTH + 7) / 8 * 8 * D];
static float before[LENGTH * LENGTH], after[LENGTH * LENGTH];
static uint64_t increments[PHASOR_INCREMENTS_LENGTH(D / 2)];

static void weigh(float *out) {
  phasor_panels_f32(panels, x, D, LENGTH, D);
  phasor_scores_f32(out, LENGTH, x, D, panels, (float)(1 / sqrt(D)), LENGTH, LENGTH, D, 0);
  phasor_attend_f32(out, LENGTH, NULL, 0, LENGTH, LENGTH, 0);
}

int main(void) {
  phasor_increments(increments, D / 2, ${base}, 2, D);
  for (int n = 0; n < LENGTH; n++) {
    phasor_normal_f32(x + n * D, 0, D, seeds[n], ${DEVIATION});
    phasor_at_f32(pe + n * D, D, increments, NULL, &(double){n}, 1, D / 2);
  }
  weigh(before);
  phasor_add_f32(x, x, pe, 1, LENGTH * D);
  weigh(after);
  puts("${HEAD}");
  for (int i = 0, n = 0; i < LENGTH; i++)
    for (int j = 0; j < LENGTH; j++, n++)
      printf("%d,%d,%d,%d,%.9g,%.9g\\n", i, j, words[i], words[j], before[n], after[n]);
}
`;
