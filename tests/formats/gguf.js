// gguf.js: writes .gguf files, by the format's description (docs/gguf.md of ggml-org/ggml).

/** A value with its type. @typedef {{ u32: number } | { f32: number } | { text: string } | { i32s: number[] } | { texts: string[] } | { nested: number }} Value */

const long = (/** @type {number | bigint} */ size) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(size));
  return bytes;
};
const word = (/** @type {number} */ size) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(size);
  return bytes;
};
/** @param {string} text */
const string = (text) => Buffer.concat([long(Buffer.byteLength(text)), Buffer.from(text)]);
function encoded(/** @type {Value} */ value) {
  if ("u32" in value) return Buffer.concat([word(4), word(value.u32)]);
  if ("f32" in value)
    return Buffer.concat([word(6), Buffer.from(Float32Array.of(value.f32).buffer)]);
  if ("text" in value) return Buffer.concat([word(8), string(value.text)]);
  if ("texts" in value) {
    return Buffer.concat([word(9), word(8), long(value.texts.length), ...value.texts.map(string)]);
  }
  if ("nested" in value) {
    const outer = new Array(value.nested - 1).fill(Buffer.concat([word(9), long(1)]));
    return Buffer.concat([word(9), ...outer, word(5), long(0)]);
  }
  const list = Buffer.from(Int32Array.from(value.i32s).buffer);
  return Buffer.concat([word(9), word(5), long(value.i32s.length), list]);
}

/** The bytes of a file, version 3. @param {Record<string, Value>} keys
 * @param {Record<string, Float32Array>} [tensors] of one axis */
export function ggufFile(keys, tensors = {}) {
  const data = Object.entries(tensors);
  const parts = [Buffer.from("GGUF"), word(3), long(data.length), long(Object.keys(keys).length)];
  for (const [key, value] of Object.entries(keys)) parts.push(string(key), encoded(value));
  let at = 0;
  for (const [name, { length }] of data) {
    parts.push(string(name), word(1), long(length), word(0), long(at));
    at += Math.ceil((4 * length) / 32) * 32;
  }
  const head = Buffer.concat(parts);
  const padded = (/** @type {Buffer} */ bytes) =>
    Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
  return Buffer.concat([
    padded(head),
    ...data.map(([, list]) => padded(Buffer.from(list.buffer, list.byteOffset, list.byteLength))),
  ]);
}
