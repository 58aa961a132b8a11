// slim.mjs: a Vite plugin by which a figure's bundle carries a WebAssembly module with no more
// functions than the bundle calls. Which those are is read from the bundle itself, once unused code is
// gone. The roundings of other implementations, which an option asks for, would never be: they are
// left out of figures whose sources do not name that option.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { carrierForNode, pack } from "./carry.mjs";

/** @import { Plugin } from "vite" */

const root = fileURLToPath(new URL("..", import.meta.url));
const CARRIER = /\/web\/phasor\/wasm\.js$/;
const ARITHMETIC = /\/web\/phasor\/arithmetic\.js$/;
/** In place of it: any other arithmetic is refused as unknown. */
const ONLY_EXACT = `export const arithmetics = ["exact"];
  export const fillRounded = undefined;
  export const roundFrequencies = undefined;`;
const TEXT = "the text of the module";
const SHIFT = 987654321;

/** The functions of phasor.h. */
const functions = () =>
  [...readFileSync(`${root}/csrc/phasor.h`, "utf8").matchAll(/PHASOR_EXPORT\((phasor_\w+)\)/g)].map(
    ([, name]) => name,
  );

/**
 * The functions that code names. A name may lack its type, which is added at run time.
 * @param {string} code
 */
export function called(code) {
  const names = new Set(code.match(/\bphasor_\w+/g));
  return functions().filter((name) => names.has(name) || names.has(name.replace(/(_f)?\d\d$/, "")));
}

/**
 * The bytes of a module that exports these functions.
 * @param {string[]} only
 */
function linked(only) {
  const file = `build/wasm/only/${randomUUID()}.wasm`; // builds may run side by side
  // Not a part of the make that may run this, but with its variables.
  const env = { ...process.env, MAKEFLAGS: / -- .*/.exec(process.env.MAKEFLAGS ?? "")?.[0] ?? "" };
  execFileSync("make", ["--silent", file, `ONLY=${only.join(" ")}`], { cwd: root, env });
  const bytes = readFileSync(`${root}/${file}`);
  for (const made of [file, `${file}.linked`]) rmSync(`${root}/${made}`);
  return bytes;
}

/**
 * Whether a module of the elements, or one of those that it imports from there, says a word.
 * @param {string} file @param {RegExp} word @param {Set<string>} [seen]
 * @returns {boolean}
 */
function says(file, word, seen = new Set()) {
  if (seen.has(file) || !file.includes("/web/elements/")) return false;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const imported = [...source.matchAll(/ from "(\.[^"]+)";/g)].map(([, path]) =>
    fileURLToPath(new URL(path, pathToFileURL(file))),
  );
  return word.test(source) || imported.some((each) => says(each, word, seen));
}

/** @param {string} figure its file @returns {Plugin} */
export const slim = (figure) => ({
  name: "slim-module",
  enforce: "pre",
  load(id) {
    if (ARITHMETIC.test(id) && !says(figure, /\barithmetic\b/)) return ONLY_EXACT;
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

/** The module as Node decodes it fastest. @type {() => Plugin} */
export const forNode = () => ({
  name: "module-for-node",
  enforce: "pre",
  load: (id) =>
    CARRIER.test(id) ? carrierForNode(readFileSync(`${root}/web/phasor/phasor.wasm`)) : undefined,
});
