// slim.mjs: a Vite plugin that embeds in a figure's bundle a WebAssembly module with only the
// functions that the bundle calls. After dead code is removed, it finds their names in the bundle.
// It cannot find out that an option is never used, so it drops the arithmetic of other
// implementations from figures whose sources do not name the option `arithmetic`.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { carrierForNode, pack } from "./carry.mjs";

/** @import { Plugin } from "vite" */

const root = fileURLToPath(new URL("..", import.meta.url));
const CARRIER = /\/web\/phasor\/wasm\.js$/;
const ARITHMETIC = /\/web\/phasor\/arithmetic\.js$/;
/** Replaces arithmetic.js: any arithmetic except "exact" is then an unknown value. */
const ONLY_EXACT = `export const arithmetics = ["exact"];
  export const fillRounded = undefined;
  export const roundFrequencies = undefined;`;
const TEXT = "the text of the module";
const SHIFT = 987654321;

/** The names of all functions in phasor.h. */
const functions = () =>
  [...readFileSync(`${root}/csrc/phasor.h`, "utf8").matchAll(/PHASOR_EXPORT\((phasor_\w+)\)/g)].map(
    ([, name]) => name,
  );

/**
 * The functions that the code names, with or without the type suffix, which is often added at run time.
 * @param {string} code
 */
export function called(code) {
  const names = new Set(code.match(/\bphasor_\w+/g));
  return functions().filter((name) => names.has(name) || names.has(name.replace(/(_f)?\d\d$/, "")));
}

/**
 * Links a module that exports these functions, and returns its bytes.
 * @param {string[]} only
 */
function linked(only) {
  const file = `build/wasm/only/${randomUUID()}.wasm`; // builds may run in parallel
  // An independent make that keeps only the variables of a make that may have started this build.
  const env = { ...process.env, MAKEFLAGS: / -- .*/.exec(process.env.MAKEFLAGS ?? "")?.[0] ?? "" };
  execFileSync("make", ["--silent", file, `ONLY=${only.join(" ")}`], { cwd: root, env });
  const bytes = readFileSync(`${root}/${file}`);
  for (const made of [file, `${file}.linked`]) rmSync(`${root}/${made}`);
  return bytes;
}

/**
 * Whether a module in web/elements, or a module that it imports from there, contains a word.
 * @param {string} file @param {RegExp} word @param {Set<string>} [seen]
 * @returns {boolean}
 */
function contains(file, word, seen = new Set()) {
  if (seen.has(file) || !file.includes("/web/elements/")) return false;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const imported = [...source.matchAll(/ from "(\.[^"]+)";/g)].map(([, path]) =>
    fileURLToPath(new URL(path, pathToFileURL(file))),
  );
  return word.test(source) || imported.some((each) => contains(each, word, seen));
}

/** @param {string} figure its file @returns {Plugin} */
export const slim = (figure) => ({
  name: "slim-module",
  enforce: "pre",
  load(id) {
    if (ARITHMETIC.test(id) && !contains(figure, /\barithmetic\b/)) return ONLY_EXACT;
    if (!CARRIER.test(id)) return undefined;
    return `import { unpack } from "./unpack.js";
            export const moduleBytes = () => unpack("${TEXT}", ${SHIFT});`;
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const { text, shift } = pack(linked(called(chunk.code)));
      chunk.code = chunk.code
        .replace(new RegExp(`(["'\`])${TEXT}\\1`), () => JSON.stringify(text))
        .replace(String(SHIFT), String(shift));
    }
  },
});

/** Embeds the module in the form that Node decodes fastest. @type {() => Plugin} */
export const forNode = () => ({
  name: "module-for-node",
  enforce: "pre",
  load: (id) =>
    CARRIER.test(id) ? carrierForNode(readFileSync(`${root}/web/phasor/phasor.wasm`)) : undefined,
});
