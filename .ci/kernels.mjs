// node .ci/kernels.mjs PAGES STACK_BYTES SLOT_BYTES NAME …: writes web/phasor/kernels/, a
// JavaScript module for each WebAssembly module in build/kernels/, and constants.js from phasor.h.
// First checks what the modules import and export, and that their constants fit into their slots.
// A file whose text is the same is not written, so that `make dev` reloads only what has changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ALPHABET, SINGLES } from "../web/phasor/unpack.js";

const [pages, stackBytes, slotBytes] = process.argv.slice(2, 5).map(Number);
const names = process.argv.slice(5);
const root = new URL("../", import.meta.url);
const folder = new URL("web/phasor/kernels/", root);
const PAGE = 65536;
const { exports: exportsOf, imports: importsOf } = WebAssembly.Module;

/** @param {unknown} holds @param {string} fault */
function check(holds, fault) {
  if (holds) return;
  console.error(fault);
  process.exitCode = 1;
}

/**
 * Compiles a module, which may export functions of phasor.h and one thing more.
 * @param {string} file @param {string} more its name and kind
 */
function compiled(file, more) {
  const bytes = readFileSync(new URL(file, root));
  const module = new WebAssembly.Module(bytes);
  for (const { name, kind } of exportsOf(module)) {
    const allowed = kind === "function" ? name.startsWith("phasor_") : `${name} ${kind}` === more;
    check(allowed, `${file} exports the ${kind} ${name}`);
  }
  return { file, bytes, module };
}

/** Checks that phasor.wasm has a memory of its own, of the stated size. */
function checkWhole() {
  const { file, module } = compiled("web/phasor/phasor.wasm", "memory memory");
  const imports = importsOf(module).map(({ module: from, name }) => `${from}.${name}`);
  check(imports.length === 0, `${file} imports ${imports}; it must have no imports`);
  const { memory } = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const size = memory.buffer.byteLength / PAGE;
  check(size === pages, `${file} has ${size} pages of memory, not ${pages}`);
  memory.grow(1); // throws if the maximum is the minimum
}

// Checks that a module of one subject imports only its memory, and has constants only in its slot.
/** @param {ReturnType<typeof compiled>} subject @param {number} slot */
function checkSlot({ file, module }, slot) {
  const kinds = importsOf(module).map(({ kind }) => kind);
  check(`${kinds}` === "memory", `${file} must import a memory and nothing else`);
  if (`${kinds}` !== "memory") return;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new WebAssembly.Instance(module, { env: { memory } });
  const start = stackBytes + slot * slotBytes;
  const outside = new Uint8Array(memory.buffer).findIndex(
    (byte, at) => byte !== 0 && (at < start || at >= start + slotBytes),
  );
  check(outside < 0, `${file} has constants at ${outside}, outside its slot at ${start}`);
}

checkWhole();
const modules = names.map((name) => ({
  name,
  ...compiled(`build/kernels/${name}.wasm`, "__stack_pointer global"),
}));
modules.forEach(checkSlot);
if (process.exitCode) process.exit();

mkdirSync(folder, { recursive: true });
const files = new Map([["constants.js", constants(stackBytes + modules.length * slotBytes)]]);
modules.forEach(({ name, bytes, module }, slot) => {
  const functions = exportsOf(module).filter(({ kind }) => kind === "function");
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
  const place = new URL(file, folder);
  if (!existsSync(place) || readFileSync(place, "utf8") !== text) writeFileSync(place, text);
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
