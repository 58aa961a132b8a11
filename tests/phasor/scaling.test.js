import fc from "fast-check";
import { frequencies, ropeFrequencies } from "phasor";
import { describe, expect, it } from "vitest";
import { rotaryFrequencies } from "../../web/phasor/rope/scaling.js";
import golden from "../vectors/scaling.json" with { type: "json" };
import { near, same } from "./helpers.js";

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

/** @param {RopeScaling} [scaling] @param {RopeOptions} [options] @param {number} [dHead] */
const of = (scaling, options, dHead = D) =>
  ropeFrequencies(dHead, { ...options, scaling }).frequencies;

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

  it("agrees with exact arithmetic", () => {
    for (const { dHead, base, length, scaling, pairs, ...wanted } of golden.cases) {
      const options = { base, length, scaling: /** @type {RopeScaling} */ (scaling) };
      const got = ropeFrequencies(dHead, options);
      const what = `${JSON.stringify(scaling)}, dHead ${dHead}, base ${base}, length ${length}`;
      const looked = pairs ? Float64Array.from(pairs, (i) => got.frequencies[i]) : got.frequencies;
      same(looked, Float64Array.from(wanted.frequencies), what);
      near([got.attentionFactor], [wanted.attentionFactor], 2 ** -51, what);
    }
  });

  it.each(Object.keys(idle))(
    "equals the default to the bit for %s with parameters that change nothing",
    (type) => {
      for (const length of [undefined, 1, L, 10 * L]) {
        if (type === "dynamic" && length === 10 * L) continue; // F = 1 is S/L there
        const got = ropeFrequencies(D, { scaling: idle[type], length });
        same(got.frequencies, frequencies(D), type);
        expect(got.attentionFactor).toBe(1);
      }
    },
  );

  it.each(["linear", "ntk", "dynamic", "yarn", "llama3"])(
    "lies between ω/F and ω for %s",
    (type) => {
      const own = frequencies(D);
      const got = of(rules[type], { length: L });
      got.forEach((each, i) => {
        expect(each).toBeLessThanOrEqual(own[i]);
        expect(each).toBeGreaterThanOrEqual((own[i] / 8) * (1 - 2 ** -51));
      });
    },
  );

  it("keeps fast pairs and divides slow ones with yarn and llama3", () => {
    const own = frequencies(D);
    for (const type of ["yarn", "llama3"]) {
      const got = of(rules[type]);
      expect(got[0]).toBe(own[0]);
      expect(got[5]).toBe(own[5]);
      expect(got[D / 2 - 1]).toBe(own[D / 2 - 1] / 8);
      const mixed = got.filter((each, i) => each < own[i] && each > own[i] / 8);
      expect(mixed.length, type).toBeGreaterThan(2);
    }
  });

  it("has a step with llama3 if its bounds coincide", () => {
    const own = frequencies(D);
    const got = of({ ...rules.llama3, low_freq_factor: 2, high_freq_factor: 2 });
    got.forEach((each, i) => {
      const turns = (L * own[i]) / (2 * Math.PI);
      expect(each).toBe(turns < 2 ? own[i] / 8 : own[i]);
    });
  });

  it("switches lists between lengths L and L + 1 with longrope", () => {
    const own = frequencies(D);
    const short = own.map((each) => each / 1.5);
    const long = own.map((each, i) => each / (1 + i));
    for (const length of [undefined, 0, 1, L]) {
      near(of(rules.longrope, { length }), short, 1e-16, `length ${length}`);
    }
    for (const length of [L + 1, 8 * L]) {
      near(of(rules.longrope, { length }), long, 1e-16, `length ${length}`);
    }
  });

  it("depends on the length only past the original context with dynamic", () => {
    const own = frequencies(D);
    for (const length of [undefined, 0, 1, L - 1, L]) same(of(rules.dynamic, { length }), own);
    const grown = [L + 1, 2 * L, 8 * L].map((length) => of(rules.dynamic, { length })[D / 2 - 1]);
    expect(grown[0]).toBeLessThan(own[D / 2 - 1]);
    expect(grown[1]).toBeLessThan(grown[0]);
    expect(grown[2]).toBeLessThan(grown[1]);
    // F·S/L − (F − 1), at S = 2L and F = 8: 9, by which the last pair is divided
    expect(grown[1]).toBeCloseTo(own[D / 2 - 1] / 9, 15);
    same(of(rules.dynamic, { length: 2 * L }), of({ type: "ntk", factor: 9 }));
  });

  it("keeps the first pair and divides the last by F with ntk", () => {
    const own = frequencies(D);
    const got = of(rules.ntk);
    expect(got[0]).toBe(1);
    near([got[D / 2 - 1]], [own[D / 2 - 1] / 8], 1e-20);
    // The base that 10000 becomes with F = 4 and 128 features.
    const base = (1 / of({ type: "ntk", factor: 4 }, {}, 128)[1]) ** 64;
    expect(base).toBeCloseTo(40889.94, 1);
  });

  it("has exponents over rotaryDim", () => {
    same(of(undefined, { rotaryDim: 32 }, 80), frequencies(32));
    same(of(undefined, { rotaryDim: 20 }, 81), frequencies(20));
    const { rotaryDim, increments } = rotaryFrequencies("test", 81, { rotaryDim: 20 });
    expect(rotaryDim).toBe(20);
    expect(increments).toHaveLength(20);
  });

  it("has exponents over dHead and zeros for the rest with proportional", () => {
    const own = frequencies(512, { base: 1e6 });
    const scaling = /** @type {RopeScaling} */ ({
      type: "proportional",
      partial_rotary_factor: 0.25,
    });
    const got = of(scaling, { base: 1e6 }, 512);
    same(got.slice(0, 64), own.slice(0, 64));
    expect(got.slice(64).every((each) => Object.is(each, 0))).toBe(true);
    expect(of({ ...scaling, partial_rotary_factor: 0 }).every((each) => each === 0)).toBe(true);
    expect(of({ ...scaling, factor: 4 })[0]).toBe(0.25);
  });

  it("returns the attention factors of published models", () => {
    /** @type {[RopeScaling, number, number?][]} */
    const published = [
      [{ ...rules.yarn, factor: 4 }, 1.138629436111989], // Qwen's model cards: 0.1·ln 4 + 1
      [{ ...rules.yarn, factor: 8 }, 1.2079441541679836], // explicit in Olmo 3
      [{ ...rules.yarn, factor: 32 }, 1.3465735902799727], // gpt-oss
      [{ ...rules.yarn, factor: 16, mscale: 1, mscale_all_dim: 1 }, 1], // Ministral 3
      [{ ...rules.yarn, factor: 40, mscale: 0.7, mscale_all_dim: 0.7 }, 1],
      [{ ...rules.longrope, factor: 32 }, 1.1902380714238083], // Phi-3.5-mini, √(1 + 5/12)
      [{ ...rules.longrope, short_mscale: 1.243163121016122, long_mscale: 2 }, 1.243163121016122],
      [{ ...rules.longrope, short_mscale: 1.5, long_mscale: 1.75 }, 1.75, L + 1],
    ];
    for (const [scaling, wanted, length] of published) {
      const { attentionFactor } = ropeFrequencies(D, { scaling, length });
      near([attentionFactor], [wanted], 2 ** -52, JSON.stringify(scaling));
    }
  });

  it("prefers an explicit attention factor", () => {
    const yarn = { ...rules.yarn, attention_factor: 1.25, mscale: 2, mscale_all_dim: 1 };
    expect(ropeFrequencies(D, { scaling: yarn }).attentionFactor).toBe(1.25);
    const { factor, ...without } = rules.longrope;
    expect(factor).toBeDefined();
    const longrope = /** @type {RopeScaling} */ ({ ...without, attention_factor: 1.25 });
    expect(ropeFrequencies(D, { scaling: longrope }).attentionFactor).toBe(1.25);
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
    ["a text for dHead", "64", {}, TypeError, /dHead must be an integer .* got "64"/],
    ["an odd dHead", 63, {}, RangeError, /dHead must be an even integer .* got 63/],
    ["a dHead of 0", 0, {}, RangeError, /dHead .* got 0/],
    ["too large a dHead", 65538, {}, RangeError, /dHead .* got 65538/],
    ["an odd rotaryDim", D, { rotaryDim: 7 }, RangeError, /rotaryDim must be an even .* got 7/],
    ["a rotaryDim of 1", D, { rotaryDim: 1 }, RangeError, /rotaryDim .* got 1/],
    ["rotaryDim > dHead", D, { rotaryDim: 66 }, RangeError, /rotaryDim .* to 64, got 66/],
    ["a rotaryDim that is null", D, { rotaryDim: null }, TypeError, /rotaryDim .* got null/],
    ["a base of 1", D, { base: 1 }, RangeError, /base .* got 1/],
    ["a base that is NaN", D, { base: NaN }, RangeError, /base .* got NaN/],
    ["options that are a number", D, 7, TypeError, /options must be an object, got 7/],
    ["a negative length", D, { length: -1 }, RangeError, /length .* got -1/],
    ["half a length", D, { length: 1.5 }, RangeError, /length .* got 1.5/],
    ["a length that is a text", D, { length: "1" }, TypeError, /length .* got "1"/],
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
    ...[0, 0.99, -1, NaN, Infinity].map(
      (factor) =>
        /** @type {[string, any, any, typeof Error, RegExp]} */ ([
          `a factor of ${factor}`,
          D,
          { scaling: { type: "linear", factor } },
          RangeError,
          new RegExp(`scaling\\.factor must be a number from 1 .* got ${factor}`),
        ]),
    ),
    ...[
      ["factor", "8"],
      ["beta_fast", "32"],
      ["truncate", 1],
      ["mscale", "1"],
      ["attention_factor", []],
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
      fc.property(fc.oneof(fc.constantFrom(2, 4, 16, 17), value), options, (dHead, given) => {
        try {
          const { frequencies, attentionFactor } = ropeFrequencies(
            /** @type {any} */ (dHead),
            /** @type {any} */ (given),
          );
          expect(frequencies.every((each) => each >= 0 && each <= 4)).toBe(true);
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

describe("rotaryFrequencies", () => {
  it("returns the frequencies as fractions of a turn, two numbers for each pair", () => {
    for (const [type, scaling] of Object.entries(rules)) {
      const { increments, frequencies: own } = rotaryFrequencies("test", D, { scaling });
      expect(increments).toHaveLength(D);
      own.forEach((each, i) => {
        const cycles = Number((increments[2 * i] << 64n) | increments[2 * i + 1]) / 2 ** 128;
        near([cycles * 2 * Math.PI], [each], 2 ** -51 * each, `${type}, pair ${i}`);
      });
    }
  });

  it.each([undefined, rules.linear, rules.ntk, rules.yarn, rules.llama3])(
    "pads to an even number of pairs: %j",
    (scaling) => {
      const { increments, frequencies: own } = rotaryFrequencies("test", 10, { scaling });
      expect(own).toHaveLength(5);
      expect(increments).toHaveLength(12);
      expect([...increments.slice(10)]).toEqual([0n, 0n]);
    },
  );

  it("returns new arrays", () => {
    const first = rotaryFrequencies("test", D, { scaling: rules.yarn });
    const increments = first.increments.slice();
    const own = first.frequencies.slice();
    expect(first.increments.buffer).not.toBe(first.frequencies.buffer);
    rotaryFrequencies("test", 65536, { base: 2 });
    expect(first.increments).toEqual(increments);
    same(first.frequencies, own);
  });

  it("names its caller in errors", () => {
    const scaling = /** @type {RopeScaling} */ ({ type: "linear" });
    expect(() => rotaryFrequencies("phasor.Other", 8, { scaling }, "config.rope_scaling")).toThrow(
      /^phasor\.Other: config\.rope_scaling\.factor /,
    );
  });
});
