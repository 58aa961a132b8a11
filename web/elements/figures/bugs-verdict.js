// What the package says, in words, in a panel of one height.
import { plain, wrapped, write } from "../core/text.js";

/** @import { Panel } from "../core/types.js" */
/** @import { D, P } from "./bugs.js" */
/** @import { Answer, Question } from "./bugs-answer.js" */
/** @import { Told } from "./bugs-doctor.js" */

/** From line to line. */
const HIGH = 21;
/** Findings that are told in full, at most. */
const MOST = 5;

/** The answer to what is asked now. @param {{ told?: Told }} p @param {Question | undefined} question */
export const answered = ({ told }, question) =>
  question && told?.question === question ? told.answer : undefined;

/**
 * @param {P} p @param {Answer | undefined} answer @param {string} of which numbers
 * @param {number} full findings that are told in full; of the others, the name
 * @param {boolean} brief the first and the last sentence of each
 */
export function verdictText({ held, told: last }, answer, of, full, brief) {
  if (held) return "**Verdict:** let the card go.";
  if (!answer) return `**Verdict:** ${last?.note ?? "checking …"}`;
  const { findings, kind, problem } = answer;
  const begin = `**Verdict**${of}:`;
  if (problem) return `${begin} ${escaped(problem)}`;
  if (findings.length === 0)
    return kind === "unknown" ? `${begin} **unknown.**` : `${begin} nothing is wrong.`;
  const told = findings.slice(0, full).map(({ code, message }) => {
    const sentences = message.split(/(?<=\.) (?=[A-Z])/);
    const kept = [sentences[0], brief ? undefined : sentences.slice(1).pop()];
    const name = kind === "unknown" ? "unknown" : code;
    return `**${name}.** ${escaped(kept.filter(Boolean).join(" "))}`;
  });
  const names = findings.slice(full).map(({ code }) => code);
  const also =
    names.length === 0 ? [] : [`${full > 0 ? "Also" : "**Found**"}: ${names.join(", ")}.`];
  return [begin, ...told, ...also].join(" ");
}

/** A star is no mark here. @param {string} text */
export const escaped = (text) => text.replaceAll("*", "∗");

/** What was laid out last, by panel's width: text takes longer to lay out than all else. @type {Map<number, { key: unknown[], shown: string[] }>} */
const laidOut = new Map();

/**
 * As much as there is room for.
 * @param {string} before a paragraph above it, or ""
 * @param {(full: number) => string} text with so many findings in full
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
        [before, text(full)].flatMap((each) =>
          each ? wrapped(context, each, width, 15 * unit, theme) : [],
        );
      const key = [theme, unit, height, before, text(MOST), text(0)];
      let kept = laidOut.get(width);
      if (!kept?.key.every((each, n) => each === key[n])) {
        let full = MOST;
        let shown = lines(full);
        while (full > 0 && shown.length * HIGH > height) shown = lines(--full);
        kept = { key, shown };
        laidOut.set(width, kept);
      }
      if (before) say?.(plain(before));
      say?.(plain(text(MOST)));
      for (const [n, each] of kept.shown.entries()) {
        write(context, each, left, top + (HIGH * n + 10) * unit, {
          size: 15 * unit,
          colour: theme.muted,
          strong: theme.ink,
          baseline: "middle",
          letters: theme,
        });
      }
    },
  }),
});
