// diagnose: tables for which a small detail decides the result.
import { diagnose, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf } from "./findings.js";
import { random } from "./helpers.js";
import { fill, entry as paper } from "./implementations_formulas.js";
import { brain, nearest } from "./rounded.js";

const { sin, cos, floor } = Math;

/** A table in halves, sines first, with frequencies base^(-i/over), and zeros in a last
 * column where the width is odd. @param {number} L @param {number} d @param {number} base
 * @param {number} over */
function halves(L, d, base, over) {
  const half = floor(d / 2);
  return fill(L, d, (p, c) => {
    if (c >= 2 * half) return 0;
    return (c < half ? sin : cos)(p * base ** (-(c % half) / over));
  });
}

describe("diagnose of a few frequencies", () => {
  it.each([
    ["tensor2tensor's of width 4", 4, 10000, 1, "tensor2tensor", 10000],
    ["base 10^6 in a width of 5", 5, 1e6, 2, "gpt-neox", 1e6],
  ])("explains %s", (_, d, base, over, convention, codes) => {
    const diagnosis = diagnose(halves(64, d, base, over), [64, d]);
    expect(diagnosis).toMatchObject({ convention, base: codes, start: 0 });
  });

  it.each([0.5, 2, Math.PI])("finds two pairs at %f radians a row with base 10000", (rate) => {
    const diagnosis = diagnose(
      fill(100, 4, (p, c) => paper(rate * p, c, 4)),
      [100, 4],
    );
    expect(diagnosis).toMatchObject({ base: 10000, start: 0 });
    expect(codesOf(diagnosis)).toEqual(["scaled-positions"]);
  });

  it.each([33, 12345.678])("finds frequencies that increase, base %f", (base) => {
    const table = fill(64, 64, (p, c) =>
      (c % 2 ? cos : sin)(p * base ** ((2 * floor(c / 2)) / 64)),
    );
    const diagnosis = diagnose(table, [64, 64]);
    expect(diagnosis.base).toBeCloseTo(base, 8);
    expect(codesOf(diagnosis)).toEqual(["multiplied-frequencies", "other-base"]);
  });

  it.each([1, 5, 100])("finds an exponent for each column, from position %i", (start) => {
    const table = fill(60, 8, (p, c) => (c % 2 ? cos : sin)((p + start) * 10000 ** (-c / 8)));
    const diagnosis = diagnose(table, [60, 8]);
    expect(diagnosis).toMatchObject({ base: 10000, start });
    expect(codesOf(diagnosis)).toContain("mismatched-frequencies");
  });

  it("finds halves with exponents that continue from one half to the other", () => {
    const table = fill(60, 8, (p, c) => (c < 4 ? sin : cos)(p * 10000 ** (-c / 8)));
    const diagnosis = diagnose(table, [60, 8]);
    expect(diagnosis).toMatchObject({ base: 10000, start: 0, layout: "concatenated" });
    expect(diagnosis.findings[0]).toMatchObject({
      code: "mismatched-frequencies",
      columns: [4, 5, 6, 7],
    });
  });
});

describe("diagnose of pairs that all have one frequency", () => {
  const next = (/** @type {number} */ i) => ((i * 7919) % 1009) / 1009 - 0.5;

  it("finds position 0, not −0, under noise", () => {
    for (let shift = 0; shift < 8; shift++) {
      const table = fill(
        100,
        16,
        (p, c) => (c % 2 ? cos : sin)(p / 2) + 2e-3 * next(p * 16 + c + 31 * shift),
      );
      const diagnosis = diagnose(table, [100, 16]);
      expect(diagnosis.start).toBe(0);
      expect(codesOf(diagnosis)).toEqual(["integer-exponents", "scaled-positions", "noisy"]);
    }
  });

  it("finds half a radian a row without noise, and leaves the start open", () => {
    const table = fill(100, 16, (p, c) => (c % 2 ? cos : sin)((p + 3.3) / 2));
    const diagnosis = diagnose(table, [100, 16]);
    expect(codesOf(diagnosis)).toEqual(["integer-exponents", "ambiguous-start"]);
    expect(diagnosis.deviation?.max).toBeLessThan(1e-14);
  });

  it("finds the same under noise", () => {
    const table = fill(
      100,
      16,
      (p, c) => (c % 2 ? cos : sin)((p + 3.3) / 2) + 2e-3 * next(p * 16 + c),
    );
    const codes = codesOf(diagnose(table, [100, 16]));
    expect(codes).toEqual(["integer-exponents", "ambiguous-start", "noisy"]);
  });

  it("finds a start slightly off a whole position, and does not call it noise", () => {
    const table = fill(100, 16, (p, c) => (c % 2 ? cos : sin)(p + 3.002));
    const diagnosis = diagnose(table, [100, 16]);
    expect(codesOf(diagnosis)).toEqual(["integer-exponents", "ambiguous-start"]);
    expect(diagnosis.deviation?.max).toBeLessThan(1e-14);
  });

  it("finds half a radian a row from position 5", () => {
    const table = fill(100, 16, (p, c) => (c % 2 ? cos : sin)((p + 5) / 2));
    const diagnosis = diagnose(table, [100, 16]);
    expect(diagnosis.start).toBe(5);
    expect(codesOf(diagnosis)).toEqual(["integer-exponents", "scaled-positions", "other-start"]);
  });

  it("is not reported for a table in which every fifth row is wrong", () => {
    const table = fill(
      100,
      16,
      (p, c) => (c % 2 ? cos : sin)(p) + (p % 5 === 2 && c === (7 * p) % 16 ? 0.1 : 0),
    );
    expect(diagnose(table, [100, 16]).kind).toBe("unknown");
  });
});

