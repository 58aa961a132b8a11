// Bad arguments to every public function: the right class, a message with function, argument and
// value, nothing written, and the next call works. check.properties.test.js tries anything at all.
import * as phasor from "phasor";
import { conventionParts, optional, required, shapes } from "./bad.js";
import { noise } from "./helpers.js";
import { of, seventh, testRefusals } from "./refusals.js";

/** @typedef {import("./refusals.js").Row} Row */
/** @typedef {import("./refusals.js").Subject} Subject */

/** The package without its types: here it gets what they forbid. */
const {
  Arena,
  SinusoidalPositionalEncoding,
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  frequencies,
  relativePositionMatrix,
  similarityByDistance,
  sinusoidal,
  sinusoidalAt,
  verifyRelativePosition,
  wavelengths,
} = /** @type {any} */ (phasor);

/** Options that tables share. @param {number} size */
const tableOptions = (size) => ({
  base: of("base", optional.base),
  convention: [...of("convention", optional.convention), ...conventionParts],
  arithmetic: of("arithmetic", optional.name),
  dtype: [
    ...of("dtype", optional.name),
    .../** @type {Row[]} */ ([["float64", TypeError, "dtype", '"float64"']]),
  ],
  out: [...of("out", required.noFloats), ...of("out.length", required.wrongLengths(size))],
});

/** What the analysis functions say of pe and shape [3, 4]. */
const matrices = () => ({
  0: [...of("pe", required.floats), ...of("pe.length", required.wrongLengths(12))],
  1: [
    ...shapes([3, 4], ["length", "dModel"], 1),
    .../** @type {Row[]} */ ([
      [[3, 5], RangeError, "pe.length", "12"],
      [[4, 3.5], RangeError, "shape[1] (dModel)", "3.5"],
      [[2 ** 26, 2 ** 26], RangeError, "shape[1] (dModel)", "67108864"],
      [[1, 65537], RangeError, "shape[1] (dModel)", "65537"],
    ]),
  ],
});

/** @param {string} name @param {any} call @returns {Subject} */
const products = (name, call) => ({
  name,
  call,
  good: () => [noise("float32", 12), [3, 4], { out: seventh(9) }],
  bad: {
    ...matrices(),
    2: of("options", optional.options),
    out: [
      ...of("out", required.noFloats),
      ...of("out.length", required.wrongLengths(9)),
      [new Float64Array(9), TypeError, "out", "Float64Array of length 9"],
    ],
  },
});

const room = new Arena(100);
const encoder = new SinusoidalPositionalEncoding(5, 4);

