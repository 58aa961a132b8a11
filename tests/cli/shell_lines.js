// shell_lines.js: runs the lines of shell in a document.
import { phasor, shell } from "./run.js";

/** The lines of shell in order, each with the output in the comments below it.
 * @param {string} text in Markdown */
export function linesOf(text) {
  /** @type {{ line: string, wanted: string[] }[]} */
  const lines = [];
  for (const [, block] of text.matchAll(/^```sh\n(.*?)^```$/gms)) {
    for (const line of block.trimEnd().split("\n")) {
      if (line.startsWith("#")) lines.at(-1)?.wanted.push(line.replace(/^# ?/, ""));
      else lines.push({ line, wanted: [] });
    }
  }
  return lines;
}

/** The output of a line, line by line, and its exit code. Only lines with a shell's syntax need
 * one. @param {string} line @param {string} folder */
export function printedBy(line, folder) {
  const [, words] = /^phasor ([\w ./=^,-]+)$/.exec(line) ?? [];
  const result = words
    ? phasor(words.split(/ +/), { cwd: folder })
    : { out: shell(`${line}\necho $?`, {}, folder), code: undefined };
  const printed = result.out
    .trimEnd()
    .split("\n")
    .map((row) => row.trimEnd());
  return { code: result.code ?? Number(printed.pop()), printed };
}
