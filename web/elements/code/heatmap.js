// Programs that print what <phasor-heatmap> shows.
import { cFrequencies, pythonPositions, pythonTable } from "./pieces.js";

/** @import { Programs, Run } from "./pieces.js" */

/**
 * @param {{ dModel: number, base: number, run: Run, first: number, past: number }} shown positions,
 *   and columns `first` … `past` − 1
 * @returns {Programs}
 */
export const heatmapCode = ({ dModel, base, run, first, past }) => ({
  javascript: `\
import { sinusoidalAt } from "phasor";

const columns = Array.from({ length: ${past - first} }, (_, n) => ${first} + n);
const name = (c) => \`dim \${c} (pair \${c >> 1} \${c % 2 ? "cos" : "sin"})\`;
console.log(["position", ...columns.map(name)].join());
for (let n = 0; n < ${run.count}; n++) {
  const position = ${run.first} + ${run.step} * n;
  const row = sinusoidalAt([position], ${dModel}, { base: ${base}, dtype: "float64" });
  console.log([position, ...columns.map((c) => row[c])].join());
}
`,
  python: `\
import numpy as np

${pythonPositions(run)}
${pythonTable(dModel, base)}
columns = range(${first}, ${past})
print("position", *(f"dim {c} (pair {c // 2} {'cos' if c % 2 else 'sin'})" for c in columns), sep=",")
for position, row in zip(positions, pe):
    print(position, *row[columns], sep=",")
`,
  c: `\
${cFrequencies(dModel, base)}
  printf("position");
  for (int c = ${first}; c < ${past}; c++)
    printf(",dim %d (pair %d %s)", c, c / 2, c % 2 ? "cos" : "sin");
  printf("\\n");
  for (int n = 0; n < ${run.count}; n++) {
    const double position = ${run.first} + ${run.step}.0 * n;
    double row[2 * PAIRS];
    phasor_at_f64(row, 2 * PAIRS, turns, &position, 1, PAIRS);
    printf("%.0f", position);
    for (int c = ${first}; c < ${past}; c++) printf(",%.17g", row[c]);
    printf("\\n");
  }
}
`,
});
