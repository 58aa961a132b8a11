import { sinusoidal3d } from "phasor";
import { describe, expect, it } from "vitest";
import { near, same } from "./helpers.js";

/** One coordinate: sines, then cosines. @param {number} p @param {number} columns @param {number} base */
function coordinate(p, columns, base) {
  const omega = Array.from({ length: columns / 2 }, (_, i) => base ** (-i / (columns / 2)));
  return [...omega.map((w) => Math.sin(p * w)), ...omega.map((w) => Math.cos(p * w))];
}

/**
 * The row of a cell, as the models' own code builds it.
 * @type {Record<string, (t: number, y: number, x: number, d: number, base: number) => number[]>}
 */
const cell = {
  cogvideox: (t, y, x, d, base) => [
    ...coordinate(t, d / 4, base),
    ...coordinate(x, (3 * d) / 8, base),
    ...coordinate(y, (3 * d) / 8, base),
  ],
  vjepa: (t, y, x, d, base) => [
    ...coordinate(t, d / 2, base),
    ...coordinate(y, d / 4, base),
    ...coordinate(x, d / 4, base),
  ],
  "vjepa-uniform": (t, y, x, d, base) =>
    [t, y, x].flatMap((p) => coordinate(p, 2 * Math.ceil(d / 6), base)).slice(0, d),
  prithvi: (t, y, x, d, base) => [
    ...coordinate(x, (3 * d) / 8, base),
    ...coordinate(y, (3 * d) / 8, base),
    ...coordinate(t, d / 4, base),
  ],
};

describe("sinusoidal3d", () => {
  const cases = Object.keys(cell).flatMap((convention) =>
    [
      [1, 1, 1, 16],
      [2, 3, 5, 16],
      [5, 2, 3, 48],
      [4, 1, 2, 1408],
    ].map(([t, h, w, d]) => ({ convention, t, h, w, d })),
  );
  it.each(cases)(
    "matches the models' code: $convention, $t×$h×$w cells, dModel $d",
    ({ convention, t, h, w, d }) => {
      for (const [base, time, space] of [
        [10000, 1, 1],
        [100, 0.5, 1.875],
      ]) {
        const wanted = [];
        for (let at = 0; at < t * h * w; at++) {
          const [frame, y, x] = [Math.floor(at / (h * w)), Math.floor(at / w) % h, at % w];
          wanted.push(...cell[convention](frame / time, y / space, x / space, d, base));
        }
        const options = {
          convention: /** @type {"vjepa"} */ (convention),
          base,
          temporalInterpolationScale: time,
          spatialInterpolationScale: space,
          dtype: /** @type {const} */ ("float64"),
        };
        const got = sinusoidal3d(t, h, w, d, options);
        near(got, wanted, 1e-13, convention);
        const token = sinusoidal3d(t, h, w, d, { ...options, classToken: true });
        same(token.subarray(0, d), new Float64Array(d));
        same(token.subarray(d), got);
      }
    },
  );

  it("omits the last columns if three equal shares are too wide", () => {
    expect(sinusoidal3d(2, 2, 2, 8, { convention: "vjepa-uniform" })).toHaveLength(64);
    expect([...sinusoidal3d(1, 1, 1, 2, { convention: "vjepa-uniform" })]).toEqual([0, 1]);
  });

  it.each([
    [2 ** 40, 0, 3],
    [0, Number.MAX_SAFE_INTEGER, 1],
  ])("returns at once for an empty grid: %s, %s, %s", (t, h, w) => {
    expect(sinusoidal3d(t, h, w, 16)).toHaveLength(0);
  });

  /** @type {[() => unknown, RegExp][]} */
  const refused = [
    [() => sinusoidal3d(1, 2, 2, 24), /dModel must be a multiple of 16 in this convention, got 24/],
    [
      () => sinusoidal3d(1, 2, 3, 16, { spatialInterpolationScale: 2 ** -54 }),
      /the last position along height must be a number within ±2\^53, got 18014398509481984/,
    ],
    [
      () => sinusoidal3d(1, 2, 3, 16, { temporalInterpolationScale: 0 }),
      /Scale must be above 0, got 0/,
    ],
  ];
  it.each(refused)("refuses bad arguments: %s", (call, message) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
  });
});
