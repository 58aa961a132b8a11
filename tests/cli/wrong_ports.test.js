// Runs each port of docs/wrong-ports.md, and compares the command's answer with the document's.
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { python } from "../formats/numpy.js";
import { root, scratch } from "./run.js";
import { linesOf, printedBy } from "./shell_lines.js";

const folder = scratch();
const [, ...sections] = readFileSync(`${root}docs/wrong-ports.md`, "utf8").split(/^## /m);
const programsOf = (/** @type {string} */ section) =>
  [...section.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code);
const [right, ...wrong] = sections.map((section) => {
  return { title: section.split("\n")[0], programs: programsOf(section), lines: linesOf(section) };
});
const [port, exported] = right.programs;

/** Runs every port, each in a folder of its own. */
const RUN = `import json, os, sys
for folder, program in json.load(sys.stdin):
    os.mkdir(folder)
    os.chdir(folder)
    exec(program, {"__name__": "__main__"})`;
const folderOf = (/** @type {string} */ title) => join(folder, title.replace(/\W+/g, "-"));

beforeAll(() => {
  const all = [{ title: right.title, programs: [] }, ...wrong].map(({ title, programs }) => {
    const saved = programs.some((program) => program.includes("np.save"));
    return [folderOf(title), [port, ...programs, ...(saved ? [] : [exported])].join("\n")];
  });
  execFileSync(python(), ["-c", RUN], { input: JSON.stringify(all) });
});

/** Runs the commands of a section; returns the last one's exit code.
 * @param {{ title: string, lines: { line: string, wanted: string[] }[] }} section */
function run({ title, lines }) {
  const codes = [];
  cpSync(folderOf(title), folder, { recursive: true });
  for (const { line, wanted } of lines) {
    const { code, printed } = printedBy(line, folder);
    codes.push(code);
    if (wanted.length > 0) expect(printed).toEqual(wanted);
  }
  return codes.at(-1);
}

it("docs/wrong-ports.md: the right port has no finding", () => {
  expect(right.lines.map(({ wanted }) => wanted.length)).toEqual([0, 2]);
  expect(run(right)).toBe(0);
});

it("docs/wrong-ports.md has twenty wrong ports with different answers", () => {
  const answers = wrong.map(({ lines }) => {
    const expected = lines.at(-1)?.wanted ?? [];
    return expected.slice(expected.findIndex((line) => line.startsWith("problem "))).join("\n");
  });
  expect(new Set(answers).size).toBe(20);
  expect(answers.every((answer) => answer.startsWith("problem "))).toBe(true);
});

it.each(wrong)("docs/wrong-ports.md has the command's answer: $title", (section) => {
  expect(section.programs).toHaveLength(1);
  expect(run(section)).toBe(1);
});
