// reading.js: reads what a view drew on a canvas that remembers, as a reader of the figure does: colours of
// cells, and places by the labels of axes. Nothing here asks a view where things go.
import { expect } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";

/** @import { Drawing, Line, Picture, Words } from "./drawing.js" */

const diverging = colourTable("diverging", "light");

/** The colour of a value from -most to most. @param {number} value */
export const colourOf = (value, most = 1) => diverging[entryOf(value, -most, most)];

/** The middle of a picture's cell. @param {Picture} picture @param {number} columns @param {number} rows @param {number} column @param {number} row @returns {[x: number, y: number]} */
export const middle = ({ left, top, width, height }, columns, rows, column, row) => [
  left + ((column + 0.5) * width) / columns,
  top + ((row + 0.5) * height) / rows,
];

/** Every cell of a picture has its value's colour. @param {Picture} picture @param {ArrayLike<number>} values @param {number} columns @param {number} rows */
export function expectValues(picture, values, columns, rows, most = 1) {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const seen = picture.pixel(...middle(picture, columns, rows, column, row));
      expect(seen, `row ${row}, column ${column}`).toBe(
        colourOf(values[row * columns + column], most),
      );
    }
  }
}

/** Some values from -1 to 1. @param {number} count */
export const spread = (count) =>
  Float64Array.from({ length: count }, (_, n) => Math.cos(3 * n + 1));

/** The places where a label stands under a picture. @param {Drawing} drawing @param {Picture} picture @param {string} label */
export const under = (drawing, picture, label) =>
  drawing
    .saying(label)
    .filter(({ y }) => y > picture.top + picture.height && y < picture.top + picture.height + 20);

/** Those at its left. @param {Drawing} drawing @param {Picture} picture @param {string} label */
export const beside = (drawing, picture, label) =>
  drawing
    .saying(label)
    .filter(({ x, y }) => x < picture.left && y > picture.top && y < picture.top + picture.height);

/** What a label says. @param {string} words */
const numberIn = (words) => Number(words.replace("\u2212", "-").replaceAll(",", ""));

/**
 * The scale that labels tell: from values to pixels, and back.
 * @param {Words[]} labels @param {"x" | "y"} along @param {(value: number) => number} [shape]
 */
export function scaleOf(labels, along, shape = (value) => value) {
  const known = labels.map((each) => ({ value: shape(numberIn(each.words)), at: each[along] }));
  known.sort((a, b) => a.value - b.value);
  const [low, high] = [known[0], known[known.length - 1]];
  const unit = (high.at - low.at) / (high.value - low.value);
  // Labels beside an axis stand half a pixel below their ticks.
  const offset = along === "y" ? -0.5 : 0;
  const scale = {
    unit,
    to: (/** @type {number} */ value) => low.at + offset + (shape(value) - low.value) * unit,
  };
  for (const { value, at } of known) {
    expect(at).toBeCloseTo(low.at + (value - low.value) * unit, 4);
  }
  return scale;
}

/** Labels that are numbers, of one axis. @param {Drawing} drawing @param {(label: Words) => boolean} which */
export const numbers = (drawing, which) =>
  drawing.words.filter((each) => /^\u2212?[\d,.]+$/.test(each.words) && which(each));

/** The lines of a colour with so many points. @param {Drawing} drawing @param {string} colour @param {number} count */
export const curves = (drawing, colour, count) =>
  drawing.lines.filter(({ points, colour: own }) => own === colour && points.length === count);

/** @param {Line | undefined} line @param {number[][]} points */
export function expectPoints(line, points) {
  expect(line?.points).toHaveLength(points.length);
  line?.points.forEach(([x, y], n) => {
    expect(Math.abs(x - points[n][0]), `x of point ${n}`).toBeLessThan(0.01);
    expect(Math.abs(y - points[n][1]), `y of point ${n}`).toBeLessThan(0.01);
  });
}
