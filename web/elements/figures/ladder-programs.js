// Programs that print the table of <phasor-ladder>.
import { bitsOf, namesOf } from "./ladder-model.js";

/** @import { Of } from "./ladder-model.js" */

/** @param {Of} of @returns {{ javascript: string, python: string, c: string }} */
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
    c: `\
#include <stdio.h>

int main(void) {
  puts("${head}");
  for (int p = 0; p < ${of.length}; p++) printf("%d,%.17g\\n", p, p / ${divisor}.0);
}
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
  c: `\
#include <stdio.h>
#include "phasor.h"

enum { D = ${dModel} };
static uint64_t increments[PHASOR_INCREMENTS_LENGTH(D / 2)];

int main(void) {
  phasor_increments(increments, D / 2, ${base}, 2, D);
  puts("${head}");
  for (int p = 0; p < ${length}; p++) {
    double row[D];
    phasor_at_f64(row, D, increments, NULL, &(double){p}, 1, D / 2);
    printf("%d,%.17g\\n", p, row[${2 * pair}]);
  }
}
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
    c: `\
#include <math.h>
#include <stdio.h>
#include "phasor.h"

enum { BITS = ${bits}, WAVES = ${waves} };
static uint64_t increments[PHASOR_INCREMENTS_LENGTH(BITS)];

int main(void) {
  const double morph = ${morph}, pi = acos(-1);
  phasor_increments(increments, BITS, pow(2, BITS), 2, 2 * BITS);
  puts("${head}");
  for (int p = 0; p < ${length}; p++) {
    const double at = p + 0.5; // the middle of the position's place
    double row[2 * BITS];
    phasor_at_f64(row, 2 * BITS, increments, NULL, &(double){pi * at}, 1, BITS);
    printf("%d", p);
    for (int b = 0; b < BITS; b++)
      for (int wave = 0; wave < WAVES; wave++) {
        const double square = 2 * fmod(floor(at / pow(2, b) + wave / 2.0), 2) - 1;
        printf(",%.17g", (1 - morph) * square - morph * row[2 * b + wave]);
      }
    printf("\\n");
  }
}
`,
  };
}
