// <phasor-learned>: how alike the rows of a table are that a language model has learned.
import {
  cell,
  cells,
  colourKey,
  dot,
  figure,
  fixed,
  label,
  line,
  linear,
  path,
  raster,
  row,
  rule,
  times,
} from "../core/index.js";
import { COUNT, cosinesOf, REACHED, STRIDE, TRAINED } from "./learned-rows.js";
import { rows } from "./learned-table.js";

/** @import { DataOf, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ row: number }>} P `row`: a position */

/**
 * @typedef {object} D
 * @property {Float64Array} cosines (COUNT, COUNT)
 * @property {number} at the index of the row
 * @property {Float64Array} curve its cosines with all rows
 */

/** @type {DataOf<P, D>} */
const data = {
  cosines: () => cosinesOf(rows),
  at: ({ row }) => Math.round(row / STRIDE),
  curve: (_, { cosines, at }) => cosines.subarray(at * COUNT, (at + 1) * COUNT),
};

const EDGE = REACHED - 0.5;
const END = COUNT - 0.5;
const position = (/** @type {number} */ at) => String(STRIDE * Math.round(at));
const ticks = [0, 32, 64, 96, 128, 160].map((at) => at / STRIDE);
const axis = (/** @type {string} */ name) => ({
  ...{ name, colour: "position", ticks, strong: [REACHED] },
  label: position,
});
const short = (/** @type {number} */ value) => fixed(value, 2);

/** Selects a row. @param {number} at */
const select = (at) => ({ row: STRIDE * Math.round(at) });

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function squarePanel({ hover }, { cosines, at }, { narrow, width }) {
  const [m, n] = [hover?.position, hover?.second].map((p = Number.NaN) => Math.round(p / STRIDE));
  const isPointed = Math.max(m, n) < COUNT;
  return {
    name: "square",
    ...(narrow ? {} : { width: Math.min(480, 0.5 * width) }),
    aspect: 1,
    maxHeight: 480,
    align: "center",
    margin: { top: 30 },
    x: cells(0, COUNT, axis("row *n*")),
    y: cells(0, COUNT, axis("row *m*")),
    still: (_, { cosines }) => [
      raster({ values: cosines, columns: COUNT, rows: COUNT, low: -1, high: 1 }),
      rule({ x: EDGE }, { colour: "ink", dash: [4, 4] }),
      rule({ y: EDGE }, { colour: "ink", dash: [4, 4] }),
      colourKey(
        { low: "−1", high: "1", name: width > 900 ? "cosine of two rows" : "cosine" },
        { width: narrow ? 80 : 110 },
      ),
    ],
    marks: () => [
      label(`no text reached rows from **${TRAINED}** on`, EDGE / 2, (REACHED + END) / 2, {
        ...{ box: true, align: "center", keep: true },
        or: [{ text: `no text from **${TRAINED}** on` }, { text: "no text" }],
      }),
      path([-0.5, END, END, -0.5], [at - 0.5, at - 0.5, at + 0.5, at + 0.5], {
        ...{ closed: true, colour: "position", width: 1.5, casing: true },
      }),
      isPointed && [
        cell({ x: [n, n], y: [m, m] }, { colour: "ink", width: 1.5 }),
        label(
          `rows ${position(m)} and ${position(n)}: **${short(cosines[m * COUNT + n])}**`,
          n,
          m,
          {
            dy: m > 12 ? -20 : 22,
            align: "center",
            box: true,
            colour: "ink",
            keep: true,
          },
        ),
      ],
    ],
    point: (x, y) => ({ position: STRIDE * Math.round(y), second: STRIDE * Math.round(x) }),
    press: "row *m*",
    handles: [
      {
        name: "row *m*",
        along: "y",
        colour: "position",
        words: `row ${position(at)}`,
        value: at,
        min: 0,
        max: COUNT - 1,
        set: select,
      },
    ],
  };
}

/** @param {D} d @param {Room} room @returns {Panel<P, D>} */
function curvePanel({ curve, at }, { narrow, width }) {
  const reached = at < REACHED;
  return {
    name: "curve",
    height: narrow ? 190 : Math.min(360, 0.5 * width),
    heading: `row **${position(at)}** and all others`,
    margin: { top: 40, right: 8 },
    x: cells(0, COUNT, axis("row *n*")),
    y: linear(-1, 1.05, { name: "cosine", grid: true }),
    still: () => [rule({ x: EDGE }, { colour: "edge", dash: [4, 4] })],
    marks: () => [
      line(
        times(COUNT, (n) => n),
        curve,
        { colour: "position", width: 2 },
      ),
      rule({ x: at }, { colour: "position", dash: [4, 4] }),
      dot(at, 1, { colour: "position", radius: 4 }),
      label(reached ? "alike nearby" : "like no other", at, 1, {
        ...{ dx: at > COUNT / 2 ? -14 : 14, dy: 16, halo: true, strong: "ink" },
      }),
    ],
    handles: [
      {
        name: "row *n*",
        colour: "position",
        y: 1,
        value: at,
        min: 0,
        max: COUNT - 1,
        words: `row ${position(at)}`,
        set: select,
      },
    ],
  };
}

export const PhasorLearned = figure("phasor-learned", {
  title: "Near rows become alike, where texts reach",
  hint: "**Drag the row:** it is like rows nearby. **Drag it beyond 128:** noise, as before training.",
  attributes: { row: { value: 40, min: 0, max: STRIDE * (COUNT - 1), step: STRIDE } },
  glide: ["row"],
  narrow: 590,
  data,
  panels(p, d, room) {
    const square = squarePanel(p, d, room);
    return room.narrow ? square : { ...row(square, curvePanel(d, room)), gap: 40 };
  },
  say(_, { cosines, at }) {
    const neighbour = at === COUNT - 1 ? at - 1 : at + 1;
    const where = at < REACHED ? "a text reached it" : "no text reached it";
    return `Row ${position(at)}, ${where}: cosine ${short(cosines[at * COUNT + neighbour])} with row ${position(neighbour)}.`;
  },
  table: (_, { cosines }) => ({
    columns: ["row", ...times(COUNT, position)],
    rows: times(COUNT, (m) => [STRIDE * m, ...cosines.subarray(m * COUNT, (m + 1) * COUNT)]),
  }),
});
