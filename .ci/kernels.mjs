// node .ci/kernels.mjs PAGES STACK_BYTES SLOT_BYTES NAME …: writes web/phasor/kernels/, a
// JavaScript module for each WebAssembly module in build/kernels/, and constants.js from phasor.h.
// A file whose text is the same is not written, so that `make dev` reloads only what has changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ALPHABET, SINGLES } from "../web/phasor/unpack.js";

const [pages, stackBytes, slotBytes] = process.argv.slice(2, 5).map(Number);
const names = process.argv.slice(5);
const root = new URL("../", import.meta.url);
const folder = new URL("web/phasor/kernels/", root);
const PAGE = 65536;

const modules = names.map((name, slot) => {
  const bytes = readFileSync(new URL(`build/kernels/${name}.wasm`, root));
  const module = new WebAssembly.Module(bytes);
  checkSlot(name, module, slot);
  return { name, bytes, module };
});

/**
 * Checks that the constants of a module lie in its slot: those of the next one would overwrite others.
 * @param {string} name @param {WebAssembly.Module} module @param {number} slot
 */
function checkSlot(name, module, slot) {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new WebAssembly.Instance(module, { env: { memory } });
  const start = stackBytes + slot * slotBytes;
  const outside = new Uint8Array(memory.buffer).findIndex(
    (byte, at) => byte !== 0 && (at < start || at >= start + slotBytes),
  );
  if (outside >= 0)
    throw new Error(`${name}.wasm has constants at ${outside}, outside its slot at ${start}`);
}

mkdirSync(folder, { recursive: true });
const files = new Map([["constants.js", constants(stackBytes + modules.length * slotBytes)]]);
modules.forEach(({ name, bytes, module }, slot) => {
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === "function");
  const types = functions.map((kernel) => `"${kernel.name}"`).join(" | ");
  // The text that web/phasor/unpack.js decodes.
  const text = Array.from(bytes, (byte) =>
    byte < SINGLES
      ? ALPHABET[byte]
      : ALPHABET[SINGLES - 1 + Math.floor(byte / SINGLES)] + ALPHABET[byte % SINGLES],
  ).join("");
  const source = `// Generated from csrc/ by make.
import { KernelModule } from "../memory.js";
import { unpack } from "../unpack.js";

/** @type {KernelModule<${types}>} */
export const ${name}Kernels = /* @__PURE__ */ new KernelModule(${slot}, () => unpack("${text}"));
`;
  files.set(`${name}.js`, source);
});
for (const file of readdirSync(folder)) if (!files.has(file)) rmSync(new URL(file, folder));
for (const [file, text] of files) {
  const url = new URL(file, folder);
  if (!existsSync(url) || readFileSync(url, "utf8") !== text) writeFileSync(url, text);
}

/**
 * The enumerations and lengths of phasor.h, without "PHASOR_"; C and JavaScript write them alike.
 * @param {number} scratch where the memory that the kernels leave free begins
 */
function constants(scratch) {
  const header = readFileSync(new URL("csrc/phasor.h", root), "utf8");
  const lines = [
    "// Generated from csrc/phasor.h by make.",
    `export const PAGE_BYTES = ${PAGE};`,
    `export const MEMORY_PAGES = ${pages};`,
    `export const STACK_BYTES = ${stackBytes};`,
    "/** The first byte after the stack and the constants of all kernels. */",
    `export const SCRATCH = ${scratch};`,
  ];
  for (const [, body] of header.matchAll(/^enum \{([^}]*)\}/gm)) {
    let next = 0;
    for (const item of body.split(",")) {
      const [, name, value] = /PHASOR_(\w+)(?:\s*=\s*(\d+))?/.exec(item) ?? [];
      if (!name) throw new Error(`phasor.h: cannot read the enumerator ${item.trim()}`);
      next = value === undefined ? next : Number(value);
      lines.push(`export const ${name} = ${next++};`);
    }
  }
  for (const [, name, parameter, body] of header.matchAll(
    /^#define PHASOR_(?!EXPORT)(\w+)\((\w+)\) (.+)$/gm,
  )) {
    lines.push(`/** @param {number} ${parameter} */`);
    lines.push(`export const ${name} = (${parameter}) => ${body.replaceAll("PHASOR_", "")};`);
  }
  return `${lines.join("\n")}\n`;
}
