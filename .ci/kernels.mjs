// node .ci/kernels.mjs PAGES STACK_BYTES SLOT_BYTES NAME …: writes web/phasor/kernels/, a
// JavaScript module for each WebAssembly module in build/kernels/, and constants.js from phasor.h.
// First checks what the modules import and export, and that their constants fit into their slots.
// A file whose text is the same is not written, so that `make dev` reloads only what has changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ALPHABET, SINGLES } from "../web/phasor/unpack.js";

const [pages, stackBytes, slotBytes] = process.argv.slice(2, 5).map(Number);
const names = process.argv.slice(5);
const root = new URL("../", import.meta.url);
const PAGE = 65536;
/** @type {string[]} */
const faults = [];

/** @param {string} file */
const readModule = (file) => {
  const bytes = readFileSync(new URL(file, root));
  return { file, bytes, module: new WebAssembly.Module(bytes) };
};

/** @param {WebAssembly.Module} module */
const functionsOf = (module) =>
  WebAssembly.Module.exports(module).flatMap(({ name, kind }) => (kind === "function" ? name : []));

/** @param {string} file @param {WebAssembly.Module} module @param {Record<string, string>} allowed */
function checkExports(file, module, allowed) {
  for (const { name, kind } of WebAssembly.Module.exports(module)) {
    const expected = kind === "function" ? name.startsWith("phasor_") : allowed[name] === kind;
    if (!expected) faults.push(`${file} exports the ${kind} ${name}`);
  }
}

/** Checks that phasor.wasm has a memory of its own, of the stated size. */
function checkWhole() {
  const { file, module } = readModule("web/phasor/phasor.wasm");
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    faults.push(`${file} imports ${from}.${name}; it must have no imports`);
  }
  checkExports(file, module, { memory: "memory" });
  const { memory } = /** @type {{ memory: WebAssembly.Memory }} */ (
    /** @type {unknown} */ (new WebAssembly.Instance(module).exports)
  );
  if (memory.buffer.byteLength !== pages * PAGE) {
    faults.push(`${file} has ${memory.buffer.byteLength / PAGE} pages of memory, not ${pages}`);
  }
  memory.grow(1); // throws if the maximum is the minimum
}

// Checks that a module of one subject imports only its memory, and has constants only in its slot.
/** @param {{ file: string, module: WebAssembly.Module }} read @param {number} slot */
function checkSlot({ file, module }, slot) {
  const imports = WebAssembly.Module.imports(module);
  if (imports.length !== 1 || imports[0].kind !== "memory") {
    faults.push(`${file} must import a memory and nothing else`);
    return;
  }
  checkExports(file, module, { __stack_pointer: "global" });
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new WebAssembly.Instance(module, { env: { memory } });
  const written = new Uint8Array(memory.buffer);
  const start = stackBytes + slot * slotBytes;
  const outside = written.findIndex(
    (byte, at) => byte !== 0 && (at < start || at >= start + slotBytes),
  );
  if (outside >= 0)
    faults.push(`${file} has constants at ${outside}, outside its slot at ${start}`);
}

checkWhole();
const modules = names.map((name) => ({ name, ...readModule(`build/kernels/${name}.wasm`) }));
modules.forEach(checkSlot);
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}

const folder = new URL("web/phasor/kernels/", root);
mkdirSync(folder, { recursive: true });
const files = new Map([["constants.js", constants(stackBytes + modules.length * slotBytes)]]);
modules.forEach(({ name, bytes, module }, slot) => {
  files.set(`${name}.js`, carrier(name, slot, functionsOf(module), bytes));
});
for (const file of readdirSync(folder)) if (!files.has(file)) rmSync(new URL(file, folder));
for (const [file, text] of files) {
  const place = new URL(file, folder);
  if (!existsSync(place) || readFileSync(place, "utf8") !== text) writeFileSync(place, text);
}

/**
 * The source of a module that carries the bytes of a WebAssembly module as text.
 * @param {string} name @param {number} slot @param {string[]} functions @param {Uint8Array} bytes
 */
function carrier(name, slot, functions, bytes) {
  return `// Generated from csrc/ by make.
import { KernelModule } from "../memory.js";
import { unpack } from "../unpack.js";

/** @type {KernelModule<${functions.map((each) => `"${each}"`).join(" | ")}>} */
export const ${name}Kernels = /* @__PURE__ */ new KernelModule(${slot}, () => unpack("${pack(bytes)}"));
`;
}

/** The text that web/phasor/unpack.js decodes. @param {Uint8Array} bytes */
function pack(bytes) {
  return Array.from(bytes, (byte) =>
    byte < SINGLES
      ? ALPHABET[byte]
      : ALPHABET[SINGLES - 1 + Math.floor(byte / SINGLES)] + ALPHABET[byte % SINGLES],
  ).join("");
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
    /^#define PHASOR_(\w+)\((\w+)\) (.+)$/gm,
  )) {
    if (name === "EXPORT") continue;
    const expression = body.replaceAll("PHASOR_", "");
    lines.push(`/** @param {number} ${parameter} */`);
    lines.push(`export const ${name} = (${parameter}) => ${expression};`);
  }
  return `${lines.join("\n")}\n`;
}
