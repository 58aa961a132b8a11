import {
  conventions,
  convertConvention,
  SinusoidalPositionalEncoding,
  sinusoidal,
  sinusoidalAt,
} from "phasor";
import { describe, expect, it } from "vitest";
import {
  circle,
  error,
  frequency,
  halfUlp32,
  shiftedFrequency,
  sinCos,
  toNumber,
} from "./exact.js";
import { arenas, array, dtypes, everywhere, noise, same } from "./helpers.js";

/**
 * How the source of each implementation computes each column of a row: sine, cosine or zero,
 * and the divisor e of ω = base^(-2·pair/e).
 * @type {Record<string, (d: number) => { column: (c: number) => [kind: "sin" | "cos" | "zero", pair: number], e: number }>}
 */
const sources = {
  vaswani: (d) => ({ e: d, column: (c) => [c % 2 ? "cos" : "sin", c >> 1] }),
  detr: (d) => ({ e: d, column: (c) => [c % 2 ? "cos" : "sin", c >> 1] }),
  "gpt-neox": (d) => ({ e: d, column: (c) => halves(c, d, "sin", "cos") }),
  mae: (d) => ({ e: d, column: (c) => halves(c, d, "sin", "cos") }),
  tensor2tensor: (d) => ({
    e: 2 * Math.max(Math.floor(d / 2) - 1, 1),
    column: (c) => halves(c, d, "sin", "cos"),
  }),
  fairseq: (d) => ({ e: 2 * (Math.floor(d / 2) - 1), column: (c) => halves(c, d, "sin", "cos") }),
  diffusers: (d) => ({ e: 2 * (Math.floor(d / 2) - 1), column: (c) => halves(c, d, "sin", "cos") }),
};

/** @param {number} c @param {number} d @param {"sin" | "cos"} first @param {"sin" | "cos"} second
 * @returns {["sin" | "cos" | "zero", number]} */
function halves(c, d, first, second) {
  const h = Math.floor(d / 2);
  if (c < h) return [first, c];
  return c < 2 * h ? [second, c - h] : ["zero", 0];
}

const widths = (/** @type {string} */ name) => {
  const even = [2, 4, 6, 8, 10, 16, 66];
  const oddWidths = [3, 5, 7, 67];
  const rules = conventions[/** @type {keyof typeof conventions} */ (name)];
  const all = rules.odd === "zero-column" ? [...even, ...oddWidths] : even;
  return all.filter((d) => d > 3 || rules.singlePair);
};

describe("the preset conventions", () => {
  it("are complete, and cannot be changed", () => {
    expect(Object.keys(conventions).sort()).toEqual(Object.keys(sources).sort());
    expect(Object.isFrozen(conventions)).toBe(true);
    for (const rules of Object.values(conventions)) expect(Object.isFrozen(rules)).toBe(true);
  });

  for (const name of /** @type {(keyof typeof conventions)[]} */ (Object.keys(sources))) {
    it(`include ${name}, which matches its source`, () => {
      for (const d of widths(name)) {
        const { column, e } = sources[name](d);
        for (const [base, start] of [
          [10000, 0],
          [500000, 997],
          [10000, -40],
        ]) {
          const wide = sinusoidal(70, d, { convention: name, base, start, dtype: "float64" });
          const narrow = sinusoidal(70, d, { convention: name, base, start });
          for (let r = 0; r < 70; r += 23) {
            for (let c = 0; c < d; c++) {
              const [kind, pair] = column(c);
              const at = r * d + c;
              if (kind === "zero") {
                expect(wide[at]).toBe(0);
                expect(narrow[at]).toBe(0);
                continue;
              }
              const angle = BigInt(start + r) * frequency(base, e, pair);
              const exact = circle(angle)[kind === "sin" ? 0 : 1];
              const what = `d ${d}, base ${base}, position ${start + r}, column ${c}`;
              expect(error(wide[at], exact), what).toBeLessThanOrEqual(2 ** -51);
              const bound = halfUlp32(toNumber(exact)) + 2 ** -50;
              expect(error(narrow[at], exact), what).toBeLessThanOrEqual(bound);
            }
          }
        }
      }
    });
  }

  it("give single positions the same bits as table rows", () => {
    for (const name of /** @type {(keyof typeof conventions)[]} */ (Object.keys(sources))) {
      for (const d of widths(name)) {
        const rows = sinusoidal(40, d, { convention: name, start: -20 });
        const positions = Array.from({ length: 40 }, (_, i) => i - 20);
        same(sinusoidalAt(positions, d, { convention: name }), rows, `${name} ${d}`);
      }
    }
  });
});

