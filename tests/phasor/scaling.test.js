import fc from "fast-check";
import { frequencies, ropeFrequencies } from "phasor";
import { describe, expect, it } from "vitest";
import { rotaryFrequencies } from "../../web/phasor/rope/scaling.js";
import { ropeTypes } from "../../web/phasor/rope/scaling_rules.js";
import { near, random, same } from "./helpers.js";
import { attentionOf, scaled } from "./scaling_reference.js";

/** @import { RopeOptions, RopeScaling } from "../../web/phasor/rope/scaling.js" */

const D = 64;
const L = 4096;

/** @param {number} value @param {number} [length] */
const list = (value, length = D / 2) => Array(length).fill(value);

/** Each rule, with parameters that change frequencies. */
const rules = /** @type {Record<string, RopeScaling>} */ ({
  default: { type: "default" },
  linear: { type: "linear", factor: 8 },
  ntk: { type: "ntk", factor: 8 },
  dynamic: { type: "dynamic", factor: 8, original_max_position_embeddings: L },
  yarn: { type: "yarn", factor: 8, original_max_position_embeddings: L },
  longrope: {
    type: "longrope",
    factor: 8,
    original_max_position_embeddings: L,
    short_factor: list(1.5),
    long_factor: Array.from({ length: D / 2 }, (_, i) => 1 + i),
  },
  llama3: {
    type: "llama3",
    factor: 8,
    original_max_position_embeddings: L,
    low_freq_factor: 1,
    high_freq_factor: 4,
  },
  proportional: { type: "proportional", factor: 8, partial_rotary_factor: 0.25 },
});
/** Each rule, with parameters that change nothing. */
const idle = /** @type {Record<string, RopeScaling>} */ ({
  ...Object.fromEntries(
    Object.entries(rules).map(([type, rule]) => [type, { ...rule, factor: 1 }]),
  ),
  default: { type: "default" },
  longrope: { ...rules.longrope, factor: 1, short_factor: list(1), long_factor: list(1) },
  proportional: { type: "proportional" },
});

/** @typedef {<T>(...list: T[]) => T} One picks one of a list */
/** @typedef {(low: number, high: number) => number} Between a random number, its logarithm uniform */

/** Random parameters of rules, besides factor and context; the others are those of `rules`.
 * @type {Record<string, (one: One, between: Between, dHead: number) => any>} */
const parameters = {
  yarn: (one, between) =>
    one(
      {},
      { beta_fast: 32, beta_slow: 1, truncate: true },
      { truncate: false },
      { beta_fast: between(8, 100), beta_slow: between(0.1, 4), truncate: false },
      { beta_fast: 1, beta_slow: 1 },
      { mscale: 1, mscale_all_dim: between(0.5, 2) },
      { mscale: 0.7, mscale_all_dim: 0.7 },
      { mscale: 2, mscale_all_dim: 0 },
      { attention_factor: between(0.5, 2), mscale: 2, mscale_all_dim: 1 },
    ),
  longrope: (one, between, dHead) => ({
    short_factor: list(1, dHead / 2).map(() => between(0.9, 3)),
    long_factor: list(1, dHead / 2).map(() => between(1, 80)),
    ...one(
      {},
      { attention_factor: 1.25 },
      { attention_factor: 1.25, factor: undefined },
      { short_mscale: 1.5, long_mscale: 1.75 },
    ),
  }),
  llama3(one, between) {
    const low = one(1, between(0.1, 4));
    return { low_freq_factor: low, high_freq_factor: one(low, 4 * low, low + between(0.5, 30)) };
  },
  proportional: (one) => ({ partial_rotary_factor: one(0, 0.25, 0.3, 0.5, 1) }),
};

