// Programs that print the curves of <phasor-comparison>: similarity against distance.

import { pythonNormal } from "../core/programs.js";
import { headWidth, T5 } from "../models/comparison.js";

/** @import { SchemeName, Setting } from "../models/comparison.js" */

/** @typedef {Setting & { shown: { name: SchemeName, words: string }[] }} Model */

/**
 * @param {Model} model
 * @returns {{ javascript: string, python: string, c: string }}
 */
export function comparisonCode(model) {
  return { javascript: javascript(model), python: python(model), c: c(model) };
}

/** @param {Model} model */
const headOf = ({ shown }) => ["distance", ...shown.map(({ words }) => words)].join(",");

/** @type {Record<SchemeName, { imports: string[], curve: (model: Model) => string }>} */
const JAVASCRIPT = {
  sinusoidal: {
    imports: ["sinusoidalSimilarity"],
    curve: ({ base }) => `sinusoidalSimilarity(length, d, { base: ${base} })`,
  },
  learned: {
    imports: ["LearnedPositionalEncoding", "similarityByDistance"],
    curve: () =>
      `similarityByDistance(new LearnedPositionalEncoding(length, d, { dtype: "float64" }).table, [length, d])`,
  },
  rope: {
    imports: ["RotaryEmbedding", "relativeScores"],
    curve: (model) => {
      const width = headWidth(model);
      const ones = `new Float64Array(${width}).fill(1)`;
      return `relativeScores(${ones}, ${ones}, new RotaryEmbedding(${width}, { base: ${model.base} }), length)`;
    },
  },
  alibi: {
    imports: ["alibiBias"],
    curve: ({ heads, head }) =>
      `alibiBias(${heads}, 1, length, { offset: length - 1, dtype: "float64" }).slice(${head} * length, ${head + 1} * length).reverse().map(Math.exp)`,
  },
  t5: {
    imports: ["t5Bucket"],
    curve: () =>
      `Array.from({ length }, (_, k) => Math.exp(-t5Bucket(-k, { bidirectional: false }) / 8))`,
  },
  none: { imports: [], curve: () => "new Array(length).fill(1)" },
};

/** @param {Model} model */
function javascript(model) {
  const { length, dModel, shown } = model;
  const imports = shown.flatMap(({ name }) => JAVASCRIPT[name].imports);
  const curves = shown.map(({ name }) => `  ${JAVASCRIPT[name].curve(model)},\n`).join("");
  return `\
${imports.length > 0 ? `import { ${imports.join(", ")} } from "phasor";\n` : ""}
const [length, d] = [${length}, ${dModel}];
const curves = [
${curves}];
console.log("${headOf(model)}");
for (let k = 0; k < length; k++) {
  const values = curves.map((curve) => Number((curve[k] / curve[0]).toPrecision(9)));
  console.log([k, ...values].join());
}
`;
}

/** The exponent of two in ALiBi's slope. @param {Model} model */
function slopeExponent({ heads, head }) {
  const power = 2 ** Math.floor(Math.log2(heads));
  return head < power ? (-8 * (head + 1)) / power : (-4 * (2 * (head - power) + 1)) / power;
}

/** @param {number} base */
const cosines = (base) => `\
def cosines(d):
    return np.cos(np.outer(k, ${base} ** (-2 * np.arange(d // 2) / d))).sum(axis=1)`;

/** @type {Record<SchemeName, (model: Model) => string>} */
const PYTHON = {
  sinusoidal: () => "curves.append(cosines(d))",
  learned: () => `\
${pythonNormal}
P = normal(0, length * d, 0.02).reshape(length, d)
curves.append(np.array([np.trace(P @ P.T, distance) / (length - distance) for distance in k]))`,
  rope: (model) => `curves.append(cosines(${headWidth(model)}))`,
  alibi: (model) => `curves.append(np.exp(-(2.0 ** ${slopeExponent(model)}) * k))`,
  t5: () => `\
shared = 16 + (np.log(np.maximum(k, 16) / 16) / np.log(${T5.maxDistance} / 16) * 16).astype(int)
curves.append(np.exp(-np.where(k < 16, k, np.minimum(shared, ${T5.buckets - 1})) / 8))`,
  none: () => "curves.append(np.ones(length))",
};

