// Random arguments, mostly good ones. A call must return a result of the right shape, or throw a
// TypeError or RangeError that names the function, and must not change its inputs. Set SEED=n to
// repeat a failure or to try other arguments.
import fc from "fast-check";
import { Arena, initialize } from "phasor";
import { expect, it } from "vitest";
import { LONG } from "../long.js";
import { detached } from "./bad.js";
import { array, kindOf, noise, same } from "./helpers.js";
import { between, one } from "./subjects/sizes.js";
import { subjects } from "./subjects/subjects.js";

/** @typedef {import("./subjects/rows.js").Subject} Subject */
/** @typedef {fc.GeneratorValue} Gen */

const seed = Number(process.env.SEED ?? 1);
const arena = new Arena(1 << 20);

// ---- any values ----

/** Arrays are new in each run, because a run may write to them. @param {() => any} make */
const lazily = (make) => fc.constant(null).map(make);

/** Typed arrays in all kinds of memory, and objects that only look like one. */
const arrays = fc.oneof(
  fc.nat(40).chain((n) => lazily(() => noise("float32", n))),
  fc.nat(40).chain((n) => lazily(() => noise("float64", n))),
  fc.nat(40).chain((n) => lazily(() => new Int32Array(n))),
  lazily(() =>
    Object.assign(detached(new Float32Array(12)), { [fc.toStringMethod]: () => "detached" }),
  ),
  lazily(() => new Uint8Array(12)),
  lazily(() => new BigInt64Array(3)),
  lazily(() => new DataView(new ArrayBuffer(16))),
  lazily(() => new ArrayBuffer(16)),
  lazily(() => new SharedArrayBuffer(16)),
  lazily(() => new Proxy(new Float32Array(12), {})),
  lazily(() => Object.create(Float32Array.prototype)),
);

const numbers = fc.oneof(
  between(-3, 12),
  fc.double({ min: -10, max: 10 }),
  one(Number.NaN, Infinity, -Infinity, -0, 1e300, 5e-324),
  one(2 ** 40 + 2, 2 ** 48, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 2 ** 60),
);

/** Whether a value is not a size, a size that fits into memory, or one that is too large.
 * @param {unknown} value */
const harmless = (value) =>
  typeof value !== "number" || !(Math.abs(value) > 1000 && Math.abs(value) < 2 ** 40);

const anything = fc
  .oneof(
    numbers,
    arrays,
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
    fc.anything({ withNullPrototype: true, withTypedArray: true, withObjectString: true }),
    one(undefined, null, "sqrt", "float32", "float64", "vaswani", Symbol("s"), 4n),
    lazily(() => () => 4),
    lazily(() => Promise.resolve(4)),
    lazily(() => new (class extends Array {})(3)),
  )
  .filter(harmless);

// ---- arguments that are mostly good ----

/** Other values of options, besides the good one that a subject has. */
const values = /** @type {Record<string, fc.Arbitrary<unknown>>} */ ({
  attentionFactor: one(1, 0.5),
  base: fc.double({ min: 1.1, max: 1e6, noNaN: true }),
  bidirectional: fc.boolean(),
  buckets: one(8, 32),
  causal: fc.boolean(),
  classToken: fc.boolean(),
  column: numbers,
  columnsPerPixel: one(0.3, 1, 3),
  components: one(1, 2),
  convention: one("vaswani", "mae", "detr", { order: "cos-sin" }),
  dtype: one("float32", "float64"),
  form: one("distance", "key-index"),
  from: one("vaswani", "diffusers", "half", "interleaved", { layout: "half" }, 0, 7),
  gradient: fc.boolean(),
  heads: one(1, 2, 3),
  includeInput: fc.boolean(),
  init: one("normal", "sinusoidal"),
  inverse: fc.boolean(),
  layer: one(0, 1, "full_attention"),
  layout: one("half", "interleaved", "concatenated"),
  length: between(0, 99),
  maxBias: one(8, 1),
  maxDistance: one(20, 128),
  maxLength: between(1, 9),
  model_type: one("llama", "gemma3_text", "x"),
  normalize: fc.boolean(),
  offset: between(-9, 40),
  pi: fc.boolean(),
  position: numbers,
  positions: fc.oneof(one("down", "across"), fc.array(between(0, 49), { maxLength: 5 })),
  positionsPerPixel: one(0.3, 1, 1000),
  pretrained: one([2, 2], [8, 8]),
  role: one("query", "key"),
  rope_scaling: one(null, { type: "linear", factor: 2 }, { rope_type: "yarn" }),
  rotaryDim: one(2, 4),
  scale: one(0, 1, -2, 1e300, "sqrt"),
  scaling: one(null, { type: "linear", factor: 2 }, { type: "ntk", factor: 2 }, { type: "x" }),
  sections: one([1, 1], [2], { sizes: [1, 1], axial: true }),
  seed: between(0, 9),
  start: between(0, 5),
  std: one(0, 1),
  to: one("mae", "diffusers", "half", "interleaved", { order: "cos-sin" }, 9),
  xpos: one(true, false, { scaleBase: 100 }),
});

