// How well story models read texts longer than those of their training: the loss by position.
import { byColumn, label, line, linear, log, rule, shade, tags, whole } from "../core/index.js";
import { SCHEMES } from "./length-lab-model.js";
import { EDGES, lengths } from "./story-lengths.js";
import { TRAINED } from "./story-model.js";

/** @import { Panel, Room, Tree } from "../core/types.js" */
/** @import { Scheme } from "./length-lab-model.js" */
/** @import { D, P } from "./story.js" */

/** @typedef {keyof typeof lengths} Encoding */
/** @typedef {Scheme & { name: string, losses: readonly number[] }} Curve */

const LONGEST = EDGES[EDGES.length - 1];
const MIDDLES = EDGES.slice(1).map((edge, n) => Math.sqrt(Math.max(edge * EDGES[n], edge)));
/** The lengths to which positions can be stretched. */
export const STRETCHES = [128, 256, 512, 1024];
/** @type {Record<string, Pick<Scheme, "words" | "pen">>} */
const RULES = {
  linear: { words: "interpolated", pen: { dash: [2.5, 3], width: 2 } },
  ntk: { words: "NTK", pen: { dash: [8, 4], width: 2 } },
  yarn: { words: "YaRN", pen: { dash: [12, 3, 2, 3], width: 2.5 } },
};

/** The curves that are shown: five encodings, or RoPE with the rules for longer texts. @param {P} p @returns {Curve[]} */
export function curvesOf({ stretch }) {
  const encodings = /** @type {Encoding[]} */ (Object.keys(lengths));
  const curves = encodings.map((name) => ({ name, ...SCHEMES[name], losses: lengths[name].plain }));
  if (stretch <= TRAINED) return curves;
  const { plain: trained } = lengths.rope;
  /** @type {Record<string, readonly number[]>} */
  const stretched = lengths.rope;
  const rules = Object.entries(RULES).map(([name, scheme]) => ({
    ...{ name, colour: name === "linear" ? "position" : name === "ntk" ? "dimension" : "offset" },
    ...scheme,
    losses: stretched[`${name} ${stretch}`],
  }));
  return [
    { name: "rope", ...SCHEMES.rope, words: "RoPE as it is", colour: "muted", losses: trained },
    ...rules,
  ];
}

/** @param {P} p @param {D} d @param {Room} room @returns {Tree<P, D>[]} */
export function lengthPanels(p, d, room) {
  const { narrow, measure } = room;
  const { curves } = d;
  const lastIndex = MIDDLES.length - 1;
  const names = curves.map(({ words, colour, losses }) => ({
    ...{ y: losses[lastIndex], colour, text: `${words} **${losses[lastIndex].toFixed(2)}**` },
  }));
  const widest = Math.max(...names.map(({ text }) => measure(text, 15)));
  /** @type {Panel<P, D>} */
  const chart = {
    name: "lengths",
    height: narrow ? 320 : 380,
    heading: narrow
      ? "loss by position, in nats"
      : "loss of a word, in nats, by its position in the text",
    margin: { right: widest + 34, top: 12, bottom: 8 },
    x: log(4, LONGEST, {
      ...{ name: "position *p*", colour: "position", below: 24, label: whole },
      ticks: narrow ? [4, 32, 128, 1024] : [4, 8, 16, 32, 64, 128, 256, 512, 1024],
      strong: [TRAINED],
    }),
    y: linear(0, 6, { grid: true, ticks: [0, 1, 2, 3, 4, 5, 6] }),
    still: (_, { curves }) => [
      shade(TRAINED, LONGEST),
      curves.map(({ losses, colour, pen }) =>
        line(MIDDLES, losses, { colour, width: 2.25, ...pen }),
      ),
    ],
    marks: () => [
      rule({ x: p.stretch }, { colour: "ink", dash: [4, 4] }),
      tags(MIDDLES[lastIndex], names, { side: "right", dx: 20 }),
      label("longer than in training", TRAINED, 6, { dx: 8, dy: 10, optional: true, halo: true }),
    ],
    press: "stretch RoPE to",
    handles: [
      {
        name: "stretch RoPE to",
        look: "pill",
        text: narrow
          ? `${p.stretch}`
          : p.stretch > TRAINED
            ? `RoPE stretched to ${whole(p.stretch)}`
            : "stretch RoPE",
        ...{
          x: p.stretch,
          y: 0,
          value: STRETCHES.indexOf(p.stretch),
          min: 0,
          max: STRETCHES.length - 1,
        },
        words: p.stretch > TRAINED ? `${p.stretch} words` : "not stretched",
        set: (value) => ({ stretch: STRETCHES[value] }),
        drag: ({ x }) => ({
          stretch: STRETCHES.reduce((best, stretch) =>
            Math.abs(Math.log(stretch / x)) < Math.abs(Math.log(best / x)) ? stretch : best,
          ),
        }),
      },
    ],
  };
  return [chart, { name: "note", text: lengthWords(p), height: narrow ? 88 : 44 }];
}

/** @param {P} p */
export const lengthWords = ({ stretch }) =>
  stretch <= TRAINED
    ? "Five models, trained alike on 128 words, differ only in how they encode positions. Within that length the encoding hardly matters. A story has some 70 words: none of them needs a word from 1,000 words back."
    : `The weights are those trained on 128 words; only the rotation is changed, for texts of ${whole(stretch)}. Interpolation divides every position, also those of neighbours; NTK and YaRN leave the fast pairs alone.`;

/** The losses that are drawn. @param {Curve[]} curves */
export const lengthTable = (curves) =>
  byColumn({
    position: MIDDLES,
    ...Object.fromEntries(curves.map(({ words, losses }) => [words, losses])),
  });
