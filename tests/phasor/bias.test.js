import {
  alibiBias,
  alibiSlopes,
  attentionWeights,
  softmax,
  swinBias,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5BiasBackward,
  t5Bucket,
} from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

const none = Number.NEGATIVE_INFINITY;
const places = arenas(1 << 24);

/**
 * (matrices, rows, columns), entry by entry.
 * @param {Dtype} dtype @param {number[]} shape
 * @param {(h: number, i: number, j: number) => number} entry
 */
function filled(dtype, [matrices, rows, columns], entry) {
  const out = array(dtype, matrices * rows * columns);
  for (let h = 0, at = 0; h < matrices; h++) {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) out[at++] = entry(h, i, j);
    }
  }
  return out;
}

/** Heads, queries, keys and the position of query 0. @type {number[][]} */
const layouts = [
  [1, 1, 1, 0],
  [3, 5, 5, 0],
  [2, 1, 9, 8],
  [2, 4, 9, 5],
  [2, 9, 4, 0],
  [2, 9, 4, -3],
  [5, 17, 33, 16],
  [1, 3, 4, 100],
  [1, 3, 4, -100],
  [2, 301, 299, 7],
  [1, 70, 8195, 8100],
  [1, 8200, 40, -20],
  [1, 2, 70000, 69998],
];

describe("alibiSlopes", () => {
  it("of powers of two are powers of 2^(-8/n)", () => {
    same(alibiSlopes(1), Float64Array.of(2 ** -8));
    same(alibiSlopes(2), Float64Array.of(2 ** -4, 2 ** -8));
    same(
      alibiSlopes(8),
      Float64Array.from({ length: 8 }, (_, j) => 2 ** -(j + 1)),
    );
    // Every other one of 16 is one of 8, every fourth of 32, and so on, to the bit.
    for (let heads = 16; heads <= 65536; heads *= 2) {
      const slopes = alibiSlopes(heads);
      for (let j = 0; j < 8; j++) expect(slopes[((j + 1) * heads) / 8 - 1]).toBe(2 ** -(j + 1));
    }
  });

  it("of other numbers are those of two powers of two", () => {
    // The nearest doubles to what Python's mpmath gives.
    same(
      alibiSlopes(12),
      Float64Array.of(
        ...[0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625],
        ...[Math.SQRT1_2, 0.3535533905932738, 0.1767766952966369, 0.08838834764831845],
      ),
    );
    for (let heads = 1; heads < 140; heads++) {
      const power = 2 ** Math.floor(Math.log2(heads));
      const wanted = Array.from({ length: heads }, (_, j) =>
        j < power
          ? 2 ** ((-8 * (j + 1)) / power)
          : 2 ** ((-8 * (2 * (j - power) + 1)) / (2 * power)),
      );
      near(alibiSlopes(heads), wanted, (j) => wanted[j] * 2 ** -51, `${heads} heads`);
    }
  });
});

