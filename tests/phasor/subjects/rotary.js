// Subjects: rotary embeddings, i.e. frequencies, constructors, configurations, layouts and
// positions.
import { expect } from "vitest";
import { defined, optional, required, shapes } from "../bad.js";
import { noise } from "../helpers.js";
import {
  embedding,
  fn,
  integer,
  options,
  rows,
  rowsOf,
  seventh,
  tableOfSize,
  tensor,
  untyped,
} from "./rows.js";
import { one, small0 } from "./sizes.js";

/** @typedef {import("./rows.js").Subject} Subject */

const { RotaryEmbedding, mropePositions, ropeFrequencies, ropeFromConfig } = untyped;

const { outside } = required;
const flag = (/** @type {string} */ name) => rowsOf(name, optional.flag);
const rotary = new RotaryEmbedding(4, { maxLength: 100, scaling: { type: "linear", factor: 2 } });

/** @type {Subject[]} */
const constructors = [
  {
    name: "RotaryEmbedding",
    call(...list) {
      const made = new RotaryEmbedding(...list);
      return Float64Array.of(...made.frequencies, made.attentionFactor, made.rotaryDim);
    },
    sizes: [one(4, 8)],
    good: (dHead = 8) => [dHead, { rotaryDim: 4, maxLength: 9, layout: "half", dtype: "float64" }],
    count: ([dHead, { rotaryDim = dHead } = {}]) => rotaryDim / 2 + 2,
    bad: {
      0: integer("dHead", 0, 1, -2, 65537),
      1: options,
      base: rowsOf("base", optional.base),
      rotaryDim: defined(rowsOf("rotaryDim", [...optional.finite, ...outside(1, 3, 2.5, 10, -2)])),
      layout: rowsOf("layout", optional.name),
      dtype: rowsOf("dtype", optional.name),
      maxLength: [
        ...defined(rowsOf("maxLength", required.count)),
        ...rowsOf("maxLength", outside(0)),
      ],
      length: defined(rowsOf("length", required.count)),
      scaling: rows(
        [4, TypeError, "scaling", "4"],
        ["yarn", TypeError, "scaling", '"yarn"'],
        [[1], TypeError, "scaling", "[1]"],
        [{ type: "yarn" }, TypeError, "scaling.factor", "undefined"],
        [{ type: "nope" }, RangeError, "scaling.type", '"nope"'],
      ),
      sections: rows(
        [4, TypeError, "sections", "4"],
        [null, TypeError, "sections", "null"],
        ["1,1", TypeError, "sections", '"1,1"'],
        [{}, TypeError, "sections.sizes", "undefined"],
        [[1, 2], RangeError, "sections", "[1, 2]"],
        [[], RangeError, "sections", "[]"],
        [[0.5, 1.5], RangeError, "sections[0]", "0.5"],
        [[3, -1], RangeError, "sections[0]", "3"],
        [["1", 1], TypeError, "sections[0]", '"1"'],
        [{ sizes: [1, 1], interleaved: 1 }, TypeError, "sections.interleaved", "1"],
        [{ sizes: [1, 1], axial: "yes" }, TypeError, "sections.axial", '"yes"'],
        [{ sizes: [1, 2], order: "interleaved" }, RangeError, "sections.sizes", "[1, 2]"],
        [{ sizes: [2], order: "block" }, RangeError, "sections.order", '"block"'],
        [{ sizes: [2], order: 1 }, TypeError, "sections.order", "1"],
        [
          { sizes: [2], order: "blocks", interleaved: true },
          RangeError,
          "sections.interleaved",
          "true",
        ],
        [{ axes: [0, 1], sizes: [1, 1] }, RangeError, "sections.sizes", "[1, 1]"],
        [{ axes: [0, 1], order: "blocks" }, RangeError, "sections.order", '"blocks"'],
        [{ axes: [0, 1, 1] }, RangeError, "sections.axes.length", "3"],
        [{ axes: [0, 2] }, RangeError, "sections.axes[1]", "2"],
        [{ axes: 2 }, TypeError, "sections.axes", "2"],
        [{ axes: [0, 1], axial: true }, RangeError, "sections.axial", "true"],
        [
          { sizes: [1, 1, 0], interleaved: true, axial: true },
          RangeError,
          "sections.axial",
          "true",
        ],
      ),
      frequencies: rows(
        [4, TypeError, "frequencies", "4"],
        [[1], RangeError, "frequencies.length", "1"],
        [[1, Number.NaN], RangeError, "frequencies[1]", "NaN"],
        [[2 ** 65, 1], RangeError, "frequencies[0]", String(2 ** 65)],
        [["1", 1], TypeError, "frequencies[0]", '"1"'],
        [BigInt64Array.of(1n, 2n), TypeError, "frequencies[0]", "1n"],
      ),
      attentionFactor: rowsOf("attentionFactor", [...optional.finite, ...outside(0, -1)]),
      rotaryStart: defined(integer("rotaryStart", -1, 0.5, 5)),
      direction: rowsOf("direction", [...optional.finite, ...outside(0, 2, 0.5)]),
      arithmetic: rowsOf("arithmetic", optional.name),
      rotates: [...flag("rotates"), ...rows([false, RangeError, "rotaryDim", "4"])],
      dHead: rows(
        [4, RangeError, "dHead", "4 as the option dHead is, got 8"],
        [6, RangeError, "dHead", "6 as the option dHead is, got 8"],
        [10, RangeError, "dHead", "10 as the option dHead is, got 8"],
        ["8", TypeError, "dHead", '"8"'],
      ),
      queryScaling: rows(
        [4, TypeError, "queryScaling", "4"],
        [{}, TypeError, "queryScaling.type", "undefined"],
        [{ type: "llama", length: 1 }, RangeError, "queryScaling.type", '"llama"'],
        [{ type: "llama4", beta: 1 }, TypeError, "queryScaling.length", "undefined"],
        [{ type: "llama4", length: 0, beta: 1 }, RangeError, "queryScaling.length", "0"],
        [{ type: "llama4", length: 2 ** 53 + 2, beta: 1 }, RangeError, "queryScaling.length", "9"],
        [{ type: "llama4", length: 8 }, TypeError, "queryScaling.beta", "undefined"],
        [{ type: "log", length: 8, beta: -1 }, RangeError, "queryScaling.beta", "-1"],
        [{ type: "logn", length: 1 }, RangeError, "queryScaling.length", "1"],
        [{ type: "logn", length: 9, beta: 2 }, RangeError, "queryScaling.beta", "2"],
        [{ type: "logn", length: 9, offset: "1" }, TypeError, "queryScaling.offset", '"1"'],
      ),
      xpos: rows(
        [4, TypeError, "xpos", "4"],
        [null, TypeError, "xpos", "null"],
        ["yes", TypeError, "xpos", '"yes"'],
        [{ scaleBase: 0 }, RangeError, "xpos.scaleBase", "0"],
        [{ scaleBase: "512" }, TypeError, "xpos.scaleBase", '"512"'],
        [{ centre: Number.NaN }, RangeError, "xpos.centre", "NaN"],
      ),
    },
  },
  {
    name: "RotaryEmbedding",
    call: (...list) => new RotaryEmbedding(...list).frequencies,
    good: () => [8, { sections: { sizes: [2, 2], axial: true } }],
    bad: {
      xpos: rows(
        [true, RangeError, "xpos", "true"],
        [{}, RangeError, "xpos", "an object"],
        [{ centre: 1 }, RangeError, "xpos", "an object"],
        [1, TypeError, "xpos", "1"],
      ),
    },
  },
];

