// diagnoseBias: right and wrong biases from plain formulas.
import { alibiBias, alibiSlopes, diagnoseBias, relativeBias, swinBias, t5Bias } from "phasor";
import { describe, expect, it } from "vitest";
import { LONG } from "../long.js";
import { filled } from "./bias.support.js";
import { biasCase, bucketOf } from "./bias_cases.js";
import { biasExpectation, verdictOf } from "./bias_verdicts.js";
import { codesOf, problemsOf } from "./findings.js";
import { noise } from "./helpers.js";

const CASES = LONG ? 15 : 6;
const formats = /** @type {const} */ (["float64", "float32", "bfloat16"]);

const kinds = /** @type {const} */ (["alibi", "t5", "swin", "other"]);
const all = kinds.flatMap((kind) =>
  [0, 1e-3].flatMap((noise) =>
    [0, 1, 2]
      .filter((wrong) => wrong < 2 || kind === "alibi" || kind === "t5")
      .map((wrong) => ({ kind, noise, wrong })),
  ),
);

it.each(all)(
  "diagnoseBias of generated biases finds what is wrong: $kind with $wrong mistakes, noise $noise",
  ({ kind, noise, wrong }) => {
    const failures = [];
    for (let n = 0; n < CASES; n++) {
      const format = formats[n % 3];
      const { name, values, shape, expected, problems } = biasCase(kind, 100 * n + wrong, wrong, {
        noise,
        format,
      });
      const diagnosis = diagnoseBias(values, shape);
      const said = { problems: problemsOf(diagnosis).sort() };
      for (const key of Object.keys(expected)) {
        Object.assign(said, { [key]: Reflect.get(diagnosis, key) });
      }
      const right = { problems: [...problems].sort(), ...expected };
      const [actualText, expectedText] = [JSON.stringify(said), JSON.stringify(right)];
      if (actualText !== expectedText)
        failures.push(`${name} in ${format}: ${actualText}, wanted ${expectedText}`);
    }
    expect(failures).toEqual([]);
  },
);

describe("diagnoseBias of a single row", () => {
  const [heads, keys] = [12, 16];
  const slopes = alibiSlopes(heads);
  const row = (/** @type {(slope: number, key: number) => number} */ entry) =>
    filled("float32", [heads, 1, keys], (h, _, j) => entry(slopes[h], j));

  // A decoding step, as in MPT, (1, heads, 1, keys): arange(1 - keys, 1) times the slopes.
  it("accepts a bias that rewards near keys, with the query at the last key", () => {
    const expected = /** @type {const} */ ({ type: "alibi", causal: false, offset: 15 });
    const bias = row((slope, key) => slope * (key - 15));
    const diagnosis = diagnoseBias(bias, [heads, 1, keys], { expect: expected });
    expect(diagnosis).toMatchObject({ kind: "alibi", form: "distance", offset: 15, maxBias: 8 });
    expect(diagnosis.findings).toEqual([]);
  });

  it("finds the wrong sign", () => {
    const bias = row((slope, key) => slope * (15 - key));
    expect(codesOf(diagnoseBias(bias, [heads, 1, keys]))).toEqual(["alibi-sign"]);
  });

  // As in BLOOM, (heads, 1, keys): slope·key.
  it("accepts a bias that counts keys from the first", () => {
    const bias = row((slope, key) => slope * key);
    const diagnosis = diagnoseBias(bias, [heads, 1, keys]);
    expect([diagnosis.form, codesOf(diagnosis)]).toEqual(["key-index", ["key-index"]]);
  });
});

describe("a bias that is linear in key − query", () => {
  const size = 24;
  const slopes = alibiSlopes(2);
  const linear = (/** @type {number} */ sign) =>
    filled("float32", [2, size, size], (h, i, j) => sign * slopes[h] * (j - i));

  it.each([
    ["rewards later keys", 1, ["signed-distance"]],
    ["rewards earlier keys", -1, ["alibi-sign", "signed-distance"]],
  ])("%s", (_, sign, codes) => {
    const { findings } = diagnoseBias(linear(sign), [2, size, size]);
    expect(codesOf({ findings })).toEqual(codes);
    expect(findings.at(-1)?.message).toMatch(/rewards far keys on one side/);
  });
});

