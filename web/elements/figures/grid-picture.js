// Marks that only <phasor-grid> has: an image under a veil, bars along its edges, and grips.
import { path, raster } from "../core/index.js";

/** @import { Mark } from "../core/types.js" */
/** @import { D, P } from "./grid.js" */

/** @typedef {{ fill: string, points: [x: number, y: number][] }} Shape */

/** @param {string} fill @param {...number} places x, y, x, y, … @returns {Shape} */
const shape = (fill, ...places) => ({
  fill,
  points: Array.from({ length: places.length / 2 }, (_, n) => [places[2 * n], places[2 * n + 1]]),
});

/** @param {string} fill @param {number} x @param {number} y @param {number} radius @returns {Shape} */
const disc = (fill, x, y, radius) => ({
  fill,
  points: Array.from({ length: 32 }, (_, n) => [
    x + radius * Math.cos((n * Math.PI) / 16),
    y + radius * Math.sin((n * Math.PI) / 16),
  ]),
});

/** The area below a wave. @param {string} fill @param {number} y @param {number} height @param {number} phase @returns {Shape} */
function hill(fill, y, height, phase) {
  const xs = Array.from({ length: 41 }, (_, n) => n / 40);
  const wave = xs.flatMap((x) => [x, y - height * Math.sin(Math.PI * x + phase)]);
  return shape(fill, ...wave, 1, 1, 0, 1);
}

/** A house on a hill, in coordinates from 0 to 1, from back to front. @type {Shape[]} */
const SCENE = [
  shape("#a9cfe4", 0, 0, 1, 0, 1, 1, 0, 1),
  shape("#c4dfea", 0, 0.2, 1, 0.2, 1, 1, 0, 1),
  shape("#e3eee9", 0, 0.38, 1, 0.38, 1, 1, 0, 1),
  disc("#f6cf5b", 0.82, 0.17, 0.075),
  ...[0.1, 0.17, 0.24].map((x, n) =>
    disc("#f5f7f6", x, [0.15, 0.125, 0.15][n], [0.045, 0.06, 0.05][n]),
  ),
  hill("#93b8ad", 0.56, 0.12, 0.9),
  hill("#76a382", 0.64, 0.1, -0.7),
  hill("#8db35c", 0.74, 0.07, 0.2),
  shape("#7a5636", 0.14, 0.5, 0.18, 0.5, 0.185, 0.75, 0.135, 0.75),
  ...[0.1, 0.16, 0.22].map((x, n) => disc("#3e7b49", x, [0.45, 0.37, 0.45][n], 0.085)),
  shape("#8c4637", 0.68, 0.34, 0.73, 0.34, 0.73, 0.5, 0.68, 0.5),
  shape("#efe0bd", 0.46, 0.5, 0.8, 0.5, 0.8, 0.74, 0.46, 0.74),
  shape("#b4523b", 0.41, 0.51, 0.63, 0.33, 0.85, 0.51),
  shape("#6b4a33", 0.6, 0.6, 0.67, 0.6, 0.67, 0.74, 0.6, 0.74),
  ...[0.5, 0.71].map((x) => shape("#557f9f", x, 0.57, x + 0.06, 0.57, x + 0.06, 0.64, x, 0.64)),
  shape("#dcc99c", 0.6, 0.74, 0.67, 0.74, 0.56, 1, 0.36, 1),
  ...[0.05, 0.13, 0.21, 0.29].map((x) =>
    shape("#f3ecdc", x, 0.82, x + 0.025, 0.82, x + 0.025, 0.95, x, 0.95),
  ),
  shape("#f3ecdc", 0.02, 0.86, 0.35, 0.86, 0.35, 0.885, 0.02, 0.885),
];

const VEILED = 0.93;

/** By paper colour, a ramp from transparent to nearly opaque. @type {Map<string, Uint32Array>} */
const veils = new Map();

/** @param {string} paper */
function veilOf(paper) {
  const [red, green, blue] = (paper.match(/\d+/g) ?? []).map(Number);
  const veil =
    veils.get(paper) ??
    Uint32Array.from({ length: 256 }, (_, n) => {
      const alpha = Math.round(255 * VEILED * (1 - n / 255));
      return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    });
  veils.set(paper, veil);
  return veil;
}

/** The image, clear where patches are similar to the chosen one. @param {P} p @param {D} d @returns {(Mark | Mark[])[]} */
export const image = ({ rows, columns }, { similarities, least, at }) => [
  SCENE.map(({ fill, points }) =>
    path(
      points.map(([x]) => x * columns - 0.5),
      points.map(([, y]) => y * rows - 0.5),
      { fill, closed: true, width: 0 },
    ),
  ),
  {
    draw(context, plot) {
      const table = veilOf(plot.theme.paper);
      const high = similarities[at];
      raster({
        values: similarities,
        columns,
        rows,
        low: least < high ? least : high - 1,
        high,
        table,
        gaps: true,
      }).draw(context, plot);
    },
  },
];

/** Bars along two edges: the columns' shares at the top, the rows' at the right. @param {P} p @param {D} d @param {number} bar length of the longest @returns {Mark} */
export const edges = ({ columns }, { shares, most, at, other }, bar) => ({
  draw(context, { frame, x, y, unit, theme }) {
    const long = (/** @type {number} */ value) => (Math.max(value, 0) / most) * bar * unit;
    /** @type {(n: number, one: number, two: number) => string} */
    const colour = (n, one, two) =>
      n === one ? theme.position : n === two ? theme.offset : theme.edge;
    shares.columns.forEach((value, n) => {
      context.fillStyle = colour(n, at % columns, other % columns);
      context.fillRect(
        x.at(n) - 0.4 * x.unit,
        frame.top - 6 * unit - long(value),
        0.8 * x.unit,
        long(value),
      );
    });
    shares.rows.forEach((value, n) => {
      context.fillStyle = colour(n, Math.floor(at / columns), Math.floor(other / columns));
      context.fillRect(
        frame.left + frame.width + 6 * unit,
        y.at(n) - 0.4 * y.unit,
        long(value),
        0.8 * y.unit,
      );
    });
  },
});

/** Four small arrows that point away from a patch. @param {number} x @param {number} y @returns {Mark} */
export const grips = (x, y) => ({
  draw(context, plot) {
    const { unit } = plot;
    const [middleX, middleY] = [plot.x.at(x), plot.y.at(y)];
    context.fillStyle = plot.theme.position;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const reach = (dx ? plot.x.unit : plot.y.unit) / 2 + 5 * unit;
      const [tipX, tipY] = [middleX + dx * (reach + 6 * unit), middleY + dy * (reach + 6 * unit)];
      context.beginPath();
      context.moveTo(tipX, tipY);
      context.lineTo(tipX - dx * 6 * unit + dy * 5 * unit, tipY - dy * 6 * unit + dx * 5 * unit);
      context.lineTo(tipX - dx * 6 * unit - dy * 5 * unit, tipY - dy * 6 * unit - dx * 5 * unit);
      context.closePath();
      context.fill();
    }
  },
});

/** @param {number} line @param {"position" | "offset"} colour @returns {Mark} */
export const sideMark = (line, colour) => ({
  draw(context, { frame, y, unit, theme }) {
    context.fillStyle = theme[colour];
    context.fillRect(frame.left - 10 * unit, y.at(line) - 0.42 * y.unit, 5 * unit, 0.84 * y.unit);
  },
});