it("diagnose finds the largest base to the bit", () => {
  const [length, width, base] = [16, 64, 1e18];
  const pe = sinusoidal(length, width, { base, dtype: "float64" });
  const diagnosis = diagnose(pe, [length, width]);
  expect(diagnosis).toMatchObject({ base, start: 0, deviation: { max: 0, rms: 0 } });
});

it("diagnose reports noise as noise although only the cosines have it", () => {
  const [length, width, base] = [512, 8, 20];
  const next = random(7);
  const pe = fill(length, width, (p, c) => {
    const largest = length * base ** ((-2 * floor(c / 2)) / width);
    return paper(p, c, width, base) + (c % 2) * 2 ** -24 * largest * (next() - 0.5);
  });
  const diagnosis = diagnose(pe, [length, width]);
  expect([diagnosis.base, diagnosis.arithmetic]).toEqual([base, "exact"]);
  expect(codesOf(diagnosis)).toEqual(["other-base", "noisy"]);
});

describe("diagnose", () => {
  it.each([
    [1, "Row 0 is zero"],
    [2, "Rows 0 and 1 are zero"],
  ])("says of %i zero rows", (zeros, words) => {
    const table = fill(50, 16, (p, c) => (p < zeros ? 0 : paper(p, c, 16)));
    const { findings } = diagnose(table, [50, 16]);
    expect(findings.find(({ code }) => code === "zero-rows")?.message).toContain(words);
  });

  it.each([
    ["sines", sin],
    ["cosines", cos],
  ])("says nothing about halves in a table of %s only", (name, only) => {
    const table = fill(100, 32, (p, c) => only(p * 10000 ** ((-2 * (c % 16)) / 32)));
    const codes = codesOf(diagnose(table, [100, 32]));
    expect(codes).toContain(`only-${name}`);
    expect(codes).not.toContain("concatenated-layout");
  });

  it("reports the excess over 1 and the sum of squares", () => {
    const table = fill(100, 32, (p, c) => 1.5 * paper(p, c, 32));
    const { bounded, unitPairs } = diagnose(table, [100, 32]).invariants;
    expect(bounded).toEqual({ holds: false, deviation: 0.5 });
    expect(unitPairs.holds).toBe(false);
    expect(unitPairs.deviation).toBeCloseTo(1.25, 12);
  });

  it.each([
    ["float16", 8],
    ["float16", 32],
    ["bfloat16", 32],
  ])(
    "finds frequencies in %s with the rest in doubles, although noise explains it as well",
    (format, d) => {
      const omega = Array.from({ length: d / 2 }, (_, i) =>
        nearest(500000 ** ((-2 * i) / d), format),
      );
      const table = fill(40, d, (p, c) => (c % 2 ? cos : sin)((p + 1) * omega[floor(c / 2)]));
      const diagnosis = diagnose(table, [40, d]);
      expect(diagnosis).toMatchObject({ arithmetic: format, base: 500000, start: 1 });
      expect(codesOf(diagnosis)).not.toContain("noisy");
    },
  );

  it.each([33, 50])("finds bfloat16 angles that hardly show in %i rows of four columns", (L) => {
    const table = fill(L, 4, (p, c) =>
      brain((c % 2 ? cos : sin)(brain(p * 10000 ** (-floor(c / 2) / 2)))),
    );
    const { base, start, arithmetic, tolerance } = diagnose(table, [L, 4]);
    expect({ base, start, arithmetic }).toEqual({ base: 10000, start: 0, arithmetic: "bfloat16" });
    expect(tolerance).toBe(1e-5 + 8 * 2 ** -9);
  });

  it("finds float16 angles in halves followed by a column of zeros", () => {
    const table = fill(300, 33, (t, c) => {
      if (c === 32) return 0;
      const half = (/** @type {number} */ x) => nearest(x, "float16");
      return half((c < 16 ? sin : cos)(half(t * half(10000 ** (-(c % 16) / 15)))));
    });
    const { arithmetic, convention } = diagnose(table, [300, 33]);
    expect({ arithmetic, convention }).toEqual({
      arithmetic: "float16",
      convention: "tensor2tensor",
    });
  });
});

