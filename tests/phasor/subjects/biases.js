// Subjects: biases of attention scores (ALiBi, T5, Swin, relative).
import { expect } from "vitest";
import { defined, optional, required, shapes } from "../bad.js";
import { noise } from "../helpers.js";
import {
  fn,
  free,
  integer,
  options,
  rows,
  rowsOf,
  seventh,
  tableOfSize,
  tensor,
  untyped,
} from "./rows.js";
import { between, one, small, small0 } from "./sizes.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Subject} Subject */

const { relativeBias, relativeBiasBackward, swinBias, swinBiasBackward, t5Bias, t5BiasBackward } =
  untyped;

const { outside } = required;
const heads = integer("heads", 0, -1, 65537);
const [height, width] = ["height", "width"].map((name) => integer(name, 0, -1, 65537));
const lengths = {
  1: rowsOf("queryLength", required.count),
  2: rowsOf("keyLength", required.count),
};
const maxBias = rowsOf("maxBias", [...optional.finite, ...outside(0, -0, -8, 1000.1, 1e300)]);
const offset = [
  ...defined(integer("offset", -(2 ** 31), 2 ** 31, 0.5)),
  ...rowsOf("offset", outside(2 ** 53)),
];

/** @type {Subject[]} */
const alibi = [
  {
    ...fn("alibiSlopes"),
    sizes: [small],
    good: (heads = 6) => [heads, { maxBias: 8 }],
    count: ([heads]) => heads,
    bad: { 0: heads, 1: options, maxBias },
  },
  {
    ...fn("alibiBias"),
    sizes: [small, small0, small0],
    large: [
      [2, 301, 299],
      [1, 70, 8195],
    ],
    good: (heads = 2, queries = 3, keys = 4) => [
      heads,
      queries,
      keys,
      { offset: 1, maxBias: 4, out: seventh(heads * queries * keys) },
    ],
    count: ([heads, queries, keys]) => heads * queries * keys,
    bad: {
      0: heads,
      ...lengths,
      3: options,
      maxBias,
      causal: rowsOf("causal", optional.flag),
      form: rowsOf("form", optional.name),
      offset,
      ...free(24),
    },
  },
];

/** A table of biases and its gradient, both functions of a tensor, its shape, queries and keys.
 * @param {{ forward: any, backward: any, rows: number, sizes: Subject["sizes"],
 * large: number[][], bad: (name: string, length: number) => Record<string, Row[]> }} pair @returns {Subject[]} */
const tableAndGradient = ({ forward, backward, rows: entries, sizes, large, bad }) => [
  {
    name: forward.name,
    call: forward,
    sizes,
    large,
    good: (rows = entries, heads = 2, queries = 3, keys = 4) => [
      noise("float32", rows * heads),
      [rows, heads],
      queries,
      keys,
      { offset: 1, out: seventh(heads * queries * keys) },
    ],
    count: ([_, [, heads], queries, keys]) => heads * queries * keys,
    bad: { ...bad("table", 2 * entries), out: tableOfSize(24) },
  },
  {
    name: backward.name,
    call: backward,
    sizes,
    large,
    good: (rows = entries, heads = 2, queries = 3, keys = 4) => [
      noise("float32", heads * queries * keys),
      [rows, heads],
      queries,
      keys,
      { offset: 1, out: seventh(rows * heads) },
    ],
    count: ([_, [rows, heads]]) => rows * heads,
    bad: { ...bad("gradBias", 24), out: tableOfSize(2 * entries) },
  },
];

const t5Options = {
  bidirectional: rowsOf("bidirectional", optional.flag),
  maxDistance: defined(integer("maxDistance", 8, 0, -1, 2 ** 31)),
};

/** Shapes that are wrong for both functions. @param {number[]} good @param {string[]} axes */
const tableShapes = (good, axes) =>
  shapes(good, axes, 0).filter(([value]) => !Array.isArray(value) || ![-1, 0.5].includes(value[0]));

const t5 = tableAndGradient({
  forward: t5Bias,
  backward: t5BiasBackward,
  rows: 32,
  sizes: [one(8, 32), small, small0, small0],
  large: [
    [32, 2, 301, 299],
    [32, 1, 70, 8195],
  ],
  bad: (name, length) => ({
    0: tensor(name, length),
    1: [
      ...tableShapes([32, 2], ["buckets", "heads"]),
      ...rows(
        [[2, 2], RangeError, "buckets", "2"],
        [[33, 2], RangeError, "buckets", "33"],
        [[4098, 2], RangeError, "buckets", "4098"],
        [[32, 0], RangeError, "heads", "0"],
        [[32, 65537], RangeError, "heads", "65537"],
        [[34, 2], RangeError, `${name}.length`, String(length)],
      ).filter(([value]) => name === "table" || value[0] !== 34),
    ],
    2: rowsOf("queryLength", required.count),
    3: rowsOf("keyLength", required.count),
    4: options,
    ...t5Options,
    offset,
  }),
});

