// text.js: decodes text of any size, in pieces: engines limit strings to about half a gigabyte.
import { FormatError } from "./error.js";

const PIECE_BYTES = 1 << 20;
/** Maximum size of a text to decode as a whole. Parsed JSON may take forty times as much memory. */
const MAX_WHOLE_BYTES = 2 ** 27;

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, piece by piece.
 * @param {Uint8Array} bytes
 * @param {string} [refusal] the message if the bytes are not text
 * @returns {Generator<string>}
 * @throws {FormatError} if the bytes are not text
 */
export function* textPieces(bytes, refusal = "it is neither an .npy file nor text") {
  const bom = (bytes[0] << 8) | bytes[1];
  const encoding = bom === 0xfffe ? "utf-16le" : bom === 0xfeff ? "utf-16be" : "utf-8";
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const stream = at + PIECE_BYTES < bytes.length;
    let text = "";
    try {
      text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream });
    } catch (cause) {
      throw new FormatError(refusal, { cause });
    }
    yield text;
  }
}

/**
 * Decodes a whole text.
 * @param {Uint8Array} bytes
 * @param {string} [refusal] the message if the bytes are not text
 * @throws {FormatError} if the bytes are not text, or too many
 */
export function wholeText(bytes, refusal) {
  if (bytes.length > MAX_WHOLE_BYTES) {
    const size = Math.round(bytes.length / 1e6);
    throw new FormatError(
      `JSON must have at most ${Math.floor(MAX_WHOLE_BYTES / 1e6)} MB, got ${size}; .npy and CSV may be larger`,
    );
  }
  return [...textPieces(bytes, refusal)].join("");
}
