// completion_words.js: shared by the completion scripts for all shells.

/** @import { DescribedCommand } from "./describe.js" */

/** The commands that are not in the table of subcommands. */
const others = /** @type {[word: string, summary: string][]} */ ([
  ["help", "show the help, or the options of a command"],
  ["version", "show the version"],
]);

/**
 * The words that can be the first argument, with their summaries.
 * @param {DescribedCommand[]} commands
 */
export function firstWords(commands) {
  const plain = commands.filter(({ name }) => !name.includes(" "));
  return [
    ...plain.map(({ name, summary }) => /** @type {[string, string]} */ ([name, summary])),
    ...others,
  ];
}

/** The words that can follow `phasor help`. @param {DescribedCommand[]} commands */
export function names(commands) {
  return commands.map(({ name }) => name).filter((name) => !name.includes(" "));
}

/** The words that can follow `phasor plot`. @param {DescribedCommand[]} commands */
export function drawn(commands) {
  return commands.flatMap(({ name }) => (name.startsWith("plot ") ? [name.slice(5)] : []));
}

/**
 * The words that can be an operand of a command, in any place.
 * @param {DescribedCommand} command @param {DescribedCommand[]} commands
 */
export function operandWords({ name, operands }, commands) {
  const words = operands.flatMap(({ choices }) => choices ?? []);
  return name === "plot" ? [...words, ...drawn(commands)] : words;
}

/** Whether one of a command's operands is a file. @param {DescribedCommand} command */
export function takesFile({ operands }) {
  return operands.some(({ name }) => isFile(name));
}

/** Whether a placeholder or an operand's name stands for a file. @param {string} name */
export function isFile(name) {
  return /\b(FILE|CONFIG)\b/.test(name);
}

/** A text in single quotes, for bash and zsh. @param {string} text */
export function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
