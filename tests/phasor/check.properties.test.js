// Any arguments whatever to tables, layers and analysis: see any.js.
import fc from "fast-check";
import * as phasor from "phasor";
import { expect } from "vitest";
import {
  anything,
  doubles,
  lengths,
  lists,
  made,
  matrix,
  mostly,
  numbers,
  options,
  tensor,
  testAnything,
  widths,
} from "./any.js";
import { noise } from "./helpers.js";

/** @typedef {import("./any.js").Subject} Subject */

/** The package without its types. */
const {
  Arena,
  SinusoidalPositionalEncoding,
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  frequencies,
  initialize,
  relativePositionMatrix,
  similarityByDistance,
  sinusoidal,
  sinusoidalAt,
  verifyRelativePosition,
  wavelengths,
} = /** @type {any} */ (phasor);

const encoder = new SinusoidalPositionalEncoding(9, 4);

/** @type {Subject[]} */
const subjects = [
  ...[frequencies, wavelengths].map((call) => ({
    name: call.name,
    call,
    list: fc.tuple(widths, options),
    shaped: (/** @type {any} */ result, /** @type {any[]} */ [d]) => doubles(result, d / 2),
  })),
  {
    name: "sinusoidal",
    call: sinusoidal,
    list: fc.tuple(lengths, widths, options),
    shaped: (result, [length, d]) => tensor(result, length * d),
  },
  {
    name: "sinusoidalAt",
    call: sinusoidalAt,
    list: fc.tuple(lists, widths, options),
    shaped: (result, [positions, d]) => tensor(result, positions.length * d),
  },
  {
    name: "SinusoidalPositionalEncoding",
    call: (length, ...list) => new SinusoidalPositionalEncoding(...list).encoding(length),
    list: fc.tuple(lengths, lengths, widths, options),
    shaped: (result, [length, _, d]) => tensor(result, length * d),
  },
  {
    name: "SinusoidalPositionalEncoding.forward",
    call: (...list) => encoder.forward(...list),
    list: fc.tuple(fc.nat(3), fc.nat(4), fc.boolean()).chain(([batch, length, wide]) =>
      fc.tuple(
        mostly(made(() => noise(wide ? "float64" : "float32", 4 * batch * length))),
        mostly(
          fc.tuple(
            fc.constant(batch),
            lengths.map((n) => n ?? length),
            fc.constant(4),
          ),
        ),
        options,
      ),
    ),
    shaped: (result, [x]) => tensor(result, x.length),
  },
  {
    name: "SinusoidalPositionalEncoding.embed",
    call: (...list) => encoder.embed(...list),
    list: fc
      .tuple(fc.nat(3), fc.nat(4))
      .chain(([batch, length]) =>
        fc.tuple(
          mostly(fc.array(fc.nat(2), { minLength: batch * length, maxLength: batch * length })),
          mostly(made(() => noise("float32", 12))),
          mostly(fc.constant([batch, length])),
          options,
        ),
      ),
    shaped: (result, [ids]) => tensor(result, 4 * ids.length),
  },
  {
    name: "relativePositionMatrix",
    call: relativePositionMatrix,
    list: fc.tuple(
      mostly(numbers),
      mostly(fc.constantFrom(2, 4, 6)).filter((d) => d !== 65536),
      options,
    ),
    shaped: (result, [_, d]) => doubles(result, d * d),
  },
  {
    name: "verifyRelativePosition",
    call: (pair, ...list) => verifyRelativePosition(...pair, ...list),
    list: fc.tuple(matrix, mostly(fc.integer({ min: -4, max: 4 })), options),
    shaped: ({ matrix, errors, maxError }, [[_, [length, d]], k]) => {
      doubles(matrix, d * d);
      doubles(errors, length - Math.abs(k));
      expect(maxError).toBeTypeOf("number");
    },
  },
  ...[dotProducts, cosineSimilarity].map((call) => ({
    name: call.name,
    call: (/** @type {any} */ pair, /** @type {any} */ options) => call(...pair, options),
    list: fc.tuple(matrix, options),
    shaped: (/** @type {any} */ result, /** @type {any[]} */ [[_, [length]]]) =>
      tensor(result, length * length),
  })),
  {
    name: "similarityByDistance",
    call: (pair) => similarityByDistance(...pair),
    list: fc.tuple(matrix),
    shaped: (result, [[_, [length]]]) => doubles(result, length),
  },
  {
    name: "encodingStatistics",
    call: (pair) => encodingStatistics(...pair),
    list: fc.tuple(matrix),
    shaped: ({ norms, mean, variance, min, max }, [[_, [length, d]]]) => {
      doubles(norms, length);
      doubles(mean, d);
      doubles(variance, d);
      expect(min).toBeLessThanOrEqual(max);
    },
  },
  {
    name: "Arena",
    call: (bytes, kind, length) => new Arena(bytes)[kind](length),
    list: fc.tuple(lengths, fc.constantFrom("float32", "float64", "int32"), lengths),
    shaped: (result, [_, __, length]) => expect(result).toHaveLength(length),
  },
  {
    name: "initialize",
    call: initialize,
    list: fc.tuple(anything),
    shaped: () => {
      throw new Error("none of these is a module");
    },
  },
];

testAnything(subjects);
