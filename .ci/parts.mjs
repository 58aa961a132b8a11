// parts.mjs: which modules of the package belong to which part, and which ones all parts share. A
// program that does not bundle the package loads only the parts that it uses. For node-parts.mjs
// and require-parts.mjs.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * For each part, the modules of index.js whose functions and classes it contains, and the parts
 * that it builds on. What other parts have in common is in "common", if it is not in "main".
 * @type {Record<string, { has: string[], on?: string[] }>}
 */
export const PARTS = {
  common: { has: [] },
  tables: { has: ["encoding", "grid", "grid3d", "nerf"] },
  rotary: {
    has: ["rope/rope", "rope/scaling", "rope/layout", "rope/mrope", "rope/relative"],
  },
  attention: {
    has: [
      ...["attention", "softmax", "permutation"],
      ...["bias/alibi", "bias/relative", "bias/swin", "bias/t5"],
    ],
  },
  analysis: { has: ["analysis", "products", "toeplitz", "heatmap"] },
  learned: { has: ["learned"] },
  config: { has: ["config/config"], on: ["rotary"] },
  diagnosis: {
    has: ["diagnose", "diagnose_bias", "diagnose_rotary"],
    on: ["rotary", "attention"],
  },
};

/** web/phasor/index.js. */
export const address = new URL("../web/phasor/index.js", import.meta.url);
/** @param {string} module as index.js names it */
const fileOf = (module) => fileURLToPath(new URL(module, address));

/** The part of each module, by its name in index.js. @type {Record<string, string>} */
export const partOf = Object.fromEntries(
  Object.entries(PARTS).flatMap(([part, { has }]) => has.map((each) => [`./${each}.js`, part])),
);

/**
 * The part of every module that index.js needs, or "main".
 * @param {(file: string) => readonly string[]} importsOf the files that a file imports
 */
export function chunksOf(importsOf) {
  /** @type {Map<string, string>} */
  const chunks = new Map();
  /** @param {string} file @param {string} name */
  const assign = (file, name) => {
    const owner = chunks.get(file);
    if (owner && [name, "main", "common", ...(PARTS[name]?.on ?? [])].includes(owner)) return;
    const chunk = owner ? "common" : name;
    chunks.set(file, chunk);
    for (const each of importsOf(file)) assign(each, chunk);
  };
  const named = [...readFileSync(address, "utf8").matchAll(/ from "(.*?)"/g)].map(
    ([, name]) => name,
  );
  for (const name of named) if (!partOf[name]) assign(fileOf(name), "main");
  for (const [name, part] of Object.entries(partOf)) assign(fileOf(name), part);
  return chunks;
}
