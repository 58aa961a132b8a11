// node-parts.mjs: a Vite plugin that builds the package for Node: web/phasor/phasor.node.js, and
// beside it parts, phasor.node.NAME.cjs, which are loaded when one of their functions is first
// called. Node parses a whole module before anything runs, so every program would wait for long
// functions that few of them call. Parts are CommonJS, the only modules that all supported versions
// of Node load synchronously.
import { fileURLToPath } from "node:url";
import { address, chunksOf, PARTS, partOf } from "./parts.mjs";

/** @import { Plugin } from "vite" */
/** @typedef {(code: string) => any} Parse gives a syntax tree */

const MAIN = "phasor.node.js";
/** @param {string} part */
const fileOf = (part) => `phasor.node.${part}.cjs`;

const index = fileURLToPath(address);
/** The entry of a part, which exports the part's functions and classes. @param {string} part */
const entryOf = (part) => `${index}?${part}`;
/** The entry of each chunk. */
const ENTRIES = {
  main: index,
  ...Object.fromEntries(Object.keys(PARTS).map((part) => [part, entryOf(part)])),
};

/** @returns {Plugin} */
export function nodeParts() {
  /** The chunk of each module. @type {Map<string, string>} */
  let chunks = new Map();
  return {
    name: "node-parts",
    enforce: "pre",
    config: () => ({
      build: {
        lib: {
          entry: ENTRIES,
          formats: ["es"],
          fileName: (_format, name) => (name === "main" ? MAIN : fileOf(name)),
        },
        rolldownOptions: {
          preserveEntrySignatures: "allow-extension",
          output: {
            minifyInternalExports: false,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: Object.keys(ENTRIES).map((name) => ({
                name,
                test: (id) => chunks.get(id) === name,
              })),
            },
          },
        },
      },
    }),
    load(id) {
      const part = Object.keys(PARTS).find((part) => entryOf(part) === id);
      return part && PARTS[part].has.map((module) => `export * from "./${module}.js";`).join("\n");
    },
    async transform(code, id) {
      return id === index ? withoutParts(code, await import(address.href), this.parse) : undefined;
    },
    buildEnd() {
      chunks = chunksOf((file) => this.getModuleInfo(file)?.importedIds ?? []);
      for (const [name, entry] of Object.entries(ENTRIES)) chunks.set(entry, name);
    },
    async generateBundle(_options, bundle) {
      /** @type {Set<string>} */
      const used = new Set();
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || file.fileName === MAIN) continue;
        file.code = asFunction(file.code, used, this.parse);
      }
      const file = bundle[MAIN];
      if (file?.type !== "chunk") throw new Error(`${MAIN} is missing`);
      const names = Object.keys(await import(address.href));
      file.code = withShared(file.code, names, used, this.parse);
    },
  };
}

/** The name of the function in phasor.node.js that returns a part's functions and classes. @param {string} part */
const getterOf = (part) => `phasor_${part}`;

/**
 * index.js, with functions that load the parts in place of what the parts contain.
 * @param {string} code @param {Record<string, Function>} phasor what it exports @param {Parse} parse
 */
function withoutParts(code, phasor, parse) {
  return parse(code)
    .body.map((/** @type {any} */ node) => {
      const part = partOf[node.source.value];
      if (!part) return textOf(code, node);
      const names = node.specifiers.map((/** @type {any} */ { exported }) => exported.name);
      return names
        .map((/** @type {string} */ name) => late(name, phasor[name], getterOf(part)))
        .join("\n");
    })
    .join("\n");
}

/**
 * A function with the same number of parameters that loads its part and calls the part's function,
 * or such a class.
 * @param {string} name @param {Function} itself @param {string} getter
 */
function late(name, itself, getter) {
  if (/^class\b/.test(String(itself))) {
    return `export const ${name} = phasor_class("${name}", ${itself.length}, () => ${getter}().${name});`;
  }
  const given = Array.from({ length: itself.length }, (_, n) => `a${n}, `).join("");
  return `export function ${name}(${given}...more) { return ${getter}().${name}(${given}...more); }`;
}

/** The text of a node of the syntax tree. @param {string} code @param {any} node */
const textOf = (code, { start, end }) => code.slice(start, end);
/** `name: local`, for an object or a pattern. @param {string} name @param {string} local */
const entry = (name, local) => (name === local ? name : `${name}: ${local}`);

