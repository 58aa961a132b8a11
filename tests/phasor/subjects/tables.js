// Subjects: tables of positions, and arenas.
import fc from "fast-check";
import { expect } from "vitest";
import { conventionParts, optional, required, shapes } from "../bad.js";
import { noise } from "../helpers.js";
import {
  entries,
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
import { between, even, one, small, small0 } from "./sizes.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Subject} Subject */

const { Arena, frequencies, wavelengths } = untyped;

const { noFloats, outside } = required;
const base = rowsOf("base", optional.base);
const convention = [...rowsOf("convention", optional.convention), ...conventionParts];

/** Bad values of the options that tables share. @param {number} size */
const tableOptions = (size) => ({
  base,
  convention,
  arithmetic: rowsOf("arithmetic", optional.name),
  ...free(size),
});

/** Whole positions and others. @param {number} length @returns {any} */
const numbers = (length) => Array.from({ length }, (_, i) => (i % 3 ? 7 * i : -i / 8));

/** @type {Subject[]} */
const sinusoids = [
  ...[frequencies, wavelengths].map((call) => ({
    name: call.name,
    call,
    sizes: [even],
    good: (d = 6) => [d, { base: 100 }],
    count: (/** @type {any[]} */ [d]) => d / 2,
    bad: { 0: rowsOf("dModel", required.dModel), 1: options, base },
  })),
  {
    ...fn("sinusoidal"),
    sizes: [between(0, 9), even],
    large: [
      [32769, 2],
      [5377, 6],
      [1025, 64],
      [129, 4098],
      [33, 65536],
    ],
    good: (length = 3, d = 4) => [
      length,
      d,
      { base: 100, start: 5, dtype: "float32", out: seventh(length * d) },
    ],
    count: ([length, d]) => length * d,
    bad: {
      0: [
        ...rowsOf("length", required.count),
        ...rows([2 ** 40, RangeError, "out.length", "12"], [2, RangeError, "out.length", "12"]),
      ],
      1: rowsOf("dModel", required.dModel),
      2: options,
      start: [
        ...rowsOf("start", optional.position),
        [2 ** 53 - 1, RangeError, "start + length - 1", "start 9007199254740991 and length 3"],
      ],
      ...tableOptions(12),
    },
  },
  {
    ...fn("sinusoidalAt"),
    sizes: [fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 9 }), even],
    large: [
      [numbers(8193), 2],
      [numbers(505), 64],
      [numbers(9), 4098],
    ],
    good: (positions = [1, 2.5, -3], d = 4) => [
      positions,
      d,
      { base: 100, dtype: "float32", out: seventh(positions.length * d) },
    ],
    count: ([positions, d]) => positions.length * d,
    bad: {
      0: [
        ...rowsOf("positions", required.lists),
        ...entries("positions", [1, 2], [...required.element, ...optional.position]),
        [Float64Array.of(1, Number.NaN, 3), RangeError, "positions[1]", "NaN"],
        [Float32Array.of(1, 2, 1e17), RangeError, "positions[2]", "99999998430674940"],
        [required.circular, TypeError, "positions[1]", "[1, an array]"],
        // biome-ignore lint/suspicious/noSparseArray: that is the point
        [[0, , 2], TypeError, "positions[1]", "undefined"],
        [[0, 1], RangeError, "out.length", "12"],
      ],
      1: rowsOf("dModel", required.dModel),
      2: options,
      ...tableOptions(12),
    },
  },
  {
    ...fn("sinusoidal2d"),
    sizes: [small0, small0, one(4, 8)],
    large: [[7, 9, 12]],
    good: (height = 2, width = 3, d = 4) => [
      height,
      width,
      d,
      { base: 100, out: seventh(height * width * d) },
    ],
    count: ([height, width, d, { classToken } = {}]) => (height * width + (classToken ? 1 : 0)) * d,
    bad: {
      0: rowsOf("height", required.count),
      1: rowsOf("width", required.count),
      2: [...rowsOf("dModel", required.dModel), ...rowsOf("dModel", outside(2, 6, 65534))],
      3: options,
      base,
      convention: rowsOf("convention", optional.name),
      classToken: rowsOf("classToken", optional.flag),
      normalize: rowsOf("normalize", optional.flag),
      scale: rowsOf("scale", optional.finite),
      ...free(24),
    },
  },
  {
    ...fn("sinusoidal3d"),
    sizes: [small0, small0, small0, one(16, 32)],
    large: [[3, 4, 5, 32]],
    good: (depth = 2, height = 1, width = 3, d = 16) => [
      depth,
      height,
      width,
      d,
      { base: 100, out: seventh(depth * height * width * d) },
    ],
    count: ([depth, height, width, d, { classToken } = {}]) =>
      (depth * height * width + (classToken ? 1 : 0)) * d,
    bad: {
      0: rowsOf("depth", required.count),
      1: rowsOf("height", required.count),
      2: rowsOf("width", required.count),
      3: [...rowsOf("dModel", required.dModel), ...rowsOf("dModel", outside(2, 8, 20, 65534))],
      4: options,
      base,
      convention: rowsOf("convention", optional.name),
      classToken: rowsOf("classToken", optional.flag),
      temporalInterpolationScale: rowsOf("temporalInterpolationScale", optional.finite),
      spatialInterpolationScale: rowsOf("spatialInterpolationScale", optional.finite),
      ...free(96),
    },
  },
  {
    ...fn("nerf"),
    sizes: [small, small0],
    large: [[1000, 10]],
    good: (points = 2, levels = 2) => [
      Array.from({ length: 2 * points }, (_, i) => i + 1),
      levels,
      { components: 2, out: seventh(2 * points * (2 * levels + 1)) },
    ],
    count: ([x, levels, { includeInput = true } = {}]) =>
      x.length * (2 * levels + (includeInput ? 1 : 0)),
    bad: {
      0: [
        ...rowsOf("x", required.lists),
        ...entries("x", [1, 2, 3], [...required.element, ...optional.position]),
        ...rows([[1, 2, 3], RangeError, "x.length", "3"]),
      ],
      1: integer("levels", -1, 54, 0.5),
      2: options,
      components: [
        ...rowsOf("components", required.count.slice(1)),
        ...rowsOf("components", outside(0, -0)),
      ],
      includeInput: rowsOf("includeInput", optional.flag),
      pi: rowsOf("pi", optional.flag),
      logSampling: rowsOf("logSampling", optional.flag),
      ...free(20),
    },
  },
  {
    ...fn("convertConvention"),
    sizes: [small, even],
    large: [
      [33, 14],
      [300, 130],
    ],
    good: (length = 3, d = 4) => [
      noise("float32", length * d),
      [length, d],
      { from: "vaswani", to: "mae", out: seventh(length * d) },
    ],
    count: ([pe]) => pe.length,
    needs: ["from", "to"],
    bad: {
      0: tensor("pe", 12),
      1: shapes([3, 4], ["length", "dModel"], 0),
      2: options,
      ...Object.fromEntries(
        ["from", "to"].map((name) => [
          name,
          [
            ...rowsOf(name, optional.convention),
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
      out: tableOfSize(12),
    },
  },
];

/** @type {Subject[]} */
const pictures = [
  {
    ...fn("heatmap"),
    sizes: [even, small0, small0],
    good: (dModel = 4, width = 4, height = 3) => [{ dModel, width, height, base: 100 }],
    shaped: (result, [{ width, height }]) => expect(result).toHaveLength(width * height),
    needs: ["dModel", "width", "height"],
    bad: {
      dModel: rowsOf("dModel", required.dModel),
      width: rowsOf("width", required.count),
      height: rowsOf("height", required.count),
      base,
      position: rowsOf("position", optional.position),
      positionsPerPixel: [
        ...rowsOf("positionsPerPixel", optional.finite),
        ...rowsOf("positionsPerPixel", outside(0, -0, -1)),
        ...rows([2 ** 53, RangeError, "position + pixels·positionsPerPixel", "27021597764222976"]),
      ],
      column: rowsOf("column", optional.finite),
      columnsPerPixel: [
        ...rowsOf("columnsPerPixel", optional.finite),
        ...rowsOf("columnsPerPixel", outside(0, -0, -1)),
      ],
      positions: rowsOf("positions", optional.name),
    },
  },
  {
    ...fn("heatmap"),
    good: () => [{ dModel: 4, width: 4, height: 3 }, { out: new Uint8Array(12).fill(7) }],
    bad: {
      1: options,
      out: [
        ...rowsOf(
          "out",
          noFloats.filter(
            ([value, , got]) => !(value instanceof Uint8Array) && !/buffer/.test(got),
          ),
        ),
        ...rows(
          [new Uint8Array(0), RangeError, "out.length", "0"],
          [new Uint8ClampedArray(11), RangeError, "out.length", "11"],
        ),
      ],
    },
  },
];

const room = new Arena(100);

/** @type {Subject[]} */
const memory = [
  {
    name: "Arena",
    call: (bytes) => new Arena(bytes).float32(3),
    sizes: [between(0, 99)],
    good: (bytes = 100) => [bytes],
    count: () => 3,
    bad: { 0: [...rowsOf("bytes", required.count), ...rowsOf("bytes", outside(2 ** 32, 2 ** 40))] },
  },
  ...["float32", "float64", "int32"].map((kind) => ({
    name: `Arena.${kind}`,
    call(/** @type {any} */ length) {
      room.reset();
      return room[kind](length);
    },
    sizes: [small0],
    good: (length = 3) => [length],
    shaped: (/** @type {any} */ result, /** @type {any[]} */ [length]) =>
      expect(result).toHaveLength(length),
    bad: { 0: rowsOf("length", required.count) },
  })),
];

export const tables = [...sinusoids, ...pictures, ...memory];
