// Programs that print the table of <phasor-ladder>.
import { bitsOf, namesOf } from "./ladder-model.js";

/** @import { Of } from "./ladder-model.js" */

/** @param {Of} of @returns {{ javascript: string, python: string }} */
export function ladderCode(of) {
  const head = ["position", ...namesOf(of)].join(",");
  if (of.step === "binary" || of.step === "many") return mixedCode(of, head);
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
function mixedCode({ step, length, morph }, head) {
  const bits = bitsOf(length);
  const waves = step === "many" ? 2 : 1;
  return {
    javascript: `\
import { sinusoidalAt } from "phasor";

const [bits, waves, morph] = [${bits}, ${waves}, ${morph}];
console.log("${head}");
for (let p = 0; p < ${length}; p++) {
  const at = p + 0.5; // the middle of the position's place
  const row = sinusoidalAt([Math.PI * at], 2 * bits, { base: 2 ** bits, dtype: "float64" });
  const code = [];
  for (let b = 0; b < bits; b++) {
    for (let wave = 0; wave < waves; wave++) {
      const square = 2 * (Math.floor(at / 2 ** b + wave / 2) % 2) - 1;
      code.push((1 - morph) * square - morph * row[2 * b + wave]);
    }
  }
  console.log([p, ...code].join(","));
}
`,
    python: `\
import numpy as np

bits, waves, morph = ${bits}, ${waves}, ${morph}
print("${head}")
for p in range(${length}):
    at = p + 0.5  # the middle of the position's place
    code = []
    for b in range(bits):
        for wave in range(waves):
            square = 2 * (np.floor(at / 2**b + wave / 2) % 2) - 1
            sine = np.sin(np.pi * (at / 2**b + wave / 2))
            code.append((1 - morph) * square - morph * sine)
    print(p, *(f"{value:.17g}" for value in code), sep=",")
`,
  };
}
