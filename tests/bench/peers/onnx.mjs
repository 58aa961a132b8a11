// onnx.mjs: ONNX Runtime Web on WebAssembly, one thread. The models are written as bytes.

import { graphOf } from "../../phasor/onnx.js";
import { frequencies, load, versionOf } from "./packages.mjs";
import { anglesOf, BATCH, HEADS, SUMMED } from "./work.mjs";

/** @import { Contestant } from "./work.mjs" */

/** @type {any} */
let ort;

export function start() {
  ort = load("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  return versionOf("onnxruntime-web");
}

/** The operators that ONNX Runtime adds, RotaryEmbedding among them. */
const CONTRIBUTED = "com.microsoft";

/** @param {string} name @param {string[]} inputs @param {string} output @param {Record<string, number>} [attributes] */
const node = (name, inputs, output, attributes) => ({
  ...{ name, inputs, outputs: [output], attributes },
  domain: name === "RotaryEmbedding" ? CONTRIBUTED : "",
});

/** A model whose result, "out", has as many axes as given. @param {ReturnType<typeof node>[]} nodes
 * @param {Record<string, number>} inputs their axes @param {number} axes
 * @param {Record<string, number[]>} [constants] */
const model = (nodes, inputs, axes, constants) =>
  graphOf({
    ...{ nodes, constants, opset: 13, domains: { [CONTRIBUTED]: 1 } },
    inputs: Object.entries(inputs).map(([name, axes]) => ({ name, axes })),
    outputs: [{ name: "out", axes }],
  });

/** @param {number} length @param {number} d */
const tableModel = (length, d) =>
  model(
    [
      node("Mul", ["p", "w"], "angles"),
      node("Sin", ["angles"], "sin"),
      node("Cos", ["angles"], "cos"),
      node("Unsqueeze", ["sin", "last"], "sin3"),
      node("Unsqueeze", ["cos", "last"], "cos3"),
      node("Concat", ["sin3", "cos3"], "pairs", { axis: 2 }),
      node("Reshape", ["pairs", "shape"], "out"),
    ],
    { p: 2, w: 2 },
    2,
    { last: [2], shape: [length, d] },
  );

/** @param {Uint8Array} bytes @param {Record<string, any>} feeds */
async function session(bytes, feeds) {
  const inference = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  return async () => (await inference.run(feeds)).out;
}

/** ONNX Runtime's operator RotaryEmbedding, with caches of cosines and sines.
 * @param {number} length @param {number} d */
async function rope(length, d) {
  const shape = [1, HEADS, length, d];
  const inputs = ["x", "positions", "cos", "sin"];
  const bytes = model(
    [node("RotaryEmbedding", inputs, "out", { interleaved: 0 })],
    { x: 4, cos: 2, sin: 2 },
    4,
    { positions: [0] },
  );
  const { cos, sin } = anglesOf(length, d, 0);
  const x = new Float32Array(HEADS * length * d).fill(0.5);
  const run = await session(bytes, {
    x: new ort.Tensor("float32", x, shape),
    cos: new ort.Tensor("float32", cos, [length, d / 2]),
    sin: new ort.Tensor("float32", sin, [length, d / 2]),
  });
  return retained(run);
}

/** @param {() => Promise<any>} run @returns {import("./work.mjs").Prepared} */
function retained(run) {
  /** @type {any} */
  let result;
  return {
    async run() {
      result = await run();
    },
    values: () => result.data,
  };
}

/** @type {Contestant["prepare"]} */
export async function prepare({ kind, dtype, length, d, start: first }) {
  if (dtype !== "float32" || kind === "scatter") return undefined;
  /** @param {Float32Array} data @param {number[]} dims */
  const tensor = (data, dims) => new ort.Tensor("float32", data, dims);
  if (kind === "rope") return rope(length, d);
  const positions = Float32Array.from({ length }, (_, r) => first + r);
  const makeTable = await session(tableModel(length, d), {
    p: tensor(positions, [length, 1]),
    w: tensor(Float32Array.from(frequencies(d)), [1, d / 2]),
  });
  let run = makeTable;
  if (kind === "forward") {
    const add = model([node("Add", ["x", "pe"], "out")], { x: 3, pe: 2 }, 3);
    const x = new Float32Array(BATCH * length * d).fill(1);
    run = await session(add, { x: tensor(x, [BATCH, length, d]), pe: await makeTable() });
  }
  if (kind === "dots") {
    const multiply = model(
      [node("Transpose", ["pe"], "columns"), node("MatMul", ["pe", "columns"], "out")],
      { pe: 2 },
      2,
    );
    run = await session(multiply, { pe: await makeTable() });
  }
  if (kind === "attention") {
    const attend = model(
      [
        node("Transpose", ["pe"], "columns"),
        node("MatMul", ["pe", "columns"], "scores"),
        node("Mul", ["scores", "scale"], "scaled"),
        node("Softmax", ["scaled"], "out", { axis: 1 }),
      ],
      { pe: 2, scale: 1 },
      2,
    );
    const scale = tensor(Float32Array.of(1 / Math.sqrt(d)), [1]);
    run = await session(attend, { pe: await makeTable(), scale });
  }
  if (kind === "gradient") {
    const sum = model([node("ReduceSum", ["x", "axes"], "out", { keepdims: 0 })], { x: 3 }, 2, {
      axes: [0],
    });
    const x = new Float32Array(SUMMED * length * d).fill(1);
    run = await session(sum, { x: tensor(x, [SUMMED, length, d]) });
  }
  return retained(run);
}