describe("alibiBias", () => {
  /**
   * @param {Dtype} dtype @param {number[]} layout
   * @param {{ causal?: boolean, form?: string }} options
   */
  function plainly(dtype, [heads, queries, keys, offset], { causal = true, form = "distance" }) {
    const slopes = alibiSlopes(heads);
    return filled(dtype, [heads, queries, keys], (h, i, j) => {
      const query = offset + i;
      if (causal && j > query) return none;
      if (form === "key-index") return slopes[h] * j;
      return j === query ? 0 : -slopes[h] * Math.abs(query - j);
    });
  }

  for (const form of /** @type {const} */ (["distance", "key-index"])) {
    for (const causal of [true, false]) {
      it.each(dtypes)(`is the formula, ${form}, causal ${causal}, %s`, (dtype) => {
        for (const layout of layouts) {
          const [heads, queries, keys, offset] = layout;
          const wanted = plainly(dtype, layout, { causal, form });
          const options = { causal, form, offset };
          same(alibiBias(heads, queries, keys, { ...options, dtype }), wanted, `${layout}`);
          const out = array(dtype, wanted.length).fill(7);
          expect(alibiBias(heads, queries, keys, { ...options, out })).toBe(out);
          same(out, wanted, `${layout}`);
        }
      });
    }
  }

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    for (const form of /** @type {const} */ (["distance", "key-index"])) {
      for (const [heads, queries, keys, offset] of layouts) {
        everywhere(
          `${[heads, queries, keys]}`,
          [array(dtype, heads * queries * keys)],
          (out) => alibiBias(heads, queries, keys, { form, offset, out }),
          places,
        );
      }
    }
  });

  it("both forms have the same causal weights", () => {
    const scores = noise("float64", 2 * 9 * 9);
    /** @param {Floats} bias */
    const weights = (bias) =>
      softmax(
        Float64Array.from(scores, (score, i) => score + bias[i]),
        [18, 9],
      );
    const distance = alibiBias(2, 9, 9, { dtype: "float64" });
    const index = alibiBias(2, 9, 9, { dtype: "float64", form: "key-index" });
    near(weights(distance), weights(index), 1e-15);
  });

  it("masks as a causal attention does", () => {
    const x = noise("float32", 12 * 4);
    const bias = alibiBias(1, 12, 12);
    same(
      attentionWeights(x, x, [12, 4], { bias }),
      attentionWeights(x, x, [12, 4], { bias, causal: true }),
    );
  });

  it("the last row of a cache is the last row of the whole", () => {
    const whole = alibiBias(4, 10, 10);
    const last = alibiBias(4, 1, 10, { offset: 9 });
    for (let h = 0; h < 4; h++) {
      same(last.slice(10 * h, 10 * h + 10), whole.slice(100 * h + 90, 100 * h + 100));
    }
  });

  it("takes nothing, in any number", () => {
    expect(alibiBias(3, 0, 5)).toHaveLength(0);
    expect(alibiBias(3, 5, 0)).toHaveLength(0);
    expect(alibiBias(3, 2 ** 50, 0)).toHaveLength(0);
    expect(t5Bias(new Float32Array(64), [32, 2], 0, 2 ** 50)).toHaveLength(0);
  });
});

