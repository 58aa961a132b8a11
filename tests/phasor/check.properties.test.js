// Any arguments whatever: a result of the right shape, or a TypeError or RangeError that names the
// function. Repeat a failure, or try others, with SEED=n.
import fc from "fast-check";
import * as phasor from "phasor";
import { describe, expect, it } from "vitest";
import { detached } from "./bad.js";
import { noise, same } from "./helpers.js";

const seed = Number(process.env.SEED ?? 1);

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

const arena = new Arena(1 << 20);
const encoder = new SinusoidalPositionalEncoding(9, 4);

// ---- arguments ----

/** Arrays are made anew for each run: a run may write to them. @param {() => any} make */
const made = (make) => fc.constant(null).map(make);

/** Typed arrays in all places, and what only looks like one. */
const arrays = fc.oneof(
  fc.nat(40).chain((n) => made(() => noise("float32", n))),
  fc.nat(40).chain((n) => made(() => noise("float64", n))),
  fc.nat(40).chain((n) => made(() => new Int32Array(n))),
  fc.nat(40).chain((n) => made(() => new Float32Array(new ArrayBuffer(4 * n + 12), 12, n))),
  fc.nat(40).chain((n) => made(() => new Float64Array(new SharedArrayBuffer(8 * n)))),
  fc.nat(40).chain((n) =>
    made(() => {
      if (arena.free < 1000) arena.reset();
      return arena.float32(n);
    }),
  ),
  made(() => detached(new Float32Array(12))),
  made(() => new Uint8Array(12)),
  made(() => new BigInt64Array(3)),
  made(() => new DataView(new ArrayBuffer(16))),
  made(() => new ArrayBuffer(16)),
  made(() => new SharedArrayBuffer(16)),
  made(() => new Proxy(new Float32Array(12), {})),
  made(() => Object.create(Float32Array.prototype)),
);

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.double({ min: -10, max: 10 }),
  fc.constantFrom(
    Number.NaN,
    Infinity,
    -Infinity,
    -0,
    1e300,
    2 ** 53,
    2 ** 53 - 1,
    2 ** 60,
    5e-324,
  ),
  fc.constantFrom(65535, 65536, 65538, 2 ** 48, 2 ** 40 + 2, -(2 ** 53)),
);

const anything = fc.oneof(
  numbers,
  arrays,
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
  fc.anything({ withNullPrototype: true, withTypedArray: true, withObjectString: true }),
  fc.constantFrom(undefined, null, "sqrt", "float32", "float64", "vaswani", Symbol("s"), 4n),
  made(() => () => 4),
  made(() => Promise.resolve(4)),
  made(() => new (class extends Array {})(3)),
);

/** Mostly what is meant, now and then anything. @param {fc.Arbitrary<any>} meant */
const mostly = (meant) =>
  fc.oneof({ arbitrary: meant, weight: 9 }, { arbitrary: anything, weight: 1 });

const widths = mostly(fc.constantFrom(2, 4, 6));
const lengths = mostly(fc.integer({ min: 0, max: 9 }));
const lists = mostly(fc.oneof(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 9 }), arrays));
const floats = mostly(arrays);

const options = mostly(
  fc.oneof(
    fc.constant(undefined),
    fc.record(
      {
        base: mostly(fc.double({ min: 1.1, max: 1e6, noNaN: true })),
        start: mostly(fc.integer({ min: 0, max: 5 })),
        scale: mostly(fc.constantFrom(1, 0.5, "sqrt")),
        dtype: mostly(fc.constantFrom("float32", "float64")),
        convention: mostly(fc.constant("vaswani")),
        out: floats,
      },
      { requiredKeys: [] },
    ),
  ),
);

/** A matrix and its shape, which mostly fit. */
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.boolean())
  .chain(([length, d, wide]) =>
    fc.tuple(
      mostly(made(() => noise(wide ? "float64" : "float32", length * d))),
      mostly(fc.tuple(mostly(fc.constant(length)), mostly(fc.constant(d)))),
    ),
  );

// ---- results ----

/** @param {any} result @param {number} length */
function tensor(result, length) {
  expect(result instanceof Float32Array || result instanceof Float64Array).toBe(true);
  expect(result).toHaveLength(length);
}

/** @param {any} result @param {number} length */
function doubles(result, length) {
  expect(result).toBeInstanceOf(Float64Array);
  expect(result).toHaveLength(length);
}

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {(...list: any[]) => any} call
 * @property {fc.Arbitrary<any[]>} list of arguments
 * @property {(result: any, list: any[]) => void} shaped throws if the result has not its shape
 */

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

/** All typed arrays among the arguments. @param {any} value @returns {any[]} */
function typedIn(value) {
  if (ArrayBuffer.isView(value)) return "slice" in value && value.byteLength > 0 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(typedIn);
  return value?.out ? typedIn(value.out) : [];
}

describe(`any arguments, seed ${seed}`, () => {
  it.each(subjects)("$name", ({ name, call, list, shaped }) => {
    let worked = 0;
    let refused = 0;
    fc.assert(
      fc.property(list, (given) => {
        const typed = typedIn(given);
        const before = typed.map((each) => each.slice());
        const out = given.at(-1)?.out;
        let result;
        try {
          result = call(...given);
          worked++;
        } catch (error) {
          refused++;
          expect(error).toSatisfy(
            (each) => each instanceof TypeError || each instanceof RangeError,
          );
          expect(/** @type {Error} */ (error).message).toMatch(/^phasor\.\w+(\.\w+)?: /);
          expect(/** @type {Error} */ (error).message).toContain(`phasor.${name.split(".")[0]}`);
          typed.forEach((each, i) => {
            same(each, before[i], "argument");
          });
          return;
        }
        shaped(result, given);
        typed.forEach((each, i) => {
          if (each !== out) same(each, before[i], "argument");
        });
      }),
      { seed, numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(20);
    if (name !== "initialize") expect(worked).toBeGreaterThan(20);
  });
});
