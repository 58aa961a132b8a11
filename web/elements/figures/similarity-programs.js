// Programs that print the square of <phasor-similarity>.
import { cFrequencies, pythonPositions, pythonTable } from "../core/programs.js";

/** @import { Programs } from "../core/types.js" */

/**
 * @param {{ dModel: number, base: number, start: number, length: number, isCosine: boolean }} of
 * @returns {Programs}
 */
export function similarityPrograms({ dModel, base, start, length, isCosine }) {
  const name = isCosine ? "cosineSimilarity" : "dotProducts";
  return {
    javascript: `\
import { ${name}, sinusoidal } from "phasor";

const length = ${length};
const pe = sinusoidal(length, ${dModel}, { base: ${base}, start: ${start} });
const matrix = ${name}(pe, [length, ${dModel}]);
console.log(["position", ...Array.from({ length }, (_, n) => ${start} + n)].join());
for (let m = 0; m < length; m++) {
  console.log([${start} + m, ...matrix.subarray(m * length, (m + 1) * length)].join());
}
`,
    python: `\
import numpy as np

${pythonPositions({ first: start, step: 1, count: length })}
${pythonTable(dModel, base)}
matrix = pe @ pe.T${isCosine ? " / np.outer(*[np.linalg.norm(pe, axis=1)] * 2)" : ""}
print("position", *positions, sep=",")
for position, row in zip(positions, matrix):
    print(position, *row, sep=",")
`,
    c: `\
${cFrequencies(dModel, base)}
  enum { D = 2 * PAIRS, L = ${length} };
  static double offsets[PHASOR_OFFSETS_LENGTH(PAIRS)], work[PHASOR_WORK_LENGTH(PAIRS)];
  static float pe[L * D], matrix[L * L];
  phasor_offsets(offsets, increments, PAIRS);
  phasor_table_f32(pe, D, increments, offsets, work, ${start}, L, PAIRS);
  phasor_dots_f32(matrix, L, pe, D, pe, D, L, L, D, 0);
${
  isCosine
    ? `  static double norms[L];
  phasor_norms_f32(norms, pe, L, D);
  phasor_normalise_f32(matrix, L, norms, norms, L, L);
`
    : ""
}  printf("position");
  for (int n = 0; n < L; n++) printf(",%.0f", ${start}.0 + n);
  printf("\\n");
  for (int m = 0; m < L; m++) {
    printf("%.0f", ${start}.0 + m);
    for (int n = 0; n < L; n++) printf(",%.9g", matrix[m * L + n]);
    printf("\\n");
  }
}
`,
  };
}