/** @type {Subject[]} */
const subjects = [
  ...[frequencies, wavelengths].map((call) => ({
    name: call.name,
    call,
    good: () => [6, { base: 100 }],
    bad: {
      0: of("dModel", required.dModel),
      1: of("options", optional.options),
      base: of("base", optional.base),
    },
  })),
  {
    name: "sinusoidal",
    call: sinusoidal,
    good: () => [3, 4, { base: 100, start: 5, dtype: "float32", out: seventh(12) }],
    bad: {
      0: [
        ...of("length", required.count),
        ...of("out.length", [
          [2 ** 40, RangeError, "12"],
          [2, RangeError, "12"],
        ]),
      ],
      1: of("dModel", required.dModel),
      2: of("options", optional.options),
      start: [
        ...of("start", optional.position),
        [2 ** 53 - 1, RangeError, "start + length - 1", "start 9007199254740991 and length 3"],
      ],
      ...tableOptions(12),
    },
  },
  {
    name: "sinusoidalAt",
    call: sinusoidalAt,
    good: () => [[1, 2.5, -3], 4, { base: 100, dtype: "float32", out: seventh(12) }],
    bad: {
      0: [
        ...of("positions", required.lists),
        ...[...required.element, ...optional.position].map(
          ([value, Kind, got]) => /** @type {Row} */ ([[1, 2, value], Kind, "positions[2]", got]),
        ),
        [Float64Array.of(1, Number.NaN, 3), RangeError, "positions[1]", "NaN"],
        [Float32Array.of(1, 2, 1e17), RangeError, "positions[2]", "99999998430674940"],
        [required.circular, TypeError, "positions[1]", "[1, an array]"],
        // biome-ignore lint/suspicious/noSparseArray: that is the point
        [[0, , 2], TypeError, "positions[1]", "undefined"],
        [[0, 1], RangeError, "out.length", "12"],
      ],
      1: of("dModel", required.dModel),
      2: of("options", optional.options),
      ...tableOptions(12),
    },
  },
  {
    name: "SinusoidalPositionalEncoding",
    call: (...list) => new SinusoidalPositionalEncoding(...list).encoding(2),
    good: () => [5, 4, { base: 100, dtype: "float64" }],
    bad: {
      0: [
        ...of("maxLength", required.count),
        ...of("maxLength", required.outside(0, -0)),
        [2 ** 50, RangeError, "the result", "36028797018963970 bytes"],
      ],
      1: of("dModel", required.dModel),
      2: of("options", optional.options),
      base: of("base", optional.base),
      convention: [...of("convention", optional.convention), ...conventionParts],
      dtype: of("dtype", optional.name),
    },
  },
  {
    name: "SinusoidalPositionalEncoding.encoding",
    call: (length) => encoder.encoding(length),
    good: () => [5],
    bad: { 0: [...of("length", required.count), ...of("length", required.outside(6, 1e9))] },
  },
  {
    name: "SinusoidalPositionalEncoding.forward",
    call: (...list) => encoder.forward(...list),
    good: () => [noise("float32", 24), [2, 3, 4], { scale: 2, start: 1, out: seventh(24) }],
    bad: {
      0: [...of("x", required.floats), ...of("x.length", required.wrongLengths(24))],
      1: [
        ...shapes([2, 3, 4], ["batch", "length", "dModel"], 0),
        [[2, 3, 6], RangeError, "shape[2] (dModel)", "6"],
        [[2, 4, 4], RangeError, "x.length", "24"],
        [[1, 6, 4], RangeError, "start + length", "1 + 6"],
      ],
      2: of("options", optional.options),
      scale: of("scale", optional.scale),
      start: [
        ...of("start", required.count.slice(1)),
        ...of("start", required.outside(6)),
        [3, RangeError, "start + length", "3 + 3"],
      ],
      out: [
        ...of("out", required.noFloats),
        ...of("out.length", required.wrongLengths(24)),
        [new Float64Array(24), TypeError, "out", "Float64Array of length 24"],
      ],
    },
  },
  {
    name: "SinusoidalPositionalEncoding.embed",
    call: (...list) => encoder.embed(...list),
    good: () => [[2, 0, 1, 1], noise("float32", 12), [2, 2], { scale: 2, out: seventh(16) }],
    bad: {
      0: [
        ...of("tokenIds", required.lists),
        ...[
          ...required.element,
          ...required.notFinite,
          ...required.outside(-1, 0.5, 3, 2 ** 32),
        ].map(
          ([value, Kind, got]) => /** @type {Row} */ ([[0, 1, 2, value], Kind, "tokenIds[3]", got]),
        ),
        [Int32Array.of(0, 3, 0, 0), RangeError, "tokenIds[1]", "3"],
        [Uint32Array.of(0, 0, 2 ** 31, 0), RangeError, "tokenIds[2]", "2147483648"],
        [[0, 1, 2], RangeError, "tokenIds.length", "3"],
      ],
      1: [
        ...of("embeddingTable", required.floats),
        [new Float32Array(0), RangeError, "embeddingTable.length", "0"],
        [new Float32Array(13), RangeError, "embeddingTable.length", "13"],
      ],
      2: [...shapes([2, 2], ["batch", "length"], 0), [[1, 3], RangeError, "tokenIds.length", "4"]],
      3: of("options", optional.options),
      scale: of("scale", optional.scale),
      out: [
        ...of("out", required.noFloats),
        ...of("out.length", required.wrongLengths(16)),
        [new Float64Array(16), TypeError, "out", "Float64Array of length 16"],
      ],
    },
  },
  {
    name: "relativePositionMatrix",
    call: relativePositionMatrix,
    good: () => [3, 4, { base: 100 }],
    bad: {
      0: of("offset", required.position),
      1: of("dModel", required.dModel),
      2: of("options", optional.options),
      base: of("base", optional.base),
    },
  },
  {
    name: "verifyRelativePosition",
    call: (...list) => verifyRelativePosition(...list).errors,
    good: () => [noise("float32", 12), [3, 4], 1, { base: 100 }],
    bad: {
      ...matrices(),
      2: [
        ...of("offset", required.count.slice(0, -6)),
        ...of("offset", required.outside(3, -3, 0.5, 1e300)),
      ],
      3: of("options", optional.options),
      base: of("base", optional.base),
    },
  },
  products("dotProducts", dotProducts),
  products("cosineSimilarity", cosineSimilarity),
  {
    name: "similarityByDistance",
    call: similarityByDistance,
    good: () => [noise("float32", 12), [3, 4]],
    bad: matrices(),
  },
  {
    name: "encodingStatistics",
    call: (...list) => encodingStatistics(...list).norms,
    good: () => [noise("float32", 12), [3, 4]],
    bad: matrices(),
  },
  {
    name: "Arena",
    call: (bytes) => new Arena(bytes).float32(3),
    good: () => [100],
    bad: {
      0: [...of("bytes", required.count), ...of("bytes", required.outside(2 ** 32, 2 ** 40))],
    },
  },
  ...["float32", "float64", "int32"].map((kind) => ({
    name: `Arena.${kind}`,
    call(/** @type {any} */ length) {
      room.reset();
      return room[kind](length);
    },
    good: () => [3],
    bad: { 0: of("length", required.count) },
  })),
];

testRefusals(subjects);
