// diagnose with an expectation: every entry is compared.
import { diagnose, nerf, sinusoidal, sinusoidal2d } from "phasor";
import { describe, expect, it } from "vitest";
import { LONG } from "../long.js";
import { codesOf, problemsOf } from "./findings.js";
import { brain } from "./rounded.js";
import { tableExpectation, tableVerdict } from "./table_verdicts.js";

/** The findings. There is a problem exactly if a residual is above its limit.
 * @param {any} pe @param {[number, number]} shape @param {any} expected */
function reported(pe, shape, expected) {
  const diagnosis = diagnose(pe, shape, { expect: expected });
  const { max, limit } = /** @type {NonNullable<typeof diagnosis.residual>} */ (diagnosis.residual);
  expect(max > limit).toBe(problemsOf(diagnosis).length > 0);
  return codesOf(diagnosis);
}

it("misses nothing that is not as expected, and reports nothing that is", () => {
  const failures = [];
  for (let n = 0; n < (LONG ? 200 : 60); n++) {
    const sample = tableExpectation(n, 1);
    if (!sample) continue;
    const verdict = tableVerdict(sample);
    if (verdict.failures.length > 0) failures.push(`${verdict.name}: ${verdict.failures}`);
  }
  expect(failures).toEqual([]);
});

describe("rows of a table", () => {
  const [length, width] = [96, 32];
  const shape = /** @type {[number, number]} */ ([length, width]);
  const right = sinusoidal(length, width);
  /** The table with row `row` left out or doubled. @param {number} row @param {1 | -1} step */
  const moved = (row, step) => {
    const jumped = sinusoidal(length - row, width, { start: row + step });
    return Float32Array.of(...right.subarray(0, row * width), ...jumped);
  };

  it.each([
    ["nothing", right, []],
    ["a missing row", moved(40, 1), ["missing-rows"]],
    ["a repeated row", moved(40, -1), ["repeated-rows"]],
    ["the factor −1", right.map((x) => -x), ["scaled-values"]],
    ["another start", sinusoidal(length, width, { start: 3 }), ["differs-start"]],
    ["noise", right.map((x, i) => x + 0.01 * Math.sin(i * i)), ["differs-entries"]],
  ])("finds %s", (_, pe, codes) => {
    expect(reported(pe, shape, "vaswani")).toEqual(codes);
  });

  it("says which rows and columns differ", () => {
    const pe = right.slice();
    pe[12 * width + 9] += 1e-3;
    const { residual, findings } = diagnose(pe, shape, { expect: {} });
    expect(residual).toMatchObject({ above: 1, rows: [12], columns: [9] });
    expect(findings[0].message).toContain("in row 12, in column 9");
  });

  it.each([50000, 1e7])("accepts angles in float64 from position %i", (start) => {
    const pe = Float64Array.from({ length: 64 * 64 }, (_, at) => {
      const [row, c] = [at >> 6, at & 63];
      const angle = (start + row) / 10000 ** ((c - (c % 2)) / 64);
      return c % 2 ? Math.cos(angle) : Math.sin(angle);
    });
    expect(reported(pe, [64, 64], { start })).toEqual([]);
    expect(reported(pe, [64, 64], { start: start - 1 })).toEqual(["differs-start"]);
    expect(reported(pe, [64, 64], { start, arithmetic: "exact" })).not.toEqual([]);
  });

  it("takes positions of single rows", () => {
    const pe = sinusoidal(1, width, { start: 7 });
    expect(reported(pe, [1, width], { positions: [7] })).toEqual([]);
    expect(reported(pe, [1, width], { positions: [8] })).toEqual(["differs-start"]);
  });
});

