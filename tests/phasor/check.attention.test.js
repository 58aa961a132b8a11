// Bad arguments, as in check.test.js, to what has to do with attention: weights, biases, rotary
// frequencies.
import * as phasor from "phasor";
import { optional, required, shapes } from "./bad.js";
import { noise } from "./helpers.js";
import {
  free,
  given,
  integer,
  like,
  of,
  rows,
  second,
  seventh,
  tensor,
  testRefusals,
} from "./refusals.js";

/** @typedef {import("./refusals.js").Row} Row */
/** @typedef {import("./refusals.js").Subject} Subject */

/** The package without its types: here it gets what they forbid. */
const {
  alibiBias,
  alibiSlopes,
  attention: attend,
  attentionWeights,
  permutationError,
  relativeBias,
  relativeBiasBackward,
  ropeFrequencies,
  softmax,
  swinBias,
  swinBiasBackward,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5BiasBackward,
  t5Bucket,
} = /** @type {any} */ (phasor);

const { notFinite, outside } = required;
const options = of("options", optional.options);
const pairs = shapes([3, 4], ["length", "d"], 0);
const noDepth = rows([[3, 0], RangeError, "shape[1] (d)", "0"]);

/** The permutation of [0, 1, 2] with one entry spoilt. */
const permutations = [
  ...of("permutation", required.lists),
  ...[...required.element, ...notFinite, ...outside(-1, 0.5, 3, 2 ** 32)].map(
    ([value, Kind, got]) => /** @type {Row} */ ([[0, 1, value], Kind, "permutation[2]", got]),
  ),
  ...rows(
    [[0, 1], RangeError, "permutation.length", "2"],
    [[0, 1, 1], RangeError, "permutation", "1 twice"],
  ),
];

/** @type {Subject[]} */
const attention = [
  {
    name: "softmax",
    call: softmax,
    good: () => [noise("float32", 12), [3, 4], { out: seventh(12) }],
    bad: {
      0: tensor("x", 12),
      1: shapes([3, 4], ["rows", "columns"], 0),
      2: options,
      out: like(12),
    },
  },
  {
    name: "attentionWeights",
    call: attentionWeights,
    good: () => [
      noise("float32", 12),
      noise("float32", 12, 2),
      [3, 4],
      { bias: noise("float32", 9, 3), causal: true, scale: 2, out: seventh(9) },
    ],
    bad: {
      0: tensor("q", 12),
      1: second("k", 12),
      2: [...pairs, ...noDepth],
      3: options,
      bias: given(second("bias", 9)),
      causal: of("causal", optional.flag),
      scale: of("scale", optional.finite),
      out: like(9),
    },
  },
  {
    name: "attention",
    call: attend,
    good: () => [
      noise("float32", 24),
      noise("float32", 16, 2),
      noise("float32", 16, 3),
      [2, 3, 2, 4],
      {
        bias: noise("float32", 12, 4),
        causal: true,
        offset: 1,
        scale: 2,
        weights: seventh(12),
        out: seventh(24),
      },
    ],
    bad: {
      0: tensor("q", 24),
      1: second("k", 16),
      2: second("v", 16),
      3: [
        ...shapes([2, 3, 2, 4], ["heads", "queryLength", "keyLength", "dHead"], 0),
        ...rows([[2, 3, 2, 0], RangeError, "shape[3] (dHead)", "0"]),
      ],
      4: options,
      bias: given(second("bias", 12)),
      causal: of("causal", optional.flag),
      offset: given(integer("offset", -(2 ** 31), 2 ** 31, 0.5)),
      scale: of("scale", optional.finite),
      weights: given(second("weights", 12)),
      out: like(24),
    },
  },
  {
    name: "permutationError",
    call: (...list) => Float64Array.of(permutationError(...list)),
    good: () => [noise("float32", 12), [3, 4], [2, 0, 1], { pe: noise("float32", 12, 4) }],
    bad: {
      0: tensor("x", 12),
      1: [...pairs, ...noDepth],
      2: permutations,
      3: options,
      pe: given(second("pe", 12)),
    },
  },
];

const heads = integer("heads", 0, -1, 65537);
const lengths = { 1: of("queryLength", required.count), 2: of("keyLength", required.count) };
const maxBias = of("maxBias", [...optional.finite, ...outside(0, -0, -8, 1000.1, 1e300)]);
const offset = [
  ...given(integer("offset", -(2 ** 31), 2 ** 31, 0.5)),
  ...of("offset", outside(2 ** 53)),
];
const t5Options = {
  bidirectional: of("bidirectional", optional.flag),
  maxDistance: given(integer("maxDistance", 8, 0, -1, 2 ** 31)),
};

/** @param {string} name @param {number} length @returns {Record<string, Row[]>} */
const t5 = (name, length) => ({
  0: tensor(name, length),
  1: [
    ...shapes([32, 2], ["buckets", "heads"], 0).filter(
      ([value]) => !Array.isArray(value) || ![-1, 0.5].includes(value[0]),
    ),
    ...rows(
      [[2, 2], RangeError, "buckets", "2"],
      [[33, 2], RangeError, "buckets", "33"],
      [[4098, 2], RangeError, "buckets", "4098"],
      [[32, 0], RangeError, "heads", "0"],
      [[32, 65537], RangeError, "heads", "65537"],
      [[34, 2], RangeError, `${name}.length`, String(length)],
    ).filter(([value]) => name === "table" || value[0] !== 34),
  ],
  2: of("queryLength", required.count),
  3: of("keyLength", required.count),
  4: options,
  ...t5Options,
  offset,
});

