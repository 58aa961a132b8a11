#!/usr/bin/env node
// phasor.js: the command. Runs the subcommand, and turns errors into one line and an exit code.
import { readFileSync } from "node:fs";
import { FormatError } from "../formats/error.js";
import { nearest } from "../phasor/check/options.js";
import { Arguments, helpOf, UsageError } from "./arguments.js";
import { complain, say, spoken } from "./say.js";
import { listen, OutputError } from "./target.js";

/** @import { Command } from "./arguments.js" */

/** Each subcommand is loaded only when it is used, so that the command starts fast. */
const commands = {
  table: () => import("./table.js"),
  rope: () => import("./rope.js"),
  bias: () => import("./bias.js"),
  diagnose: () => import("./diagnose.js"),
  plot: () => import("./plot.js"),
  lab: () => import("./lab.js"),
};

/** The exit code for all errors; 1 is reserved for diagnose. target.js has the codes for signals. */
const FAILED = 2;

const help = `Usage: phasor COMMAND [OPTIONS]

Makes, checks and draws positional encodings for transformers.

Commands:
  table     write a sinusoidal table
  rope      show or write the frequencies, sines and cosines of a rotary embedding
  bias      write attention biases: ALiBi, T5, Swin
  diagnose  identify a table and report what is wrong with it
  plot      draw a table in the terminal or as a PNG
  lab       train small transformers and test them on longer texts

Options:
  -h, --help     show this help, or after a command, its options
  -V, --version  show the version

Exit codes: 0 done; 1 diagnose found something wrong; 2 wrong usage, unreadable input,
unwritable output or a bug in phasor; 130 interrupted.`;

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  const [name, ...rest] = words;
  if (name === undefined) {
    process.stderr.write(`${help}\n`);
    return FAILED;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const about = commandNamed(rest[0]);
    say(about ? helpOf((await about()).command) : help.split("\n"));
    return 0;
  }
  if (name === "--version" || name === "-V") {
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    say([JSON.parse(manifest).version]);
    return 0;
  }
  const load = commandNamed(name);
  if (!load) {
    const what = name.startsWith("-") ? "option" : "command";
    const near = nearest(name, [...Object.keys(commands), "help", "--help", "--version"]);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    throw new UsageError(`unknown ${what} "${name}"${hint}`, "phasor --help");
  }
  /** @type {Command} */
  const command = (await load()).command;
  const args = new Arguments(command, rest);
  if (args.flag("help")) {
    say(helpOf(command));
    return 0;
  }
  return (await command.run(args)) ?? 0;
}

/** @param {string | undefined} name */
function commandNamed(name) {
  return Object.entries(commands).find(([each]) => each === name)?.[1];
}

/** The message for an error. @param {unknown} error */
function explain(error) {
  if (error instanceof UsageError) return `${error.message} (see ${error.help})`;
  if (error instanceof FormatError || error instanceof OutputError) return error.message;
  if (!(error instanceof Error)) return `internal error: ${String(error)}`;
  return (
    spoken(error) ?? `internal error: ${error.name}: ${error.message} (this is a bug in phasor)`
  );
}

/** Ends the process at once. @param {unknown} error */
function fail(error) {
  complain(explain(error));
  process.exit(FAILED);
}

listen();
process.on("uncaughtException", fail);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  complain(explain(error));
  process.exitCode = FAILED;
}
