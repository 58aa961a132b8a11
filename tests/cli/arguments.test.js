// The parsing of the command line, and the columns of its help.
import { expect, it } from "vitest";
import { phasor } from "./run.js";

it.each([
  [["table", "3", "4", "--base", " "], '--base must be a number, got " "'],
  [["table", "3", "4", "--base", "x"], '--base must be a number, got "x"'],
  [["rope", "a", "b", "surplus"], 'unexpected argument "surplus"'],
])("the command line refuses %j in one sentence", (words, message) => {
  const { code, error, out } = phasor(words);
  expect([code, out]).toEqual([2, ""]);
  expect(error).toContain(message);
});

it("help has the options in one column and their descriptions in another", () => {
  const [, options] = /\nOptions:\n(.*?)\n\nExamples/s.exec(phasor(["plot", "--help"]).out) ?? [];
  const lines = options.split("\n");
  const rows = lines.map((line) => /^( {6}| {2}-\w, )(--\w+(?: [A-Z]+)?)( {2,})(\S.*)$/.exec(line));
  const starts = rows.flatMap((row, n) => (row ? [lines[n].length - row[4].length] : []));
  expect(new Set(starts).size).toBe(1);
  const longest = Math.max(...rows.map((row) => (row ? row[1].length + row[2].length : 0)));
  expect(starts[0]).toBe(longest + 2);
  const named = rows.flatMap((row) => (row ? [row[2]] : []));
  expect(named).toContain("--width N");
  expect(named).toContain("--down");
  expect(named).toContain("--help");
  // A continued line is indented like its beginning.
  for (const line of lines.filter((_, n) => !rows[n])) expect(line.search(/\S/)).toBe(starts[0]);
});
