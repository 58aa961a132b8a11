// Subjects: layers that add a table, SinusoidalPositionalEncoding and LearnedPositionalEncoding.
import { conventionParts, defined, optional, required, shapes } from "../bad.js";
import { noise } from "../helpers.js";
import {
  entries,
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
import { even, one, small, small0 } from "./sizes.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Subject} Subject */

const { LearnedPositionalEncoding, SinusoidalPositionalEncoding } = untyped;

const { notFinite, outside } = required;
const encoder = new SinusoidalPositionalEncoding(5, 4);

/** The number of ids or positions. @param {any[]} list */
const rowsOf4 = ([list]) => 4 * list.length;

/** @type {Subject[]} */
const sinusoidal = [
  {
    name: "SinusoidalPositionalEncoding",
    call: (...list) => new SinusoidalPositionalEncoding(...list).encoding(2),
    sizes: [small, even],
    good: (length = 4, d = 4) => [length + 1, d, { base: 100, dtype: "float64" }],
    count: ([_, d]) => 2 * d,
    bad: {
      0: [
        ...rowsOf("maxLength", required.count),
        ...rowsOf("maxLength", outside(0, -0)),
        [2 ** 50, RangeError, "the result", "36028797018963970 bytes"],
      ],
      1: rowsOf("dModel", required.dModel),
      2: options,
      base: rowsOf("base", optional.base),
      convention: [...rowsOf("convention", optional.convention), ...conventionParts],
      dtype: rowsOf("dtype", optional.name),
    },
  },
  {
    name: "SinusoidalPositionalEncoding.encoding",
    call: (length) => encoder.encoding(length),
    sizes: [small0],
    good: (length = 5) => [length],
    count: ([length]) => 4 * length,
    bad: { 0: [...rowsOf("length", required.count), ...rowsOf("length", outside(6, 1e9))] },
  },
  {
    name: "SinusoidalPositionalEncoding.forward",
    call: (...list) => encoder.forward(...list),
    sizes: [small0, one(0, 1, 2, 3, 4)],
    good: (batch = 2, length = 3) => [
      noise("float32", batch * length * 4),
      [batch, length, 4],
      { scale: 2, start: 1, out: seventh(batch * length * 4) },
    ],
    count: ([x]) => x.length,
    bad: {
      0: tensor("x", 24),
      1: [
        ...shapes([2, 3, 4], ["batch", "length", "dModel"], 0),
        [[2, 3, 6], RangeError, "shape[2] (dModel)", "6"],
        [[2, 4, 4], RangeError, "x.length", "24"],
        [[1, 6, 4], RangeError, "start + length", "1 + 6"],
      ],
      2: options,
      scale: rowsOf("scale", optional.scale),
      start: [
        ...rowsOf("start", required.count.slice(1)),
        ...rowsOf("start", outside(6)),
        [3, RangeError, "start + length", "3 + 3"],
      ],
      out: tableOfSize(24),
    },
  },
  {
    name: "SinusoidalPositionalEncoding.embed",
    call: (...list) => encoder.embed(...list),
    sizes: [small0, small0],
    good: (batch = 2, length = 2) => [
      Array.from({ length: batch * length }, (_, i) => (2 * i + 2) % 3),
      noise("float32", 12),
      [batch, length],
      { scale: 2, out: seventh(batch * length * 4) },
    ],
    count: rowsOf4,
    bad: {
      0: [
        ...rowsOf("tokenIds", required.lists),
        ...entries(
          "tokenIds",
          [0, 1, 2],
          [...required.element, ...notFinite, ...outside(-1, 0.5, 3, 2 ** 32)],
        ),
        [Int32Array.of(0, 3, 0, 0), RangeError, "tokenIds[1]", "3"],
        [Uint32Array.of(0, 0, 2 ** 31, 0), RangeError, "tokenIds[2]", "2147483648"],
        [[0, 1, 2], RangeError, "tokenIds.length", "3"],
      ],
      1: [
        ...rowsOf("embeddingTable", required.floats),
        [new Float32Array(0), RangeError, "embeddingTable.length", "0"],
        [new Float32Array(13), RangeError, "embeddingTable.length", "13"],
      ],
      2: [...shapes([2, 2], ["batch", "length"], 0), [[1, 3], RangeError, "tokenIds.length", "4"]],
      3: options,
      scale: rowsOf("scale", optional.scale),
      out: tableOfSize(16),
    },
  },
];

// ---- learned tables: a refused call must not change table and gradient, either ----

const layer = new LearnedPositionalEncoding(5, 4, { seed: 1 });
const before = layer.table.slice();

/** A method that must not change table and gradient if it throws.
 * @param {string} method @returns {Pick<Subject, "name" | "call">} */
const learnedMethod = (method) => ({
  name: `LearnedPositionalEncoding.${method}`,
  call(...list) {
    layer.gradient.fill(7);
    layer.table.set(before);
    try {
      return layer[method](...list) ?? [...layer.gradient, ...layer.table];
    } catch (error) {
      const touched =
        layer.gradient.some((/** @type {number} */ x) => x !== 7) ||
        layer.table.some((/** @type {number} */ x, /** @type {number} */ i) => x !== before[i]);
      throw touched ? new Error(`${method} wrote before it threw`) : error;
    }
  },
});

const positions = [
  ...rowsOf("positions", required.lists),
  ...entries(
    "positions",
    [0],
    [...required.element, ...notFinite, ...outside(-1, 0.5, 5, 2 ** 32)],
  ),
];
/** @param {number} count */
const places = (count) => Array.from({ length: count }, (_, i) => (4 * i) % 5);
const batches = [
  ...shapes([2, 3, 4], ["batch", "length", "dModel"], 0),
  ...rows(
    [[2, 3, 6], RangeError, "shape[2] (dModel)", "6"],
    [[1, 6, 4], RangeError, "shape[1] (length)", "6"],
  ),
];

/** @type {Subject[]} */
const learned = [
  {
    name: "LearnedPositionalEncoding",
    call: (...list) => new LearnedPositionalEncoding(...list).table,
    sizes: [small, small],
    good: (length = 5, d = 4) => [length, d, { seed: 3, std: 0.5 }],
    count: ([length, d]) => length * d,
    bad: {
      0: [
        ...rowsOf("maxLength", required.count),
        ...rows([0, RangeError, "maxLength", "0"], [2 ** 50, RangeError, "the result", "bytes"]),
      ],
      1: integer("dModel", 0, -1, 65537, 2.5),
      2: options,
      seed: defined(rowsOf("seed", required.count)),
      std: [...rowsOf("std", optional.finite), ...rowsOf("std", outside(-1, 1e31))],
      init: rowsOf("init", optional.name),
      dtype: rowsOf("dtype", optional.name),
    },
  },
  {
    ...learnedMethod("lookup"),
    sizes: [small0],
    good: (count = 2) => [places(count), { out: seventh(4 * count) }],
    count: rowsOf4,
    bad: { 0: positions, 1: options, out: tableOfSize(8) },
  },
  ...Object.entries({ forward: "x", backward: "gradOutput" }).map(([method, name]) => ({
    ...learnedMethod(method),
    sizes: [small0, small0],
    good: (batch = 2, length = 3) => [
      noise("float32", batch * length * 4),
      [batch, length, 4],
      { out: seventh(batch * length * 4) },
    ],
    count: (/** @type {any[]} */ [x]) => x.length,
    bad: { 0: second(name, 24), 1: batches, 2: options, out: tableOfSize(24) },
  })),
  {
    ...learnedMethod("backwardAt"),
    sizes: [small0],
    good: (count = 2) => [places(count), noise("float32", 4 * count)],
    shaped() {},
    bad: { 0: positions, 1: second("gradOutput", 8) },
  },
  {
    ...learnedMethod("step"),
    sizes: [one(0.1, -1, 0)],
    good: (rate = 0.5) => [rate],
    shaped() {},
    bad: {
      0: [
        ...rowsOf("learningRate", optional.finite),
        ...rows([undefined, TypeError, "learningRate", "undefined"]),
      ],
    },
  },
];

export const layers = [...sinusoidal, ...learned];
