// describe.js: describes the commands and their options as data, for completion and
// `phasor help --json`.
import { allOptions } from "./arguments.js";
import { commands } from "./commands.js";
import { drawing } from "./plot.js";

/** @import { Command } from "./arguments.js" */
/**
 * @typedef {object} DescribedOption
 * @property {string} name without dashes
 * @property {string | undefined} short one letter
 * @property {string | undefined} value the placeholder for its value; a flag has none
 * @property {readonly string[] | undefined} choices
 * @property {string} help in one line
 */
/**
 * @typedef {object} DescribedCommand
 * @property {string} name of one word, or of two for `plot COMMAND`
 * @property {string} summary
 * @property {string} usage
 * @property {{ name: string, choices: readonly string[] | undefined }[]} operands
 * @property {DescribedOption[]} options
 */

/** All commands, then the variants `plot COMMAND`. */
export async function describedCommands() {
  const entries = Object.values(commands);
  const all = await Promise.all(entries.map(async ({ load }) => (await load()).command));
  const plain = all.map((each, n) => described(each, entries[n].summary));
  const drawn = all.filter(({ make }) => make).map(drawing);
  return [...plain, ...drawn.map((each) => described(each, each.about))];
}

/** @param {Command} command @param {string} summary @returns {DescribedCommand} */
function described({ name, usage, operands = [], choices = {}, options }, summary) {
  return {
    ...{ name, summary, usage: `phasor ${name} ${usage}` },
    operands: operands.map((each) => ({ name: each, choices: choices[each] })),
    options: Object.entries(allOptions({ options })).map(([option, each]) => {
      const { short, value, choices: among, help } = each;
      return { name: option, short, value, choices: among, help: help.replaceAll("\n", " ") };
    }),
  };
}
