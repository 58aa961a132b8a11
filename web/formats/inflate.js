// inflate.js: decompresses data with the platform's own decoder, up to a limit.
import { FormatError } from "./error.js";

/** Maximum number of bytes of a decompressed file. */
export const MAX_INFLATED = 2 ** 31 - 1;

/**
 * @param {Uint8Array} bytes @param {"gzip" | "deflate-raw"} format
 * @param {number} [size] of the decompressed data, if it is known: also the limit
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {FormatError} if the data is damaged, or decompresses to more than that
 */
export async function inflate(bytes, format, size) {
  const limit = size ?? MAX_INFLATED;
  const stream = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)])
    .stream()
    .pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  let output = new Uint8Array(size ?? Math.min(limit, 4 * bytes.length));
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > limit) {
        length = Infinity;
        break;
      }
      if (length + value.length > output.length) {
        const larger = new Uint8Array(Math.min(limit, 2 * (length + value.length)));
        larger.set(output.subarray(0, length));
        output = larger;
      }
      output.set(value, length);
      length += value.length;
    }
  } catch (cause) {
    throw new FormatError("the compressed data is damaged", { cause });
  }
  if (length > limit) {
    await reader.cancel();
    throw new FormatError(`it decompresses to more than ${limit} bytes`);
  }
  return output.subarray(0, length);
}

/** Whether bytes begin like a .gz file. @param {Uint8Array} bytes */
export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
