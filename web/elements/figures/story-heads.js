// What the heads of the story model attend to, in the right story: eight maps, and one word's attention in the text.
import { cell, cells, column, raster, row } from "../core/index.js";
import { aboutOf, textPanel } from "./story-panels.js";

/** @import { Panel, Room, Tree } from "../core/types.js" */
/** @import { D, P } from "./story.js" */

export const [LAYERS, HEADS] = [4, 2];
const COUNT = LAYERS * HEADS;

/** @param {number} head */
export const headName = (head) => `layer ${Math.floor(head / HEADS)}, head ${head % HEADS}`;

/** The maps of one model. @param {P} p @param {Float32Array | undefined} weights @param {number} size @param {"right" | "broken"} name @param {string} heading @param {string} colour @param {Room} room @returns {Tree<P, D>} */
function maps({ head }, weights, size, name, heading, colour, { narrow }) {
  const panels = Array.from({ length: COUNT }, (_, n) => {
    /** @type {Panel<P, D>} */
    const panel = {
      name: `${name} ${n}`,
      ...(n === 0 ? { heading: `**${heading}**`, headingColour: colour } : {}),
      margin: { top: n > 0 ? 30 : 0, left: 2, right: 2 },
      aspect: 1,
      maxHeight: 120,
      x: cells(0, size, { axis: "none" }),
      y: cells(0, size, { axis: "none" }),
      still: (_, { attention }) =>
        attention &&
        raster({
          values: attention[name].subarray(n * size * size, (n + 1) * size * size),
          ...{ columns: size, rows: size, kind: "sequential", low: 0, high: 0.8 },
        }),
      marks: () => [
        cell(
          { x: [0, size - 1], y: [0, size - 1] },
          { colour: n === head ? "ink" : "line", width: n === head ? 2.5 : 1 },
        ),
      ],
      tap: () => ({ head: n }),
    };
    return panel;
  });
  if (!weights) return { name: "loading", text: "reading …", height: 100 };
  if (!narrow) return { ...row(...panels), gap: 14 };
  const half = panels
    .slice(4)
    .map((panel) => ({ ...panel, heading: undefined, margin: { top: 4, left: 2, right: 2 } }));
  return {
    ...column({ ...row(...panels.slice(0, 4)), gap: 8 }, { ...row(...half), gap: 8 }),
    gap: 4,
  };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Tree<P, D>[]} */
export function headPanels(p, d, room) {
  const { narrow, width } = room;
  const { right: text } = d.written;
  const size = text.length;
  const word = Math.min(p.word, size - 1);
  const panelWidth = narrow ? width : (width - 48) / 2;
  /** @param {"right" | "broken"} name */
  const weights = (name) => {
    const from = (p.head * size + word) * size;
    return d.attention?.[name].subarray(from, from + size);
  };
  const texts = /** @type {const} */ ([
    ["right", "dimension"],
    ["broken", "position"],
  ]).map(([name, colour]) => {
    const panel = textPanel(`${name} text`, text, panelWidth, room, {
      ...{ heading: `${headName(p.head)}: what **${text[word]}** attends to`, colour },
      ...{ first: -1, shown: size, tint: weights(name) ?? new Float32Array(size), chosen: word },
    });
    return panel;
  });
  return [
    maps(p, d.attention?.right, size, "right", "as it was trained", "dimension", room),
    maps(p, d.attention?.broken, size, "broken", aboutOf(d.way), "position", room),
    narrow ? { ...column(...texts), gap: 12 } : { ...row(...texts), gap: 48 },
    { name: "note", text: headWords(p, d), height: narrow ? 44 : 22 },
  ];
}

/** Where the chosen word of a head looks most. @param {P} p @param {D} d */
export function headWords({ head, word: asked }, { attention, written: { right: text } }) {
  if (!attention) return "reading …";
  const size = text.length;
  const word = Math.min(asked, size - 1);
  const [right, broken] = [attention.right, attention.broken].map((weights) => {
    const from = (head * size + word) * size;
    const row = weights.subarray(from, from + size);
    const strongest = row.indexOf(row.reduce((a, b) => Math.max(a, b)));
    return `**${text[strongest]}**, ${strongest === word ? "itself" : `${word - strongest} back`} (${Math.round(100 * row[strongest])} %)`;
  });
  return `Most goes to ${right}; in the broken model, which reads the same words, to ${broken}. Tap a map or a word.`;
}
