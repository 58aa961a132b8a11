// Bad arguments, as in check.test.js, to rotary embeddings.
import * as phasor from "phasor";
import { expect, it } from "vitest";
import { optional, required, shapes } from "./bad.js";
import { noise } from "./helpers.js";
import {
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
const { RotaryEmbedding, convertLayout, mropePositions, relativeScores } = /** @type {any} */ (
  phasor
);

const { notFinite, outside, noFloats } = required;
const options = of("options", optional.options);
const flag = (/** @type {string} */ name) => of(name, optional.flag);

const rotary = new RotaryEmbedding(4, { maxLength: 100, scaling: { type: "linear", factor: 2 } });
const other = new RotaryEmbedding(4, { base: 7, maxLength: 50 });
const spatial = new RotaryEmbedding(4, { sections: [1, 1] });
const decaying = new RotaryEmbedding(4, { xpos: true });

const shape = [2, 3, 4];
const x = () => noise("float32", 24);

/** A shape that ends in T and dHead. @param {string} name @returns {Row[]} */
const leading = (name) => [
  ...shapes(shape, ["0", "T", "dHead"], 0)
    .filter(([, , what]) => what === "shape")
    .filter(([value]) => !Array.isArray(value) || value.length < 2)
    .map(([value, Kind, , got]) => /** @type {Row} */ ([value, Kind, name, got])),
  ...rows(
    [[4], RangeError, name, "[4]"],
    [[], RangeError, name, "[]"],
    [[2, -1, 4], RangeError, `${name}[1] (T)`, "-1"],
    [[2, 1.5, 4], RangeError, `${name}[1] (T)`, "1.5"],
    [["2", 3, 4], TypeError, `${name}[0]`, '"2"'],
    [[undefined, 3, 4], TypeError, `${name}[0]`, "undefined"],
    [[2, 3, 6], RangeError, `${name}[2]`, "6"],
    [[2, 3, null], TypeError, `${name}[2] (dHead)`, "null"],
    [[2 ** 60, 3, 4], RangeError, `${name}[0]`, String(2 ** 60)],
  ),
];
/** Shapes that do not fit the array. @param {string} array @returns {Row[]} */
const misfits = (array) =>
  rows(
    [[3, 3, 4], RangeError, `${array}.length`, "24"],
    [[3, 4], RangeError, `${array}.length`, "24"],
    [[0, 3, 4], RangeError, `${array}.length`, "24"],
    [[2 ** 40, 2 ** 12, 4], RangeError, `${array}.length`, "24"],
  );
/** An optional first position. @param {string} name @returns {Row[]} */
const first = (name) => [
  ...of(name, optional.position).filter(([value]) => typeof value === "number"),
  ...rows(
    [98, RangeError, name, "98"],
    [98.5, RangeError, name, "98.5"],
    [2 ** 53, RangeError, name, String(2 ** 53)],
  ),
];
/** A list of positions. @param {string} name @returns {Row[]} */
const list = (name) => [
  ...given(of(name, required.lists)).filter(([value]) => typeof value !== "number"),
  ...[...required.element, ...optional.position]
    .map(([value, Kind, got]) => /** @type {Row} */ ([[0, value, 1], Kind, `${name}[1]`, got]))
    .filter(([value]) => typeof value[0] !== "object"),
  ...rows(
    [[0, 1], RangeError, `${name}.length`, "2"],
    [[], RangeError, `${name}.length`, "0"],
    [[0, 1, 2, 3], RangeError, `${name}.length`, "4"],
    [new Float64Array(7), RangeError, `${name}.length`, "7"],
    [[0, 100, 1], RangeError, `${name}[1]`, "100"],
    [[0, 1, 2, 3, 4, 1e6], RangeError, `${name}[5]`, "1000000"],
    [
      [
        [0, 1, 2],
        [0, 1, 2],
      ],
      RangeError,
      `${name}`,
      "[an array, an array]",
    ],
  ),
];

/** @type {Subject[]} */
const constructors = [
  {
    name: "RotaryEmbedding",
    call(...given) {
      const made = new RotaryEmbedding(...given);
      return Float64Array.of(...made.frequencies, made.attentionFactor, made.rotaryDim);
    },
    good: () => [8, { rotaryDim: 4, maxLength: 9, layout: "half", dtype: "float64" }],
    bad: {
      0: integer("dHead", 0, 1, -2, 65537),
      1: options,
      base: of("base", optional.base),
      rotaryDim: given(of("rotaryDim", [...optional.finite, ...outside(1, 3, 2.5, 10, -2)])),
      layout: of("layout", optional.name),
      dtype: of("dtype", optional.name),
      maxLength: [...given(of("maxLength", required.count)), ...of("maxLength", outside(0))],
      length: given(of("length", required.count)),
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
      attentionFactor: rows(
        [0, RangeError, "attentionFactor", "0"],
        [-1, RangeError, "attentionFactor", "-1"],
        ["1", TypeError, "attentionFactor", '"1"'],
        [Number.NaN, RangeError, "attentionFactor", "NaN"],
      ),
      rotaryStart: rows(
        [-1, RangeError, "rotaryStart", "-1"],
        [5, RangeError, "rotaryStart", "5"],
        [0.5, RangeError, "rotaryStart", "0.5"],
        ["0", TypeError, "rotaryStart", '"0"'],
      ),
      direction: rows(
        [0, RangeError, "direction", "0"],
        [2, RangeError, "direction", "2"],
        ["-1", TypeError, "direction", '"-1"'],
        [null, TypeError, "direction", "null"],
      ),
      arithmetic: rows(
        ["fp8", RangeError, "arithmetic", '"fp8"'],
        ["", RangeError, "arithmetic", '""'],
        [32, TypeError, "arithmetic", "32"],
        [null, TypeError, "arithmetic", "null"],
      ),
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
    call: (...given) => new RotaryEmbedding(...given).frequencies,
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

/** Of a shape of three axes. @type {Row[]} */
const tokenAxis = rows(
  [2, RangeError, "tokenAxis", "2"],
  [-1, RangeError, "tokenAxis", "-1"],
  [0.5, RangeError, "tokenAxis", "0.5"],
  ["1", TypeError, "tokenAxis", '"1"'],
  [null, TypeError, "tokenAxis", "null"],
);

const turns = {
  tokenAxis,
  offset: given(first("offset")),
  inverse: flag("inverse"),
  gradient: flag("gradient"),
};

/** @type {Subject[]} */
const methods = [
  {
    name: "RotaryEmbedding.apply",
    call: (...given) => rotary.apply(...given),
    good: () => [x(), shape, { offset: 3, out: seventh(24) }],
    bad: {
      0: tensor("x", 24),
      1: [...leading("shape"), ...misfits("x")],
      2: options,
      ...turns,
      positions: rows(
        [[0, 1, 2], RangeError, "offset", "3"],
        [[[0, 1, 2]], RangeError, "offset", "3"],
        [new Float32Array(3), RangeError, "offset", "3"],
        [7, RangeError, "offset", "3"],
      ),
      role: of("role", optional.name),
      out: like(24),
    },
  },
  {
    name: "RotaryEmbedding.apply",
    call: (...given) => rotary.apply(...given),
    good: () => [x(), shape, { positions: [5, 0, 7.5], inverse: true, out: seventh(24) }],
    bad: {
      positions: [...list("positions"), ...rows([7, TypeError, "positions", "7"])],
      gradient: rows([true, RangeError, "gradient", "true"], ...flag("gradient").slice(0, 3)),
    },
  },
  {
    name: "RotaryEmbedding.apply",
    call: (...given) => spatial.apply(...given),
    good: () => [
      x(),
      shape,
      {
        positions: [
          [0, 1, 2],
          [3, 4, 5],
        ],
        out: seventh(24),
      },
    ],
    bad: {
      positions: rows(
        [[[0, 1, 2]], RangeError, "positions", "[an array]"],
        [
          [
            [0, 1, 2],
            [0, 1],
          ],
          RangeError,
          "positions[1].length",
          "2",
        ],
        [
          [
            [0, 1, 2],
            [0, 1, 2, 3, 4, 5],
          ],
          RangeError,
          "positions",
          "[3, 6]",
        ],
        [
          [
            [0, 1, 2],
            [0, Number.NaN, 2],
          ],
          RangeError,
          "positions[1][1]",
          "NaN",
        ],
        [[[0, 1, 2], null], TypeError, "positions[1]", "null"],
        [[null, [0, 1, 2]], TypeError, "positions[0]", "null"],
        [[0, [0, 1, 2], 1], TypeError, "positions[1]", "[0, 1, 2]"],
      ),
    },
  },
  {
    name: "RotaryEmbedding.apply",
    call: (...given) => decaying.apply(...given),
    good: () => [x(), shape, { role: "key", out: seventh(24) }],
    bad: {
      role: [...of("role", optional.name), ...rows([undefined, TypeError, "role", "undefined"])],
      offset: rows(
        [1e6, RangeError, "with xpos, positions", "scaleBase"],
        [-1e6, RangeError, "with xpos, positions", "scaleBase"],
        [36000, RangeError, "with xpos, positions", "scaleBase"],
        [2 ** 50, RangeError, "with xpos, positions", "scaleBase"],
      ),
    },
  },
  {
    name: "RotaryEmbedding.applyAngles",
    call: (...given) => rotary.applyAngles(...given),
    good: () => [x(), shape, noise("float32", 6), noise("float32", 6), { out: seventh(24) }],
    bad: {
      0: tensor("x", 24),
      1: [...leading("shape"), ...rows([[3, 3, 4], RangeError, "x.length", "24"])],
      2: of("cos", noFloats),
      3: [...of("sin", noFloats), ...rows([new Float32Array(7), RangeError, "sin.length", "7"])],
      4: options,
      tokenAxis,
      inverse: flag("inverse"),
      gradient: flag("gradient"),
      cacheShape: rows(
        [4, TypeError, "cacheShape", "4"],
        [[6], RangeError, "cacheShape", "[6]"],
        [[2, 2], RangeError, "cos.length", "6"],
        [[3, 3], RangeError, "cacheShape[1] (columns)", "3"],
        [[3, 3, 2], RangeError, "cacheShape", "[3, 3, 2]"],
        [[1, 2, 3, 2], RangeError, "cacheShape", "[1, 2, 3, 2]"],
        [[2, 3, 2], RangeError, "cos.length", "6"],
      ),
      positions: rows(
        [[0, 1, 2], TypeError, "cacheShape", "undefined"],
        [[0], TypeError, "cacheShape", "undefined"],
        [[], TypeError, "cacheShape", "undefined"],
        [4, TypeError, "cacheShape", "undefined"],
      ),
      out: like(24),
    },
  },
  {
    name: "RotaryEmbedding.applyAngles",
    call: (...given) => rotary.applyAngles(...given),
    good: () => [
      x(),
      shape,
      new Float64Array(20).fill(0.5),
      new Float64Array(20).fill(0.25),
      { cacheShape: [5, 4], positions: [4, 0, 1] },
    ],
    bad: {
      2: rows(
        [new Float64Array(19), RangeError, "sin.length", "20"],
        [Float64Array.from({ length: 20 }, (_, i) => i), RangeError, "cos[1]", "1"],
        [new Float64Array(10), RangeError, "sin.length", "20"],
        [null, TypeError, "cos", "null"],
      ),
      cacheShape: rows(
        [[4, 5], RangeError, "cacheShape[1] (columns)", "5"],
        [[2, 5, 2], RangeError, "cacheShape", "[2, 5, 2]"],
        [[6, 4], RangeError, "cos.length", "20"],
        [undefined, TypeError, "cacheShape", "undefined"],
      ),
      positions: rows(
        [[4, 0, 5], RangeError, "positions[2]", "5"],
        [[4, 0, -1], RangeError, "positions[2]", "-1"],
        [[4, 0, 0.5], RangeError, "positions[2]", "0.5"],
        [[4, 0], RangeError, "positions.length", "2"],
        ["012", TypeError, "positions", '"012"'],
      ),
      gradient: flag("gradient"),
    },
  },
  {
    name: "RotaryEmbedding.forward",
    call: (...given) => rotary.forward(...given).k,
    good: () => [x(), x(), shape, { offset: 3 }],
    bad: {
      0: tensor("q", 24),
      1: second("k", 24),
      2: [...leading("shape"), ...misfits("q")],
      3: options,
      ...turns,
      keyShape: [
        ...given(leading("keyShape")),
        ...rows(
          [[1, 3, 4], RangeError, "k.length", "24"],
          [[3, 2, 4], RangeError, "keyShape", "[3, 2, 4]"],
        ),
      ],
      out: rows(
        [4, TypeError, "out", "4"],
        [null, TypeError, "out", "null"],
        [new Float32Array(24), TypeError, "out", "Float32Array of length 24"],
        [{ q: new Float32Array(23) }, RangeError, "out.q.length", "23"],
        [{ k: new Float64Array(24) }, TypeError, "out.k", "Float64Array of length 24"],
        [{ k: [1] }, TypeError, "out.k", "[1]"],
      ),
    },
  },
  {
    name: "RotaryEmbedding.forward",
    call: (...given) => rotary.forward(...given).q,
    good: () => [x(), x(), shape, { positions: [0, 1, 2, 3, 4, 5] }],
    bad: {
      positions: list("positions"),
      keyShape: rows(
        [[1, 2, 3, 4], RangeError, "keyShape[0]", "1"],
        [[6, 1, 4], RangeError, "keyShape", "[6, 1, 4]"],
        [[4, 2, 3, 1], RangeError, "keyShape[3]", "1"],
        [[], RangeError, "keyShape", "[]"],
      ),
    },
  },
  {
    name: "RotaryEmbedding.move",
    call: (...given) => rotary.move(...given),
    good: () => [x(), shape, { from: [5, 0, 7.5], to: 9, out: seventh(24) }],
    bad: {
      0: tensor("kCache", 24),
      1: [...leading("shape"), ...misfits("kCache")],
      2: [
        ...options,
        ...rows([{}, TypeError, "to", "undefined"], [undefined, TypeError, "to", "undefined"]),
      ],
      tokenAxis,
      from: [...given(first("from")), ...list("from")],
      to: [
        ...given(first("to")),
        ...list("to"),
        ...rows([undefined, TypeError, "to", "undefined"]),
      ],
      rotary: rows(
        [null, TypeError, "rotary", "null"],
        [{}, TypeError, "rotary", "an object"],
        [4, TypeError, "rotary", "4"],
        [RotaryEmbedding, TypeError, "rotary", "a function"],
      ),
      out: like(24),
    },
  },
  {
    name: "RotaryEmbedding.move",
    call: (...given) => rotary.move(...given),
    good: () => [x(), shape, { from: 40, to: other, out: seventh(24) }],
    bad: {
      to: rows(
        [new RotaryEmbedding(6), RangeError, "the dHead of the embedding moved to", "6"],
        [new RotaryEmbedding(4, { rotaryDim: 2 }), RangeError, "the rotaryDim of the", "2"],
        [new RotaryEmbedding(4, { layout: "half" }), RangeError, "the layout of the", '"half"'],
        [spatial, RangeError, "the embedding moved to", ""],
      ),
      from: rows(
        [48, RangeError, "from", "maxLength 50, got 48"],
        [[0, 1, 50], RangeError, "from[2]", "50"],
        [[0, 1, 99], RangeError, "from[2]", "99"],
        [99, RangeError, "from", "maxLength 100, got 99"],
      ),
      rotary: rows(
        [other, TypeError, "to", "an object"],
        [rotary, TypeError, "to", "an object"],
        [{}, TypeError, "rotary", "an object"],
        [null, TypeError, "rotary", "null"],
      ),
    },
  },
];

/** @type {Subject[]} */
const functions = [
  {
    name: "relativeScores",
    call: relativeScores,
    good: () => [seventh(4), seventh(4), rotary, 5],
    bad: {
      0: tensor("q", 4),
      1: tensor("k", 4),
      2: rows(
        [undefined, TypeError, "rotary", "undefined"],
        [{}, TypeError, "rotary", "an object"],
        [null, TypeError, "rotary", "null"],
        [4, TypeError, "rotary", "4"],
      ),
      3: integer("length", -1, 101, 2 ** 53),
    },
  },
  {
    name: "convertLayout",
    call: convertLayout,
    good: () => [x(), [12, 2], { heads: 3, from: "half", to: "interleaved", out: seventh(24) }],
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
      heads: [...of("heads", required.count), ...of("heads", outside(0))],
      from: [...of("from", optional.name), ...rows([undefined, TypeError, "from", "undefined"])],
      to: [...of("to", optional.name), ...rows([undefined, TypeError, "to", "undefined"])],
      rotaryDim: of("rotaryDim", [...optional.finite, ...outside(0, 1, 3, 6, 2.5)]),
      out: like(24),
    },
  },
  {
    name: "mropePositions",
    call: (...given) => mropePositions(...given).positions[1],
    good: () => [[2, { height: 2, width: 2, frames: 2, interval: 1.5 }], { start: 3 }],
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
      start: given(of("start", required.count)),
    },
  },
];

testRefusals(constructors);
testRefusals(methods);
testRefusals(functions);

it("refuses outputs that overlap inputs, and writes nothing", () => {
  const memory = new Float32Array(100).fill(7);
  const q = memory.subarray(0, 24);
  const k = memory.subarray(24, 48);
  const positions = new Float64Array(memory.buffer, 96 * 4 - 24 * 8, 3);
  positions.set([0, 1, 2]);
  const before = memory.slice();
  const shifted = memory.subarray(4, 28);
  const overlap = /out(\.[qk])? must (not overlap|be) (x|q|k|out\.q|kCache|positions|weights)\b/;
  expect(() => rotary.apply(q, shape, { out: shifted })).toThrow(overlap);
  expect(() => rotary.move(q, shape, { from: 1, to: 0, out: shifted })).toThrow(overlap);
  const covered = memory.subarray(96 - 48, 96 - 24);
  expect(() => rotary.apply(q, shape, { positions, out: covered })).toThrow(overlap);
  expect(() => rotary.move(q, shape, { from: positions, to: 0, out: covered })).toThrow(overlap);
  for (const out of [
    { q: k },
    { k: q },
    { q: shifted },
    { q, k: q },
    { q: k, k: q },
    { q: covered, k: covered },
  ]) {
    expect(() => rotary.forward(q, k, shape, { out })).toThrow(overlap);
  }
  expect(() => rotary.forward(q, q, shape, { out: { q } })).toThrow(overlap);
  expect(() =>
    convertLayout(q, [24], { heads: 2, from: "half", to: "half", out: shifted }),
  ).toThrow(overlap);
  expect(memory).toEqual(before);
  expect(noFloats.length + notFinite.length).toBeGreaterThan(3);
});
