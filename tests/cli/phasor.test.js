// The command itself: help, versions, and what is said to those who mistype.
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { phasor, root } from "./run.js";

vi.setConfig({ testTimeout: 60_000 });

const commands = ["table", "rope", "bias", "diagnose", "plot", "lab"];

describe("help", () => {
  it("lists the commands and the exit codes", () => {
    const { code, out } = phasor(["--help"]);
    expect(code).toBe(0);
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(out).toContain("Exit codes");
    expect(phasor(["-h"]).out).toBe(out);
    expect(phasor([])).toMatchObject({ code: 2, out: "", error: out });
  });

  it.each(commands)("of %s is short and fits a terminal", (command) => {
    const { code, out, error } = phasor([command, "--help"]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toMatch(new RegExp(`^Usage: phasor ${command} `));
    expect(out).toContain("Examples:\n");
    expect(out.split("\n").length).toBeLessThan(42);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    expect(phasor(["help", command]).out).toBe(out);
  });
});

it("tells its version", () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  expect(phasor(["--version"]).out).toBe(`${version}\n`);
});

/** @type {[words: string, line: string][]} */
const mistakes = [
  ["tabel 8 8", 'phasor: unknown command "tabel"; did you mean table? (see phasor --help)'],
  ["--colour", 'phasor: unknown option "--colour" (see phasor --help)'],
  [
    "table 8 8 --bse 5",
    'phasor: unknown option "--bse"; did you mean --base? (see phasor table --help)',
  ],
  [
    "table 8 8 --strat=3",
    'phasor: unknown option "--strat"; did you mean --start? (see phasor table --help)',
  ],
  [
    "table 8 8 --conv x",
    'phasor: unknown option "--conv"; did you mean --convention? (see phasor table --help)',
  ],
  ["table 8 8 --zzz", 'phasor: unknown option "--zzz" (see phasor table --help)'],
  ["table 8 8 -x", 'phasor: unknown option "-x" (see phasor table --help)'],
  ["table 8 8 --constructor 3", 'phasor: unknown option "--constructor" (see phasor table --help)'],
  ["table 8 8 --base", "phasor: --base needs a value: BASE (see phasor table --help)"],
  ["table 8 8 --quiet=yes", "phasor: --quiet takes no value (see phasor table --help)"],
  ["table 8 8 9", 'phasor: unexpected argument "9" (see phasor table --help)'],
  ["table 8", "phasor: D_MODEL is missing (see phasor table --help)"],
  ["table", "phasor: LENGTH is missing (see phasor table --help)"],
  ["table x 8", 'phasor: LENGTH must be a number, got "x" (see phasor table --help)'],
  [
    "table 1.5 8",
    "phasor: LENGTH must be an integer from 0 to 2^53 - 1, got 1.5 (see phasor table --help)",
  ],
  ["table 8 8 --base ten", 'phasor: --base must be a number, got "ten" (see phasor table --help)'],
  [
    "table 8 8 --dtype int8",
    'phasor: --dtype must be one of float32, float64, float16, bfloat16, got "int8" (see phasor table --help)',
  ],
  ["table 8 7", "phasor: dModel must be an even integer of at least 2, got 7"],
  ["table 8 8 --base 0", "phasor: base must be a number above 1 and at most 1e18, got 0"],
  ["bias", "phasor: KIND is missing (see phasor bias --help)"],
  ["bias rope", 'phasor: KIND must be alibi, t5 or swin, got "rope" (see phasor bias --help)'],
  ["rope", "phasor: --d-head or --config is needed (see phasor rope --help)"],
  ["diagnose", "phasor: FILE is missing (see phasor diagnose --help)"],
  ["plot", "phasor: LENGTH or FILE is missing (see phasor plot --help)"],
];

describe("one line says what is wrong, and the exit code is 2:", () => {
  it.each(mistakes)("phasor %s", (words, line) => {
    expect(phasor(words.split(" "))).toMatchObject({ code: 2, out: "", error: `${line}\n` });
  });
});

it("takes numbers as powers of two, exponents and negative ones", () => {
  const { out } = phasor(["table", "1", "2", "--start", "-2^3"]);
  expect(out).toBe(phasor(["table", "1e0", "2^1", "--start=-8"]).out);
  expect(out).not.toBe(phasor(["table", "1", "2"]).out);
});
