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

/** @param {PrecisionProgram} model @returns {{ javascript: string, python: string }} */
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
  };
}
