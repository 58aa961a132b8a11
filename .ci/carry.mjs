// carry.mjs: source text of the module wasm.js, which carries the WebAssembly module's bytes.
import { ALPHABET, DIRECT } from "../web/phasor/unpack.js";

/**
 * The text that web/phasor/unpack.js turns into these bytes.
 * @param {Uint8Array} bytes
 */
export function pack(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  // The shift that gives the most bytes a single character.
  let shift = 0;
  let most = -1;
  for (let candidate = 0; candidate < 256; candidate++) {
    let direct = 0;
    for (let value = 0; value < DIRECT; value++) direct += counts[(value - candidate) & 255];
    if (direct > most) [most, shift] = [direct, candidate];
  }
  let text = "";
  for (const byte of bytes) {
    const value = (byte + shift) & 255;
    const beyond = value - DIRECT;
    text +=
      beyond < 0
        ? ALPHABET[value]
        : ALPHABET[DIRECT + Math.floor(beyond / ALPHABET.length)] +
          ALPHABET[beyond % ALPHABET.length];
  }
  return { text, shift };
}

/**
 * wasm.js as bundlers take it.
 * @param {Uint8Array} bytes
 * @param {string} unpack what to import the unpacking from
 */
export function carrier(bytes, unpack = "./unpack.js") {
  const { text, shift } = pack(bytes);
  return `// Generated from csrc/ by make.
import { unpack } from "${unpack}";

/** The ${bytes.length} bytes of phasor.wasm. */
export const moduleBytes = () =>
  unpack(
    "${text}",
    ${shift},
  );
`;
}

/**
 * wasm.js as Node gets it: base64, which its Buffer decodes many times faster than a loop would.
 * @param {Uint8Array} bytes
 */
export function carrierForNode(bytes) {
  const text = Buffer.from(bytes).toString("base64");
  return `export const moduleBytes = () => new Uint8Array(Buffer.from("${text}", "base64"));\n`;
}
