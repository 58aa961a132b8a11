// Caches for ONNX Runtime Web: its operators RotaryEmbedding and GroupQueryAttention, in float32 and
// float16, against rotation and attention in double precision.
import * as ort from "onnxruntime-web";
import { attention, RotaryEmbedding, ropeFromConfig } from "phasor";
import { beforeAll, describe, expect, it } from "vitest";
import { half } from "../../web/formats/half.js";
import { noise } from "./helpers.js";
import { modelOf } from "./onnx.js";

const [HEADS, KEY_HEADS, LENGTH, D, MAX_LENGTH] = [4, 2, 6, 32, 64];
const PAIRS = D / 2;
/** Of outputs of magnitude 1. */
const BOUNDS = { float32: 1e-6, float16: 2e-3 };

/** @type {{ dtype: "float32" | "float16", layout: "half" | "interleaved", base: number }[]} */
const cases = [
  { dtype: "float32", layout: "half", base: 10000 },
  { dtype: "float32", layout: "interleaved", base: 500000 },
  { dtype: "float16", layout: "half", base: 500000 },
  { dtype: "float16", layout: "interleaved", base: 10000 },
];

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
});

/** A float16 near a number of magnitude 1 at most, as bits. @param {number} x */
function toHalf(x) {
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), -14);
  const [scale, sign] = [2 ** (exponent - 10), x < 0 ? 0x8000 : 0];
  return sign | (((exponent + 14) << 10) + Math.round(Math.abs(x) / scale));
}

/** Random numbers that the type holds, as a tensor's data and as doubles.
 * @param {"float32" | "float16"} dtype @param {number} count @param {number} seed */
function inputs(dtype, count, seed) {
  const data = noise("float32", count, seed);
  if (dtype === "float32") return { data, values: Float64Array.from(data) };
  const bits = Uint16Array.from(data, toHalf);
  return { data: bits, values: Float64Array.from(bits, half) };
}

/** A tensor of float16 wants a Float16Array where the engine has one.
 * @param {"float32" | "float16"} dtype @param {any} data @param {number[]} dims */
function tensor(dtype, data, dims) {
  const Half = /** @type {any} */ (globalThis).Float16Array;
  const bits = dtype === "float16" && Half && data instanceof Uint16Array;
  return new ort.Tensor(dtype, bits ? new Half(data.buffer) : data, dims);
}

/** @param {ort.Tensor} result */
function valuesOf({ type, data }) {
  const bits = type === "float16" && data instanceof Uint16Array;
  return Float64Array.from(/** @type {ArrayLike<number>} */ (data), bits ? half : Number);
}

/** (T, heads·D) as (heads, T, D), or back. @param {Float64Array} x @param {number} heads */
function byHead(x, heads, back = false) {
  const result = new Float64Array(x.length);
  for (let t = 0; t < LENGTH; t++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < D; i++) {
        const [flat, apart] = [(t * heads + h) * D + i, (h * LENGTH + t) * D + i];
        result[back ? flat : apart] = x[back ? apart : flat];
      }
    }
  }
  return result;
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function difference(a, b) {
  expect(a.length).toBe(b.length);
  return Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));
}

/** The caches of a model, as docs/interop.md makes them.
 * @param {(typeof cases)[number]} of */
function caches({ dtype, layout, base }) {
  const config = {
    model_type: layout === "half" ? "llama" : "cohere",
    head_dim: D,
    rope_theta: base,
  };
  const rope = ropeFromConfig(config, { length: MAX_LENGTH });
  expect(rope.layout).toBe(layout);
  const { cos, sin } = new RotaryEmbedding(rope.dHead, { ...rope, maxLength: MAX_LENGTH, dtype });
  return {
    cos: tensor(dtype, cos, [MAX_LENGTH, PAIRS]),
    sin: tensor(dtype, sin, [MAX_LENGTH, PAIRS]),
  };
}

