// Programs that print the table of <phasor-bias>: ALiBi's windows, T5's buckets, or a Swin window.
import { BUCKETS, HEADS, KEYS, REACH, WEIGHT } from "../models/bias.js";

/** @import { Programs } from "../core/programs.js" */

/**
 * @typedef {object} BiasProgram
 * @property {"alibi" | "t5" | "swin"} kind
 * @property {string} header
 * @property {number} head
 * @property {boolean} bidirectional of T5
 * @property {number} window patches along a side of Swin's
 * @property {number} query a patch of it
 */

/** @param {BiasProgram} model @returns {Programs} */
export function biasCode(model) {
  if (model.kind === "alibi") return alibi(model);
  return model.kind === "t5" ? t5(model) : swin(model);
}

/** @param {BiasProgram} model @returns {Programs} */
const alibi = ({ header }) => ({
  javascript: `\
import { alibiBias, alibiSlopes } from "phasor";

const [heads, keys] = [${HEADS}, ${KEYS}];
const bias = alibiBias(heads, 1, keys, { dtype: "float64", offset: keys - 1 });
console.log("${header}");
alibiSlopes(heads).forEach((slope, head) => {
  const far = bias.slice(head * keys, (head + 1) * keys).reverse();
  console.log([head, slope, far.findIndex((each) => Math.exp(each) < ${WEIGHT})].join());
});
`,
  python: `\
import numpy as np

heads = ${HEADS}
print("${header}")
for head in range(heads):
    slope = 2.0 ** (-8 * (head + 1) / heads)
    weights = np.exp(-slope * np.arange(${KEYS}))
    print(head, slope, np.argmax(weights < ${WEIGHT}), sep=",")
`,
  c: `\
#include <math.h>
#include <stdio.h>
#include "phasor.h"

enum { HEADS = ${HEADS}, KEYS = ${KEYS} };

int main(void) {
  double slopes[HEADS + 1], line[KEYS];
  phasor_frequencies(slopes, HEADS + 1, 256, 1, HEADS);
  puts("${header}");
  for (int head = 0; head < HEADS; head++) {
    int distance = 0;
    phasor_alibi_f64(line, 1 - KEYS, KEYS, slopes[head + 1], -INFINITY);
    while (exp(line[KEYS - 1 - distance]) >= ${WEIGHT}) distance++;
    printf("%d,%.17g,%d\\n", head, slopes[head + 1], distance);
  }
}
`,
});

/** The bias of a row of the learned table. @param {string} row @param {number} head @param {string} five */
const learned = (row, head, five = "5") => `((5 * ${row} + ${4 * head}) % 11 - 5) / ${five}`;

/** @param {BiasProgram} model @returns {Programs} */
function t5({ header, head, bidirectional }) {
  const last = bidirectional ? REACH : 0;
  const each = bidirectional ? BUCKETS / 2 : BUCKETS;
  const bucket = bidirectional
    ? { distance: "abs(relative)", start: `${each} * (relative > 0)` }
    : { distance: "max(-relative, 0)", start: "0" };
  return {
    javascript: `\
import { t5Bucket } from "phasor";

console.log("${header}");
for (let relative = -${REACH}; relative <= ${last}; relative++) {
  const bucket = t5Bucket(relative, { bidirectional: ${bidirectional} });
  console.log([relative, bucket, (${learned("bucket", head)})].join());
}
`,
    python: `\
import numpy as np

each = ${each}  # buckets of a direction; half of them are of one distance
exact = each // 2
print("${header}")
for relative in range(-${REACH}, ${last + 1}):
    distance = ${bucket.distance}
    if distance >= exact:
        shared = np.log(distance / exact) / np.log(128 / exact) * (each - exact)
        distance = min(exact + int(shared + 1e-12), each - 1)
    bucket = ${bucket.start} + distance
    print(relative, bucket, ${learned("bucket", head)}, sep=",")
`,
    c: `\
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EACH = ${each}, EXACT = EACH / 2 }; // buckets of a direction, and those of one distance

int main(void) {
  puts("${header}");
  for (int relative = -${REACH}; relative <= ${last}; relative++) {
    int distance = ${bidirectional ? "abs(relative)" : "-relative"};
    if (distance >= EXACT) {
      double shared = log((double)distance / EXACT) / log(128.0 / EXACT) * (EACH - EXACT);
      distance = EXACT + (int)(shared + 1e-12);
      if (distance > EACH - 1) distance = EACH - 1;
    }
    int bucket = ${bidirectional ? "(relative > 0 ? EACH : 0) + " : ""}distance;
    printf("%d,%d,%.17g\\n", relative, bucket, ${learned("bucket", head, "5.0")});
  }
}
`,
  };
}

/** @param {BiasProgram} model @returns {Programs} */
const swin = ({ header, head, window, query }) => ({
  javascript: `\
import { swinBias, swinRelativePositionIndex } from "phasor";

const [heads, window, query] = [${HEADS}, ${window}, ${query}];
const learned = (_, n) => ((5 * Math.floor(n / heads) + 4 * (n % heads)) % 11 - 5) / 5;
const table = Float64Array.from({ length: (2 * window - 1) ** 2 * heads }, learned);
const patches = window ** 2;
const index = swinRelativePositionIndex(window, window).subarray(query * patches);
const biases = swinBias(table, heads, window, window).subarray((${head} * patches + query) * patches);
console.log("${header}");
for (let key = 0; key < patches; key++) console.log([key, index[key], biases[key]].join());
`,
  python: `\
import numpy as np

window, query = ${window}, ${query}
print("${header}")
for key in range(window**2):
    down, across = np.subtract(divmod(query, window), divmod(key, window))
    index = (down + window - 1) * (2 * window - 1) + across + window - 1
    print(key, index, ${learned("index", head)}, sep=",")
`,
  c: `\
#include <stdio.h>
#include "phasor.h"

enum { W = ${window}, WIDE = 2 * W - 1, PATCHES = W * W, QUERY = ${query} };

int main(void) {
  // Rows of queries in one column of the window are pieces of one line.
  static double line[WIDE * W], indices[PATCHES];
  for (int i = 0; i < WIDE * W; i++)
    line[i] = (WIDE - 1 - i / W) * WIDE + QUERY % W - i % W + W - 1;
  phasor_slide_f64(indices, PATCHES, line + (W - 1 - QUERY / W) * W, W, 1, PATCHES);
  puts("${header}");
  for (int key = 0; key < PATCHES; key++) {
    int index = (int)indices[key];
    printf("%d,%d,%.17g\\n", key, index, ${learned("index", head, "5.0")});
  }
}
`,
});
