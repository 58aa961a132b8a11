// node .ci/types.mjs: writes dist/types/ from the declarations that tsc has made in build/declarations/ from the
// JSDoc: one file for each entry, and those of the figures, which .ci/manifest.mjs describes.
//   - overloads get the comments that tsc leaves out
//   - every type of an entry is exported, so that programs can name it
//   - older versions of TypeScript understand them, and so do programs without the DOM
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { here } from "../rolldown.config.js";
import { classes, manifest, types } from "./manifest.mjs";

/** The entries with declarations of their own, by the names of their files; the others import what the first has. */
const ENTRIES = {
  index: "phasor/index",
  lab: "phasor/lab",
  story: "phasor/story",
  formats: "formats/index",
  figure: "elements/core/index",
};

/**
 * Makes declarations work in older versions of TypeScript, where typed arrays have no type
 * parameter (before 5.7), and without the DOM library, which declares WebAssembly, Blob and URL.
 * @param {string} text
 */
function makePortable(text) {
  /** The types that aliases stand for. @type {Map<string, string>} */
  const types = new Map();
  /** @param {string} name @param {string} type */
  const alias = (name, type) => types.set(name, type) && name;
  const ifDeclared = (/** @type {string} */ globals) =>
    `typeof globalThis extends ${globals} ? T : object`;
  const pattern =
    /\/\*[\s\S]*?\*\/|\bWebAssembly\.(\w+)|\b(Blob|URL)\b|\b(\w+Array|DataView)<ArrayBuffer(Like)?>/g;
  const renamed = text.replace(pattern, (match, wasm, web, array, like) => {
    const globals = `{ WebAssembly: { ${wasm}: { prototype: infer T } } }`;
    if (wasm) return alias(`WebAssembly${wasm}`, ifDeclared(globals));
    if (web) return alias(`Own${web}`, ifDeclared(`{ ${web}: { prototype: infer T } }`));
    if (like || array === "DataView") return array;
    return array ? alias(`Own${array}`, `ReturnType<${array}Constructor["of"]>`) : match;
  });
  return renamed + Array.from(types, ([name, type]) => `type ${name} = ${type};\n`).join("");
}

/** Exports all types that a bundle declares. @param {string} text */
function exportTypes(text) {
  const lists = Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, list]) => list);
  const exported = lists
    .flatMap((list) => list.split(","))
    .map((name) => name.trim().replace(/^type |.* as /g, ""));
  const declared = /^(?:declare )?(?:(?:abstract )?class|interface|type) (\w+)\b(?!\$)/gm;
  const unexported = Array.from(text.matchAll(declared), ([, name]) => name).filter(
    (name) => !exported.includes(name),
  );
  return unexported.length > 0 ? `${text}\nexport type { ${unexported.join(", ")} };\n` : text;
}

/** A comment's prose and tags. @param {string} comment */
function parseComment(comment) {
  const text = comment.replace(/^\/\*\*|\*\/\s*$/g, "").replace(/^\s*\* ?|[^\S\n]+$/gm, "");
  const [prose, ...tags] = `\n${text}`.split(/^(?=@)/m);
  return { prose: prose.trim(), tags };
}

/** A JSDoc tag without its type, which declarations have anyway. @param {string} tag */
const withoutType = (tag) =>
  tag
    .replace(/^(@\w+)\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/, "$1")
    .replace(/^@param\s+\[?(\w+)[^\s\]]*\]?/, "@param $1")
    .trimEnd();

const COMMENT = String.raw`\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*`;

/**
 * Declarations with the comments that the source has on its overloads. The first overload's prose
 * describes all of them; each has its own parameters.
 * @param {string} declarations @param {string} source
 */
function addComments(declarations, source) {
  let text = declarations.replace(/^\/\*\* @import .*\n/gm, "");
  for (const [, comments, name] of source.matchAll(
    new RegExp(`((?:${COMMENT})+)export function (\\w+)\\(`, "g"),
  )) {
    const blocks = (comments.match(new RegExp(COMMENT, "g")) ?? []).map(parseComment);
    const overloads = blocks.filter(({ tags }) => tags.some((tag) => tag.startsWith("@overload")));
    if (overloads.length === 0) continue;
    const errors = blocks.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith("@throws")));
    let at = 0;
    text = text.replace(new RegExp(`^export declare function ${name}\\b`, "gm"), (line) => {
      const { prose, tags } = overloads[at++];
      const ownTags = tags.filter((tag) => /^@(param|returns|example)/.test(tag)).map(withoutType);
      const comment = [prose || overloads[0].prose, ...ownTags, ...errors].join("\n").trim();
      return `/**\n * ${comment.replaceAll("\n", "\n * ").replace(/ +$/gm, "")}\n */\n${line}`;
    });
  }
  return describeConstructors(text);
}

/** Declarations whose constructors begin with the prose of their class, because editors show only their own. @param {string} text */
function describeConstructors(text) {
  const pattern = new RegExp(
    `(${COMMENT})(export declare class [^{]*\\{(?:(?!\\n\\}).)*?\\n    /\\*\\*)((?:(?!\\*/).)*\\*/\\s*constructor\\()`,
    "gs",
  );
  return text.replace(pattern, (_, comment, start, rest) => {
    const prose = parseComment(comment).prose.replaceAll("\n", "\n     * ");
    return `${comment}${start}\n     * ${prose}\n     *${rest}`;
  });
}

const folder = here("dist/types");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** The modules of the first entry: to TypeScript, two declarations of a class are two classes. @type {string[]} */
let shared = [];
for (const [name, entry] of Object.entries(ENTRIES)) {
  const bundle = await rolldown({
    input: { [name]: here(`build/declarations/${entry}.d.ts`) },
    plugins: [
      {
        name: "shared",
        resolveId(source, importer) {
          const file = join(importer ?? "", "..", source.replace(/\.js$/, ".d.ts"));
          return shared.includes(file) ? { id: source, external: true } : undefined;
        },
      },
      {
        name: "documented",
        transform(code, id) {
          const source = id.replace("/build/declarations/", "/web/").replace(/\.d\.ts$/, ".js");
          return source === id ? undefined : addComments(code, readFileSync(source, "utf8"));
        },
      },
      dts({ dtsInput: true, tsconfig: false, oxc: true }),
    ],
  });
  const { output } = await bundle.generate({ format: "es", codeSplitting: false });
  if (name === "index") shared = output[0].moduleIds;
  const text = output[0].code
    .replace(/ from "\.[^"]*"/g, ' from "./index.js"')
    .replace(/^\/\/ build\/.*\n/gm, "");
  writeFileSync(`${folder}/${name}.d.ts`, makePortable(exportTypes(text)));
}

// The figures: classes, tags and attributes, and what frameworks need to know of them.
writeFileSync(`${folder}/elements.d.ts`, types);
mkdirSync(`${folder}/figures`);
for (const [name, className] of Object.entries(classes)) {
  const line = `export { ${className}, type PhasorFigure } from "../elements.js";\n`;
  writeFileSync(`${folder}/figures/${name}.d.ts`, line);
}
for (const file of readdirSync(here("web/elements"))) {
  if (file.endsWith(".d.ts")) copyFileSync(here(`web/elements/${file}`), `${folder}/${file}`);
}
writeFileSync(here("dist/custom-elements.json"), `${JSON.stringify(manifest, null, 1)}\n`);