describe("diagnose finds wrong entries", () => {
  it("in one column of a large table with noise", () => {
    const table = fill(100, 32, (p, c) =>
      c === 4 ? 30 * (p % 3) : 100 * (paper(p, c, 32) + 1e-3 * sin(p * p * c)),
    );
    const diagnosis = diagnose(table, [100, 32]);
    expect(diagnosis).toMatchObject({ base: 10000, start: 0 });
    expect(codesOf(diagnosis)).toEqual(["scaled-values", "differing-entries", "noisy"]);
  });

  it("in the first rows of a quarter of the columns", () => {
    const table = fill(
      400,
      8,
      (p, c) =>
        paper(p, c, 8) + (p < 32 && (c === 2 || c === 3) ? 0.3 * sin(1.7 * p * (c + 3)) : 0),
    );
    const diagnosis = diagnose(table, [400, 8]);
    expect(diagnosis).toMatchObject({ base: 10000, start: 0 });
    expect(codesOf(diagnosis)).toEqual(["differing-entries"]);
  });
});

it.each([
  ["a line of cells", (/** @type {number} */ p) => [0, p]],
  ["a column of cells", (/** @type {number} */ p) => [p + 1, 1]],
])("diagnose does not call it a grid: %s", (_, cell) => {
  const table = fill(40, 64, (p, c) => paper(cell(p)[c < 32 ? 0 : 1], c % 32, 32));
  expect(codesOf(diagnose(table, [40, 64]))).not.toContain("two-dimensional");
});

describe("diagnose's uncertainty of base and start", () => {
  const [L, d] = [16, 32];
  const sigma = 1e-4;

  /** Derivatives of the entries by step = ln(base)/d, start and amplitude. @param {number} start */
  function derivatives(start) {
    const step = Math.log(10000) / d;
    /** @type {Float64Array[]} */
    const list = [0, 1, 2].map(() => new Float64Array(L * d));
    for (let at = 0; at < L * d; at++) {
      const n = 2 * floor((at % d) / 2);
      const omega = Math.exp(-step * n);
      const angle = (floor(at / d) + start) * omega;
      const slope = at % 2 ? -sin(angle) : cos(angle);
      list[0][at] = -n * angle * slope;
      list[1][at] = omega * slope;
      list[2][at] = at % 2 ? cos(angle) : sin(angle);
    }
    return list;
  }

  const dot = (/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) =>
    a.reduce((sum, x, i) => sum + x * b[i], 0);

  it.each([0, 1, 3])(
    "equals the standard errors of a least-squares fit, from position %i",
    (start) => {
      const next = random(40 + start);
      const noise = Float64Array.from({ length: L * d }, () => sigma * next());
      const table = fill(L, d, (p, c) => paper(p + start, c, d)).map((x, i) => x + noise[i]);
      const { uncertainty } = diagnose(table, [L, d]);
      // All three are fitted, so the start's derivative is made orthogonal to the others.
      const [byStep, byStart, bySize] = derivatives(start);
      const gains = [byStep, without(bySize, byStep)];
      const orthogonal = gains.reduce(without, byStart);
      const left = [...gains, orthogonal].reduce(without, noise);
      const startError = Math.sqrt(dot(left, left) / (L * d) / dot(orthogonal, orthogonal));
      expect((uncertainty?.start ?? NaN) / startError).toBeCloseTo(1, 2);
      // Start and amplitude are found to be round, so only the base stays uncertain.
      const noiseCodes = without(noise, byStep);
      const stepError = Math.sqrt(dot(noiseCodes, noiseCodes) / (L * d) / dot(byStep, byStep));
      expect((uncertainty?.base ?? NaN) / (10000 * d * stepError)).toBeCloseTo(1, 2);
    },
  );

  /** @param {Float64Array} a @param {Float64Array} b */
  function without(a, b) {
    const part = dot(a, b) / dot(b, b);
    return a.map((x, i) => x - part * b[i]);
  }
});

it("diagnose calls a table constant whose entries differ by one percent", () => {
  const table = Float32Array.from({ length: 64 * 8 }, (_, i) => 0.5 + 0.004 * Math.sin(i * i));
  expect(codesOf(diagnose(table, [64, 8]))).toEqual(["constant-table"]);
});