/** The same elements elsewhere in memory, or as doubles. */
const places = /** @type {Record<string, (array: any) => any>} */ ({
  "where they are": (from) => from,
  "as doubles": (from) => (from instanceof Float32Array ? Float64Array.from(from) : from),
  "in shared memory"(from) {
    const shared = new from.constructor(new SharedArrayBuffer(from.byteLength));
    shared.set(from);
    return shared;
  },
  "at an offset": (from) => array(kindOf(from), [0, 0, 0, ...from]).subarray(3),
  "in an arena"(from) {
    if (arena.free < 10_000) arena.reset();
    const copy = arena[kindOf(from)](from.length);
    copy.set(from);
    return copy;
  },
});

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** @param {unknown} value */
const isTensor = (value) => value instanceof Float32Array || value instanceof Float64Array;

/** Good arguments of any sizes, with some of the options; sometimes any value replaces one of them.
 * @param {Subject} subject @param {Gen} any */
function mostlyGood({ good, bad, sizes = [], needs = [] }, any) {
  const list = good(...sizes.map((size) => any(() => size)));
  const move = places[/** @type {string} */ (any(() => one(...Object.keys(places))))];
  for (const [index, value] of list.entries()) {
    if (isTensor(value)) list[index] = move(value);
    if (!isRecord(value)) continue;
    const names = Object.keys(bad).filter((name) => name in values && !(name in value));
    for (const name of [...Object.keys(value), ...names]) {
      const how = any(fc.nat, { max: 3 });
      if (isTensor(value[name])) value[name] = move(value[name]);
      if (how === 0 && name in values) value[name] = any(() => values[name]);
      else if (how === 1 && !needs.includes(name)) delete value[name];
    }
  }
  while (any(fc.nat, { max: 2 }) === 0) spoil(list, any);
  return list;
}

/** Replaces an argument, an entry or an option by any value.
 * @param {any} list @param {Gen} any */
function spoil(list, any) {
  const keys = Object.keys(list);
  const key = keys[any(fc.nat, { max: Math.max(0, keys.length - 1) })];
  const element = list[key];
  const deeper = Array.isArray(element) || isRecord(element);
  if (deeper && Object.keys(element).length > 0 && any(fc.nat, { max: 2 }) > 0) spoil(element, any);
  else if (key !== undefined) list[key] = any(() => anything);
}

// ---- results ----

/** The arrays that a call may write to. @param {any} options @returns {any[]} */
const outputsIn = (options) =>
  [options?.out, options?.weights, options?.out?.q, options?.out?.k].filter(ArrayBuffer.isView);

/** All typed arrays among the arguments. @param {any[]} list @returns {any[]} */
const typedIn = (list) =>
  [
    ...list.flat(3),
    ...list.flatMap((argument) => (isRecord(argument) ? Object.values(argument) : [])),
  ].filter((value) => ArrayBuffer.isView(value) && "slice" in value && value.byteLength > 0);

/** An error message of the package, or of an option's getter. */
const NAMED = /^phasor\.\w+(\.\w+)?: |called on incompatible receiver/;

/** @param {any} result @param {number} length */
function tensor(result, length) {
  expect(isTensor(result)).toBe(true);
  expect(result).toHaveLength(length);
}

const shaped = subjects.filter((subject) => subject.count || subject.shaped);

it.each(shaped)(`$name returns a good result or throws a good error, seed ${seed}`, (subject) => {
  let worked = 0;
  let refused = 0;
  const run = (/** @type {Gen} */ any) => {
    const list = mostlyGood(subject, any);
    const typed = typedIn(list);
    const before = typed.map((argument) => argument.slice());
    const outputs = list.flatMap(outputsIn);
    let result;
    try {
      result = subject.call(...list);
      worked++;
    } catch (error) {
      refused++;
      expect(error).toSatisfy((e) => e instanceof TypeError || e instanceof RangeError);
      expect(/** @type {Error} */ (error).message).toMatch(NAMED);
      typed.forEach((argument, i) => {
        same(argument, before[i], "argument");
      });
      return;
    }
    if (subject.count) tensor(result, subject.count(list));
    else subject.shaped?.(result, list);
    typed.forEach((argument, i) => {
      if (!outputs.includes(argument)) same(argument, before[i], "argument");
    });
  };
  // A doctor takes twenty times as long as another function. Shrinking the values drawn during a run would take minutes.
  const numRuns = LONG ? 500 : subject.name.startsWith("diagnose") ? 60 : 200;
  fc.assert(fc.property(fc.gen(), run), { seed, numRuns, endOnFailure: true });
  expect(Math.min(refused, worked)).toBeGreaterThan(numRuns / 25);
});

it(`initialize accepts only a module, seed ${seed}`, () => {
  const refuses = (/** @type {any} */ module) => {
    expect(() => initialize(module)).toThrow(NAMED);
  };
  fc.assert(fc.property(anything, refuses), { seed, numRuns: 500 });
});
