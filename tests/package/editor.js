// editor.js: what an editor offers at a place of a program, by TypeScript's language service.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The words offered at the end of an expression that uses the package.
 * @param {string} tools a folder of packages with TypeScript 5.8
 * @param {string} folder of a project with phasor @param {string} expression @returns {string[]} */
export function completionsAt(tools, folder, expression) {
  /** @type {any} */
  const typescript = createRequire(join(tools, "."))("typescript-5.8");
  const file = join(folder, "completed.ts");
  const text = `import * as phasor from "phasor";\nphasor.${expression}" });\n`.replace(
    "phasor.new ",
    "new phasor.",
  );
  const contentsOf = (/** @type {string} */ name) =>
    name === file ? text : existsSync(name) ? readFileSync(name, "utf8") : undefined;
  const service = typescript.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (/** @type {string} */ name) => {
      const contents = contentsOf(name);
      return contents === undefined ? undefined : typescript.ScriptSnapshot.fromString(contents);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({
      ...{
        strict: true,
        target: typescript.ScriptTarget.ES2022,
        lib: ["lib.es2022.d.ts"],
        types: [],
      },
      module: typescript.ModuleKind.Preserve,
      moduleResolution: typescript.ModuleResolutionKind.Bundler,
    }),
    getDefaultLibFileName: (/** @type {object} */ options) =>
      typescript.getDefaultLibFilePath(options),
    fileExists: (/** @type {string} */ name) => contentsOf(name) !== undefined,
    readFile: contentsOf,
    directoryExists: existsSync,
    getDirectories: () => [],
  });
  const at = text.lastIndexOf('" });');
  const { entries } = service.getCompletionsAtPosition(file, at, {}) ?? { entries: [] };
  return entries.map((/** @type {{ name: string }} */ { name }) => name);
}
