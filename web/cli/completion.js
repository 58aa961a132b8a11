// completion.js: the subcommand `phasor completion`.
import { bashScript } from "./completion_bash.js";
import { fishScript } from "./completion_fish.js";
import { zshScript } from "./completion_zsh.js";
import { jsonLines, say } from "./say.js";

/** @import { Command } from "./arguments.js" */

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = /** @type {(keyof typeof scripts)[]} */ (Object.keys(scripts));

/** @type {Command} */
export const command = {
  name: "completion",
  usage: "bash|zsh|fish [OPTIONS]",
  about:
    "Prints a script that lets the Tab key complete commands, options, their values and file names.\n" +
    "Load it in your shell's startup file:\n" +
    '  ~/.bashrc                    eval "$(phasor completion bash)"\n' +
    "  ~/.zshrc, after compinit     source <(phasor completion zsh)\n" +
    "  ~/.config/fish/config.fish   phasor completion fish | source",
  operands: ["SHELL"],
  choices: { SHELL: shells },
  options: { json: { help: "print the commands and their options as JSON instead" } },
  examples: ["phasor completion bash > /etc/bash_completion.d/phasor"],

  async run(args, { described }) {
    const all = await described();
    if (args.flag("json")) say(args.host, jsonLines(all));
    else say(args.host, scripts[args.neededChoice(0, shells)](all).split("\n"));
  },
};
