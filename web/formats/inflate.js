// inflate.js: decompresses data with the platform's own decoder, up to a limit.
import { FormatError } from "./error.js";

/** Maximum number of bytes of a decompressed file. */
const MAX_INFLATED = 2 ** 31 - 1;

/**
 * @param {Uint8Array} bytes @param {"gzip" | "deflate-raw"} format
 * @param {number} [most] maximum number of decompressed bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {FormatError} if the data is damaged, or decompresses to more than that
 */
export async function inflated(bytes, format, most = MAX_INFLATED) {
  const stream = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)])
    .stream()
    .pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const pieces = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) break;
      pieces.push(value);
    }
  } catch (cause) {
    throw new FormatError("the compressed data is damaged", { cause });
  }
  if (length > most) {
    await reader.cancel();
    throw new FormatError(`it decompresses to more than ${most} bytes`);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Whether bytes begin like a .gz file. @param {Uint8Array} bytes */
export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
