// carry.mjs: generates the source of wasm.js, which contains the bytes of the WebAssembly module.
import { ALPHABET, DIRECT } from "../web/phasor/unpack.js";

/**
 * Encodes bytes as the text that web/phasor/unpack.js decodes.
 * @param {Uint8Array} bytes
 */
export function pack(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  // Find the shift that encodes the most bytes as a single character.
  let shift = 0;
  let maximum = -1;
  for (let candidate = 0; candidate < 256; candidate++) {
    let direct = 0;
    for (let value = 0; value < DIRECT; value++) direct += counts[(value - candidate) & 255];
    if (direct > maximum) [maximum, shift] = [direct, candidate];
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
 * The source of wasm.js for bundlers.
 * @param {Uint8Array} bytes
 * @param {string} unpack where to import `unpack` from
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
 * The source of wasm.js for Node: base64, which Buffer decodes many times faster than a loop.
 * @param {Uint8Array} bytes
 */
export function carrierForNode(bytes) {
  const text = Buffer.from(bytes).toString("base64");
  return `export const moduleBytes = () => new Uint8Array(Buffer.from("${text}", "base64"));\n`;
}
