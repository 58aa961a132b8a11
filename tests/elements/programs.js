// programs.js: runs the programs that figures offer: JavaScript in this Node, Python with NumPy,
// and C with the kernels compiled for this machine.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const LIBRARY = "build/accuracy/libphasor.a";
/** A folder inside the project, so that "phasor" is this package. */
const scratch = `${root}build/programs`;

/**
 * A tool that .ci/setup has found; runs .ci/setup if necessary.
 * @param {string} part @param {string} name
 */
function tool(part, name) {
  const found = `${root}build/setup/${part}.sh`;
  if (!existsSync(found)) execFileSync(`${root}.ci/setup`, [part], { stdio: "inherit" });
  const value = readFileSync(found, "utf8").match(new RegExp(`^${name}='(.*)'$`, "m"))?.[1];
  if (!value) throw new Error(`${found} does not say ${name}`);
  return value;
}

/** @param {string} command @param {string[]} given */
function run(command, given) {
  const { status, stdout, stderr, error } = spawnSync(command, given, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${command} ${given.join(" ")} ended with ${status}:\n${stderr}`);
  return stdout;
}

/** @type {Record<string, { ending: string, run: (file: string) => string }>} */
const LANGUAGES = {
  javascript: { ending: "mjs", run: (file) => run(process.execPath, [file]) },
  python: { ending: "py", run: (file) => run(tool("python", "PYTHON"), [file]) },
  c: {
    ending: "c",
    run(file) {
      // make test-web has built it; a single test that is run by hand may need it first.
      if (!existsSync(root + LIBRARY)) execFileSync("make", [LIBRARY], { cwd: root });
      const warnings = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
      const program = file.replace(/\.c$/, "");
      run(tool("native", "CLANG"), [...warnings, "-Icsrc", file, LIBRARY, "-lm", "-o", program]);
      return run(program, []);
    },
  },
};

export const languages = Object.keys(LANGUAGES);

/** A program's output. @param {string} name for its file @param {string} language @param {string} text */
export function output(name, language, text) {
  mkdirSync(scratch, { recursive: true });
  const { ending, run: start } = LANGUAGES[language];
  const file = `${scratch}/${name}.${ending}`;
  writeFileSync(file, text);
  return start(file);
}

/** The numbers below a line of names. @param {string} text */
export function parse(text) {
  const [head, ...rows] = text.trimEnd().split(/\r?\n/);
  return { head, rows: rows.map((row) => row.split(",").map(number)) };
}

/** @param {string} text as JavaScript, Python or C write it */
const number = (text) => Number(text.trim().replace(/^(-?)inf(inity)?$/i, "$1Infinity"));
