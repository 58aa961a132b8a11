// licences.mjs: a Vite plugin that appends to each built file the licences of the packages in it,
// as those licences require, in a comment that minifiers keep.
import { existsSync, readFileSync } from "node:fs";

/** @import { Plugin } from "vite" */

/** The folder of the package that a module comes from. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * The licences of the packages that modules come from, without duplicates.
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
    if (!file) throw new Error(`${name} has no licence text, so its licence cannot be included`);
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
      const parts = found.map(({ names, text }) => `Includes ${names.join(", ")}:\n\n${text}`);
      const whole = [...(own ? [own] : []), ...parts].join("\n\n").replaceAll("*/", "* /");
      // The line with the address of the source map stays last.
      const [map = ""] = /\/\/# sourceMappingURL=.*\s*$/.exec(chunk.code) ?? [];
      const code = chunk.code.slice(0, chunk.code.length - map.length).trimEnd();
      chunk.code = `${code}\n/*!\n${whole}\n*/\n${map}`;
    }
  },
});
