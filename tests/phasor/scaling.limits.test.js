// The smallest and largest value of each parameter of the scaling rules.
import { ropeFrequencies } from "phasor";
import { expect, it } from "vitest";

const context = { original_max_position_embeddings: 4096 };
const rules = {
  linear: { type: "linear", factor: 2 },
  yarn: { type: "yarn", factor: 2, ...context },
  llama3: { type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4, ...context },
};

/** @type {[rule: keyof typeof rules, name: string, least: number, most: number | undefined][]} */
const limits = [
  ["linear", "factor", 1, undefined],
  ["yarn", "attention_factor", 1e-6, 1e6],
  ["yarn", "mscale", 0, 1e6],
  ["yarn", "mscale_all_dim", 0, 1e6],
  ["llama3", "low_freq_factor", 0, undefined],
];

it.each(limits)(
  "the scaling rule %s accepts its parameter %s from %d to %s",
  (rule, name, least, most) => {
    /** @param {number} value */
    const made = (value) =>
      ropeFrequencies(64, { scaling: /** @type {any} */ ({ ...rules[rule], [name]: value }) });
    const near = (/** @type {number} */ x) => Math.abs(x) * 1e-9 || 1e-9;
    const refused = new RegExp(`phasor\\.ropeFrequencies: scaling\\.${name} must be`);
    expect(() => made(least)).not.toThrow();
    expect(() => made(least - near(least))).toThrow(refused);
    expect(() => made(Number.NaN)).toThrow(refused);
    expect(() => made(Infinity)).toThrow(refused);
    expect(() => made(/** @type {any} */ ("2"))).toThrow(refused);
    if (most === undefined) return;
    expect(() => made(most)).not.toThrow();
    expect(() => made(most + near(most))).toThrow(refused);
  },
);
