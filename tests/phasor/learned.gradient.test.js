// LearnedPositionalEncoding: backward and backwardAt accumulate the gradient; step moves the table
// against it.
import { LearnedPositionalEncoding, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, near, noise, rounding, same } from "./helpers.js";
import { noisy } from "./learned.support.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {import("./learned.support.js").Dtype} Dtype */

const places = arenas(1 << 23);

describe("backward", () => {
  /** gradient + Σ_b, in the order of the batch. @param {Dtype} dtype @param {Floats} gradient
   * @param {Floats} upstream @param {number[]} shape */
  function summed(dtype, gradient, upstream, [batch, length, d]) {
    const round = rounding(dtype);
    const out = gradient.slice();
    for (let b = 0; b < batch; b++) {
      for (let i = 0; i < length * d; i++) out[i] = round(out[i] + upstream[b * length * d + i]);
    }
    return out;
  }

  it.each(dtypes)("adds the gradients of the batch, %s", (dtype) => {
    for (const [maxLength, batch, length, d] of [
      [1, 1, 1, 1],
      [9, 3, 5, 7],
      [9, 20, 9, 4],
      [700, 9, 650, 130],
      [4, 0, 4, 2],
      [4, 3, 0, 2],
      [3, 17, 2, 65536],
    ]) {
      const pe = noisy(dtype, maxLength, d);
      const table = pe.table.slice();
      const upstream = noise(dtype, batch * length * d);
      const copy = upstream.slice();
      let expected = summed(dtype, pe.gradient, upstream, [batch, length, d]);
      const back = pe.backward(upstream, [batch, length, d]);
      same(pe.gradient, expected);
      same(back, upstream);
      same(upstream, copy);
      if (back.length > 0) {
        back.fill(7);
        same(upstream, copy);
      }
      // A second call accumulates, and out may be gradOutput.
      expected = summed(dtype, expected, upstream, [batch, length, d]);
      expect(pe.backward(upstream, [batch, length, d], { out: upstream })).toBe(upstream);
      same(pe.gradient, expected);
      same(upstream, copy);
      same(pe.table, table);
      pe.zeroGradient();
      same(pe.gradient, array(dtype, maxLength * d));
    }
  });

  it.each(dtypes)("gives the same bits wherever the arrays lie, %s", (dtype) => {
    const arrays = [noise(dtype, 3 * 600 * 130), array(dtype, 3 * 600 * 130)];
    everywhere(
      "backward",
      arrays,
      (upstream, out) => {
        const pe = noisy(dtype, 600, 130);
        return [pe.backward(upstream, [3, 600, 130], { out }), pe.gradient];
      },
      places,
    );
    everywhere(
      "backwardAt",
      [arrays[0].slice(0, 500 * 130)],
      (upstream) => {
        const pe = noisy(dtype, 300, 130);
        const at = Array.from({ length: 500 }, (_, i) => (i < 250 ? i : (i * 7919) % 300));
        pe.backwardAt(at, upstream);
        return pe.gradient;
      },
      places,
    );
  });
});

describe("backwardAt", () => {
  it.each(dtypes)("accumulates repeated positions in order, %s", (dtype) => {
    const round = rounding(dtype);
    for (const [maxLength, d, count] of [
      [1, 1, 5],
      [7, 3, 40],
      [300, 257, 1000],
      [5, 65536, 4],
      [40000, 1, 70000],
      [660, 4096, 690],
    ]) {
      const pe = noisy(dtype, maxLength, d);
      const upstream = noise(dtype, count * d);
      const at = Array.from({ length: count }, (_, i) =>
        i % 3 ? (i * i) % maxLength : Math.min(i, maxLength - 1),
      );
      pe.gradient.set(noise(dtype, maxLength * d, 5));
      const expected = pe.gradient.slice();
      at.forEach((p, i) => {
        for (let c = 0; c < d; c++)
          expected[p * d + c] = round(expected[p * d + c] + upstream[i * d + c]);
      });
      expect(pe.backwardAt(at, upstream)).toBeUndefined();
      same(pe.gradient, expected, `(${maxLength}, ${d}), ${count} positions`);
    }
  });
});

describe("step", () => {
  it.each(dtypes)("moves the table against the gradient, %s", (dtype) => {
    const round = rounding(dtype);
    for (const size of [1, 5, 40000]) {
      const pe = noisy(dtype, size, 3);
      pe.gradient.set(noise(dtype, 3 * size, 4));
      const gradient = pe.gradient.slice();
      const rate = 0.1;
      const expected = pe.table.map((/** @type {number} */ x, /** @type {number} */ i) =>
        round(x + round(round(-rate) * gradient[i])),
      );
      expect(pe.step(rate)).toBeUndefined();
      same(pe.table, expected);
      same(pe.gradient, gradient);
    }
  });

  it("learns the sinusoidal table", () => {
    // Gradient descent towards the sinusoids on half the squared distance.
    const pe = new LearnedPositionalEncoding(20, 8, { dtype: "float64", seed: 5 });
    const expected = sinusoidal(20, 8, { dtype: "float64" });
    for (let i = 0; i < 100; i++) {
      const y = pe.forward(new Float64Array(160), [1, 20, 8]);
      pe.backward(
        y.map((value, j) => value - expected[j]),
        [1, 20, 8],
      );
      pe.step(0.3);
      pe.zeroGradient();
    }
    near(pe.table, expected, 1e-14);
  });
});
