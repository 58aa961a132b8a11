// safetensors.js: reads the headers of .safetensors files.
//
// A file consists of the length of the header (8 bytes, little-endian), the header, which is JSON, and the
// elements: { name: { dtype, shape, data_offsets: [from, to] } }, counted from the header's end.
import { bytesOf } from "./elements.js";
import { FormatError, quote } from "./error.js";
import { sizeOf } from "./shape.js";

/** @import { Tensor } from "./elements.js" */
/** @import { Source } from "./source.js" */

/** The limit of the safetensors library. */
const MAX_HEADER = 100_000_000;
const MAX_TENSORS = 1_000_000;

/**
 * Whether bytes begin like a .safetensors file.
 * @param {Uint8Array} bytes at least 9
 */
export function isSafetensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length >= 9 && view.getUint32(4, true) === 0 && bytes[8] === 0x7b;
}

/**
 * @param {Source} source
 * @returns {Promise<{ tensors: Tensor[], metadata: Map<string, unknown> }>}
 * @throws {FormatError}
 */
export async function readSafetensors(source) {
  if (source.size < 8) throw new FormatError("byte 0: the file ends within the header's length");
  const first = await source.read(0, 8);
  const long = new DataView(first.buffer, first.byteOffset, 8).getBigUint64(0, true);
  if (long > BigInt(Math.min(MAX_HEADER, source.size - 8))) {
    throw new FormatError(
      `byte 0: the header has ${long} bytes, of a file of ${source.size}; at most ${MAX_HEADER} are read`,
    );
  }
  const length = Number(long);
  const header = parseHeader(await source.read(8, 8 + length));
  const start = 8 + length;
  /** @type {Tensor[]} */
  const tensors = [];
  const metadata = new Map();
  for (const [name, entry] of Object.entries(header)) {
    if (name === "__metadata__") {
      for (const [key, value] of Object.entries(entry ?? {})) metadata.set(key, value);
      continue;
    }
    if (tensors.length === MAX_TENSORS) {
      throw new FormatError(`byte 8: the header has more than ${MAX_TENSORS} tensors`);
    }
    tensors.push(tensorOf(name, entry, start, source.size));
  }
  return { tensors, metadata };
}

/** @param {Uint8Array} bytes @returns {Record<string, unknown>} */
function parseHeader(bytes) {
  /** @type {unknown} */
  let header;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new FormatError("byte 8: the header is not JSON", { cause });
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) {
    throw new FormatError("byte 8: the header is not a JSON object");
  }
  return /** @type {Record<string, unknown>} */ (header);
}

/** @param {string} name @param {unknown} entry @param {number} start @param {number} size
 * @returns {Tensor} */
function tensorOf(name, entry, start, size) {
  const {
    dtype,
    shape,
    data_offsets: offsets,
  } = /** @type {Record<string, unknown>} */ (entry ?? {});
  const fail = (/** @type {string} */ why) => {
    throw new FormatError(`tensor ${quote(name)}: ${why}`);
  };
  if (typeof dtype !== "string") return fail("it has no dtype");
  if (!isSizes(shape)) return fail("its shape is not a list of sizes");
  if (!isSizes(offsets) || offsets.length !== 2)
    return fail("its data_offsets are not two numbers");
  const [from, to] = offsets;
  if (from > to || start + to > size) {
    return fail(`its bytes ${from} to ${to} are not in the file, which has ${size - start}`);
  }
  const bytes = bytesOf(dtype);
  if (bytes !== undefined && sizeOf(shape) * bytes !== to - from) {
    return fail(`shape (${shape.join(", ")}) of ${dtype} does not need ${to - from} bytes`);
  }
  return { name, dtype, shape, from: start + from, to: start + to };
}

/** @param {unknown} list @returns {list is number[]} */
const isSizes = (list) =>
  Array.isArray(list) && list.every((size) => Number.isSafeInteger(size) && size >= 0);
