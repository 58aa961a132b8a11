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
  c: `\
#include <math.h>
#include <stdio.h>
#include "phasor.h"

enum { D = ${d} };

int main(void) {
  double word[D], place[D], square = 0, position = ${position};
  uint64_t increments[PHASOR_INCREMENTS_LENGTH(D / 2)];
  phasor_normal_f64(word, 0, D, ${seed}, 1);
  for (int n = 0; n < D; n++) square += word[n] * word[n];
  phasor_increments(increments, D / 2, 10000, 2, D);
  phasor_at_f64(place, D, increments, NULL, &position, 1, D / 2);
  puts("dimension,word,place,input");
  for (int n = 0; n < D; n++) {
    word[n] *= ${factor} / sqrt(square);
    printf("%d,%.17g,%.17g,%.17g\\n", n, word[n], place[n], word[n] + place[n]);
  }
}
`,
});
