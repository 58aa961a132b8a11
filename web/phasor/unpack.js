// unpack.js: decodes the text that the modules in kernels/ contain WebAssembly as.
//
// A byte is one or two characters, so that repetitions in the module stay repetitions in the text,
// and a compressed bundle is hardly larger than the compressed module (base64 would take half as
// much again). Common bytes are encoded as characters that are common in minified JavaScript,
// because gzip uses one code for both. The characters are ASCII that no string literal, minifier or
// HTML page treats specially.

/**
 * The characters of the bytes 0 … 63 and of those in COMMON, then three that add 64, 128 or 192 to the
 * byte after them: printable ASCII without " $ ' < \ and `. .ci/alphabet.mjs found the assignment.
 */
export const ALPHABET =
  "rn=til1}(&+:.c72?f3/v|LK]%hbY~98e )6>^-E!QPG@FCHwSMyAkpzJTjXxWNg*ouDqU;0OBZ5Vd4{m_R#[I,as";

/** Other bytes that have a character each. */
export const COMMON = [
  64, 65, 66, 97, 101, 105, 106, 107, 108, 114, 115, 116, 123, 124, 125, 126, 127, 128, 173, 240,
  253, 255,
];

/**
 * @param {string} text as pack in .ci/carry.mjs makes it
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(text) {
  const places = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) places[ALPHABET.charCodeAt(i)] = i;
  // Not TextEncoder, which Jest's jsdom lacks.
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; ) {
    const place = places[text.charCodeAt(i++)];
    bytes[length++] =
      place < 64 ? place : (COMMON[place - 64] ?? 64 * (place - 85) + places[text.charCodeAt(i++)]);
  }
  return bytes.slice(0, length);
}
