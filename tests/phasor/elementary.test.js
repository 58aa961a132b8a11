// Elementary functions against 256-bit arithmetic; no module calls the engine's own instead.
import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import * as elementary from "../../web/phasor/elementary.js";
import * as exact from "./exact.js";
import { random } from "./helpers.js";

const { arcTangent, exponential, exponentOf, power, powerOfTen, sineAndCosine, wave } = elementary;

const COUNT = 600;
/** The relative error of a number. @param {number} x @param {bigint} truth */
const relative = (x, truth) => exact.error(x, truth) / Math.abs(exact.toNumber(truth));

/** The largest relative error of the sines and cosines of some angles. @param {number[]} angles */
function worst(angles) {
  const pair = new Float64Array(2);
  let max = 0;
  for (const angle of angles) {
    const truth = exact.circle(exact.fixed(angle));
    sineAndCosine(angle, pair);
    expect([wave(angle, 0), wave(angle, 1)]).toEqual([...pair]);
    for (const i of [0, 1]) {
      if (truth[i] !== 0n) max = Math.max(max, relative(pair[i], truth[i]));
      else expect(pair[i]).toBe(0);
    }
  }
  return max;
}

describe("sine and cosine", () => {
  const next = random(1);

  it.each([1, 1e3, 2 ** 20, 2 ** 21, 1e9, 2 ** 40, 2 ** 41, 2 ** 90])(
    "are accurate up to %d",
    (reach) => {
      const angles = Array.from({ length: COUNT }, () => reach * next());
      expect(worst([...angles, 0, reach, -reach, reach * 1e-9])).toBeLessThan(5e-16);
    },
  );

  it("are accurate near the multiples of π/2, where one of them is nearly 0", () => {
    const multiples = [];
    for (let k = 1; k <= 1000; k++) multiples.push(k);
    for (let k = 0; k < COUNT; k++) multiples.push(Math.floor(2 ** (80 * Math.abs(next()))));
    const angles = multiples.map((k) => exact.toNumber((BigInt(k) * exact.PI) / 2n));
    expect(worst(angles)).toBeLessThan(5e-16);
  });

  // From mpmath, 3000 bits.
  it.each([
    [1e22, -0.8522008497671888, 0.5232147853951389],
    [2 ** 1000, -0.15920170308624243, 0.9872460775989135],
    [Number.MAX_VALUE, 0.004961954789184062, -0.9999876894265599],
    // No double is closer to a multiple of π/2.
    [6381956970095103 * 2 ** 797, 1, -4.687165924254628e-19],
  ])("match mpmath at %d", (angle, sine, cosine) => {
    for (const sign of [1, -1]) {
      expect(Math.abs(wave(sign * angle, 0) / (sign * sine) - 1)).toBeLessThan(5e-16);
      expect(Math.abs(wave(sign * angle, 1) / cosine - 1)).toBeLessThan(5e-16);
    }
  });

  it.each([NaN, Infinity, -Infinity])("are NaN at %d", (angle) => {
    const pair = new Float64Array(2);
    sineAndCosine(angle, pair);
    expect([...pair, wave(angle, 0), wave(angle, 1)]).toEqual([NaN, NaN, NaN, NaN]);
  });
});

describe("the arc tangent", () => {
  const next = random(2);

  it("is accurate for points in all directions", () => {
    let max = 0;
    for (let k = 0; k < COUNT; k++) {
      // Every third point is near an axis.
      const [x, y] = [next(), next() * (k % 3 === 0 ? 1e-6 : 1)];
      for (const [a, b] of [
        [y, x],
        [x, y],
      ]) {
        const [sine, cosine] = exact.circle(exact.fixed(arcTangent(a, b)));
        const [u, v] = [exact.fixed(b), exact.fixed(a)];
        const crossProduct = exact.toNumber((sine * u - cosine * v) >> 256n);
        max = Math.max(max, Math.abs(crossProduct) / Math.sqrt(x * x + y * y));
        expect((cosine * u + sine * v) >> 256n).toBeGreaterThan(0n);
      }
    }
    expect(max).toBeLessThan(1e-15);
  });

  it("is right for points on the axes, at the origin, and for NaN", () => {
    expect(arcTangent(0, 2)).toBe(0);
    expect(arcTangent(3, 0)).toBe(Math.PI / 2);
    expect(arcTangent(-3, 0)).toBe(-Math.PI / 2);
    expect(arcTangent(0, -1)).toBe(Math.PI);
    expect(arcTangent(0, 0)).toBe(0);
    expect(arcTangent(NaN, 1)).toBeNaN();
    expect(arcTangent(1, NaN)).toBeNaN();
  });
});

