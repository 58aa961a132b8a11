// completion_zsh.js: the completion script for zsh.
import { drawn, firstWords, isFile, names, operandWords, quoted } from "./completion_words.js";

/** @import { DescribedCommand, DescribedOption } from "./describe.js" */

/** @param {DescribedCommand[]} commands */
export function zshScript(commands) {
  const plots = `" ${drawn(commands).join(" ")} "`;
  return `#compdef phasor
# Completion of phasor for zsh.
_phasor() {
  local -a commands
  commands=(
${firstWords(commands)
  .map(([word, summary]) => `    ${quoted(`${word}:${summary}`)}`)
  .join("\n")}
  )
  if ((CURRENT == 2)); then
    if [[ $words[2] == -* ]]; then
      compadd -- --help --version
    else
      _describe -t commands command commands
    fi
    return
  fi
  shift words
  ((CURRENT--))
  local command=$words[1]
  if [[ $command == plot && CURRENT -gt 2 && ${plots} == *" $words[2] "* ]]; then
    shift words
    ((CURRENT--))
    command="plot $words[1]"
  fi
  case $command in
  help) compadd -- ${names(commands).join(" ")} ;;
${commands.map((each) => commandCase(each, commands)).join("\n")}
  esac
}
if [[ $funcstack[1] == _phasor ]]; then
  _phasor "$@"
else
  compdef _phasor phasor
fi`;
}

/** @param {DescribedCommand} command @param {DescribedCommand[]} commands */
function commandCase(command, commands) {
  const { name, operands, options } = command;
  const words = operandWords(command, commands);
  const places = operands.map((operand) => {
    const file = isFile(operand.name);
    const choices = operand.choices ?? (file ? words : []);
    if (choices.length === 0) return quoted(`:${escaped(operand.name)}:${file ? "_files" : " "}`);
    const list = `(${choices.join(" ")})`;
    const action = file ? `{compadd -- ${choices.join(" ")}; _files}` : list;
    return quoted(`:${escaped(operand.name)}:${action}`);
  });
  const specs = [...options.flatMap(optionSpecs), ...places];
  return `  ${quoted(name)})
    _arguments -s ${specs.join(" \\\n      ")}
    ;;`;
}

/** @param {DescribedOption} option */
function optionSpecs({ name, short, value, choices, help }) {
  const message = `[${escaped(help)}]`;
  if (value === undefined) {
    const spellings = short ? [`-${short}`, `--${name}`] : [`--${name}`];
    const others = short ? `(${spellings.join(" ")})` : "";
    return spellings.map((each) => quoted(`${others}${each}${message}`));
  }
  const action = choices ? `(${choices.join(" ")})` : isFile(value) ? "_files" : " ";
  const rest = `${message}:${escaped(value)}:${action}`;
  const others = short ? `(-${short} --${name})` : "";
  return [
    ...(short ? [quoted(`${others}-${short}+${rest}`)] : []),
    quoted(`${others}--${name}=${rest}`),
  ];
}

/** Escapes brackets, colons and backslashes for _arguments. @param {string} text */
function escaped(text) {
  return text.replace(/[[\]:\\]/g, "\\$&");
}
