// arguments.js: parses and checks a command's arguments, and formats its help.
import { parseArgs } from "node:util";
import { didYouMean } from "../phasor/check/options.js";
import { host } from "./host.js";

/** @import { DescribedCommand } from "./describe.js" */
/** @import { Made } from "./made.js" */
/**
 * @typedef {object} Option
 * @property {string} [value] the placeholder for its value in the help; a flag has none. With FILE,
 *   completion offers file names
 * @property {readonly string[]} [choices] the values that it takes, for completion and hints
 * @property {string} [short] one letter
 * @property {string} [also] another spelling
 * @property {string} help
 */
/**
 * A subcommand. `phasor NAME` calls `run` if there is one, otherwise it writes the result of
 * `make`; `phasor plot NAME` draws the result of `make`.
 * @typedef {object} Command
 * @property {string} name
 * @property {string} usage the arguments after the name
 * @property {string} about
 * @property {string[]} [operands] the names of the positional arguments, in order; the last may end in "…",
 *   for any number of them
 * @property {Record<string, readonly string[]>} [choices] the values that operands take, by name
 * @property {Record<string, Option>} options
 * @property {string[]} examples
 * @property {(args: Arguments) => Promise<Made> | Made} [make] makes the arrays to write or draw
 * @property {(args: Arguments, all: AllCommands) => Promise<number | void>} [run] resolves to the exit code
 * @property {(words: string[], all: AllCommands) => Promise<Command>} [specialize] chooses the
 *   command to run for the given words
 */
/**
 * A command's access to the other commands.
 * @typedef {object} AllCommands
 * @property {(name: string | undefined) => Promise<Command | undefined>} named
 * @property {() => Promise<DescribedCommand[]>} described
 */

/** The arguments are wrong. */
export class UsageError extends Error {
  /**
   * @param {string} message @param {string} help the command that explains more
   * @param {string} [hint] such as "did you mean table?"
   */
  constructor(message, help, hint) {
    super(hint === undefined ? message : `${message}; ${hint}`);
    this.help = help;
  }
}

/** The options of every command. */
const common = /** @type {Record<string, Option>} */ ({
  quiet: { short: "q", help: "show no progress and no warnings" },
  help: { short: "h", help: "show this help" },
});

/** A command's own options, then those of every command. @param {Pick<Command, "options">} command */
export const allOptions = ({ options }) => ({ ...options, ...common, ...options });

export class Arguments {
  #command;
  /** @type {Map<string, string | boolean>} */
  #values = new Map();
  /** @type {string[]} */
  #operands = [];

  /** @param {Command} command @param {string[]} words @throws {UsageError} */
  constructor(command, words) {
    this.#command = command;
    const known = allOptions(command);
    const spellings = Object.entries(known).flatMap(([name, option]) => {
      return [name, ...(option.also ? [option.also] : [])].map((each) => ({ name: each, option }));
    });
    const options = Object.fromEntries(
      spellings.map(({ name, option: { value, short, also } }) => {
        const type = value === undefined ? "boolean" : "string";
        const one = name === also ? undefined : short;
        return [
          name,
          { type: /** @type {"boolean" | "string"} */ (type), ...(one && { short: one }) },
        ];
      }),
    );
    const { tokens } = parseArgs({
      args: joinNegative(words, known),
      options,
      allowPositionals: true,
      strict: false,
      tokens: true,
    });
    for (const token of tokens) {
      if (token.kind === "positional") this.#operands.push(token.value);
      if (token.kind === "option") this.#take(token, known);
    }
    const many = command.operands?.at(-1)?.endsWith("…");
    const maximum = many ? Infinity : (command.operands?.length ?? 0);
    if (this.#operands.length > maximum) {
      this.fail(`unexpected argument "${this.#operands[maximum]}"`);
    }
  }

