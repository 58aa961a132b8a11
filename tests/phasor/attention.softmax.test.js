// softmax: its values, masks, infinities, and results wherever its rows lie in memory.
import { softmax } from "phasor";
import { describe, expect, it } from "vitest";
import { scores, shuffle } from "./attention_reference.js";
import { array, dtypes, near, same } from "./helpers.js";

const none = Number.NEGATIVE_INFINITY;
/** e^x/Σ e^x of one row in plain doubles. @param {ArrayLike<number>} x */
function plainly(x) {
  const max = Math.max(...Array.from(x));
  const all = Array.from(x, (score) => (score === none ? 0 : Math.exp(score - max)));
  const sum = all.reduce((a, b) => a + b, 0);
  return all.map((term) => (sum > 0 ? term / sum : 0));
}

describe("softmax", () => {
  it.each(dtypes)("matches plain arithmetic, %s", (dtype) => {
    for (const columns of [...Array(18).keys(), 31, 32, 33, 63, 64, 65, 1000, 4096, 4097]) {
      for (const size of [0.1, 8, 100]) {
        const x = scores(dtype, 3 * columns, size, columns);
        const actual = softmax(x, [3, columns]);
        for (let r = 0; r < 3; r++) {
          const expected = plainly(x.subarray(r * columns, (r + 1) * columns));
          const row = actual.subarray(r * columns, (r + 1) * columns);
          near(row, expected, dtype === "float32" ? 2 ** -24 : 2 ** -51, `${columns} of ±${size}`);
        }
      }
    }
  });

  // The doubles nearest to the values from Python's mpmath.
  it.each(dtypes)("matches mpmath to the last bit, %s", (dtype) => {
    const rows = [
      [1, 2, 3],
      [0, -20, -40.5, 0.125],
    ];
    const expected = [
      [0.09003057317038046, 0.24472847105479764, 0.6652409557748219],
      [0.46879062617327505, 9.662494973022856e-10, 1.2079595786972015e-18, 0.5312093728604754],
    ];
    rows.forEach((row, i) => {
      const actual = softmax(array(dtype, row), [1, row.length]);
      same(actual, array(dtype, expected[i]));
    });
  });

  it.each(dtypes)("is 1/n for n equal scores, %s", (dtype) => {
    for (let n = 1; n < 40; n++) {
      same(softmax(array(dtype, n).fill(-3.7), [1, n]), array(dtype, n).fill(1 / n));
    }
  });

  it.each(dtypes)("accepts any finite score, %s", (dtype) => {
    const max = dtype === "float32" ? 3.4028234663852886e38 : Number.MAX_VALUE;
    const rows = [
      [max, -max, 0, max],
      [-max, -max, -max, -max],
      [1e30, 1e30 * (1 - 1e-3), 0, -1e30],
      [0, -103, -104.1, -800],
    ];
    const actual = softmax(array(dtype, rows.flat()), [4, 4]);
    const faint = dtype === "float32" ? [2 ** -149, 0, 0] : [Math.exp(-103), Math.exp(-104.1), 0];
    near(actual, [0.5, 0, 0, 0.5, 0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0, 1, ...faint], 1e-60);
  });

  it.each(dtypes)(
    "gives 0 for masked entries, and a row of zeros if all are masked, %s",
    (dtype) => {
      const x = array(dtype, [none, 1, none, 2, none, none, none, none]);
      const [, one, , two] = softmax(x, [2, 4]);
      same(softmax(x, [2, 4]), array(dtype, [0, one, 0, two, 0, 0, 0, 0]));
      same(softmax(array(dtype, [1, 2]), [1, 2]), array(dtype, [one, two]));
    },
  );

  it.each(dtypes)(
    "gives a row's whole weight to its infinities, and NaN for a row with a NaN, %s",
    (dtype) => {
      const x = array(dtype, [Infinity, 1, Infinity, none, 1, Number.NaN, 2, Infinity]);
      const nan = Number.NaN;
      same(softmax(x, [2, 4]), array(dtype, [0.5, 0, 0.5, 0, nan, nan, nan, nan]));
    },
  );

  it("gives permuted entries the same results, permuted, to the bit", () => {
    // The greatest weights are halfway between two floats: the last bit of the sum rounds them.
    const even = new Float32Array(4096).fill(-37);
    even.set([0, 0, -24 * Math.LN2 - 2 ** -18]);
    for (const x of [...[2, 17, 512, 4095].map((n) => scores("float32", n, 5, n)), even]) {
      const columns = x.length;
      const order = shuffle(columns, columns);
      const actual = softmax(x, [1, columns]);
      const moved = softmax(
        x.map((_, i) => x[order[i]]),
        [1, columns],
      );
      same(
        moved,
        actual.map((_, i) => actual[order[i]]),
        `${columns}`,
      );
    }
  });

  it("accepts empty rows, and returns a new array that later calls leave alone", () => {
    for (const shape of /** @type {[number, number][]} */ ([
      [0, 5],
      [7, 0],
      [2 ** 50, 0],
    ])) {
      expect(softmax(new Float32Array(0), shape)).toHaveLength(0);
    }
    const x = new Float64Array(6);
    const first = softmax(x, [2, 3]);
    expect(first).not.toBe(x);
    const copy = first.slice();
    softmax(x.fill(4), [3, 2]);
    same(first, copy);
    expect(softmax(x, [2, 3], { out: x })).toBe(x);
  });
});
