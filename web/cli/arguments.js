// arguments.js: reads and checks a command's words by its rows of arguments, and formats its help.
import { parseArgs } from "node:util";
import { didYouMean } from "../phasor/check/errors.js";
import { host } from "./host.js";
import { wrapLines } from "./say.js";

/** @import { Result } from "./output.js" */
/**
 * A row: an operand or an option. Parsing, checks, help and completion all come from it.
 * @typedef {object} Argument
 * @property {Kind} kind input: a file, or standard input if it is missing; size: such
 *   as 800x600; settings: JSON, or a list such as type=yarn,factor=4
 * @property {string} [help] a sentence without the choices and the default, which are added
 * @property {string} [of] the choices of the first operand to which it belongs
 * @property {string} [short] one letter
 * @property {string} [value] the placeholder in the help, if the kind's is not clear
 * @property {readonly string[]} [choices] of a choice or list, and for completion
 * @property {unknown} [default]
 * @property {number} [min] 0 by default for counts
 * @property {number} [max]
 * @property {string} [needs] another option
 * @property {readonly string[]} [excludes] other options
 * @property {string} [example] of settings
 * @property {string} [main] of settings: the key of a first item without a key
 * @property {boolean} [optional] of an operand
 * @property {boolean} [many] of the last operand: any number of words
 */
/**
 * A subcommand. `phasor NAME` calls `run` if there is one, otherwise it writes the result of `make`;
 * `phasor plot NAME` draws the result of `make`.
 * @typedef {object} Row
 * @property {string} [usage] the arguments after the name, if they do not follow from the operands
 * @property {string} about
 * @property {Record<string, Argument>} [operands] in order
 * @property {Record<string, Argument>} options
 * @property {string[]} examples
 * @property {(values: any, args: Arguments) => Promise<Result> | Result} [make] makes the arrays to write or draw
 * @property {(values: any, args: Arguments) => Promise<number | void> | number | void} [run] returns the exit code
 */
/** @typedef {Row & { name: string }} Command */

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

/** What stands for a value in the help. */
const placeholders = {
  ...{ flag: undefined, text: "TEXT", file: "FILE", input: "FILE", number: "X", count: "N" },
  ...{ choice: "NAME", list: "LIST", size: "SIZE", settings: "SETTINGS" },
};
const MAX_HELP_WIDTH = 98;

/** @typedef {keyof typeof placeholders} Kind */
/**
 * Makes a row of each kind: `arg.count("the first seed", { default: 1 })`.
 * @type {Record<Kind, (help: string, more?: Partial<Argument>) => Argument>}
 */
export const arg = Object.create(null);
for (const kind of /** @type {Kind[]} */ (Object.keys(placeholders))) {
  arg[kind] = (help, properties) => ({ kind, help, ...properties });
}

/** The options of every command. */
const common = {
  quiet: arg.flag("show no progress and no warnings", { short: "q" }),
  help: arg.flag("show this help", { short: "h" }),
};

/** A command's own options, then those of every command. @param {Pick<Row, "options">} command */
export const allOptions = ({ options }) => ({ ...options, ...common, ...options });

/** The placeholder for an option's value; undefined for a flag. @param {Argument} argument */
export const placeholderOf = ({ kind, value }) => value ?? placeholders[kind];

/** The name of a value: D_MODEL and d-model are dModel. @param {string} name */
export const camel = (name) =>
  name.toLowerCase().replace(/[-_ ](\w)/g, (_, letter) => letter.toUpperCase());

export class Arguments {
  #command;
  #options = /** @type {Map<string, string | true>} */ (new Map());
  /** The words that are not options. @type {string[]} */
  operands = [];
  /** The values of all operands and options, by name. @type {Record<string, any>} */
  values = {};

