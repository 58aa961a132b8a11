// Bad arguments, as in check.test.js, to learned tables, other tables and pictures.
import * as phasor from "phasor";
import { conventionParts, optional, required, shapes } from "./bad.js";
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
  LearnedPositionalEncoding,
  convertConvention,
  heatmap,
  nerf,
  sinusoidal2d,
  sinusoidalDotProducts,
  sinusoidalSimilarity,
} = /** @type {any} */ (phasor);

const { noFloats, notFinite, outside } = required;
const options = of("options", optional.options);
const base = of("base", optional.base);

// ---- learned tables: a refused call leaves table and gradient alone, too ----

const learned = new LearnedPositionalEncoding(5, 4, { seed: 1 });
const before = learned.table.slice();

/** @param {string} method @param {() => any[]} good @param {Record<string, Row[]>} bad
 * @returns {Subject} */
const learnedMethod = (method, good, bad) => ({
  name: `LearnedPositionalEncoding.${method}`,
  good,
  bad,
  call(...list) {
    learned.gradient.fill(7);
    learned.table.set(before);
    try {
      const result = learned[method](...list);
      return Float32Array.of(...(result ?? []), ...learned.gradient, ...learned.table);
    } catch (error) {
      const touched =
        learned.gradient.some((/** @type {number} */ x) => x !== 7) ||
        learned.table.some((/** @type {number} */ x, /** @type {number} */ i) => x !== before[i]);
      throw touched ? new Error(`${method} wrote before it threw`) : error;
    }
  },
});

const positions = [
  ...of("positions", required.lists),
  ...[...required.element, ...notFinite, ...outside(-1, 0.5, 5, 2 ** 32)].map(
    ([value, Kind, got]) => /** @type {Row} */ ([[0, value], Kind, "positions[1]", got]),
  ),
];
const batches = [
  ...shapes([2, 3, 4], ["batch", "length", "dModel"], 0),
  ...rows(
    [[2, 3, 6], RangeError, "shape[2] (dModel)", "6"],
    [[1, 6, 4], RangeError, "shape[1] (length)", "6"],
  ),
];

/** @type {Subject[]} */
const layers = [
  {
    name: "LearnedPositionalEncoding",
    call: (...list) => new LearnedPositionalEncoding(...list).table,
    good: () => [5, 4, { seed: 3, std: 0.5 }],
    bad: {
      0: [
        ...of("maxLength", required.count),
        ...rows([0, RangeError, "maxLength", "0"], [2 ** 50, RangeError, "the result", "bytes"]),
      ],
      1: integer("dModel", 0, -1, 65537, 2.5),
      2: options,
      seed: given(of("seed", required.count)),
      std: [...of("std", optional.finite), ...of("std", outside(-1, 1e31))],
      init: of("init", optional.name),
      dtype: of("dtype", optional.name),
    },
  },
  learnedMethod("lookup", () => [[0, 4], { out: seventh(8) }], {
    0: positions,
    1: options,
    out: like(8),
  }),
  learnedMethod("forward", () => [noise("float32", 24), [2, 3, 4], { out: seventh(24) }], {
    0: second("x", 24),
    1: batches,
    2: options,
    out: like(24),
  }),
  learnedMethod("backward", () => [noise("float32", 24), [2, 3, 4], { out: seventh(24) }], {
    0: second("gradOutput", 24),
    1: batches,
    2: options,
    out: like(24),
  }),
  learnedMethod("backwardAt", () => [[0, 4], noise("float32", 8)], {
    0: positions,
    1: second("gradOutput", 8),
  }),
  learnedMethod("step", () => [0.5], {
    0: [
      ...of("learningRate", optional.finite),
      ...rows([undefined, TypeError, "learningRate", "undefined"]),
    ],
  }),
];

// ---- tables ----

