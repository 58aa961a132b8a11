// Biases and rotary caches in float16 and bfloat16: each entry is rounded once.
import { alibiBias, RotaryEmbedding, swinBias, t5Bias } from "phasor";
import { describe, expect, it } from "vitest";
import { noise, same } from "./helpers.js";
import { yarn } from "./rope_reference.js";
import { allRounded, arrayType, bits, names } from "./rounded.js";

/** @import { Dtype } from "../../web/phasor/check.js" */

const t5Table = noise("float64", 32 * 3, 4);
const swinTable = noise("float64", 7 * 9 * 2, 5);
swinTable[3] = Number.NaN;
swinTable[4] = 1e6;

/** @type {[string, (options: { dtype: Dtype, out?: any }) => any][]} */
const biases = [
  ["alibiBias", (o) => alibiBias(12, 70, 90, o)],
  ["alibiBias, key-index", (o) => alibiBias(3, 50, 60, { form: "key-index", offset: 10, ...o })],
  ["alibiBias, far", (o) => alibiBias(2, 4, 9, { causal: false, offset: 100_000, ...o })],
  ["t5Bias", (o) => t5Bias(t5Table, [32, 3], 80, 300, { offset: 50, ...o })],
  ["t5Bias, one long row", (o) => t5Bias(t5Table, [32, 3], 2, 9000, o)],
  ["swinBias", (o) => swinBias(swinTable, 2, 4, 5, o)],
];

describe.each(names)("biases in %s", (dtype) => {
  it.each(biases)("are the rounded float64 bias: %s", (_, make) => {
    const bias = make({ dtype });
    expect(bias).toBeInstanceOf(arrayType(dtype));
    const expected = allRounded(dtype, make({ dtype: "float64" }));
    same(bits(bias), expected);
    const out = new Uint16Array(bias.length);
    expect(make({ dtype, out })).toBe(out);
    same(out, expected);
    expect(() => make({ dtype, out: new Uint16Array(bias.length + 1) })).toThrow(/out.length must/);
  });
});

describe("a bias of another type than its table", () => {
  it("is rounded once", () => {
    const single = Float32Array.from(t5Table);
    same(
      t5Bias(single, [32, 3], 9, 40, { dtype: "float64" }),
      Float64Array.from(t5Bias(single, [32, 3], 9, 40)),
    );
    const doubles = t5Bias(t5Table, [32, 3], 9, 40);
    same(t5Bias(t5Table, [32, 3], 9, 40, { dtype: "float32" }), Float32Array.from(doubles));
    same(
      bits(t5Bias(single, [32, 3], 9, 40, { dtype: "float16" })),
      allRounded("float16", t5Bias(single, [32, 3], 9, 40)),
    );
    const window = swinBias(Float32Array.from(swinTable), 2, 4, 5, { dtype: "float64" });
    same(window, Float64Array.from(swinBias(Float32Array.from(swinTable), 2, 4, 5)));
  });

  it("has the type of its table without a dtype", () => {
    const { length } = t5Bias(t5Table, [32, 3], 9, 40);
    expect(() => t5Bias(t5Table, [32, 3], 9, 40, { out: new Float32Array(length) })).toThrow(
      /^phasor.t5Bias: out must be a Float64Array, got Float32Array/,
    );
    expect(() => t5Bias(t5Table, [32, 3], 9, 40, { out: new Uint16Array(length) })).toThrow(
      /^phasor.t5Bias: dtype must be "float16" or "bfloat16", as out is a Uint16Array, got undefined$/,
    );
    const over = new Uint16Array(t5Table.buffer, 0, 4 * 32 * 3);
    expect(() => t5Bias(t5Table, [32, 3], 1, 128, { out: over, dtype: "float16" })).toThrow(
      /^phasor.t5Bias: out must not overlap table/,
    );
  });
});

describe("rotary caches", () => {
  it.each(names)("in %s are the rounded float64 cache", (dtype) => {
    for (const [dHead, maxLength] of [
      [8, 1],
      [64, 300],
      [128, 2100],
    ]) {
      const narrow = new RotaryEmbedding(dHead, { maxLength, scaling: yarn, dtype });
      const wide = new RotaryEmbedding(dHead, { maxLength, scaling: yarn, dtype: "float64" });
      for (const name of /** @type {const} */ (["cos", "sin"])) {
        expect(narrow[name]).toBeInstanceOf(arrayType(dtype));
        expect(narrow[name]).toBe(narrow[name]);
        same(bits(narrow[name]), allRounded(dtype, wide[name]), `${name} of ${dHead}`);
      }
      const x = noise("float32", 3 * dHead);
      const by = new RotaryEmbedding(dHead, { maxLength: 3, scaling: yarn });
      if (maxLength > 2) same(narrow.apply(x, [3, dHead]), by.apply(x, [3, dHead]));
    }
  });
});
