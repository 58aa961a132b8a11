// The views of <phasor-story> beside the story itself, which are loaded when a reader opens one.
import { guesses } from "./story-guesses.js";
import { headName, headPanels, headWords } from "./story-heads.js";
import { curvesOf, lengthPanels, lengthTable, lengthWords } from "./story-length.js";
import { aboutOf } from "./story-panels.js";
import { swapNames, whoPanels, whoWords } from "./story-who.js";
import { textOf, validDeed } from "./story-who-model.js";

/** @import { Control, Room, Table, Tree } from "../core/types.js" */
/** @import { D, P } from "./story.js" */
/** @import { Way } from "./story-model.js" */
/** @import { Task } from "./story-session.js" */

/**
 * A view.
 * @typedef {object} View
 * @property {(p: P, d: D, room: Room) => Tree<P, D>[]} panels
 * @property {(p: P, d: D) => string} say
 * @property {(p: P, d: D) => Table} table
 * @property {(p: P) => Control<P>[]} [controls]
 */

/** @type {Record<"who" | "heads" | "length", View>} */
export const views = {
  who: {
    panels: whoPanels,
    say: (p, d) => `If ${aboutOf(d.way)}: ${whoWords(p, d)}`,
    table: (_, { guess }) => ({
      columns: ["acted upon", "as trained", "broken"],
      rows: [0, 1].map((n) => [n, guess?.right[n] ?? NaN, guess?.broken[n] ?? NaN]),
    }),
    controls: (p) => [{ kind: "button", name: "swap the names", press: () => swapNames(p) }],
  },
  heads: {
    panels: headPanels,
    say: (p, d) =>
      `If ${aboutOf(d.way)}: ${headName(p.head)}, “${d.written.right[p.word]}”. ${headWords(p, d)}`,
    table: ({ head, word }, { attention, written: { right: text } }) => ({
      columns: ["key", "as trained", "broken"],
      rows: text.map((_, n) => {
        const at = (head * text.length + Math.min(word, text.length - 1)) * text.length + n;
        return [n, attention?.right[at] ?? NaN, attention?.broken[at] ?? NaN];
      }),
    }),
  },
  length: {
    panels: lengthPanels,
    say: (p, { curves }) =>
      `${lengthWords(p)} At the end: ${curves.map(({ words, losses }) => `${words} ${losses.at(-1)?.toFixed(2)}`).join(", ")}.`,
    table: (_, { curves }) => lengthTable(curves),
  },
};

export { curvesOf, guesses };

/** Asks for the names as the next word. @param {P} p @param {Way} way @returns {Task} */
export function guessTask(p, way) {
  const deed = validDeed(p);
  return { kind: "guess", text: textOf(deed), names: [deed.who, deed.whom], way };
}
