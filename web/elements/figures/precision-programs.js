// Programs that print the errors of rows whose angles are computed in lower precision.

/** @import { Kind } from "./precision-model.js" */

/** @typedef {{ dModel: number, base: number, kinds: Kind[] }} PrecisionProgram */

/** How the Python program computes each kind of row. @type {Record<Kind, string>} */
const python = {
  float32: "rounded(np.float32)",
  ggml: "running()",
  float16: "rounded(np.float16)",
  bfloat16: "rounded(bfloat16)",
};

/** @type {Record<Kind, string>} */
const c = {
  float32: "PHASOR_FLOAT32",
  ggml: "PHASOR_GGML",
  float16: "PHASOR_FLOAT16",
  bfloat16: "PHASOR_BFLOAT16",
};

/** @param {PrecisionProgram} model @returns {{ javascript: string, python: string, c: string }} */
export function precisionPrograms({ dModel, base, kinds }) {
  const header = ["position", ...kinds].join(",");
  return {
    javascript: `import { sinusoidalAt } from "phasor";

const [dModel, base, kinds] = [${dModel}, ${base}, ${JSON.stringify(kinds)}];
const positions = new Set(Array.from({ length: 2561 }, (_, n) => Math.round(10 ** (2 + n / 512))));
console.log("${header}");
for (const p of positions) {
  const row = (arithmetic) => sinusoidalAt([p], dModel, { base, arithmetic, dtype: "float64" });
  const exact = row("exact");
  const errors = kinds.map((kind) => Math.max(...row(kind).map((x, c) => Math.abs(x - exact[c]))));
  console.log([p, ...errors].join(","));
}
`,
    python: `import numpy as np

d, base = ${dModel}, ${base}
p = np.unique(np.round(10 ** (2 + np.arange(2561) / 512)))[:, None]
w = base ** (-np.arange(0, d, 2) / d)

class bfloat16(float):
    pass

def rd(x, kind):
    if kind is not bfloat16:
        return x.astype(kind).astype(float)
    m, e = np.frexp(x)
    return np.ldexp(np.round(m * 256) / 256, e)

def waves(angle, kind=float):
    return rd(np.concatenate([np.sin(angle), np.cos(angle)], axis=1), kind)

def rounded(kind):
    return waves(rd(rd(p, kind) * rd(w, kind), kind), kind)

def running():
    ratio = np.float32(base ** (-2 / d))
    steps = [p.astype(np.float32)] + [np.full_like(p, ratio, np.float32)] * (d // 2 - 1)
    return waves(np.multiply.accumulate(np.hstack(steps), axis=1).astype(float), np.float32)

with np.errstate(all="ignore"):
    tables = [${kinds.map((kind) => python[kind]).join(", ")}]
errors = [abs(table - waves(p * w)).max(axis=1) for table in tables]
print("${header}")
for row in zip(p[:, 0], *errors):
    print(",".join("%.9g" % x for x in row))
`,
    c: `#include <math.h>
#include <stdio.h>
#include "phasor.h"

enum { D = ${dModel}, PAIRS = D / 2, KINDS = ${kinds.length} };
static const int kinds[] = {${kinds.map((kind) => c[kind]).join(", ") || 0}};

int main(void) {
  static uint64_t increments[PHASOR_INCREMENTS_LENGTH(PAIRS)];
  static float frequencies[4][PAIRS];
  static double exact[D], row[D];
  phasor_increments(increments, PAIRS, ${base}, 2, D);
  for (int k = 0; k < KINDS; k++)
    phasor_rounded_frequencies(frequencies[k], PAIRS, ${base}, 2, D, kinds[k]);
  puts("${header}");
  double last = 0;
  for (int n = 0; n <= 2560; n++) {
    double p = round(pow(10, 2 + n / 512.0));
    if (p == last) continue;
    last = p;
    printf("%.9g", p);
    phasor_at_f64(exact, D, increments, NULL, &p, 1, PAIRS);
    for (int k = 0; k < KINDS; k++) {
      double most = 0;
      phasor_rounded_at_f64(row, D, frequencies[k], &p, 1, PAIRS, kinds[k]);
      for (int c = 0; c < D; c++)
        if (!(fabs(row[c] - exact[c]) <= most)) most = fabs(row[c] - exact[c]);
      printf(",%.9g", most);
    }
    puts("");
  }
}
`,
  };
}