/** A rule with random parameters, base, width and length. @param {string} type @param {() => number} next */
function anyRule(type, next) {
  /** @type {One} */
  const one = (...list) => list[Math.floor(((next() + 1) / 2) * list.length)];
  /** @type {Between} */
  const between = (low, high) => low * (high / low) ** ((next() + 1) / 2);
  const dHead = one(4, 6, 16, 32, 64, 96, 128, 256);
  const context = one(2048, 4096, 8192, 32768, Math.floor(between(100, 1e6)));
  const factor = one(1, 2, 4, 8, 32, 40, 3, 1.5, between(1, 1000));
  const scaling = /** @type {RopeScaling} */ ({
    ...rules[type],
    ...("factor" in rules[type] && { factor }),
    ...("original_max_position_embeddings" in rules[type] && {
      original_max_position_embeddings: context,
    }),
    ...parameters[type]?.(one, between, dHead),
  });
  const length = one(undefined, 0, context - 1, context, context + 1, 2 * context, 8 * context);
  return { dHead, base: one(10000, 500000, 1e6, between(2, 1e9)), scaling, length };
}

/** @param {RopeScaling} [scaling] @param {RopeOptions} [options] @param {number} [dHead] */
const of = (scaling, options, dHead = D) =>
  ropeFrequencies(dHead, { ...options, scaling }).frequencies;

it("every rule has a case", () => {
  expect(Object.keys(rules)).toEqual(ropeTypes);
});

