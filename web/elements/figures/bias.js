// <phasor-bias>: position biases added to attention scores, and the resulting weights, for ALiBi,
// T5 and Swin Transformer.
import { choice, column, figure, label, row } from "../core/index.js";
import { alibi, alibiData, sayAlibi, tableAlibi, WORDS } from "./bias-alibi.js";
import { biasPrograms } from "./bias-programs.js";
import { saySwin, swin, swinData, tableSwin } from "./bias-swin.js";
import { sayT5, t5, t5Band, t5Data, tableT5 } from "./bias-t5.js";

/** @import { Control, Panel, Params, Room, Tree } from "../core/types.js" */
/** @import { AlibiData } from "./bias-alibi.js" */
/** @import { SwinData } from "./bias-swin.js" */
/** @import { T5Data } from "./bias-t5.js" */

/** @typedef {"alibi" | "t5" | "swin"} Kind */

/**
 * ALiBi has `query`; T5 `bucket` and `biases`, those that were changed; Swin `row` and `column`.
 * @typedef {Params<{ kind: Kind, query: number, bucket: number, biases: string, row: number, column: number }>} P
 */

/** @typedef {AlibiData & T5Data & SwinData} D */

/** Width from which all three parts fit; below it, tabs show one of them. */
const MIN_WIDTH_OF_THREE = 960;
const GAP = 44;

const PARTS = {
  alibi: {
    name: "ALiBi",
    title: "ALiBi: eight fixed slopes",
    hint: "**Drag the query** and see the slow heads run out of words.",
    panels: alibi,
    say: sayAlibi,
    table: tableAlibi,
  },
  t5: {
    name: "T5",
    title: "T5: one number for each bucket",
    hint: "**Drag a step**: all distances in its bucket move with it.",
    panels: t5,
    say: sayT5,
    table: tableT5,
  },
  swin: {
    name: "Swin",
    title: "Swin: a window over one table",
    hint: "**Drag the patch**: the table’s 7 × 7 cut-out slides the other way.",
    panels: swin,
    say: saySwin,
    table: tableSwin,
  },
};

const KINDS = /** @type {Kind[]} */ (Object.keys(PARTS));

/** @param {Kind} kind @param {P} p @param {D} d @param {number} width @returns {Tree<P, D>} */
function part(kind, p, d, width) {
  const { title, hint, panels } = PARTS[kind];
  /** @type {Panel<P, D>} */
  const heading = {
    name: `${kind} title`,
    height: 26,
    fixed: true,
    marks: () => label(`**${title}**`, 0, 0, { size: 18, dy: 13, strong: "ink", keep: true }),
  };
  const all = [panels(p, d, width)].flat();
  return { ...column(heading, { name: `${kind} hint`, text: hint }, ...all), gap: 8 };
}

/** Tabs that select a part, where only one fits. @param {P} p @param {D} _ @param {Room} room @returns {Control<P>[]} */
function tabs(p, _, room) {
  if (room.width >= MIN_WIDTH_OF_THREE) return [];
  return [
    choice(p, "kind", "bias", Object.fromEntries(KINDS.map((kind) => [kind, PARTS[kind].name]))),
  ];
}

export const PhasorBias = figure("phasor-bias", {
  title: "How far back each head looks",
  hint: "Attention weights of one query when all keys are alike: the bias alone decides. Each area is 1; the scale is the same for every head.",
  attributes: {
    kind: KINDS,
    query: { value: 84, min: 4, max: WORDS - 1 },
    bucket: { value: 20, min: 0, max: 31 },
    biases: "",
    row: { value: 1, min: 0, max: 6 },
    column: { value: 4, min: 0, max: 6 },
  },
  glide: ["query", "row", "column"],
  data: { ...alibiData, ...t5Data, ...swinData },
  panels(p, d, room) {
    if (room.width < MIN_WIDTH_OF_THREE) return part(p.kind, p, d, room.width);
    const width = (room.width - 2 * GAP) / 3;
    return { ...row(...KINDS.map((kind) => part(kind, p, d, width))), gap: GAP };
  },
  across: (plots, p, d) => plots.stairs && t5Band(plots, p, d),
  controls: tabs,
  say: (p, d) => PARTS[p.kind].say(p, d),
  table: (p, d) => PARTS[p.kind].table(p, d),
  programs: biasPrograms,
});
