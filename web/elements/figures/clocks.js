// <phasor-clocks>: a position shown by hands on dials, one dial for each pair.
import { sinusoidalAt, wavelengths } from "../../phasor/index.js";
import {
  cells,
  clamp,
  decimal,
  dialTip,
  figure,
  hand,
  handAngle,
  label,
  numbersIn,
  path,
  positionPill,
  ring,
  scientific,
  slider,
  times,
  wavelength,
  whole,
} from "../core/index.js";
import { clocksPrograms } from "./clocks-programs.js";

/** @import { Dial } from "../core/marks/shapes.js" */
/** @import { DataOf, Handle, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ compare: boolean, highlight: string, secret: number | undefined }>} P */

/**
 * @typedef {object} D
 * @property {Float64Array} wavelengths
 * @property {number[]} pairs the pairs that have a dial
 * @property {Float64Array} shown row of the solid hands: the hidden position, or else the current one
 * @property {Float64Array | undefined} pale row of the grey hands: the reader's guess, or a second position to compare
 * @property {Float64Array} last row of the last position
 * @property {number} round how many hands complete a turn
 */

/** Most dials; with more pairs, only every second, third, … pair has one. */
const MAX_DIALS = 64;

/** Sine and cosine of all pairs. @param {P} p @param {number} position */
const rowAt = ({ dModel, base }, position) =>
  sinusoidalAt([position], dModel, { base, dtype: "float64" });

/** @type {DataOf<P, D>} */
const data = {
  wavelengths: ({ dModel, base }) => wavelengths(dModel, { base }),
  pairs({ dModel }) {
    const step = Math.ceil(dModel / 2 / MAX_DIALS);
    return times(Math.ceil(dModel / 2 / step), (n) => n * step);
  },
  shown: (p) => rowAt(p, p.secret ?? p.position),
  pale(p) {
    if (p.secret !== undefined) return rowAt(p, p.position);
    return p.compare ? rowAt(p, p.second) : undefined;
  },
  last: (p) => rowAt(p, p.length - 1),
  round: ({ length }, d) => d.wavelengths.filter((turn) => turn <= length).length,
};

/** @param {number[] | undefined} highlighted pairs that stand out @param {number} pair */
const opacity = (highlighted, pair) => (!highlighted || highlighted.includes(pair) ? 1 : 0.3);

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function dials(p, d, { width, narrow }) {
  const perRow = width > 900 && d.pairs.length >= 32 ? 16 : 8;
  const rows = Math.ceil(d.pairs.length / perRow);
  const highlighted = p.highlight ? numbersIn(p.highlight) : undefined;
  const turningCount = d.pairs.filter((pair) => d.wavelengths[pair] <= p.length).length;
  return {
    height: rows * (narrow ? 52 : 104),
    margin: { top: 34 },
    x: cells(0, perRow, { axis: "none" }),
    y: cells(0, rows, { axis: "none" }),
    point: (x, y) => {
      const pair = d.pairs[Math.round(y) * perRow + Math.round(x)];
      return pair === undefined ? undefined : { pair };
    },
    fit({ y, unit }) {
      const rowHeight = y.unit / unit;
      // Numbers below the dials, if the rows are high enough.
      const hasNumbers = !narrow && rowHeight >= 56;
      const limits = hasNumbers ? [30, rowHeight / 2 - 14] : [18, rowHeight / 2 - 6];
      const radius = Math.min((width / perRow) * 0.42, ...limits);
      const dialOf = (/** @type {number} */ n) => ({
        x: n % perRow,
        y: Math.floor(n / perRow) - (hasNumbers ? 11 / rowHeight : 0),
        radius,
      });
      return {
        marks: () => [
          label(
            `${hasNumbers ? "words per turn: " : ""}**${d.round} ${d.round === 1 ? "comes" : "come"} round in ${whole(p.length)} words**`,
            -0.5,
            -0.5,
            { dy: -20, strong: "dimension", keep: true },
          ),
          !narrow &&
            label(`**${p.dModel / 2 - d.round} do not**`, perRow - 0.5, -0.5, {
              dy: -20,
              align: "right",
              strong: "ink",
            }),
          d.pairs.map((pair, n) =>
            dialMarks(p, d, pair, dialOf(n), opacity(highlighted, pair), hasNumbers),
          ),
          border(turningCount, perRow, rows),
        ],
        handles: d.pairs.map((pair, n) => grip(p, d, pair, dialOf(n))),
      };
    },
  };
}

/** The words in a turn; large numbers in scientific notation, as seven digits do not fit. @param {number} words */
const turnIn = (words) => (words < 1e6 ? wavelength(words) : scientific(words, 1));

