import { frequencies, wavelengths } from "phasor";
import { describe, expect, it } from "vitest";
import { frequency, toNumber, wavelength } from "./exact.js";
import { same } from "./helpers.js";

describe("frequencies", () => {
  it("returns a new Float64Array of dModel/2 entries", () => {
    const first = frequencies(10);
    expect(first).toBeInstanceOf(Float64Array);
    expect(first).toHaveLength(5);
    const copy = first.slice();
    frequencies(10, { base: 7 });
    same(first, copy);
    first.fill(9);
    same(frequencies(10), copy);
  });
});

describe("frequencies and wavelengths are the nearest doubles", () => {
  it.each([
    [1 + 2 ** -52, 64],
    [1.5, 512],
    ...[6, 64].map((dModel) => [1.0001, dModel]),
    [2, 64],
    [Math.PI, 34],
    [100, 6],
    ...[2, 4, 6, 8, 64, 128, 254, 512, 4096].map((dModel) => [10000, dModel]),
    [10000, 65536],
    [500000, 128],
    [1e9, 66],
    [1e12, 512],
    ...[64, 1022].map((dModel) => [1e18, dModel]),
  ])("to 256-bit arithmetic: base %f, dModel %i", (base, dModel) => {
    const omega = frequencies(dModel, { base });
    const lambda = wavelengths(dModel, { base });
    const step = Math.ceil(dModel / 2 / 40);
    for (let i = 0; i < dModel / 2; i += step) {
      const exact = frequency(base, dModel, i);
      expect(omega[i], `pair ${i}`).toBe(toNumber(exact));
      expect(lambda[i], `pair ${i}`).toBe(toNumber(wavelength(exact)));
    }
  });

  it("in the last pair of every width to 300, and of the widest", () => {
    for (const d of [...Array.from({ length: 150 }, (_, i) => 2 * i + 2), 65534, 65536]) {
      const [omega, lambda] = [frequencies(d), wavelengths(d)];
      expect([omega.length, lambda.length]).toEqual([d / 2, d / 2]);
      const exact = frequency(10000, d, d / 2 - 1);
      expect(omega[d / 2 - 1], `dModel ${d}`).toBe(toNumber(exact));
      expect(lambda[d / 2 - 1], `dModel ${d}`).toBe(toNumber(wavelength(exact)));
    }
  });
});