describe("a custom convention", () => {
  it("has the parts that are given, and the paper's otherwise", () => {
    same(sinusoidal(9, 8, { convention: {} }), sinusoidal(9, 8));
    same(
      sinusoidal(9, 9, { convention: { ...conventions.tensor2tensor } }),
      sinusoidal(9, 9, { convention: "tensor2tensor" }),
    );
  });

  it("can put the cosine first", () => {
    for (const d of [2, 4, 10, 66]) {
      const paper = sinusoidal(70, d);
      const cosFirst = sinusoidal(70, d, { convention: { order: "cos-sin" } });
      same(
        cosFirst,
        paper.map((_, i) => paper[i % 2 ? i - 1 : i + 1]),
      );
      const halved = sinusoidal(70, d, { convention: "gpt-neox" });
      const flipped = sinusoidal(70, d, {
        convention: { ...conventions["gpt-neox"], order: "cos-sin" },
      });
      same(
        flipped,
        halved.map((_, i) => halved[i - (i % d) + (((i % d) + d / 2) % d)]),
      );
    }
  });

  it("gives the right table wherever out lies, for the widest rows and at the ends of tiles", () => {
    const room = arenas(2 ** 24);
    for (const convention of [
      { order: /** @type {const} */ ("cos-sin") },
      { layout: /** @type {const} */ ("concatenated") },
      conventions.tensor2tensor,
    ]) {
      for (const dtype of dtypes) {
        for (const [length, d] of [
          [1, 2],
          [67, 6],
          [300, 130],
          [70, 4098],
          [40, 8194],
          [2, 65536],
        ]) {
          everywhere(
            `${JSON.stringify(convention)} ${length}×${d}`,
            [array(dtype, length * d)],
            (out) => sinusoidal(length, d, { convention, start: 5, out }),
            room,
          );
        }
      }
    }
  });
});

describe("convertConvention", () => {
  it("turns a table into the table of the other convention", () => {
    const names = /** @type {(keyof typeof conventions)[]} */ (Object.keys(sources));
    for (const from of names) {
      for (const to of names) {
        if (conventions[from].spacing !== conventions[to].spacing) continue;
        for (const d of widths(from).filter((d) => widths(to).includes(d))) {
          const source = sinusoidal(35, d, { convention: from });
          const expected = sinusoidal(35, d, { convention: to });
          same(
            convertConvention(source, [35, d], { from, to }),
            expected,
            `${from} to ${to}, ${d}`,
          );
        }
      }
    }
  });

  it("turns the empty table into the empty table", () => {
    const empty = convertConvention(sinusoidal(0, 8), [0, 8], { from: "vaswani", to: "mae" });
    same(empty, new Float32Array(0));
  });
});

describe("conventions refuse bad input:", () => {
  const pe = noise("float32", 12);
  /** @type {[string, () => unknown, ErrorConstructor, RegExp][]} */
  const cases = [
    [
      "odd dModel",
      () => sinusoidal(3, 7, { convention: "mae" }),
      RangeError,
      /^phasor\.sinusoidal: dModel must be an even integer of at least 2, got 7$/,
    ],
    [
      "one pair in fairseq",
      () => sinusoidal(3, 3, { convention: "fairseq" }),
      RangeError,
      /dModel must be at least 4 in this convention, got 3/,
    ],
    [
      "an odd width without a column for it",
      () => convertConvention(pe, [4, 3], { from: "tensor2tensor", to: "vaswani" }),
      RangeError,
      /dModel must be an even integer of at least 2, got 3/,
    ],
  ];
  for (const [what, call, Kind, message] of cases) {
    it(`${what}`, () => {
      const before = pe.slice();
      expect(call).toThrow(Kind);
      expect(call).toThrow(message);
      same(pe, before);
    });
  }
});