/**
 * A part as CommonJS: a function that takes what the part uses from phasor.node.js, all of it
 * constant, and returns what the part exports.
 * @param {string} code @param {Set<string>} used gets the names of what it uses @param {Parse} parse
 */
function asFunction(code, used, parse) {
  const statements = parse(code).body.map((/** @type {any} */ node) => {
    if (node.type === "ImportDeclaration") {
      const from = node.source.value;
      const part = Object.keys(PARTS).find((each) => from === `./${fileOf(each)}`);
      if (from !== `./${MAIN}` && !part) throw new Error(`a part imports ${from}`);
      const pairs = node.specifiers.map((/** @type {any} */ { imported, local }) => {
        if (!part) used.add(imported.name);
        return entry(imported.name, local.name);
      });
      return `const { ${pairs.join(", ")} } = ${part ? `shared.${getterOf(part)}()` : "shared"};`;
    }
    if (node.type !== "ExportNamedDeclaration") return textOf(code, node);
    const pairs = node.specifiers.map((/** @type {any} */ { exported, local }) =>
      entry(exported.name, local.name),
    );
    return `return { ${pairs.join(", ")} };`;
  });
  // V8 compiles a function in parentheses at once, instead of first only pre-parsing it.
  return `"use strict";\nmodule.exports = (function (shared) {\n${statements.join("\n")}\n});\n`;
}

/**
 * phasor.node.js, which exports what index.js exports, and passes to the parts what they use.
 * @param {string} code @param {string[]} names what index.js exports @param {Set<string>} used @param {Parse} parse
 */
function withShared(code, names, used, parse) {
  const isExport = (/** @type {any} */ { type }) => type === "ExportNamedDeclaration";
  const node = parse(code).body.find(isExport);
  /** @type {[name: string, local: string][]} */
  const all = node.specifiers.map((/** @type {any} */ { exported, local }) => [
    exported.name,
    local.name,
  ]);
  const open = all.filter(([name]) => names.includes(name));
  const shared = all.filter(([name]) => used.has(name));
  if (open.length !== names.length || shared.length !== used.size) {
    throw new Error(`${MAIN} lacks what it should export`);
  }
  const exports = open.map(([name, local]) => (name === local ? name : `${local} as ${name}`));
  return `${code.replace(textOf(code, node), "").trimEnd()}
${getters([...shared.map((each) => entry(...each)), ...Object.keys(PARTS).map(getterOf)].join(", "))}
export { ${exports.join(", ")} };
`;
}

/**
 * A class of a part: every operation on it loads the part and is forwarded to the part's class,
 * whose instances have this one as their constructor.
 */
const lateClass = `function phasor_class(name, length, load) {
	let real;
	const late = function () {};
	Object.defineProperties(late, { name: { value: name }, length: { value: length } });
	const itself = () => {
		if (!real) {
			real = load();
			const { prototype } = real;
			Object.defineProperty(late, "prototype", { value: prototype, writable: false });
			Object.defineProperty(prototype, "constructor", { value: proxy });
		}
		return real;
	};
	const traps = { get: (_, trap) => (_late, ...rest) => Reflect[trap](itself(), ...rest) };
	const proxy = new Proxy(late, new Proxy({}, traps));
	return proxy;
}`;

/**
 * The functions that load the parts. In Node, modules have no `require`, except a global one in
 * `node --eval` and at the prompt, which resolves from the current directory. Bundlers that
 * recognize `require` in modules bundle the files that it names; others, and tools that collect the
 * files of a deployment, copy the files that `new URL` names. So neither may be renamed. webpack
 * would replace `createRequire` if it were imported by this name.
 * @param {string} shared what the parts use of phasor.node.js
 */
function getters(shared) {
  const getters = Object.keys(PARTS).map((part) => {
    const getter = getterOf(part);
    const has = `${getter}_has`;
    const file = JSON.stringify(`./${fileOf(part)}`);
    return `let ${has};
function ${getter}() {
	if (${has}) return ${has};
	let part;
	if (typeof require === "function" && !globalThis.require) part = require(${file});
	else {
		const url = new URL(${file}, import.meta.url);
		part = module.createRequire(url)(fileURLToPath(url));
	}
	${has} = part(phasor_shared());
	return ${has};
}`;
  });
  return `import module from "node:module";
import { fileURLToPath } from "node:url";
const phasor_shared = () => ({ ${shared} });
${lateClass}
${getters.join("\n")}`;
}
