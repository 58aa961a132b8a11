// unpack.js: decodes the text that the modules in kernels/ contain WebAssembly as.
//
// A byte is a character or two, so that repetitions in the module stay repetitions in the text, and
// a compressed bundle is hardly larger than the compressed module (base64 would cost half as much
// again). The bytes that are common in the modules have the characters that are common in minified
// JavaScript, as gzip gives both the same code. The characters are ASCII that no string literal,
// minifier or HTML page treats specially.

/**
 * The characters of the bytes 0 … 63 and those in COMMON, then three that add 64, 128 or 192 to the
 * byte after them: printable ASCII without " $ ' < \ and `. Which has which was found by exchanging
 * characters as long as that made `sinusoidal` and `RotaryEmbedding` alone smaller.
 */
export const ALPHABET =
  "rn=til1)(+]c.}&0:fhx-6vMwZ7_WONPe sL8JkR!QB^g5CX>SUyqE{DI9YF|4j*douA@~H[b%z/p;m3TGV#2K,a?";

/** The most frequent bytes above 63. */
export const COMMON = [
  64, 65, 66, 68, 71, 95, 97, 106, 107, 111, 114, 116, 124, 126, 127, 128, 162, 192, 240, 242, 253,
  255,
];

/**
 * @param {string} text
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
