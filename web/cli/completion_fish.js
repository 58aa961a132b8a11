// completion_fish.js: the completion script for fish, from version 3.0 on.
import { drawn, firstWords, isFile, names, operandWords, takesFile } from "./completion_words.js";

/** @import { DescribedCommand } from "./describe.js" */

/** @param {DescribedCommand[]} commands */
export function fishScript(commands) {
  const lines = commands.flatMap((each) => linesOf(each, commands));
  return `# Completion of phasor for fish.
function __phasor_in --description 'whether the command line is that of a command'
    set -l words (commandline -opc)
    set -l command "$words[2]"
    if test "$command" = plot; and set -q words[3]; and contains -- "$words[3]" ${drawn(commands).join(" ")}
        set command "plot $words[3]"
    end
    test "$command" = "$argv"
end
complete -c phasor -f
complete -c phasor -n '__phasor_in ""' -s h -l help -d 'show the help'
complete -c phasor -n '__phasor_in ""' -s V -l version -d 'show the version'
${firstWords(commands)
  .map(
    ([word, summary]) => `complete -c phasor -n '__phasor_in ""' -a ${word} -d ${quoted(summary)}`,
  )
  .join("\n")}
complete -c phasor -n '__phasor_in help' -a ${quoted(names(commands).join(" "))}
${lines.join("\n")}`;
}

/** @param {DescribedCommand} command @param {DescribedCommand[]} commands */
function linesOf(command, commands) {
  const start = `complete -c phasor -n '__phasor_in ${command.name}'`;
  const words = operandWords(command, commands);
  return [
    ...(takesFile(command) ? [`${start} -F`] : []),
    ...(words.length > 0 ? [`${start} -a ${quoted(words.join(" "))}`] : []),
    ...command.options.map(({ name, short, value, choices, help }) => {
      const spelt = `${short ? `-s ${short} ` : ""}-l ${name}`;
      const what = choices
        ? ` -x -a ${quoted(choices.join(" "))}`
        : isFile(value ?? "")
          ? " -r -F"
          : " -x";
      return `${start} ${spelt}${value === undefined ? "" : what} -d ${quoted(help)}`;
    }),
  ];
}

/** A text in single quotes. @param {string} text */
function quoted(text) {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
