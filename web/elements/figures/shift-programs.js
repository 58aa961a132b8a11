// Programs that print the matrix of <phasor-shift>.

/** @import { Programs } from "../core/types.js" */

/** @param {number} dModel @param {number} base @param {number} offset @returns {Programs} */
export const shiftPrograms = (dModel, base, offset) => ({
  javascript: `\
import { relativePositionMatrix } from "phasor";

const d = ${dModel};
const matrix = relativePositionMatrix(${offset}, d, { base: ${base} });
console.log(["dim", ...Array.from({ length: d }, (_, c) => \`dim \${c}\`)].join());
for (let r = 0; r < d; r++) console.log([r, ...matrix.subarray(r * d, (r + 1) * d)].join());
`,
  python: `\
import numpy as np

d = ${dModel}
angles = ${offset} * ${base} ** (-np.arange(0, d, 2) / d)
matrix = np.zeros((d, d))
for i, (cos, sin) in enumerate(zip(np.cos(angles), np.sin(angles))):
    matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cos, sin], [-sin, cos]]
print("dim", *(f"dim {c}" for c in range(d)), sep=",")
for r, row in enumerate(matrix):
    print(r, *row, sep=",")
`,
});