describe("ropeFrequencies", () => {
  it("equals frequencies to the bit without a rule", () => {
    for (const dHead of [2, 4, 10, 64, 128, 1000, 65536]) {
      for (const base of [1.5, 10000, 500000, 1e9]) {
        same(of(undefined, { base }, dHead), frequencies(dHead, { base }), `${dHead}, ${base}`);
      }
    }
    for (const scaling of [undefined, null, { type: /** @type {const} */ ("default") }]) {
      expect(ropeFrequencies(D, { scaling }).attentionFactor).toBe(1);
    }
  });

  it.each(ropeTypes)(
    "is the nearest doubles to exact arithmetic for %s with random parameters",
    (type) => {
      const next = random(1);
      for (let n = 0; n < 24; n++) {
        const { dHead, base, scaling, length } = anyRule(type, next);
        const actual = ropeFrequencies(dHead, { base, length, scaling });
        const what = JSON.stringify({ scaling, dHead, base, length });
        same(actual.frequencies, Float64Array.from(scaled(scaling, base, dHead, length)), what);
        near([actual.attentionFactor], [attentionOf(scaling, length)], 2 ** -51, what);
      }
    },
  );

  it.each(Object.keys(idle))(
    "equals the default to the bit for %s with parameters that change nothing",
    (type) => {
      for (const length of [undefined, 1, L, 10 * L]) {
        if (type === "dynamic" && length === 10 * L) continue; // F = 1 is S/L there
        const actual = ropeFrequencies(D, { scaling: idle[type], length });
        same(actual.frequencies, frequencies(D), type);
        expect(actual.attentionFactor).toBe(1);
      }
    },
  );

  it("has exponents over rotaryDim", () => {
    same(of(undefined, { rotaryDim: 32 }, 80), frequencies(32));
    same(of(undefined, { rotaryDim: 20 }, 81), frequencies(20));
  });

  it("refuses parameters that the rule does not have", () => {
    expect(() => ropeFrequencies(D, { scaling: { ...rules.linear, beta_fast: 32 } })).toThrow(
      new RangeError(
        'phasor.ropeFrequencies: scaling.beta_fast must be left out, as type "linear" has no such parameter, got 32',
      ),
    );
    const yran = /** @type {any} */ ({ ...rules.yarn, type: "yran" });
    expect(() => ropeFrequencies(D, { scaling: yran })).toThrow(
      /^phasor\.ropeFrequencies: scaling\.type must be .*, got "yran" \(did you mean "yarn"\?\)$/,
    );
    const misspelt = /** @type {any} */ ({ ...rules.linear, fctor: 2 });
    expect(() => ropeFrequencies(D, { scaling: misspelt })).toThrow(
      new TypeError(
        'phasor.ropeFrequencies: unknown option "scaling.fctor" (did you mean "scaling.factor"?)',
      ),
    );
  });

  it("accepts null as absent, and rope_type as type", () => {
    const yarn = { ...rules.yarn, beta_fast: null, attention_factor: null, truncate: null };
    expect(ropeFrequencies(D, { scaling: yarn })).toEqual(
      ropeFrequencies(D, { scaling: rules.yarn }),
    );
    const { type, ...rest } = /** @type {any} */ (rules.linear);
    same(of({ ...rest, rope_type: type }), of(rules.linear));
    same(of({ ...rules.linear, rope_type: type }), of(rules.linear));
  });

  it("accepts factors in any kind of array", () => {
    const typed = Float64Array.from({ length: D / 2 }, (_, i) => 1 + i);
    const scaling = { ...rules.longrope, long_factor: typed };
    same(of(scaling, { length: L + 1 }), of(rules.longrope, { length: L + 1 }));
  });

  /** @type {[string, any, any, typeof Error, RegExp][]} */
  const bad = [
    ["rotaryDim > dHead", D, { rotaryDim: 66 }, RangeError, /rotaryDim .* to 64, got 66/],
    ["scaling that is a text", D, { scaling: "linear" }, TypeError, /scaling must be .*"linear"/],
    ["scaling that is an array", D, { scaling: [] }, TypeError, /scaling must be an object/],
    ["no type", D, { scaling: {} }, TypeError, /scaling\.type must be "default" or .* undefined/],
    ["another type", D, { scaling: { type: "su" } }, RangeError, /scaling\.type .* got "su"/],
    ["two types", D, { scaling: { ...rules.ntk, rope_type: "yarn" } }, RangeError, /rope_type/],
    ["a type of Object's", D, { scaling: { type: "constructor" } }, RangeError, /"constructor"/],
    ["ntk on one pair", 2, { scaling: rules.ntk }, RangeError, /rotaryDim must be at least 4/],
    ["dynamic on one pair", 2, { scaling: rules.dynamic }, RangeError, /rotaryDim .* at least 4/],
    [
      "dynamic past all numbers",
      D,
      { scaling: { ...rules.dynamic, factor: 1e6 }, length: 2 ** 32 - 1 },
      RangeError,
      /length must be at most 8796093 with scaling.factor 1000000, got 4294967295/,
    ],
    [
      "proportional on a part",
      D,
      { rotaryDim: 32, scaling: rules.proportional },
      RangeError,
      /rotaryDim must be dHead 64 .* got 32/,
    ],
    [
      "betas the wrong way round",
      D,
      { scaling: { ...rules.yarn, beta_slow: 40 } },
      RangeError,
      /scaling\.beta_slow must be at most beta_fast 32, got 40/,
    ],
    [
      "frequency factors the wrong way round",
      D,
      { scaling: { ...rules.llama3, high_freq_factor: 0.5 } },
      RangeError,
      /scaling\.high_freq_factor must be at least low_freq_factor 1, got 0.5/,
    ],
    [
      "too few divisors",
      D,
      { scaling: { ...rules.longrope, short_factor: [1] } },
      RangeError,
      /scaling\.short_factor\.length must be rotaryDim\/2 = 32, got 1/,
    ],
    [
      "a divisor of 0",
      D,
      { scaling: { ...rules.longrope, long_factor: [...list(1, 31), 0] } },
      RangeError,
      /scaling\.long_factor\[31\] must be a number from 0.0001 .* got 0/,
    ],
    [
      "divisors that are a text",
      D,
      { scaling: { ...rules.longrope, long_factor: "1" } },
      TypeError,
      /scaling\.long_factor must be an array/,
    ],
    [
      "nothing to take longrope's attention factor from",
      D,
      { scaling: { ...rules.longrope, factor: undefined } },
      TypeError,
      /scaling\.factor .*attention_factor.* got undefined/,
    ],
    [
      "an original context of 1 for longrope",
      D,
      { scaling: { ...rules.longrope, original_max_position_embeddings: 1 } },
      RangeError,
      /scaling\.original_max_position_embeddings .* got 1/,
    ],
    ...["factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor"].map(
      (key) =>
        /** @type {[string, any, any, typeof Error, RegExp]} */ ([
          `llama3 without ${key}`,
          D,
          { scaling: { ...rules.llama3, [key]: undefined } },
          TypeError,
          new RegExp(`scaling\\.${key} \\(type "llama3" needs it\\) must be .* got undefined`),
        ]),
    ),
    ...[
      ["beta_fast", "32"],
      ["truncate", 1],
      ["original_max_position_embeddings", "4096"],
    ].map(
      ([key, value]) =>
        /** @type {[string, any, any, typeof Error, RegExp]} */ ([
          `a ${key} of the wrong kind`,
          D,
          { scaling: { ...rules.yarn, [String(key)]: value } },
          TypeError,
          new RegExp(`scaling\\.${key} must be`),
        ]),
    ),
  ];
  it.each(bad)("refuses %s", (_, dHead, options, Kind, message) => {
    expect(() => ropeFrequencies(dHead, options)).toThrow(Kind);
    expect(() => ropeFrequencies(dHead, options)).toThrow(message);
    expect(() => ropeFrequencies(dHead, options)).toThrow(/^phasor\.ropeFrequencies: /);
  });

  /** The smallest and largest value of parameters.
   * @type {[type: string, name: string, least: number, most?: number][]} */
  const limits = [
    ["linear", "factor", 1],
    ["yarn", "attention_factor", 1e-6, 1e6],
    ["yarn", "mscale", 0, 1e6],
    ["yarn", "mscale_all_dim", 0, 1e6],
    ["yarn", "beta_fast", 1e-9, 1e9],
    ["yarn", "beta_slow", 1e-9],
    ["llama3", "low_freq_factor", 0],
  ];
  it.each(limits)("accepts of %s the parameter %s from %d to %d", (type, name, min, max) => {
    const betaSlow = name === "beta_fast" && { beta_slow: min };
    const frequenciesWith = (/** @type {any} */ value) =>
      of({ ...rules[type], ...betaSlow, [name]: value });
    const refused = new RegExp(`phasor\\.ropeFrequencies: scaling\\.${name} must be`);
    frequenciesWith(min);
    for (const value of [min - (1e-9 * min || 1e-9), -1, NaN, Infinity, "2", []])
      expect(() => frequenciesWith(value), `${value}`).toThrow(refused);
    if (max === undefined) return;
    frequenciesWith(max);
    expect(() => frequenciesWith(max * (1 + 1e-9))).toThrow(refused);
  });

  it("returns a result or throws a clear error for any options", () => {
    const value = fc.oneof(
      fc.double(),
      fc.integer({ min: -2, max: 70000 }),
      fc.constantFrom(1, 2, 8, 4096, null, undefined, true, "x", "yarn"),
      fc.array(fc.double({ min: 0.1, max: 100 }), { maxLength: 9 }),
    );
    const keys = Object.keys({ ...rules.yarn, ...rules.longrope, ...rules.llama3 });
    const scaling = fc
      .record(
        Object.fromEntries(
          [...keys, "beta_fast", "mscale", "truncate", "x"].map((k) => [k, value]),
        ),
        { requiredKeys: [] },
      )
      .chain((rest) =>
        fc.constantFrom(...Object.keys(rules), "other").map((type) => ({ ...rest, type })),
      );
    const options = fc.record(
      { base: value, rotaryDim: value, length: value, scaling: fc.oneof(value, scaling) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(2, 4, 16, 17), value), options, (dHead, drawn) => {
        try {
          const { frequencies, attentionFactor } = ropeFrequencies(
            /** @type {any} */ (dHead),
            /** @type {any} */ (drawn),
          );
          expect(frequencies.every((w) => w >= 0 && w <= 4)).toBe(true);
          expect(attentionFactor).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
          expect(error.message).toMatch(/^phasor\.ropeFrequencies: /);
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

it("rotaryFrequencies names its caller in errors", () => {
  const scaling = /** @type {RopeScaling} */ ({ type: "linear" });
  expect(() => rotaryFrequencies("phasor.Other", 8, { scaling }, "config.rope_scaling")).toThrow(
    /^phasor\.Other: config\.rope_scaling\.factor /,
  );
});