/** @param {Model} model */
function python(model) {
  const { length, dModel, base, shown } = model;
  const turning = shown.some(({ name }) => name === "sinusoidal" || name === "rope");
  const lines = shown.map(({ name }) => PYTHON[name](model));
  return `\
import numpy as np

length, d = ${length}, ${dModel}
k = np.arange(length)
curves = []
${[...(turning ? [cosines(base)] : []), ...lines].join("\n")}
print("${headOf(model)}")
for distance in k:
    values = [f"{curve[distance] / curve[0]:.9g}" for curve in curves]
    print(",".join([str(distance)] + values))
`;
}

/** @type {Record<SchemeName, (model: Model, row: number) => string>} */
const C = {
  sinusoidal: (_, n) => `    cosines(curves[${n}], D);`,
  learned: (_, n) => `\
    phasor_normal_f64(table, 0, (size_t)LENGTH * D, 0, 0.02);
    phasor_dots_f64(products, LENGTH, table, D, table, D, LENGTH, LENGTH, D, 0);
    phasor_diagonal_sums_f64(curves[${n}], products, LENGTH, 0, 0, LENGTH, LENGTH);
    for (int k = 0; k < LENGTH; k++) curves[${n}][k] /= LENGTH - k;`,
  rope: (model, n) => `    cosines(curves[${n}], ${headWidth(model)});`,
  alibi: (model, n) =>
    `    for (int k = 0; k < LENGTH; k++) curves[${n}][k] = exp(-k * pow(2, ${slopeExponent(model)}));`,
  t5: (_, n) => `\
    for (int k = 0; k < LENGTH; k++) {
        int bucket = k < 16 ? k : 16 + (int)(log(k / 16.0) / log(${T5.maxDistance} / 16.0) * 16);
        curves[${n}][k] = exp(-(bucket < ${T5.buckets} ? bucket : ${T5.buckets - 1}) / 8.0);
    }`,
  none: (_, n) => `    for (int k = 0; k < LENGTH; k++) curves[${n}][k] = 1;`,
};

/** @param {number} base */
const cosinesInC = (base) => `
static void cosines(double *out, size_t d) {
    static uint64_t turns[PHASOR_TURNS_LENGTH(D / 2 + 1)];
    static double steps[PHASOR_STEPS_LENGTH(D / 2 + 1)], work[PHASOR_WORK_LENGTH(D / 2 + 1)];
    phasor_turns(turns, d / 2, ${base}, 2, (uint32_t)d);
    phasor_steps(steps, turns, d / 2);
    phasor_table_f64(table, d, turns, steps, work, 0, LENGTH, d / 2);
    phasor_cosine_sums(out, table, LENGTH, d / 2);
}
`;

/** @param {Model} model */
function c(model) {
  const { length, dModel, base, shown } = model;
  const names = shown.map(({ name }) => name);
  const turning = names.includes("sinusoidal") || names.includes("rope");
  const tables = [
    ...(turning || names.includes("learned") ? ["table[LENGTH * D]"] : []),
    ...(names.includes("learned") ? ["products[LENGTH * LENGTH]"] : []),
  ];
  return `\
#include "phasor.h"
#include <math.h>
#include <stdio.h>

enum { LENGTH = ${length}, D = ${dModel}, CURVES = ${shown.length} };
static double curves[CURVES + 1][LENGTH]${tables.map((name) => `, ${name}`).join("")};
${turning ? cosinesInC(base) : ""}
int main(void) {
${names.map((name, n) => C[name](model, n)).join("\n")}
    printf("${headOf(model)}\\n");
    for (int k = 0; k < LENGTH; k++) {
        printf("%d", k);
        for (int n = 0; n < CURVES; n++) printf(",%.9g", curves[n][k] / curves[n][0]);
        printf("\\n");
    }
}
`;
}