describe.each(cases)("with caches in $dtype, layout $layout, base $base,", (of) => {
  const { dtype, layout, base } = of;
  /** @type {"float" | "float16"} */
  const type = dtype === "float32" ? "float" : "float16";
  const domain = "com.microsoft";
  const interleaved = layout === "interleaved" ? 1 : 0;
  const exact = new RotaryEmbedding(D, { layout, base, dtype: "float64" });

  it("RotaryEmbedding turns as phasor does", async () => {
    const model = modelOf({
      ...{ name: "RotaryEmbedding", domain, opset: 1 },
      inputs: [
        { name: "x", type, axes: 4 },
        { name: "ids", type: "int64", axes: 1 },
        { name: "cos", type, axes: 2 },
        { name: "sin", type, axes: 2 },
      ],
      output: { name: "y", type, axes: 4 },
      attributes: { interleaved },
    });
    const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
    const x = inputs(dtype, HEADS * LENGTH * D, 1);
    const { y } = await session.run({
      x: tensor(dtype, x.data, [1, HEADS, LENGTH, D]),
      ids: new ort.Tensor("int64", BigInt64Array.of(50n), [1]),
      ...caches(of),
    });
    const wanted = exact.apply(x.values, [HEADS, LENGTH, D], { offset: 50 });
    expect(difference(valuesOf(y), wanted)).toBeLessThan(4 * BOUNDS[dtype]);
    await session.release();
  });

  it("GroupQueryAttention attends as phasor does", async () => {
    const model = modelOf({
      ...{ name: "GroupQueryAttention", domain, opset: 1 },
      inputs: [
        ...["q", "k", "v"].map((name) => ({ name, type, axes: 3 })),
        ...[1, 2].map(() => ({ name: "", axes: 0 })), // no keys and values before these
        { name: "last", type: "int32", axes: 1 },
        { name: "total", type: "int32", axes: 1 },
        { name: "cos", type, axes: 2 },
        { name: "sin", type, axes: 2 },
      ],
      output: [
        { name: "y", type, axes: 3 },
        { name: "keys", type, axes: 4 },
        { name: "values", type, axes: 4 },
      ],
      attributes: {
        ...{ num_heads: HEADS, kv_num_heads: KEY_HEADS },
        ...{ do_rotary: 1, rotary_interleaved: interleaved },
      },
    });
    const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
    const q = inputs(dtype, LENGTH * HEADS * D, 2);
    const [k, v] = [3, 4].map((seed) => inputs(dtype, LENGTH * KEY_HEADS * D, seed));
    const keyDims = [1, LENGTH, KEY_HEADS * D];
    const { y, keys } = await session.run({
      q: tensor(dtype, q.data, [1, LENGTH, HEADS * D]),
      k: tensor(dtype, k.data, keyDims),
      v: tensor(dtype, v.data, keyDims),
      last: new ort.Tensor("int32", Int32Array.of(LENGTH - 1), [1]),
      total: new ort.Tensor("int32", Int32Array.of(LENGTH), [1]),
      ...caches(of),
    });
    const turned = exact.forward(
      byHead(q.values, HEADS),
      byHead(k.values, KEY_HEADS),
      [HEADS, LENGTH, D],
      {
        keyShape: [KEY_HEADS, LENGTH, D],
      },
    );
    expect(difference(valuesOf(keys), turned.k)).toBeLessThan(4 * BOUNDS[dtype]);
    /** Each key head for the query heads that share it. @param {Float64Array} x */
    const shared = (x) =>
      Float64Array.from({ length: HEADS * LENGTH * D }, (_, i) => {
        const head = Math.floor(i / (LENGTH * D));
        const own = Math.floor((head * KEY_HEADS) / HEADS);
        return x[own * LENGTH * D + (i % (LENGTH * D))];
      });
    const values = shared(byHead(v.values, KEY_HEADS));
    const size = /** @type {[number, number, number, number]} */ ([HEADS, LENGTH, LENGTH, D]);
    const wanted = attention(turned.q, shared(turned.k), values, size, { causal: true });
    expect(difference(valuesOf(y), byHead(wanted, HEADS, true))).toBeLessThan(4 * BOUNDS[dtype]);
    await session.release();
  });
});
