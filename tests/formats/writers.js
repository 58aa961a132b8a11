// writers.js: writes files of arrays, by the formats' descriptions, in Node and in browsers.
import { npzPieces } from "../../web/formats/npz_write.js";

/** @typedef {Record<string, { shape: number[], data: Float32Array | BigInt64Array }>} Tensors */

const words = new TextEncoder();

/** @param {Uint8Array[]} parts */
const joined = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
/** @param {ArrayBufferView} data */
const bytesOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A .safetensors file. @param {Tensors} tensors */
export function safetensors(tensors) {
  let at = 0;
  const header = Object.entries(tensors).map(([name, { shape, data }]) => {
    const from = at;
    at += data.byteLength;
    const dtype = data instanceof Float32Array ? "F32" : "I64";
    return [name, { dtype, shape, data_offsets: [from, at] }];
  });
  const text = words.encode(JSON.stringify(Object.fromEntries(header)));
  const length = bytesOf(BigUint64Array.of(BigInt(text.length)));
  return joined([length, text, ...Object.values(tensors).map(({ data }) => bytesOf(data))]);
}

/** An .npz file. @param {Record<string, { shape: number[], data: Float32Array }>} tensors */
export function npz(tensors) {
  const arrays = Object.entries(tensors).map(([name, { shape, data }]) => {
    return { name, shape, dtype: /** @type {const} */ ("float32"), pieces: () => [data] };
  });
  return joined(Array.from(npzPieces(arrays), (piece) => piece.slice()));
}

/** An .npy file with any header. @param {string} header of characters up to 255 @param {Float32Array} [data] */
export function npyOf(header, data = new Float32Array()) {
  const start = `\x93NUMPY\x01\0${String.fromCharCode(header.length & 255, header.length >> 8)}`;
  const letters = Uint8Array.from(start + header, (letter) => letter.charCodeAt(0));
  return joined([letters, bytesOf(data)]);
}

/** An .npy file. @param {string} descr @param {number[]} shape @param {Float32Array} data */
export function npy(descr, shape, data) {
  const tuple = `${shape.join(", ")}${shape.length === 1 ? "," : ""}`;
  return npyOf(`{'descr': '${descr}', 'fortran_order': False, 'shape': (${tuple})}\n`, data);
}