describe("accuracy of", () => {
  const next = random(3);

  it("the logarithm at all sizes and near 1", () => {
    let max = 0;
    for (let k = 0; k < COUNT; k++) {
      const x = k % 2 === 0 ? 1 + next() / 3 : (1.5 + next() / 2) * 2 ** Math.floor(700 * next());
      if (x !== 1) max = Math.max(max, relative(elementary.logarithm(x), exact.logarithm(x)));
    }
    for (const x of [1 + 2 ** -52, 1 - 2 ** -53, Number.MAX_VALUE, 2 ** -1022, 2, Math.SQRT2]) {
      max = Math.max(max, relative(elementary.logarithm(x), exact.logarithm(x)));
    }
    expect(max).toBeLessThan(1e-15);
    expect(Math.abs(elementary.logarithm(2 ** -1074) / -744.4400719213812 - 1)).toBeLessThan(1e-15);
    expect([1, 0, Infinity, -1, NaN].map(elementary.logarithm)).toEqual([
      0,
      -Infinity,
      Infinity,
      NaN,
      NaN,
    ]);
  });

  it("the exponential, by the logarithm of its result", () => {
    let max = 0;
    for (let k = 0; k < COUNT; k++) {
      const x = next() * (k % 2 === 0 ? 1 : 708);
      max = Math.max(max, exact.error(x, exact.logarithm(exponential(x))));
    }
    expect(max).toBeLessThan(1e-15);
    expect([0, 800, -800, Infinity, -Infinity, NaN].map(exponential)).toEqual([
      1,
      Infinity,
      0,
      Infinity,
      0,
      NaN,
    ]);
    expect(exponential(709.75)).toBeLessThan(Infinity);
    expect(exponential(709.8)).toBe(Infinity);
    expect(exponential(-744)).toBe(2 ** -1073);
  });

  it("powers", () => {
    for (const base of [2, 10000, 500000]) {
      for (let pair = 1; pair < 64; pair++) {
        const truth = exact.frequency(base, 128, pair);
        expect(relative(power(base, -pair / 64), truth)).toBeLessThan(1.5e-14);
      }
    }
    expect(power(7, 0)).toBe(1);
    expect([0, 3, 22, 23, -5, 308].map(powerOfTen)).toEqual([1, 1e3, 1e22, 1e23, 1e-5, 1e308]);
  });

  it("binary exponents", () => {
    for (let n = -1022; n < 1024; n++) {
      expect(exponentOf(2 ** n)).toBe(n);
      expect(exponentOf(-1.9999999 * 2 ** n)).toBe(n);
    }
  });
});

/** What every engine computes alike, because the language defines the result to the last bit. */
const DEFINED = new Set(
  (
    "abs ceil clz32 floor fround imul max min round sign sqrt trunc " +
    "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2"
  ).split(" "),
);

/** The expressions whose last bits depend on the engine. @param {string} source */
function engineExpressions(source) {
  /** @type {string[]} */
  const expressions = [];
  const text = (/** @type {any} */ { start, end }) => source.slice(start, end);
  /** @param {any} node @param {any} [parent] */
  const walk = (node, parent) => {
    if (node === null || typeof node !== "object") return;
    if (node.type === "Identifier" && node.name === "Math") {
      const member = parent?.type === "MemberExpression" && !parent.computed;
      if (!member || !DEFINED.has(parent.property.name)) expressions.push(text(parent));
    }
    // Integer powers of 2 and powers of BigInts are exact everywhere.
    if (node.operator === "**" || node.operator === "**=") {
      const { left } = node;
      const safe = left.value === 2 || left.callee?.name === "BigInt";
      if (node.operator === "**=" || !safe) expressions.push(text(node));
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) walk(child, node);
    }
  };
  walk(parseAst(source));
  return expressions;
}

describe("no module uses results whose last bits depend on the engine:", () => {
  const folder = new URL("../../web/phasor/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".js") && !/^(kernels\/|phasor\.(node|core)\.js)/.test(file),
  );

  it("the test sees more than 50 modules", () => expect(files.length).toBeGreaterThan(50));

  it.each(files)("%s", (file) => {
    expect(engineExpressions(readFileSync(new URL(file, folder), "utf8"))).toEqual([]);
  });

  it("the check finds such expressions", () => {
    expect(
      engineExpressions(`const { cos } = Math; Math.sin(x) + Math.sqrt(x) + Math["log"](x) + 2 ** k + x ** 2;
        // Math.exp(x)
        x **= 2; "3 ** 4"; BigInt(3) ** BigInt(4); Math.PI;`),
    ).toEqual(["{ cos } = Math", "Math.sin", 'Math["log"]', "x ** 2", "x **= 2"]);
  });
});
