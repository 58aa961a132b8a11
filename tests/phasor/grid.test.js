import { sinusoidal2d, sinusoidal3d } from "phasor";
import { describe, expect, it } from "vitest";
import { near, same } from "./helpers.js";

/** @param {number} count @param {(i: number) => number} of */
const list = (count, of) => Array.from({ length: count }, (_, i) => of(i));

/** One coordinate: sines, then cosines. @param {number} p @param {number} d @param {number} base */
function halves(p, d, base, last = d / 2) {
  const omega = list(d / 2, (i) => base ** (-i / last));
  return [Math.sin, Math.cos].flatMap((turn) => omega.map((w) => turn(p * w)));
}

/** One coordinate: a sine, its cosine, … @param {number} p @param {number} d @param {number} base */
const pairs = (p, d, base) =>
  list(d, (k) => [Math.sin, Math.cos][k % 2](p / base ** ((2 * Math.floor(k / 2)) / d)));

/** Where DETR places a cell if it normalises. @param {number} p @param {number} count */
const share = (p, count) => ((p + 1) / (count + 1e-6)) * 2 * Math.PI;

/** The row of the cell at t, y, x of a grid of h × w, as the models' own code builds it.
 * @type {Record<string, (at: number[], d: number, base: number, h: number, w: number) => number[]>}
 */
const flat = {
  mae: ([, y, x], d, base) => [x, y].flatMap((p) => halves(p, d / 2, base)),
  detr: ([, y, x], d, base) => [y + 1, x + 1].flatMap((p) => pairs(p, d / 2, base)),
  "detr normalize": ([, y, x], d, base, h, w) =>
    [share(y, h), share(x, w)].flatMap((p) => pairs(p, d / 2, base)),
  simplevit: ([, y, x], d, base) => [x, y].flatMap((p) => halves(p, d / 2, base, d / 4 - 1)),
  timm: ([, y, x], d, base) => {
    const [rows, columns] = [y, x].map((p) => halves(p, d / 2, base));
    return [0, d / 4].flatMap((i) => [rows, columns].flatMap((row) => row.slice(i, i + d / 4)));
  },
};
/** @type {typeof flat} */
const solid = {
  cogvideox: ([t, y, x], d, base) => [
    ...halves(t, d / 4, base),
    ...[x, y].flatMap((p) => halves(p, (3 * d) / 8, base)),
  ],
  vjepa: ([t, y, x], d, base) => [
    ...halves(t, d / 2, base),
    ...[y, x].flatMap((p) => halves(p, d / 4, base)),
  ],
  "vjepa-uniform": (at, d, base) =>
    at.flatMap((p) => halves(p, 2 * Math.ceil(d / 6), base)).slice(0, d),
  prithvi: ([t, y, x], d, base) => [
    ...[x, y].flatMap((p) => halves(p, (3 * d) / 8, base)),
    ...halves(t, d / 4, base),
  ],
};

/** Each grid's conventions, its sizes, and how it is encoded. */
const grids = [
  {
    conventions: flat,
    sizes: [
      [1, 1, 1, 8],
      [1, 3, 5, 8],
      [1, 5, 3, 16],
      [1, 14, 14, 64],
    ],
    scales: [[1, 1]],
    encode: (/** @type {number[]} */ [, h, w, d], /** @type {any} */ options) =>
      sinusoidal2d(h, w, d, options),
  },
  {
    conventions: solid,
    sizes: [
      [1, 1, 1, 16],
      [2, 3, 5, 16],
      [5, 2, 3, 48],
      [4, 1, 2, 1408],
    ],
    scales: [
      [1, 1],
      [0.5, 1.875],
    ],
    encode: (/** @type {number[]} */ [t, h, w, d], /** @type {any} */ options) =>
      sinusoidal3d(t, h, w, d, options),
  },
];

describe("grids", () => {
  const cases = grids.flatMap(({ conventions, sizes, ...grid }) =>
    Object.entries(conventions).flatMap(([name, cell]) =>
      sizes.map((size) => ({ name, cell, size, ...grid })),
    ),
  );
  it.each(cases)("match the models' code: $name, $size", ({ name, cell, size, scales, encode }) => {
    const [t, h, w, d] = size;
    const [convention, normalize] = name.split(" ");
    for (const base of [10000, 100]) {
      for (const [time, space] of scales) {
        const expected = list(t * h * w, (at) => at).flatMap((at) => {
          const [frame, y, x] = [Math.floor(at / (h * w)), Math.floor(at / w) % h, at % w];
          return cell([frame / time, y / space, x / space], d, base, h, w);
        });
        const options = {
          convention,
          base,
          dtype: "float64",
          ...(normalize && { normalize: true }),
          ...(time !== 1 && { temporalInterpolationScale: time }),
          ...(space !== 1 && { spatialInterpolationScale: space }),
        };
        const actual = encode(size, options);
        near(actual, expected, 1e-13, name);
        const token = encode(size, { ...options, classToken: true });
        same(token.subarray(0, d), new Float64Array(d));
        same(token.subarray(d), actual);
      }
    }
  });

  it("take the fewest columns of a convention, and omit those three equal shares add", () => {
    expect(sinusoidal2d(2, 2, 4, { convention: "timm" })).toHaveLength(16);
    expect(sinusoidal3d(2, 2, 2, 8, { convention: "vjepa-uniform" })).toHaveLength(64);
    expect([...sinusoidal3d(1, 1, 1, 2, { convention: "vjepa-uniform" })]).toEqual([0, 1]);
  });

  it.each([
    [2 ** 40, 0],
    [0, Number.MAX_SAFE_INTEGER],
  ])("return at once if empty: %s, %s", (h, w) => {
    expect(sinusoidal2d(h, w, 4)).toHaveLength(0);
    expect(sinusoidal3d(h, w, 3, 16)).toHaveLength(0);
    expect([...sinusoidal2d(h, w, 4, { classToken: true, convention: "timm" })]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  const out = new Float32Array(32).fill(2);
  it.each([
    [
      () => sinusoidal2d(2, 2, 4, { convention: "simplevit" }),
      /^phasor.sinusoidal2d: dModel must be at least 8 in this convention, got 4$/,
    ],
    [
      () => sinusoidal2d(2, 2, 8, { out, convention: /** @type {any} */ ("nerf") }),
      /convention must be "mae" or "detr" or "simplevit" or "timm", got "nerf"/,
    ],
    [() => sinusoidal3d(1, 2, 2, 24), /dModel must be a multiple of 16 in this convention, got 24/],
    [
      () => sinusoidal3d(1, 2, 3, 16, { spatialInterpolationScale: 2 ** -54 }),
      /the last position along height must be a number within ±2\^53, got 18014398509481984/,
    ],
    [
      () => sinusoidal3d(1, 2, 3, 16, { temporalInterpolationScale: 0 }),
      /Scale must be above 0, got 0/,
    ],
  ])("refuse bad arguments and write nothing: %s", (call, message) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
    expect(out.every((value) => value === 2)).toBe(true);
  });
});
