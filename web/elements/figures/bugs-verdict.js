// The package's findings as text, in a panel of fixed height.
import { escapeMarks, plainText, wrapText, write } from "../core/text.js";

/** @import { Panel } from "../core/types.js" */
/** @import { D, P } from "./bugs.js" */
/** @import { Answer, Question } from "./bugs-answer.js" */
/** @import { Reply } from "./bugs-doctor.js" */

const LINE_HEIGHT = 21;
const MAX_FINDINGS = 5;

/** The answer, if it belongs to the current question. @param {{ reply?: Reply }} p @param {Question | undefined} question */
export const answerFor = ({ reply }, question) =>
  question && reply?.question === question ? reply.answer : undefined;

/**
 * @param {P} p @param {Answer | undefined} answer @param {string} of the rows that it covers, as text
 * @param {number} full how many findings to show in full; the others only by name
 * @param {boolean} brief only the first sentence of each finding, not also the last
 */
export function verdictText({ held, reply: last }, answer, of, full, brief) {
  if (held) return "**Verdict:** drop the card.";
  if (!answer) return `**Verdict:** ${last?.note ?? "checking …"}`;
  const { findings, kind, problem } = answer;
  const begin = `**Verdict**${of}:`;
  if (problem) return `${begin} ${escapeMarks(problem)}`;
  if (findings.length === 0)
    return kind === "unknown" ? `${begin} **unknown.**` : `${begin} nothing is wrong.`;
  const paragraphs = findings.slice(0, full).map(({ code, message }) => {
    const sentences = message.split(/(?<=\.) (?=[A-Z])/);
    const excerpt = [sentences[0], brief ? undefined : sentences.slice(1).pop()];
    const name = kind === "unknown" ? "unknown" : code;
    return `**${name}.** ${escapeMarks(excerpt.filter(Boolean).join(" "))}`;
  });
  const names = findings.slice(full).map(({ code }) => code);
  const remainder =
    names.length === 0 ? [] : [`${full > 0 ? "Also" : "**Found**"}: ${names.join(", ")}.`];
  return [begin, ...paragraphs, ...remainder].join(" ");
}

/** The last layout by panel width: laying out text is the slowest step. @type {Map<number, { key: unknown[], lines: string[] }>} */
const laidOut = new Map();

/**
 * A panel with as many findings in full as fit.
 * @param {string} before a paragraph above it, or ""
 * @param {(full: number) => string} text the verdict with this many findings in full
 * @param {number} height
 * @returns {Panel<P, D>}
 */
export const verdictPanel = (before, text, height) => ({
  name: "verdict",
  height,
  fixed: true,
  marks: () => ({
    draw(context, { frame: { left, top, width }, unit, theme, say }) {
      const wrap = (/** @type {number} */ full) =>
        [before, text(full)].flatMap((paragraph) =>
          paragraph ? wrapText(context, paragraph, width, 15 * unit, theme) : [],
        );
      const key = [theme, unit, height, before, text(MAX_FINDINGS), text(0)];
      let layout = laidOut.get(width);
      if (!layout?.key.every((part, n) => part === key[n])) {
        let full = MAX_FINDINGS;
        let lines = wrap(full);
        while (full > 0 && lines.length * LINE_HEIGHT > height) lines = wrap(--full);
        layout = { key, lines };
        laidOut.set(width, layout);
      }
      if (before) say?.(plainText(before));
      say?.(plainText(text(MAX_FINDINGS)));
      for (const [n, line] of layout.lines.entries()) {
        write(context, line, left, top + (LINE_HEIGHT * n + 10) * unit, {
          size: 15 * unit,
          colour: theme.muted,
          strong: theme.ink,
          baseline: "middle",
          fonts: theme,
        });
      }
    },
  }),
});