/** @param {P} p @param {D} d @param {number} pair @param {Dial} dial @param {number} opacity @param {boolean} hasNumbers */
function dialMarks(p, d, pair, dial, opacity, hasNumbers) {
  const turns = d.wavelengths[pair] <= p.length;
  const end = handAngle(d.last, pair);
  const colour = turns ? "dimension" : "muted";
  return [
    turns
      ? ring(dial, { colour: "dimension", width: p.hover?.pair === pair ? 3 : 1.75, opacity })
      : [
          ring(dial, { colour: "line", width: 1.25, opacity }),
          ring(dial, { arc: [0, end < 0 ? end + 2 * Math.PI : end], width: 4, opacity }),
        ],
    d.pale && hand(dial, handAngle(d.pale, pair), { colour: "edge", tip: 4, width: 1.5, opacity }),
    hand(dial, handAngle(d.shown, pair), { tip: hasNumbers ? 5 : 4, opacity }),
    hasNumbers &&
      label(turnIn(d.wavelengths[pair]), dial.x, dial.y, {
        dy: dial.radius + 14,
        align: "center",
        colour,
        size: 14,
      }),
  ];
}

/** The line between the hands that complete a turn and those that do not. @param {number} turningCount @param {number} perRow @param {number} rows */
function border(turningCount, perRow, rows) {
  const [column, row] = [turningCount % perRow, Math.floor(turningCount / perRow)];
  if (turningCount === 0 || row >= rows) return [];
  const [low, high] = [row + 0.5, row - 0.5];
  const pen = { colour: "position", dash: [5, 4], width: 1.5 };
  const [left, middle, right] = [-0.5, column - 0.5, perRow - 0.5];
  if (column === 0) return path([left, right], [high, high], pen);
  return path([left, middle, middle, right], [low, low, high, high], pen);
}

/** A tip that moves the position, and with it all hands: slow hands coarsely, fast ones finely. @param {P} p @param {D} d @param {number} pair @param {Dial} dial @returns {Handle<P>} */
function grip(p, d, pair, dial) {
  const row = d.pale && p.secret !== undefined ? d.pale : d.shown;
  return {
    name: `hand ${pair}`,
    ...dialTip(dial, handAngle(row, pair), d.wavelengths[pair]),
    keys: false,
    width: 14,
    height: 14,
    value: p.position,
    min: 0,
    max: p.length - 1,
    set: (position) => ({ position }),
  };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function ruler(p, d, { narrow, width }) {
  const at = Math.round(p.position);
  const isGuess = p.secret !== undefined;
  const isSolved = isGuess && p.secret === at;
  return {
    height: 34,
    fixed: true,
    margin: { left: 18, right: 18 },
    x: cells(0, p.length, { axis: "ruler" }),
    y: cells(0, 1, { axis: "none" }),
    marks: () => [
      isGuess &&
        label(
          isSolved
            ? "**Found:** all hands agree"
            : `grey: your guess${width < 340 ? "" : ". Begin with a slow hand"}`,
          0,
          0,
          { dy: -14, strong: "position" },
        ),
      !isGuess &&
        p.compare && [
          ring({ x: p.second, y: 0.5, radius: 5 }, { fill: "ink", width: 0 }),
          label(`**${whole(p.second)}**`, p.second, 0.5, {
            dy: -25,
            align: "center",
            colour: "ink",
          }),
        ],
    ],
    press: "position *p*",
    handles: [
      positionPill(p, narrow, {
        ...(isGuess && !narrow ? { text: `guess ${whole(at)}` } : {}),
        y: 0.5,
        words: `${whole(at)}${isSolved ? ", found" : isGuess ? "" : `: pair ${p.pair} points to sine ${decimal(d.shown[2 * p.pair])}, cosine ${decimal(d.shown[2 * p.pair + 1])}`}`,
      }),
    ],
  };
}

export const PhasorClocks = figure("phasor-clocks", {
  title: "A row of hands tells the position",
  hint: "**Drag any tip** or the position: all hands follow. Slow hands move the position coarsely, fast ones finely.",
  shared: ["dModel", "length", "base", "position", "second", "pair"],
  attributes: { compare: false, highlight: "" },
  state: { secret: undefined },
  glide: ["position"],
  data,
  panels: (p, d, room) => [dials(p, d, room), ruler(p, d, room)],
  controls: (p) => [
    p.secret === undefined
      ? { kind: "button", name: "hide a position", press: (element) => element.challenge() }
      : {
          kind: "button",
          name: "show it",
          press: () => ({ position: p.secret, secret: undefined }),
        },
  ],
  more: (p) => [slider.length(p), slider.dModel(p, 2 * MAX_DIALS), slider.base(p)],
  methods: {
    /** Hides a position for the reader to find; without an argument, a random one. @this {any} */
    challenge(position = Math.floor(Math.random() * this.length)) {
      this.change({ secret: clamp(Math.floor(position), 0, this.length - 1) });
    },
  },
  play: ({ position, length }, time) =>
    position >= length - 1 ? undefined : { position: Math.min(position + 8 * time, length - 1) },
  say: (p, d) =>
    `${p.secret === undefined ? "Position" : "Guess"} ${whole(p.position)}: ${d.round} of ${p.dModel / 2} hands come round in ${whole(p.length)} words; ${p.dModel / 2 - d.round} do not.`,
  table: (_, { wavelengths, shown }) => ({
    columns: ["pair", "wavelength", "sin", "cos"],
    rows: Array.from(wavelengths, (turn, i) => [i, turn, shown[2 * i], shown[2 * i + 1]]),
  }),
  programs: ({ dModel, base, position, secret = position }) => clocksPrograms(dModel, base, secret),
});