/** @type {Subject[]} */
const functions = [
  {
    name: "ropeFrequencies",
    call: (...list) => ropeFrequencies(...list).frequencies,
    sizes: [one(4, 8)],
    good: (dHead = 8) => [dHead, { base: 100, length: 10 }],
    count: ([dHead, { rotaryDim = dHead } = {}]) => rotaryDim / 2,
    handsOn: ["layout", "rotaryStart", "direction", "queryScaling"],
    bad: {
      0: integer("dHead", 0, 1, 7, -2, 65537, 65538),
      1: options,
      base: rowsOf("base", optional.base),
      rotaryDim: defined(integer("rotaryDim", 1, 7, 10, -2)),
      length: defined(rowsOf("length", required.count)),
    },
  },
  {
    // config.test.js tests its results.
    name: "ropeFromConfig",
    call: (...list) => ropeFromConfig(...list).frequencies,
    sizes: [one(2, 64, 128)],
    good: (head_dim = 8) => [
      { model_type: "llama", head_dim, rope_theta: 10000, num_hidden_layers: 2 },
      { length: 9, layer: 0 },
    ],
    shaped: (result) => expect(result).toBeInstanceOf(Float64Array),
    bad: { 1: options, length: defined(rowsOf("length", required.count)) },
  },
  {
    ...fn("relativeScores"),
    sizes: [small0],
    good: (length = 5) => [seventh(4), seventh(4), rotary, length],
    count: ([, , , length]) => length,
    bad: {
      0: tensor("q", 4),
      1: tensor("k", 4),
      2: [...embedding, ...rows([undefined, TypeError, "rotary", "undefined"])],
      3: integer("length", -1, 101, 2 ** 53),
    },
  },
  {
    ...fn("convertLayout"),
    sizes: [small0],
    large: [[900]],
    good: (cols = 2) => [
      noise("float32", 12 * cols),
      [12, cols],
      { heads: 3, from: "half", to: "interleaved", out: seventh(12 * cols) },
    ],
    count: ([weights]) => weights.length,
    needs: ["heads", "from", "to"],
    bad: {
      0: tensor("weights", 24),
      1: [
        ...shapes([12, 2], ["rows", "cols"], 0).filter(
          ([value]) => !Array.isArray(value) || value.length !== 1,
        ),
        ...rows(
          [[24], RangeError, "weights", ""],
          [[23], RangeError, "weights.length", "24"],
          [[8, 3], RangeError, "shape[0] (rows)", "8"],
          [[3, 8], RangeError, "rows / heads", "1"],
        ).filter(([value]) => value[0] !== 24),
      ],
      2: options,
      heads: [...rowsOf("heads", required.count), ...rowsOf("heads", outside(0))],
      from: [
        ...rowsOf("from", optional.name),
        ...rows([undefined, TypeError, "from", "undefined"]),
      ],
      to: [...rowsOf("to", optional.name), ...rows([undefined, TypeError, "to", "undefined"])],
      rotaryDim: rowsOf("rotaryDim", [...optional.finite, ...outside(0, 1, 3, 6, 2.5)]),
      out: tableOfSize(24),
    },
  },
  {
    name: "mropePositions",
    call: (...list) => mropePositions(...list).positions[1],
    sizes: [small0, small0],
    good: (text = 2, height = 2) => [
      [text, { height, width: 2, frames: 2, interval: 1.5 }],
      { start: 3 },
    ],
    shaped: (result) => expect(result).toBeInstanceOf(Float64Array),
    bad: {
      0: rows(
        [undefined, TypeError, "segments", "undefined"],
        [4, TypeError, "segments", "4"],
        [new Float32Array(2), TypeError, "segments", "Float32Array of length 2"],
        [[-1], RangeError, "segments[0]", "-1"],
        [[1, 0.5], RangeError, "segments[1]", "0.5"],
        [["3"], TypeError, "segments[0]", '"3"'],
        [[null], TypeError, "segments[0]", "null"],
        [[{}], TypeError, "segments[0].height", "undefined"],
        [[{ text: -1 }], RangeError, "segments[0].text", "-1"],
        [[{ height: 2 }], TypeError, "segments[0].width", "undefined"],
        [[{ height: 2, width: 1.5 }], RangeError, "segments[0].width", "1.5"],
        [[{ height: 2, width: 1, frames: "2" }], TypeError, "segments[0].frames", '"2"'],
        [[{ height: 1, width: 1, interval: -1 }], RangeError, "segments[0].interval", "-1"],
        [[2 ** 50], RangeError, "the result", "bytes"],
      ),
      1: options,
      start: defined(rowsOf("start", required.count)),
    },
  },
];

export const rotaries = [...constructors, ...functions];