describe("a number as spacing", () => {
  it.each([
    [32, 0.5, 10000],
    [32, 0.1, 10000],
    [32, 1 / 3, 500.5],
    [32, -0.7, 10000],
    [32, 1.75, 10000],
    [32, 31.5, 10000],
    [2, 1.25, 1e18],
    [1, 0.5, 10000],
    [5, -3, 10000],
    [5, 2, 10000],
    [64, -1e12, 10000],
    [64, -1.5e300, 10000],
    [64, 1e-300, 10000],
    [2100, 0.3, 10000],
  ])("gives exact tables: %d pairs, shift %d, base %d", (pairs, spacing, base) => {
    const d = 2 * pairs;
    const convention = { spacing };
    const positions = [1, 3, 1000, 131071, -77, 2 ** 32 - 1, 2.5];
    const wide = sinusoidalAt(positions, d, { base, convention, dtype: "float64" });
    const single = sinusoidalAt(positions, d, { base, convention });
    for (let i = 0; i < pairs; i += Math.max(1, pairs >> 5)) {
      const omega = shiftedFrequency(base, pairs, spacing, i);
      positions.forEach((p, r) => {
        sinCos(p, omega).forEach((exact, k) => {
          const at = r * d + 2 * i + k;
          expect(error(wide[at], exact), `position ${p}, pair ${i}`).toBeLessThanOrEqual(2 ** -51);
          const bound = halfUlp32(toNumber(exact)) + 2 ** -50;
          expect(error(single[at], exact), `position ${p}, pair ${i}`).toBeLessThanOrEqual(bound);
        });
      });
    }
    const rows = sinusoidal(3, d, { base, convention, start: 131070, dtype: "float64" });
    same(rows.slice(d, 2 * d), wide.slice(3 * d, 4 * d), "a row of a table");
  });

  it("has the same bits for 0 as for d, and for 1 as for d-2", () => {
    for (const d of [2, 4, 66]) {
      for (const [spacing, name] of /** @type {const} */ ([
        [0, "d"],
        [-0, "d"],
        [1, "d-2"],
      ])) {
        const expected = sinusoidal(40, d, { convention: { spacing: name } });
        same(sinusoidal(40, d, { convention: { spacing } }), expected);
      }
    }
    const pe = noise("float32", 12);
    const from = /** @type {const} */ ({ spacing: 1 });
    same(
      convertConvention(pe, [2, 6], { from, to: "fairseq" }),
      convertConvention(pe, [2, 6], { from: { spacing: "d-2" }, to: "fairseq" }),
    );
  });

  it("is not confused with the spacing of an earlier call", () => {
    const make = (/** @type {number} */ spacing) => sinusoidal(9, 8, { convention: { spacing } });
    const first = make(0.25);
    expect(make(0.5)).not.toEqual(first);
    expect(sinusoidal(9, 8)).not.toEqual(first);
    same(make(0.25), first);
  });

  it("works in every layout, and in a layer", () => {
    const rules = /** @type {const} */ ({ ...conventions.diffusers, spacing: 0.5 });
    const table = sinusoidal(20, 11, { convention: rules, dtype: "float64" });
    const plain = sinusoidal(20, 10, { convention: { spacing: 0.5 }, dtype: "float64" });
    for (let r = 0; r < 20; r++) {
      for (let i = 0; i < 5; i++) {
        expect(table[r * 11 + i]).toBe(plain[r * 10 + 2 * i]);
        expect(table[r * 11 + 5 + i]).toBe(plain[r * 10 + 2 * i + 1]);
      }
      expect(table[r * 11 + 10]).toBe(0);
    }
    const layer = new SinusoidalPositionalEncoding(20, 11, { convention: rules, dtype: "float64" });
    same(layer.encoding(20), table);
  });

  it("is refused if there is no such series", () => {
    for (const spacing of [4, 4.5, 1e300]) {
      expect(() => sinusoidal(2, 8, { convention: { spacing } })).toThrow(
        new RangeError(
          `phasor.sinusoidal: convention.spacing must be below ⌊dModel/2⌋ = 4, got ${spacing}`,
        ),
      );
    }
    const between = { convention: { spacing: 0.5 }, arithmetic: /** @type {const} */ ("float32") };
    expect(() => sinusoidal(2, 8, between)).toThrow(
      /^phasor.sinusoidal: arithmetic must be "exact" with a spacing other than 0 and 1, got "float32"$/,
    );
    expect(() =>
      convertConvention(noise("float32", 8), [1, 8], { from: { spacing: 0.5 }, to: "mae" }),
    ).toThrow(/must have the same spacing, got 0.5 and "d"/);
  });
});
