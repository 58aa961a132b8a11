// completion.js: the subcommand `phasor completion`, and `phasor __complete`, which its scripts call.

import { allOptions } from "./arguments.js";
import { commands, entryOf } from "./commands.js";
import { drawing } from "./plot.js";
import { jsonLines, say } from "./say.js";

/** @import { Command, Option } from "./arguments.js" */
/** @typedef {[word: string, meaning: string]} Candidate */

/** The line that stands for the names of files. */
const FILES = ":files";

const scripts = {
  // bash 3.2 and later. It splits --option=value into three words.
  bash: `# Completion of phasor for bash.
_phasor() {
  local word rest
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    if [[ $word == ${FILES} ]]; then
      compopt -o filenames 2>/dev/null
      word=\${COMP_WORDS[COMP_CWORD]}
      while IFS= read -r rest; do COMPREPLY+=("$rest"); done < <(compgen -f -- "\${word#=}")
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
    if (args.flag("json")) say(jsonLines(await described()));
    else say(scripts[args.neededChoice(0, shells)].split("\n"));
  },
};

/**
 * The lines that complete the last of some words: each is a word, a tab and its meaning; or
 * ":files" for the names of files.
 * @param {string[]} words after "phasor"
 */
export async function completions(words) {
  const [current, ...before] = joinedAssignments(words).reverse();
  before.reverse();
  const [, option, value] = /^(--[\w-]+=)(.*)$/.exec(current) ?? [];
  const start = value ?? current;
  const found = await candidates(option ? [...before, option.slice(0, -1)] : before, start);
  return found
    .filter(([word]) => word === FILES || word.startsWith(start))
    .map(([word, meaning]) => {
      if (word === FILES) return word;
      return `${words.at(-2) === "=" ? "" : (option ?? "")}${word}\t${meaning.split("\n")[0]}`;
    });
}

/** Joins what bash splits at "=". @param {string[]} words */
function joinedAssignments(words) {
  /** @type {string[]} */
  const result = [];
  for (const [i, word] of words.entries()) {
    const last = result.at(-1);
    const continues = word === "=" || (words[i - 1] === "=" && last?.endsWith("="));
    if (last?.startsWith("--") && continues) result[result.length - 1] = last + word;
    else result.push(word);
  }
  return result;
}

/** @param {string[]} before the words before the one to complete @param {string} start of it
 * @returns {Promise<Candidate[]>} */
async function candidates([name, ...rest], start) {
  const all = Object.entries(commands).map(([word, { summary }]) => {
    return /** @type {Candidate} */ ([word, summary]);
  });
  if (name === undefined) {
    if (start.startsWith("-"))
      return [
        ["--help", "show the help"],
        ["--version", "show the version"],
      ];
    return [
      ...all,
      ["help", "show the help, or the options of a command"],
      ["version", "show the version"],
    ];
  }
  if (name === "help") return rest.length === 0 ? all : [];
  const entry = entryOf(name);
  if (!entry) return [];
  let command = (await entry.load()).command;
  /** @type {Candidate[]} */
  const drawn = [];
  if (name === "plot") {
    const drawable = (await entryOf(rest[0])?.load())?.command;
    if (drawable?.make) {
      command = drawing(drawable);
      rest.shift();
    } else {
      for (const each of Object.values(commands)) {
        const other = (await each.load()).command;
        if (other.make) drawn.push([other.name, each.summary]);
      }
    }
  }
  return inCommand(command, rest.at(-1) ?? "", start, drawn);
}

/** @param {Command} command @param {string} last the word before @param {string} start
 * @param {Candidate[]} drawn commands that can be operands @returns {Candidate[]} */
function inCommand({ operands = [], choices = {}, options }, last, start, drawn) {
  const known = Object.entries(allOptions({ options }));
  const [, taking] =
    known.find(([name, { short }]) => last === `--${name}` || last === `-${short}`) ?? [];
  if (taking?.value !== undefined) return valuesOf(taking);
  if (start.startsWith("-")) return known.map(([name, { help }]) => [`--${name}`, help]);
  const words = operands.flatMap((operand) => choices[operand] ?? []);
  return [
    ...words.map((word) => /** @type {Candidate} */ ([word, ""])),
    ...drawn,
    ...(operands.some(isFile) ? [/** @type {Candidate} */ ([FILES, ""])] : []),
  ];
}

/** @param {Option} option @returns {Candidate[]} */
function valuesOf({ value = "", choices = [] }) {
  return isFile(value) ? [[FILES, ""]] : choices.map((word) => [word, ""]);
}

/** Whether a placeholder or an operand's name stands for a file. @param {string} name */
const isFile = (name) => /\b(FILE|CONFIG|A|B)\b/.test(name);
