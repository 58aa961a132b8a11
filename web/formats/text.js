// text.js: bytes as text, whatever their number: an engine's strings end at half a gigabyte or so.
import { FormatError } from "./error.js";

/** Bytes that are decoded at a time. */
const PIECE = 1 << 20;
/** Bytes of a text that is taken as a whole. What JSON becomes may take forty times the memory. */
const MOST = 2 ** 27;

/**
 * The text of a file in UTF-8, or with a mark of byte order in UTF-16, in order.
 * @param {Uint8Array} bytes
 * @param {string} [refusal] what is said when they are no text
 * @returns {Generator<string>}
 * @throws {FormatError} when they are no text
 */
export function* textPieces(bytes, refusal = "it is neither an .npy file nor text") {
  const mark = (bytes[0] << 8) | bytes[1];
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE) {
    const stream = at + PIECE < bytes.length;
    let text = "";
    try {
      text = decoder.decode(bytes.subarray(at, at + PIECE), { stream });
    } catch (cause) {
      throw new FormatError(refusal, { cause });
    }
    yield text;
  }
}

/**
 * All of it.
 * @param {Uint8Array} bytes
 * @param {string} [refusal] what is said when they are no text
 * @throws {FormatError} when they are no text, or too many
 */
export function wholeText(bytes, refusal) {
  if (bytes.length > MOST) {
    const size = Math.round(bytes.length / 1e6);
    throw new FormatError(
      `${size} MB of JSON, ${Math.floor(MOST / 1e6)} at most are read; .npy and CSV may be larger`,
    );
  }
  return [...textPieces(bytes, refusal)].join("");
}
