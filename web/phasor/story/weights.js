// weights.js: trained weights as a .safetensors file: every tensor as integers of 8 bits, and a factor
// (float32) for each of its rows.
//
// The file begins with the length of its header (8 bytes, little-endian) and the header in JSON, which
// has the names, types, shapes and places of the tensors and, as __metadata__, what the model is.
import { Network } from "../lab/network.js";
import { words } from "./stories.js";

/** @import { Encoding } from "../lab/network.js" */

/** The encodings that a story model can have. @type {readonly Encoding[]} */
export const encodings = Object.freeze(["rope", "alibi", "learned", "sinusoidal", "none"]);

/** The largest integer of 8 bits that a weight becomes. */
const LARGEST_WEIGHT = 127;
const FORMAT = "phasor story 1";
const factorsOf = (/** @type {string} */ name) => `${name}: factors`;

/** A network of a story model's size. @param {Encoding} encoding @param {number} seed of the initial values */
export const newNetwork = (encoding, seed) =>
  new Network(
    {
      ...{ symbols: words.length, answers: words.length, dModel: 64, heads: 2, layers: 4 },
      ...{ hidden: 256, tied: true, encoding, maxLength: 1024 },
    },
    seed,
  );

/**
 * The file of a trained network. Each weight w of a row becomes round(127·w/max|w|).
 * @param {Network} network @param {Record<string, string>} about stored with the weights
 * @returns {Uint8Array}
 */
export function fileOf(network, about) {
  /** @type {Record<string, unknown>} */
  const header = { __metadata__: { format: FORMAT, encoding: network.shape.encoding, ...about } };
  /** @type {Uint8Array[]} */
  const parts = [];
  let end = 0;
  /** @param {string} name @param {string} dtype @param {number[]} shape @param {Int8Array | Float32Array} data */
  const add = (name, dtype, shape, data) => {
    header[name] = { dtype, shape, data_offsets: [end, end + data.byteLength] };
    parts.push(new Uint8Array(data.buffer));
    end += data.byteLength;
  };
  // Factors first, so that they begin at multiples of 4 bytes.
  for (const { name, shape } of network.tensors) {
    const [rows, columns] = shape;
    const weights = network.part(network.memory.parameters, name);
    const factors = Float32Array.from({ length: rows }, (_, row) => {
      const entries = weights.subarray(row * columns, (row + 1) * columns);
      return entries.reduce((max, w) => Math.max(max, Math.abs(w)), 0) / LARGEST_WEIGHT;
    });
    add(factorsOf(name), "F32", [rows], factors);
  }
  for (const { name, shape } of network.tensors) {
    const [, columns] = shape;
    const factors = new Float32Array(
      parts[network.tensors.findIndex((t) => t.name === name)].buffer,
    );
    const weights = network.part(network.memory.parameters, name);
    const integers = Int8Array.from(weights, (w, i) => {
      const factor = factors[Math.floor(i / columns)];
      return factor > 0 ? Math.round(w / factor) : 0;
    });
    add(name, "I8", shape, integers);
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  // The elements begin at a multiple of 8, after spaces.
  const size = Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(8 + size + end).fill(0x20, 8, 8 + size);
  new DataView(file.buffer).setUint32(0, size, true);
  file.set(json, 8);
  let at = 8 + size;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/**
 * The network that a file holds.
 * @param {string} where the function that was called @param {Uint8Array} bytes
 * @returns {{ network: Network, about: Record<string, string> }}
 * @throws {TypeError} if they are not a story model's weights
 */
export function networkFrom(where, bytes) {
  /** @param {string} why @returns {never} */
  const fail = (why) => {
    throw new TypeError(`${where}: source must have the weights of a story model, but ${why}`);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.length < 8 ? Infinity : view.getUint32(0, true);
  if (!(8 + size <= bytes.length)) fail(`its ${bytes.length} bytes end within the header`);
  /** @type {any} */
  let header;
  try {
    header = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(8, 8 + size)),
    );
  } catch {
    fail("its header is not JSON");
  }
  const about = header?.__metadata__ ?? {};
  if (about.format !== FORMAT)
    fail(`its format is ${JSON.stringify(about.format)}, not "${FORMAT}"`);
  if (!encodings.includes(about.encoding))
    fail(`its encoding is ${JSON.stringify(about.encoding)}`);
  const network = newNetwork(about.encoding, 0);
  /** The elements of a tensor. @param {string} name @param {string} dtype @param {number[]} shape @param {number} bits */
  const elementsOf = (name, dtype, shape, bits) => {
    const tensor = header[name];
    const length = shape.reduce((product, size) => product * size, bits / 8);
    const [from, to] = tensor?.data_offsets ?? [];
    const fits = from >= 0 && to - from === length && 8 + size + to <= bytes.length;
    if (tensor?.dtype !== dtype || `${tensor.shape}` !== `${shape}` || !fits) {
      fail(`"${name}" is not a tensor of ${dtype} (${shape.join(", ")})`);
    }
    return new Uint8Array(bytes.subarray(8 + size + from, 8 + size + to)).buffer;
  };
  for (const { name, shape } of network.tensors) {
    const factors = new Float32Array(elementsOf(factorsOf(name), "F32", [shape[0]], 32));
    const integers = new Int8Array(elementsOf(name, "I8", shape, 8));
    const weights = network.part(network.memory.parameters, name);
    for (const [i, integer] of integers.entries()) {
      weights[i] = integer * factors[Math.floor(i / shape[1])];
    }
  }
  return { network, about };
}
