// onnx.mjs: ONNX Runtime Web on WebAssembly, one thread. This file writes the models as bytes.

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

// ---- just enough of Protocol Buffers and of onnx.proto ----

/** @typedef {number | string | Uint8Array} Value */

/** @param {number} value @returns {number[]} */
const varint = (value) =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];

/** A message of fields, each a number and a value.
 * @param {[field: number, value: Value][]} fields */
function message(...fields) {
  const parts = fields.map(([field, value]) => {
    if (typeof value === "number") return Buffer.from([...varint(field * 8), ...varint(value)]);
    const bytes = Buffer.from(/** @type {string} */ (value));
    return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
  });
  return Buffer.concat(parts);
}

const FLOAT = 1;
const INT64 = 7;
/** The operators that ONNX Runtime adds, RotaryEmbedding among them. */
const CONTRIBUTED = "com.microsoft";

/** @param {string} name @param {number[]} dims */
const valueInfo = (name, dims) => {
  const shape = message(...dims.map((n) => /** @type {[number, Value]} */ ([1, message([1, n])])));
  return message([1, name], [2, message([1, message([1, FLOAT], [2, shape])])]);
};

/**
 * @param {string} type @param {string[]} inputs @param {string} output
 * @param {Record<string, number>} [attributes] @param {string} [domain]
 */
const node = (type, inputs, output, attributes = {}, domain = "") =>
  message(
    ...inputs.map((input) => /** @type {[number, Value]} */ ([1, input])),
    [2, output],
    [4, type],
    ...(domain ? [/** @type {[number, Value]} */ ([7, domain])] : []),
    ...Object.entries(attributes).map(([name, value]) => {
      const attribute = message([1, name], [3, value], [20, 2]);
      return /** @type {[number, Value]} */ ([5, attribute]);
    }),
  );

/** @param {string} name @param {number[]} values */
const integers = (name, values) => {
  const data = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  return message([1, values.length], [2, INT64], [8, name], [9, data]);
};

/**
 * @param {Buffer[]} nodes @param {Buffer[]} constants
 * @param {Record<string, number[]>} inputs shapes @param {number[]} output shape of "out"
 */
function model(nodes, constants, inputs, output) {
  const graph = message(
    ...nodes.map((each) => /** @type {[number, Value]} */ ([1, each])),
    [2, "graph"],
    ...constants.map((each) => /** @type {[number, Value]} */ ([5, each])),
    ...Object.entries(inputs).map(
      ([name, dims]) => /** @type {[number, Value]} */ ([11, valueInfo(name, dims)]),
    ),
    [12, valueInfo("out", output)],
  );
  const contributed = message([1, CONTRIBUTED], [2, 1]);
  return message([1, 8], [7, graph], [8, message([2, 13])], [8, contributed]);
}

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
    [integers("last", [2]), integers("shape", [length, d])],
    { p: [length, 1], w: [1, d / 2] },
    [length, d],
  );

/** @param {Buffer} bytes @param {Record<string, any>} feeds */
async function session(bytes, feeds) {
  const made = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  return async () => (await made.run(feeds)).out;
}

/**
 * ONNX Runtime's operator RotaryEmbedding, with caches of cosines and sines.
 * @param {number} length @param {number} d
 */
async function rope(length, d) {
  const shape = [1, HEADS, length, d];
  const caches = { cos: [length, d / 2], sin: [length, d / 2] };
  const inputs = ["x", "positions", "cos", "sin"];
  const bytes = model(
    [node("RotaryEmbedding", inputs, "out", { interleaved: 0 }, CONTRIBUTED)],
    [integers("positions", [0])],
    { x: shape, ...caches },
    shape,
  );
  const { cos, sin } = anglesOf(length, d, 0);
  const x = new Float32Array(HEADS * length * d).fill(0.5);
  const run = await session(bytes, {
    x: new ort.Tensor("float32", x, shape),
    cos: new ort.Tensor("float32", cos, caches.cos),
    sin: new ort.Tensor("float32", sin, caches.sin),
  });
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
    const add = model(
      [node("Add", ["x", "pe"], "out")],
      [],
      { x: [BATCH, length, d], pe: [length, d] },
      [BATCH, length, d],
    );
    const x = new Float32Array(BATCH * length * d).fill(1);
    run = await session(add, { x: tensor(x, [BATCH, length, d]), pe: await makeTable() });
  }
  if (kind === "dots") {
    const multiply = model(
      [node("Transpose", ["pe"], "columns"), node("MatMul", ["pe", "columns"], "out")],
      [],
      { pe: [length, d] },
      [length, length],
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
      [],
      { pe: [length, d], scale: [1] },
      [length, length],
    );
    const scale = tensor(Float32Array.of(1 / Math.sqrt(d)), [1]);
    run = await session(attend, { pe: await makeTable(), scale });
  }
  if (kind === "gradient") {
    const sum = model(
      [node("ReduceSum", ["x", "axes"], "out", { keepdims: 0 })],
      [integers("axes", [0])],
      { x: [SUMMED, length, d] },
      [length, d],
    );
    const x = new Float32Array(SUMMED * length * d).fill(1);
    run = await session(sum, { x: tensor(x, [SUMMED, length, d]) });
  }
  /** @type {any} */
  let result;
  return {
    async run() {
      result = await run();
    },
    values: () => result.data,
  };
}
