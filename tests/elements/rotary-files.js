// rotary-files.js: writes files with rotations in several formats, byte by byte.
import { npzPieces } from "../../web/formats/npz_write.js";

const words = new TextEncoder();

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @typedef {Record<string, { shape: number[], data: Float32Array }>} Tensors */

/** @param {Tensors} tensors */
export function safetensors(tensors) {
  let at = 0;
  const header = Object.entries(tensors).map(([name, { shape, data }]) => {
    const from = at;
    at += data.byteLength;
    return [name, { dtype: "F32", shape, data_offsets: [from, at] }];
  });
  const text = words.encode(JSON.stringify(Object.fromEntries(header)));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  const elements = Object.values(tensors).map(({ data }) => new Uint8Array(data.slice().buffer));
  return joined([length, text, ...elements]);
}

/** @param {Tensors} tensors */
export const npz = (tensors) =>
  joined(
    Array.from(
      npzPieces(
        Object.entries(tensors).map(([name, { shape, data }]) => {
          return { name, shape, dtype: "float32", pieces: () => [data] };
        }),
      ),
      (piece) => piece.slice(),
    ),
  );

/** A .gguf file with only metadata: strings, and numbers as float32.
 * @param {Record<string, string | number>} metadata */
export function gguf(metadata) {
  const number = (/** @type {bigint} */ value, /** @type {number} */ bytes) => {
    const out = new Uint8Array(bytes);
    for (let n = 0; n < bytes; n++) out[n] = Number((value >> BigInt(8 * n)) & 255n);
    return out;
  };
  const text = (/** @type {string} */ value) =>
    joined([number(BigInt(value.length), 8), words.encode(value)]);
  const entries = Object.entries(metadata).map(([key, value]) =>
    typeof value === "string"
      ? joined([text(key), number(8n, 4), text(value)])
      : joined([text(key), number(6n, 4), new Uint8Array(Float32Array.of(value).buffer)]),
  );
  const count = BigInt(entries.length);
  return joined([words.encode("GGUF"), number(3n, 4), number(0n, 8), number(count, 8), ...entries]);
}
