// unpack.js: decodes the text that the modules in kernels/ contain WebAssembly as.
//
// A byte is one or two characters, so that repetitions in the module stay repetitions in the text,
// and a compressed bundle is hardly larger than the compressed module (base64 would take half as
// much again).

/** Printable ASCII that no string literal, minifier or HTML page treats specially. */
export const ALPHABET =
  " !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";
/** Bytes below this are one character; others are two, of which the first counts how often this fits. */
export const SINGLES = 86;

/**
 * @param {string} text as pack in .ci/kernels.mjs makes it
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(text) {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; ) {
    const place = ALPHABET.indexOf(text[i++]);
    bytes[length++] =
      place < SINGLES ? place : SINGLES * (place - SINGLES + 1) + ALPHABET.indexOf(text[i++]);
  }
  return bytes.slice(0, length);
}
