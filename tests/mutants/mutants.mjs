// node tests/mutants/mutants.mjs [--only NAME]: breaks the kernels in a copy of the project, one way
// at a time (a sign, sine for cosine, a term, an index), and runs the tests of what was broken. They
// have to fail. Ends with status 1 and a list when they did not.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutants } from "./list.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = join(root, "build/mutants");

/** Tests that are not called as the kernels they look at. @type {Record<string, string[]>} */
const TESTS = {
  analysis: ["analysis", "statistics", "extremes", "shift"],
  attention: ["attention", "attention.output", "attention.extremes"],
  bias: ["bias", "relative", "slopes"],
  circle: ["sinusoidal"],
  fixed: ["frequencies"],
  sinusoidal: ["sinusoidal", "arena"],
  rope: ["rope", "rope.move", "rope.layers"],
};

function prepare() {
  mkdirSync(copy, { recursive: true });
  for (const name of ["Makefile", "vite.config.js", "vitest.config.js"]) {
    cpSync(join(root, name), join(copy, name));
  }
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }\n');
  for (const name of [".ci", "csrc", "web", "tests", "docs"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  }
  const modules = join(copy, "node_modules");
  if (!existsSync(modules)) symlinkSync(join(root, "node_modules"), modules);
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: "utf8" });
  return { passed: status === 0, output: stdout + stderr };
}

function build() {
  const { passed, output } = run("make", ["web/phasor/wasm.js", "WERROR="]); // what is left unused is no matter
  if (!passed) throw new Error(`the broken kernels do not compile:\n${output}`);
}

/** @param {string} file of csrc */
function test(file) {
  const name = file.replace(/(_kernels)?\.[ch]$/, "");
  const names = ["bits", ...(TESTS[name] ?? [name])];
  const files = names
    .map((each) => `tests/phasor/${each}.test.js`)
    .filter((each) => existsSync(join(copy, each)));
  return run(join(root, "node_modules/.bin/vitest"), [
    "run",
    "--project=node",
    "--bail=1",
    "--reporter=dot",
    "--testTimeout=120000", // slow is not broken
    ...files,
  ]);
}

/**
 * Breaks a file and returns what undoes it.
 * @param {import("./list.mjs").Mutant} mutant
 */
function apply({ file, find, replace }) {
  const path = join(copy, "csrc", file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2) {
    throw new Error(`csrc/${file} must have this once: ${find}`);
  }
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  return () => writeFileSync(path, text);
}

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
const chosen = mutants.filter(({ file }) => file.startsWith(only));
prepare();
build();
for (const file of new Set(chosen.map(({ file }) => file))) {
  const { passed, output } = test(file);
  if (!passed) throw new Error(`the tests of ${file} fail before anything is broken:\n${output}`);
}

const survivors = [];
for (const [n, mutant] of chosen.entries()) {
  const undo = apply(mutant);
  try {
    build();
    const noticed = !test(mutant.file).passed;
    if (!noticed) survivors.push(mutant);
    const what = `csrc/${mutant.file}: ${mutant.find} → ${mutant.replace || "nothing"}`;
    console.log(`${n + 1}/${chosen.length} ${noticed ? "noticed" : "NOT NOTICED"}  ${what}`);
  } finally {
    undo();
  }
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} broken kernels noticed`);
process.exitCode = survivors.length > 0 ? 1 : 0;
