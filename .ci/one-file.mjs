// one-file.mjs: Vite plugins that make the file of a figure small. Its code has one caller, the figure, and
// that is known when the file is built.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SCRATCH, STACK_BYTES } from "../web/phasor/kernels/constants.js";
import { pack } from "./carry.mjs";

/** @import { Plugin } from "vite" */

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Stands for the bytes until it is known which functions the code calls. */
const PLACE = "@kernels@";
/** The module that carries them. */
const CARRIER = "\0kernels-of-one-file";

/**
 * One WebAssembly module with the kernels that this file calls, instead of one for each subject: their
 * common functions are in it once. They are compiled for size (build/small, by make).
 * @returns {Plugin}
 */
export const oneModule = () => ({
  name: "one-module",
  enforce: "pre",
  resolveId: (id) => (id === CARRIER ? id : undefined),
  load(id) {
    if (id === CARRIER) {
      return `import { KernelModule } from ${JSON.stringify(here("web/phasor/memory.js"))};
import { unpack } from ${JSON.stringify(here("web/phasor/unpack.js"))};
export const kernels = /* @__PURE__ */ new KernelModule(0, () => unpack("${PLACE}"));`;
    }
    const [, name] = /\/web\/phasor\/kernels\/(\w+)\.js$/.exec(id) ?? [];
    if (!name || name === "constants") return undefined;
    return `export { kernels as ${name}Kernels } from ${JSON.stringify(CARRIER)};`;
  },
  // Before it is minified: the text ends its line, so that the map of the code stays true.
  renderChunk(code) {
    if (!code.includes(PLACE)) return null;
    const bytes = linked(kernelsCalledIn(code.replace(/\/\*[^]*?\*\//g, "")));
    return { code: code.replace(PLACE, pack(bytes)), map: null };
  },
});

/** What phasor.h exports. */
const exported = /* @__PURE__ */ new Set(
  Array.from(
    readFileSync(here("csrc/phasor.h"), "utf8").matchAll(/PHASOR_EXPORT\((\w+)\)/g),
    ([, name]) => name,
  ),
);

/**
 * The kernels that code names, of both types where it adds the type. Programs in C, which figures write, name
 * kernels too, after a space or a bracket.
 * @param {string} code
 */
export function kernelsCalledIn(code) {
  const named = code.match(/(?<=[.,{"'`])phasor_\w+/g) ?? [];
  return [...new Set(named.flatMap((name) => [name, `${name}_f32`, `${name}_f64`]))]
    .filter((name) => exported.has(name))
    .sort();
}

/** The programs that link, as .ci/setup found them. @returns {Record<string, string>} */
const tools = () =>
  Object.fromEntries(
    Array.from(
      readFileSync(here("build/setup/wasm.sh"), "utf8").matchAll(/^(\w+)='(.*)'$/gm),
      ([, name, path]) => [name, path],
    ),
  );

/** @param {string[]} functions @returns {Uint8Array} a module with just these and what they call */
function linked(functions) {
  const { WASM_LD, WASM_OPT, EM_SYSROOT } = tools();
  const folder = mkdtempSync(join(tmpdir(), "phasor-"));
  const [raw, done] = [join(folder, "raw.wasm"), join(folder, "done.wasm")];
  const objects = readdirSync(here("build/small")).filter((file) => file.endsWith(".o"));
  const pages = 65536;
  try {
    execFileSync(WASM_LD, [
      ...["-o", raw, ...objects.map((file) => here(`build/small/${file}`))],
      ...functions.map((name) => `--export=${name}`),
      ...[`-L${EM_SYSROOT}/lib/wasm32-emscripten`, "-lc", "-lcompiler_rt", "--no-entry"],
      ...["--gc-sections", "--fatal-warnings", "--stack-first", "-z", `stack-size=${STACK_BYTES}`],
      ...["--import-memory", "--export-if-defined=__stack_pointer", "--strip-debug"],
      ...[`--initial-memory=${64 * pages}`, `--max-memory=${65536 * pages}`],
    ]);
    execFileSync(WASM_OPT, [
      ...["-Os", "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext"],
      ...["--enable-nontrapping-float-to-int", "--enable-mutable-globals", raw, "-o", done],
      ...["--strip-debug", "--strip-producers", "--strip-target-features"],
    ]);
    return checked(readFileSync(done), 64);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Its constants lie where memory.js leaves room for those of all kernels. @param {Uint8Array<ArrayBuffer>} bytes @param {number} pages */
function checked(bytes, pages) {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const end = new Uint8Array(memory.buffer).findLastIndex((byte) => byte !== 0) + 1;
  if (end > SCRATCH) throw new Error(`a figure's kernels have constants up to ${end}`);
  return bytes;
}

/**
 * Figures that give the package what the reader wrote, and show what it says against that.
 */
const ASKING = new Set(["scaling", "bugs", "length-lab"]);

/**
 * The package without the checks of its arguments, for figures that pass it nothing invalid: see trusted.mjs.
 * @param {string} name of the figure
 * @returns {Plugin}
 */
export const trusted = (name) => ({
  name: "trusted",
  enforce: "pre",
  load(id) {
    if (ASKING.has(name) || !/\/web\/phasor\/check\/\w+\.js$/.test(id)) return undefined;
    return `export * from ${JSON.stringify(here(".ci/trusted.mjs"))};`;
  },
});
