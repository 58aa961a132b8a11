// Runs the recipes of docs/recipes.md for decoding and for batches: each text must have the bits that it has alone.
import { attention, RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { noise } from "../phasor/helpers.js";
import { recipes } from "./recipe.js";

const [heads, dHead] = [3, 16];
const options = /** @type {const} */ ({ layout: "half", base: 500000 });
const rotary = new RotaryEmbedding(dHead, options);

/**
 * What a recipe's code makes.
 * @param {string} code @param {Record<string, unknown>} cached what it uses @param {string[]} names what it makes
 * @returns {Record<string, any>}
 */
const run = (code, cached, names) =>
  new Function(
    ...Object.keys(cached),
    `${code.replace(/^import .*$/gm, "")}; return { ${names.join(", ")} };`,
  )(...Object.values(cached));

/** Queries, keys and values (heads, length, dHead) of a text. @param {number} length @param {number} seed */
const textOf = (length, seed) =>
  ["q", "k", "v"].map((_, i) =>
    Float32Array.from(noise("float32", heads * length * dHead, 3 * seed + i)),
  );

/** The attention of a text alone, from one forward pass. @param {Float32Array[]} text @returns {Float32Array} */
function attendAlone([q, k, v]) {
  const length = q.length / heads / dHead;
  const rotated = rotary.forward(q, k, [heads, length, dHead]);
  return attention(rotated.q, rotated.k, v, [heads, length, length, dHead], { causal: true });
}

/**
 * Copies rows between arrays (heads, T, dHead).
 * @param {Float32Array} from @param {number} first @param {number} count
 * @param {Float32Array} to @param {number} at
 */
function copyRows(from, first, count, to, at) {
  const [before, after] = [from.length / heads, to.length / heads];
  for (let head = 0; head < heads; head++) {
    const start = head * before + first * dHead;
    to.set(from.subarray(start, start + count * dHead), head * after + at * dHead);
  }
}

/** @param {Float32Array} x @param {number} first @param {number} count */
function rowsOf(x, first, count) {
  const rows = new Float32Array(heads * count * dHead);
  copyRows(x, first, count, rows, 0);
  return rows;
}

const lengths = [5, 3, 1];
const texts = lengths.map(textOf);

describe("the recipe for decoding", () => {
  const [code] = recipes("Decode with a cache of keys", "js");
  const { cachedAttention } = run(code, { attention, RotaryEmbedding }, ["cachedAttention"]);

  it.each([[[9]], [[6, 1, 1, 1]], [[1, 1, 1, 1, 1, 1, 1, 1, 1]]])(
    "gives the bits of the whole text in parts of %j tokens",
    (parts) => {
      const text = textOf(9, 7);
      const step = cachedAttention(heads, dHead, 16, options);
      const out = new Float32Array(text[0].length);
      let at = 0;
      for (const tokens of parts) {
        copyRows(step(...text.map((x) => rowsOf(x, at, tokens))), 0, tokens, out, at);
        at += tokens;
      }
      expect(out).toEqual(attendAlone(text));
    },
  );

  it("says where the cache ends", () => {
    const step = cachedAttention(heads, dHead, 4, options);
    step(...textOf(4, 1));
    expect(() => step(...textOf(1, 2))).toThrow(/maxLength 4/);
  });
});

describe("the recipe for batches", () => {
  const [padded, next, packed] = recipes("Batches: padding and packing", "js");

  /** Queries, keys and values of all texts. @param {number} T rows of each */
  const paddedTexts = (T) =>
    ["q", "k", "v"].map((_, i) => {
      const all = new Float32Array(lengths.length * heads * T * dHead).fill(7);
      lengths.forEach((length, b) => {
        const part = all.subarray((b * all.length) / 3, ((b + 1) * all.length) / 3);
        copyRows(texts[b][i], 0, length, part, T - length);
      });
      return all;
    });

  it("hides padding on the left", () => {
    const T = 5;
    const [q, k, v] = paddedTexts(T);
    const { hidden } = run(padded, { q, k, rotary, heads, dHead }, ["hidden"]);
    lengths.forEach((length, b) => {
      const part = (/** @type {Float32Array} */ x) =>
        x.subarray((b * x.length) / 3, ((b + 1) * x.length) / 3);
      const shape = /** @type {[number, number, number, number]} */ ([heads, T, T, dHead]);
      const bias = hidden(length);
      const out = attention(part(q), part(k), part(v), shape, { bias, causal: true });
      expect(rowsOf(out, T - length, length)).toEqual(attendAlone(texts[b]));
    });
  });

  it("gives each text's next token its own position", () => {
    const [q, k] = textOf(lengths.length, 9);
    const before = q.slice();
    run(next, { q, k, lengths, rotary, heads, dHead }, []);
    const size = heads * dHead;
    lengths.forEach((length, b) => {
      const x = before.subarray(b * size, (b + 1) * size);
      const rotated = rotary.apply(x, [heads, 1, dHead], { offset: length });
      expect(q.subarray(b * size, (b + 1) * size)).toEqual(rotated);
    });
  });

  it("keeps packed texts to themselves", () => {
    const total = 9;
    const [q, k, v] = [0, 1, 2].map((i) => {
      const all = new Float32Array(heads * total * dHead);
      lengths.forEach((length, b) => {
        copyRows(
          texts[b][i],
          0,
          length,
          all,
          lengths.slice(0, b).reduce((sum, n) => sum + n, 0),
        );
      });
      return all;
    });
    const { out } = run(packed, { q, k, v, lengths, rotary, attention, heads, dHead }, ["out"]);
    [0, 5, 8].forEach((first, b) => {
      expect(rowsOf(out, first, lengths[b])).toEqual(attendAlone(texts[b]));
    });
  });
});
