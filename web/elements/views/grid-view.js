// Draws a grid of patches, coloured by how alike they are to one of them, and the features of two.
import { cellUnder, drawAxis, labelFont, onPixels, toPixel } from "../canvas/axes.js";
import { strokeCased } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed, whole } from "../core/numbers.js";
import { ticks } from "../core/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { MapKind } from "../colour/maps.js" */
/** @import { Section } from "../models/grid.js" */

/** @typedef {{ row: number, column: number }} Patch */

/**
 * @typedef {object} GridModel
 * @property {number} rows
 * @property {number} columns
 * @property {number} width features of a patch
 * @property {ArrayLike<number>} similarities to the patch, (rows, columns)
 * @property {{ kind: MapKind, low: number, high: number }} range
 * @property {(Section & { part: number })[]} sections each with its part of the similarity
 * @property {Patch} patch
 * @property {Patch} other
 * @property {{ patch: ArrayLike<number>, other: ArrayLike<number> }} features
 * @property {[number, number]} marked features
 */

const MARGIN = { left: 34, top: 24, bottom: 44 };
/** From this width on, grid and features stand side by side. */
const ROOM_BESIDE = 640;
const GAP = 48;
const MOST = 440;
/** A section's label, two strips, and the room below them. */
const LABEL = 22;
const STRIP = 26;
const SECTION = LABEL + 2 * STRIP + 4 + 34;
/** Room at the right of the narrow figure, where the bottom axis' last label ends. */
const EDGE = 8;

/** @param {number} width @param {{ rows: number, columns: number }} grid */
function gridOf(width, { rows, columns }) {
  const beside = width >= ROOM_BESIDE;
  const room = beside ? (width - MARGIN.left - GAP) / 2 : width - MARGIN.left - EDGE;
  const cell = Math.min(room, MOST) / Math.max(rows, columns);
  return { beside, across: cell * columns, down: cell * rows };
}

/** @param {number} width @param {{ rows: number, columns: number, sections: unknown[] }} model @returns {number} CSS pixels of a figure so wide */
export function heightOf(width, model) {
  const { beside, down } = gridOf(width, model);
  const grid = MARGIN.top + down + MARGIN.bottom;
  const features = model.sections.length * SECTION;
  return Math.ceil(beside ? Math.max(grid, MARGIN.top + features) : grid + features);
}

/** @typedef {{ frame: Frame, across: Scale, down: Scale, strips: { patch: Frame, other: Frame, scale: Scale, words: number }[] }} GridPlan */

/** @param {Size} size @param {Pick<GridModel, "rows" | "columns" | "width"> & { sections: Section[] }} model @returns {GridPlan} */
export function planGrid(size, { rows, columns, sections }) {
  const { beside, across, down } = gridOf(size.width, { rows, columns });
  const frame = onPixels(
    { left: MARGIN.left, top: MARGIN.top, width: across, height: down },
    size.ratio,
  );
  const left = beside ? MARGIN.left + across + GAP : MARGIN.left;
  const top = beside ? MARGIN.top : MARGIN.top + down + MARGIN.bottom;
  const room = size.width - left - EDGE;
  const longest = Math.max(...sections.map(({ from, to }) => to - from));
  const strips = sections.map(({ from, to }, n) => {
    const place = { left, width: Math.max(((to - from) / longest) * room, 1), height: STRIP };
    const upper = top + n * SECTION + LABEL;
    const patch = onPixels({ ...place, top: upper }, size.ratio);
    const other = onPixels({ ...place, top: upper + STRIP + 4 }, size.ratio);
    const scale = { from, to, at: patch.left, size: patch.width };
    // A narrow figure has no other room for words than from its left edge on.
    return { patch, other, scale, words: beside ? patch.left : 0 };
  });
  return {
    frame,
    across: { from: 0, to: columns, at: frame.left, size: frame.width },
    down: { from: 0, to: rows, at: frame.top, size: frame.height },
    strips,
  };
}

/** @param {Frame} frame @param {number} x @param {number} y */
const inside = ({ left, top, width, height }, x, y) =>
  x >= left && x < left + width && y >= top && y < top + height;

/** @param {GridPlan} plan @param {number} x @param {number} y @returns {Patch | undefined} */
export function patchAt({ frame, across, down }, x, y) {
  if (!inside(frame, x, y)) return undefined;
  return { row: cellUnder(down, y), column: cellUnder(across, x) };
}

/** @param {GridPlan} plan @param {number} x @param {number} y @returns {number | undefined} */
export function featureAt({ strips }, x, y) {
  const strip = strips.find(({ patch, other }) => inside(patch, x, y) || inside(other, x, y));
  return strip && cellUnder(strip.scale, x);
}

