// phasor lab: its table and its JSON against the package, wrong usage, and an interruption.
import { describe, expect, it, vi } from "vitest";
import { experiment } from "../../web/phasor/lab.js";
import { onTerminal, outputOf, phasor, refused } from "./run.js";

vi.setConfig({ testTimeout: 120_000 });

const short = ["--steps", "100"];

describe("phasor lab", () => {
  it("prints as JSON what the package computes", () => {
    const words = [
      "lookup",
      "--encodings",
      "t5",
      "--seeds",
      "2",
      "--seed",
      "5",
      "--json",
      ...short,
    ];
    const out = outputOf(["lab", ...words]);
    const { results, ...rest } = JSON.parse(out);
    expect(rest).toEqual({ task: "lookup", layers: 1, steps: 100, interrupted: false });
    expect(results).toHaveLength(2);
    const run = experiment({ task: "lookup", encoding: "t5", steps: 100, seed: 6 });
    let next = run.next();
    while (!next.done) next = run.next();
    expect(results[1]).toEqual(JSON.parse(JSON.stringify(next.value)));
    expect(results[0].hash).not.toBe(results[1].hash);
  });

  it("prints a table, with two more rows for RoPE", () => {
    const { out } = phasor(["lab", "recent", "--encodings", "rope", ...short]);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => line.slice(0, 15).trim())).toEqual([
      ...["recent", "rope", "interpolated", "fine-tuned"],
    ]);
    for (const line of lines.slice(1)) expect(line.match(/\d+%/g)).toHaveLength(4);
  });

  it.each([
    [[], "TASK is missing"],
    [["sorting"], 'TASK must be one of recent, lookup, threeBack, got "sorting"'],
    [["recnt"], 'TASK must be one of recent, lookup, threeBack, got "recnt"; did you mean recent?'],
    [
      ["recent", "--encodings", "rope,alibbi"],
      '--encodings must list some of none, sinusoidal, learned, rope, alibi, t5, got "alibbi"; did you mean alibi?',
    ],
    [["recent", "--encodings", "rop"], 'got "rop"; did you mean rope?'],
    [["recent", "--encodings", "transformer"], 'got "transformer" (see'],
    [["recent", "--seeds", "0"], "--seeds must be an integer from 1 to 1000, got 0"],
    [["recent", "--layers", "5"], "--layers must be an integer from 1 to 4"],
    [["recent", "--steps", "99"], "--steps must be an integer from 100 to 1000000"],
  ])("refuses %j: %s", (words, message) => {
    expect(refused(["lab", ...words])).toContain(message);
  });

  it("prints the complete results after Ctrl-C", () => {
    const words = ["recent", "--encodings", "none", "--seeds", "1000", "--json", ...short];
    const output = onTerminal(["lab", ...words], { interrupt: "steps", ending: true });
    const { results, interrupted } = JSON.parse(
      output.slice(output.indexOf("{\n"), output.lastIndexOf("}") + 1),
    );
    expect(interrupted).toBe(true);
    expect(output).toContain(
      `phasor: interrupted: ${results.length} of 1000 models are complete\nexit code 130\n`,
    );
  });
});
