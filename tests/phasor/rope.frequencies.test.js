// RotaryEmbedding with given frequencies, with the options that ropeFromConfig returns, and in the
// arithmetic of other implementations.
import { RotaryEmbedding, ropeFrequencies, ropeFromConfig, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { circle, error, fixed, halfUlp32 } from "./exact.js";
import { arenas, dtypes, everywhere, near, noise, random, same } from "./helpers.js";
import { turnBy } from "./rope_reference.js";

/** The cosine and sine that (1, 0) is rotated to, pair by pair. @param {RotaryEmbedding} rotary
 * @param {number} position @param {"float32" | "float64"} dtype */
function rotateUnit(rotary, position, dtype) {
  const { rotaryDim } = rotary;
  const x = noise(dtype, rotaryDim).map((_, i) => (i % 2 === 0 ? 1 : 0));
  return rotary.apply(x, [1, rotaryDim], { positions: [position] });
}

const config = {
  model_type: "llama",
  head_dim: 64,
  hidden_size: 512,
  num_attention_heads: 8,
  num_hidden_layers: 2,
  max_position_embeddings: 131072,
  rope_theta: 500000,
  rope_scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 4096 },
};

describe("given frequencies", () => {
  const next = random(3);
  const randomFrequencies = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => {
      const size = Math.exp(next() * 95 - 55);
      return next() < 0.3 ? -size : size;
    });
  const lists = [
    [1, 0.1, 0.01, 0.001],
    [7, -0.3, 1e6, 2 ** 64],
    [0, -0, 2 * Math.PI, -1e-30],
    [-6.28, 6.29, 1e19, -1e19],
    [7, 8.5, 12], // each more than a full turn
    ...Array.from({ length: 6 }, () => randomFrequencies(7)),
    randomFrequencies(600), // more pairs than are cached
  ];

  it.each(lists.map((list) => ({ list, count: list.length })))(
    "give exact rotations: $count pairs",
    ({ list }) => {
      const dHead = 2 * list.length;
      const rotary = new RotaryEmbedding(dHead, { frequencies: list });
      same(rotary.frequencies, Float64Array.from(list));
      same(ropeFrequencies(dHead, { frequencies: list }).frequencies, Float64Array.from(list));
      const isLong = list.length > 100;
      const positions = [3, -0.5, 0.1, 12345.678, 2 ** 40 + 0.25, 2 ** 53, -(2 ** 53) + 1, 1e-9];
      for (const position of isLong ? positions.slice(2, 4) : positions) {
        const wide = rotateUnit(rotary, position, "float64");
        const narrow = rotateUnit(rotary, position, "float32");
        for (let i = 0; i < list.length; i++) {
          const [sine, cosine] = circle((fixed(position) * fixed(list[i])) >> 256n);
          [cosine, sine].forEach((exact, k) => {
            const at = 2 * i + k;
            const what = `frequency ${list[i]}, position ${position}`;
            expect(error(wide[at], exact), what).toBeLessThanOrEqual(2 ** -51);
            const bound = halfUlp32(narrow[at]) + 2 ** -50;
            expect(error(narrow[at], exact), what).toBeLessThanOrEqual(bound);
          });
        }
      }
    },
  );

  it("rotate sequences like single rows", () => {
    const list = [9, -1, 0.3, 100, 1e-3];
    const rotary = new RotaryEmbedding(10, { frequencies: list, layout: "half" });
    for (const offset of [0, -7, 1e6, 0.25]) {
      const x = noise("float32", 100 * 10);
      const all = rotary.apply(x, [100, 10], { offset });
      for (const t of [0, 1, 37, 99]) {
        const row = rotary.apply(x.slice(t * 10, t * 10 + 10), [1, 10], {
          positions: [offset + t],
        });
        same(all.slice(t * 10, t * 10 + 10), row);
      }
    }
  });

  it("give the same bits wherever the arrays lie", () => {
    const rotary = new RotaryEmbedding(12, { frequencies: [9, -1, 0.3, 100, 1e-3, 0] });
    const positions = Float64Array.from({ length: 50 }, (_, i) => i * 1.5);
    everywhere(
      "frequencies",
      [noise("float32", 600), positions],
      (x, at) => rotary.apply(x, [50, 12], { positions: at }),
      arenas(2 ** 21),
    );
  });

  it("move cached keys by the exact angle", () => {
    const rotary = new RotaryEmbedding(4, { frequencies: [30, -2] });
    const x = Float64Array.of(1, 0, 0, 1);
    const cache = rotary.apply(x, [1, 4], { positions: [7.5] });
    const moved = rotary.move(cache, [1, 4], { from: [7.5], to: [1000.25] });
    const anew = rotary.apply(x, [1, 4], { positions: [1000.25] });
    near(moved, anew, 2 ** -49);
  });
});

