// require-parts.mjs: a Vite plugin that splits the package in CommonJS into parts. dist/phasor.cjs loads a part
// when one of its functions or classes is first read.
import { chunksOf, PARTS } from "./parts.mjs";

/** @import { Plugin } from "vite" */

/** @returns {Plugin} */
export function requireParts() {
  /** The chunk of each module. @type {Map<string, string>} */
  let chunks = new Map();
  // Each group also takes what its modules import, except what an earlier group has.
  const groups = ["main", ...Object.keys(PARTS)].map((name, n) => ({
    name,
    priority: Object.keys(PARTS).length - n,
    test: (/** @type {string} */ id) => chunks.get(id) === name,
  }));
  return {
    name: "require-parts",
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    buildEnd() {
      chunks = chunksOf((file) => this.getModuleInfo(file)?.importedIds ?? []);
    },
    generateBundle(_options, bundle) {
      const file = bundle["phasor.cjs"];
      if (file?.type !== "chunk") throw new Error("phasor.cjs is missing");
      file.code = late(file.code);
    },
  };
}

/**
 * The exports of phasor.cjs: each is loaded when it is first read, and is a plain property from
 * then on.
 */
const LATE = `function late(name, load) {
	const define = (value) => Object.defineProperty(exports, name, { value, writable: true });
	const get = () => {
		const value = load();
		define(value);
		return value;
	};
	Object.defineProperty(exports, name, { get, set: define, configurable: true, enumerable: true });
}`;

/**
 * phasor.cjs, where every export loads its own file. The last line does nothing: it is for programs
 * that find the names of exports in the text, as Node does when a module imports CommonJS.
 * @param {string} code
 */
function late(code) {
  const files = Object.fromEntries(
    Array.from(code.matchAll(/^const (\w+) = require\((".*")\);$/gm), ([, chunk, file]) => [
      chunk,
      file,
    ]),
  );
  /** @type {string[]} */
  const names = [];
  const rest = code
    .replace(/^const \w+ = require\(.*\);\n/gm, "")
    .replace(/^exports\.(\w+) = (\w+)\.(\w+);$/gm, (_, name, chunk, local) => {
      names.push(name);
      return `late("${name}", () => require(${files[chunk]}).${local});`;
    });
  return `${LATE}\n${rest.trimEnd()}\n0 && (module.exports = { ${names.join(", ")} });\n`;
}
