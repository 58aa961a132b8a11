// unpack.js: decodes the text that the modules in kernels/ contain WebAssembly as.
//
// A byte is a character or two, so that repetitions in the module stay repetitions in the text, and
// a compressed bundle is hardly larger than the compressed module (base64 would cost half as much
// again). The characters are ASCII that no string literal, minifier or HTML page treats specially.

/** The characters in order, each the digit of its place: printable ASCII without " $ ' < \ and `. */
export const ALPHABET = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((character) => !"\"$'<\\`".includes(character))
  .join("");

/** Places below this are bytes; from here on they begin a pair. */
export const DIRECT = ALPHABET.length - 2;

/** Added to each byte: then most bytes of the modules are single characters. */
export const SHIFT = 8;

/**
 * @param {string} text each byte, plus SHIFT and modulo 256, as its place in the alphabet or, from
 *   DIRECT on, as DIRECT + 89·(first place − DIRECT) + second place
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(text) {
  const places = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) places[ALPHABET.charCodeAt(i)] = i;
  // Not TextEncoder, which Jest's jsdom lacks.
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; ) {
    let value = places[text.charCodeAt(i++)];
    if (value >= DIRECT) {
      value = DIRECT + ALPHABET.length * (value - DIRECT) + places[text.charCodeAt(i++)];
    }
    bytes[length++] = value - SHIFT;
  }
  return bytes.slice(0, length);
}
