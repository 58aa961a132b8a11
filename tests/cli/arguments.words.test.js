// The parsing of a command's arguments, in the same process.
import { describe, expect, it } from "vitest";
import { Arguments } from "../../web/cli/arguments.js";

/** @type {import("../../web/cli/arguments.js").Command} */
const command = {
  name: "sample",
  usage: "LENGTH WIDTH [OPTIONS]",
  about: "",
  operands: ["LENGTH", "WIDTH"],
  options: {
    start: { short: "s", value: "P", help: "" },
    base: { value: "BASE", help: "" },
    kind: { value: "NAME", help: "" },
    quiet: { short: "q", help: "" },
  },
  examples: [],
  run: async () => {},
};

const read = (/** @type {string[]} */ ...words) => new Arguments(command, words);

describe("negative numbers", () => {
  it.each([
    [["--start", "-5"], -5],
    [["3", "4", "--start", "-5"], -5],
    [["--base", "2", "--start", "-.5", "3"], -0.5],
    [["--start=-5"], -5],
    [["--start", "-2^20", "3"], -(2 ** 20)],
  ])("are accepted as an option's value: %j", (words, start) => {
    expect(read(...words).number("start")).toBe(start);
  });

  it("must follow the option that they belong to", () => {
    const args = read("--start", "-5", "--base", "-6", "7");
    expect([args.number("start"), args.number("base"), args.operand(0)]).toEqual([-5, -6, "7"]);
  });

  it("are not values of flags", () => {
    expect(() => read("--quiet", "-5")).toThrow('unknown option "-5"');
    expect(() => read("--unknown", "-5")).toThrow('unknown option "--unknown"');
    expect(() => read("-5")).toThrow('unknown option "-5"');
    expect(() => read("--start", "1", "-5")).toThrow('unknown option "-5"');
  });

  it("are operands after --, whatever comes before", () => {
    const args = read("--quiet", "--", "-5", "--start");
    expect([args.operand(0), args.operand(1), args.operands]).toEqual(["-5", "--start", 2]);
    expect([args.flag("quiet"), args.has("start")]).toEqual([true, false]);
    expect(read("--", "--start", "-5").operand(1)).toBe("-5");
  });
});

describe("counts", () => {
  it.each([0, 1, 2 ** 53 - 1])("are accepted: %d", (count) => {
    const args = read(String(count), "--start", String(count));
    expect([args.operandCount(0), args.count("start"), args.neededCount("start")]).toEqual([
      ...[count, count, count],
    ]);
  });

  it.each([
    ["-1", "-1"],
    ["1.5", "1.5"],
    ["2^53", "9007199254740992"],
    ["Infinity", "Infinity"],
  ])("are not: %s", (word, value) => {
    const says = `must be an integer from 0 to 2^53 - 1, got ${value}`;
    expect(() => read("--", "1", word).operandCount(1)).toThrow(`WIDTH ${says}`);
    expect(() => read("--start", word).count("start")).toThrow(`--start ${says}`);
  });

  it("that are missing or not numbers are named in the error", () => {
    expect(() => read("x").operandCount(0)).toThrow('LENGTH must be a number, got "x"');
    expect(() => read("1", "").operandCount(1)).toThrow('WIDTH must be a number, got ""');
    expect(() => read("1").operandCount(1)).toThrow("WIDTH is missing");
    expect(() => read().neededCount("start")).toThrow("--start is required");
    const bare = new Arguments({ ...command, operands: undefined }, []);
    expect(() => bare.operandCount(0)).toThrow("an argument is missing");
    expect(read().count("start")).toBeUndefined();
  });

  it.each([
    ["2^0", 1],
    ["2^10", 1024],
    ["-2^3", -8],
    ["0x10", 16],
    ["1e3", 1000],
  ])("are read from %s as %d", (word, value) => {
    expect(read(`--start=${word}`).number("start")).toBe(value);
  });
});

describe("options", () => {
  it("are flags or have values, also as one letter", () => {
    const args = read("-q", "-s", "4", "--kind", "b");
    expect([args.flag("quiet"), args.text("start"), args.has("base")]).toEqual([true, "4", false]);
    expect([args.text("quiet"), args.flag("start")]).toEqual([undefined, false]);
    expect(args.choice("kind", ["a", "b"])).toBe("b");
    expect(args.choice("base", ["a"])).toBeUndefined();
    expect(() => args.choice("kind", ["a", "c"])).toThrow('--kind must be one of a, c, got "b"');
  });

  it("must have a value if they take one, and none otherwise", () => {
    expect(() => read("--quiet=yes")).toThrow("--quiet takes no value");
    expect(() => read("--start")).toThrow("--start needs a value: P");
    expect(() => read("-s")).toThrow("-s needs a value: P");
  });

  it("with an unknown name are refused with the nearest name", () => {
    expect(() => read("--strat", "1")).toThrow('unknown option "--strat"; did you mean --start?');
    expect(() => read("-x")).toThrow(/^unknown option "-x"$/);
    expect(() => read("--something-else")).toThrow(/^unknown option "--something-else"$/);
  });

  it("exclude each other only if both are given", () => {
    const args = read("--start", "1", "--quiet");
    expect(() => args.exclude("start", ["base", "quiet"])).toThrow(
      "--quiet cannot be used with --start",
    );
    expect(() => args.exclude("base", ["quiet"])).not.toThrow();
    expect(() => args.exclude("quiet", ["base"])).not.toThrow();
  });

  it("and operands are refused if there are too many", () => {
    expect(read("1", "2").operands).toBe(2);
    expect(() => read("1", "2", "3", "4")).toThrow('unexpected argument "3"');
    expect(() => new Arguments({ ...command, operands: undefined }, ["1"])).toThrow(
      'unexpected argument "1"',
    );
  });

  it("are refused with a hint to the help", () => {
    expect(() => read("3", "4", "5")).toThrow(
      expect.objectContaining({ help: "phasor sample --help" }),
    );
  });
});
