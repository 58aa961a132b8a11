// Rasters: cells drawn as the pixels of one image, scaled without smoothing.
import { colourTable, entryOf } from "../../colour/maps.js";
import { NOTE_SIZE } from "../layout.js";
import { clipped } from "./lines.js";

/** @import { Mark, Plot } from "../types.js" */
/** @import { MapKind } from "../../colour/maps.js" */

/**
 * @typedef {object} Cells
 * @property {ArrayLike<number>} values (rows, columns)
 * @property {number} columns @property {number} rows
 * @property {number} [low] the value of the first colour; −1 by default
 * @property {number} [high] the value of the last colour; 1 by default
 * @property {MapKind} [kind] the colour map: "diverging", by default, or "sequential"
 * @property {Uint32Array} [table] colours to use instead of the map's
 * @property {[from: number, to: number]} [x] the edges in the panel's scale; by default those of
 *   the frame
 * @property {[from: number, to: number]} [y]
 * @property {boolean} [gaps] hairlines between cells, if they are large enough
 * @property {(value: number) => string} [label] the text in a cell, drawn if it fits
 */

/** Cells narrower than this have no gaps, in pixels. */
const MIN_CELL_OF_GAPS = 9;

/** The last image made from an array of values. @type {WeakMap<ArrayLike<number>, { key: string, table: Uint32Array, canvas: HTMLCanvasElement }>} */
let images = new WeakMap();
/** Arrays of values that have been drawn. @type {WeakSet<ArrayLike<number>>} */
const drawnBefore = new WeakSet();

/** Values as the colours of cells. @param {Cells} cells @returns {Mark} */
export const raster = (cells) => ({
  draw(context, plot) {
    const { columns, rows } = cells;
    const { frame, x, y } = plot;
    const place = {
      left: cells.x ? edge(x, cells.x[0]) : frame.left,
      right: cells.x ? edge(x, cells.x[1]) : frame.left + frame.width,
      top: cells.y ? edge(y, cells.y[0]) : frame.top,
      bottom: cells.y ? edge(y, cells.y[1]) : frame.top + frame.height,
    };
    const [width, height] = [place.right - place.left, place.bottom - place.top];
    const image = imageOf(cells, plot, width, height);
    const draw = () => {
      context.imageSmoothingEnabled = false;
      context.drawImage(image, place.left, place.top, width, height);
      context.imageSmoothingEnabled = true;
      if (cells.gaps) drawGaps(context, plot, { ...place, width, height }, columns, rows);
    };
    const fits = place.left >= frame.left - 1 && place.right <= frame.left + frame.width + 1;
    if (fits) draw();
    else clipped(context, plot, draw);
    if (cells.label) writeValues(context, plot, cells, { ...place, width, height });
  },
});

/** The pixel of a cell's edge. @param {import("../scales.js").Scale} scale @param {number} at */
const edge = (scale, at) =>
  scale.at(at) - (scale.spec.kind === "cells" ? (Math.sign(scale.size) * scale.unit) / 2 : 0);

/** The image of cells for a size in pixels. @param {Cells} cells @param {Plot} plot @param {number} width @param {number} height */
export function imageOf(cells, plot, width, height) {
  const { values, low = -1, high = 1, kind = "diverging" } = cells;
  const table = cells.table ?? colourTable(kind, plot.theme.scheme);
  // The image has no more pixels than the screen; a pixel that covers several cells has the colour
  // of their mean.
  const columns = Math.min(cells.columns, Math.max(Math.round(width * plot.ratio), 1));
  const rows = Math.min(cells.rows, Math.max(Math.round(height * plot.ratio), 1));
  const key = `${columns} ${rows} ${low} ${high}`;
  const cached = images.get(values);
  if (cached?.key === key && cached.table === table) return cached.canvas;
  // During a drag, every frame has new values, so only values that are drawn twice get an image of
  // their own.
  const canvas =
    cached?.canvas ??
    (drawnBefore.has(values) ? document.createElement("canvas") : scratchCanvas());
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const image = new ImageData(columns, rows);
  paint(new Uint32Array(image.data.buffer), cells, columns, rows, low, high, table);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  if (drawnBefore.has(values)) images.set(values, { key, table, canvas });
  drawnBefore.add(values);
  return canvas;
}

/** @type {HTMLCanvasElement | undefined} */
let scratch;
const scratchCanvas = () => {
  scratch ??= document.createElement("canvas");
  return scratch;
};

/** Has all images made again, as those that the graphics processor has lost are empty. */
export function clearImages() {
  images = new WeakMap();
  scratch = undefined;
}

/** Each pixel has the colour of the mean of its cells. @param {Uint32Array} pixels @param {Cells} cells @param {number} columns @param {number} rows @param {number} low @param {number} high @param {Uint32Array} table */
function paint(pixels, { values, columns: width, rows: height }, columns, rows, low, high, table) {
  const last = table.length - 1;
  const scale = last / (high - low);
  const isUnscaled = columns === width && rows === height;
  const lefts = Int32Array.from({ length: columns + 1 }, (_, n) => (n * width) / columns);
  for (let n = 0, row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows);
    const bottom = Math.floor(((row + 1) * height) / rows);
    for (let column = 0; column < columns; column++, n++) {
      let value = values[n];
      if (!isUnscaled) {
        const [left, right] = [lefts[column], lefts[column + 1]];
        value = 0;
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) value += values[y * width + x];
        value /= (right - left) * (bottom - top);
      }
      const entry = (value - low) * scale + 0.5;
      pixels[n] = table[entry < 0 ? 0 : entry > last ? last : entry | 0];
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {{ left: number, top: number, width: number, height: number }} box @param {number} columns @param {number} rows */
function drawGaps(context, { theme, unit }, { left, top, width, height }, columns, rows) {
  context.fillStyle = theme.paper;
  const gap = 1;
  if (Math.abs(width) / columns >= MIN_CELL_OF_GAPS * unit) {
    for (let n = 1; n < columns; n++)
      context.fillRect(left + (n * width) / columns - gap / 2, top, gap, height);
  }
  if (Math.abs(height) / rows >= MIN_CELL_OF_GAPS * unit) {
    for (let n = 1; n < rows; n++)
      context.fillRect(left, top + (n * height) / rows - gap / 2, width, gap);
  }
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Cells} cells @param {{ left: number, top: number, width: number, height: number }} box */
function writeValues(
  context,
  { theme, unit },
  {
    values,
    columns,
    rows,
    label,
    low = -1,
    high = 1,
    kind = "diverging",
    table = colourTable(kind, theme.scheme),
  },
  box,
) {
  const [width, height] = [box.width / columns, box.height / rows];
  const texts = Array.from({ length: columns * rows }, (_, n) => label?.(values[n]) ?? "");
  context.font = `${NOTE_SIZE * unit}px ${theme.font}`;
  const widest = Math.max(...texts.map((text) => context.measureText(text).width));
  const size = Math.min(NOTE_SIZE * unit, (NOTE_SIZE * unit * (width - 4)) / widest, height - 3);
  if (size < 9) return;
  context.font = `${Math.floor(2 * size) / 2}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  texts.forEach((text, n) => {
    const pixel = table[entryOf(values[n], low, high)];
    const [red, green, blue] = [0, 8, 16].map((shift) => (((pixel >>> shift) & 255) / 255) ** 2.2);
    const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
    context.fillStyle = isLight === (theme.scheme === "light") ? theme.ink : theme.paper;
    context.fillText(
      text,
      box.left + ((n % columns) + 0.5) * width,
      box.top + (Math.floor(n / columns) + 0.5) * height,
    );
  });
}
