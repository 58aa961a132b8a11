// licences.mjs: a Vite plugin by which each built file ends with the licences of the packages whose
// code is in it, as these ask for. The comment is of the kind that minifiers keep.
import { existsSync, readFileSync } from "node:fs";

/** @import { Plugin } from "vite" */

/** The folder of the package that a module is from. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * The licences of the packages that modules are from, each text once.
 * @param {readonly string[]} modules their paths
 * @returns {{ names: string[], text: string }[]}
 */
export function licencesOf(modules) {
  const folders = modules.flatMap((each) => PACKAGE.exec(each)?.[0] ?? []);
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].find((each) =>
      existsSync(`${folder}/${each}`),
    );
    if (!file) throw new Error(`${name} has no licence text: what it asks for cannot be kept`);
    const text = readFileSync(`${folder}/${file}`, "utf8").replaceAll("\r\n", "\n").trim();
    names.set(text, [...(names.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  return [...names].map(([text, each]) => ({ names: each, text }));
}

/** @param {string} [own] a line about the file itself @returns {Plugin} */
export const licences = (own) => ({
  name: "licences",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const found = licencesOf(chunk.moduleIds);
      if (found.length === 0 && !own) continue;
      const parts = found.map(({ names, text }) => `With code of ${names.join(", ")}:\n\n${text}`);
      const whole = [...(own ? [own] : []), ...parts].join("\n\n").replaceAll("*/", "* /");
      chunk.code = `${chunk.code.trimEnd()}\n/*!\n${whole}\n*/\n`;
    }
  },
});
