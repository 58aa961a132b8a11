// Subjects: the analysis functions (rotations, similarity, statistics) and attention.
import { expect } from "vitest";
import { defined, optional, required, shapes } from "../bad.js";
import { noise } from "../helpers.js";
import {
  entries,
  fn,
  free,
  integer,
  options,
  rows,
  rowsOf,
  second,
  seventh,
  tableOfSize,
  tensor,
  untyped,
} from "./rows.js";
import { between, even, small, small0 } from "./sizes.js";

/** @typedef {import("./rows.js").Subject} Subject */

const { cosineSimilarity, dotProducts } = untyped;

const { notFinite, outside } = required;
const base = rowsOf("base", optional.base);

/** @param {any} result @param {number} length */
function doubles(result, length) {
  expect(result).toBeInstanceOf(Float64Array);
  expect(result).toHaveLength(length);
}

/** Bad values of pe and of its shape [3, 4] for the analysis functions. */
const matrices = {
  0: tensor("pe", 12),
  1: [
    ...shapes([3, 4], ["length", "dModel"], 1),
    ...rows(
      [[3, 5], RangeError, "pe.length", "12"],
      [[4, 3.5], RangeError, "shape[1] (dModel)", "3.5"],
      [[2 ** 26, 2 ** 26], RangeError, "shape[1] (dModel)", "67108864"],
      [[1, 65537], RangeError, "shape[1] (dModel)", "65537"],
    ),
  ],
};
/** Around the sizes of blocks and tiles. */
const large = [
  [342, 64],
  [65, 2050],
  [33, 4098],
  [3, 65536],
];
/** @param {number} length @param {number} d */
const matrix = (length = 3, d = 4) => [noise("float32", length * d), [length, d]];

/** @type {Subject[]} */
const products = [
  ...[dotProducts, cosineSimilarity].map((call) => ({
    name: call.name,
    call,
    sizes: [small, small],
    large,
    good: (length = 3, d = 4) => [...matrix(length, d), { out: seventh(length ** 2) }],
    count: (/** @type {any[]} */ [_, [length]]) => length ** 2,
    bad: { ...matrices, 2: options, out: tableOfSize(9) },
  })),
  {
    ...fn("similarityByDistance"),
    sizes: [small, small],
    large,
    good: matrix,
    count: ([_, [length]]) => length,
    bad: matrices,
  },
  {
    ...fn("sinusoidalSimilarity"),
    sizes: [small0, even],
    good: (length = 3, d = 4) => [length, d, { base: 100 }],
    count: ([length]) => length,
    bad: {
      0: rowsOf("length", required.count),
      1: rowsOf("dModel", required.dModel),
      2: options,
      base,
    },
  },
  {
    ...fn("sinusoidalDotProducts"),
    sizes: [small0, even],
    good: (length = 3, d = 4) => [length, d, { base: 100, out: seventh(length ** 2) }],
    count: ([length]) => length ** 2,
    bad: {
      0: rowsOf("length", required.count),
      1: rowsOf("dModel", required.dModel),
      2: options,
      base,
      ...free(9),
    },
  },
];