describe("t5Bucket", () => {
  /**
   * The formula decided in integers: exact + m is reached when n^K ≥ distance^m·exact^(K − m).
   * @param {number} relative @param {boolean} bidirectional @param {number} buckets
   * @param {number} maxDistance
   */
  function plainly(relative, bidirectional, buckets, maxDistance) {
    let n = -relative;
    let start = 0;
    let each = buckets;
    if (bidirectional) {
      each /= 2;
      if (n < 0) start = each;
      n = Math.abs(n);
    } else {
      n = Math.max(n, 0);
    }
    const exact = Math.floor(each / 2);
    if (n < exact) return start + n;
    const K = BigInt(each - exact);
    let m = 0;
    for (let more = 1n; more < K; more++) {
      const least = BigInt(maxDistance) ** more * BigInt(exact) ** (K - more);
      if (BigInt(n) ** K >= least) m = Number(more);
    }
    return start + exact + m;
  }

  it("of the usual 32 and 128", () => {
    // Buckets of distances 0 … 139, one run each: from float32 arithmetic, as T5's code has it.
    const runs = [8, 12, 16, 23, 32, 46, 64, 91];
    const causal = [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113];
    for (let n = 0; n < 140; n++) {
      const bucket = n < 8 ? n : 7 + runs.filter((least) => least <= n).length;
      expect(t5Bucket(-n), `${-n}`).toBe(bucket);
      expect(t5Bucket(n), `${n}`).toBe(n === 0 ? 0 : 16 + bucket);
      const one = n < 16 ? n : 15 + causal.filter((least) => least <= n).length;
      expect(t5Bucket(-n, { bidirectional: false }), `${-n}`).toBe(one);
      expect(t5Bucket(n, { bidirectional: false })).toBe(0);
    }
    expect(t5Bucket(1e15)).toBe(31);
    expect(t5Bucket(-1e15)).toBe(15);
  });

  it("is the formula in exact arithmetic, for any buckets and distance", () => {
    for (const buckets of [2, 3, 4, 6, 11, 32, 50, 64]) {
      for (const maxDistance of [33, 64, 100, 128, 1000, 4096]) {
        for (const bidirectional of [true, false]) {
          if (bidirectional && (buckets < 4 || buckets % 2)) continue;
          for (let n = 0; n < maxDistance + 9; n = Math.ceil((n + 1) * 1.03)) {
            for (const relative of [n, -n]) {
              const options = { bidirectional, buckets, maxDistance };
              const wanted = plainly(relative, bidirectional, buckets, maxDistance);
              expect(t5Bucket(relative, options), `${relative} ${buckets} ${maxDistance}`).toBe(
                wanted,
              );
            }
          }
        }
      }
    }
  });

  it("decides exactly where a power is met", () => {
    // 4·(n^5)^(m/5) = 4·n^m, which a rounded power may miss by either side.
    for (let n = 2; n < 40; n++) {
      for (let m = 1; m < 5; m++) {
        const options = { bidirectional: false, buckets: 9, maxDistance: 4 * n ** 5 };
        expect(t5Bucket(-4 * n ** m, options), `4·${n}^${m}`).toBe(4 + m);
        expect(t5Bucket(1 - 4 * n ** m, options), `4·${n}^${m} − 1`).toBe(3 + m);
      }
    }
    // 2, 4, 8 … start a bucket each, and the number before does not.
    for (let m = 1; m < 30; m++) {
      const options = { bidirectional: false, buckets: 32, maxDistance: 2 ** 20 };
      const shared = { bidirectional: false, buckets: 31, maxDistance: 15 * 2 ** 16 };
      expect(t5Bucket(-15 * 2 ** Math.min(m, 15), shared)).toBe(15 + Math.min(m, 15));
      expect(t5Bucket(1 - 15 * 2 ** Math.min(m, 15), shared)).toBe(14 + Math.min(m, 15));
      expect(t5Bucket(-(2 ** 4) * 2 ** Math.min(m, 15), options)).toBe(16 + Math.min(m, 15));
      expect(t5Bucket(1 - 2 ** 4 * 2 ** Math.min(m, 15), options)).toBe(15 + Math.min(m, 15));
    }
  });
});

/** t5Bucket, each distance once. @param {Parameters<typeof t5Bucket>[1]} rules */
function bucketing(rules) {
  /** @type {Map<number, number>} */
  const known = new Map();
  return (/** @type {number} */ relative) => {
    const bucket = known.get(relative) ?? t5Bucket(relative, rules);
    known.set(relative, bucket);
    return bucket;
  };
}

describe("t5Bias", () => {
  for (const bidirectional of [true, false]) {
    it.each(dtypes)(`looks the table up, bidirectional ${bidirectional}, %s`, (dtype) => {
      for (const [heads, queries, keys, offset] of layouts) {
        for (const [buckets, maxDistance] of [
          [32, 128],
          [6, 10],
        ]) {
          const table = noise(dtype, buckets * heads, heads);
          const bucket = bucketing({ bidirectional, buckets, maxDistance });
          const wanted = filled(dtype, [heads, queries, keys], (h, i, j) => {
            return table[bucket(j - (offset + i)) * heads + h];
          });
          const options = { bidirectional, maxDistance, offset };
          same(t5Bias(table, [buckets, heads], queries, keys, options), wanted);
        }
      }
    });
  }

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    for (const [heads, queries, keys, offset] of layouts) {
      const arrays = [noise(dtype, 32 * heads), array(dtype, heads * queries * keys)];
      const shape = /** @type {[number, number]} */ ([32, heads]);
      everywhere(
        `${[heads, queries, keys]}`,
        arrays,
        (table, out) => t5Bias(table, shape, queries, keys, { offset, out }),
        places,
      );
    }
  });
});

