// RotaryEmbedding against the operators of the same name in ONNX Runtime Web: Microsoft's, and
// ONNX's own since opset 23.
import * as ort from "onnxruntime-web";
import { RotaryEmbedding } from "phasor";
import { beforeAll, describe, expect, it } from "vitest";
import { noise } from "./helpers.js";
import { modelOf } from "./onnx.js";
import { norm } from "./rope_reference.js";

/** The bound of the error, relative to the length of the vector. */
const BOUND = 2e-7;
const MAX_LENGTH = 64;

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
});

/**
 * @typedef {object} Case
 * @property {boolean} standard ONNX's own operator
 * @property {"half" | "interleaved"} layout
 * @property {number} axes 4: (batch, heads, T, dHead); 3: (batch, T, heads·dHead)
 * @property {number} dHead
 * @property {number} rotaryDim
 * @property {"offset" | "ids" | "none"} positions
 */

const BATCH = 2;
const HEADS = 3;
const LENGTH = 7;

/** The operator as a function of cosines and sines. @param {Case} of @param {Float32Array} x @param {bigint[]} ids */
async function operator({ standard, layout, axes, dHead, rotaryDim, positions }, x, ids) {
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
    domain: standard ? "" : "com.microsoft",
    opset: standard ? 23 : 1,
    inputs: standard
      ? [input, ...caches, ...(positions === "none" ? [] : [positionIds])]
      : [input, positionIds, ...caches],
    outputs: [{ name: "y", axes }],
    attributes: {
      interleaved: layout === "interleaved" ? 1 : 0,
      ...(axes === 3 || partial ? { num_heads: HEADS } : {}),
      ...(partial ? { rotary_embedding_dim: rotaryDim } : {}),
    },
  });
  const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
  const shape = axes === 4 ? [BATCH, HEADS, LENGTH, dHead] : [BATCH, LENGTH, HEADS * dHead];
  const pairs = rotaryDim / 2;
  const cache = (/** @type {Float32Array} */ table) => {
    if (positions !== "none") return new ort.Tensor("float32", table, [MAX_LENGTH, pairs]);
    const rows = table.subarray(0, LENGTH * pairs);
    return new ort.Tensor("float32", Float32Array.of(...rows, ...rows), [BATCH, LENGTH, pairs]);
  };
  /** @type {Record<string, ort.Tensor>} */
  const feeds = { x: new ort.Tensor("float32", x, shape) };
  if (positions === "offset") feeds.ids = new ort.Tensor("int64", ids.slice(0, 1), [1]);
  if (positions === "ids") feeds.ids = new ort.Tensor("int64", ids, [BATCH, LENGTH]);
  return async (/** @type {{ cos: Float32Array, sin: Float32Array }} */ { cos, sin }) => {
    const { y } = await session.run({ ...feeds, cos: cache(cos), sin: cache(sin) });
    return /** @type {Float32Array} */ (y.data).slice();
  };
}

/** Throws unless rows agree; returns their distance from x.
 * @param {Float32Array} actual @param {Float32Array} expected
 * @param {Float32Array} x @param {number} dHead */
function check(actual, expected, x, dHead) {
  expect(expected).toHaveLength(actual.length);
  let moved = 0;
  for (let row = 0; row < actual.length; row += dHead) {
    const theirs = expected.subarray(row, row + dHead);
    const allowed = BOUND * Math.max(norm(theirs), norm(x.subarray(row, row + dHead)));
    for (let i = 0; i < dHead; i++) {
      expect(Math.abs(actual[row + i] - theirs[i])).toBeLessThanOrEqual(allowed);
      moved += Math.abs(actual[row + i] - x[row + i]);
    }
  }
  return moved;
}

/** @type {Case[]} */
const cases = [];
for (const standard of [false, true]) {
  for (const layout of /** @type {const} */ (["half", "interleaved"])) {
    for (const axes of [4, 3]) {
      for (const [dHead, rotaryDim] of [
        [16, 16],
        [64, 64],
        [20, 12],
      ]) {
        /** @type {Case["positions"][]} */
        const inputs = standard ? ["ids", "none"] : ["offset", "ids"];
        for (const positions of inputs)
          cases.push({ standard, layout, axes, dHead, rotaryDim, positions });
      }
    }
  }
}

describe.each(cases)(
  "ONNX RotaryEmbedding, standard $standard, $layout, $axes axes, $rotaryDim of $dHead, positions $positions",
  (variant) => {
    it("gives the same rotation", async () => {
      const { layout, axes, dHead, rotaryDim, positions } = variant;
      const rotary = new RotaryEmbedding(dHead, { layout, rotaryDim, maxLength: MAX_LENGTH });
      const x = Float32Array.from(noise("float32", BATCH * HEADS * LENGTH * dHead, dHead + axes));
      const ids = Array.from({ length: BATCH * LENGTH }, (_, i) => (i * 19) % MAX_LENGTH);
      if (positions === "offset") ids[0] = 5;
      const options = { offset: { offset: 5 }, ids: { positions: ids }, none: {} }[positions];
      const isHeadsInside = axes === 3;
      const shape = isHeadsInside ? [BATCH, LENGTH, HEADS, dHead] : [BATCH, HEADS, LENGTH, dHead];
      const tokenAxis = isHeadsInside ? 1 : 2;
      const actual = rotary.apply(x, shape, { ...options, tokenAxis });
      const theirs = await operator(variant, x, ids.map(BigInt));
      expect(check(actual, await theirs(rotary), x, dHead)).toBeGreaterThan(1);

      // Any numbers for cosines and sines.
      const pairs = rotaryDim / 2;
      const cos = Float32Array.from(noise("float32", MAX_LENGTH * pairs, 5));
      const sin = Float32Array.from(noise("float32", MAX_LENGTH * pairs, 6));
      const cacheShape = [MAX_LENGTH, pairs];
      const at = {
        offset: { positions: Array.from({ length: LENGTH }, (_, i) => 5 + i), cacheShape },
        ids: { positions: BigInt64Array.from(ids, BigInt), cacheShape },
        none: {},
      }[positions];
      const rows = positions === "none" ? LENGTH * pairs : cos.length;
      const [cosines, sines] = [cos.subarray(0, rows), sin.subarray(0, rows)];
      const rotated = rotary.applyAngles(x, shape, cosines, sines, { ...at, tokenAxis });
      expect(check(rotated, await theirs({ cos, sin }), x, dHead)).toBeGreaterThan(1);
    });
  },
);
