// carry.mjs: generates the JavaScript modules that contain the bytes of WebAssembly modules.
import { ALPHABET, COMMON } from "../web/phasor/unpack.js";

/** The characters for each byte, as web/phasor/unpack.js decodes them. */
const characters = Array.from({ length: 256 }, (_, byte) => {
  if (byte < 64) return ALPHABET[byte];
  const common = COMMON.indexOf(byte);
  return common < 0 ? ALPHABET[85 + (byte >> 6)] + ALPHABET[byte & 63] : ALPHABET[64 + common];
});

/**
 * Encodes bytes as text.
 * @param {Uint8Array} bytes
 */
export function pack(bytes) {
  return Array.from(bytes, (byte) => characters[byte]).join("");
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
  return declaration(
    kernels,
    `import { unpack } from "../unpack.js";\n`,
    `() => unpack("${pack(bytes)}")`,
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
