// Programs that print the table with the bugs of <phasor-bugs>.

/** @import { Bug } from "./bugs-model.js" */

/**
 * @param {object} shown
 * @param {number} shown.rows @param {number} shown.dModel @param {number} shown.base
 * @param {Bug[]} shown.bugs
 * @param {number} shown.start the first row that is printed
 * @param {number} shown.count how many rows are printed
 * @returns {{ javascript: string, python: string }}
 */
export function bugsPrograms({ rows, dModel, base: right, bugs, start, count }) {
  const has = (/** @type {Bug} */ bug) => bugs.includes(bug);
  const first = has("start") ? 1 : 0;
  /** @type {Program["half"]} */
  const half = has("bfloat16") ? "bfloat16" : has("float16") ? "float16" : undefined;
  const narrow = has("spacing") && dModel > 2;
  const program = {
    has,
    half,
    dModel,
    narrow,
    base: has("base") ? 10 * right : right,
    // Whether the program computes the angle itself, instead of the library.
    loose: has("multiplied") || has("floor"),
    // The position of row n, or the one position of all rows, as an expression.
    position: has("constant") ? `${first}` : first ? "n + 1" : "n",
    start,
    end: start + count,
    missing: has("nan") ? Math.ceil(0.75 * rows) : undefined,
  };
  return { javascript: javascript(program), python: python(program) };
}

/**
 * @typedef {object} Program
 * @property {(bug: Bug) => boolean} has
 * @property {"float16" | "bfloat16" | undefined} half
 * @property {number} dModel @property {boolean} narrow @property {number} base
 * @property {boolean} loose @property {string} position
 * @property {number} start @property {number} end
 * @property {number | undefined} missing the first row with NaN entries
 */

/** @param {Program} program */
function javascript({ has, half, dModel, narrow, base, loose, position, start, end, missing }) {
  const convention = JSON.stringify({
    layout: has("concatenated") ? "concatenated" : "interleaved",
    order: has("swapped") ? "cos-sin" : "sin-cos",
  });
  const exponent = has("exponent");
  const root = narrow && (exponent || loose) ? `${base} ** (${dModel} / ${dModel - 2})` : base;
  const spacing = narrow && !exponent && !loose ? ', convention: { spacing: "d-2" }' : "";
  const options = `{ base: ${root}${spacing}, arithmetic: "${half ?? "exact"}" }`;
  const width = exponent ? 2 * dModel : dModel;
  const angle = `n ${has("multiplied") ? "/" : "*"} omega[${exponent ? "c" : "c >> 1"}]`.replace(
    "n",
    position.includes("+") ? `(${position})` : position,
  );
  const row = loose
    ? `  const angles = Float64Array.from({ length: d }, (_, c) => ${has("floor") ? `Math.floor(${angle})` : angle});
  const pairs = sinusoidalAt(angles, 2, ${half ? `{ arithmetic: "${half}" }` : "{}"});
  let row = angles.map((_, c) => pairs[2 * c + (c % 2)]);`
    : exponent
      ? `  const wide = sinusoidalAt([${position}], ${width}, ${options});
  let row = wide.filter((_, c) => c % 4 === 0 || c % 4 === 3);`
      : `  let row = sinusoidalAt([${position}], d, ${options});`;
  return `\
import { convertConvention${loose ? ", frequencies" : ""}, sinusoidalAt } from "phasor";

const d = ${dModel};
${loose ? `const omega = frequencies(${width}, { base: ${root} });\n` : ""}\
console.log(["position", ...Array.from({ length: d }, (_, c) => \`dim \${c}\`)].join());
for (let n = ${start}; n < ${end}; n++) {
${row}
${missing === undefined ? "" : `  if (n >= ${missing}) row.fill(NaN, d - 2);\n`}\
  row = convertConvention(row, [1, d], { from: "vaswani", to: ${convention} });
  console.log([n, ...row].join());
}
`;
}

/** @param {Program} program */
function python({ has, half, dModel, narrow, base, loose, position, start, end, missing }) {
  const exponent = `${has("exponent") ? "c" : "2 * (c // 2)"} / ${narrow ? dModel - 2 : dModel}`;
  const positions = position.includes("n") ? position : `0 * n + ${position}`;
  const angle = has("multiplied") ? "p / omega" : "p * omega";
  const rounded = half && !loose ? "rd(rd(p) * rd(omega))" : angle;
  const rows = [
    has("floor") ? `np.floor(${angle})` : rounded,
    half && loose ? "rd(angles)" : undefined,
  ];
  const rd =
    half === "float16"
      ? "def rd(x):\n    return x.astype(np.float16).astype(float)\n\n"
      : "def rd(x):\n    m, e = np.frexp(x)\n    return np.ldexp(np.round(m * 256) / 256, e)\n\n";
  return `\
import numpy as np

${half ? rd : ""}d = ${dModel}
n = np.arange(${start}, ${end})[:, None]
c = np.arange(d)
p = (${positions}).astype(float)
omega = 1 / float(${base}) ** (${exponent})
angles = ${rows[0]}
${rows[1] ? `angles = ${rows[1]}\n` : ""}\
pe = np.where(c % 2 == 0, np.sin(angles), np.cos(angles))
${half ? "pe = rd(pe)\n" : ""}\
${missing === undefined ? "" : `pe[n[:, 0] >= ${missing}, -2:] = np.nan\n`}\
columns = c.reshape(-1, 2)${has("swapped") ? "[:, ::-1]" : ""}${has("concatenated") ? ".T" : ""}.ravel()
print("position", *(f"dim {c}" for c in range(d)), sep=",")
for row, values in zip(n[:, 0], pe[:, columns]):
    print(row, *("%.9g" % value for value in values), sep=",")
`;
}
