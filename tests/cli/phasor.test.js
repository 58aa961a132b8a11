// The command itself: help, version, and errors for mistyped words.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandHint, commands as table } from "../../web/cli/commands.js";
import { onTerminal, outputOf, phasor, root } from "./run.js";

const commands = Object.keys(table);

describe("help", () => {
  it("lists the commands and the exit codes", () => {
    const { code, out } = phasor(["--help"]);
    expect(code).toBe(0);
    for (const [name, summary] of Object.entries(table)) {
      expect(out).toContain(`\n  ${name.padEnd(11)} ${summary}\n`);
    }
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    expect(out).toContain("Exit codes");
    expect(phasor(["-h"]).out).toBe(out);
    expect(phasor([])).toMatchObject({ code: 2, out: "", error: out });
  });

  it.each(commands)("of %s is also that of phasor help", (command) => {
    const out = outputOf([command, "--help"]);
    expect(out).toMatch(new RegExp(`^Usage: phasor ${command} `));
    expect(phasor(["help", command]).out).toBe(out);
  });
});

it("phasor prints its version", () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  for (const word of ["--version", "-V", "version"]) {
    expect(phasor([word])).toMatchObject({ code: 0, out: `${version}\n`, error: "" });
  }
});

it.each([
  ["tabel", "table"],
  ["Stats", "statistics"],
  ["sinusoidal", "table"],
  ["2d", "grid"],
  ["rotary", "rope"],
  ["cosine", "similarity"],
  ["doctor", "diagnose"],
  ["caches", "cache"],
  ["--versoin", "--version"],
  ["zzzzzz", undefined],
  ["constructor", undefined],
])("phasor's list of commands gives for %s the hint %s", (word, hint) => {
  expect(commandHint(word)).toBe(hint && `did you mean ${hint}?`);
});

describe("standard input", () => {
  const input = "0,1\n0.84147096,0.5403023\n";

  it.each([
    ["diagnose", "standard input: 2 × 2"],
    ["statistics", "standard input: 2 × 2"],
    ["dot", "1,0.5403023\n0.5403023,"],
    ["similarity", "1,0.5403"],
    ["nerf 0", "0,1\n"],
    ["plot", "standard input: 2 positions across, 2 columns down, 0 to 1"],
  ])("is read by phasor %s without a dash", (words, begins) => {
    const out = outputOf(words.split(" "), { input });
    expect(out).toContain(begins);
    expect(phasor([...words.split(" "), "-"], { input }).out).toBe(out);
  });

  it("may contain a configuration", () => {
    const config = JSON.stringify({ model_type: "llama", head_dim: 4, rope_theta: 100 });
    const result = phasor(["rope"], { input: config });
    expect(result.out).toContain("llama, full_attention\nall 4 features");
    expect(phasor(["rope", "-"], { input: config }).out).toBe(result.out);
    const cache = phasor(["cache", "2", "--values", "cos", "-f", "csv"], { input: config });
    expect(cache).toMatchObject({ code: 0, out: "1,1\n0.5403023,0.9950042\n" });
    // The command line has priority.
    expect(phasor(["rope", "--d-head", "4"], { input: "" }).out).toContain("base 10000");
  });

  it("is not read from a terminal", () => {
    expect(onTerminal(["diagnose"])).toContain("FILE is missing");
    expect(onTerminal(["rope"])).toContain("--d-head or FILE is required");
  });
});

/** @type {[words: string, line: string][]} */
const mistakes = [
  ["tabel 8 8", 'phasor: unknown command "tabel"; did you mean table? (see phasor --help)'],
  ["--colour", 'phasor: unknown option "--colour" (see phasor --help)'],
  [
    "story --brake base",
    'phasor: unknown option "--brake"; did you mean --break? (see phasor story --help)',
  ],
  ["table 8", "phasor: D_MODEL is missing (see phasor table --help)"],
  ["table 8 7", "phasor: dModel must be an even integer of at least 2, got 7"],
  ["table 8 8 --base 0", "phasor: base must be a number above 1 and at most 1e18, got 0"],
  ["bias", "phasor: KIND is missing (see phasor bias --help)"],
  ["bias rope", 'phasor: KIND must be one of alibi, t5, swin, got "rope" (see phasor bias --help)'],
  [
    "table 8 8 -c vaswanni",
    "phasor: --convention must be one of vaswani, tensor2tensor, fairseq, gpt-neox, diffusers, " +
      'detr, mae, got "vaswanni"; did you mean vaswani? (see phasor table --help)',
  ],
  ["help tabel", 'phasor: unknown command "tabel"; did you mean table? (see phasor --help)'],
  ["dot 64", "phasor: D_MODEL is missing (see phasor dot --help)"],
  ["plot dot 64", "phasor: D_MODEL is missing (see phasor plot dot --help)"],
  ["rope", "phasor: --d-head or FILE is required (see phasor rope --help)"],
  ["diagnose", "phasor: FILE is missing (see phasor diagnose --help)"],
  ["plot", "phasor: FILE or LENGTH is missing (see phasor plot --help)"],
];

it.each(mistakes)("an error is one line, with exit code 2: phasor %s", (words, line) => {
  expect(phasor(words.split(" "))).toMatchObject({ code: 2, out: "", error: `${line}\n` });
});

it("phasor accepts powers of two, exponents and negative numbers", () => {
  const { out } = phasor(["table", "1", "2", "--start", "-2^3"]);
  expect(out).toBe(phasor(["table", "1e0", "2^1", "--start=-8"]).out);
  expect(out).not.toBe(phasor(["table", "1", "2"]).out);
});
