// Results do not depend on where the arrays of a layer lie, nor on the calls before; places.test.js has every function.
import {
  dotProducts,
  encodingStatistics,
  relativePositionMatrix,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidalAt,
} from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, bytes, dtypes, everywhere, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Tensor} Tensor */

const rooms = arenas(16 << 20);

// Around the sizes of tiles.
describe.each([
  [2, [0, 1, 8193]],
  [64, [17, 512, 513]],
  [4098, [8, 9]],
  [65536, [2]],
])("a layer with dModel %i gives the same bits wherever arrays lie", (d, lengths) => {
  it.each(dtypes)("%s", (dtype) => {
    const pe = new SinusoidalPositionalEncoding(Math.max(...lengths) + 1, d, { dtype });
    const vocabulary = 3;
    const embeddings = noise(dtype, vocabulary * d);
    for (const length of lengths) {
      const full = /** @type {[number, number, number]} */ ([2, length, d]);
      const x = noise(dtype, 2 * length * d);
      const options = { scale: 0.3, start: 1 };
      const expected = pe.forward(x, full, options);
      everywhere(
        `forward, length ${length}`,
        [x, array(dtype, x.length)],
        (x, out) => {
          expect(pe.forward(x, full, { ...options, out })).toBe(out);
          same(out, expected);
          return pe.forward(x, full, { ...options, out: x });
        },
        rooms,
      );
      const ids = Int32Array.from({ length: 2 * length }, (_, i) => (i * 7) % vocabulary);
      everywhere(
        `embed, length ${length}`,
        [ids, embeddings, array(dtype, x.length)],
        (ids, table, out) => pe.embed(ids, table, [2, length], { scale: "sqrt", out }),
        rooms,
      );
    }
  });
});

it("arrays in the package's own memory give the same results as others", () => {
  const out = /** @type {any} */ (new Float32Array(new SharedArrayBuffer(4 * 64 * 70)));
  sinusoidal(70, 64, { out });
  same(out.slice(), sinusoidal(70, 64));
  same(dotProducts(out, [70, 64]), dotProducts(sinusoidal(70, 64), [70, 64]));
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
    const expected = calls.map((call) => bytes(call()).slice());
    for (let step = 1; step < calls.length; step++) {
      for (let i = 0, at = step; i < calls.length; i++, at = (at + step) % calls.length) {
        expect(Buffer.compare(bytes(calls[at]()), expected[at]), `call ${at}`).toBe(0);
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
