// carry.mjs: generates the JavaScript modules that contain the bytes of WebAssembly modules.
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
 * A WebAssembly module of kernels.
 * @typedef {{ name: string, slot: number, functions: string[] }} Kernels
 */

/**
 * The source of a module in web/phasor/kernels/ for bundlers.
 * @param {Kernels} kernels @param {Uint8Array} bytes
 */
export function carrier(kernels, bytes) {
  const { text, shift } = pack(bytes);
  return declaration(
    kernels,
    `import { unpack } from "../unpack.js";\n`,
    `() =>\n  unpack(\n    "${text}",\n    ${shift},\n  )`,
  );
}

/**
 * The same for Node: base64, which Buffer decodes many times faster than a loop.
 * @param {Kernels} kernels @param {Uint8Array} bytes
 */
export function carrierForNode(kernels, bytes) {
  const text = Buffer.from(bytes).toString("base64");
  return declaration(kernels, "", `() => new Uint8Array(Buffer.from("${text}", "base64"))`);
}

/**
 * The same without the bytes, for hosts that supply a compiled module.
 * @param {Kernels} kernels
 */
export function carrierWithoutBytes(kernels) {
  return declaration(kernels, "", "undefined");
}

/** @param {Kernels} kernels @param {string} imports @param {string} bytes an expression */
function declaration({ name, slot, functions }, imports, bytes) {
  return `// Generated from csrc/ by make.
import { KernelModule } from "../memory.js";
${imports}
/** @type {KernelModule<${functions.map((each) => `"${each}"`).join(" | ")}>} */
export const ${name}Kernels = /* @__PURE__ */ new KernelModule(${slot}, ${bytes});
`;
}
