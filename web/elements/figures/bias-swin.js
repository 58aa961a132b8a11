// The Swin part of <phasor-bias>: a patch of a window, and the biases that it reads from the table.
import { swinBias, swinRelativePositionIndex } from "../../phasor/index.js";
import { cell, cells, colourKey, decimal, label, path, raster, whole } from "../core/index.js";
import { softmax, swinTable, WIDE, WINDOW } from "./bias-numbers.js";

/** @import { DataOf, Mark, Panel } from "../core/types.js" */
/** @import { P } from "./bias.js" */

/**
 * @typedef {object} SwinData
 * @property {[row: number, column: number]} patch
 * @property {Float64Array} table
 * @property {Float64Array} offsets the table indexed by the offset of the key from the query, as drawn
 * @property {{ index: Int32Array, biases: Float64Array, weights: Float64Array }} looks for each key patch: table row,
 *   bias and weight, with `patch` as the query
 */

const PATCHES = WINDOW ** 2;
/** Upper end of the colour scale; no weight exceeds it. */
const MAX_WEIGHT = 0.102;

/** @type {DataOf<P, SwinData>} */
export const swinData = {
  patch: ({ row, column }) => [Math.round(row), Math.round(column)],
  table: swinTable,
  offsets: (_, { table }) => Float64Array.from(table).reverse(),
  looks(_, { table, patch: [row, column] }) {
    const from = (row * WINDOW + column) * PATCHES;
    const biases = swinBias(table, 1, WINDOW, WINDOW).subarray(from, from + PATCHES);
    const index = swinRelativePositionIndex(WINDOW, WINDOW).subarray(from, from + PATCHES);
    return { index, biases, weights: softmax(biases) };
  },
};

/** Fades the table outside the window. @param {number} left @param {number} top */
function veil(left, top) {
  const [first, last] = [-0.5, WIDE - 0.5];
  const [right, bottom] = [left + WINDOW, top + WINDOW];
  const pieces = [
    [first, first, last, top],
    [first, bottom, last, last],
    [first, top, left, bottom],
    [right, top, last, bottom],
  ];
  return pieces
    .filter(([x, y, toX, toY]) => toX > x && toY > y)
    .map(([x, y, toX, toY]) =>
      path([x, toX, toX, x], [y, y, toY, toY], {
        closed: true,
        fill: "paper",
        fillOpacity: 0.62,
        width: 0,
      }),
    );
}

/** A colour key below a square, whatever the square's height. @param {Parameters<typeof colourKey>[0]} key @returns {Mark} */
const keyBelow = (key) => ({
  draw(context, plot) {
    const dy = plot.frame.height / plot.unit + 18;
    colourKey(key, { x: "left", dy }).draw(context, plot);
  },
});

/** @param {P} p @param {number} width @returns {Panel<P, SwinData>} */
function tablePanel({ row, column }, width) {
  const middle = WINDOW - 1;
  const [left, top] = [middle - column, middle - row];
  return {
    name: "table",
    heading: `the table: 13 × 13 ${width < 300 ? "" : "offsets "}(here: made up)`,
    aspect: 1,
    maxHeight: 250,
    margin: { left: 3, right: 84, bottom: 34 },
    x: cells(0, WIDE, { axis: "none" }),
    y: cells(0, WIDE, { axis: "none" }),
    still: (_, { offsets }) => [
      raster({ values: offsets, columns: WIDE, rows: WIDE, low: -1.6, high: 1.6, gaps: true }),
      keyBelow({ low: "−1.6", high: "1.6" }),
    ],
    marks: () => [
      veil(left - 0.5, top - 0.5),
      cell(
        { x: [left, left + middle], y: [top, top + middle] },
        { colour: "offset", width: 2.5, more: 1 },
      ),
      path([middle + 0.5, WIDE - 0.4], [middle, middle], {
        colour: "position",
        dash: [3, 3],
        width: 1.25,
      }),
      cell({ x: [middle, middle], y: [middle, middle] }, { colour: "position", width: 2, more: 0 }),
      label("offset 0, 0", WIDE - 0.4, middle, { dx: 4, colour: "position" }),
    ],
  };
}

/** @param {P} p @param {SwinData} d @returns {Panel<P, SwinData>} */
function windowPanel({ row, column }, { patch }) {
  const last = WINDOW - 1;
  const notes = [
    `**${PATCHES}** of the ${WIDE ** 2}`,
    "numbers read;",
    `all ${whole(PATCHES ** 2)} pairs`,
    "share them",
  ];
  return {
    name: "window",
    heading: "the window: this patch’s weights",
    aspect: 1,
    maxHeight: 194,
    margin: { left: 3, right: 133, bottom: 34 },
    x: cells(0, WINDOW, { axis: "none" }),
    y: cells(0, WINDOW, { axis: "none" }),
    press: "patch",
    still: (_, { looks }) => [
      raster({
        values: looks.weights,
        columns: WINDOW,
        rows: WINDOW,
        kind: "sequential",
        low: 0,
        high: MAX_WEIGHT,
        gaps: true,
      }),
      cell({}, { colour: "offset", width: 2.5, more: 1 }),
      keyBelow({ kind: "sequential", low: "0", high: ".1" }),
    ],
    marks: () => [
      label(`patch **${patch.join(", ")}**`, last + 0.5, 0, {
        dx: 18,
        dy: 4,
        colour: "position",
        size: 16,
      }),
      notes.map((text, n) =>
        label(text, last + 0.5, 0, { dx: 18, dy: 36 + 21 * n, strong: "ink" }),
      ),
    ],
    handles: [
      {
        name: "patch",
        along: "both",
        value: column,
        min: 0,
        max: last,
        stride: 3,
        words: `row ${patch[0]}, column ${patch[1]}`,
        set: (value) => ({ kind: "swin", column: value }),
        other: {
          value: row,
          min: 0,
          max: last,
          stride: 3,
          set: (value) => ({ kind: "swin", row: value }),
        },
      },
    ],
  };
}

/** @param {P} p @param {SwinData} d @param {number} width @returns {Panel<P, SwinData>[]} */
export const swin = (p, d, width) => [tablePanel(p, width), windowPanel(p, d)];

/** @param {P} _ @param {SwinData} d */
export const saySwin = (_, { patch, looks }) =>
  `Swin, made-up table: patch ${patch.join(", ")} reads 49 of the 169 numbers; its own weight is ${decimal(looks.weights[patch[0] * WINDOW + patch[1]], 3)}.`;

/** @param {P} _ @param {SwinData} d */
export const tableSwin = (_, { looks: { index, biases, weights } }) => ({
  columns: ["row", "column", "table row", "bias", "weight"],
  rows: Array.from(weights, (weight, key) => [
    Math.floor(key / WINDOW),
    key % WINDOW,
    index[key],
    biases[key],
    weight,
  ]),
});