describe("expect", () => {
  it("finds three mistakes of one bias", () => {
    const slopes = alibiSlopes(4, { maxBias: 4 });
    const bias = filled("float64", [4, 9, 12], (h, i, j) => slopes[h] * (j - (i + 2)));
    const expected = /** @type {const} */ ({ type: "alibi", causal: false, maxBias: 8, offset: 3 });
    const codes = problemsOf(diagnoseBias(bias, [4, 9, 12], { expect: expected }));
    expect(codes).toEqual(["differs-offset", "signed-distance", "differs-maxBias"]);
  });

  it("reads an offset that is not expected from the first visible entry", () => {
    const bias = alibiBias(4, 6, 12, { offset: 3, causal: false, dtype: "float64" });
    for (let at = 0; at < bias.length; at++) if (at % 12 < 2) bias[at] = -Infinity;
    const expected = /** @type {const} */ ({ type: "alibi", causal: false });
    const diagnosis = diagnoseBias(bias, [4, 6, 12], { expect: expected });
    expect(diagnosis.offset).toBe(3);
    expect(problemsOf(diagnosis)).toEqual([]);
  });

  const table = noise("float64", 32 * 3);
  const shape = /** @type {const} */ ([3, 60, 60]);
  const right = t5Bias(table, [32, 3], 60, 60);

  it("finds nothing if everything is as expected", () => {
    const { findings } = diagnoseBias(right, shape, { expect: { type: "t5", table } });
    expect(findings).toEqual([]);
  });

  it("finds swapped queries and keys by comparing with the table", () => {
    const back = filled("float32", [...shape], (h, i, j) => right[h * 3600 + j * 60 + i]);
    const { findings } = diagnoseBias(back, shape, { expect: { type: "t5", table } });
    expect(codesOf({ findings })).toEqual(["differs-table"]);
    expect(findings[0].message).toContain("query and key are swapped");
  });

  it.each([
    ["maxDistance", { type: "t5", maxDistance: 64 }],
    ["buckets", { type: "t5", buckets: 64 }],
    ["bidirectional", { type: "t5", bidirectional: false }],
    ["causal", { type: "t5", causal: true }],
    ["type", { type: "alibi" }],
  ])("names %s if it differs", (name, wanted) => {
    const expected =
      /** @type {import("../../web/phasor/diagnose_bias/expected.js").ExpectedBias} */ (wanted);
    expect(problemsOf(diagnoseBias(right, shape, { expect: expected }))).toEqual([
      `differs-${name}`,
    ]);
  });

  it.each([
    ["query and key are swapped", (/** @type {number} */ h, /** @type {number} */ w) => [-h, -w]],
    ["rows and columns are swapped.", (/** @type {number} */ h, /** @type {number} */ w) => [w, h]],
    [
      "rows and columns are swapped, and",
      (/** @type {number} */ h, /** @type {number} */ w) => [-w, -h],
    ],
  ])("finds a different order in a window's index: %s", (said, order) => {
    const window = noise("float64", 49 * 2);
    const expected = /** @type {const} */ ({ type: "swin", height: 4, width: 4, table: window });
    const good = swinBias(window, 2, 4, 4);
    expect(diagnoseBias(good, [2, 16, 16], { expect: expected }).findings).toEqual([]);
    const values = filled("float32", [2, 16, 16], (h, i, j) => {
      const [dy, dx] = order((i >> 2) - (j >> 2), (i & 3) - (j & 3));
      return window[((dy + 3) * 7 + dx + 3) * 2 + h];
    });
    const { findings } = diagnoseBias(values, [2, 16, 16], { expect: expected });
    expect(codesOf({ findings })).toEqual(["differs-table"]);
    expect(findings[0].message).toContain(said);
  });

  it("compares the parameters of ALiBi", () => {
    const bias = alibiBias(12, 20, 30, { offset: 10, maxBias: 4, form: "key-index" });
    const expected = /** @type {const} */ ({
      type: "alibi",
      causal: true,
      offset: 10,
      form: "key-index",
    });
    const right = diagnoseBias(bias, [12, 20, 30], { expect: { ...expected, maxBias: 4 } });
    expect(right.findings).toEqual([]);
    const other = diagnoseBias(bias, [12, 20, 30], {
      expect: { ...expected, maxBias: 8, form: "distance" },
    });
    expect(problemsOf(other)).toEqual(["differs-form", "differs-maxBias"]);
  });
});

