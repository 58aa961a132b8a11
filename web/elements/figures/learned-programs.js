// Programs that train the table of <phasor-learned> and print it.

import { pythonNormal, pythonSinusoidal } from "../core/programs.js";
import { REACH, rateFor } from "./learned-model.js";

/**
 * @param {{ length: number, trained: number, dModel: number, init: "normal" | "sinusoidal",
 *   seed: number, steps: number }} model
 * @returns {{ javascript: string, python: string, c: string }}
 */
export function learnedCode(model) {
  return { javascript: javascript(model), python: python(model), c: c(model) };
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

const cStart = {
  normal: (/** @type {number} */ seed) =>
    `    phasor_normal_f64(P, 0, (size_t)LENGTH * D, ${seed}, 0.02);`,
  sinusoidal: () => `\
    static uint64_t increments[PHASOR_INCREMENTS_LENGTH(D / 2)];
    static double offsets[PHASOR_OFFSETS_LENGTH(D / 2)], work[PHASOR_WORK_LENGTH(D / 2)];
    phasor_increments(increments, D / 2, 10000, 2, D);
    phasor_offsets(offsets, increments, D / 2);
    phasor_table_f64(P, D, increments, offsets, work, 0, LENGTH, D / 2);`,
};

/** @param {Model} model */
const c = ({ length, trained, dModel, init, seed, steps }) => `\
#include "phasor.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = ${length}, TRAINED = ${trained}, D = ${dModel} };
static double P[LENGTH * D], error[TRAINED * TRAINED], gradient[TRAINED * D];

int main(void) {
${cStart[init](seed)}
    for (int step = 0; step < ${steps}; step++) {
        phasor_dots_f64(error, TRAINED, P, D, P, D, TRAINED, TRAINED, D, 0);
        for (int i = 0; i < TRAINED * D; i++) gradient[i] = 0;
        for (int p = 0; p < TRAINED; p++)
            for (int q = 0; q < TRAINED; q++) {
                double wanted = D / 2 * exp(-abs(p - q) / ${REACH.toFixed(1)});
                double factor = (4.0 / TRAINED / TRAINED) * (error[p * TRAINED + q] - wanted);
                phasor_add_f64(gradient + p * D, P + q * D, gradient + p * D, factor, D);
            }
        phasor_add_f64(P, gradient, P, -${rateFor(trained, dModel)}, (size_t)TRAINED * D);
    }
    printf("position");
    for (int c = 0; c < D; c++) printf(",dim %d", c);
    for (int p = 0; p < LENGTH; p++) {
        printf("\\n%d", p);
        for (int c = 0; c < D; c++) printf(",%.9g", P[p * D + c]);
    }
    printf("\\n");
}
`;
