// Programs that print what <phasor-waves> shows.
import { atRun, cFrequencies, cRows, pythonPositions, pythonTable } from "./pieces.js";

/** @import { Programs, Run } from "./pieces.js" */

/**
 * @param {{ dModel: number, base: number, run: Run, pairs: number[] }} shown
 * @returns {Programs}
 */
export const wavesCode = ({ dModel, base, run, pairs }) => ({
  javascript: `\
import { sinusoidalAt } from "phasor";

const pairs = [${pairs.join(", ")}];
console.log(["position", ...pairs.flatMap((i) => [\`pair \${i} sin\`, \`pair \${i} cos\`])].join());
for (let n = 0; n < ${run.count}; n++) {
  const position = ${atRun(run)};
  const row = sinusoidalAt([position], ${dModel}, { base: ${base}, dtype: "float64" });
  console.log([position, ...pairs.flatMap((i) => [row[2 * i], row[2 * i + 1]])].join());
}
`,
  python: `\
import numpy as np

pairs = [${pairs.join(", ")}]
${pythonPositions(run)}
${pythonTable(dModel, base)}
print("position", *(f"pair {i} {wave}" for i in pairs for wave in ("sin", "cos")), sep=",")
for position, row in zip(positions, pe):
    print(position, *(row[2 * i + k] for i in pairs for k in (0, 1)), sep=",")
`,
  c: `\
${cFrequencies(dModel, base)}
  const int pairs[] = {${pairs.join(", ")}};
  printf("position");
  for (int j = 0; j < ${pairs.length}; j++) printf(",pair %d sin,pair %d cos", pairs[j], pairs[j]);
  printf("\\n");
${cRows(run)}
    for (int j = 0; j < ${pairs.length}; j++)
      printf(",%.17g,%.17g", row[2 * pairs[j]], row[2 * pairs[j] + 1]);
    printf("\\n");
  }
}
`,
});
