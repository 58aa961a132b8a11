// Programs that print the square of <phasor-similarity>.
import { pythonPositions, pythonTable } from "../core/programs.js";

/** @import { Programs } from "../core/types.js" */

/**
 * @param {{ dModel: number, base: number, start: number, length: number, pairs: number, isCosine: boolean }} of
 * @returns {Programs}
 */
export function similarityPrograms({ dModel, base, start, length, pairs, isCosine }) {
  const name = isCosine ? "cosineSimilarity" : "dotProducts";
  return {
    javascript: `\
import { ${name}, sinusoidal } from "phasor";

const length = ${length};
const pe = sinusoidal(length, ${dModel}, { base: ${base}, start: ${start} });
const rows = pe.filter((_, entry) => entry % ${dModel} < ${2 * pairs});
const matrix = ${name}(rows, [length, ${2 * pairs}]);
console.log(["position", ...Array.from({ length }, (_, n) => ${start} + n)].join());
for (let m = 0; m < length; m++) {
  console.log([${start} + m, ...matrix.subarray(m * length, (m + 1) * length)].join());
}
`,
    python: `\
import numpy as np

${pythonPositions({ first: start, step: 1, count: length })}
${pythonTable(dModel, base)}
pe = pe[:, :${2 * pairs}]
matrix = pe @ pe.T${isCosine ? " / np.outer(*[np.linalg.norm(pe, axis=1)] * 2)" : ""}
print("position", *positions, sep=",")
for position, row in zip(positions, matrix):
    print(position, *row, sep=",")
`,
  };
}