/** @type {Subject[]} */
const statements = [
  {
    ...fn("relativePositionMatrix"),
    sizes: [between(-9, 9), even],
    good: (offset = 3, d = 4) => [offset, d, { base: 100 }],
    count: ([_, d]) => d * d,
    bad: {
      0: rowsOf("offset", required.position),
      1: rowsOf("dModel", required.dModel),
      2: options,
      base,
    },
  },
  {
    ...fn("verifyRelativePosition"),
    sizes: [between(3, 6), even],
    large: [[300, 258]],
    good: (length = 3, d = 4) => [...matrix(length, d), 1, { base: 100 }],
    shaped({ matrix, errors, maxError }, [_, [length, d], k]) {
      doubles(matrix, d * d);
      doubles(errors, length - Math.abs(k));
      expect(maxError).toBeTypeOf("number");
    },
    bad: {
      ...matrices,
      2: [
        ...rowsOf("offset", required.count.slice(0, -6)),
        ...rowsOf("offset", outside(3, -3, 0.5, 1e300)),
      ],
      3: options,
      base,
    },
  },
  {
    ...fn("encodingStatistics"),
    sizes: [small, small],
    large: [...large, [1025, 64], [32769, 2]],
    good: matrix,
    shaped({ norms, mean, variance, min, max }, [_, [length, d]]) {
      doubles(norms, length);
      doubles(mean, d);
      doubles(variance, d);
      expect(min).toBeLessThanOrEqual(max);
    },
    bad: matrices,
  },
  {
    ...fn("diagnose"),
    sizes: [small, small],
    good: (length = 3, d = 4) => [...matrix(length, d), d % 2 ? {} : { expect: "vaswani" }],
    shaped: ({ kind, findings }) =>
      expect([typeof kind, findings.length >= 0]).toEqual(["string", true]),
    bad: {
      ...matrices,
      2: options,
      expect: rows(
        [7, TypeError, "expect", "7"],
        ["llama", RangeError, "expect", "llama"],
        [{ base: 1 }, RangeError, "expect.base", "1"],
        [{ convention: "mae", height: 2, width: 3 }, RangeError, "shape[0]", "3"],
        [{ positions: [0, 1] }, RangeError, "expect.positions.length", "2"],
        [{ levels: 2, base: 100 }, RangeError, "expect.base", "100"],
      ),
    },
  },
  {
    ...fn("diagnoseRotary"),
    sizes: [between(8, 12), even],
    good: (rows = 8, width = 4) => [
      { input: noise("float32", rows * width), output: noise("float32", rows * width, 2) },
      [rows, width],
      { expect: { dHead: width } },
    ],
    shaped: ({ kind, findings }) =>
      expect([typeof kind, findings.length >= 0]).toEqual(["string", true]),
    bad: {
      0: rows(
        [7, TypeError, "data", "7"],
        [{ cos: new Float32Array(32) }, TypeError, "data.sin", "undefined"],
        [{ input: new Float32Array(31) }, RangeError, "data.input.length", "31"],
        [{ input: new Float32Array(32) }, TypeError, "data.output", "undefined"],
      ),
      1: rows(
        [7, TypeError, "shape", "7"],
        [[8], RangeError, "shape", "8"],
        [[8, 0], RangeError, "shape", "0"],
        [[8, 1], RangeError, "shape", "1"],
      ),
      2: options,
      expect: rows(
        [{ dHead: 4, layout: "quarter" }, RangeError, "expect.layout", "quarter"],
        [{ dHead: 4, base: 1 }, RangeError, "expect.base", "1"],
        [null, TypeError, "expect", "null"],
        [{ dHead: null }, TypeError, "expect.dHead", "null"],
        [{ dHead: 3 }, RangeError, "expect.dHead", "3"],
        [{ dHead: 4, direction: 2 }, RangeError, "expect.direction", "2"],
      ),
    },
  },
  {
    ...fn("diagnoseBias"),
    sizes: [small0, small, small],
    good: (heads = 2, queries = 3, keys = 4) => [
      noise("float32", heads * queries * keys),
      [heads, queries, keys],
      { expect: { type: "alibi" } },
    ],
    shaped: ({ kind, findings }) =>
      expect([typeof kind, findings.length > 0]).toEqual(["string", true]),
    bad: {
      0: tensor("bias", 24),
      1: shapes([2, 3, 4], ["heads", "queryLength", "keyLength"], 1),
      2: options,
      expect: rows(
        [7, TypeError, "expect", "7"],
        [{ type: "rope" }, RangeError, "expect.type", "rope"],
        [{ type: "alibi", buckets: 8 }, RangeError, "expect.buckets", "8"],
        [
          { type: "t5", buckets: 7, table: new Float32Array(14) },
          RangeError,
          "expect.buckets",
          "7",
        ],
        [{ type: "t5", table: new Float32Array(7) }, RangeError, "expect.table.length", "7"],
        [
          { type: "swin", height: 2, width: 2, table: new Float32Array(18) },
          RangeError,
          "shape",
          "3",
        ],
      ),
    },
  },
];

