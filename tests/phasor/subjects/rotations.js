// Subjects: the methods of RotaryEmbedding.
import { defined, optional, required, shapes } from "../bad.js";
import { noise } from "../helpers.js";
import {
  embedding,
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
import { small0 } from "./sizes.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Subject} Subject */

const { RotaryEmbedding } = untyped;

const { noFloats, outside } = required;
const flag = (/** @type {string} */ name) => rowsOf(name, optional.flag);

const rotary = new RotaryEmbedding(4, { maxLength: 100, scaling: { type: "linear", factor: 2 } });
const other = new RotaryEmbedding(4, { base: 7, maxLength: 50 });
const spatial = new RotaryEmbedding(4, { sections: [1, 1] });
const decaying = new RotaryEmbedding(4, { xpos: true });

const shape = [2, 3, 4];
const x = () => noise("float32", 24);

/** The batch size and the sequence length of x. */
const sizes = [small0, small0];
const large = [
  [40, 90],
  [900, 1],
];
const inputs = (batch = 2, length = 3) => [
  noise("float32", batch * length * 4),
  [batch, length, 4],
];
/** Unordered positions. @param {number} length */
const places = (length) => Array.from({ length }, (_, i) => [5, 0, 7.5][i % 3]);
const count = (/** @type {any[]} */ [x]) => x.length;

/** Bad values of a shape that ends in T and dHead. @param {string} name @returns {Row[]} */
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
  [
    [3, 3, 4],
    [3, 4],
    [0, 3, 4],
    [2 ** 40, 2 ** 12, 4],
  ].map((shape) => [shape, RangeError, `${array}.length`, "24"]);
/** Bad values of an optional first position. @param {string} name @returns {Row[]} */
const first = (name) => [
  ...rowsOf(name, optional.position).filter(([value]) => typeof value === "number"),
  ...rowsOf(name, outside(98, 98.5, 2 ** 53)),
];
/** Bad values of a list of positions. @param {string} name @returns {Row[]} */
const listed = (name) => [
  ...defined(rowsOf(name, required.lists)).filter(([value]) => typeof value !== "number"),
  ...[...required.element, ...optional.position]
    .map(([value, Kind, got]) => /** @type {Row} */ ([[0, value, 1], Kind, `${name}[1]`, got]))
    .filter(([value]) => typeof value[0] !== "object"),
  ...rows(
    [[0, 1], RangeError, `${name}.length`, "2"],
    [[], RangeError, `${name}.length`, "0"],
    [[0, 1, 2, 3], RangeError, `${name}.length`, "4"],
    [new Float64Array(7), RangeError, `${name}.length`, "7"],
    [[0, 100, 1], RangeError, `${name}[1]`, "100"],
    [[null, 0, 1], TypeError, `${name}[0]`, "null"],
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

/** Bad values of a shape with three axes. @type {Row[]} */
const tokenAxis = defined(integer("tokenAxis", 2, -1, 0.5));

const turns = {
  tokenAxis,
  offset: [
    ...first("offset"),
    ...defined(rowsOf("offset", optional.position)).filter(([value]) => typeof value !== "number"),
    ...rows(
      [[3, 4, 5], TypeError, "offset", "[3, 4, 5]"],
      [new Float64Array(3), TypeError, "offset", "Float64Array of length 3"],
    ),
  ],
  inverse: flag("inverse"),
  gradient: flag("gradient"),
};

/** @type {Subject[]} */
export const rotations = [
  {
    name: "RotaryEmbedding.apply",
    call: (...list) => rotary.apply(...list),
    sizes,
    large,
    good: (batch = 2, length = 3) => [
      ...inputs(batch, length),
      { offset: 3, out: seventh(batch * length * 4) },
    ],
    count,
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
      role: rowsOf("role", optional.name),
      out: tableOfSize(24),
    },
  },
  {
    name: "RotaryEmbedding.apply",
    call: (...list) => rotary.apply(...list),
    sizes,
    large,
    good: (batch = 2, length = 3) => [
      ...inputs(batch, length),
      { positions: places(length), inverse: true, out: seventh(batch * length * 4) },
    ],
    count,
    bad: {
      positions: [...listed("positions"), ...rows([7, TypeError, "positions", "7"])],
      gradient: rows([true, RangeError, "gradient", "true"], ...flag("gradient").slice(0, 3)),
    },
  },
  {
    name: "RotaryEmbedding.apply",
    call: (...list) => spatial.apply(...list),
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
    call: (...list) => decaying.apply(...list),
    good: () => [x(), shape, { role: "key", out: seventh(24) }],
    bad: {
      role: [
        ...rowsOf("role", optional.name),
        ...rows([undefined, TypeError, "role", "undefined"]),
      ],
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
    call: (...list) => rotary.applyAngles(...list),
    sizes,
    large,
    good: (batch = 2, length = 3) => [
      ...inputs(batch, length),
      noise("float32", 2 * length),
      noise("float32", 2 * length),
      { out: seventh(batch * length * 4) },
    ],
    count,
    handsOn: ["positions"], // they need a cacheShape
    bad: {
      0: tensor("x", 24),
      1: [...leading("shape"), ...rows([[3, 3, 4], RangeError, "x.length", "24"])],
      2: rowsOf("cos", noFloats),
      3: [
        ...rowsOf("sin", noFloats),
        ...rows([new Float32Array(7), RangeError, "sin.length", "7"]),
      ],
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
      out: tableOfSize(24),
    },
  },
  {
    name: "RotaryEmbedding.applyAngles",
    call: (...list) => rotary.applyAngles(...list),
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
    call: (...list) => rotary.forward(...list).k,
    sizes,
    large,
    good(batch = 2, length = 3) {
      const [q, shape] = inputs(batch, length);
      const out = { q: seventh(q.length), k: seventh(q.length) };
      return [q, q.slice(), shape, { offset: 3, out }];
    },
    count,
    bad: {
      0: tensor("q", 24),
      1: second("k", 24),
      2: [...leading("shape"), ...misfits("q")],
      3: options,
      ...turns,
      keyShape: [
        ...defined(leading("keyShape")),
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
    call: (...list) => rotary.forward(...list).q,
    good: () => [x(), x(), shape, { positions: [0, 1, 2, 3, 4, 5] }],
    bad: {
      positions: listed("positions"),
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
    call: (...list) => rotary.move(...list),
    sizes,
    large,
    good: (batch = 2, length = 3) => [
      ...inputs(batch, length),
      { from: places(length), to: 9, out: seventh(batch * length * 4) },
    ],
    count,
    needs: ["to"],
    bad: {
      0: tensor("kCache", 24),
      1: [...leading("shape"), ...misfits("kCache")],
      2: [
        ...options,
        ...rows([{}, TypeError, "to", "undefined"], [undefined, TypeError, "to", "undefined"]),
      ],
      tokenAxis,
      from: [...defined(first("from")), ...listed("from")],
      to: [
        ...defined(first("to")),
        ...listed("to"),
        ...rows([undefined, TypeError, "to", "undefined"]),
      ],
      rotary: embedding,
      out: tableOfSize(24),
    },
  },
  {
    name: "RotaryEmbedding.move",
    call: (...list) => rotary.move(...list),
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
        ...embedding,
      ),
    },
  },
];
