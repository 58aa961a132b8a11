// main.js: the command. Runs a subcommand, and turns errors into one line and an exit code.
import { readFileSync } from "node:fs";
import { FormatError } from "../formats/error.js";
import { Arguments, helpOf, UsageError } from "./arguments.js";
import { commandHint, commandOf, commands } from "./commands.js";
import { host, setHost } from "./host.js";
import { writeResult } from "./output.js";
import { complain, packageMessage, say } from "./say.js";
import { OutputError } from "./target.js";

/** @import { Host } from "./host.js" */

/** The exit code for all errors. target.js has the codes for signals. */
export const FAILED = 2;

const help = `Usage: phasor COMMAND [OPTIONS]

Makes, checks and draws positional encodings for transformers.

Commands:
${Object.entries(commands)
  .map(([name, summary]) => `  ${name.padEnd(11)} ${summary}`)
  .join("\n")}

Options:
  -h, --help     show this help, or after a command, its options
  -V, --version  show the version

Exit codes: 0 success; 1 diagnose found something wrong, or the files of compare or rope differ;
2 wrong usage, unreadable input, unwritable output, nothing to compare, or a bug in phasor; 130
interrupted.`;

/**
 * Runs the command.
 * @param {Host} newHost where it reads and writes @param {string[]} words after "phasor"
 * @returns {Promise<number>} the exit code
 */
export async function main(newHost, words) {
  setHost(newHost);
  try {
    return await run(words);
  } catch (error) {
    complain(explain(error));
    return FAILED;
  }
}

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function run([name, ...words]) {
  if (name === undefined) {
    host.stderr.write(`${help}\n`);
    return FAILED;
  }
  if (["--help", "-h", "help"].includes(name)) {
    say(words.length > 0 ? helpOf(await requireCommand(words[0])) : help.split("\n"));
    return 0;
  }
  if (["--version", "-V", "version"].includes(name)) {
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    say([JSON.parse(manifest).version]);
    return 0;
  }
  if (name === "__complete") {
    const lines = await (await import("./completion.js")).completions(words);
    host.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return 0;
  }
  let command = await requireCommand(name);
  if (name === "plot") {
    const other = await commandOf(words[0]);
    if (other?.make) {
      command = (await import("./plot.js")).drawing(other);
      words.shift();
    }
  }
  const args = new Arguments(command, words);
  if (args.values.help) say(helpOf(command));
  else if (command.run) return (await command.run(args.values, args)) ?? 0;
  else await writeResult(command, args);
  return 0;
}

/** @param {string} name */
async function requireCommand(name) {
  const command = await commandOf(name);
  if (command) return command;
  const what = name.startsWith("-") ? "option" : "command";
  throw new UsageError(`unknown ${what} "${name}"`, "phasor --help", commandHint(name));
}

/** The message for an error. @param {unknown} error */
export function explain(error) {
  if (error instanceof UsageError) return `${error.message} (see ${error.help})`;
  if (error instanceof FormatError || error instanceof OutputError) return error.message;
  if (!(error instanceof Error)) return `internal error: ${String(error)}`;
  return (
    packageMessage(error) ??
    `internal error: ${error.name}: ${error.message} (this is a bug in phasor)`
  );
}
