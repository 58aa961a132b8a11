// completion_bash.js: the completion script for bash, from version 3.2 on.
import {
  drawn,
  firstWords,
  isFile,
  names,
  operandWords,
  quoted,
  takesFile,
} from "./completion_words.js";

/** @import { DescribedCommand } from "./describe.js" */

/** @param {DescribedCommand[]} commands */
export function bashScript(commands) {
  const first = firstWords(commands).map(([word]) => word);
  return `# Completion of phasor for bash.
_phasor() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local command= words= files= each
  # bash splits --option=value into three words.
  if [[ $current == "=" ]]; then
    current=
  elif [[ $before == "=" ]]; then
    before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  [[ COMP_CWORD -gt 1 ]] && command=\${COMP_WORDS[1]}
  if [[ $command == plot && COMP_CWORD -gt 2 && " ${drawn(commands).join(" ")} " == *" \${COMP_WORDS[2]} "* ]]; then
    command="plot \${COMP_WORDS[2]}"
  fi
  case "$command:$before" in
${commands.map(valueCases).join("\n")}
  *)
    if [[ $current == -* ]]; then
      case "$command" in
      "") words='--help --version' ;;
${commands.map(optionCase).join("\n")}
      esac
    else
      case "$command" in
      "") words=${quoted(first.join(" "))} ;;
      help) words=${quoted(names(commands).join(" "))} ;;
${commands.flatMap((each) => operandCase(each, commands)).join("\n")}
      esac
    fi
    ;;
  esac
  COMPREPLY=()
  if [[ -n $words ]]; then
    while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -W "$words" -- "$current")
  fi
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -f -- "$current")
  fi
}
complete -F _phasor phasor`;
}

/** The values of options. @param {DescribedCommand} command */
function valueCases({ name, options }) {
  return options
    .flatMap(({ name: option, short, value, choices }) => {
      if (value === undefined) return [];
      const spellings = [`--${option}`, ...(short ? [`-${short}`] : [])];
      const patterns = spellings.map((each) => `"${name}:${each}"`).join(" | ");
      const words = choices ? `words=${quoted(choices.join(" "))}` : ":";
      return [`  ${patterns}) ${isFile(value) ? "files=1" : words} ;;`];
    })
    .join("\n");
}

/** @param {DescribedCommand} command */
function optionCase({ name, options }) {
  const words = options.map((each) => `--${each.name}`).join(" ");
  return `      ${quoted(name)}) words=${quoted(words)} ;;`;
}

/** @param {DescribedCommand} command @param {DescribedCommand[]} commands */
function operandCase(command, commands) {
  const words = operandWords(command, commands);
  const parts = [
    ...(words.length > 0 ? [`words=${quoted(words.join(" "))}`] : []),
    ...(takesFile(command) ? ["files=1"] : []),
  ];
  return parts.length > 0 ? [`      ${quoted(command.name)}) ${parts.join(" ")} ;;`] : [];
}
