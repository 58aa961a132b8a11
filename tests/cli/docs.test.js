// Runs every line of shell in docs/cli.md, and compares its output with the comments below it.
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { commands } from "../../web/cli/commands.js";
import { root, scratch } from "./run.js";
import { linesOf, printedBy } from "./shell_lines.js";

vi.setConfig({ testTimeout: 120_000 });

const folder = scratch();
const text = readFileSync(`${root}docs/cli.md`, "utf8");
const lines = linesOf(text);

it("docs/cli.md describes every command and every exit code", () => {
  const rows = [...text.matchAll(/^\| \[`(\w+)`\]\(#([\w-]+)\) \| (.*) \|$/gm)];
  expect(rows.map(([, name, , summary]) => [name, summary])).toEqual(Object.entries(commands));
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => {
    return heading.toLowerCase().replaceAll(",", "").replaceAll(" ", "-");
  });
  for (const [, name, place] of rows) {
    expect(lines.some(({ line }) => line.includes(`phasor ${name} `))).toBe(true);
    expect(headings).toContain(place);
    expect(place).toContain(name);
  }
  expect(lines.filter(({ wanted }) => wanted.length > 0).length).toBeGreaterThan(8);
});

it.each(lines)("prints what docs/cli.md says: $line", ({ line, wanted }) => {
  const { code, printed } = printedBy(line, folder);
  expect(code).toBe(0);
  if (wanted.length > 0) expect(printed).toEqual(wanted);
});
