// <phasor-precision>: how rounded angles distort the hands and rows of large positions.
import { sinusoidalAt, wavelengths } from "../../phasor/index.js";
import {
  byColumn,
  choice,
  cross,
  dialTip,
  figure,
  fixed,
  hand,
  handAngle,
  label,
  line,
  log,
  pairKeys,
  ring,
  row,
  rule,
  scientific,
  slider,
  sliderOf,
  tags,
  wedge,
  whole,
} from "../core/index.js";
import { Errors, FIRST, KINDS, LAST, POSITIONS, rowErrors } from "./precision-model.js";
import { precisionPrograms } from "./precision-programs.js";

/** @import { DataOf, Mark, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ at: number, arithmetic: Kind, width: number }>} P */

/**
 * @typedef {object} D
 * @property {number} dModel the width, rounded down to an even number
 * @property {number} shown the chosen pair, limited to this width
 * @property {number} turn its wavelength
 * @property {{ errors: Errors } | undefined} errors for all positions, as far as they are computed
 * @property {{ kind: Kind, xs: number[], ys: number[], lost: number | undefined }[]} lines
 * @property {number} at the position, rounded: errors between whole positions would differ
 * @property {{ exact: Float64Array, of: Record<Kind, { values: Float64Array, error: number }> }} here the position's
 *   rows, exact and computed, and their errors
 * @property {{ exact: number, computed: number, gap: number }} hands the angles of the hands, and the angle between them
 */
/** @import { Kind, Point } from "./precision-model.js" */

/** Limits of the chart's error axis. */
const [MIN_ERROR, MAX_ERROR] = [1e-6, 4];
/** Features of a head: the default width for the comparison, common in models. */
const WIDTH = 128;
/** The position from which bfloat16 skips positions. */
const FIRST_SKIPPED = 256;

/** @type {Record<Kind, { colour: string, dash?: number[] }>} */
const PENS = {
  bfloat16: { colour: "key" },
  float16: { colour: "offset", dash: [8, 4] },
  float32: { colour: "fifth" },
  ggml: { colour: "dimension", dash: [3, 3] },
};
const WORDS = {
  bfloat16: "bfloat16",
  float16: "float16",
  float32: "float32",
  ggml: "ggml: each angle from the previous one",
};

/** @type {DataOf<P, D>} */
const data = {
  dModel: ({ width }) => 2 * Math.floor(width / 2),
  shown: ({ pair }, { dModel }) => Math.min(pair, dModel / 2 - 1),
  turn: ({ base }, { dModel, shown }) => wavelengths(dModel, { base })[shown],
  /** Long work: measures all positions, some at a time. */
  *errors({ base }, { dModel }) {
    const errors = new Errors({ dModel, base });
    while (!errors.complete) {
      errors.step();
      yield { errors };
    }
    return { errors };
  },
  lines: (_, { errors: measured }) =>
    KINDS.map((kind) => {
      /** @type {Point[]} */
      const worst = measured?.errors.worst(kind) ?? [];
      const xs = worst.map(({ position }) => position);
      const ys = worst.map(({ error }) => Math.max(error, MIN_ERROR));
      return { kind, xs, ys, lost: measured?.errors.lost(kind) };
    }),
  at: ({ at }) => Math.round(at),
  here({ base }, { at, dModel }) {
    const exact = sinusoidalAt([at], dModel, { base, dtype: "float64" });
    const entries = KINDS.map((kind) => {
      const values = sinusoidalAt([at], dModel, { base, arithmetic: kind, dtype: "float64" });
      const [error] = rowErrors([at], kind, { dModel, base }, exact);
      return [kind, { values, error }];
    });
    return { exact, of: Object.fromEntries(entries) };
  },
  hands({ arithmetic }, { here, shown }) {
    const exact = handAngle(here.exact, shown);
    const computed = handAngle(here.of[arithmetic].values, shown);
    const error = computed - exact;
    return { exact, computed, gap: error - 2 * Math.PI * Math.round(error / (2 * Math.PI)) };
  },
};

/** @param {number} error */
const brief = (error) =>
  Number.isNaN(error)
    ? "not a number"
    : error < 0.001
      ? scientific(error, 1)
      : String(Number(error.toPrecision(2)));

/** @param {number} error */
const offBy = (error) => (Number.isNaN(error) ? "not a number" : `off by ${brief(error)}`);

/** @param {number} gap @returns {string} */
const degrees = (gap) => {
  const angle = Math.abs((gap * 180) / Math.PI);
  return angle < 0.01 ? `${scientific(angle, 1)}°` : `${fixed(angle, angle < 10 ? 2 : 1)}°`;
};

