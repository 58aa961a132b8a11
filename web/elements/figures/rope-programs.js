// Programs that rotate a query and its keys, and print what the figure shows.

/**
 * @typedef {object} RopeProgram
 * @property {number} dModel features of a head
 * @property {number} base
 * @property {"interleaved" | "half"} layout
 * @property {number} query its position
 * @property {number} key its position
 * @property {{ start: number, past: number } | undefined} keys the positions of a cache's keys, instead of one key
 * @property {number} places if not 0, the query is printed at this many positions, instead of scores
 */

/** @param {RopeProgram} model @returns {{ javascript: string, python: string }} */
export function ropePrograms(model) {
  return { javascript: javascript(model), python: python(model) };
}

const HEAD = "pair,frequency,contribution";
const CACHE_HEAD = "key,score,score without the offset";
const PLACES_HEAD = "position,feature,value";

/** The features of pair i, as an expression. @param {RopeProgram} model @param {string} half */
const pairOf = ({ layout }, half) =>
  layout === "half" ? ["i", `i + ${half}`] : ["2 * i", "2 * i + 1"];

/** @param {RopeProgram} model */
function javascript(model) {
  const { dModel, base, layout, query, key, keys, places } = model;
  const [a, z] = pairOf(model, "width / 2");
  const start = `import { dotProducts, RotaryEmbedding } from "phasor";

const width = ${dModel};
const rotary = new RotaryEmbedding(width, { base: ${base}, layout: "${layout}" });
const features = (middle) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 12) - middle) / 6);
const turned = (middle, offset) => rotary.apply(features(middle), [1, width], { offset });
const dot = (q, k) => dotProducts(Float64Array.of(...q, ...k), [2, q.length])[1];
`;
  if (keys) {
    return `${start}
const right = turned(5.5, ${keys.past});
const forgotten = turned(5.5, 0);
console.log("${CACHE_HEAD}");
for (let n = ${keys.start}; n < ${keys.past}; n++) {
  const key = turned(4.5, n);
  console.log([n, dot(right, key), dot(forgotten, key)].join());
}
`;
  }
  if (places > 0) {
    return `${start.replace(/const dot.*\n/, "").replace("dotProducts, ", "")}
console.log("${PLACES_HEAD}");
for (let position = ${query}; position < ${query + places}; position++) {
  turned(5.5, position).forEach((value, f) => console.log([position, f, value].join()));
}
`;
  }
  return `${start}
const q = turned(5.5, ${query});
const k = turned(4.5, ${key});
const pair = (x, i) => [x[${a}], x[${z}]];
console.log("${HEAD}");
rotary.frequencies.forEach((frequency, i) => {
  console.log([i, frequency, dot(pair(q, i), pair(k, i))].join());
});
`;
}

/** @param {RopeProgram} model */
function python(model) {
  const { dModel, base, query, key, keys, places } = model;
  const [a, z] =
    model.layout === "half"
      ? ["slice(0, width // 2)", "slice(width // 2, width)"]
      : ["slice(0, width, 2)", "slice(1, width, 2)"];
  const start = `import numpy as np

width = ${dModel}
frequency = float(${base}) ** (-np.arange(0, width, 2) / width)
first, second = ${a}, ${z}


def turned(middle, position):
    x = ((7 * np.arange(width) + 3) % 12 - middle) / 6
    cos, sin = np.cos(position * frequency), np.sin(position * frequency)
    out = np.empty(width)
    out[first] = x[first] * cos - x[second] * sin
    out[second] = x[first] * sin + x[second] * cos
    return out

`;
  if (keys) {
    return `${start}
right, forgotten = turned(5.5, ${keys.past}), turned(5.5, 0)
print("${CACHE_HEAD}")
for n in range(${keys.start}, ${keys.past}):
    key = turned(4.5, n)
    print(f"{n},{right @ key:.9g},{forgotten @ key:.9g}")
`;
  }
  if (places > 0) {
    return `${start}
print("${PLACES_HEAD}")
for position in range(${query}, ${query + places}):
    for f, value in enumerate(turned(5.5, position)):
        print(f"{position},{f},{value:.9g}")
`;
  }
  return `${start}
q, k = turned(5.5, ${query}), turned(4.5, ${key})
contribution = q[first] * k[first] + q[second] * k[second]
print("${HEAD}")
for i in range(width // 2):
    print(f"{i},{frequency[i]:.9g},{contribution[i]:.9g}")
`;
}
