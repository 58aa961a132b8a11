// any.js: arguments of all kinds, mostly good ones, and what a call may make of them: a result of the
// right shape, or a TypeError or RangeError that names the function; inputs unchanged. Repeat a
// failure, or try others, with SEED=n.
import fc from "fast-check";
import { Arena } from "phasor";
import { describe, expect, it } from "vitest";
import { detached } from "./bad.js";
import { noise, same } from "./helpers.js";

const seed = Number(process.env.SEED ?? 1);
const arena = new Arena(1 << 20);

// ---- arguments ----

/** Arrays are made anew for each run: a run may write to them. @param {() => any} make */
export const made = (make) => fc.constant(null).map(make);

/** Typed arrays in all places, and what only looks like one. */
export const arrays = fc.oneof(
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
  made(() =>
    Object.assign(detached(new Float32Array(12)), { [fc.toStringMethod]: () => "detached" }),
  ),
  made(() => new Uint8Array(12)),
  made(() => new BigInt64Array(3)),
  made(() => new DataView(new ArrayBuffer(16))),
  made(() => new ArrayBuffer(16)),
  made(() => new SharedArrayBuffer(16)),
  made(() => new Proxy(new Float32Array(12), {})),
  made(() => Object.create(Float32Array.prototype)),
);

export const numbers = fc.oneof(
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

/** Whether a number is no size, or one that fits, or one that fits nowhere. @param {unknown} value
 * @param {number} most that fits */
const harmless = (value, most) =>
  typeof value !== "number" || !(Math.abs(value) > most && Math.abs(value) < 2 ** 40);

export const anything = fc
  .oneof(
    numbers,
    arrays,
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
    fc.anything({ withNullPrototype: true, withTypedArray: true, withObjectString: true }),
    fc.constantFrom(undefined, null, "sqrt", "float32", "float64", "vaswani", Symbol("s"), 4n),
    made(() => () => 4),
    made(() => Promise.resolve(4)),
    made(() => new (class extends Array {})(3)),
  )
  .filter((value) => harmless(value, 70_000));

/** Mostly what is meant, now and then anything. @param {fc.Arbitrary<any>} meant */
export const mostly = (meant) =>
  fc.oneof({ arbitrary: meant, weight: 9 }, { arbitrary: anything, weight: 1 });

/** The same where sizes are multiplied with each other. @param {fc.Arbitrary<any>} meant */
export const size = (meant) => mostly(meant).filter((value) => harmless(value, 1000));

export const widths = mostly(fc.constantFrom(2, 4, 6));
export const lengths = mostly(fc.integer({ min: 0, max: 9 }));
export const lists = mostly(
  fc.oneof(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 9 }), arrays),
);
export const floats = mostly(arrays);

export const options = mostly(
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
export const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.boolean())
  .chain(([length, d, wide]) =>
    fc.tuple(
      mostly(made(() => noise(wide ? "float64" : "float32", length * d))),
      mostly(fc.tuple(mostly(fc.constant(length)), mostly(fc.constant(d)))),
    ),
  );

/** Options by name, each there or not. @param {Record<string, fc.Arbitrary<any>>} named */
export const optionsOf = (named) =>
  mostly(
    fc.oneof(
      fc.constant(undefined),
      fc.record(
        Object.fromEntries(Object.entries(named).map(([name, each]) => [name, mostly(each)])),
        { requiredKeys: [] },
      ),
    ),
  );

/** A tensor of a size that is known. @param {number} count @param {boolean} [wide] */
export const filled = (count, wide = false) =>
  mostly(made(() => noise(wide ? "float64" : "float32", count)));

// ---- results ----

/** @param {any} result @param {number} length */
export function tensor(result, length) {
  expect(result instanceof Float32Array || result instanceof Float64Array).toBe(true);
  expect(result).toHaveLength(length);
}

/** @param {any} result @param {number} length */
export function doubles(result, length) {
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

/** The arrays that a call may write to. @param {any} value @returns {any[]} */
function outputsIn(value) {
  if (Array.isArray(value)) return value.flatMap(outputsIn);
  const out = value?.out;
  return ArrayBuffer.isView(out) ? [out] : Object.values(out ?? {});
}

/** All typed arrays among the arguments. @param {any[]} given @returns {any[]} */
function typedIn(given) {
  return [...given.flat(3), ...outputsIn(given)].filter(
    (each) => ArrayBuffer.isView(each) && "slice" in each && each.byteLength > 0,
  );
}

/** A message of the package, or of an option's own getter. */
const NAMED = /^phasor\.\w+(\.\w+)?: |called on incompatible receiver/;

/** @param {Subject[]} subjects */
export function testAnything(subjects) {
  describe(`any arguments, seed ${seed}`, () => {
    it.each(subjects)("$name", ({ name, call, list, shaped }) => {
      let worked = 0;
      let refused = 0;
      fc.assert(
        fc.property(list, (given) => {
          const typed = typedIn(given);
          const before = typed.map((each) => each.slice());
          const outs = outputsIn(given);
          let result;
          try {
            result = call(...given);
            worked++;
          } catch (error) {
            refused++;
            expect(error).toSatisfy(
              (each) => each instanceof TypeError || each instanceof RangeError,
            );
            expect(/** @type {Error} */ (error).message).toMatch(NAMED);
            typed.forEach((each, i) => {
              same(each, before[i], "argument");
            });
            return;
          }
          shaped(result, given);
          typed.forEach((each, i) => {
            if (!outs.includes(each)) same(each, before[i], "argument");
          });
        }),
        { seed, numRuns: 500 },
      );
      expect(refused).toBeGreaterThan(5);
      if (name !== "initialize") expect(worked).toBeGreaterThan(5);
    });
  });
}