/** @type {Subject[]} */
const tables = [
  {
    name: "convertConvention",
    call: convertConvention,
    good: () => [noise("float32", 12), [3, 4], { from: "vaswani", to: "mae", out: seventh(12) }],
    bad: {
      0: tensor("pe", 12),
      1: shapes([3, 4], ["length", "dModel"], 1),
      2: options,
      ...Object.fromEntries(
        ["from", "to"].map((name) => [
          name,
          [
            ...of(name, optional.convention),
            ...conventionParts.map(
              ([value, Kind, path, got]) =>
                /** @type {Row} */ ([value, Kind, path.replace("convention", name), got]),
            ),
            ...rows(
              [undefined, TypeError, name, "undefined"],
              ["fairseq", RangeError, "from and to", '"d-2"'],
            ),
          ],
        ]),
      ),
      out: like(12),
    },
  },
  {
    name: "sinusoidal2d",
    call: sinusoidal2d,
    good: () => [2, 3, 4, { base: 100, out: seventh(24) }],
    bad: {
      0: of("height", required.count),
      1: of("width", required.count),
      2: [...of("dModel", required.dModel), ...of("dModel", outside(2, 6, 65534))],
      3: options,
      base,
      convention: of("convention", optional.name),
      classToken: of("classToken", optional.flag),
      normalize: of("normalize", optional.flag),
      scale: of("scale", optional.finite),
      ...free(24),
    },
  },
  {
    name: "nerf",
    call: nerf,
    good: () => [[1, 2, 3, 4], 2, { components: 2, out: seventh(20) }],
    bad: {
      0: [
        ...of("x", required.lists),
        ...[...required.element, ...optional.position].map(
          ([value, Kind, got]) => /** @type {Row} */ ([[1, 2, 3, value], Kind, "x[3]", got]),
        ),
        ...rows([[1, 2, 3], RangeError, "x.length", "3"]),
      ],
      1: integer("levels", -1, 54, 0.5),
      2: options,
      components: [...given(of("components", required.count)), ...of("components", outside(0, -0))],
      includeInput: of("includeInput", optional.flag),
      pi: of("pi", optional.flag),
      ...free(20),
    },
  },
  {
    name: "sinusoidalSimilarity",
    call: sinusoidalSimilarity,
    good: () => [3, 4, { base: 100 }],
    bad: { 0: of("length", required.count), 1: of("dModel", required.dModel), 2: options, base },
  },
  {
    name: "sinusoidalDotProducts",
    call: sinusoidalDotProducts,
    good: () => [3, 4, { base: 100, out: seventh(9) }],
    bad: {
      0: of("length", required.count),
      1: of("dModel", required.dModel),
      2: options,
      base,
      ...free(9),
    },
  },
  {
    name: "heatmap",
    call: heatmap,
    good: () => [{ dModel: 4, width: 4, height: 3, base: 100 }],
    bad: {
      dModel: of("dModel", required.dModel),
      width: of("width", required.count),
      height: of("height", required.count),
      base,
      position: of("position", optional.position),
      positionsPerPixel: [
        ...of("positionsPerPixel", optional.finite),
        ...of("positionsPerPixel", outside(0, -0, -1)),
        ...rows([2 ** 53, RangeError, "position + pixels·positionsPerPixel", "27021597764222976"]),
      ],
      column: of("column", optional.finite),
      columnsPerPixel: [
        ...of("columnsPerPixel", optional.finite),
        ...of("columnsPerPixel", outside(0, -0, -1)),
      ],
      positions: of("positions", optional.name),
    },
  },
  {
    name: "heatmap",
    call: heatmap,
    good: () => [{ dModel: 4, width: 4, height: 3 }, { out: new Uint8Array(12).fill(7) }],
    bad: {
      1: options,
      out: [
        ...of(
          "out",
          noFloats.filter(
            ([value, , got]) => !(value instanceof Uint8Array) && !/buffer/.test(got),
          ),
        ),
        ...of("out.length", [
          [new Uint8Array(0), RangeError, "0"],
          [new Uint8ClampedArray(11), RangeError, "11"],
        ]),
      ],
    },
  },
];

testRefusals([...layers, ...tables]);
