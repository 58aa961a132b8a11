// programs.js: runs the programs that figures offer: JavaScript in this Node, Python with NumPy.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { python } from "../formats/numpy.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** A folder inside the project, so that "phasor" is this package. */
const scratch = `${root}build/programs`;

/** @param {string} command @param {string[]} words */
const run = (command, words) =>
  execFileSync(command, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });

/** Prints the outputs of programs, or their errors, as JSON. All run in one process, which loads phasor once. */
const RUN_JAVASCRIPT = `
import { pathToFileURL } from "node:url";
const outputs = [];
const print = console.log;
for (const file of process.argv.slice(1)) {
  const lines = [];
  console.log = (line) => lines.push(line + "\\n");
  await import(pathToFileURL(file)).catch((error) => lines.push(error.stack));
  outputs.push(lines.join(""));
}
print(JSON.stringify(outputs));
`;

/** The same in Python, with NumPy loaded once. */
const RUN_PYTHON = `
import contextlib, io, json, runpy, sys, traceback
outputs = []
for file in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            runpy.run_path(file)
        except Exception:
            traceback.print_exc(file=out)
    outputs.append(out.getvalue())
print(json.dumps(outputs))
`;

/** @type {Record<string, { ending: string, run: (files: string[]) => string }>} */
const LANGUAGES = {
  javascript: {
    ending: "mjs",
    run: (files) =>
      run(process.execPath, ["--input-type=module", "-e", RUN_JAVASCRIPT, "--", ...files]),
  },
  python: {
    ending: "py",
    run: (files) => run(python(), ["-c", RUN_PYTHON, ...files]),
  },
};

export const languages = Object.keys(LANGUAGES);

/** The outputs of programs. @param {string} language @param {{ name: string, text: string }[]} programs named for their files @returns {string[]} */
export function outputs(language, programs) {
  mkdirSync(scratch, { recursive: true });
  const { ending, run: start } = LANGUAGES[language];
  const files = programs.map(({ name, text }) => {
    const file = `${scratch}/${name}.${ending}`;
    writeFileSync(file, text);
    return file;
  });
  return JSON.parse(start(files));
}

/** The numbers below a line of names. @param {string} text */
export function parse(text) {
  const [head, ...rows] = text.trimEnd().split(/\r?\n/);
  return { head, rows: rows.map((row) => row.split(",").map(number)) };
}

/** @param {string} text as JavaScript or Python writes it */
const number = (text) => Number(text.trim().replace(/^(-?)inf(inity)?$/i, "$1Infinity"));
