// <phasor-shift>: a shift rotates each pair by its own angle, whatever the start position.
import { frequencies, relativePositionMatrix, sinusoidalAt } from "../../phasor/index.js";
import {
  byRow,
  cell,
  cells,
  choice,
  clamp,
  column,
  decimal,
  dialTip,
  figure,
  fixed,
  handAngle,
  label,
  linear,
  needle,
  raster,
  ring,
  row,
  slider,
  sliderOf,
  strokePath,
  tipOf,
  wedge,
  whole,
} from "../core/index.js";
import { shiftPrograms } from "./shift-programs.js";

/** @import { Dial } from "../core/marks/shapes.js" */
/** @import { DataOf, Handle, Mark, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ parts: "both" | "sine" }>} P */

/**
 * @typedef {object} D
 * @property {Float64Array} frequencies
 * @property {number} offset rounded, so that the matrix is computed only when it changes
 * @property {Float64Array} matrix
 * @property {number} from the first dimension of the corner shown @property {number} size its dimensions
 * @property {Float64Array} corner
 * @property {Float64Array} rows the encodings of both positions
 * @property {{ from: number, to: number, turn: number }} angles of the pair's two hands, and from one to the other
 */

const RADIUS = 118;
/** Dimensions of the corner of the matrix: three pairs, whose entries are large enough to read. */
const CORNER_SIDE = 6;

/** @type {DataOf<P, D>} */
const data = {
  frequencies: ({ dModel, base }) => frequencies(dModel, { base }),
  offset: (p) => Math.round(p.second) - Math.round(p.position),
  matrix: ({ dModel, base }, { offset }) => relativePositionMatrix(offset, dModel, { base }),
  size: ({ dModel }) => Math.min(dModel, CORNER_SIDE),
  from: ({ dModel, pair }, { size }) => clamp(2 * (pair - 1), 0, dModel - size),
  corner({ dModel }, { matrix, from, size }) {
    return Float64Array.from(
      { length: size * size },
      (_, n) => matrix[(from + Math.floor(n / size)) * dModel + from + (n % size)],
    );
  },
  rows: ({ position, second, dModel, base }) =>
    sinusoidalAt([position, second], dModel, { base, dtype: "float64" }),
  angles: ({ dModel, pair, position, second }, { rows, frequencies }) => ({
    from: handAngle(rows, pair),
    to: handAngle(rows.subarray(dModel), pair),
    turn: (second - position) * frequencies[pair],
  }),
};

/** @param {number} angle */
const degrees = (angle) => `${fixed((angle * 180) / Math.PI, 1)}°`;

/** Moves both positions and keeps their distance. @param {P} p @param {number} position */
function moveBoth({ length, second, position: before }, position) {
  const offset = second - before;
  const next = clamp(position, Math.max(0, -offset), length - 1 - Math.max(0, offset));
  return { position: next, second: next + offset };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function dialPanel(p, d, { narrow, width }) {
  const { position, second, length, dModel, pair, parts } = p;
  const radius = narrow || width < 640 ? Math.min(84, narrow ? 84 : 0.15 * width) : RADIUS;
  const dial = { x: 0, y: 0, radius };
  const { from, to, turn } = d.angles;
  const perWord = d.frequencies[pair];
  const perTurn = (2 * Math.PI) / perWord;
  const pairs = {
    value: pair,
    min: 0,
    max: dModel / 2 - 1,
    set: (/** @type {number} */ value) => ({ pair: value }),
  };
  const isSine = parts === "sine";
  return {
    name: "dial",
    ...(narrow ? {} : { width: 0.44 * width }),
    // The height is the same with sines alone, which are written below the dial.
    height: 2 * radius + 86,
    fixed: true,
    margin: { top: 44 },
    x: linear(-1, 1, { axis: "none" }),
    y: linear(-1.2, 0.8, { axis: "none" }),
    marks: () => [
      ring(dial, { colour: "dimension", width: 1.75 }),
      !isSine &&
        wedge(dial, from, from + Math.sign(turn) * (Math.abs(turn) % (2 * Math.PI)), {
          part: 0.42,
        }),
      isSine && sineAlone(dial, from, turn, width < 900),
      needle(dial, from, { colour: "position" }),
      needle(dial, to, { colour: "position", width: 1.75, dash: [6, 4], head: true }),
      handName(dial, `*p* = **${whole(position)}**`, from),
      handName(dial, `*p* + Δ = **${whole(second)}**`, to),
      // If both arrows point up, the label moves above the dial.
      label(`pair ${pair}: ${Number(((perWord * 180) / Math.PI).toPrecision(3))}° a word`, 0, 0.8, {
        ...{ align: "center", colour: "dimension", dy: -30 },
        or: isSine ? [] : [{ y: -1, dy: -14 }],
        optional: isSine,
      }),
    ],
    handles: [
      {
        ...dialTip(dial, from, perTurn),
        name: "position *p*: turns both arrows",
        colour: "position",
        value: position,
        min: Math.max(0, position - second),
        max: Math.min(length - 1, length - 1 - second + position),
        words: `${whole(position)}, the angle stays ${degrees(turn)}`,
        set: (value) => moveBoth(p, value),
        other: pairs,
      },
      {
        ...dialTip(dial, to, perTurn),
        name: "position *p* + Δ: changes the angle",
        colour: "position",
        value: second,
        min: 0,
        max: length - 1,
        words: `${whole(second)}, Δ = ${whole(d.offset)}, angle ${degrees(turn)}`,
        set: (value) => ({ second: value }),
        other: pairs,
      },
    ],
  };
}

/** A name at the tip of an arrow, moved up or down if the other arrow's name is there. @param {Dial} dial @param {string} text @param {number} angle */
const handName = (dial, text, angle) => {
  const away = dial.radius + 20;
  // Beside an arrow that points up or down, and above or below one that points to a side.
  const dx = 0.72 * away * Math.sin(angle);
  const direction = Math.cos(angle) > 0 ? -1 : 1;
  const dy = -away * Math.cos(angle) + direction * 22 * Math.abs(Math.sin(angle));
  return label(text, 0, 0, {
    dx,
    dy,
    align: dx < -20 ? "right" : dx > 20 ? "left" : "center",
    colour: "position",
    halo: true,
    keep: true,
    or: [1, -1, 2, -2].map((lines) => ({ dy: dy + 22 * lines * direction })),
  });
};

/** Shows that the sine alone fits two hands, which the shift takes to different sines. @param {Dial} dial @param {number} from @param {number} turn @param {boolean} narrow */
function sineAlone(dial, from, turn, narrow) {
  const twin = Math.PI - from;
  const floor = dial.radius + 30;
  /** @type {(angle: number, colour: "position" | "offset") => Mark} */
  const drop = (angle, colour) => ({
    draw(context, plot) {
      const [x, top] = tipOf(plot, dial, angle);
      const bottom = plot.y.at(0) + floor * plot.unit;
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, bottom);
      strokePath(context, plot, { colour, width: 1, dash: [3, 3] });
      context.beginPath();
      context.arc(x, bottom, 4.5 * plot.unit, 0, 2 * Math.PI);
      context.fillStyle = plot.theme[colour];
      context.fill();
    },
  });
  return [
    needle(dial, twin, { colour: "muted", width: 1.5 }),
    needle(dial, twin + turn, { colour: "muted", width: 1.5, dash: [6, 4] }),
    drop(from, "position"),
    drop(from + turn, "offset"),
    drop(twin + turn, "offset"),
    label(`${narrow ? "" : "two hands: "}one sine before the shift, **two** after`, 0, 0, {
      dy: floor + 22,
      align: "center",
      strong: "offset",
      keep: true,
    }),
  ];
}

