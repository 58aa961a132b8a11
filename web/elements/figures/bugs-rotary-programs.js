// Programs that print the scores of a query, from a correct rotary embedding and from a wrong port.
import { otherBase, otherDim, restartOf } from "./bugs-rotary-model.js";

/** @import { Programs } from "../core/types.js" */
/** @import { Rope, Slip } from "./bugs-rotary-model.js" */

/** @param {{ model: { rope: Rope }, slips: Slip[], steps: number, at: number }} shown @returns {Programs} */
export function rotaryPrograms({ model: { rope }, slips, steps, at }) {
  const { dHead: width } = rope;
  const both = [embeddingOf("right", rope, [], steps), embeddingOf("port", rope, slips, steps)];
  const options = { width, rows: steps, query: at, both };
  return { javascript: javascript(options), python: python(options) };
}

/** @typedef {{ width: number, rows: number, query: number, both: Embedding[] }} Options */
/** @typedef {ReturnType<typeof embeddingOf>} Embedding */

/** @param {string} name @param {Rope} rope @param {Slip[]} slips @param {number} rows */
function embeddingOf(name, rope, slips, rows) {
  const has = (/** @type {Slip} */ slip) => slips.includes(slip);
  const isScaled = !has("scaling");
  const { factor = 1, original_max_position_embeddings: original = 1 } = rope.scaling ?? {};
  return {
    name,
    dim: has("part") ? otherDim(rope) : rope.rotaryDim,
    base: has("base") ? otherBase(rope) : rope.base,
    // YaRN's two parameters; undefined without scaling.
    yarn: isScaled ? { factor, original } : undefined,
    attention: isScaled && !has("factor"),
    neighbours: (rope.layout === "interleaved") !== has("layout"),
    first: has("start") ? " + 1" : "",
    restart: has("restart") ? restartOf(rows) : undefined,
    sign: has("sign") ? "-" : "",
    swapped: has("swapped"),
    half: has("bfloat16"),
  };
}

/** The features of pair i. @param {Embedding} embedding */
const pairOf = ({ neighbours, dim }) =>
  neighbours ? ["2 * i", "2 * i + 1"] : ["i", `i + ${dim / 2}`];
/** @param {Embedding} embedding @param {string} p @param {string} w */
const angleOf = ({ half }, p, w) => (half ? `rd(rd(${p}) * rd(${w}))` : `${p} * ${w}`);
/** The variables used as cosine and sine. @param {Embedding} embedding */
const namesOf = ({ swapped }) => (swapped ? ["s", "c"] : ["c", "s"]);
/** The position of row n, as an expression in JavaScript. @param {Embedding} embedding */
const positionOf = ({ restart, first }) =>
  restart === undefined ? `n${first}` : `(n < ${restart} ? n : n - ${restart})${first}`;

const HEAD = "offset,right,port";

/** @param {Options} shown */
const javascript = ({ width, rows, query, both }) => `\
import { ropeFrequencies } from "phasor";

const [width, rows, query] = [${width}, ${rows}, ${query}];
const features = (middle) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 12) - middle) / 6);
${
  both.some(({ half }) => half)
    ? `
// To bfloat16, ties to even.
const bits = new Uint32Array(new Float32Array(1).buffer);
const float = new Float32Array(bits.buffer);
function rd(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}
`
    : ""
}${both
  .map((embedding) => {
    const { name, dim, base, yarn, attention, sign } = embedding;
    const scaling = yarn
      ? `, scaling: { type: "yarn", factor: ${yarn.factor}, original_max_position_embeddings: ${yarn.original} }`
      : "";
    const [a, z] = pairOf(embedding);
    const [cos, sin] = namesOf(embedding);
    return `
const ${name}Rule = ropeFrequencies(width, { rotaryDim: ${dim}, base: ${base}${scaling} });
function ${name}(x, n) {
  const out = x.slice();
  const p = ${positionOf(embedding)};
  ${name}Rule.frequencies.forEach((w, i) => {
    const [a, z, angle] = [${a}, ${z}, ${angleOf(embedding, "p", "w")}];
    const factor = ${attention ? `${name}Rule.attentionFactor` : "1"};
    const [${cos}, ${sin}] = [factor * Math.cos(angle), ${sign}factor * Math.sin(angle)];
    out[a] = x[a] * c - x[z] * s;
    out[z] = x[a] * s + x[z] * c;
  });
  return out;
}
`;
  })
  .join("")}
const [q, k] = [features(5.5), features(4.5)];
const score = (turn, n) => {
  const key = turn(k, n);
  return turn(q, query).reduce((sum, value, f) => sum + value * key[f], 0);
};
console.log("${HEAD}");
for (let n = 0; n < rows; n++) console.log([n - query, score(right, n), score(port, n)].join());
`;

/** @param {Options} shown */
const python = ({ width, rows, query, both }) => `\
import numpy as np

width, rows, query = ${width}, ${rows}, ${query}
f = np.arange(width)
q, k = (((7 * f + 3) % 12 - middle) / 6 for middle in (5.5, 4.5))
${
  both.some(({ half }) => half)
    ? `
def rd(x):  # to bfloat16, ties to even
    m, e = np.frexp(x)
    return np.ldexp(np.round(m * 256) / 256, e)

`
    : ""
}${both
  .map((embedding) => {
    const { name, dim, base, yarn, attention, restart, first, sign } = embedding;
    const [cos, sin] = namesOf(embedding);
    const position =
      restart === undefined ? `n${first}` : `(n if n < ${restart} else n - ${restart})${first}`;
    const [a, z] = pairOf(embedding);
    const factor = yarn && attention ? `0.1 * np.log(${yarn.factor}) + 1` : "1";
    const ramp = yarn
      ? `\
    low, high = (r * np.log(${yarn.original} / (2 * np.pi * turns)) / (2 * np.log(base)) for turns in (32, 1))
    low, high = max(np.floor(low), 0), min(np.ceil(high), r - 1)
    ramp = np.clip((i - low) / max(high - low, 0.001), 0, 1)
    w = w * (1 - ramp) + w / ${yarn.factor} * ramp
`
      : "";
    return `
def ${name}(x, n):
    r, base = ${dim}, float(${base})
    i = np.arange(r // 2)
    w = base ** (-2 * i / r)
${ramp}    p = float(${position})
    angle = ${angleOf(embedding, "p", "w")}
    factor = ${factor}
    ${cos}, ${sin} = factor * np.cos(angle), ${sign}factor * np.sin(angle)
    a, z = ${a}, ${z}
    out = x.copy()
    out[a], out[z] = x[a] * c - x[z] * s, x[a] * s + x[z] * c
    return out

`;
  })
  .join("")}
print("${HEAD}")
for n in range(rows):
    print(n - query, *("%.12g" % (turn(q, query) @ turn(k, n)) for turn in (right, port)), sep=",")
`;