describe("tables as models make them", () => {
  const [length, width] = [96, 32];
  const shape = /** @type {[number, number]} */ ([length, width]);
  /** @param {(row: number, c: number, angle: number) => number} entry @param {{ base?: number, shift?: number }} [series] */
  const halves = (entry, { base = 10000, shift = 0 } = {}) =>
    Float32Array.from({ length: length * width }, (_, at) => {
      const [row, c] = [Math.floor(at / width), at % width];
      return entry(row, c, row * base ** (-(c % 16) / (16 - shift)));
    });
  const { sin, cos, fround } = Math;
  const right = halves((_, c, angle) => (c < 16 ? sin : cos)(angle));
  const shifted = halves((_, c, angle) => (c < 16 ? sin : cos)(angle), { shift: 1 });
  const backwards = halves((_, c, angle) =>
    (c < 16 ? sin : cos)(95 * 10000 ** (-(c % 16) / 16) - angle),
  );
  const positions = Array.from({ length }, (_, row) => 95 - row);
  /** @param {Float32Array} pe @param {number} at @param {number} value */
  const altered = (pe, at, value) => {
    const other = pe.slice();
    other[at] = value;
    return other;
  };
  const paddingRow = shifted.map((x, at) => (at >> 5 === 1 ? 0 : x));
  const tokenFirst = Float32Array.of(...new Float32Array(width), ...right.subarray(0, -width));
  const units = right.map((x, at) => fround(x * (1 + (at % 3 ? 1 : -1) * 2 ** -23)));

  it.each([
    ["sines that are a unit in the last place off", units, "gpt-neox", []],
    [
      "but not exactly",
      units,
      { convention: "gpt-neox", arithmetic: "exact" },
      ["differs-entries"],
    ],
    ["the row of fairseq's padding", paddingRow, "fairseq", ["zero-rows"]],
    ["it if an option is given", paddingRow, { convention: "fairseq", base: 10000 }, ["zero-rows"]],
    ["a row of zeros elsewhere", paddingRow, "tensor2tensor", ["differs-entries"]],
    ["a row of zeros before the table", tokenFirst, "gpt-neox", ["differs-start"]],
    [
      "negated cosines",
      right.map((x, at) => (at % 32 < 16 ? x : -x)),
      "gpt-neox",
      ["negated-cosines"],
    ],
    ["negated sines", right.map((x, at) => (at % 32 < 16 ? -x : x)), "gpt-neox", ["negated-sines"]],
    ["no cosines", right.map((x, at) => (at % 32 < 16 ? x : 0)), "gpt-neox", ["zero-columns"]],
    [
      "scaled sines alone",
      shifted.map((x, at) => (at % 32 < 16 ? 8 * x : 0)),
      "tensor2tensor",
      ["zero-columns", "only-sines", "scaled-values"],
    ],
    [
      "sines twice",
      halves((_, __, angle) => sin(angle), { shift: 1 }),
      "tensor2tensor",
      ["only-sines"],
    ],
    [
      "an unusual base",
      halves((_, c, angle) => (c < 16 ? sin : cos)(angle), { shift: 1, base: 9999 }),
      "tensor2tensor",
      ["differs-base"],
    ],
    [
      "NaN and another start",
      altered(right, 40 * 32, NaN),
      { convention: "gpt-neox", start: 1 },
      ["differs-start", "not-finite"],
    ],
    ["reversed positions", backwards, { convention: "gpt-neox", positions }, []],
    [
      "an entry of reversed positions",
      altered(backwards, 500, 0.7),
      { convention: "gpt-neox", positions },
      ["differs-entries"],
    ],
  ])("finds %s", (_, pe, expected, codes) => {
    expect(reported(pe, shape, expected)).toEqual(codes);
  });

  it("takes slow positions in bfloat16 for no clipped ones", () => {
    const drifting = Float32Array.from({ length: 600 * 64 }, (_, at) => {
      const angle = (at >> 6) / 600 / 10000 ** ((at % 32) / 31);
      return brain((at % 64 < 32 ? sin : cos)(angle));
    });
    expect(reported(drifting, [600, 64], "tensor2tensor")).not.toContain("duplicate-rows");
  });
});

describe("grids and coordinates", () => {
  const grid = sinusoidal2d(15, 20, 64);
  const exchanged = grid.map((_, at) => grid[at - (at % 64) + ((at + 32) % 64)]);
  const transposed = grid.map((_, at) => {
    const [row, c] = [Math.floor(at / 64), at % 64];
    return grid[((row % 15) * 20 + Math.floor(row / 15)) * 64 + c];
  });
  const size = { height: 15, width: 20 };
  const normalized = { ...size, convention: "detr", normalize: true };
  // Cells at their middles, as in Deformable DETR: (cell + ½)/cells·2π.
  const between = Float32Array.from({ length: 300 * 64 }, (_, at) => {
    const [row, c] = [Math.floor(at / 64), at % 64];
    const part = c < 32 ? (Math.floor(row / 20) + 0.5) / 15 : ((row % 20) + 0.5) / 20;
    const angle = (2 * Math.PI * part) / 10000 ** (((c % 32) - (c % 2)) / 32);
    return c % 2 ? Math.cos(angle) : Math.sin(angle);
  });

  it.each([
    ["nothing in a grid of its size", grid, size, []],
    ["nothing in any grid", grid, "mae", []],
    ["another size", grid, { height: 20, width: 15 }, ["grid-transposed"]],
    ["exchanged halves", exchanged, size, ["axes-exchanged"]],
    ["exchanged halves of any grid", exchanged, "mae", ["axes-exchanged"]],
    ["columns before rows", transposed, size, ["grid-transposed"]],
    ["another convention", grid, { ...size, convention: "detr" }, ["differs-convention"]],
    [
      "no scale where normalized cells are at other places",
      between,
      normalized,
      ["differs-entries"],
    ],
  ])("finds %s", (_, pe, expected, codes) => {
    expect(reported(pe, [300, 64], expected)).toEqual(codes);
  });

  it("finds π in NeRF's encoding", () => {
    const x = [0, 0.25, -0.5];
    const expected = { levels: 4, x };
    expect(reported(nerf(x, 4), [3, 9], expected)).toEqual([]);
    expect(reported(nerf(x, 4, { pi: true }), [3, 9], expected)).toEqual(["differs-pi"]);
  });
});

it("truncated exponents with frequencies in float32 do not bring another base", () => {
  const slowest = Math.fround(1 / Math.fround(10000));
  const pe = Float32Array.from({ length: 330 * 64 }, (_, at) => {
    const [row, c] = [Math.floor(at / 64), at % 64];
    const angle = Math.fround(row * (c >= 32 ? slowest : 1));
    return c % 2 ? Math.cos(angle) : Math.sin(angle);
  });
  expect(problemsOf(diagnose(pe, [330, 64]))).toEqual(["integer-exponents"]);
});