  /**
   * @param {{ name: string, rawName: string, value?: string }} token
   * @param {Record<string, Option>} known
   */
  #take({ name: spelt, rawName, value }, known) {
    const other = Object.keys(known).find((each) => known[each].also === spelt);
    const name = other ?? spelt;
    if (!Object.hasOwn(known, name)) {
      const names = rawName.startsWith("--") ? Object.keys(known) : [];
      this.fail(
        `unknown option "${rawName}"`,
        didYouMean(name, names, (near) => `--${near}`),
      );
    }
    const needed = known[name].value;
    if (needed === undefined && value !== undefined) this.fail(`${rawName} takes no value`);
    if (needed !== undefined && value === undefined)
      this.fail(`${rawName} needs a value: ${needed}`);
    this.#values.set(name, value ?? true);
  }

  /** @param {string} message @param {string} [hint] @returns {never} */
  fail(message, hint) {
    throw new UsageError(message, `phasor ${this.#command.name} --help`, hint);
  }

  /** @param {string} name */
  has(name) {
    return this.#values.has(name);
  }

  /** @param {string} name */
  flag(name) {
    return this.#values.get(name) === true;
  }

  /** @param {string} name @returns {string | undefined} */
  text(name) {
    const value = this.#values.get(name);
    return typeof value === "string" ? value : undefined;
  }

  /** The value of an option for JSON; numeric text becomes a number. @param {string} name */
  value(name) {
    const value = this.#values.get(name);
    return typeof value === "string" ? (parsed(value) ?? value) : value;
  }

  /** @param {string} name @returns {number | undefined} */
  number(name) {
    const text = this.text(name);
    return text === undefined ? undefined : this.#number(`--${name}`, text);
  }

  /**
   * An option whose value is a non-negative integer.
   * @param {string} name @returns {number | undefined}
   */
  count(name) {
    const value = this.number(name);
    return value === undefined ? undefined : this.#count(`--${name}`, value);
  }

  /** The same for a required option. @param {string} name */
  neededCount(name) {
    return this.count(name) ?? this.fail(`--${name} is required`);
  }

  /**
   * @template {string} T
   * @param {string} name @param {readonly T[]} choices
   * @returns {T | undefined}
   */
  choice(name, choices) {
    const text = this.text(name);
    return text === undefined ? undefined : this.oneOf(`--${name}`, choices, text);
  }

  /**
   * An operand that is one of some words.
   * @template {string} T
   * @param {number} index @param {readonly T[]} choices
   * @returns {T}
   */
  neededChoice(index, choices) {
    return this.oneOf(this.#nameOf(index), choices, this.neededOperand(index));
  }

  /**
   * An option whose value is a comma-separated list of some words.
   * @template {string} T
   * @param {string} name @param {readonly T[]} choices
   * @returns {T[] | undefined}
   */
  choiceList(name, choices) {
    const texts = this.text(name)?.split(",");
    return texts?.map((text) => this.oneOf(`--${name}`, choices, text, "list some of"));
  }

  /**
   * An option whose value is JSON, or a list such as type=yarn,factor=4. A first item without "=" is
   * the value of `main`.
   * @param {string} name @param {string} example @param {string} [main]
   * @returns {Record<string, unknown> | undefined}
   */
  settings(name, example, main) {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (text.startsWith("{")) {
      try {
        return JSON.parse(text);
      } catch (error) {
        return this.fail(`--${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    const entries = text.split(",").map((item, i) => {
      const [, key, value] = /^(\w+)=(.+)$/.exec(item) ?? (i === 0 && main ? ["", main, item] : []);
      if (key === undefined) this.fail(`--${name} must be like ${example}, got "${text}"`);
      if (value === "true" || value === "false") return [key, value === "true"];
      return [key, parsed(value ?? "") ?? value];
    });
    return Object.fromEntries(entries);
  }

  /**
   * A word, if it is one of some.
   * @template {string} T
   * @param {string} name @param {readonly T[]} choices @param {string} text
   * @param {string} [must]
   * @returns {T}
   */
  oneOf(name, choices, text, must = "be one of") {
    const match = choices.find((each) => each === text);
    if (match !== undefined) return match;
    const message = `${name} must ${must} ${choices.join(", ")}, got "${text}"`;
    return this.fail(message, didYouMean(text, choices));
  }

  /**
   * Fails if an option is used together with one of the others.
   * @param {string} one @param {string[]} others
   */
  exclude(one, others) {
    const other = this.has(one) ? others.find((each) => this.has(each)) : undefined;
    if (other) this.fail(`--${other} cannot be used with --${one}`);
  }

  /** An operand, or undefined. @param {number} index */
  operand(index) {
    return this.#operands[index];
  }

  /** The operands from one on. @param {number} index */
  operandsFrom(index) {
    return this.#operands.slice(index);
  }

  /** The number of operands. */
  get operands() {
    return this.#operands.length;
  }

  /** @param {number} index */
  neededOperand(index) {
    return this.#operands[index] ?? this.fail(`${this.#nameOf(index)} is missing`);
  }

  /**
   * The name of a file to read. If it is missing and standard input is a pipe or a file, "-" for
   * standard input.
   * @param {number} index
   */
  inputOperand(index) {
    return this.#operands[index] ?? (host.inputIsSent ? "-" : this.neededOperand(index));
  }

  /** @param {number} index */
  operandCount(index) {
    const name = this.#nameOf(index);
    return this.#count(name, this.#number(name, this.neededOperand(index)));
  }

  /** @param {number} index */
  #nameOf(index) {
    return this.#command.operands?.[index]?.replace("…", "") ?? "an argument";
  }

  /** @param {string} name @param {string} text */
  #number(name, text) {
    return parsed(text) ?? this.fail(`${name} must be a number, got "${text}"`);
  }

  /** @param {string} name @param {number} value */
  #count(name, value) {
    if (Number.isSafeInteger(value) && value >= 0) return value;
    return this.fail(`${name} must be an integer from 0 to 2^53 - 1, got ${value}`);
  }
}

/** The value of a JavaScript number, or of a power such as 2^20. @param {string} text */
export function parsed(text) {
  const power = /^(-?)2\^(\d+)$/.exec(text);
  const value = power ? Number(`${power[1]}1`) * 2 ** Number(power[2]) : Number(text);
  return text.trim() === "" || Number.isNaN(value) ? undefined : value;
}

/**
 * Joins "--start", "-5" to "--start=-5", because parseArgs would read -5 as an option.
 * @param {string[]} words @param {Record<string, Option>} known
 */
function joinNegative(words, known) {
  /** @type {string[]} */
  const result = [];
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  for (const [i, word] of words.entries()) {
    const last = result.at(-1) ?? "";
    const name = i < end && last.startsWith("--") ? last.slice(2) : "";
    const option = Object.hasOwn(known, name)
      ? known[name]
      : Object.values(known).find(({ also }) => also === name);
    const takesValue = option?.value !== undefined;
    if (takesValue && /^-[\d.]/.test(word)) result[result.length - 1] = `${last}=${word}`;
    else result.push(word);
  }
  return result;
}

/** The lines of a command's help. @param {Command} command */
export function helpOf({ name, usage, about, options, examples }) {
  const rows = Object.entries(allOptions({ options })).map(([option, { value, short, help }]) => {
    const dashes = short ? `-${short}, --${option}` : `    --${option}`;
    return { left: `  ${dashes}${value === undefined ? "" : ` ${value}`}`, help };
  });
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
  const lines = rows.flatMap(({ left, help }) =>
    help.split("\n").map((line, i) => (i === 0 ? left : "").padEnd(width) + line),
  );
  return [
    `Usage: phasor ${name} ${usage}`,
    "",
    ...about.split("\n"),
    "",
    "Options:",
    ...lines,
    ...(examples.length > 0 ? ["", "Examples:"] : []),
    ...examples.map((each) => `  ${each}`),
  ];
}
