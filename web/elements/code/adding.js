// Programs that print the table of <phasor-adding>.

import { pythonNormal, pythonPositions, pythonTable } from "../core/programs.js";
import { SEEDS, TOKENS } from "../models/adding.js";

/** @import { Of } from "../models/adding.js" */

/** Names of a token's numbers, before those of its entries. */
export const HEAD = [
  ...["token", "embedding norm", "position norm", "result norm"],
  ...["content·content", "content·position", "position·content", "position·position", "score"],
];

/**
 * @param {Of} of
 * @param {number} query the token whose scores are printed
 * @returns {{ javascript: string, python: string, c: string }}
 */
export function addingCode(of, query) {
  const { scale, combine, where, dModel, base } = of;
  const adds = combine === "add";
  const values = {
    scales: scale === "sqrt",
    width: !adds && where === "after" ? 2 * dModel : dModel,
    /** The seed of the positions' projection, if they have one. */
    seed: where === "after" ? undefined : adds ? SEEDS.projection : SEEDS.position,
    ...{ dModel, base, query },
  };
  return { javascript: javascript(values), python: python(values), c: c(values) };
}

/** @typedef {{ scales: boolean, width: number, seed: number | undefined, dModel: number, base: number, query: number }} Values */

/** @param {Values} values */
const javascript = ({ scales, width, seed, dModel, base, query }) => `\
import { LearnedPositionalEncoding, sinusoidal } from "phasor";

const [tokens, d, query] = [${TOKENS}, ${dModel}, ${query}];
const options = { std: 1 / Math.sqrt(d), dtype: "float64" };
const normal = (n, seed) => new LearnedPositionalEncoding(n, d, { ...options, seed }).table;
const rowsOf = (table) => Array.from({ length: tokens }, (_, n) => [...table.subarray(n * d, n * d + d)]);
const dot = (a, b) => a.reduce((sum, value, c) => sum + value * b[c], 0);
const project = (matrix, row) => row.map((_, r) => dot(row, matrix.subarray(r * d, r * d + d)));
const x = rowsOf(normal(tokens, ${SEEDS.embedding}))${scales ? ".map((row) => row.map((value) => value * Math.sqrt(d)))" : ""};
const p = rowsOf(sinusoidal(tokens, d, { base: ${base}, dtype: "float64" }));
const beside = Array(${width - dModel}).fill(0);
const content = x.map((row) => [...project(normal(d, ${SEEDS.projection}), row), ...beside]);
const position = p.map((row) => [...beside, ...${seed === undefined ? "row" : `project(normal(d, ${seed}), row)`}]);
const result = content.map((row, n) => row.map((value, c) => value + position[n][c]));
const names = { embedding: d, position: d, result: ${width} };
const each = ([name, count]) => Array.from({ length: count }, (_, n) => \`\${name} \${n}\`);
console.log(["${HEAD.join(",")}", ...Object.entries(names).flatMap(each)].join(","));
for (let n = 0; n < tokens; n++) {
  const norms = [x, p, result].map((rows) => Math.sqrt(dot(rows[n], rows[n])));
  const terms = [content, position].flatMap((one) => [content, position].map((other) => dot(one[query], other[n])));
  const score = dot(result[query], result[n]);
  console.log([n, ...norms, ...terms, score, ...x[n], ...p[n], ...result[n]].join(","));
}
`;

/** @param {Values} values */
const python = ({ scales, width, seed, dModel, base, query }) => `\
import numpy as np

${pythonNormal}

tokens, d, query = ${TOKENS}, ${dModel}, ${query}
rows = lambda n, seed: normal(seed, n * d, 1 / np.sqrt(d)).reshape(n, d)
x = rows(tokens, ${SEEDS.embedding})${scales ? " * np.sqrt(d)" : ""}
${pythonPositions({ first: 0, step: 1, count: TOKENS })}
${pythonTable(dModel, base)}
beside = np.zeros((tokens, ${width - dModel}))
content = np.hstack([x @ rows(d, ${SEEDS.projection}).T, beside])
position = np.hstack([beside, pe${seed === undefined ? "" : ` @ rows(d, ${seed}).T`}])
result = content + position
names = {"embedding": d, "position": d, "result": ${width}}
each = [f"{name} {n}" for name, count in names.items() for n in range(count)]
print("${HEAD.join(",")}", *each, sep=",")
for n in range(tokens):
    norms = [np.linalg.norm(one[n]) for one in (x, pe, result)]
    terms = [a[query] @ b[n] for a in (content, position) for b in (content, position)]
    score = result[query] @ result[n]
    numbers = [*norms, *terms, score, *x[n], *pe[n], *result[n]]
    print(n, *(f"{number:.17g}" for number in numbers), sep=",")
`;

/** @param {Values} values */
const c = ({ scales, width, seed, dModel, base, query }) => `\
#include <math.h>
#include <stdio.h>
#include "phasor.h"

enum { N = ${TOKENS}, D = ${dModel}, WIDTH = ${width}, QUERY = ${query} };
static double x[N * D], p[N * D], w[D * D], parts[2][N][WIDTH], result[N][WIDTH];
static uint64_t turns[PHASOR_TURNS_LENGTH(D / 2)];

static double dot(const double *a, const double *b, int count) {
  double sum = 0;
  for (int c = 0; c < count; c++) sum += a[c] * b[c];
  return sum;
}

static void print(const double *values, int count) {
  for (int c = 0; c < count; c++) printf(",%.17g", values[c]);
}

int main(void) {
  phasor_turns(turns, D / 2, ${base}, 2, D);
  phasor_normal_f64(x, 0, N * D, ${SEEDS.embedding}, ${scales ? "1" : "1 / sqrt(D)"});
  for (int n = 0; n < N; n++) phasor_at_f64(p + n * D, D, turns, NULL, &(double){n}, 1, D / 2);
  phasor_normal_f64(w, 0, D * D, ${SEEDS.projection}, 1 / sqrt(D));
  for (int n = 0; n < N; n++)
    for (int r = 0; r < D; r++) parts[0][n][r] = dot(w + r * D, x + n * D, D);
${seed === undefined ? "" : `  phasor_normal_f64(w, 0, D * D, ${seed}, 1 / sqrt(D));\n`}\
  for (int n = 0; n < N; n++)
    for (int r = 0; r < D; r++)
      parts[1][n][WIDTH - D + r] = ${seed === undefined ? "p[n * D + r]" : "dot(w + r * D, p + n * D, D)"};
  for (int n = 0; n < N; n++)
    for (int c = 0; c < WIDTH; c++) result[n][c] = parts[0][n][c] + parts[1][n][c];
  printf("${HEAD.join(",")}");
  for (int c = 0; c < D; c++) printf(",embedding %d", c);
  for (int c = 0; c < D; c++) printf(",position %d", c);
  for (int c = 0; c < WIDTH; c++) printf(",result %d", c);
  printf("\\n");
  for (int n = 0; n < N; n++) {
    const double *rows[3] = {x + n * D, p + n * D, result[n]};
    printf("%d", n);
    for (int of = 0; of < 3; of++)
      printf(",%.17g", sqrt(dot(rows[of], rows[of], of < 2 ? D : WIDTH)));
    for (int of = 0; of < 4; of++)
      printf(",%.17g", dot(parts[of / 2][QUERY], parts[of % 2][n], WIDTH));
    printf(",%.17g", dot(result[QUERY], result[n], WIDTH));
    for (int of = 0; of < 3; of++) print(rows[of], of < 2 ? D : WIDTH);
    printf("\\n");
  }
}
`;