it.each([
  [3, 0],
  [1, 0],
  [4, 1],
])(
  "diagnoseBias says how wide a window of %i keys is that ends %i after the query",
  (window, offset) => {
    const bias = filled("float64", [1, 10, 10], (_, i, j) =>
      j - i <= offset && j - i > offset - window ? 0 : -Infinity,
    );
    expect(diagnoseBias(bias, [1, 10, 10])).toMatchObject({ mask: "window", offset, window });
  },
);

it("diagnoseBias ignores masked entries in windows and in their deviation", () => {
  // A window of 6 × 6 shifted by 2: rows and columns 0 to 3 see each other, and so do 4 and 5.
  const table = noise("float64", 11 * 11);
  const noises = noise("float64", 36 * 36, 2);
  /** @type {Map<number, number[]>} */
  const seen = new Map();
  const bias = noises.map((error, at) => {
    const [i, j] = [Math.floor(at / 36), at % 36];
    const [y, x, v, u] = [Math.floor(i / 6), i % 6, Math.floor(j / 6), j % 6];
    if (y < 4 !== v < 4 || x < 4 !== u < 4) return -Infinity;
    const index = (y - v + 5) * 11 + x - u + 5;
    const value = table[index] + 1e-4 * error;
    seen.set(index, [...(seen.get(index) ?? []), value]);
    return value;
  });
  const { kind, deviation, findings } = diagnoseBias(bias, [1, 36, 36]);
  expect([kind, codesOf({ findings })]).toEqual(["swin", ["other-mask"]]);
  let [squares, free] = [0, -seen.size];
  for (const values of seen.values()) {
    const mean = values.reduce((sum, y) => sum + y, 0) / values.length;
    for (const y of values) squares += (y - mean) ** 2;
    free += values.length;
  }
  expect(deviation?.rms).toBeCloseTo(Math.sqrt(squares / free), 12);
});

it("diagnoseBias lists problems before notes", () => {
  // Each query sees only its own and later keys; no query sees key 3.
  const bias = filled("float64", [1, 8, 8], (_, i, j) => (j >= i && j !== 3 ? 0 : -Infinity));
  const { findings } = diagnoseBias(bias, [1, 8, 8]);
  expect(codesOf({ findings })).toEqual(["mask-reversed", "masked-keys"]);
});

it("diagnoseBias does not change the bias, and reports entries that are not finite", () => {
  const bias = alibiBias(2, 6, 6);
  bias[0] = NaN;
  const before = bias.slice();
  expect(problemsOf(diagnoseBias(bias, [2, 6, 6]))).toContain("not-finite");
  expect(bias).toEqual(before);
});

it("diagnoseBias misses nothing that contradicts what is expected, and reports nothing that does not", () => {
  const failures = [];
  for (let n = 0; n < (LONG ? 300 : 100); n++) {
    const bias = biasExpectation(n, 1);
    if (!bias) continue;
    const verdict = verdictOf(bias);
    if (verdict.failures.length > 0) failures.push(`${verdict.name}: ${verdict.failures}`);
  }
  expect(failures).toEqual([]);
});

it("diagnoseBias finds the offset of distances in both directions where the lines bend", () => {
  const diagnosis = diagnoseBias(alibiBias(4, 8, 21, { offset: 5 }), [4, 8, 21]);
  expect([diagnosis.form, diagnosis.offset]).toEqual(["distance", 5]);
});

it("diagnoseBias takes a head with a small slope for no constant", () => {
  const { kind, maxBias } = diagnoseBias(alibiBias(1, 8, 8, { maxBias: 13 }), [1, 8, 8]);
  expect([kind, maxBias]).toEqual(["alibi", 13]);
});