it("small LongRoPE divisors may give more than one turn for each position, exactly", () => {
  const factors = [1e-4, 0.01, 0.1, 0.2];
  const scaling = /** @type {const} */ ({
    type: "longrope",
    factor: 2,
    original_max_position_embeddings: 16,
    short_factor: factors,
    long_factor: factors,
    attention_factor: 1,
  });
  const rotary = new RotaryEmbedding(8, { base: 16, scaling });
  const omegas = [1, 0.5, 0.25, 0.125]; // 16^(-i/4)
  for (const position of [1, 0.5, -0.3, 1000.75, 2 ** 32 + 0.5, 2 ** 32]) {
    const actual = rotateUnit(rotary, position, "float64");
    for (let i = 0; i < 4; i++) {
      const omega = (fixed(omegas[i]) << 256n) / fixed(factors[i]);
      const [sine, cosine] = circle((fixed(position) * omega) >> 256n);
      expect(error(actual[2 * i], cosine), `${position}`).toBeLessThanOrEqual(2 ** -51);
      expect(error(actual[2 * i + 1], sine), `${position}`).toBeLessThanOrEqual(2 ** -51);
    }
  }
  expect(rotary.frequencies[0]).toBe(1e4);
});

describe("what ropeFromConfig returns", () => {
  const rope = ropeFromConfig(config);
  const x = noise("float32", 3 * 64);
  const { dHead, base, rotaryDim, scaling, layout } = rope;
  const expected = new RotaryEmbedding(dHead, { base, rotaryDim, scaling, layout });

  it.each(/** @type {const} */ (["as it is", "spread", "cloned"]))(
    "is accepted by RotaryEmbedding: %s",
    (way) => {
      const options = { "as it is": rope, spread: { ...rope }, cloned: structuredClone(rope) }[way];
      const rotary = new RotaryEmbedding(options.dHead, options);
      expect(rotary.attentionFactor).toBe(rope.attentionFactor);
      same(rotary.frequencies, rope.frequencies);
      const offset = 2 ** 50; // where half an ulp of a frequency would show
      const positions = [offset, offset + 1, 5];
      same(rotary.apply(x, [3, 64], { positions }), expected.apply(x, [3, 64], { positions }));
      expect(ropeFrequencies(options.dHead, options)).toEqual({
        frequencies: rope.frequencies,
        attentionFactor: rope.attentionFactor,
      });
    },
  );

  it("is refused if frequencies do not match base and scaling", () => {
    expect(() => new RotaryEmbedding(64, { ...rope, base: 10000 })).toThrow(
      /^phasor\.RotaryEmbedding: frequencies\[1\] must be .*, as base and scaling make it, got /,
    );
    const { frequencies } = rope;
    const changed = frequencies.map((w, i) => (i === 9 ? w * (1 + 2e-12) : w));
    expect(() => new RotaryEmbedding(64, { ...rope, frequencies: changed })).toThrow(RangeError);
    const withinRounding = frequencies.map((w) => w * (1 + 5e-13));
    same(
      new RotaryEmbedding(64, { ...rope, frequencies: withinRounding }).frequencies,
      frequencies,
    );
    expect(() => new RotaryEmbedding(32, { ...rope })).toThrow(
      "phasor.RotaryEmbedding: dHead must be 64 as the option dHead is, got 32",
    );
  });

  it("has its attention factor replaced by a given one", () => {
    const rotary = new RotaryEmbedding(64, { ...rope, attentionFactor: 2 });
    expect(rotary.attentionFactor).toBe(2);
    const plain = new RotaryEmbedding(64, {
      frequencies: rope.frequencies,
      attentionFactor: 2,
      layout,
    });
    same(rotary.apply(x, [3, 64]), plain.apply(x, [3, 64]));
  });

  it("rotates nothing if rotates is false", () => {
    const unrotated = { ...rope, rotates: false, rotaryDim: 0, frequencies: new Float64Array(0) };
    for (const rotary of [
      new RotaryEmbedding(64, unrotated),
      new RotaryEmbedding(64, { rotates: false }),
      new RotaryEmbedding(7, { rotaryDim: 0 }),
    ]) {
      const d = rotary.dHead;
      const values = noise("float64", 6 * d);
      for (const options of [{}, { offset: 5 }, { inverse: true }, { positions: [1, 2.5, 3] }]) {
        same(rotary.apply(values, [2, 3, d], options), values);
        expect(rotary.apply(values, [2, 3, d], { ...options, out: values })).toBe(values);
      }
      const moved = rotary.move(values, [6, d], { from: 0, to: 9 });
      same(moved, values);
      expect(rotary.frequencies).toHaveLength(0);
      expect(rotary.rotaryDim).toBe(0);
    }
    expect(new RotaryEmbedding(8, { rotaryDim: 0, maxLength: 5 }).cos).toHaveLength(0);
  });
});