  /** @param {Command} command @param {string[]} words @throws {UsageError} */
  constructor(command, words) {
    this.#command = command;
    const known = allOptions(command);
    const { tokens } = parseArgs({
      args: words,
      options: Object.fromEntries(
        Object.entries(known).map(([name, { kind, short }]) => [
          name,
          { type: kind === "flag" ? "boolean" : "string", ...(short && { short }) },
        ]),
      ),
      ...{ allowPositionals: true, strict: false, tokens: true },
    });
    for (const token of tokens) {
      if (token.kind === "positional") this.operands.push(token.value);
      if (token.kind === "option") this.#take(token, known);
    }
    this.values.help = this.has("help");
    if (!this.values.help) this.#readAll(known);
  }

  /**
   * @param {{ name: string, rawName: string, value?: string }} token
   * @param {Record<string, Argument>} known
   */
  #take({ name, rawName, value }, known) {
    if (!Object.hasOwn(known, name)) {
      const names = rawName.startsWith("--") ? Object.keys(known) : [];
      const hint = didYouMean(name, names, (near) => `--${near}`);
      this.fail(`unknown option "${rawName}"`, hint);
    }
    const needed = placeholderOf(known[name]);
    if (needed === undefined && value !== undefined) this.fail(`${rawName} takes no value`);
    if (needed !== undefined && value === undefined)
      this.fail(`${rawName} needs a value: ${needed}`);
    this.#options.set(name, value ?? true);
  }

  /** @param {Record<string, Argument>} options */
  #readAll(options) {
    const operands = Object.entries(this.#command.operands ?? {});
    const many = operands.at(-1)?.[1].many;
    if (this.operands.length > operands.length && !many)
      this.fail(`unexpected argument "${this.operands[operands.length]}"`);
    for (const [name, argument] of Object.entries(options)) {
      const { kind, needs, excludes = [] } = argument;
      const text = this.#options.get(name);
      const value = typeof text === "string" ? this.read(`--${name}`, argument, text) : text;
      this.values[camel(name)] = value ?? (kind === "flag" ? false : argument.default);
      if (text === undefined) continue;
      if (needs && !this.has(needs)) this.fail(`--${name} needs --${needs}`);
      this.refuse(excludes, `cannot be used with --${name}`);
    }
    for (const [i, [name, argument]] of operands.entries()) {
      const piped = argument.kind === "input" && host.inputIsSent ? ["-"] : [];
      const typed = this.operands.slice(i, argument.many ? undefined : i + 1);
      const words = typed.length > 0 ? typed : piped;
      if (words.length === 0 && !argument.optional) this.fail(`${name} is missing`);
      const values = words.map((word) => this.read(name, argument, word));
      this.values[camel(name)] = argument.many ? values : values[0];
    }
    const files = operands.flatMap(([name, { kind }]) =>
      kind === "file" ? this.values[camel(name)] : [],
    );
    if (files.filter((file) => file === "-").length > 1)
      this.fail("only one of the two files can be standard input");
  }

  /**
   * The value of a text.
   * @param {string} name of the option or operand @param {Argument} argument @param {string} text
   */
  read(name, argument, text) {
    const { kind, choices = [] } = argument;
    if (kind === "number" || kind === "count") return this.#number(name, argument, text);
    if (kind === "choice") return this.oneOf(name, choices, text);
    if (kind === "list") {
      return text.split(",").map((word) => this.oneOf(name, choices, word, "list some of"));
    }
    if (kind === "settings") return this.#settings(name, argument, text);
    if (kind !== "size") return text;
    const [, ...sides] =
      /^(\d+)x(\d+)$/.exec(text) ?? this.fail(`${name} must be like 800x600, got "${text}"`);
    return sides.map((side) => this.#number(name, { ...argument, kind: "count" }, side));
  }

  /** @param {string} name @param {Argument} argument @param {string} text */
  #number(name, { kind, min, max }, text) {
    const value = parseValue(text);
    const isCount = kind === "count";
    const least = min ?? (isCount ? 0 : -Infinity);
    const valid = !isCount || Number.isSafeInteger(value);
    if (value !== undefined && valid && value >= least && value <= (max ?? Infinity)) return value;
    const limit = max ?? (isCount ? "2^53 - 1" : undefined);
    const low = least === -Infinity ? "" : ` of at least ${least}`;
    const range = limit === undefined ? low : ` from ${least} to ${limit}`;
    const what = isCount ? "an integer" : "a number";
    return this.fail(`${name} must be ${what}${range}, got ${value ?? `"${text}"`}`);
  }

  /** @param {string} name @param {Argument} argument @param {string} text */
  #settings(name, { example, main }, text) {
    if (text.startsWith("{")) {
      try {
        return JSON.parse(text);
      } catch (error) {
        return this.fail(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    const entries = text.split(",").map((item, i) => {
      const [, key, value] = /^(\w+)=(.+)$/.exec(item) ?? (i === 0 && main ? ["", main, item] : []);
      if (key === undefined) this.fail(`${name} must be like ${example}, got "${text}"`);
      if (value === "true" || value === "false") return [key, value === "true"];
      return [key, parseValue(value ?? "") ?? value];
    });
    return Object.fromEntries(entries);
  }

  /**
   * A word, if it is one of some.
   * @param {string} name @param {readonly string[]} choices @param {string} text @param {string} [must]
   */
  oneOf(name, choices, text, must = "be one of") {
    if (choices.includes(text)) return text;
    const message = `${name} must ${must} ${choices.join(", ")}, got "${text}"`;
    return this.fail(message, didYouMean(text, choices));
  }

  /** @param {string} message @param {string} [hint] @returns {never} */
  fail(message, hint) {
    throw new UsageError(message, `phasor ${this.#command.name} --help`, hint);
  }

  /** Whether an option is given. @param {string} name */
  has(name) {
    return this.#options.has(name);
  }

  /** The text of an option. @param {string} name */
  text(name) {
    return String(this.#options.get(name) ?? "");
  }

  /** Fails if one of some options is given. @param {readonly string[]} names @param {string} why */
  refuse(names, why) {
    const name = names.find((option) => this.has(option));
    if (name !== undefined) this.fail(`--${name} ${why}`);
  }
}

/** The value of a JavaScript number, or of a power such as 2^20. @param {string} text */
export function parseValue(text) {
  const power = /^(-?)2\^(\d+)$/.exec(text);
  const value = power ? Number(`${power[1]}1`) * 2 ** Number(power[2]) : Number(text);
  return text.trim() === "" || Number.isNaN(value) ? undefined : value;
}

/** The lines of a command's help. @param {Command} command */
export function helpOf(command) {
  const { name, about, examples } = command;
  const rows = Object.entries(allOptions(command)).map(([option, argument]) => {
    const dashes = argument.short ? `-${argument.short}, --${option}` : `    --${option}`;
    return { left: `  ${dashes} ${placeholderOf(argument) ?? ""}`.trimEnd(), argument };
  });
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
  const lines = rows.flatMap(({ left, argument }) =>
    wrapLines(sentenceOf(argument), MAX_HELP_WIDTH - width).map(
      (line, i) => (i === 0 ? left : "").padEnd(width) + line,
    ),
  );
  return [
    `Usage: phasor ${name} ${usageOf(command)}`,
    ...["", ...about.split("\n"), "", "Options:", ...lines],
    ...(examples.length > 0 ? ["", "Examples:"] : []),
    ...examples.map((example) => `  ${example}`),
  ];
}

/** What the help says about an option. @param {Argument} argument */
export function sentenceOf({ of, help, choices, default: fallback }) {
  const parts = [of, help, choices?.join(", ")].filter((part) => part).join(": ");
  return `${parts}${fallback === undefined ? "" : `; ${fallback} by default`}`;
}

/** @param {Row} command */
function usageOf({ usage, operands = {} }) {
  if (usage !== undefined) return usage;
  const words = Object.entries(operands).map(([name, { choices, optional, many, kind }]) => {
    const word = `${choices?.join("|") ?? name}${many ? "…" : ""}`;
    return optional || kind === "input" ? `[${word}]` : word;
  });
  return [...words, "[OPTIONS]"].join(" ");
}
