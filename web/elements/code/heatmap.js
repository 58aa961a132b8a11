// Programs that print what <phasor-heatmap> shows.
import { atRun, cFrequencies, cRows, pythonPositions, pythonTable } from "./pieces.js";

/** @import { Layout } from "../state/columns.js" */
/** @import { Programs, Run } from "./pieces.js" */

/**
 * Positions, and columns `first` … `past` − 1.
 * @typedef {{ dModel: number, base: number, run: Run, first: number, past: number }} Shown
 */

/** @param {Shown & { layout: Layout }} shown @returns {Programs} */
export function heatmapCode({ dModel, base, run, first, past, layout }) {
  const half = dModel / 2;
  const isInterleaved = layout === "interleaved";
  // Column c as pair i and wave k, 0 for the sine, in JavaScript and C alike.
  const pair = isInterleaved ? "c >> 1" : `c % ${half}`;
  const wave = isInterleaved ? "c % 2" : `c >= ${half}`;
  const pick = isInterleaved ? "c" : `2 * (c % ${half}) + (c >= ${half})`;
  return {
    javascript: `\
import { sinusoidalAt } from "phasor";

const columns = Array.from({ length: ${past - first} }, (_, n) => ${first} + n);
const name = (c) => \`dim \${c} (pair \${${pair}} \${${wave} ? "cos" : "sin"})\`;
console.log(["position", ...columns.map(name)].join());
for (let n = 0; n < ${run.count}; n++) {
  const position = ${atRun(run)};
  const row = sinusoidalAt([position], ${dModel}, { base: ${base}, dtype: "float64" });
  console.log([position, ...columns.map((c) => row[${pick}])].join());
}
`,
    python: `\
import numpy as np

${pythonPositions(run)}
${pythonTable(dModel, base)}
columns = [(c, ${isInterleaved ? "c // 2, c % 2" : `c % ${half}, c // ${half}`}) for c in range(${first}, ${past})]
print("position", *(f"dim {c} (pair {i} {['sin', 'cos'][k]})" for c, i, k in columns), sep=",")
for position, row in zip(positions, pe):
    print(position, *(row[2 * i + k] for c, i, k in columns), sep=",")
`,
    c: `\
${cFrequencies(dModel, base)}
  printf("position");
  for (int c = ${first}; c < ${past}; c++)
    printf(",dim %d (pair %d %s)", c, ${pair}, ${wave} ? "cos" : "sin");
  printf("\\n");
${cRows(run)}
    for (int c = ${first}; c < ${past}; c++) printf(",%.17g", row[${pick}]);
    printf("\\n");
  }
}
`,
  };
}

/** The angles of pairs `first` … `past` − 1. @param {Shown} shown @returns {Programs} */
export const phaseCode = ({ dModel, base, run, first, past }) => ({
  javascript: `\
import { sinusoidalAt } from "phasor";

const pairs = Array.from({ length: ${past - first} }, (_, n) => ${first} + n);
console.log(["position", ...pairs.map((i) => \`pair \${i} angle\`)].join());
for (let n = 0; n < ${run.count}; n++) {
  const position = ${atRun(run)};
  const row = sinusoidalAt([position], ${dModel}, { base: ${base}, dtype: "float64" });
  const angles = pairs.map((i) => Math.atan2(row[2 * i], row[2 * i + 1]));
  console.log([position, ...angles.map((a) => (a < 0 ? a + 2 * Math.PI : a))].join());
}
`,
  python: `\
import numpy as np

${pythonPositions(run)}
pairs = np.arange(${first}, ${past})
angles = np.outer(positions, ${base} ** (-2 * pairs / ${dModel})) % (2 * np.pi)
print("position", *(f"pair {i} angle" for i in pairs), sep=",")
for position, row in zip(positions, angles):
    print(position, *row, sep=",")
`,
  c: `\
#include <math.h>
${cFrequencies(dModel, base)}
  printf("position");
  for (int i = ${first}; i < ${past}; i++) printf(",pair %d angle", i);
  printf("\\n");
${cRows(run)}
    for (int i = ${first}; i < ${past}; i++) {
      const double angle = atan2(row[2 * i], row[2 * i + 1]);
      printf(",%.17g", angle < 0 ? angle + 2 * acos(-1) : angle);
    }
    printf("\\n");
  }
}
`,
});
