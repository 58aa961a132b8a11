import { sinusoidal2d } from "phasor";
import { describe, expect, it } from "vitest";
import { near, same } from "./helpers.js";

/** One coordinate as MAE encodes it. @param {number} p @param {number} d @param {number} base */
function mae(p, d, base) {
  const omega = Array.from({ length: d / 2 }, (_, i) => base ** (-i / (d / 2)));
  return [...omega.map((w) => Math.sin(p * w)), ...omega.map((w) => Math.cos(p * w))];
}

/** One coordinate as DETR encodes it. @param {number} p @param {number} d @param {number} base */
function detr(p, d, base) {
  return Array.from({ length: d }, (_, k) => {
    const angle = p / base ** ((2 * Math.floor(k / 2)) / d);
    return k % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

const sizes = [
  [1, 1, 4],
  [3, 5, 8],
  [5, 3, 16],
  [14, 14, 64],
];

describe("sinusoidal2d", () => {
  it("mae has x in the first half, y in the second, and a row of zeros for a class token", () => {
    for (const [h, w, d] of sizes) {
      for (const base of [10000, 100]) {
        const wanted = [];
        for (let y = 0; y < h; y++) {
          for (let x = 0; x < w; x++) wanted.push(...mae(x, d / 2, base), ...mae(y, d / 2, base));
        }
        const got = sinusoidal2d(h, w, d, { base, dtype: "float64" });
        near(got, wanted, 1e-13, `${h}×${w}×${d}`);
        const token = sinusoidal2d(h, w, d, { base, dtype: "float64", classToken: true });
        same(token.subarray(0, d), new Float64Array(d));
        same(token.subarray(d), got);
      }
    }
  });

  it("detr has y first, and positions from 1, normalised if asked for", () => {
    for (const [h, w, d] of sizes) {
      for (const normalize of [false, true]) {
        const scale = 2 * Math.PI;
        const at = (/** @type {number} */ p, /** @type {number} */ last) =>
          normalize ? ((p + 1) / (last + 1e-6)) * scale : p + 1;
        const wanted = [];
        for (let y = 0; y < h; y++) {
          for (let x = 0; x < w; x++) {
            wanted.push(...detr(at(y, h), d / 2, 10000), ...detr(at(x, w), d / 2, 10000));
          }
        }
        const got = sinusoidal2d(h, w, d, { convention: "detr", normalize, dtype: "float64" });
        near(got, wanted, 1e-13, `${h}×${w}×${d}, ${normalize}`);
      }
    }
  });

  it("simplevit and timm match their sources", () => {
    for (const [h, w, d] of [
      [1, 1, 8],
      [3, 5, 8],
      [5, 3, 32],
    ]) {
      const quarter = d / 4;
      const count = Array.from({ length: quarter }, (_, i) => i);
      const simple = count.map((i) => 10000 ** (-i / (quarter - 1)));
      const bands = count.map((i) => 10000 ** (-i / quarter));
      const wanted = {
        simplevit: /** @type {number[]} */ ([]),
        timm: /** @type {number[]} */ ([]),
      };
      for (let y = 0; y < h; y++) {
        for (let x = 0; x < w; x++) {
          for (const p of [x, y]) {
            wanted.simplevit.push(...simple.map((f) => Math.sin(p * f)));
            wanted.simplevit.push(...simple.map((f) => Math.cos(p * f)));
          }
          for (const turn of [Math.sin, Math.cos]) {
            for (const p of [y, x]) wanted.timm.push(...bands.map((f) => turn(p * f)));
          }
        }
      }
      for (const convention of /** @type {const} */ (["simplevit", "timm"])) {
        const got = sinusoidal2d(h, w, d, { convention, dtype: "float64" });
        near(got, wanted[convention], 1e-13, `${convention}, ${h}×${w}×${d}`);
      }
    }
    expect(() => sinusoidal2d(2, 2, 4, { convention: "simplevit" })).toThrow(
      /^phasor.sinusoidal2d: dModel must be at least 8 in this convention, got 4$/,
    );
    expect(sinusoidal2d(2, 2, 4, { convention: "timm" })).toHaveLength(16);
  });

  it.each([
    [2 ** 40, 0],
    [0, Number.MAX_SAFE_INTEGER],
  ])("returns at once for an empty grid: %s, %s", (h, w) => {
    expect(sinusoidal2d(h, w, 4)).toHaveLength(0);
    expect([...sinusoidal2d(h, w, 4, { classToken: true, convention: "timm" })]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it("names its conventions when it refuses another, and writes nothing", () => {
    const out = new Float32Array(32).fill(2);
    const convention = /** @type {any} */ ("nerf");
    expect(() => sinusoidal2d(2, 2, 8, { out, convention })).toThrow(
      /convention must be "mae" or "detr" or "simplevit" or "timm", got "nerf"/,
    );
    expect(out.every((value) => value === 2)).toBe(true);
  });
});
