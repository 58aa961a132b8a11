// RotaryEmbedding against the operator of that name in ONNX Runtime Web: Microsoft's, and ONNX's own
// since opset 23.
import * as ort from "onnxruntime-web";
import { RotaryEmbedding } from "phasor";
import { beforeAll, describe, expect, it } from "vitest";
import { noise } from "./helpers.js";
import { modelOf } from "./onnx.js";
import { norm } from "./rope_reference.js";

/** Relative to the length of the vector. */
const BOUND = 2e-7;
const MAX_LENGTH = 64;

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
});

/**
 * @typedef {object} Case
 * @property {boolean} own ONNX's own operator
 * @property {"half" | "interleaved"} layout
 * @property {number} axes 4: (batch, heads, T, dHead); 3: (batch, T, heads·dHead)
 * @property {number} dHead
 * @property {number} rotaryDim
 * @property {"offset" | "each" | "none"} positions
 */

const BATCH = 2;
const HEADS = 3;
const LENGTH = 7;

/** What the operator makes of x. @param {Case} of @param {Float32Array} x @param {bigint[]} ids
 * @param {RotaryEmbedding} rotary */
async function operator({ own, layout, axes, dHead, rotaryDim, positions }, x, ids, rotary) {
  const partial = rotaryDim !== dHead;
  const idAxes = positions === "offset" ? 1 : 2;
  const caches = [
    { name: "cos", type: /** @type {const} */ ("float"), axes: positions === "none" ? 3 : 2 },
    { name: "sin", type: /** @type {const} */ ("float"), axes: positions === "none" ? 3 : 2 },
  ];
  const positionIds = { name: "ids", type: /** @type {const} */ ("int64"), axes: idAxes };
  const input = { name: "x", type: /** @type {const} */ ("float"), axes };
  const model = modelOf({
    name: "RotaryEmbedding",
    domain: own ? "" : "com.microsoft",
    opset: own ? 23 : 1,
    inputs: own
      ? [input, ...caches, ...(positions === "none" ? [] : [positionIds])]
      : [input, positionIds, ...caches],
    output: { name: "y", axes },
    attributes: {
      interleaved: layout === "interleaved" ? 1 : 0,
      ...(axes === 3 || partial ? { num_heads: HEADS } : {}),
      ...(partial ? { rotary_embedding_dim: rotaryDim } : {}),
    },
  });
  const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
  const shape = axes === 4 ? [BATCH, HEADS, LENGTH, dHead] : [BATCH, LENGTH, HEADS * dHead];
  const pairs = rotaryDim / 2;
  /** @param {Float32Array} table */
  const cache = (table) => {
    if (positions !== "none") return new ort.Tensor("float32", table, [MAX_LENGTH, pairs]);
    const rows = table.subarray(0, LENGTH * pairs);
    return new ort.Tensor("float32", Float32Array.of(...rows, ...rows), [BATCH, LENGTH, pairs]);
  };
  /** @type {Record<string, ort.Tensor>} */
  const feeds = {
    x: new ort.Tensor("float32", x, shape),
    cos: cache(rotary.cos),
    sin: cache(rotary.sin),
  };
  if (positions === "offset") feeds.ids = new ort.Tensor("int64", ids.slice(0, 1), [1]);
  if (positions === "each") feeds.ids = new ort.Tensor("int64", ids, [BATCH, LENGTH]);
  const { y } = await session.run(feeds);
  const result = /** @type {Float32Array} */ (y.data).slice();
  await session.release();
  return result;
}

/** (batch, a, b, d) as (batch, b, a, d). @param {Float32Array} x @param {number} a @param {number} b
 * @param {number} d */
function swapped(x, a, b, d) {
  const out = new Float32Array(x.length);
  for (let row = 0; row < x.length / d; row++) {
    const batch = Math.floor(row / (a * b));
    const i = Math.floor(row / b) % a;
    const to = (batch * b + (row % b)) * a + i;
    out.set(x.subarray(row * d, row * d + d), to * d);
  }
  return out;
}

/** @type {Case[]} */
const cases = [];
for (const own of [false, true]) {
  for (const layout of /** @type {const} */ (["half", "interleaved"])) {
    for (const axes of [4, 3]) {
      for (const [dHead, rotaryDim] of [
        [16, 16],
        [64, 64],
        [20, 12],
      ]) {
        /** @type {Case["positions"][]} */
        const ways = own ? ["each", "none"] : ["offset", "each"];
        for (const positions of ways)
          cases.push({ own, layout, axes, dHead, rotaryDim, positions });
      }
    }
  }
}

describe.each(cases)(
  "own $own, $layout, $axes axes, $rotaryDim of $dHead, positions $positions",
  (each) => {
    it("turns alike", async () => {
      const { layout, axes, dHead, rotaryDim, positions } = each;
      const rotary = new RotaryEmbedding(dHead, { layout, rotaryDim, maxLength: MAX_LENGTH });
      const x = Float32Array.from(noise("float32", BATCH * HEADS * LENGTH * dHead, dHead + axes));
      const ids = Array.from({ length: BATCH * LENGTH }, (_, i) => (i * 19) % MAX_LENGTH);
      if (positions === "offset") ids[0] = 5;
      const options = { offset: { offset: 5 }, each: { positions: ids }, none: {} }[positions];
      // Ours wants heads before positions.
      const inside = axes === 3;
      const mine = inside ? swapped(x, LENGTH, HEADS, dHead) : x;
      const turned = rotary.apply(mine, [BATCH, HEADS, LENGTH, dHead], options);
      const got = inside ? swapped(turned, HEADS, LENGTH, dHead) : turned;
      const wanted = await operator(each, x, ids.map(BigInt), rotary);
      expect(wanted).toHaveLength(got.length);
      let moved = 0;
      for (let row = 0; row < got.length; row += dHead) {
        const theirs = wanted.subarray(row, row + dHead);
        const allowed = BOUND * norm(theirs);
        for (let i = 0; i < dHead; i++) {
          expect(Math.abs(got[row + i] - theirs[i])).toBeLessThanOrEqual(allowed);
          moved += Math.abs(got[row + i] - x[row + i]);
        }
      }
      expect(moved).toBeGreaterThan(1);
    });
  },
);
