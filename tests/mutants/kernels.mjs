// kernels.mjs: makes the listed mutants of the kernels, one at a time, builds the module and runs
// its tests.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject, root } from "./copy.mjs";
import { mutants } from "./kernels-list.mjs";

const LAB = ["lab.gradient", "lab.model"];
/** Tests whose names differ from those of the kernels that they test.
 * @type {Record<string, string[]>} */
const TESTS = {
  analysis: ["analysis", "statistics", "extremes", "shift"],
  attention: ["attention", "attention.output", "attention.extremes"],
  bias: ["bias", "relative", "slopes"],
  moments: ["diagnose_bias"],
  circle: ["sinusoidal"],
  fixed: ["frequencies", "scaling"],
  series: ["frequencies"],
  frequencies: ["frequencies", "conventions"],
  sinusoidal: ["sinusoidal", "arena"],
  learned: ["learned", "learned.gradient"],
  random: ["learned", "lab.model"],
  logarithm: ["learned", "rope.forms"],
  scaling: ["scaling", "rope.layers"],
  rope: ["rope", "rope.move", "rope.layers", "rope.forms"],
  ...{ lab: LAB, causal: LAB, matmul: LAB },
};

/** @param {string} copy @param {string} command @param {string[]} args */
function run(copy, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: "utf8" });
  return { passed: status === 0, output: stdout + stderr };
}

function build(/** @type {string} */ copy) {
  // Code that a mutant leaves unused does not matter.
  const { passed, output } = run(copy, "make", ["kernels", "WERROR="]);
  if (!passed) throw new Error(`the broken kernels do not compile:\n${output}`);
}

/** @param {string} copy @param {string} file of csrc */
function test(copy, file) {
  const name = file.replace(/\.[ch]$/, "");
  const files = ["bits", ...(TESTS[name] ?? [name])].map((stem) => `tests/phasor/${stem}.test.js`);
  const missing = files.filter((path) => !existsSync(join(copy, path)));
  if (missing.length > 0) throw new Error(`csrc/${file} should be tested by ${missing.join(", ")}`);
  return run(copy, join(root, "node_modules/.bin/vitest"), [
    "run",
    "--project=node",
    "--bail=1",
    "--reporter=dot",
    "--testTimeout=120000", // slow is not broken
    ...files,
  ]);
}

/** Breaks a file and returns what undoes it. @param {string} copy
 * @param {import("./kernels-list.mjs").Mutant} mutant */
function apply(copy, { file, find, replace }) {
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

/** @param {string} only an expression of the files' names @returns {{ tried: number, survivors: number }} */
export function breakKernels(only) {
  const chosen = mutants.filter(({ file }) => new RegExp(only).test(`csrc/${file}`));
  const spared = readdirSync(join(root, "csrc")).filter(
    (file) => file.endsWith(".c") && !mutants.some((mutant) => mutant.file === file),
  );
  if (spared.length > 0) throw new Error(`nothing breaks csrc/${spared.join(", csrc/")}`);
  if (chosen.length === 0) return { tried: 0, survivors: 0 };
  const copy = copyProject("kernels");
  // The objects of an earlier run's last mutant are newer than the sources.
  for (const built of ["wasm", "kernels"])
    rmSync(join(copy, "build", built), { recursive: true, force: true });
  build(copy);
  for (const file of new Set(chosen.map(({ file }) => file))) {
    const { passed, output } = test(copy, file);
    if (!passed) throw new Error(`the tests of ${file} fail before anything is broken:\n${output}`);
  }
  let survivors = 0;
  for (const [n, mutant] of chosen.entries()) {
    const undo = apply(copy, mutant);
    try {
      build(copy);
      const noticed = !test(copy, mutant.file).passed;
      if (!noticed) survivors++;
      const what = `csrc/${mutant.file}: ${mutant.find} → ${mutant.replace || "nothing"}`;
      console.log(`${n + 1}/${chosen.length} ${noticed ? "noticed" : "NOT NOTICED"}  ${what}`);
    } finally {
      undo();
    }
  }
  return { tried: chosen.length, survivors };
}
