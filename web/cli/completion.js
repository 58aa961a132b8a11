// completion.js: the subcommand `phasor completion`, and `phasor __complete`, which its scripts call.

import { allOptions, placeholderOf, sentenceOf } from "./arguments.js";
import { commandOf, commands, drawable } from "./commands.js";
import { drawing } from "./plot.js";
import { say } from "./say.js";

/** @import { Argument, Row } from "./arguments.js" */
/** @typedef {[word: string, meaning: string]} Candidate */

/** The line that stands for the names of files. */
const FILES = ":files";

const scripts = {
  // bash 3.2 and later.
  bash: `# Completion of phasor for bash.
_phasor() {
  local word rest
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    if [[ $word == ${FILES} ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r rest; do COMPREPLY+=("$rest"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    else
      COMPREPLY+=("$word")
    fi
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _phasor phasor`,
  zsh: `#compdef phasor
# Completion of phasor for zsh.
_phasor() {
  local line
  local -a found
  for line in "\${(@f)$($words[1] __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ${FILES} ]]; then _files
    elif [[ -n $line ]]; then found+=("\${line/$'\\t'/:}")
    fi
  done
  (( $#found )) && _describe -V phasor found
}
if [[ $funcstack[1] == _phasor ]]; then
  _phasor "$@"
else
  compdef _phasor phasor
fi`,
  fish: `# Completion of phasor for fish.
function __phasor_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        if test "$line" = ${FILES}
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c phasor -f -a '(__phasor_complete)'`,
};

/** @type {Record<string, Row>} */
export const rows = {
  completion: {
    about:
      "Prints a script that lets the Tab key complete commands, options, their values and file names.\n" +
      "Load it in your shell's startup file:\n" +
      '  ~/.bashrc                    eval "$(phasor completion bash)"\n' +
      "  ~/.zshrc, after compinit     source <(phasor completion zsh)\n" +
      "  ~/.config/fish/config.fish   phasor completion fish | source",
    operands: { SHELL: { kind: "choice", choices: Object.keys(scripts) } },
    options: {},
    examples: ["phasor completion bash > /etc/bash_completion.d/phasor"],
    run: ({ shell }) => say(scripts[/** @type {keyof typeof scripts} */ (shell)].split("\n")),
  },
};

/**
 * The lines that complete the last of some words: each is a word, a tab and its meaning; or
 * ":files" for the names of files.
 * @param {string[]} words after "phasor"
 */
export async function completions(words) {
  const start = words.at(-1) ?? "";
  const list = await candidates(words.slice(0, -1), start);
  return list
    .filter(([word]) => word === FILES || word.startsWith(start))
    .map(([word, meaning]) => (word === FILES ? word : `${word}\t${meaning}`));
}

/** @param {string[]} before the words before the one to complete @param {string} start of it
 * @returns {Promise<Candidate[]>} */
async function candidates([name, ...rest], start) {
  const isOption = start.startsWith("-");
  if (name === undefined) {
    const options = { "--help": "show the help", "--version": "show the version" };
    return Object.entries(isOption ? options : { ...commands, ...metaCommands });
  }
  if (name === "help") return rest.length === 0 ? Object.entries(commands) : [];
  const named = await commandOf(name);
  const other = name === "plot" ? await commandOf(rest[0]) : undefined;
  const command = other?.make ? drawing(other) : named;
  if (!command) return [];
  const { operands = {} } = command;
  const entries = Object.entries(allOptions(command));
  const last = rest.at(-1);
  const option = entries.find(([long, { short }]) => last === `--${long}` || last === `-${short}`);
  if (option && placeholderOf(option[1]) !== undefined) return valuesOf(option[1]);
  if (isOption) return entries.map(([long, argument]) => [`--${long}`, sentenceOf(argument)]);
  const drawn = name === "plot" && !other?.make ? await drawable() : [];
  return [
    ...drawn.map(({ name }) => /** @type {Candidate} */ ([name, commands[name]])),
    ...Object.values(operands).flatMap(valuesOf),
  ];
}

/** The options of phasor itself that are commands, too. */
const metaCommands = {
  help: "show the help, or the options of a command",
  version: "show the version",
};

/** @param {Argument} argument @returns {Candidate[]} */
function valuesOf({ kind, choices = [] }) {
  return kind === "file" || kind === "input" ? [[FILES, ""]] : choices.map((word) => [word, ""]);
}
