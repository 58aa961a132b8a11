// node .ci/types.mjs: completes the declarations that tsc has written to dist/types/ from the JSDoc, and
// copies those of the figures there:
//   - overloads get the comments that tsc leaves out
//   - every type in a public signature is exported from its entry, so that programs can name it
//   - older versions of TypeScript understand them, and so do programs without the DOM
//   - declarations that no entry reaches are removed
//   - each file is there for ES modules (.d.ts) and for CommonJS (.d.cts)
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { declarationsOf, filesOf, typesOf } from "./declarations.mjs";
import { documented } from "./overloads.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist/types");
/** The entries, besides the figures. */
const ENTRIES = [
  "phasor/index.d.ts",
  "phasor/lab.d.ts",
  "formats/index.d.ts",
  "elements/core/index.d.ts",
];

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".d.ts"),
  );

/**
 * Makes declarations work in older versions of TypeScript, where typed arrays have no type
 * parameter (before 5.7), and without the DOM library, which declares WebAssembly.
 * @param {string} text
 */
function portable(text) {
  /** @type {Map<string, string>} */
  const aliases = new Map();
  /** @param {string} name @param {string} type */
  const alias = (name, type) => {
    aliases.set(name, type);
    return name;
  };
  /** @param {string} name @param {string} known */
  const ifThere = (name, known) => alias(name, `typeof globalThis extends ${known} ? T : object`);
  const special =
    /\/\*[\s\S]*?\*\/|\bWebAssembly\.(\w+)|\b(Blob)\b|\b(\w+Array|DataView)<ArrayBuffer(Like)?>/g;
  const named = text.replace(special, (whole, object, blob, array, like) => {
    if (object) {
      return ifThere(
        `WebAssembly${object}`,
        `{ WebAssembly: { ${object}: { prototype: infer T } } }`,
      );
    }
    if (blob) return ifThere("OwnBlob", "{ Blob: { prototype: infer T } }");
    if (like || array === "DataView") return array;
    return array ? alias(`Own${array}`, `ReturnType<${array}Constructor["of"]>`) : whole;
  });
  return named + [...aliases].map(([name, type]) => `type ${name} = ${type};\n`).join("");
}

/** @type {Map<string, string>} */
const texts = new Map();
for (const name of filesIn(dist)) {
  const source = readFileSync(join(root, "web", name.replace(/\.d\.ts$/, ".js")), "utf8");
  const text = readFileSync(join(dist, name), "utf8").replace(/^\/\*\* @import .*\n/gm, "");
  texts.set(name, portable(documented(text, source)));
}

const kept = new Set(ENTRIES);
/** @param {string} name @param {string} text */
function keep(name, text) {
  texts.set(name, text);
  kept.add(name);
}
for (const entry of ENTRIES) {
  for (const file of filesOf(entry, texts)) kept.add(file);
  const lines = Object.entries(typesOf(entry, texts)).map(([file, names]) => {
    const path = relative(dirname(entry), file).replace(/\.d\.ts$/, ".js");
    const from = path.startsWith(".") ? path : `./${path}`;
    return `export type { ${names.join(", ")} } from "${from}";\n`;
  });
  texts.set(entry, `${texts.get(entry)}${lines.join("")}`);
}

const figures = join(root, "web/elements");
// Both kinds of modules share the types of elements and events, which a page has once.
const TAGS = '"./elements.js" with { "resolution-mode": "import" }';
for (const name of readdirSync(figures)) {
  if (!name.endsWith(".d.ts")) continue;
  const text = readFileSync(join(figures, name), "utf8");
  keep(`elements/${name}`, text);
  // The tags of a framework.
  if (name === "elements.d.ts") continue;
  keep(`elements/${name.replace(".d.ts", ".d.cts")}`, text.replace('"./elements.js"', TAGS));
}
for (const { name } of declarationsOf(texts.get("elements/elements.d.ts") ?? "")) {
  if (!name.startsWith("Phasor") || name === "PhasorFigure") continue;
  const file = `elements/${name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`;
  keep(`${file}.d.ts`, `export { ${name}, type PhasorFigure } from "./elements.js";\n`);
  keep(
    `${file}.d.cts`,
    `import type * as Figures from ${TAGS};
export declare const ${name}: typeof Figures.${name};
export type ${name} = Figures.${name};
export type PhasorFigure = Figures.PhasorFigure;
`,
  );
}

/** The files that CommonJS needs, too. */
const common = new Set(ENTRIES.flatMap((entry) => [...filesOf(entry, texts)]));
rmSync(dist, { recursive: true });
for (const name of kept) {
  const text = texts.get(name) ?? "";
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), text);
  if (!common.has(name)) continue;
  const required = text.replace(/((?:from |import\()"\.{1,2}\/[^"]+)\.js"/g, '$1.cjs"');
  writeFileSync(join(dist, name.replace(/\.d\.ts$/, ".d.cts")), required);
}
