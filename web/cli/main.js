// main.js: the command. Runs a subcommand, and turns errors into one line and an exit code.
import { readFileSync } from "node:fs";
import { FormatError } from "../formats/error.js";
import { Arguments, helpOf, UsageError } from "./arguments.js";
import { commandMeant, commands, entryOf } from "./commands.js";
import { host, setHost } from "./host.js";
import { destinationOf, writeMade } from "./output.js";
import { complain, jsonLines, say, spoken } from "./say.js";
import { OutputError } from "./target.js";

/** @import { AllCommands } from "./arguments.js" */
/** @import { Host } from "./host.js" */

/** The exit code for all errors. target.js has the codes for signals. */
export const FAILED = 2;

const help = `Usage: phasor COMMAND [OPTIONS]

Makes, checks and draws positional encodings for transformers.

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
  .join("\n")}

Options:
  -h, --help     show this help, or after a command, its options
  -V, --version  show the version

help and version are also commands, and take --json.

Exit codes: 0 success; 1 diagnose found something wrong, or the files of compare or rope differ;
2 wrong usage, unreadable input, unwritable output or a bug in phasor; 130 interrupted.`;

/** @type {AllCommands} */
const all = {
  named: async (name) => (await entryOf(name)?.load())?.command,
  // Loads every command.
  described: async () => (await import("./describe.js")).describedCommands(),
};

/**
 * Runs the command.
 * @param {Host} surroundings where it reads and writes @param {string[]} words after "phasor"
 * @returns {Promise<number>} the exit code
 */
export async function main(surroundings, words) {
  setHost(surroundings);
  try {
    return await run(words);
  } catch (error) {
    complain(explain(error));
    return FAILED;
  }
}

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function run(words) {
  const [name, ...rest] = words;
  if (name === undefined) {
    host.stderr.write(`${help}\n`);
    return FAILED;
  }
  if (["--help", "-h", "help"].includes(name)) {
    await showHelp(rest);
    return 0;
  }
  if (["--version", "-V", "version"].includes(name)) {
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    const { version } = JSON.parse(manifest);
    say(rest.includes("--json") ? jsonLines({ version, node: process.versions.node }) : [version]);
    return 0;
  }
  if (name === "__complete") {
    const lines = await (await import("./completion.js")).completions(rest);
    host.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return 0;
  }
  const entry = entryOf(name) ?? unknown(name);
  const plain = (await entry.load()).command;
  const command = (await plain.specialize?.(rest, all)) ?? plain;
  const args = new Arguments(command, command === plain ? rest : rest.slice(1));
  if (args.flag("help")) {
    say(helpOf(command));
    return 0;
  }
  if (command.run) return (await command.run(args, all)) ?? 0;
  const destination = destinationOf(args);
  if (command.make) await writeMade(destination, await command.make(args));
  return 0;
}

/** @param {string[]} words */
async function showHelp(words) {
  const [name] = words.filter((word) => word !== "--json");
  const entry = name === undefined ? undefined : (entryOf(name) ?? unknown(name));
  if (words.includes("--json")) {
    const described = await all.described();
    say(jsonLines(name === undefined ? described : described.find((each) => each.name === name)));
  } else {
    say(entry ? helpOf((await entry.load()).command) : help.split("\n"));
  }
}

/** @param {string} name @returns {never} */
function unknown(name) {
  const what = name.startsWith("-") ? "option" : "command";
  throw new UsageError(`unknown ${what} "${name}"`, "phasor --help", commandMeant(name));
}

/** The message for an error. @param {unknown} error */
export function explain(error) {
  if (error instanceof UsageError) return `${error.message} (see ${error.help})`;
  if (error instanceof FormatError || error instanceof OutputError) return error.message;
  if (!(error instanceof Error)) return `internal error: ${String(error)}`;
  return (
    spoken(error) ?? `internal error: ${error.name}: ${error.message} (this is a bug in phasor)`
  );
}