/** The corner of the matrix that has the pair's block, and its neighbours'. @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function cornerPanel({ dModel, pair }, d, { narrow, width }) {
  const { from, size, corner } = d;
  const block = /** @type {[number, number]} */ ([2 * pair, 2 * pair + 1]);
  /** @type {(x: number, y: number) => { pair: number }} */
  const pairAt = (_, y) => ({ pair: Math.floor((y + 0.5) / 2) });
  const isAll = size === dModel;
  return {
    name: "corner",
    aspect: 1,
    align: narrow ? "center" : undefined,
    maxHeight: 380,
    margin: { top: 52, right: 8 },
    x: cells(from, size, {
      name: isAll ? "dimension" : `dimension, of ${dModel}`,
      colour: "dimension",
    }),
    y: cells(from, size),
    still: (_, { corner, size }) =>
      raster({ values: corner, columns: size, rows: size, gaps: true }),
    marks: () => [
      raster({ values: corner, columns: size, rows: size, gaps: true, label: entry }),
      cell({ x: block, y: block }, { colour: "offset", width: 2.5, casing: true, more: 2 }),
      label(
        `M of Δ = **${whole(d.offset)}**${narrow || width > 480 ? ", wherever *p* is" : ""}`,
        from - 0.5,
        from - 0.5,
        {
          ...{ dy: -36, colour: "offset", keep: true },
        },
      ),
      label(
        `pair ${pair} ${narrow || width > 480 ? "turned by" : "by"} **${degrees(d.angles.turn)}**`,
        from - 0.5,
        from - 0.5,
        {
          ...{ dy: -14, colour: "offset", keep: true },
        },
      ),
    ],
    tap: pairAt,
    point: pairAt,
  };
}

/** An entry of the matrix; outside of the blocks, it is exactly 0. @param {number} value */
const entry = (value) => (value === 0 ? "0" : decimal(value));

export const PhasorShift = figure("phasor-shift", {
  title: "A step turns each pair, wherever it starts",
  hint: "**Drag either arrow.** The solid one moves *p*, and the matrix stays. The dashed one changes Δ.",
  shared: ["dModel", "length", "base", "position", "second", "pair"],
  attributes: { parts: ["both", "sine"] },
  glide: ["position", "second"],
  narrow: 480,
  data,
  panels(p, d, room) {
    const stacked = room.narrow && !room.low;
    const [dial, corner] = [dialPanel, cornerPanel].map((of) =>
      of(p, d, { ...room, narrow: stacked }),
    );
    return stacked ? column(dial, corner) : row(dial, corner);
  },
  controls: (p) => [choice(p, "parts", "parts", { both: "sine and cosine", sine: "sine alone" })],
  more: (p) => [
    sliderOf(p, "pair", "pair", { min: 0, max: p.dModel / 2 - 1 }),
    slider.dModel(p, 128),
    slider.base(p),
    slider.length(p),
  ],
  say: (p, d) =>
    `From ${whole(p.position)} to ${whole(p.second)}, Δ = ${whole(d.offset)}: pair ${p.pair} turns by ${degrees(d.angles.turn)}, wherever p is.`,
  table: ({ dModel }, { matrix }) => byRow("dim", matrix, dModel, (n) => `dim ${n}`),
  programs: ({ dModel, base }, { offset }) => shiftPrograms(dModel, base, offset),
});
