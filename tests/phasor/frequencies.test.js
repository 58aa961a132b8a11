import { frequencies, wavelengths } from "phasor";
import { describe, expect, it } from "vitest";
import { frequency, toNumber, wavelength } from "./exact.js";
import { near, same } from "./helpers.js";

describe("frequencies", () => {
  it("is [1, 0.01] for dModel 4", () => {
    expect([...frequencies(4)]).toEqual([1, 0.01]);
  });

  it.each([2, 6, 64, 128, 512, 4096])(
    "equals the formula in log space to 1e-12, dModel %i",
    (d) => {
      const direct = Float64Array.from({ length: d / 2 }, (_, i) => 1 / 10000 ** ((2 * i) / d));
      near(frequencies(d), direct, (i) => 1e-12 * direct[i]);
      const logarithmic = direct.map((_, i) => Math.exp(((-2 * i) / d) * Math.log(10000)));
      near(frequencies(d), logarithmic, (i) => 1e-12 * direct[i]);
    },
  );

  it.each([1.5, 10, 10000, 1e18])(
    "starts at 1, falls strictly and stays above 1/base: %s",
    (base) => {
      const omega = frequencies(512, { base });
      expect(omega[0]).toBe(1);
      for (let i = 1; i < 256; i++) expect(omega[i]).toBeLessThan(omega[i - 1]);
      expect(omega[255]).toBeGreaterThan(1 / base);
    },
  );

  it("is a geometric series", () => {
    const omega = frequencies(66, { base: 500 });
    const ratio = 500 ** (-2 / 66);
    for (let i = 1; i < 33; i++) expect(omega[i] / omega[i - 1]).toBeCloseTo(ratio, 13);
  });

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

  it("has base 10000 by default", () => {
    same(frequencies(64), frequencies(64, { base: 10000 }));
    same(frequencies(64), frequencies(64, { base: undefined }));
    same(frequencies(64), frequencies(64, {}));
  });
});

describe("wavelengths", () => {
  it("runs from 2π to nearly 2π·base", () => {
    const lambda = wavelengths(512);
    expect(lambda[0]).toBe(2 * Math.PI);
    expect(lambda[0]).toBeCloseTo(6.3, 1);
    expect(lambda[128]).toBeCloseTo(628.3, 1);
    expect(lambda[255]).toBeLessThan(62832);
    // The longest approaches 20000π = 62832 as dModel grows.
    expect(wavelengths(65536)[32767]).toBeGreaterThan(62813);
    expect(wavelengths(65536)[32767]).toBeLessThan(62832);
  });

  it("is 2π·base^(2i/d)", () => {
    for (const base of [2, 10000, 1e9]) {
      const wanted = Float64Array.from(
        { length: 33 },
        (_, i) => 2 * Math.PI * base ** ((2 * i) / 66),
      );
      near(wavelengths(66, { base }), wanted, (i) => 1e-13 * wanted[i]);
    }
  });

  it("is 2π over the frequency", () => {
    const omega = frequencies(4098);
    near(
      wavelengths(4098),
      omega.map((each) => (2 * Math.PI) / each),
      (i) => 1e-15 * (7 / omega[i]),
    );
  });
});

describe("frequencies and wavelengths are the nearest doubles", () => {
  it.each([
    [1 + 2 ** -52, 64],
    ...[6, 64].map((dModel) => [1.0001, dModel]),
    [2, 64],
    [Math.PI, 34],
    [100, 6],
    ...[2, 4, 6, 8, 64, 128, 254, 512, 4096].map((dModel) => [10000, dModel]),
    [10000, 65536],
    [500000, 128],
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
});

describe("frequencies and wavelengths", () => {
  it("are right for dModel 2 to 300 and the largest dModel", () => {
    for (const d of [...Array.from({ length: 150 }, (_, i) => 2 * i + 2), 65534, 65536]) {
      const omega = frequencies(d);
      expect(omega).toHaveLength(d / 2);
      const last = d / 2 - 1;
      expect(omega[last]).toBeCloseTo(10000 ** ((-2 * last) / d), 12);
    }
  });
});
