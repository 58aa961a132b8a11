// numpy.js: runs a program in Python with NumPy.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The Python that .ci/setup has found; runs .ci/setup if necessary. */
export function python() {
  const file = `${root}build/setup/python.sh`;
  if (!existsSync(file)) execFileSync(`${root}.ci/setup`, ["python"], { stdio: "inherit" });
  const path = /^PYTHON='(.*)'$/m.exec(readFileSync(file, "utf8"))?.[1];
  if (!path) throw new Error(`${file} does not say PYTHON`);
  return path;
}

/** The output of a program. @param {string} program @param {string[]} [args] */
export function numpy(program, args = []) {
  const code = `import sys\nimport numpy as np\n${program}`;
  return execFileSync(python(), ["-c", code, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
}
