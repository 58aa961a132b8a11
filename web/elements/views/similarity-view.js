// Draws a square matrix of positions against positions, with axes, key and crosshair.
import { drawAxis, drawTitles, onPixels, toCell, toPixel } from "../canvas/axes.js";
import { drawBand, drawRing, strokeCased } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { whole } from "../canvas/numbers.js";
import { ticks } from "../canvas/ticks.js";
import { colourTable } from "../colour/maps.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { MapKind } from "../colour/maps.js" */

/**
 * @typedef {object} SimilarityModel
 * @property {ArrayLike<number>} values (length, length)
 * @property {number} length
 * @property {{ kind: MapKind, low: number, high: number }} range
 * @property {(value: number) => string} label of a value
 * @property {{ position: number, second: number }} mark
 */

const MARGINS = { left: 44, right: 8, top: 24, bottom: 44 };

/** @param {Size} size @param {number} length @returns {{ frame: Frame, across: Scale, down: Scale }} */
export function planSimilarity(size, length) {
  const { left, right, top, bottom } = MARGINS;
  const side = Math.min(size.width - left - right, size.height - top - bottom);
  const frame = onPixels({ left, top, width: side, height: side }, size.ratio);
  return {
    frame,
    across: { from: 0, to: length, at: frame.left, size: frame.width },
    down: { from: 0, to: length, at: frame.top, size: frame.height },
  };
}

/** @param {ReturnType<typeof planSimilarity>} plan @param {number} x @param {number} y */
export function positionsAt({ frame, across, down }, x, y) {
  if (x < frame.left || x >= frame.left + frame.width) return undefined;
  if (y < frame.top || y >= frame.top + frame.height) return undefined;
  return { position: Math.floor(toCell(down, y)), second: Math.floor(toCell(across, x)) };
}

export class SimilarityView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {SimilarityModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const { values, length, range } = model;
    const { frame } = planSimilarity(size, length);
    const table = colourTable(range.kind, theme.scheme);
    drawMatrix(
      context,
      frame,
      size.ratio,
      this.#pixels,
      { values, columns: length, rows: length, across: 1, down: length },
      { left: 0, right: length, top: 0, bottom: length },
      { table, low: range.low, high: range.high },
    );
    drawKey(
      context,
      { right: frame.left + frame.width, top: 6 },
      table,
      { low: model.label(range.low), high: model.label(range.high), title: "" },
      theme,
    );
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {SimilarityModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const { mark, length } = model;
    const { frame, across, down } = planSimilarity(size, length);
    drawDiagonal(context, frame, mark.second - mark.position, length, theme);
    const row = { from: toPixel(down, mark.position), to: toPixel(down, mark.position + 1) };
    const column = { from: toPixel(across, mark.second), to: toPixel(across, mark.second + 1) };
    const colour = theme.position;
    drawBand(context, frame, { direction: "across", ...row, colour }, theme.paper);
    drawBand(context, frame, { direction: "down", ...column, colour, dashed: true }, theme.paper);
    const x = (column.from + column.to) / 2;
    const y = (row.from + row.to) / 2;
    if (row.to - row.from < 8) drawRing(context, x, y, theme.ink, theme.paper);
    const most = Math.max(1, Math.floor(frame.width / 44));
    const axis = { ticks: ticks(0, length - 1, most, 1), label: whole };
    const markQ = { cell: mark.second, colour };
    const markP = { cell: mark.position, colour };
    drawAxis(context, frame, { side: "bottom", scale: across, ...axis, mark: markQ }, theme);
    drawAxis(context, frame, { side: "left", scale: down, ...axis, mark: markP }, theme);
    const titles = {
      side: { text: "position p", colour },
      bottom: { text: "position q", colour },
    };
    drawTitles(context, frame, size.height, titles, theme);
  }
}

/** All pairs of positions as far apart as the marked ones. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {number} offset @param {number} length @param {Theme} theme */
function drawDiagonal(context, frame, offset, length, theme) {
  const cell = frame.width / length;
  const from = Math.max(0, -offset);
  const to = Math.min(length, length - offset);
  context.save();
  context.beginPath();
  context.rect(frame.left, frame.top, frame.width, frame.height);
  context.clip();
  context.beginPath();
  context.moveTo(frame.left + (from + offset) * cell, frame.top + from * cell);
  context.lineTo(frame.left + (to + offset) * cell, frame.top + to * cell);
  strokeCased(context, theme.offset, theme.paper, false, 2);
  context.restore();
}
