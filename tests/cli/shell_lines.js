// shell_lines.js: the lines of shell in a document, run.
import { shell } from "./run.js";

/**
 * Lines of shell, in order, with what the comments below each say that it prints.
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

/** What a line prints, line by line. @param {string} line @param {string} folder */
export const printedBy = (line, folder) =>
  shell(line, {}, folder)
    .trimEnd()
    .split("\n")
    .map((each) => each.trimEnd());
