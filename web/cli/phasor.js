#!/usr/bin/env node
// phasor.js: the command. It finds the subcommand, and turns errors into a line and an exit code.
import { readFileSync } from "node:fs";
import { FormatError } from "../formats/error.js";
import { Arguments, helpOf, UsageError } from "./arguments.js";
import { interrupted, listen, OutputError } from "./output.js";

/** @import { Command } from "./arguments.js" */

/** Loaded when it is asked for: a start takes the time of one. */
const commands = {
  table: () => import("./table.js"),
  rope: () => import("./rope.js"),
  bias: () => import("./bias.js"),
  diagnose: () => import("./diagnose.js"),
  plot: () => import("./plot.js"),
};

/** What the process ends with. 130, an interruption, is in output.js. */
const BAD_INPUT = 2;

const help = `Usage: phasor COMMAND [OPTIONS]

Positional encodings for transformers, right to the last bit.

Commands:
  table     write a sinusoidal table
  rope      show or write the frequencies, sines and cosines of a rotary embedding
  bias      write attention biases: ALiBi, T5, Swin
  diagnose  tell what a table is, and what is wrong with it
  plot      draw a table in the terminal, or as a PNG

Options:
  -h, --help     this, or with a command: its options
  -V, --version  the version

Exit codes: 0 done; 1 diagnose found something wrong; 2 bad usage, unreadable input or
unwritable output; 130 interrupted.
`;

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  const [name, ...rest] = words;
  if (name === undefined) {
    process.stderr.write(help);
    return BAD_INPUT;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const about = commandNamed(rest[0]);
    process.stdout.write(about ? helpOf((await about()).command) : help);
    return 0;
  }
  if (name === "--version" || name === "-V") {
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    process.stdout.write(`${JSON.parse(manifest).version}\n`);
    return 0;
  }
  const load = commandNamed(name);
  if (!load) {
    const what = name.startsWith("-") ? "option" : "command";
    throw new UsageError(`unknown ${what} "${name}"`, "phasor --help");
  }
  /** @type {Command} */
  const command = (await load()).command;
  const args = new Arguments(command, rest);
  if (args.flag("help")) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  return (await command.run(args)) ?? 0;
}

/** @param {string | undefined} name */
function commandNamed(name) {
  return Object.entries(commands).find(([each]) => each === name)?.[1];
}

/**
 * The line that says what went wrong, or undefined for an error of our own making.
 * @param {unknown} error
 */
function explain(error) {
  if (error instanceof UsageError) return `${error.message} (see ${error.help})`;
  if (error instanceof FormatError || error instanceof OutputError) return error.message;
  if (!(error instanceof Error)) return undefined;
  // The package's errors begin with the function's name, which nobody here has called.
  const [own] = /^phasor\.[\w.]+: /.exec(error.message) ?? [];
  return own && error.message.slice(own.length);
}

listen();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const line = explain(error);
  if (line === undefined) throw error;
  interrupted.clean();
  process.stderr.write(`phasor: ${line}\n`);
  process.exitCode = BAD_INPUT;
}
