// Programs that print the table of <phasor-bias>.
import { HEADS } from "./bias-alibi.js";
import { DISTANCES, WINDOW } from "./bias-numbers.js";

/** @import { Programs } from "../core/types.js" */
/** @import { D, P } from "./bias.js" */

/** @param {P} p @param {D} d @returns {Programs} */
export function biasPrograms(p, d) {
  if (p.kind === "alibi") return alibi(d.at);
  return p.kind === "t5" ? t5(d.biases) : swin(d.patch);
}

const heads = Array.from({ length: HEADS }, (_, head) => `head ${head + 1}`);

/** @param {number} query @returns {Programs} */
const alibi = (query) => ({
  javascript: `\
import { alibiBias } from "phasor";

const [heads, keys] = [${HEADS}, ${query + 1}];
const parts = alibiBias(heads, 1, keys, { offset: keys - 1, dtype: "float64" }).map(Math.exp);
const lines = Array.from({ length: heads }, (_, h) => parts.subarray(h * keys, (h + 1) * keys));
const sums = lines.map((line) => line.reduce((sum, part) => sum + part, 0));
console.log("${["key", ...heads]}");
for (let n = 0; n < keys; n++) console.log([n, ...lines.map((line, h) => line[n] / sums[h])].join());
`,
  python: `\
import numpy as np

keys = np.arange(${query + 1})
slopes = 2.0 ** -np.arange(1, ${HEADS + 1})
parts = np.exp(np.outer(keys - keys[-1], slopes))
weights = parts / parts.sum(axis=0)
print("${["key", ...heads]}")
for n in keys:
    print(n, *weights[n], sep=",")
`,
});

/** @param {ArrayLike<number>} biases @returns {Programs} */
function t5(biases) {
  const list = Array.from(biases).join(", ");
  const header = "distance,bucket,bias,weight";
  return {
    javascript: `\
import { t5Bucket } from "phasor";

const biases = [${list}];
const back = (_, n) => t5Bucket(-n, { bidirectional: false });
const buckets = Array.from({ length: ${DISTANCES} }, back);
const sum = buckets.reduce((sum, bucket) => sum + Math.exp(biases[bucket]), 0);
console.log("${header}");
buckets.forEach((b, n) => console.log([n, b, biases[b], Math.exp(biases[b]) / sum].join()));
`,
    python: `\
import numpy as np

biases = np.array([${list}])
n = np.arange(${DISTANCES})
far = 16 + (np.log(np.maximum(n, 16) / 16) / np.log(128 / 16) * 16 + 1e-12).astype(int)
buckets = np.where(n < 16, n, np.minimum(far, 31))
weights = np.exp(biases[buckets])
weights /= weights.sum()
print("${header}")
for row in zip(n, buckets, biases[buckets], weights):
    print(*row, sep=",")
`,
  };
}

/** @param {number[]} patch @returns {Programs} */
function swin([row, column]) {
  const header = "row,column,table row,bias,weight";
  return {
    javascript: `\
import { swinBias, swinRelativePositionIndex } from "phasor";

const [window, wide, patches] = [${WINDOW}, ${2 * WINDOW - 1}, ${WINDOW ** 2}];
// Made up: a table is learned. Its rows count offsets of the query from the key.
const table = Float64Array.from({ length: wide ** 2 }, (_, index) => {
  const [down, across] = [window - 1 - Math.floor(index / wide), window - 1 - (index % wide)];
  return 2 * Math.exp(-(down ** 2 + across ** 2) / 9) - 1 + (across - down) / 20;
});
const from = ${row * WINDOW + column} * patches;
const biases = swinBias(table, 1, window, window).subarray(from, from + patches);
const index = swinRelativePositionIndex(window, window).subarray(from, from + patches);
const sum = biases.reduce((sum, bias) => sum + Math.exp(bias), 0);
console.log("${header}");
biases.forEach((bias, key) => {
  const place = [Math.floor(key / window), key % window];
  console.log([...place, index[key], bias, Math.exp(bias) / sum].join());
});
`,
    python: `\
import numpy as np

row, column = np.divmod(np.arange(${WINDOW ** 2}), ${WINDOW})
down, across = row - ${row}, column - ${column}  # offsets of the keys from the query
index = (${WINDOW - 1} - down) * ${2 * WINDOW - 1} + ${WINDOW - 1} - across
biases = 2 * np.exp(-(down**2 + across**2) / 9) - 1 + (across - down) / 20  # made up
weights = np.exp(biases) / np.exp(biases).sum()
print("${header}")
for line in zip(row, column, index, biases, weights):
    print(*line, sep=",")
`,
  };
}
