// Results do not depend on where the arrays lie: ordinary arrays, views at odd offsets, arenas, two
// arenas, and mixtures give the same bytes, and nothing next to an array is written.
import {
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  relativePositionMatrix,
  SinusoidalPositionalEncoding,
  similarityByDistance,
  sinusoidal,
  sinusoidalAt,
  verifyRelativePosition,
} from "phasor";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { some } from "../long.js";
import { arenas, array, bytes, dtypes, everywhere, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Tensor} Tensor */

vi.setConfig({ testTimeout: 60_000 });

/** @type {ReturnType<typeof arenas>} */
let rooms;
beforeAll(() => {
  rooms = arenas(48 << 20);
});

/** @param {string} what @param {Tensor[]} arrays @param {(...arrays: any[]) => Tensor | Tensor[]} run */
const check = (what, arrays, run) => everywhere(what, arrays, run, rooms);

const few = [...Array(18).keys()];
const blocks = [31, 32, 33, 63, 64, 65, 127, 128, 129];

/** Widths, with lengths up to a block of rows, and lengths around the sizes of tiles.
 * @type {[d: number, short: number[], long: number[]][]} */
const allSizes = [
  [2, [...few, ...blocks], [8192, 8193, 16384, 16385, 32768, 32769]],
  [6, [...few, ...blocks], [5376, 5377, 10880, 10881]],
  [64, [...few, ...blocks], [341, 342, 504, 505, 512, 513, 992, 993, 1024, 1025]],
  [66, [...few, ...blocks], [448, 449, 960, 961]],
  [4098, [1, 2, 7, 8, 9, 33], [63, 64, 65, 127, 128, 129]],
  [65536, [1, 2, 3], [33]],
];
const sizes = /** @type {[d: number, lengths: number[]][]} */ (
  allSizes.map(([d, short, long]) => [d, [...some(short, 7), ...some(long, 2)]])
);

describe.each(dtypes)("results are the same wherever arrays lie, %s", (dtype) => {
  describe.each(sizes)("dModel %i", (d, lengths) => {
    it("sinusoidal", () => {
      for (const length of lengths) {
        for (const start of [0, -17, 2 ** 40 + 31, 0.3]) {
          if (d > 4000 && start !== 0 && length > 9) continue;
          const wanted = sinusoidal(length, d, { dtype, start });
          check(`length ${length}`, [array(dtype, length * d)], (out) => {
            expect(sinusoidal(length, d, { start, out })).toBe(out);
            same(out, wanted);
            return out;
          });
        }
      }
    });

    it("sinusoidalAt", () => {
      for (const length of lengths) {
        if (d > 4000 && length > 9) continue;
        const positions = /** @type {Float64Array} */ (noise("float64", length)).map((x, i) =>
          i % 3 === 0 ? x * 1e5 : Math.round(x * 1e5),
        );
        const wanted = sinusoidalAt(positions, d, { dtype });
        check(`length ${length}`, [positions, array(dtype, length * d)], (at, out) => {
          expect(sinusoidalAt(at, d, { out })).toBe(out);
          same(out, wanted);
          return out;
        });
      }
    });

    it("forward and embed", () => {
      const most = Math.max(...lengths);
      const pe = new SinusoidalPositionalEncoding(most + 1, d, { dtype });
      const vocabulary = 11;
      const embeddings = noise(dtype, vocabulary * d);
      for (const length of lengths) {
        if (d > 60000 && length > 3) continue;
        const batch = length * d > 1e5 ? 1 : 3;
        const x = noise(dtype, batch * length * d);
        const full = /** @type {[number, number, number]} */ ([batch, length, d]);
        const wanted = pe.forward(x, full, { scale: 0.3, start: 1 });
        check(`forward, length ${length}`, [x, array(dtype, x.length)], (x, out) => {
          same(pe.forward(x, full, { scale: 0.3, start: 1 }), wanted);
          expect(pe.forward(x, full, { scale: 0.3, start: 1, out })).toBe(out);
          same(out, wanted);
          expect(pe.forward(x, full, { scale: 0.3, start: 1, out: x })).toBe(x);
          return x;
        });
        const ids = Int32Array.from({ length: batch * length }, (_, i) => (i * 7) % vocabulary);
        const short = /** @type {[number, number]} */ ([batch, length]);
        const sums = pe.embed(ids, embeddings, short, { scale: "sqrt" });
        check(
          `embed, length ${length}`,
          [ids, embeddings, array(dtype, x.length)],
          (ids, table, out) => {
            same(pe.embed(ids, table, short, { scale: "sqrt" }), sums);
            expect(pe.embed(ids, table, short, { scale: "sqrt", out })).toBe(out);
            return out;
          },
        );
      }
    });

    it("dotProducts and cosineSimilarity", () => {
      for (const length of lengths) {
        if (length === 0 || length > (d > 60000 ? 3 : 342)) continue;
        const shape = /** @type {[number, number]} */ ([length, d]);
        const pe = noise(dtype, length * d);
        for (const run of [dotProducts, cosineSimilarity]) {
          const wanted = run(pe, shape);
          check(`shape ${shape}`, [pe, array(dtype, length * length)], (pe, out) => {
            same(run(pe, shape), wanted);
            expect(run(pe, shape, { out })).toBe(out);
            return out;
          });
        }
      }
    });

    it("similarityByDistance, encodingStatistics, verifyRelativePosition", () => {
      for (const length of lengths) {
        if (length === 0) continue;
        const shape = /** @type {[number, number]} */ ([length, d]);
        const pe = noise(dtype, length * d);
        check(`shape ${shape}`, [pe], (pe) => {
          const { norms, mean, variance, min, max } = encodingStatistics(pe, shape);
          return [norms, mean, variance, Float64Array.of(min, max)];
        });
        if (length <= (d > 60000 ? 3 : 342)) {
          check(`shape ${shape}`, [pe], (pe) => similarityByDistance(pe, shape));
        }
        if (d > 2000) continue; // its result has dModel² entries
        for (const k of new Set([0, Math.min(1, length - 1), 1 - length, length >> 1])) {
          check(`shape ${shape}, offset ${k}`, [pe], (pe) => {
            const { matrix, errors, maxError } = verifyRelativePosition(pe, shape, k);
            return [matrix, errors, Float64Array.of(maxError)];
          });
        }
      }
    });
  });

  it("long tables in small tiles, with wide rows and many strips", () => {
    const d = 8194;
    check("wide", [array(dtype, 130 * d)], (out) => sinusoidal(130, d, { start: 5, out }));
    const [narrow, deep] = [noise(dtype, 67 * 2050), noise(dtype, 130 * 4100)];
    check("dots", [narrow], (pe) => dotProducts(pe, [67, 2050]));
    check("dots", [deep], (pe) => cosineSimilarity(pe, [130, 4100]));
  });
});

