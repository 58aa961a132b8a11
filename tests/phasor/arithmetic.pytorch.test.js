// The arithmetics float32-pow and float32-exp: each rounding step, and how many frequencies match
import { readFileSync } from "node:fs";
import { sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";

/** @type {{ cases: ({ base: number, d: number } & Record<Form, string>)[] }} */
const vectors = JSON.parse(
  readFileSync(new URL("../vectors/pytorch.json", import.meta.url), "utf8"),
);
/** @typedef {"float32-pow" | "float32-exp"} Form */
const forms = /** @type {const} */ (["float32-pow", "float32-exp"]);
/** An angle so small that its sine equals the angle. */
const TINY = 2 ** -40;

/** The package's frequencies. @param {Form} arithmetic @param {number} d @param {number} base */
function frequenciesOf(arithmetic, d, base) {
  const row = sinusoidalAt([TINY], d, { arithmetic, base, dtype: "float64" });
  return Float32Array.from({ length: d / 2 }, (_, i) => row[2 * i] / TINY);
}

/** The same in JavaScript, rounded to float32 at each step. @param {Form} form
 * @param {number} d @param {number} base */
function plainly(form, d, base) {
  const { fround } = Math;
  return Float32Array.from({ length: d / 2 }, (_, i) => {
    if (form === "float32-pow") return 1 / fround(fround(base) ** fround((2 * i) / d));
    return Math.exp(fround(2 * i * fround(-Math.log(base) / d)));
  });
}

describe.each(forms)("%s", (form) => {
  it.each([10000, 500000, 123456.789, 16777217, 1e18])(
    "rounds each step to float32, base %s",
    (base) => {
      for (const d of [2, 6, 64, 80, 128, 1000]) {
        expect(frequenciesOf(form, d, base)).toEqual(plainly(form, d, base));
      }
    },
  );

  it("rounds positions, angles and values to float32", () => {
    const positions = [1, 7, 1000, 131071, -3, 0.1];
    const d = 128;
    const frequencies = frequenciesOf(form, d, 10000);
    const actual = sinusoidalAt(positions, d, { arithmetic: form, dtype: "float64" });
    positions.forEach((position, r) => {
      frequencies.forEach((frequency, i) => {
        const angle = Math.fround(Math.fround(position) * frequency);
        expect(actual[r * d + 2 * i]).toBe(Math.fround(Math.sin(angle)));
        expect(actual[r * d + 2 * i + 1]).toBe(Math.fround(Math.cos(angle)));
      });
    });
  });

  it("matches at least 99% (pow) or 89% (exp) of PyTorch's frequencies, the rest within one ulp", () => {
    let equal = 0;
    let all = 0;
    for (const { base, d, [form]: hexadecimal } of vectors.cases) {
      const bits = Uint32Array.from(hexadecimal.split(" "), (word) => Number.parseInt(word, 16));
      const theirs = new Float32Array(bits.buffer);
      const ours = new Uint32Array(frequenciesOf(form, d, base).buffer);
      expect(theirs).toHaveLength(d / 2);
      bits.forEach((word, i) => {
        expect(Math.abs(word - ours[i])).toBeLessThanOrEqual(1); // at most one ulp
        if (word === ours[i]) equal++;
        all++;
      });
    }
    expect(equal / all).toBeGreaterThan(form === "float32-pow" ? 0.99 : 0.89);
  });
});
