// Results that are so large that kernels compute them in tiles, against single entries.
import { Arena, convertConvention, SinusoidalPositionalEncoding, sinusoidal } from "phasor";
import { expect, it } from "vitest";

/** The index of the first wrong entry.
 * @param {ArrayLike<number>} entries @param {(at: number) => number} expected */
function firstWrong(entries, expected) {
  for (let at = 0; at < entries.length; at++) {
    if (!Object.is(entries[at], expected(at)))
      return `${entries[at]} at ${at}, wanted ${expected(at)}`;
  }
  return "none";
}

it("convertConvention converts a table that is larger than scratch memory", () => {
  const [length, width] = [3001, 256];
  const pe = Float64Array.from({ length: length * width }, (_, at) => at);
  const converted = convertConvention(pe, [length, width], {
    from: { layout: "concatenated" },
    to: { layout: "interleaved" },
  });
  // From halves of sines and cosines to neighbouring pairs.
  const expected = (/** @type {number} */ at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return row * width + (column >> 1) + (column & 1) * (width / 2);
  };
  expect(firstWrong(converted, expected)).toBe("none");
});

it("embed works in an arena with hardly more memory than the arrays take", () => {
  const [batch, length, width, vocabulary] = [2, 3000, 256, 11];
  const maker = new SinusoidalPositionalEncoding(length, width);
  const count = batch * length * width;
  const arena = new Arena(4 * (batch * length + vocabulary * width + count) + 1024);
  const [ids, table] = [arena.int32(batch * length), arena.float32(vocabulary * width)];
  const out = arena.float32(count);
  ids.forEach((_, n) => {
    ids[n] = (7 * n) % vocabulary;
  });
  table.forEach((_, n) => {
    table[n] = Math.sin(n);
  });
  maker.embed(ids, table, [batch, length], { scale: 3, out });
  const encoding = sinusoidal(length, width);
  const expected = (/** @type {number} */ at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    const scaled = Math.fround(3 * table[ids[row] * width + column]);
    return Math.fround(scaled + encoding[(row % length) * width + column]);
  };
  expect(firstWrong(out, expected)).toBe("none");
});

it.each(/** @type {const} */ (["gpt-neox", "tensor2tensor", "fairseq"]))(
  "a table of thousands of rows as %s has is that of its rows alone",
  (convention) => {
    const [length, width] = [5000, 96];
    const table = sinusoidal(length, width, { convention });
    for (let row = 0; row < length; row += 311) {
      const alone = sinusoidal(1, width, { convention, start: row });
      expect(table.subarray(row * width, (row + 1) * width)).toEqual(alone);
    }
  },
);
