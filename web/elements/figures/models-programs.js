// Programs that print the wavelengths of a model's pairs, for each kind of layers.
import { pythonRule, pythonRules } from "./scaling-programs.js";

/** @import { Kind, Model } from "./models-model.js" */
/** @import { Programs } from "../core/types.js" */

const HEAD = "kind,layers,pair,wavelength";

/** @param {Model} model @returns {Programs | undefined} none for frequencies that follow from no rule */
export const modelsPrograms = ({ kinds, context }) =>
  kinds.some(({ frequencies }) => frequencies)
    ? undefined
    : { javascript: javascript(kinds, context), python: python(kinds, context ?? 0) };

/** @param {Kind[]} kinds @param {number | undefined} length */
const javascript = (kinds, length) => `\
import { ropeFrequencies } from "phasor";

const kinds = [
${kinds.map(({ type, ...kind }) => `  ${JSON.stringify({ ...kind, length })},\n`).join("")}];
console.log("${HEAD}");
kinds.forEach(({ layers, head, dHead, ...options }, kind) => {
  const turning = options.rotaryDim > 0 ? ropeFrequencies(dHead, options).frequencies : [];
  for (let pair = 0; pair < head / 2; pair++)
    console.log([kind, layers, pair, (2 * Math.PI) / (turning[pair] ?? 0)].join());
});
`;

/** @param {Kind[]} kinds @param {number} length */
const python = (kinds, length) => `\
import numpy as np
${pythonRules(kinds.map(({ scaling }) => scaling))}
print("${HEAD}")
np.seterr(divide="ignore")
${kinds.map((kind, n) => pythonKind(kind, n, length)).join("")}`;

/** @param {Kind} kind @param {number} n @param {number} length */
function pythonKind({ layers, head, dHead, rotaryDim, base, scaling }, n, length) {
  const turned = scaling ? pythonRule(scaling, { dHead, length }) : "w";
  return `
base, r = float(${base}), ${rotaryDim}
i = np.arange(r // 2)
w = base ** (-2 * i / max(r, 1))
turning = np.zeros(${head >> 1})
turning[: r // 2] = ${turned}
for pair, wavelength in enumerate(2 * np.pi / turning):
    print(${n}, ${layers}, pair, f"{wavelength:.9g}", sep=",")
`;
}