describe("arrays in the package's own memory", () => {
  it("give the same results as others", () => {
    const out = /** @type {any} */ (new Float32Array(new SharedArrayBuffer(4 * 64 * 70)));
    sinusoidal(70, 64, { out });
    same(out.slice(), sinusoidal(70, 64));
    same(dotProducts(out, [70, 64]), dotProducts(sinusoidal(70, 64), [70, 64]));
  });
});

describe("the state that a call leaves behind", () => {
  it("does not affect the next call: any order of calls gives the same bytes", () => {
    /** @type {(() => Tensor)[]} */
    const calls = [
      () => sinusoidal(70, 64),
      () => sinusoidal(3, 4098, { start: 9, dtype: "float64" }),
      () => sinusoidal(3, 4098, { start: 9, dtype: "float64", base: 10001 }),
      () => sinusoidalAt([0.5, 7, -3], 66),
      () => sinusoidalAt([0.5, 7, -3], 66, { base: 7 }),
      () => sinusoidal(200, 2, { base: 1e18 }),
      () => sinusoidal(2, 65536),
      () => sinusoidal(2, 65536, { base: 3 }),
      () => relativePositionMatrix(3, 34),
      () => dotProducts(noise("float32", 660), [10, 66]),
      () => encodingStatistics(noise("float64", 660), [10, 66]).variance,
      () => new SinusoidalPositionalEncoding(9, 6, { base: 11 }).encoding(9),
      () => rooms.arena.float64(640),
      () => sinusoidal(10, 64, { out: rooms.arena.float64(640), base: 12 }).slice(),
      () => sinusoidal(10, 64, { out: rooms.other.float64(640), base: 13 }).slice(),
    ];
    rooms.arena.reset();
    rooms.other.reset();
    const wanted = calls.map((call) => bytes(call()).slice());
    for (let step = 1; step < calls.length; step++) {
      for (let i = 0, at = step; i < calls.length; i++, at = (at + step) % calls.length) {
        expect(Buffer.compare(bytes(calls[at]()), wanted[at]), `call ${at}`).toBe(0);
      }
    }
  });

  it("does not affect calls with many bases and widths in turn", () => {
    const bases = Array.from({ length: 60 }, (_, i) => 10000 + i);
    const first = bases.map((base) => sinusoidal(3, 4096, { base }));
    bases.forEach((base, i) => {
      same(sinusoidal(3, 4096, { base }), first[i]);
      const positions = [0, 1, 2];
      same(sinusoidalAt(positions, 4096, { base }), first[i]);
    });
    expect(Buffer.compare(bytes(first[0]), bytes(first[1]))).not.toBe(0);
  });
});