/** @param {string} name @param {number} length @returns {Record<string, Row[]>} */
const relative = (name, length) => ({
  0: tensor(name, length),
  1: [
    ...shapes([5, 2], ["2·reach + 1", "heads"], 0).filter(
      ([value]) => !Array.isArray(value) || ![-1, 0.5].includes(value[0]),
    ),
    ...rows(
      [[0, 2], RangeError, "shape[0] (2·reach + 1)", "0"],
      [[4, 2], RangeError, "shape[0] (2·reach + 1)", "4"],
      [[2 ** 31 + 1, 2], RangeError, "shape[0] (2·reach + 1)", "2147483649"],
      [[5, 0], RangeError, "heads", "0"],
      [[5, 65537], RangeError, "heads", "65537"],
    ),
  ],
  2: of("queryLength", required.count),
  3: of("keyLength", required.count),
  4: options,
  offset,
});

/** @type {Subject[]} */
const biases = [
  {
    name: "alibiSlopes",
    call: alibiSlopes,
    good: () => [6, { maxBias: 8 }],
    bad: { 0: heads, 1: options, maxBias },
  },
  {
    name: "alibiBias",
    call: alibiBias,
    good: () => [2, 3, 4, { offset: 1, maxBias: 4, out: seventh(24) }],
    bad: {
      0: heads,
      ...lengths,
      3: options,
      maxBias,
      causal: of("causal", optional.flag),
      form: of("form", optional.name),
      offset,
      ...free(24),
    },
  },
  {
    name: "t5Bucket",
    call: (...list) => Float64Array.of(t5Bucket(...list)),
    good: () => [-7, { buckets: 32 }],
    bad: {
      0: integer("relativePosition", 0.5, -(2 ** 53)),
      1: options,
      buckets: given(integer("buckets", 2, 3, 0, -2, 31, 4097)),
      ...t5Options,
    },
  },
  {
    name: "t5Bias",
    call: t5Bias,
    good: () => [noise("float32", 64), [32, 2], 3, 4, { offset: 1, out: seventh(24) }],
    bad: { ...t5("table", 64), out: like(24) },
  },
  {
    name: "t5BiasBackward",
    call: t5BiasBackward,
    good: () => [noise("float32", 24), [32, 2], 3, 4, { offset: 1, out: seventh(64) }],
    bad: { ...t5("gradBias", 24), out: like(64) },
  },
  {
    name: "relativeBias",
    call: relativeBias,
    good: () => [noise("float32", 10), [5, 2], 3, 4, { offset: 1, out: seventh(24) }],
    bad: { ...relative("table", 10), out: like(24) },
  },
  {
    name: "relativeBiasBackward",
    call: relativeBiasBackward,
    good: () => [noise("float32", 24), [5, 2], 3, 4, { offset: 1, out: seventh(10) }],
    bad: { ...relative("gradBias", 24), out: like(10) },
  },
  {
    name: "swinRelativePositionIndex",
    call: swinRelativePositionIndex,
    good: () => [2, 3],
    bad: { 0: integer("height", 0, -1, 65537), 1: integer("width", 0, -1, 65537) },
  },
  {
    name: "swinBias",
    call: swinBias,
    good: () => [noise("float32", 30), 2, 2, 3, { out: seventh(72) }],
    bad: {
      0: tensor("table", 30),
      1: heads,
      2: integer("height", 0, -1, 65537),
      3: integer("width", 0, -1, 65537),
      4: options,
      out: like(72),
    },
  },
  {
    name: "swinBiasBackward",
    call: swinBiasBackward,
    good: () => [noise("float32", 72), 2, 2, 3, { out: seventh(30) }],
    bad: {
      0: tensor("gradBias", 72),
      1: heads,
      2: integer("height", 0, -1, 65537),
      3: integer("width", 0, -1, 65537),
      4: options,
      out: like(30),
    },
  },
  {
    name: "swinLogCoordinates",
    call: swinLogCoordinates,
    good: () => [2, 3, { pretrained: [4, 4], out: seventh(30) }],
    bad: {
      0: integer("height", 0, -1, 65537),
      1: integer("width", 0, -1, 65537),
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

/** @type {Subject[]} */
const rotary = [
  {
    name: "ropeFrequencies",
    call: (...list) => ropeFrequencies(...list).frequencies,
    good: () => [8, { base: 100, length: 10 }],
    bad: {
      0: integer("dHead", 0, 1, 7, -2, 65537, 65538),
      1: options,
      base: of("base", optional.base),
      rotaryDim: given(integer("rotaryDim", 1, 7, 10, -2)),
      length: given(of("length", required.count)),
    },
  },
];

testRefusals([...attention, ...biases, ...rotary]);
