// Programs that print what <phasor-grid> shows: the similarity of one patch with every patch.
import { mropeSizes } from "./grid-model.js";

/** @import { Patches } from "./grid-model.js" */

/**
 * @param {Patches & { patch: number }} model patch: its index, counted row by row
 * @returns {{ javascript: string, python: string, c: string }}
 */
export function gridPrograms(model) {
  return { javascript: javascript(model), python: python(model), c: c(model) };
}

/** @typedef {Patches & { patch: number }} Model */

/** @param {Model} model */
function javascript({ kind, rows, columns, width, base, patch }) {
  const rotary = kind === "axial" || kind === "mrope";
  const sizes =
    kind === "axial"
      ? `{ sizes: [${width / 4}, ${width / 4}], axial: true }`
      : `{ sizes: [${mropeSizes(width).join(", ")}] }`;
  const features = rotary
    ? `\
const rotary = new RotaryEmbedding(d, { base: ${base}, sections: ${sizes} });
const { positions } = mropePositions([{ height: rows, width: columns }]);
const vectors = Float64Array.from({ length: patches * d }, (_, n) => 1 - (n % 2));
const pe = rotary.apply(vectors, [patches, d], { positions${kind === "axial" ? ": positions.slice(1)" : ""} });`
    : `\
const options = { convention: "${kind}", base: ${base}, dtype: "float64" };
const pe = sinusoidal2d(rows, columns, d, options);`;
  return `\
import { dotProducts, ${rotary ? "mropePositions, RotaryEmbedding" : "sinusoidal2d"} } from "phasor";

const [rows, columns, d] = [${rows}, ${columns}, ${width}];
const patches = rows * columns;
${features}
const similarities = dotProducts(pe, [patches, d]).subarray(${patch} * patches, ${patch + 1} * patches);
console.log("row,column,similarity");
similarities.forEach((value, n) => {
  console.log([Math.floor(n / columns), n % columns, Number(value.toPrecision(9))].join());
});
`;
}

/** @param {Model} model */
function python({ kind, rows, columns, width, base, patch }) {
  const [time, each] = mropeSizes(width);
  const start = kind === "detr" ? "1 + " : "";
  const angles =
    kind === "mrope"
      ? `\
w = ${base} ** (-2 * np.arange(d // 2) / d)
w = np.split(w, [${time}, ${time + each}])  # time, height, width
angles = np.concatenate([0 * r * w[0], r * w[1], c * w[2]], axis=1)`
      : `\
w = ${base} ** (-4 * np.arange(d // 4) / d)  # for rows and for columns
angles = np.concatenate([r * w, c * w], axis=1)`;
  return `\
import numpy as np

rows, columns, d = ${rows}, ${columns}, ${width}
n = np.arange(rows * columns)[:, None]
r, c = ${start}n // columns, ${start}n % columns
${angles}
pe = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
print("row,column,similarity")
for n, value in enumerate(pe @ pe[${patch}]):
    print(f"{n // columns},{n % columns},{value:.9g}")
`;
}

/** @param {Model} model */
function c({ kind, rows, columns, width, base, patch }) {
  const mrope = kind === "mrope";
  const [time, each] = mropeSizes(width);
  const start = kind === "detr" ? "1 + " : "";
  const turns = mrope
    ? `\
    phasor_increments(increments, D / 2, ${base}, 2, D);`
    : `\
    phasor_increments(increments, D / 4, ${base}, 1, D / 4);`;
  const features = mrope
    ? `\
        phasor_at_f64(pe, 0, increments, NULL, &zero, 1, ${time});
        phasor_at_f64(pe + ${2 * time}, 0, increments + ${2 * time}, NULL, &r, 1, ${each});
        phasor_at_f64(pe + ${2 * (time + each)}, 0, increments + ${2 * (time + each)}, NULL, &c, 1, ${each});`
    : `\
        phasor_at_f64(pe, 0, increments, NULL, &r, 1, D / 4);
        phasor_at_f64(pe + D / 2, 0, increments, NULL, &c, 1, D / 4);`;
  return `\
#include "phasor.h"
#include <stdio.h>

enum { ROWS = ${rows}, COLUMNS = ${columns}, D = ${width} };
static double features[ROWS * COLUMNS * D], similarities[ROWS * COLUMNS];
static uint64_t increments[PHASOR_INCREMENTS_LENGTH(D / 2)];

int main(void) {
${turns}
    for (int n = 0; n < ROWS * COLUMNS; n++) {
        double ${mrope ? "zero = 0, " : ""}r = ${start}n / COLUMNS, c = ${start}n % COLUMNS;
        double *pe = features + n * D;
${features}
    }
    phasor_dots_f64(similarities, 1, features, D, features + ${patch} * D, D, ROWS * COLUMNS, 1, D, 0);
    printf("row,column,similarity\\n");
    for (int n = 0; n < ROWS * COLUMNS; n++)
        printf("%d,%d,%.9g\\n", n / COLUMNS, n % COLUMNS, similarities[n]);
}
`;
}
