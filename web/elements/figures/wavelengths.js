// <phasor-wavelengths>: which hands complete a turn within a text, and how the base spreads the
// wavelengths.
import { wavelengths } from "../../phasor/index.js";
import {
  cells,
  clamp,
  discAt,
  dot,
  figure,
  label,
  log,
  rule,
  scientific,
  shade,
  short,
  times,
  wavelength,
  whole,
} from "../core/index.js";
import { wavelengthsPrograms } from "./wavelengths-programs.js";

/** @import { LabelOptions } from "../core/marks/labels.js" */
/** @import { DataOf, Handle, Mark, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params} P */

/**
 * @typedef {object} D
 * @property {Float64Array} wavelengths
 * @property {number} round how many hands complete a turn
 */

/** Range of the axis, in words; it grows to include larger values. */
const [FROM, TO] = [4, 1e7];
/** Ranges of the handles, as exponents: of 2 for the length, of 10 for the base. */
const LENGTHS = { min: 3, max: 20 };
const BASES = { min: 1, max: 6 };
const MAX_GRIPS = 64;

/** @type {DataOf<P, D>} */
const data = {
  wavelengths: ({ dModel, base }) => wavelengths(dModel, { base }),
  round: ({ length }, { wavelengths }) =>
    wavelengths.filter((wavelength) => wavelength <= length).length,
};

/** A length, rounded to three digits. @param {number} length */
const lengthNear = (length) => Math.round(length < 1000 ? length : Number(length.toPrecision(3)));

/** How often a hand turns in the text. @param {P} p @param {D} d @param {number} pair */
function incrementsOf({ length }, { wavelengths }, pair) {
  const turns = length / wavelengths[pair];
  if (turns >= 1e5) return short(turns);
  if (turns < 1e-3) return scientific(turns, 1);
  return turns < 0.1 ? String(+turns.toPrecision(2)) : wavelength(turns);
}

/** A dot, filled by the fraction of a turn that its hand completes. @param {number} x @param {number} y @param {number} radius @param {number} part @returns {Mark} */
const filled = (x, y, radius, part) => ({
  draw(context, plot) {
    const [pixelX, pixelY, size] = [plot.x.at(x), plot.y.at(y), radius * plot.unit];
    const { theme } = plot;
    plot.taken?.push(discAt(pixelX, pixelY, size));
    context.beginPath();
    context.arc(pixelX, pixelY, size, 0, 2 * Math.PI);
    context.fillStyle = part >= 1 ? theme.dimension : theme.paper;
    context.fill();
    context.strokeStyle = part >= 1 ? theme.dimension : theme.edge;
    context.lineWidth = Math.min(1.5, radius / 2) * plot.unit;
    context.stroke();
    if (part >= 1 || part < 0.01) return;
    context.beginPath();
    context.moveTo(pixelX, pixelY);
    context.arc(pixelX, pixelY, size, -Math.PI / 2, (2 * part - 0.5) * Math.PI);
    context.closePath();
    context.fillStyle = theme.dimension;
    context.fill();
  },
});

/** The pair under the pointer, or else the chosen pair. @param {P} p */
const pairOf = ({ hover, pair }) => hover?.pair ?? pair;