describe("t5BiasBackward", () => {
  it.each(dtypes)("adds up what a bucket filled, %s", (dtype) => {
    for (const [heads, queries, keys, offset] of layouts) {
      for (const bidirectional of [true, false]) {
        const rules = { bidirectional, maxDistance: 40 };
        const bucket = bucketing({ ...rules, buckets: 12 });
        const upstream = noise(dtype, heads * queries * keys, 8);
        const copy = upstream.slice();
        const wanted = new Float64Array(12 * heads);
        const sizes = new Float64Array(12 * heads);
        filled(dtype, [heads, queries, keys], (h, i, j) => {
          const at = bucket(j - (offset + i)) * heads + h;
          const value = upstream[(h * queries + i) * keys + j];
          wanted[at] += value;
          sizes[at] += Math.abs(value);
          return 0;
        });
        const shape = /** @type {[number, number]} */ ([12, heads]);
        const got = t5BiasBackward(upstream, shape, queries, keys, { ...rules, offset });
        const unit = dtype === "float32" ? 2 ** -24 : 2 ** -53;
        near(got, wanted, (i) => unit * Math.abs(wanted[i]) + 1e-12 * sizes[i]);
        same(upstream, copy);
        const out = array(dtype, 12 * heads).fill(7);
        expect(t5BiasBackward(upstream, shape, queries, keys, { ...rules, offset, out })).toBe(out);
        same(out, got);
      }
    }
  });

  it("is what finite differences give", () => {
    const table = Float64Array.from(noise("float64", 8 * 2));
    const shape = /** @type {[number, number]} */ ([8, 2]);
    const options = { maxDistance: 9, offset: 2 };
    const w = noise("float64", 2 * 7 * 11, 2);
    const bias = () => t5Bias(table, shape, 7, 11, options);
    const loss = () => bias().reduce((sum, y, i) => sum + (w[i] * y ** 3) / 3, 0);
    const got = t5BiasBackward(
      bias().map((y, i) => w[i] * y * y),
      shape,
      7,
      11,
      options,
    );
    const h = 1e-5;
    const wanted = table.map((value, i) => {
      table[i] = value + h;
      const above = loss();
      table[i] = value - h;
      const below = loss();
      table[i] = value;
      return (above - below) / (2 * h);
    });
    near(got, wanted, 1e-9);
  });

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    for (const [heads, queries, keys, offset] of layouts) {
      const arrays = [noise(dtype, heads * queries * keys), array(dtype, 32 * heads)];
      const shape = /** @type {[number, number]} */ ([32, heads]);
      everywhere(
        `${[heads, queries, keys]}`,
        arrays,
        (upstream, out) => t5BiasBackward(upstream, shape, queries, keys, { offset, out }),
        places,
      );
    }
  });
});

/** Windows. @type {number[][]} */
const windows = [
  [1, 1],
  [2, 2],
  [1, 5],
  [5, 1],
  [3, 4],
  [7, 7],
  [8, 3],
  [12, 12],
  [17, 16],
  [2, 150],
];

/** The index from its definition. @param {number} height @param {number} width */
function indexPlainly(height, width) {
  const out = new Int32Array((height * width) ** 2);
  let at = 0;
  for (let qy = 0; qy < height; qy++) {
    for (let qx = 0; qx < width; qx++) {
      for (let ky = 0; ky < height; ky++) {
        for (let kx = 0; kx < width; kx++) {
          out[at++] = (qy - ky + height - 1) * (2 * width - 1) + (qx - kx + width - 1);
        }
      }
    }
  }
  return out;
}

