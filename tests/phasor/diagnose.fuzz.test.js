// diagnose returns a result for any matrix and never throws.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { LONG } from "../long.js";
import { random } from "./helpers.js";

const specials = [
  0,
  -0,
  1,
  -1,
  NaN,
  Infinity,
  -Infinity,
  3.4e38,
  -3.4e38,
  1.7e308,
  5e-324,
  1e-45,
  1e-160,
  1e160,
  0.5,
  2 ** 53,
];

/** @type {[string, (uniform: () => number, width: number) => (i: number) => number][]} */
const kinds = [
  ["anything", (uniform) => () => 2 * uniform() - 1],
  ["odd numbers", (uniform) => () => specials[Math.floor(uniform() * specials.length)]],
  [
    "some size",
    (uniform) => {
      const size = 10 ** (600 * uniform() - 300);
      return () => size * (uniform() - 0.5);
    },
  ],
  [
    "some odd numbers",
    (uniform) => () =>
      uniform() < 0.3 ? specials[Math.floor(uniform() * specials.length)] : uniform(),
  ],
  ["whole numbers", (uniform) => () => Math.round(4 * uniform() - 2)],
  [
    "sinusoids with odd numbers",
    (uniform, width) => (i) =>
      uniform() < 0.1
        ? specials[Math.floor(uniform() * specials.length)]
        : (i % 2 ? Math.cos : Math.sin)(Math.floor(i / width) / 10 ** (i % width)),
  ],
];

it("diagnose accepts shape (1, 1), and infinities next to huge numbers", () => {
  expect(diagnose(new Float32Array([0.5]), [1, 1]).kind).toBe("unknown");
  for (const Type of [Float32Array, Float64Array]) {
    expect(diagnose(new Type([-1, 3.4e38, -Infinity, Infinity]), [4, 1]).kind).toBe("unknown");
  }
});

const lengths = [1, 2, 3, 4, 5, 6];

describe.each(kinds)("diagnose returns a result for %s", (_, make) => {
  it.each(lengths)("in %i rows", (length) => {
    const next = random(make.length + 11 * length);
    const uniform = () => (next() + 1) / 2;
    for (let width = 1; width <= 6; width++) {
      for (let n = 0; n < (LONG ? 4 : 1); n++) {
        const entry = make(uniform, width);
        const values = Array.from({ length: length * width }, (_, i) => entry(i));
        for (const Type of [Float32Array, Float64Array]) {
          const { kind, findings } = diagnose(new Type(values), [length, width]);
          expect(["sinusoidal", "constant", "unknown"]).toContain(kind);
          for (const { message } of findings) expect(message).not.toMatch(/undefined|NaN rad/);
        }
      }
    }
  });
});