/** The radius of a dial beside the chart. @param {number} width */
const radiusIn = (width) => Math.min(150, width / 8);

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function dialOf({ arithmetic }, { at, hands, shown, turn }, { narrow, low, width, measure }) {
  // The names of the hands stand beside the dial, except in a low box.
  const radius = low
    ? 46
    : narrow
      ? Math.min(92, width / 2 - measure("computed") - 14)
      : radiusIn(width);
  const sideSpace = low ? 12 : 79;
  const dial = { x: narrow && !low ? width / 2 : radius + sideSpace, y: radius + 30, radius };
  const { colour } = PENS[arithmetic];
  const isLost = Number.isNaN(hands.gap);
  // If the hands are close, their names move apart.
  const minGap = Math.max(0.6, 63 / (radius + 13));
  const push = isLost
    ? 0
    : ((hands.gap < 0 ? -1 : 1) * Math.max(minGap - Math.abs(hands.gap), 0)) / 2;
  /** @type {(text: string, angle: number, tone: string) => Mark} */
  const handName = (text, angle, tone) => {
    const [dx, dy] = [Math.sin(angle), Math.cos(angle)];
    const isAside = Math.abs(dx) > 0.4;
    const align = isAside ? (dx > 0 ? "left" : "right") : "center";
    const distance = radius + (isAside ? 13 : 18);
    return label(text, dial.x + distance * dx, dial.y - distance * dy, {
      align,
      colour: tone,
      halo: true,
      keep: true,
    });
  };
  const middle = dial.y + radius;
  const lines = isLost
    ? low
      ? [`**${arithmetic}**`, "not a number"]
      : [`**${arithmetic}**: the angle is not a number`]
    : low
      ? [`**${arithmetic}**`, `off by **${degrees(hands.gap)}**`, `pair ${shown}`]
      : [`**${arithmetic}** is off by **${degrees(hands.gap)}**`, `pair ${shown} at ${whole(at)}`];
  return {
    name: "dial",
    width: 2 * (radius + sideSpace),
    height: 2 * radius + (low ? 126 : 116),
    fixed: true,
    marks: () => [
      ring(dial),
      !isLost && wedge(dial, hands.exact, hands.exact + hands.gap, { part: 0.8 }),
      !isLost && hand(dial, hands.computed, { colour, tip: 6, width: 2.5 }),
      hand(dial, hands.exact, { tip: 7, width: 2.5 }),
      !low && [
        !isLost && handName("computed", hands.computed + push, colour),
        handName("true", hands.exact - push, "position"),
      ],
      lines.map((text, n) =>
        label(text, dial.x, middle, {
          dy: 46 + 23 * n,
          align: "center",
          strong: "ink",
          keep: true,
        }),
      ),
    ],
    handles: [
      {
        name: "hand",
        ...dialTip(dial, hands.exact, turn),
        keys: false,
        value: at,
        min: FIRST,
        max: LAST,
        set: (value) => ({ at: Math.round(value) }),
      },
    ],
  };
}

