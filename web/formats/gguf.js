// gguf.js: reads the metadata and the list of tensors of .gguf files.
//
// A file consists of "GGUF", the version, the numbers of tensors and of keys, the keys with their
// values, the name, shape (last axis first), type and offset of each tensor, and the elements.
// Source: docs/gguf.md of ggml-org/ggml, versions 1 to 3.
import { bytesOf, elementAt } from "./elements.js";
import { FormatError, quote } from "./error.js";
import { sizeOf } from "./shape.js";
import { Reader } from "./source.js";

/** @import { Tensor } from "./elements.js" */
/** @import { Source } from "./source.js" */

const MAX_TENSORS = 1_000_000;
const MAX_KEYS = 100_000;
const MAX_TEXT = 1 << 24;
/** Longer lists, such as vocabularies, are not kept. */
const MAX_LIST_LENGTH = 4096;
const MAX_AXES = 8;
const MAX_DEPTH = 4;

/** The types of values, indexed by their number in the file. */
const VALUE_TYPES = "U8 I8 U16 I16 U32 I32 F32 BOOL TEXT LIST U64 I64 F64".split(" ");
/** Types of tensors that are plain numbers; all others are quantized. @type {Record<number, string>} */
const UNQUANTIZED = {
  ...{ 0: "F32", 1: "F16", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64", 30: "BF16" },
};

/** Whether bytes begin like a .gguf file. @param {Uint8Array} bytes */
export const isGguf = (bytes) => [0x47, 0x47, 0x55, 0x46].every((byte, i) => bytes[i] === byte);

/**
 * @param {Source} source
 * @returns {Promise<{ tensors: Tensor[], metadata: Map<string, unknown> }>} lists of more than 4,096
 *   values are left out
 * @throws {FormatError}
 */
export async function readGguf(source) {
  const reader = new Numbers(source);
  await reader.need(8, "its version");
  reader.advance(4);
  const version = await reader.number("U32");
  if (version < 1 || version > 3) {
    throw new FormatError(`byte 4: the version must be 1, 2 or 3, got ${version}`);
  }
  reader.long = version > 1;
  const count = await reader.size("the number of tensors", MAX_TENSORS);
  const keys = await reader.size("the number of keys", MAX_KEYS);
  /** @type {Map<string, unknown>} */
  const metadata = new Map();
  for (let i = 0; i < keys; i++) {
    const key = await reader.text("a key");
    const type = await reader.number("U32");
    const value = await readValue(reader, type, 0);
    if (value !== undefined) metadata.set(key, value);
  }
  /** @type {Tensor[]} */
  const tensors = [];
  for (let i = 0; i < count; i++) tensors.push(await tensorOf(reader));
  const alignment = Number(metadata.get("general.alignment") ?? 32);
  if (!(Number.isInteger(alignment) && alignment > 0 && alignment <= 1 << 20)) {
    throw new FormatError(`general.alignment must be a size in bytes, got ${alignment}`);
  }
  const start = Math.ceil(reader.at / alignment) * alignment;
  for (const tensor of tensors) setOffsets(tensor, start, source.size);
  return { tensors, metadata };
}

/** Reads numbers and texts. */
class Numbers extends Reader {
  /** Whether sizes have 64 bits, as they do from version 2 on. */
  long = true;

  /** @param {string} type */
  async number(type) {
    const bytes = bytesOf(type) ?? 1;
    if (!this.has(bytes)) await this.need(bytes, "its metadata");
    const { view, at } = this.take(bytes);
    return elementAt(view, at, type);
  }

  /** @param {string} what @param {number} max */
  async size(what, max) {
    const { at } = this;
    const size = await this.number(this.long ? "U64" : "U32");
    if (size > max)
      throw new FormatError(`byte ${at}: ${what} must be at most ${max}, got ${size}`);
    return size;
  }

  /** @param {string} what */
  async text(what) {
    const length = await this.size(`the length of ${what}`, MAX_TEXT);
    if (!this.has(length)) await this.need(length, what);
    return new TextDecoder().decode(this.bytes(length));
  }
}

/** @param {Numbers} reader @param {number} type @param {number} depth @returns {Promise<unknown>} */
async function readValue(reader, type, depth) {
  const typeName = typeOf(reader, type);
  if (typeName === "TEXT") return reader.text("a text");
  if (typeName !== "LIST") {
    const value = await reader.number(typeName);
    return typeName === "BOOL" ? value !== 0 : value;
  }
  if (depth === MAX_DEPTH) throw new FormatError(`byte ${reader.at}: lists are nested too deeply`);
  const elementType = await reader.number("U32");
  const length = await reader.size("the length of a list", Number.MAX_SAFE_INTEGER);
  const element = typeOf(reader, elementType);
  const bytes = bytesOf(element);
  if (bytes !== undefined && length > MAX_LIST_LENGTH) {
    reader.advance(length * bytes);
    await reader.need(0, "a list");
    return undefined;
  }
  /** @type {unknown[]} */
  const list = [];
  for (let i = 0; i < length; i++) {
    if (element === "TEXT" && length > MAX_LIST_LENGTH) {
      const size = await reader.size("the length of a text", MAX_TEXT);
      if (!reader.has(size)) await reader.need(size, "a text");
      reader.advance(size);
    } else {
      const value = await readValue(reader, elementType, depth + 1);
      if (length <= MAX_LIST_LENGTH) list.push(value);
    }
  }
  return length <= MAX_LIST_LENGTH ? list : undefined;
}

/** @param {Numbers} reader @param {number} type */
function typeOf(reader, type) {
  const typeName = VALUE_TYPES[type];
  if (!typeName) throw new FormatError(`byte ${reader.at}: unknown type ${type} of a value`);
  return typeName;
}

/** @param {Numbers} reader @returns {Promise<Tensor>} `from` and `to` are relative to the first
 *   element */
async function tensorOf(reader) {
  const name = await reader.text("a tensor's name");
  const axes = await reader.number("U32");
  if (axes > MAX_AXES)
    throw new FormatError(`tensor ${quote(name)}: at most ${MAX_AXES} axes, got ${axes}`);
  const shape = [];
  for (let i = 0; i < axes; i++) {
    shape.unshift(await reader.size(`an axis of tensor ${quote(name)}`, Number.MAX_SAFE_INTEGER));
  }
  const type = await reader.number("U32");
  const from = await reader.number("U64");
  return { name, dtype: UNQUANTIZED[type] ?? `quantized (${type})`, shape, from, to: from };
}

/** @param {Tensor} tensor @param {number} start of the elements @param {number} size of the file */
function setOffsets(tensor, start, size) {
  const bytes = bytesOf(tensor.dtype);
  tensor.from += start;
  tensor.to = bytes === undefined ? tensor.from : tensor.from + bytes * sizeOf(tensor.shape);
  if (!(tensor.to <= size)) {
    throw new FormatError(
      `tensor ${quote(tensor.name)}: shape (${tensor.shape.join(", ")}) of ${tensor.dtype} extends beyond the end of the file, which has ${size} bytes`,
    );
  }
}