describe("what is expected of any size", () => {
  const table = noise("float32", 32 * 2);
  const codes = (/** @type {any} */ bias, /** @type {any} */ shape, /** @type {any} */ expected) =>
    codesOf(diagnoseBias(bias, shape, { expect: expected }));

  it("accepts one query under a causal mask that hides no key", () => {
    const expected = { type: "alibi", causal: true, offset: 20 };
    expect(codes(alibiBias(8, 1, 21, { offset: 20 }), [8, 1, 21], expected)).toEqual([]);
  });

  it("finds 16 buckets in one direction where 32 are expected", () => {
    const values = filled("float32", [2, 160, 160], (h, i, j) =>
      j > i ? -Infinity : table[bucketOf(j - i, true, 32, 128) * 2 + h],
    );
    const expected = { type: "t5", bidirectional: false, buckets: 32, causal: true };
    expect(codes(values, [2, 160, 160], expected)).toEqual(["differs-buckets"]);
  });

  it.each([
    ["a cached step", 1, 199],
    ["a chunk", 16, 64],
  ])("finds offset 0 in %s", (_, queries, offset) => {
    const keys = offset + queries;
    const bias = t5Bias(table, [32, 2], queries, keys, { bidirectional: false });
    const expected = { type: "t5", bidirectional: false, offset, table };
    expect(codes(bias, [2, queries, keys], expected)).toEqual(["differs-offset"]);
  });

  it("says in which head, query and key entries differ", () => {
    const bias = alibiBias(4, 9, 9, { dtype: "float64" });
    bias[(2 * 9 + 6) * 9 + 3] -= 0.5;
    const { residual, findings } = diagnoseBias(bias, [4, 9, 9], { expect: { type: "alibi" } });
    expect(residual).toMatchObject({ max: 0.5, above: 1, heads: [2], queries: [6], keys: [3] });
    expect(findings.map(({ code, columns }) => [code, columns])).toEqual([
      ["differs-entries", [2]],
    ]);
  });

  it("reads bits of 16-bit types", () => {
    const bias = alibiBias(12, 40, 40, { dtype: "bfloat16" });
    const wanted = /** @type {const} */ ({ type: "alibi", causal: true, offset: 0 });
    const expected = { ...wanted, form: /** @type {const} */ ("distance") };
    const { findings } = diagnoseBias(bias, [12, 40, 40], { expect: expected, dtype: "bfloat16" });
    expect(findings).toEqual([]);
  });
});

describe("biases without an expectation", () => {
  it("recognises T5 by buckets that differ by five times the noise", () => {
    const noises = noise("float64", 2 * 160 * 160);
    const values = filled("float64", [2, 160, 160], (h, i, j) => {
      const value = 0.003 * bucketOf(j - i, true, 32, 128);
      return (h === 0 ? value : -value) + 1e-3 * noises[(160 * h + i) * 160 + j];
    });
    const { kind, buckets, maxDistance } = diagnoseBias(values, [2, 160, 160]);
    expect([kind, buckets, maxDistance]).toEqual(["t5", 32, 128]);
  });

  it("recognises a relative bias of any reach", () => {
    for (let reach = 1; reach <= 24; reach++) {
      const table = noise("float32", (2 * reach + 1) * 3, reach);
      const diagnosis = diagnoseBias(relativeBias(table, [2 * reach + 1, 3], 64, 64), [3, 64, 64]);
      expect(diagnosis).toMatchObject({ kind: "relative", reach, findings: [] });
    }
  });

  it("recognises exponents from 0 for 12 heads", () => {
    const slopes = [...Array(12).keys()].map((j) => 2 ** -(j < 8 ? j : j - 8));
    const values = filled("float32", [12, 16, 16], (h, i, j) =>
      j > i ? -Infinity : -slopes[h] * (i - j),
    );
    expect(problemsOf(diagnoseBias(values, [12, 16, 16]))).toEqual(["alibi-slopes-from-zero"]);
  });

  it.each([
    ["right", 49, 7, []],
    ["with the wrong strides", 11, 7, ["window-stride"]],
  ])("recognises a window of three dimensions, %s", (_, layer, row, codes) => {
    const table = noise("float64", 400);
    const at = (/** @type {number} */ p) => [p >> 4, (p >> 2) & 3, p & 3];
    const values = filled("float64", [1, 32, 32], (_, i, j) => {
      const [a, b] = [at(i), at(j)];
      const [z, y, x] = [0, 1, 2].map((axis) => a[axis] - b[axis] + [1, 3, 3][axis]);
      return table[z * layer + y * row + x];
    });
    const diagnosis = diagnoseBias(values, [1, 32, 32]);
    expect(diagnosis).toMatchObject({ kind: "swin", depth: 2, height: 4, width: 4 });
    expect(problemsOf(diagnosis)).toEqual(codes);
  });
});
