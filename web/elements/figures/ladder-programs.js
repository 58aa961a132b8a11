// Programs that print the table of <phasor-ladder>.
import { bitsOf, namesOf } from "./ladder-model.js";

/** @import { Of } from "./ladder-model.js" */

/** @param {Of} of @returns {{ javascript: string, python: string }} */
export function ladderCode(of) {
  const head = ["position", ...namesOf(of)].join(",");
  if (of.step === "binary") return bitsCode(of, head);
  if (of.step === "many") return manyCode(of, head);
  if (of.step === "sine") return sineCode(of, head);
  const divisor = of.step === "integer" ? 1 : Math.max(of.length - 1, 1);
  return {
    javascript: `\
console.log("${head}");
for (let p = 0; p < ${of.length}; p++) console.log([p, p / ${divisor}].join(","));
`,
    python: `\
print("${head}")
for p in range(${of.length}):
    print(f"{p},{p / ${divisor}:.17g}")
`,
  };
}

/** @param {Of} of @param {string} head */
const sineCode = ({ length, dModel, base, pair }, head) => ({
  javascript: `\
import { sinusoidal } from "phasor";

const values = sinusoidal(${length}, ${dModel}, { base: ${base}, dtype: "float64" });
console.log("${head}");
for (let p = 0; p < ${length}; p++) console.log([p, values[p * ${dModel} + ${2 * pair}]].join(","));
`,
  python: `\
import numpy as np

print("${head}")
for p in range(${length}):
    print(f"{p},{np.sin(p * ${base} ** (-${2 * pair} / ${dModel})):.17g}")
`,
});

/** @param {Of} of @param {string} head */
const bitsCode = ({ length }, head) => ({
  javascript: `\
console.log("${head}");
for (let p = 0; p < ${length}; p++) {
  const code = Array.from({ length: ${bitsOf(length)} }, (_, bit) => 2 * ((p >> bit) & 1) - 1);
  console.log([p, ...code].join(","));
}
`,
  python: `\
print("${head}")
for p in range(${length}):
    print(p, *(2 * (p >> bit & 1) - 1 for bit in range(${bitsOf(length)})), sep=",")
`,
});

/** @param {Of} of @param {string} head */
const manyCode = ({ length }, head) => ({
  javascript: `\
import { sinusoidal } from "phasor";

const pairs = ${bitsOf(length)};
const codes = sinusoidal(${length}, 2 * pairs, { base: 2 ** pairs, dtype: "float64" });
console.log("${head}");
for (let p = 0; p < ${length}; p++)
  console.log([p, ...codes.subarray(2 * pairs * p, 2 * pairs * (p + 1))].join(","));
`,
  python: `\
import numpy as np

print("${head}")
for p in range(${length}):
    angles = p * 0.5 ** np.arange(${bitsOf(length)})
    code = np.stack([np.sin(angles), np.cos(angles)], axis=1).ravel()
    print(p, *(f"{value:.17g}" for value in code), sep=",")
`,
});
