// LearnedPositionalEncoding: the arrays, widths and 64-bit positions that it accepts or refuses.
import { LearnedPositionalEncoding } from "phasor";
import { describe, expect, it } from "vitest";
import { noise, same } from "./helpers.js";
import { noisy } from "./learned.support.js";

describe("LearnedPositionalEncoding", () => {
  it("refuses an out that overlaps its table or its gradient", () => {
    const pe = noisy("float32", 5, 4);
    const before = pe.table.slice();
    const message = /: out must (not overlap|be) (table|gradient|x|gradOutput|positions)\b/;
    for (const array of [pe.table, pe.gradient]) {
      expect(() => pe.lookup([1], { out: array.subarray(2, 6) })).toThrow(message);
      expect(() => pe.forward(new Float32Array(20), [1, 5, 4], { out: array })).toThrow(message);
      expect(() => pe.backward(new Float32Array(20), [1, 5, 4], { out: array })).toThrow(message);
    }
    same(pe.table, before);
    same(pe.gradient, new Float32Array(20));
  });

  it("refuses a gradOutput that overlaps its gradient", () => {
    const pe = noisy("float32", 5, 4);
    pe.gradient.set(noise("float32", 20, 4));
    const before = pe.gradient.slice();
    const out = new Float32Array(8);
    for (const [first, how] of /** @type {const} */ ([
      [0, "overlaps it in part"],
      [4, "overlaps it in part"],
      [12, "overlaps it in part"],
    ])) {
      const rowGradient = pe.gradient.subarray(first, first + 8);
      const message = `gradOutput must not overlap gradient, but ${how}`;
      expect(() => pe.backward(rowGradient, [1, 2, 4], { out })).toThrow(
        new RangeError(`phasor.LearnedPositionalEncoding.backward: ${message}`),
      );
      expect(() => pe.backwardAt([3, 1], rowGradient)).toThrow(
        new RangeError(`phasor.LearnedPositionalEncoding.backwardAt: ${message}`),
      );
    }
    const all = /gradOutput must not overlap gradient, but is the same memory/;
    expect(() => pe.backward(pe.gradient, [1, 5, 4])).toThrow(all);
    expect(() => pe.backwardAt([0, 1, 2, 3, 4], pe.gradient)).toThrow(all);
    same(pe.gradient, before);
    same(out, new Float32Array(8));
    // gradOutput may be the table.
    pe.zeroGradient();
    pe.backwardAt([0, 1, 2, 3, 4], pe.table);
    same(pe.gradient, pe.table);
  });

  it("accepts an odd dModel unless it starts with sinusoids", () => {
    expect(new LearnedPositionalEncoding(2, 3).table).toHaveLength(6);
    expect(() => new LearnedPositionalEncoding(2, 3, { init: "sinusoidal" })).toThrow(
      /dModel must be an even integer of at least 2, got 3/,
    );
  });
});
