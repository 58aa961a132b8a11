// Runs each port of docs/wrong-ports.md, and compares the command's answer with the document's.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { python } from "../formats/numpy.js";
import { root, scratch } from "./run.js";
import { linesOf, printedBy } from "./shell_lines.js";

vi.setConfig({ testTimeout: 60_000 });

const folder = scratch();
const [, ...sections] = readFileSync(`${root}docs/wrong-ports.md`, "utf8").split(/^## /m);
/** @param {string} section */
const programsOf = (section) =>
  [...section.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code);
const [right, ...wrong] = sections.map((section) => {
  return { title: section.split("\n")[0], programs: programsOf(section), lines: linesOf(section) };
});
const [port, exported] = right.programs;

/** Runs a port, then the commands; returns whether the last command found a problem.
 * @param {string[]} programs @param {{ line: string, wanted: string[] }[]} lines */
function run(programs, lines) {
  execFileSync(python(), ["-c", [port, ...programs, exported].join("\n")], { cwd: folder });
  const codes = [];
  for (const { line, wanted } of lines) {
    const printed = printedBy(`${line}; echo $?`, folder);
    codes.push(printed.pop());
    if (wanted.length > 0) expect(printed).toEqual(wanted);
  }
  return codes.at(-1);
}

it("docs/wrong-ports.md: the right port has no finding", () => {
  expect(right.lines.map(({ wanted }) => wanted.length)).toEqual([0, 2]);
  expect(run([], right.lines)).toBe("0");
});

it("docs/wrong-ports.md has ten wrong ports with different answers", () => {
  const answers = wrong.map(({ lines }) => lines.at(-1)?.wanted[1]);
  expect(new Set(answers).size).toBe(10);
  expect(answers.every((answer) => answer?.startsWith("problem "))).toBe(true);
});

it.each(wrong)("docs/wrong-ports.md has the command's answer: $title", ({ programs, lines }) => {
  expect(programs).toHaveLength(1);
  expect(run(programs, lines)).toBe("1");
});