export class GridView {
  #grid = new Pixels();
  #strips = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {GridModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const plan = planGrid(size, model);
    const { rows, columns, similarities, range } = model;
    const { frame } = plan;
    const table = colourTable(range.kind, theme.scheme);
    drawMatrix(
      context,
      frame,
      size.ratio,
      this.#grid,
      { values: similarities, columns, rows, across: 1, down: columns },
      { left: 0, right: columns, top: 0, bottom: rows },
      { table, low: range.low, high: range.high },
    );
    drawGaps(context, plan, rows, columns, theme);
    const ends = { low: fixed(range.low, 2), high: fixed(range.high, 2), title: "" };
    drawKey(context, { right: frame.left + frame.width, top: 6 }, table, ends, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {GridModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planGrid(size, model);
    const { frame, across, down } = plan;
    const { rows, columns, patch, other } = model;
    box(context, plan, other, theme.offset, theme);
    box(context, plan, patch, theme.position, theme);
    const colour = theme.position;
    const most = Math.max(1, Math.floor(frame.width / 32));
    const label = whole;
    const along = { ticks: ticks(0, columns - 1, most, 1), label };
    const aside = { ticks: ticks(0, rows - 1, most, 1), label };
    const markX = { cell: patch.column, colour };
    const markY = { cell: patch.row, colour };
    drawAxis(context, frame, { side: "bottom", scale: across, ...along, mark: markX }, theme);
    drawAxis(context, frame, { side: "left", scale: down, ...aside, mark: markY }, theme);
    context.font = labelFont(theme);
    context.fillStyle = colour;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText("row", 0, 10.5);
    context.textAlign = "right";
    context.fillText("column", frame.left + frame.width, frame.top + frame.height + 34);
    this.#drawFeatures(context, size, plan, model, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {GridPlan} plan @param {GridModel} model @param {Theme} theme */
  #drawFeatures(context, size, plan, model, theme) {
    const table = colourTable("diverging", theme.scheme);
    const colours = { table, low: -1, high: 1 };
    model.sections.forEach((section, n) => {
      const { from, to } = section;
      if (from === to) return;
      const strip = plan.strips[n];
      for (const which of /** @type {const} */ (["patch", "other"])) {
        const frame = strip[which];
        drawMatrix(
          context,
          frame,
          size.ratio,
          this.#strips,
          { values: model.features[which], columns: model.width, rows: 1, across: 1, down: 0 },
          { left: from, right: to, top: 0, bottom: 1 },
          colours,
        );
        context.fillStyle = which === "patch" ? theme.position : theme.offset;
        context.fillRect(frame.left - 6, frame.top, 3, frame.height);
      }
      drawWords(context, strip, section, theme);
      for (const feature of model.marked) {
        if (feature < from || feature >= to) continue;
        const left = toPixel(strip.scale, feature);
        const right = toPixel(strip.scale, feature + 1);
        const { top } = strip.patch;
        context.beginPath();
        context.rect(left, top - 1, right - left, strip.other.top + STRIP + 2 - top);
        strokeCased(context, theme.dimension, theme.paper);
      }
    });
  }
}

/** @param {CanvasRenderingContext2D} context @param {GridPlan["strips"][number]} strip @param {Section & { part: number }} section @param {Theme} theme */
function drawWords(context, { patch, other, words }, { axis, from, to, order, part }, theme) {
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.font = labelFont(theme, "600");
  context.fillStyle = theme.ink;
  context.fillText(axis, words, patch.top - 5);
  const after = words + context.measureText(axis).width + 8;
  context.font = labelFont(theme);
  context.fillStyle = theme.dimension;
  const dims = `dims ${from} to ${to - 1}`;
  context.fillText(dims, after, patch.top - 5);
  context.fillStyle = theme.muted;
  context.fillText(order, after + context.measureText(dims).width + 8, patch.top - 5);
  context.fillStyle = theme.ink;
  context.textBaseline = "top";
  context.fillText(`dot product ${fixed(part, 3)}`, words, other.top + other.height + 5);
}

/** Patches stand apart where there is room. @param {CanvasRenderingContext2D} context @param {GridPlan} plan @param {number} rows @param {number} columns @param {Theme} theme */
function drawGaps(context, { frame, across, down }, rows, columns, theme) {
  if (frame.width / columns < 8) return;
  context.strokeStyle = theme.paper;
  context.lineWidth = 1;
  context.beginPath();
  for (let column = 1; column < columns; column++) {
    const x = toPixel(across, column);
    context.moveTo(x, frame.top);
    context.lineTo(x, frame.top + frame.height);
  }
  for (let row = 1; row < rows; row++) {
    const y = toPixel(down, row);
    context.moveTo(frame.left, y);
    context.lineTo(frame.left + frame.width, y);
  }
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {GridPlan} plan @param {Patch} patch @param {string} colour @param {Theme} theme */
function box(context, { across, down }, { row, column }, colour, theme) {
  const [left, right] = [toPixel(across, column), toPixel(across, column + 1)];
  const [top, bottom] = [toPixel(down, row), toPixel(down, row + 1)];
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  strokeCased(context, colour, theme.paper, false, 2);
}
