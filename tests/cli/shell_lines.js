// shell_lines.js: runs the lines of shell in a document.
import { shell } from "./run.js";

/**
 * The lines of shell in order, each with the output in the comments below it.
 * @param {string} text in Markdown
 */
export function linesOf(text) {
  /** @type {{ line: string, wanted: string[] }[]} */
  const found = [];
  for (const [, block] of text.matchAll(/^```sh\n(.*?)^```$/gms)) {
    for (const line of block.trimEnd().split("\n")) {
      if (line.startsWith("#")) found.at(-1)?.wanted.push(line.replace(/^# ?/, ""));
      else found.push({ line, wanted: [] });
    }
  }
  return found;
}

/** The output of a line, line by line. @param {string} line @param {string} folder */
export const printedBy = (line, folder) =>
  shell(line, {}, folder)
    .trimEnd()
    .split("\n")
    .map((each) => each.trimEnd());