describe("the option arithmetic of RotaryEmbedding", () => {
  const rounded = /** @type {const} */ ([
    "float32",
    "bfloat16",
    "float16",
    "ggml",
    "float32-pow",
    "float32-exp",
  ]);

  describe.each(dtypes)("%s", (dtype) => {
    it.each(rounded)("%s matches that of sinusoidalAt", (arithmetic) => {
      for (const rotaryDim of [2, 10, 64]) {
        const dHead = rotaryDim + 4;
        const rotary = new RotaryEmbedding(dHead, { base: 5000, rotaryDim, arithmetic });
        const x = noise(dtype, 70 * dHead);
        for (const offset of [0, 1000.5, 131000]) {
          const at = Float64Array.from({ length: 70 }, (_, i) => offset + i);
          const angles = sinusoidalAt(at, rotaryDim, { base: 5000, arithmetic, dtype });
          same(rotary.apply(x, [70, dHead], { offset }), turnBy(x, dHead, angles, { rotaryDim }));
        }
      }
    });
  });

  it("rounds scaled and given frequencies once", () => {
    const scaling = /** @type {const} */ ({ type: "linear", factor: 3 });
    for (const options of [{ scaling }, { frequencies: [1 / 3, 0.1, 9, -2] }]) {
      const exact = new RotaryEmbedding(8, options);
      const rotary = new RotaryEmbedding(8, { ...options, arithmetic: "float32" });
      const actual = rotateUnit(rotary, 1001, "float64");
      exact.frequencies.forEach((w, i) => {
        const angle = Math.fround(1001 * Math.fround(w));
        expect(actual[2 * i]).toBe(Math.fround(Math.cos(angle)));
        expect(actual[2 * i + 1]).toBe(Math.fround(Math.sin(angle)));
      });
    }
  });

  it("applies to each axis in sections", () => {
    const sections = { sizes: [3, 5], order: /** @type {const} */ ("interleaved") };
    const rotary = new RotaryEmbedding(16, { sections, arithmetic: "float32-pow" });
    const plain = new RotaryEmbedding(16, { arithmetic: "float32-pow" });
    const x = noise("float32", 16);
    same(rotary.apply(x, [1, 16], { offset: 77 }), plain.apply(x, [1, 16], { offset: 77 }));
  });

  it("moves keys from and to the rounded angles", () => {
    const rotary = new RotaryEmbedding(8, { arithmetic: "bfloat16" });
    const x = noise("float64", 8);
    const cache = rotary.apply(x, [1, 8], { offset: 1001 });
    const moved = rotary.move(cache, [1, 8], { from: 1001, to: 300 });
    rotary.apply(x, [1, 8], { offset: 300 }).forEach((entry, i) => {
      expect(Math.abs(moved[i] - entry)).toBeLessThan(0.02); // bfloat16 rows are not exact rotations
    });
  });

  it("is refused if the frequencies do not follow from the base alone", () => {
    for (const arithmetic of /** @type {const} */ (["ggml", "float32-pow", "float32-exp"])) {
      const others =
        /arithmetic must be "exact", "float32", "bfloat16" or "float16", as frequencies/;
      expect(() => new RotaryEmbedding(4, { frequencies: [1, 2], arithmetic })).toThrow(others);
      const scaling = /** @type {const} */ ({ type: "linear", factor: 3 });
      expect(() => new RotaryEmbedding(4, { scaling, arithmetic })).toThrow(others);
      new RotaryEmbedding(4, { scaling: { type: "default" }, arithmetic });
    }
    const sections = [1, 1];
    expect(() => new RotaryEmbedding(4, { sections, arithmetic: "ggml" })).toThrow(/sections/);
  });
});