/** @param {P} p @param {D} d @param {number} to the axis' end @param {boolean} narrow */
function notes(p, d, to, narrow) {
  const { dModel, length, base } = p;
  const { wavelengths, round } = d;
  const last = dModel / 2 - 1;
  const pair = pairOf(p);
  const perTurn = wavelengths[pair];
  const turns = `**${incrementsOf(p, d, pair)}** turns`;
  // At the border between full dots and partly filled ones.
  const border = last < 6 ? last / 2 : clamp(round - 0.5, 2.5, last - 2.5);
  /** @type {LabelOptions & { x: number, y: number }} */
  const corner = { x: to, y: Math.min(0.5, last / 2), dx: 0, align: "right" };
  const pen = { keep: true, halo: true };
  return [
    label(`base **${whole(base)}**`, wavelengths[last], last, {
      ...pen,
      dx: 26,
      colour: "dimension",
      size: 16,
      or: [{ dx: -26 }, { dx: 12, dy: -30 }, { dx: -12, dy: -30 }],
    }),
    pair !== last &&
      label(
        narrow
          ? `pair ${pair}: ${turns}`
          : `pair ${pair}: a turn in ${wavelength(perTurn)} words, ${turns}`,
        // Beyond the line at the end of the text, which would cross it.
        Math.max(perTurn, length),
        pair,
        {
          ...pen,
          dx: 14,
          colour: "ink",
          or: [
            { dx: -14 },
            { dy: -24 },
            { dx: -14, dy: 24 },
            { dy: 24 },
            { dx: -14, dy: -24 },
            { dx: -14, dy: -48 },
          ].map((place) => ({ x: perTurn, ...place })),
        },
      ),
    label(`**${round}** of ${last + 1} come round`, length, border, {
      ...pen,
      dx: -12,
      dy: 26,
      colour: "dimension",
      or: [
        { ...corner, dy: 0 },
        { y: 0.8 * last },
        { x: FROM, y: 0.8 * last, dx: 6, dy: 0 },
        { ...corner, dy: 22 },
        { y: corner.y, dy: 0 },
      ],
    }),
    label(`**${last + 1 - round}** do not`, length, border, {
      ...pen,
      dx: 14,
      dy: -26,
      or: [0, 22, 44].map((dy) => ({ ...corner, dy })),
    }),
  ];
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart(p, d, room) {
  const { narrow } = room;
  const { dModel, length, base } = p;
  const pairs = dModel / 2;
  const last = pairs - 1;
  const slowest = d.wavelengths[last];
  const to = Math.max(TO, 2 * slowest, 2 * length);
  const height = narrow ? 330 : 430;
  const radius = clamp(0.4 * (height / pairs), 1, 5.5);
  /** The base that moves a pair's dot to this wavelength. @param {number} pair @param {number} words */
  const tilted = (pair, words) => {
    const estimatedBase = (words / (2 * Math.PI)) ** (pairs / pair);
    return { base: clamp(Number(estimatedBase.toPrecision(2)), 10 ** BASES.min, 10 ** BASES.max) };
  };
  /** @param {number} n @returns {Handle<P>} */
  const grip = (n) => {
    const pair = Math.max(Math.round((n * last) / Math.min(last, MAX_GRIPS)), 1);
    return {
      name: `pair ${pair}`,
      look: "none",
      keys: false,
      x: d.wavelengths[pair],
      y: pair,
      reach: 12,
      set: (words) => tilted(pair, words),
    };
  };
  /** @type {(x: number, y: number) => { pair: number }} */
  const pairAt = (_, y) => ({ pair: clamp(Math.round(y), 0, last) });
  const words = `${whole(length)} words`;
  // In narrow figures, the pill stands higher, to keep the axis' name visible.
  const above = -0.5 - ((narrow ? 42 : 18) * pairs) / height;
  return {
    name: "chart",
    height,
    margin: { top: narrow ? 36 : 14, right: 20 },
    x: log(FROM, to, { name: "words per turn", label: short, grid: true }),
    // Leaves room below the last pair for the handle of the base.
    y: cells(0, (1 + 22 / height) * pairs, { name: "pair", colour: "dimension" }),
    point: pairAt,
    tap: pairAt,
    marks: () => [
      shade(FROM, length, { colour: "position", opacity: 0.06 }),
      rule({ x: length, from: above }, { colour: "position", width: 2 }),
      rule(
        { y: pairOf(p), from: FROM, to: d.wavelengths[pairOf(p)] },
        { colour: "dimension", width: 1, dash: [3, 3] },
      ),
      Array.from(d.wavelengths, (wavelength, pair) =>
        filled(wavelength, pair, radius, length / wavelength),
      ),
      dot(d.wavelengths[pairOf(p)], pairOf(p), { colour: "dimension", radius: 2.5, ring: true }),
      notes(p, d, to, narrow),
    ],
    handles: [
      ...times(Math.min(last, MAX_GRIPS), (n) => grip(n + 1)),
      {
        name: "base",
        colour: "dimension",
        x: slowest,
        y: last,
        value: Math.log10(base),
        ...BASES,
        step: 0.1,
        stride: 1,
        words: `${whole(base)}: the slowest hand turns in ${wavelength(slowest)} words`,
        set: (value) => ({ base: Number((10 ** value).toPrecision(2)) }),
        drag: ({ x }) => (last > 0 ? tilted(last, x) : undefined),
      },
      {
        name: "end of the text",
        look: "pill",
        text: narrow ? words : `text of ${words}`,
        x: length,
        y: above,
        value: Math.log2(length),
        ...LENGTHS,
        step: 0.25,
        stride: 1,
        words: `${words}: ${d.round} of ${pairs} hands come round`,
        set: (value) => ({ length: Math.round(2 ** value) }),
        drag: ({ x }) => ({ length: lengthNear(clamp(x, 2 ** LENGTHS.min, 2 ** LENGTHS.max)) }),
      },
    ],
  };
}

export const PhasorWavelengths = figure("phasor-wavelengths", {
  title: "A longer text brings slower hands round",
  hint: "**Pull the end of the text:** a dot fills as its hand comes round. **Drag the row of dots** to tilt it: that is the base.",
  shared: ["dModel", "length", "base", "pair"],
  data,
  panels: chart,
  say: (p, d) =>
    `In ${whole(p.length)} words ${d.round} of ${p.dModel / 2} hands come round, base ${whole(p.base)}. Pair ${p.pair} turns once in ${wavelength(d.wavelengths[p.pair])} words, ${incrementsOf(p, d, p.pair)} times in the text.`,
  table: ({ length }, { wavelengths }) => ({
    columns: ["pair", "wavelength", `turns in ${length} positions`],
    rows: Array.from(wavelengths, (wavelength, pair) => [pair, wavelength, length / wavelength]),
  }),
  programs: wavelengthsPrograms,
});
