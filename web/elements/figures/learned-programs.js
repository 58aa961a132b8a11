// Programs that train the table of <phasor-learned> and print it.

import { pythonNormal, pythonSinusoidal } from "../core/programs.js";
import { REACH, rateFor } from "./learned-model.js";

/**
 * @param {{ length: number, trained: number, dModel: number, init: "normal" | "sinusoidal",
 *   seed: number, steps: number }} model
 * @returns {{ javascript: string, python: string }}
 */
export function learnedCode(model) {
  return { javascript: javascript(model), python: python(model) };
}

/** @typedef {Parameters<typeof learnedCode>[0]} Model */

/** @param {Model} model */
const javascript = ({ length, trained, dModel, init, seed, steps }) => `\
import { dotProducts, LearnedPositionalEncoding } from "phasor";

const [length, trained, d] = [${length}, ${trained}, ${dModel}];
const pe = new LearnedPositionalEncoding(length, d, { init: "${init}", seed: ${seed}, dtype: "float64" });
for (let step = 0; step < ${steps}; step++) {
  const out = pe.forward(new Float64Array(trained * d), [1, trained, d]);
  const error = dotProducts(out, [trained, d]);
  const gradient = new Float64Array(trained * d);
  for (let p = 0; p < trained; p++) {
    for (let q = 0; q < trained; q++) {
      const wanted = (d / 2) * Math.exp(-Math.abs(p - q) / ${REACH});
      const factor = (4 / trained ** 2) * (error[p * trained + q] - wanted);
      for (let c = 0; c < d; c++) gradient[p * d + c] += factor * out[q * d + c];
    }
  }
  pe.zeroGradient();
  pe.backward(gradient, [1, trained, d]);
  pe.step(${rateFor(trained, dModel)});
}
console.log(["position", ...Array.from({ length: d }, (_, c) => \`dim \${c}\`)].join());
for (let p = 0; p < length; p++) {
  const row = pe.table.subarray(p * d, (p + 1) * d);
  console.log([p, ...Array.from(row, (value) => Number(value.toPrecision(9)))].join());
}
`;

const pythonStart = {
  normal: (/** @type {number} */ seed) => `\
${pythonNormal}
P = normal(${seed}, length * d, 0.02).reshape(length, d)`,
  sinusoidal: () => `\
${pythonSinusoidal}
P = sinusoidal(length, d, 10000.0)`,
};

/** @param {Model} model */
const python = ({ length, trained, dModel, init, seed, steps }) => `\
import numpy as np

length, trained, d = ${length}, ${trained}, ${dModel}
${pythonStart[init](seed)}
p = np.arange(trained)
wanted = d / 2 * np.exp(-abs(p[:, None] - p) / ${REACH})
for step in range(${steps}):
    out = P[:trained].copy()
    P[:trained] -= ${rateFor(trained, dModel)} * 4 / trained**2 * (out @ out.T - wanted) @ out
print(",".join(["position"] + [f"dim {c}" for c in range(d)]))
for p, row in enumerate(P):
    print(",".join([str(p)] + [f"{value:.9g}" for value in row]))
`;