/** @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart(d, room) {
  const { width } = room;
  const narrow = room.narrow && !room.low;
  const { at, lines, here, dModel } = d;
  // With little room beside the dial, only the names at the cursor are shown.
  const isTight = width < 800;
  const rightMargin = narrow ? 84 : isTight ? 14 : 96;
  const hasNames = narrow || !isTight;
  const ends = lines.filter(({ xs, lost }) => xs[xs.length - 1] > LAST / 2 && lost === undefined);
  return {
    name: "chart",
    height: narrow ? 330 : 400,
    margin: { right: rightMargin, bottom: 8, top: 4 },
    x: log(FIRST, LAST, {
      name: "position *p*",
      colour: "position",
      label: width < 900 ? tenth : whole,
      below: 22,
    }),
    y: log(MIN_ERROR, MAX_ERROR, {
      name: isTight
        ? `largest error in a row${width < 480 ? "" : ` of ${dModel}; 2: opposite`}`
        : `largest error of a sine or cosine in a row of ${dModel}`,
      grid: true,
      ticks: [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1],
    }),
    still: (p, { lines }) =>
      lines.map(({ kind, xs, ys, lost }) => {
        const { colour, dash } = PENS[kind];
        return [
          line(xs, ys, { colour, dash, width: kind === p.arithmetic ? 3.25 : 1.75 }),
          lost !== undefined && cross(lost, ys[ys.length - 1], { colour }),
        ];
      }),
    marks: () => [
      rule({ y: 2 }, { colour: "muted", dash: [2, 4], width: 1 }),
      rule(
        { x: FIRST_SKIPPED, from: MIN_ERROR, to: 0.6 },
        { colour: "key", width: 1, dash: [3, 3] },
      ),
      rule({ x: at }, { colour: "position", width: 1.5 }),
      tags(
        at,
        KINDS.filter((kind) => !Number.isNaN(here.of[kind].error)).map((kind) => ({
          y: Math.max(here.of[kind].error, MIN_ERROR),
          text: `${kind} **${brief(here.of[kind].error)}**`,
          colour: PENS[kind].colour,
        })),
        { dx: isTight ? 17 : 22 },
      ),
      hasNames &&
        tags(
          LAST,
          ends.map(({ kind, ys }) => ({
            y: ys[ys.length - 1],
            text: kind,
            colour: PENS[kind].colour,
          })),
          { side: "right", dx: 12, dot: false, optional: true },
        ),
      // These notes are optional: the names at the cursor take precedence.
      !isTight &&
        label("2, the maximum: opposite hands", FIRST, 2, {
          ...{ dy: -10, size: 14, optional: true },
          or: [{ x: LAST, align: "right" }],
        }),
      lines.map(
        ({ kind, ys, lost }) =>
          lost !== undefined &&
          label(`${kind} ends at 65,504`, lost, ys[ys.length - 1], {
            ...{ dx: 6, dy: 24, halo: true, optional: true },
            colour: PENS[kind].colour,
            or: [{ text: `${kind} ends` }, { dx: -6 }, { dx: -6, text: `${kind} ends` }],
          }),
      ),
      label("256: bfloat16 skips", FIRST_SKIPPED, 5e-6, {
        ...{ dx: 6, colour: "key", size: 14, halo: true, optional: true },
        or: [{ text: "← 256: bfloat16 skips", x: at, dx: 8 }],
      }),
    ],
    press: "position *p*",
    handles: [
      {
        name: "position *p*",
        look: "pill",
        text: narrow || isTight ? whole(at) : `position ${whole(at)}`,
        y: MIN_ERROR,
        value: at,
        min: FIRST,
        max: LAST,
        stride: 10 ** Math.floor(Math.log10(at)),
        words: `${whole(at)}: ${KINDS.map((kind) => `${kind} ${offBy(here.of[kind].error)}`).join(", ")}`,
        set: (value) => ({ at: Math.round(value) }),
        other: pairKeys({ pair: d.shown, dModel }),
      },
    ],
  };
}

/** @param {number} position */
const tenth = (position) => scientific(position, 0);

export const PhasorPrecision = figure("phasor-precision", {
  title: "Far from the start, rounded hands drift",
  hint: "**Drag the position** along the axis, or turn the true hand. The wedge is the error that rounding makes.",
  shared: ["base", "pair"],
  attributes: {
    at: { value: 4095, min: FIRST, max: LAST },
    arithmetic: ["bfloat16", "float16", "float32", "ggml"],
    width: { value: WIDTH, min: 2, max: 512 },
  },
  glide: ["at"],
  narrow: 600,
  data,
  panels(p, d, room) {
    const panels = [dialOf(p, d, room), chart(d, room)];
    /** @type {Panel<P, D>} */
    const note = {
      text: "Lines join the worst rows of each eighth of a decade; the dots are for this position.",
    };
    if (room.low) return { ...row(...panels), gap: 8 };
    return room.narrow ? [...panels, note] : [row(...panels), note];
  },
  controls: (p) => [choice(p, "arithmetic", "arithmetic of the computed hand", WORDS)],
  more: (p, d) => [
    sliderOf({ pair: d.shown }, "pair", "pair", { symbol: "i", min: 0, max: d.dModel / 2 - 1 }),
    { ...slider.dModel(d, 256), set: (/** @type {number} */ width) => ({ width }) },
    slider.base(p),
  ],
  say: (p, d) =>
    `Position ${whole(d.at)}, a row of ${d.dModel}: ${KINDS.map((kind) => `${kind} ${offBy(d.here.of[kind].error)}`).join(", ")}. Pair ${d.shown} in ${p.arithmetic}: ${Number.isNaN(d.hands.gap) ? "not a number" : `${degrees(d.hands.gap)} from the true hand`}.`,
  table({ base }, { dModel }) {
    const errors = new Errors({ dModel, base });
    while (!errors.complete) errors.step();
    const columns = KINDS.map((kind) => [kind, errors.of(kind)]);
    return byColumn({ position: POSITIONS, ...Object.fromEntries(columns) });
  },
  programs: ({ base }, { dModel }) => precisionPrograms({ dModel, base, kinds: KINDS }),
});