describe("Swin", () => {
  it("indices are the definition", () => {
    same(
      swinRelativePositionIndex(2, 2),
      Int32Array.of(...[4, 3, 1, 0], ...[5, 4, 2, 1], ...[7, 6, 4, 3], ...[8, 7, 5, 4]),
    );
    for (const [height, width] of windows) {
      same(swinRelativePositionIndex(height, width), indexPlainly(height, width));
    }
  });

  it.each(dtypes)("biases are the table at the indices, %s", (dtype) => {
    for (const [height, width] of windows) {
      const index = indexPlainly(height, width);
      for (const heads of [1, 3]) {
        const rows = (2 * height - 1) * (2 * width - 1);
        const table = noise(dtype, rows * heads);
        const wanted = array(dtype, heads * index.length);
        for (let h = 0; h < heads; h++) {
          index.forEach((row, i) => {
            wanted[h * index.length + i] = table[row * heads + h];
          });
        }
        same(swinBias(table, heads, height, width), wanted, `${height} × ${width}`);
        const out = array(dtype, wanted.length);
        expect(swinBias(table, heads, height, width, { out })).toBe(out);
        same(out, wanted, `${height} × ${width}`);
        everywhere(
          `${height} × ${width}`,
          [table, out],
          (a, b) => swinBias(a, heads, height, width, { out: b }),
          places,
        );
      }
    }
  });

  it("log-spaced coordinates", () => {
    // The nearest doubles to what Python's mpmath gives for a window of 7.
    const half = [
      0, 0.4074641404454826, 0.6248230393053804, 0.7739760316291208, 0.8876550042408098,
      0.9795331517786189, 1.0566416671474375,
    ];
    const line = [
      ...half
        .slice(1)
        .reverse()
        .map((x) => -x),
      ...half,
    ];
    const wanted = line.flatMap((y) => line.flatMap((x) => [y, x]));
    same(swinLogCoordinates(7, 7, { dtype: "float64" }), Float64Array.from(wanted));
    same(swinLogCoordinates(7, 7), Float32Array.from(wanted));
    const out = new Float64Array(wanted.length);
    expect(swinLogCoordinates(7, 7, { out })).toBe(out);
    same(out, Float64Array.from(wanted));
    const arena = places.arena;
    arena.reset();
    same(
      swinLogCoordinates(7, 7, { out: arena.float32(wanted.length) }),
      Float32Array.from(wanted),
    );
  });

  it("log-spaced coordinates of any window, and of a larger one than trained with", () => {
    for (const [height, width] of windows) {
      for (const pretrained of /** @type {const} */ ([undefined, [8, 6]])) {
        const [tall, wide] = pretrained ?? [height, width];
        const got = swinLogCoordinates(height, width, {
          dtype: "float64",
          pretrained: pretrained && [...pretrained],
        });
        /** @param {number} distance @param {number} size */
        const coordinate = (distance, size) => {
          if (distance === 0) return 0;
          const scaled = Math.log2(1 + Math.abs((8 * distance) / (size - 1))) / 3;
          return Math.sign(distance) * scaled;
        };
        const wanted = [];
        for (let y = 1 - height; y < height; y++) {
          for (let x = 1 - width; x < width; x++) {
            wanted.push(coordinate(y, tall), coordinate(x, wide));
          }
        }
        near(got, wanted, 2 ** -50, `${height} × ${width}`);
      }
    }
  });
});

describe("what may not be written to", () => {
  const floats = noise("float32", 80);
  const copy = floats.slice();
  const part = (/** @type {number} */ at, /** @type {number} */ length) =>
    floats.subarray(at, at + length);

  it.each([0, 4, 20, 35])("a table or a gradient, from %i on", (at) => {
    const out = part(at, 32);
    const message =
      /: out must not overlap (table|gradBias), but (is the same memory|overlaps it in part)$/;
    expect(() => t5Bias(part(20, 16), [8, 2], 4, 4, { out })).toThrow(message);
    expect(() => t5BiasBackward(part(20, 32), [16, 2], 4, 4, { out })).toThrow(message);
    expect(() => swinBias(part(20, 18), 2, 2, 2, { out })).toThrow(message);
    same(floats, copy);
  });

  it("what no memory holds", () => {
    expect(() => alibiBias(2, 2 ** 52, 4)).toThrow(/the result needs 144115188075855870 bytes/);
    expect(() => swinRelativePositionIndex(65536, 3)).toThrow(/needs 154618822656 bytes/);
  });
});

it("t5Bucket: a distance that the logarithm cannot reach", () => {
  const options = { bidirectional: false, buckets: 7 };
  expect(() => t5Bucket(1, { ...options, maxDistance: 3 })).toThrow(
    /maxDistance must be an integer from 4 to 2147483647, got 3/,
  );
  expect(t5Bucket(-3, { ...options, maxDistance: 4 })).toBe(3);
  expect(t5Bucket(-4, { ...options, maxDistance: 4 })).toBe(6);
});