const relative = tableAndGradient({
  forward: relativeBias,
  backward: relativeBiasBackward,
  rows: 5,
  sizes: [one(1, 5, 9), small, small0, small0],
  large: [
    [129, 2, 301, 299],
    [90001, 1, 2, 40000],
  ],
  bad: (name, length) => ({
    0: tensor(name, length),
    1: [
      ...tableShapes([5, 2], ["2·reach + 1", "heads"]),
      ...rows(
        [[0, 2], RangeError, "shape[0] (2·reach + 1)", "0"],
        [[4, 2], RangeError, "shape[0] (2·reach + 1)", "4"],
        [[2 ** 31 + 1, 2], RangeError, "shape[0] (2·reach + 1)", "2147483649"],
        [[5, 0], RangeError, "heads", "0"],
        [[5, 65537], RangeError, "heads", "65537"],
      ),
    ],
    2: rowsOf("queryLength", required.count),
    3: rowsOf("keyLength", required.count),
    4: options,
    offset,
  }),
});

/** @type {Subject} */
const bucket = {
  ...fn("t5Bucket"),
  sizes: [between(-1e6, 1e6)],
  good: (offset = -7) => [offset, { buckets: 32 }],
  shaped: (result) => expect(result).toBeGreaterThanOrEqual(0),
  bad: {
    0: integer("relativePosition", 0.5, -(2 ** 53)),
    1: options,
    buckets: defined(integer("buckets", 2, 3, 0, -2, 31, 4097)),
    ...t5Options,
  },
};

/** Sizes for a window: entries of its table of offsets, and of its pairs. */
const offsets = (/** @type {number} */ h, /** @type {number} */ w) => (2 * h - 1) * (2 * w - 1);
const cells = (/** @type {number} */ h, /** @type {number} */ w) => (h * w) ** 2;

/** @type {Subject[]} */
const swin = [
  {
    ...fn("swinRelativePositionIndex"),
    sizes: [small, small],
    good: (h = 2, w = 3) => [h, w],
    shaped: (result, [h, w]) => expect(result).toHaveLength(cells(h, w)),
    bad: { 0: height, 1: width },
  },
  ...[
    { call: swinBias, name: "table", from: offsets, to: cells },
    { call: swinBiasBackward, name: "gradBias", from: cells, to: offsets },
  ].map(({ call, name, from, to }) => ({
    name: call.name,
    call,
    sizes: [small, small, small],
    large: [
      [2, 12, 12],
      [2, 2, 150],
      [3, 40, 9],
    ],
    good: (heads = 2, h = 2, w = 3) => [
      noise("float32", heads * from(h, w)),
      heads,
      h,
      w,
      { out: seventh(heads * to(h, w)) },
    ],
    count: (/** @type {any[]} */ [_, heads, h, w]) => heads * to(h, w),
    bad: {
      0: tensor(name, 2 * from(2, 3)),
      1: heads,
      2: height,
      3: width,
      4: options,
      out: tableOfSize(2 * to(2, 3)),
    },
  })),
  {
    ...fn("swinLogCoordinates"),
    sizes: [small, small],
    good: (h = 2, w = 3) => [h, w, { pretrained: [4, 4], out: seventh(2 * offsets(h, w)) }],
    count: ([h, w]) => 2 * offsets(h, w),
    bad: {
      0: height,
      1: width,
      2: options,
      pretrained: rows(
        [null, TypeError, "pretrained", "null"],
        [4, TypeError, "pretrained", "4"],
        [[4], RangeError, "pretrained", "[4]"],
        [[4, "4"], TypeError, "pretrained[1] (width)", '"4"'],
        [[1, 4], RangeError, "pretrained[0] (height)", "1"],
        [[4, Number.NaN], RangeError, "pretrained[1] (width)", "NaN"],
        [[4, 65537], RangeError, "pretrained[1]", "65537"],
      ),
      ...free(30),
    },
  },
];

export const biases = [...alibi, bucket, ...t5, ...relative, ...swin];