const pairs = [
  ...shapes([3, 4], ["length", "d"], 0),
  ...rows([[3, 0], RangeError, "shape[1] (d)", "0"]),
];

/** @type {Subject[]} */
const attention = [
  {
    ...fn("softmax"),
    sizes: [small0, small0],
    large: [
      [300, 301],
      [2, 140003],
      [1, 70001],
    ],
    good: (length = 3, d = 4) => [...matrix(length, d), { out: seventh(length * d) }],
    count: ([x]) => x.length,
    bad: {
      0: tensor("x", 12),
      1: shapes([3, 4], ["rows", "columns"], 0),
      2: options,
      out: tableOfSize(12),
    },
  },
  {
    ...fn("attentionWeights"),
    sizes: [small0, small],
    large: [
      [130, 33],
      [401, 65],
      [40, 4099],
    ],
    good: (length = 3, d = 4) => [
      noise("float32", length * d),
      noise("float32", length * d, 2),
      [length, d],
      { bias: noise("float32", length ** 2, 3), causal: true, scale: 2, out: seventh(length ** 2) },
    ],
    count: ([_, __, [length]]) => length ** 2,
    bad: {
      0: tensor("q", 12),
      1: second("k", 12),
      2: pairs,
      3: options,
      bias: defined(second("bias", 9)),
      causal: rowsOf("causal", optional.flag),
      scale: rowsOf("scale", optional.finite),
      out: tableOfSize(9),
    },
  },
  {
    ...fn("attention"),
    sizes: [small0, small0, small0, small],
    large: [
      [3, 40, 140, 33],
      [1, 3, 200, 300],
      [1, 5, 34000, 2],
    ],
    good: (heads = 2, queries = 3, keys = 2, d = 4) => [
      noise("float32", heads * queries * d),
      noise("float32", heads * keys * d, 2),
      noise("float32", heads * keys * d, 3),
      [heads, queries, keys, d],
      {
        bias: noise("float32", heads * queries * keys, 4),
        causal: true,
        offset: 1,
        scale: 2,
        weights: seventh(heads * queries * keys),
        out: seventh(heads * queries * d),
      },
    ],
    count: ([q]) => q.length,
    bad: {
      0: tensor("q", 24),
      1: second("k", 16),
      2: second("v", 16),
      3: [
        ...shapes([2, 3, 2, 4], ["heads", "queryLength", "keyLength", "dHead"], 0),
        ...rows([[2, 3, 2, 0], RangeError, "shape[3] (dHead)", "0"]),
      ],
      4: options,
      bias: defined(second("bias", 12)),
      causal: rowsOf("causal", optional.flag),
      offset: defined(integer("offset", -(2 ** 31), 2 ** 31, 0.5)),
      scale: rowsOf("scale", optional.finite),
      weights: defined(second("weights", 12)),
      out: tableOfSize(24),
    },
  },
  {
    ...fn("permutationError"),
    sizes: [small0, small],
    good: (length = 3, d = 4) => [
      ...matrix(length, d),
      Array.from({ length }, (_, i) => (i + length - 1) % length),
      { pe: noise("float32", length * d, 4) },
    ],
    shaped: (result) => expect(result).toBeTypeOf("number"),
    bad: {
      0: tensor("x", 12),
      1: pairs,
      2: [
        ...rowsOf("permutation", required.lists),
        ...entries(
          "permutation",
          [0, 1],
          [...required.element, ...notFinite, ...outside(-1, 0.5, 3, 2 ** 32)],
        ),
        ...rows(
          [[0, 1], RangeError, "permutation.length", "2"],
          [[0, 1, 1], RangeError, "permutation", "1 twice"],
        ),
      ],
      3: options,
      pe: defined(second("pe", 12)),
    },
  },
];

export const analysis = [...products, ...statements, ...attention];
