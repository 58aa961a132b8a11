// one-file.mjs: Vite plugins that make the files of a figure small. The figure is the only caller of the code in
// them, so the build knows what is called. Names are those of files without "phasor-": bugs, bugs-diagnosis.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import { MEMORY_PAGES, PAGE_BYTES, SCRATCH, STACK_BYTES } from "../web/phasor/kernels/constants.js";
import { pack } from "./carry.mjs";

/** @import { Plugin } from "vite" */

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** A placeholder for the bytes until it is known which functions the code calls. */
const PLACE = "@kernels@";
/** The module that carries them. */
const CARRIER = "\0kernels-of-one-file";

/** Figures whose arrays are all of float32, and all of float64, where that saves 0.1 KB. */
const SINGLE = ["bugs", "order", "similarity"];
const DOUBLE = ["adding", "comparison", "learned", "precision"];

/**
 * One WebAssembly module with the kernels that this file calls, instead of one for each subject. So
 * it contains the functions that they share only once.
 * @param {string} name of the figure
 * @returns {Plugin}
 */
export const oneModule = (name) => ({
  name: "one-module",
  enforce: "pre",
  resolveId: (id) => (id === CARRIER ? id : undefined),
  load(id) {
    if (id === CARRIER) {
      return `import { KernelModule } from ${JSON.stringify(here("web/phasor/memory.js"))};
import { unpack } from ${JSON.stringify(here("web/phasor/unpack.js"))};
export const kernels = /* @__PURE__ */ new KernelModule(0, () => unpack("${PLACE}"));`;
    }
    const [, subject] = /\/web\/phasor\/kernels\/(\w+)\.js$/.exec(id) ?? [];
    if (!subject || subject === "constants") return undefined;
    return `export { kernels as ${subject}Kernels } from ${JSON.stringify(CARRIER)};`;
  },
  // Before minification. The text ends its line, so that the source map stays correct.
  renderChunk(code) {
    if (!code.includes(PLACE)) return null;
    const types = ["_f32", "_f64"].filter(
      (type) => !(type === "_f32" ? DOUBLE : SINGLE).includes(name),
    );
    const bytes = linked(kernelsCalledIn(code.replace(/\/\*[\s\S]*?\*\//g, ""), types));
    return { code: code.replace(PLACE, pack(bytes)), map: null };
  },
});

/**
 * A second minifier after the first. It moves code that is used once to where it is used, which
 * saves 2 %.
 * @returns {Plugin}
 */
export const minifiedTwice = () => ({
  name: "minified-twice",
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const map = bundle[`${chunk.fileName}.map`];
      const [link = ""] = /\/\/# sourceMappingURL=.*\s*$/.exec(chunk.code) ?? [];
      const isMapped = map?.type === "asset";
      const { code = "", map: own } = await minify(chunk.code.replace(link, ""), {
        module: true,
        ecma: 2020,
        compress: { passes: 3 },
        sourceMap: isMapped && { content: String(map.source), filename: chunk.fileName },
      });
      chunk.code = `${code}\n${link}`;
      if (isMapped) map.source = String(own);
    }
  },
});

/** The functions that phasor.h exports. */
const exported = /* @__PURE__ */ new Set(
  Array.from(
    readFileSync(here("csrc/phasor.h"), "utf8").matchAll(/PHASOR_EXPORT\((\w+)\)/g),
    ([, name]) => name,
  ),
);

/**
 * The kernels that code names; of these types, if the code adds the type to a name. The C programs
 * that figures write name kernels too, after a space or a bracket: those do not count.
 * @param {string} code @param {string[]} types
 */
function kernelsCalledIn(code, types) {
  const named = code.match(/(?<=[."'`]|[{,] ?)phasor_\w+/g) ?? [];
  return [...new Set(named.flatMap((name) => [name, ...types.map((type) => name + type)]))]
    .filter((name) => exported.has(name))
    .sort();
}

/** The tools for linking that .ci/setup found. @returns {Record<string, string>} */
const tools = () =>
  Object.fromEntries(
    Array.from(
      readFileSync(here("build/setup/wasm.sh"), "utf8").matchAll(/^(\w+)='(.*)'$/gm),
      ([, name, path]) => [name, path],
    ),
  );

/**
 * A module with just these functions and what they call. It is kept beside the kernels that it was linked
 * with, so that figures can be built from them without a compiler.
 * @param {string[]} functions
 */
function linked(functions) {
  const key = createHash("sha256").update(readFileSync(here("web/phasor/phasor.wasm")));
  key.update(readFileSync(here("build/kernels/lab.wasm"))).update(functions.join());
  mkdirSync(here("build/kernels/figures"), { recursive: true });
  const file = here(`build/kernels/figures/${key.digest("hex").slice(0, 16)}.wasm`);
  if (!existsSync(file)) link(functions, file);
  return readFileSync(file);
}

/** @param {string[]} functions @param {string} file */
function link(functions, file) {
  const { WASM_LD, WASM_OPT, EM_SYSROOT } = tools();
  const objects = readdirSync(here("build/wasm")).filter((each) => each.endsWith(".o"));
  const [raw, done] = [`${file}.${process.pid}.raw`, `${file}.${process.pid}`];
  execFileSync(WASM_LD, [
    ...["-o", raw, ...objects.map((each) => here(`build/wasm/${each}`))],
    ...functions.map((name) => `--export=${name}`),
    ...[`-L${EM_SYSROOT}/lib/wasm32-emscripten`, "-lc", "-lcompiler_rt", "--no-entry"],
    ...["--gc-sections", "--fatal-warnings", "--stack-first", "-z", `stack-size=${STACK_BYTES}`],
    ...["--import-memory", "--export-if-defined=__stack_pointer", "--strip-debug"],
    ...[`--initial-memory=${MEMORY_PAGES * PAGE_BYTES}`, `--max-memory=${2 ** 32}`],
  ]);
  execFileSync(WASM_OPT, [
    ...["-O3", "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext"],
    ...["--enable-nontrapping-float-to-int", "--enable-mutable-globals", raw, "-o", done],
    ...["--strip-debug", "--strip-producers", "--strip-target-features"],
  ]);
  rmSync(raw);
  check(readFileSync(done));
  renameSync(done, file);
}

/** Checks that the constants fit into the space that memory.js leaves for those of all kernels. @param {Uint8Array<ArrayBuffer>} bytes */
function check(bytes) {
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const end = new Uint8Array(memory.buffer).findLastIndex((byte) => byte !== 0) + 1;
  if (end > SCRATCH) throw new Error(`a figure's kernels have constants up to byte ${end}`);
}

/** Files that pass the reader's own input to the package and show its error messages. */
const ASKING = ["scaling", "scaling-config", "bugs-diagnosis"];
/** Files that compare arithmetics; those that compare conventions. */
const ROUNDING = ["bugs", "bugs-diagnosis", "grid", "precision"];
const COMPARING = ["bugs-diagnosis", "grid", "precision"];
/** Files whose tables are large or are computed in other ways. */
const FAST = [...COMPARING, "length-lab", "length-lab-training"];
/** Files that rotate in any way, or compute with extreme numbers. */
const ANY = ["scaling", "scaling-config", "bugs-diagnosis"];
/** Modules whose results a file does not show. @type {Record<string, string[]>} */
const UNTOLD = { "bugs-diagnosis": ["config/differences", "diagnose/invariants"] };
/** Figures that use a learned table only before training. */
const UNTAUGHT = ["adding", "comparison", "order"];

/**
 * The package without what the figure never uses: checks of arguments (trusted.mjs), and conventions and
 * arithmetics beside the paper's (plain.mjs).
 * @param {string} name of the figure
 * @returns {Plugin}
 */
export const onlyUsed = (name) => ({
  name: "only-used",
  enforce: "pre",
  // Fails if trusted.mjs or plain.mjs lacks a name that is imported.
  onLog(_, { code, message }) {
    if (code === "IMPORT_IS_UNDEFINED") throw new Error(message);
  },
  load(id) {
    const [, path = ""] = /\/web\/phasor\/(.+)\.js$/.exec(id) ?? [];
    const from = (/** @type {string} */ file) => `export * from ${JSON.stringify(here(file))};`;
    if (path.startsWith("check/") && !ASKING.includes(name)) return from(".ci/trusted.mjs");
    // Names of options come from the figure, never from the reader.
    if (path === "check/options") {
      return `export { options, nearest } from ${JSON.stringify(here(".ci/trusted.mjs"))};`;
    }
    const rounds = ROUNDING.includes(name);
    if (path === "table" && rounds && !FAST.includes(name)) {
      return `export { fillRounded as fillTable } from ${JSON.stringify(here(".ci/plain.mjs"))};`;
    }
    const isPlain =
      (path === "arithmetic" && !rounds) ||
      (path === "conventions" && !COMPARING.includes(name)) ||
      (["table", "series"].includes(path) && !FAST.includes(name)) ||
      (["rope/rope", "steep", "extremes"].includes(path) && !ANY.includes(name)) ||
      (path === "learned" && UNTAUGHT.includes(name)) ||
      UNTOLD[name]?.includes(path);
    return isPlain ? from(".ci/plain.mjs") : undefined;
  },
});

/** Removes the spaces from the figures' styles. @returns {Plugin} */
export const denseStyles = () => ({
  name: "dense-styles",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/elements/core/styles.js")) return undefined;
    const dense = code.replace(/(?<=const text = `)[\s\S]*?(?=\n`;)/, (text) =>
      text
        .replace(/\n\s*/g, "")
        .replace(/ ?([{},;]) ?/g, "$1")
        .replace(/(?<=[\w-]): /g, ":")
        .replaceAll(";}", "}"),
    );
    return { code: dense, map: null };
  },
});
