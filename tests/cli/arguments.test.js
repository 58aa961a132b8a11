// How the command's words are read by its rows: of a sample, and of every command.
import { describe, expect, it } from "vitest";
import { Arguments, allOptions, helpOf, placeholderOf } from "../../web/cli/arguments.js";
import { commandOf, commands, drawable } from "../../web/cli/commands.js";
import { drawing } from "../../web/cli/plot.js";

/** @type {import("../../web/cli/arguments.js").Command} */
const sample = {
  name: "sample",
  about: "",
  operands: { LENGTH: { kind: "count" }, D_MODEL: { kind: "count", optional: true } },
  options: {
    start: { kind: "number", short: "s", default: 0 },
    level: { kind: "number", min: 0, max: 1 },
    layers: { kind: "count", min: 1, max: 4 },
    shape: { kind: "choice", choices: ["round", "square"] },
    shapes: { kind: "list", choices: ["round", "square"] },
    size: { kind: "size", min: 1, max: 99 },
    rule: { kind: "settings", example: "type=yarn,factor=4", main: "type" },
    "no-input": { kind: "flag", needs: "shape", excludes: ["size"] },
  },
  examples: [],
};
/** @param {string} line */
const read = (line) => new Arguments(sample, line === "" ? [] : line.split(" "));

it.each([
  ["3", { length: 3, dModel: undefined, start: 0, level: undefined, noInput: false }],
  ["2^10 0x10 -s 1e3", { length: 1024, dModel: 16, start: 1000 }],
  [`${2 ** 53 - 1} 0`, { length: 2 ** 53 - 1, dModel: 0 }],
  ["3 --start -5", { start: -5 }],
  ["--start -.5 3", { start: -0.5, length: 3 }],
  ["--start=-2^3 3", { start: -8 }],
  ["3 --level 1 --layers 4", { level: 1, layers: 4 }],
  ["3 --shape round --no-input -q", { shape: "round", noInput: true, quiet: true }],
  ["3 --shapes square,round", { shapes: ["square", "round"] }],
  ["3 --size 8x60", { size: [8, 60] }],
  [
    "3 --rule linear,factor=4,truncate=false",
    { rule: { type: "linear", factor: 4, truncate: false } },
  ],
  ['3 --rule {"a":[1]}', { rule: { a: [1] } }],
  ["--help --start x", { help: true }],
])("%s is read", (line, values) => {
  expect(read(line).values).toMatchObject(values);
});

it("everything after -- is an operand", () => {
  expect(() => read("--shape round -- -5")).toThrow(
    "LENGTH must be an integer from 0 to 2^53 - 1, got -5",
  );
  expect(() => read("-- 3 --start")).toThrow(
    'D_MODEL must be an integer from 0 to 2^53 - 1, got "--start"',
  );
});

it.each([
  ["", "LENGTH is missing"],
  ["1 2 3", 'unexpected argument "3"'],
  ["1.5", "LENGTH must be an integer from 0 to 2^53 - 1, got 1.5"],
  ["2^53", "LENGTH must be an integer from 0 to 2^53 - 1, got 9007199254740992"],
  ["Infinity", "LENGTH must be an integer from 0 to 2^53 - 1, got Infinity"],
  ["x", 'LENGTH must be an integer from 0 to 2^53 - 1, got "x"'],
  ["3 --start=", '--start must be a number, got ""'],
  ["3 --level 2", "--level must be a number from 0 to 1, got 2"],
  ["3 --layers 0", "--layers must be an integer from 1 to 4, got 0"],
  ["3 --size 20", '--size must be like 800x600, got "20"'],
  ["3 --size 20x0", "--size must be an integer from 1 to 99, got 0"],
  ["3 --shape roung", '--shape must be one of round, square, got "roung"; did you mean round?'],
  ["3 --shapes round,cube", '--shapes must list some of round, square, got "cube"'],
  ["3 --rule linear,factor", '--rule must be like type=yarn,factor=4, got "linear,factor"'],
  ["3 --rule {", "--rule: "],
  ["3 --start", "--start needs a value: X"],
  ["3 -s", "-s needs a value: X"],
  ["3 --quiet=yes", "--quiet takes no value"],
  ["3 --quiet -5", 'unknown option "-5"'],
  ["3 --start 1 -5", 'unknown option "-5"'],
  ["3 --strat 1", 'unknown option "--strat"; did you mean --start?'],
  ["3 -x", 'unknown option "-x"'],
  ["3 --constructor 3", 'unknown option "--constructor"'],
  ["3 --no-input", "--no-input needs --shape"],
  ["3 --no-input --shape round --size 3x3", "--size cannot be used with --no-input"],
])("%s is refused in one sentence", (line, message) => {
  expect(() => read(line)).toThrow(message);
  expect(() => read(line)).toThrow(expect.objectContaining({ help: "phasor sample --help" }));
});

