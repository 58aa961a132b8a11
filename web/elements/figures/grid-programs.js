// Programs that print what <phasor-grid> shows: the similarity of one patch with every patch.
import { mropeSizes } from "./grid-model.js";

/** @import { Patches } from "./grid-model.js" */

/**
 * @param {Patches & { patch: number }} model patch: its index, counted row by row
 * @returns {{ javascript: string, python: string }}
 */
export function gridPrograms(model) {
  return { javascript: javascript(model), python: python(model) };
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
  const [time, space] = mropeSizes(width);
  const start = kind === "detr" ? "1 + " : "";
  const angles =
    kind === "mrope"
      ? `\
w = ${base} ** (-2 * np.arange(d // 2) / d)
w = np.split(w, [${time}, ${time + space}])  # time, height, width
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
