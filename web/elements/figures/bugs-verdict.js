// The package's findings as text, in a panel of fixed height.
import { escapeMarks, plainText, wrapText, write } from "../core/text.js";

/** @import { Panel } from "../core/types.js" */
/** @import { D, P } from "./bugs.js" */
/** @import { Answer, Question } from "./bugs-answer.js" */
/** @import { Told } from "./bugs-doctor.js" */

const LINE_HEIGHT = 21;
const MAX_FINDINGS = 5;

/** The answer, if it belongs to the current question. @param {{ told?: Told }} p @param {Question | undefined} question */
export const answered = ({ told }, question) =>
  question && told?.question === question ? told.answer : undefined;

/**
 * @param {P} p @param {Answer | undefined} answer @param {string} of the rows that it covers, as text
 * @param {number} full how many findings to show in full; the others only by name
 * @param {boolean} brief only the first sentence of each finding, not also the last
 */
export function verdictText({ held, told: last }, answer, of, full, brief) {
  if (held) return "**Verdict:** drop the card.";
  if (!answer) return `**Verdict:** ${last?.note ?? "checking …"}`;
  const { findings, kind, problem } = answer;
  const begin = `**Verdict**${of}:`;
  if (problem) return `${begin} ${escapeMarks(problem)}`;
  if (findings.length === 0)
    return kind === "unknown" ? `${begin} **unknown.**` : `${begin} nothing is wrong.`;
  const told = findings.slice(0, full).map(({ code, message }) => {
    const sentences = message.split(/(?<=\.) (?=[A-Z])/);
    const kept = [sentences[0], brief ? undefined : sentences.slice(1).pop()];
    const name = kind === "unknown" ? "unknown" : code;
    return `**${name}.** ${escapeMarks(kept.filter(Boolean).join(" "))}`;
  });
  const names = findings.slice(full).map(({ code }) => code);
  const also =
    names.length === 0 ? [] : [`${full > 0 ? "Also" : "**Found**"}: ${names.join(", ")}.`];
  return [begin, ...told, ...also].join(" ");
}

/** The last layout by panel width: laying out text is the slowest step. @type {Map<number, { key: unknown[], shown: string[] }>} */
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
      const lines = (/** @type {number} */ full) =>
        [before, text(full)].flatMap((paragraph) =>
          paragraph ? wrapText(context, paragraph, width, 15 * unit, theme) : [],
        );
      const key = [theme, unit, height, before, text(MAX_FINDINGS), text(0)];
      let kept = laidOut.get(width);
      if (!kept?.key.every((part, n) => part === key[n])) {
        let full = MAX_FINDINGS;
        let shown = lines(full);
        while (full > 0 && shown.length * LINE_HEIGHT > height) shown = lines(--full);
        kept = { key, shown };
        laidOut.set(width, kept);
      }
      if (before) say?.(plainText(before));
      say?.(plainText(text(MAX_FINDINGS)));
      for (const [n, line] of kept.shown.entries()) {
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