const all = [
  ...(await Promise.all(Object.keys(commands).map(commandOf))),
  ...(await drawable()).map(drawing),
].filter((command) => command !== undefined);

describe.each(all.map((command) => /** @type {const} */ ([command.name, command])))(
  "phasor %s",
  (_, command) => {
    const options = Object.entries(allOptions(command));
    const operands = Object.entries(command.operands ?? {});

    it("makes or runs, and has --quiet and --help", () => {
      expect(command.make ?? command.run).toBeTypeOf("function");
      expect(
        options
          .filter(([, { short }]) => short === "q" || short === "h")
          .map(([name]) => name)
          .sort(),
      ).toEqual(["help", "quiet"]);
    });

    it("has consistent rows", () => {
      for (const [name, { kind, choices, min, max, needs, excludes = [], default: initial }] of [
        ...options,
        ...operands,
      ]) {
        if (kind === "choice" || kind === "list")
          expect([name, choices?.length]).toEqual([name, expect.any(Number)]);
        if (max !== undefined) expect([name, min]).toEqual([name, expect.any(Number)]);
        if (kind === "choice" && initial !== undefined) expect(choices).toContain(initial);
        for (const other of [...excludes, ...(needs ? [needs] : [])])
          expect(command.options).toHaveProperty(other);
      }
    });

    it("refuses unknown choices, words for numbers, and flags with values", () => {
      for (const [name, argument] of options) {
        if (argument.kind === "flag") {
          expect(() => new Arguments(command, [`--${name}=1`])).toThrow(`--${name} takes no value`);
          continue;
        }
        expect(() => new Arguments(command, [`--${name}`])).toThrow(
          `--${name} needs a value: ${placeholderOf(argument)}`,
        );
        const rules = {
          number: "a number",
          count: "an integer",
          size: "like",
          choice: "one of",
          list: "some of",
        };
        const kind = /** @type {keyof typeof rules} */ (argument.kind);
        if (!(kind in rules)) continue;
        expect(() => new Arguments(command, [`--${name}`, "?"])).toThrow(
          new RegExp(`^--${name} must .*${rules[kind]}.*, got "\\?"`),
        );
      }
    });

    it("has help of at most 42 lines of 100 characters, with aligned sentences", () => {
      const lines = helpOf(command);
      expect(lines[0]).toMatch(new RegExp(`^Usage: phasor ${command.name} `));
      expect(lines.length).toBeLessThan(42);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
      const listed = lines
        .slice(lines.indexOf("Options:") + 1)
        .slice(0, -command.examples.length || undefined);
      const listedOptions = listed.flatMap(
        (line) => /^ {2}(?:-\w, | {4})--([\w-]+)/.exec(line)?.[1] ?? [],
      );
      expect(listedOptions).toEqual(options.map(([name]) => name));
      for (const choice of options.flatMap(([, { choices = [] }]) => choices))
        expect(lines.join(" ")).toContain(choice);
      const starts = listed
        .filter((line) => line !== "" && line !== "Examples:")
        .map(
          (line) =>
            line.length - line.replace(/^( {6}| {2}-\w, )?(--\S+( [A-Z[=\]]+)?)? */, "").length,
        );
      expect(new Set(starts).size).toBe(1);
      for (const example of command.examples) expect(example).toContain("phasor");
    });
  },
);
