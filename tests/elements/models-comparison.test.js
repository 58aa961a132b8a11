import { describe, expect, test } from "vitest";
import { curveOf, measure } from "../../web/elements/models/comparison.js";
import { LearnedPositionalEncoding } from "../../web/phasor/index.js";

const SETTING = { length: 160, dModel: 24, base: 800, heads: 6, head: 4 };

/** @param {number} k @param {number} width @param {number} base */
function cosines(k, width, base) {
  let sum = 0;
  for (let i = 0; i < width / 2; i++) sum += Math.cos(k * base ** ((-2 * i) / width));
  return sum;
}

/** The bucket of a distance, as the paper's code has it. @param {number} k */
const bucket = (k) =>
  k < 16 ? k : Math.min(31, 16 + Math.floor((Math.log(k / 16) / Math.log(128 / 16)) * 16));

describe("curves, by the formulas", () => {
  /** Of 6 heads: four of a power of two, then two between those of eight. */
  const slopes = [2 ** -2, 2 ** -4, 2 ** -6, 2 ** -8, 2 ** -1, 2 ** -3];

  /** @type {[Parameters<typeof curveOf>[0], (k: number) => number][]} */
  const formulas = [
    ["sinusoidal", (k) => cosines(k, 24, 800) / 12],
    ["rope", (k) => cosines(k, 4, 800) / 2],
    ["alibi", (k) => Math.exp(-slopes[4] * k)],
    ["t5", (k) => Math.exp(-bucket(k) / 8)],
    ["none", () => 1],
  ];
  test.each(formulas)("%s", (name, formula) => {
    const curve = curveOf(name, SETTING);
    expect(curve).toHaveLength(160);
    curve.forEach((value, k) => {
      expect(value, `distance ${k}`).toBeCloseTo(formula(k), 12);
    });
  });

  test("learned, the mean over all rows of a table before training", () => {
    const { table } = new LearnedPositionalEncoding(160, 24, { dtype: "float64" });
    const mean = (/** @type {number} */ k) => {
      let sum = 0;
      for (let at = 0; at < (160 - k) * 24; at++) sum += table[at] * table[at + k * 24];
      return sum / (160 - k);
    };
    const curve = curveOf("learned", SETTING);
    for (const k of [0, 1, 7, 80, 159]) expect(curve[k]).toBeCloseTo(mean(k) / mean(0), 12);
  });

  test("a head's slope is its own; widths that heads do not divide are rounded down", () => {
    for (let head = 0; head < 6; head++) {
      const curve = curveOf("alibi", { ...SETTING, head });
      expect(curve[3]).toBeCloseTo(Math.exp(-3 * slopes[head]), 13);
    }
    const curve = curveOf("rope", { ...SETTING, dModel: 30, heads: 4 });
    expect(curve[5]).toBeCloseTo(cosines(5, 6, 800) / 3, 13);
  });
});

describe("what is measured", () => {
  const measured = measure(SETTING, curveOf("alibi", { ...SETTING, head: 1 }));

  test("sinusoids past the length have the same dot products", () => {
    expect(measured.difference).toBeGreaterThan(0);
    expect(measured.difference).toBeLessThan(1e-12);
    expect(() => measure({ ...SETTING, length: 2 ** 53 }, new Float64Array(9))).not.toThrow();
  });

  test.each([
    // Of 2π·base^(2i/w): those longer than the text.
    [{ dModel: 64, heads: 4, base: 10000 }, 160, 5, 8],
    [{ dModel: 64, heads: 4, base: 10000 }, 20, 6, 8],
    [{ dModel: 24, heads: 2, base: 1e6 }, 6, 6, 6],
    [{ dModel: 24, heads: 2, base: 1e6 }, 10, 5, 6],
  ])("of %o, %i positions: %i of %i pairs do not turn", (setting, length, unturned, pairs) => {
    const found = measure({ ...SETTING, ...setting, length }, new Float64Array(length));
    expect([found.unturned, found.pairs]).toEqual([unturned, pairs]);
  });

  test("pairs that do not turn, where ALiBi fades, where T5's last bucket begins", () => {
    // Of a head of 4: wavelengths 2π and 2π·√800 = 177.7.
    expect([measured.unturned, measured.pairs]).toEqual([1, 2]);
    expect(measured.faint).toBe(Math.ceil(Math.log(100) * 16));
    expect([bucket(measured.shared - 1), bucket(measured.shared)]).toEqual([30, 31]);
    const flat = measure(SETTING, curveOf("alibi", { ...SETTING, head: 3 }));
    expect([flat.faint, flat.last]).toEqual([undefined, 159]);
  });
});
