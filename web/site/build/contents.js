// The parts and chapters as lists of links: the contents, and the rail beside the text.
import { readChapter } from "./files.js";
import { countSteps } from "./steps.js";

/** @import { Chapter, Part } from "./chapters.js" */

/** Words a minute, for text that one stops to think about. */
const WORDS_PER_MINUTE = 260;

/** The number of words that a reader of a chapter reads: no formulas, no code, no text in a figure's place. @param {string} html */
export const countWords = (html) =>
  html
    .replace(/<(tex|pre)\b[\s\S]*?<\/\1>|<p class="words">[\s\S]*?<\/p>/g, " ")
    .replace(/<details class="solution">[\s\S]*?<\/details>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .match(/\S*\w\S*/g)?.length ?? 0;

/** @param {Part} part */
export const readingMinutes = ({ chapters }) =>
  Math.max(
    1,
    Math.round(
      chapters.reduce((sum, { name }) => sum + countWords(readChapter(name)), 0) / WORDS_PER_MINUTE,
    ),
  );

/** The line above the first chapter of a part. @param {Part} part @param {number} number from 0 */
export const partHeading = (part, number) =>
  part.title
    ? `<p class="part-name" id="part-${number + 1}"><span>Part ${number + 1}</span> <b>${part.title}</b> <span>${readingMinutes(part)} min</span></p>\n`
    : "";

/** @param {Chapter} chapter @param {string} marks what stands behind its name */
const link = ({ name, short }, marks) => `<a href="#${name}"><span>${short}</span>${marks}</a>`;

/** @param {Part[]} parts @param {(chapter: Chapter) => string} marks */
function list(parts, marks) {
  const items = parts.map((part, n) => {
    const chapters = part.chapters.map((chapter) => `<li>${link(chapter, marks(chapter))}</li>`);
    if (!part.title) return chapters.join("\n");
    const name = `<span class="count">${n + 1}</span><span>${part.title}</span><span class="minutes">${readingMinutes(part)} min</span>`;
    return `<li class="part"><a href="#part-${n + 1}">${name}</a>\n<ol>\n${chapters.join("\n")}\n</ol></li>`;
  });
  return items.join("\n");
}

/** @param {Part[]} parts */
export const contents = (parts) => list(parts, () => "");

/** @param {Part[]} parts */
export const rail = (parts) =>
  list(parts, ({ name }) => {
    const pips = "<i></i>".repeat(countSteps(readChapter(name)));
    return pips && `<span class="pips" aria-hidden="true">${pips}</span>`;
  });
