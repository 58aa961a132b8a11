// node-parts.mjs: a Vite plugin that builds the package for Node: web/phasor/phasor.node.js, and beside it
// parts, phasor.node.NAME.cjs, which are loaded when one of their functions is first called. Node reads a
// module's whole text before anything runs, so every program would wait for long functions that few call.
// Parts are CommonJS, the only modules that all supported versions of Node load synchronously.
import { fileURLToPath } from "node:url";

/** @import { Plugin } from "vite" */
/** @typedef {(code: string) => any} Parse gives a syntax tree */

/** What the parts have: functions, each with its module. @type {Record<string, [string, string][]>} */
const PARTS = {
  config: [["ropeFromConfig", "./config/config.js"]],
  diagnosis: [
    ["diagnose", "./diagnose.js"],
    ["diagnoseBias", "./diagnose_bias.js"],
    ["diagnoseRotary", "./diagnose_rotary.js"],
  ],
};
const MAIN = "phasor.node.js";
/** @param {string} part */
const fileOf = (part) => `phasor.node.${part}.cjs`;

const address = new URL("../web/phasor/index.js", import.meta.url);
const index = fileURLToPath(address);
/** The entry of a part, which exports its functions. @param {string} part */
const entryOf = (part) => `${index}?${part}`;
/** @param {string} name @param {string} module */
const reexport = (name, module) => `export { ${name} } from "${module}";`;

/** @returns {Plugin} */
export function nodeParts() {
  /** The modules that phasor.node.js has. @type {Set<string>} */
  const main = new Set();
  return {
    name: "node-parts",
    enforce: "pre",
    config: () => ({
      build: {
        lib: {
          entry: {
            main: index,
            ...Object.fromEntries(Object.keys(PARTS).map((part) => [part, entryOf(part)])),
          },
          formats: ["es"],
          fileName: (_format, name) => (name === "main" ? MAIN : fileOf(name)),
        },
        rolldownOptions: {
          preserveEntrySignatures: "allow-extension",
          output: {
            minifyInternalExports: false,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: "main", test: (id) => main.has(id) }],
            },
          },
        },
      },
    }),
    load(id) {
      const part = Object.keys(PARTS).find((part) => entryOf(part) === id);
      return part && PARTS[part].map((each) => reexport(...each)).join("\n");
    },
    async transform(code, id) {
      return id === index ? withoutParts(code, await import(address.href)) : undefined;
    },
    buildEnd() {
      /** @param {string} id */
      const add = (id) => {
        if (main.has(id)) return;
        main.add(id);
        for (const each of this.getModuleInfo(id)?.importedIds ?? []) add(each);
      };
      add(index);
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

/** In phasor.node.js, what gives a part's functions. @param {string} part */
const getterOf = (part) => `phasor_${part}`;

/**
 * index.js, where the parts' functions load their part and call it. They have as many parameters.
 * @param {string} code @param {Record<string, Function>} phasor what it exports
 */
function withoutParts(code, phasor) {
  let rest = code;
  for (const [part, functions] of Object.entries(PARTS)) {
    for (const [name, module] of functions) {
      const line = reexport(name, module);
      if (!rest.includes(line)) throw new Error(`index.js does not say: ${line}`);
      const given = Array.from({ length: phasor[name].length }, (_, n) => `a${n}, `).join("");
      const call = `${getterOf(part)}().${name}(${given}...more)`;
      rest = rest.replace(line, `export function ${name}(${given}...more) { return ${call}; }`);
    }
  }
  return rest;
}

/** The text of a node of the syntax tree. @param {string} code @param {any} node */
const textOf = (code, { start, end }) => code.slice(start, end);
/** `name: local`, for an object or a pattern. @param {string} name @param {string} local */
const entry = (name, local) => (name === local ? name : `${name}: ${local}`);

/**
 * A part as CommonJS: a function of what it uses of phasor.node.js, all of it constant, which gives what the
 * part exports.
 * @param {string} code @param {Set<string>} used gets the names of what it uses @param {Parse} parse
 */
function asFunction(code, used, parse) {
  const statements = parse(code).body.map((/** @type {any} */ node) => {
    if (node.type === "ImportDeclaration") {
      if (node.source.value !== `./${MAIN}`) throw new Error(`a part imports ${node.source.value}`);
      const pairs = node.specifiers.map((/** @type {any} */ { imported, local }) => {
        used.add(imported.name);
        return entry(imported.name, local.name);
      });
      return `const { ${pairs.join(", ")} } = shared;`;
    }
    if (node.type !== "ExportNamedDeclaration") return textOf(code, node);
    const pairs = node.specifiers.map((/** @type {any} */ { exported, local }) =>
      entry(exported.name, local.name),
    );
    return `return { ${pairs.join(", ")} };`;
  });
  // V8 compiles a function in parentheses at once, instead of reading it to its end first.
  return `"use strict";\nmodule.exports = (function (shared) {\n${statements.join("\n")}\n});\n`;
}

/**
 * phasor.node.js, which exports what index.js does, and gives the parts what they use.
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
${getters(`{ ${shared.map((each) => entry(...each)).join(", ")} }`)}
export { ${exports.join(", ")} };
`;
}

/**
 * The functions that load the parts. Node has no `require` in a module. Bundlers put what it names into their
 * file, and programs that collect the files of a deployment look for `createRequire`; so neither is renamed.
 * @param {string} shared an object with what the parts use of phasor.node.js
 */
function getters(shared) {
  const functions = Object.keys(PARTS).map((part) => {
    const [getter, functions] = [getterOf(part), `${getterOf(part)}_functions`];
    const file = JSON.stringify(`./${fileOf(part)}`);
    return `let ${functions};
function ${getter}() {
	if (${functions}) return ${functions};
	let part;
	try {
		part = require(${file});
	} catch {
		const load = createRequire(import.meta.url);
		part = load(${file});
	}
	${functions} = part(phasor_shared());
	return ${functions};
}`;
  });
  return `import { createRequire } from "node:module";
const phasor_shared = () => (${shared});
${functions.join("\n")}`;
}
