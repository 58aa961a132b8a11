// Programs that print what <phasor-similarity> shows.
import { cFrequencies, pythonPositions, pythonTable } from "./pieces.js";

/** @import { Programs } from "./pieces.js" */

/**
 * @param {{ dModel: number, base: number, start: number, length: number, cosine: boolean,
 *   starts?: number[] }} shown positions from `start` on; all of them, or the rows of some by distance
 * @returns {Programs}
 */
export const similarityCode = ({ dModel, base, start, length, cosine, starts }) => ({
  javascript: `\
import { ${cosine ? "cosineSimilarity" : "dotProducts"}, sinusoidal } from "phasor";

const length = ${length};
const pe = sinusoidal(length, ${dModel}, { base: ${base}, start: ${start} });
const matrix = ${cosine ? "cosineSimilarity" : "dotProducts"}(pe, [length, ${dModel}]);
${
  starts
    ? `console.log("start,offset,${cosine ? "cosine" : "dot product"}");
for (const m of [${starts.join(", ")}]) {
  for (let n = 0; n < length; n++) {
    console.log([m, ${start} + n - m, matrix[(m - ${start}) * length + n]].join());
  }
}`
    : `console.log(["position", ...Array.from({ length }, (_, n) => ${start} + n)].join());
for (let n = 0; n < length; n++) {
  console.log([${start} + n, ...matrix.subarray(n * length, (n + 1) * length)].join());
}`
}
`,
  python: `\
import numpy as np

${pythonPositions({ first: start, step: 1, count: length })}
${pythonTable(dModel, base)}
matrix = pe @ pe.T
${
  cosine
    ? `norms = np.linalg.norm(pe, axis=1)
matrix /= np.outer(norms, norms)
`
    : ""
}\
${
  starts
    ? `print("start,offset,${cosine ? "cosine" : "dot product"}")
for m in [${starts.join(", ")}]:
    for n, value in zip(positions, matrix[m - ${start}]):
        print(m, n - m, value, sep=",")`
    : `print("position", *positions, sep=",")
for position, row in zip(positions, matrix):
    print(position, *row, sep=",")`
}
`,
  c: `\
${cFrequencies(dModel, base)}
  enum { D = 2 * PAIRS, L = ${length} };
  static double steps[PHASOR_STEPS_LENGTH(PAIRS)], work[PHASOR_WORK_LENGTH(PAIRS)];
  static float pe[L * D], matrix[L * L];
  phasor_steps(steps, turns, PAIRS);
  phasor_table_f32(pe, D, turns, steps, work, ${start}, L, PAIRS);
  phasor_dots_f32(matrix, L, pe, D, pe, D, L, L, D, 0);
${
  cosine
    ? `  static double norms[L];
  phasor_norms_f32(norms, pe, L, D);
  phasor_normalise_f32(matrix, L, norms, norms, L, L);
`
    : ""
}\
${starts ? cLines(start, starts, cosine) : cMatrix(start)}
}
`,
});

/** @param {number} start @param {number[]} starts @param {boolean} cosine */
const cLines = (start, starts, cosine) => `\
  const int starts[] = {${starts.map((from) => from - start).join(", ")}};
  printf("start,offset,${cosine ? "cosine" : "dot product"}\\n");
  for (int j = 0; j < ${starts.length}; j++)
    for (int n = 0; n < L; n++)
      printf("%.0f,%d,%.9g\\n", ${start}.0 + starts[j], n - starts[j], matrix[starts[j] * L + n]);`;

/** @param {number} start */
const cMatrix = (start) => `\
  printf("position");
  for (int n = 0; n < L; n++) printf(",%.0f", ${start}.0 + n);
  printf("\\n");
  for (int m = 0; m < L; m++) {
    printf("%.0f", ${start}.0 + m);
    for (int n = 0; n < L; n++) printf(",%.9g", matrix[m * L + n]);
    printf("\\n");
  }`;
