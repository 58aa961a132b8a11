// Draws a square matrix of positions against positions, with axes, key and crosshair.
import { cellUnder, covers, drawAxis, drawTitles, onPixels, toPixel } from "../canvas/axes.js";
import { drawBand, drawRing, strokeCased } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { positionLabels } from "../canvas/numbers.js";
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
 * @property {number} start the first position
 * @property {{ kind: MapKind, low: number, high: number }} range
 * @property {(value: number) => string} label of a value
 * @property {{ position: number, second: number }} mark
 */

const MARGINS = { left: 44, right: 8, top: 24, bottom: 44 };

/** @param {Size} size @param {number} length @param {number} [start] @returns {{ frame: Frame, across: Scale, down: Scale }} */
export function planSimilarity(size, length, start = 0) {
  const { right, top, bottom } = MARGINS;
  // Large numbers need more room at the side.
  const left = start + length > 1000 ? 64 : MARGINS.left;
  const side = Math.min(size.width - left - right, size.height - top - bottom);
  const frame = onPixels({ left, top, width: side, height: side }, size.ratio);
  return {
    frame,
    across: { from: start, to: start + length, at: frame.left, size: frame.width },
    down: { from: start, to: start + length, at: frame.top, size: frame.height },
  };
}

/** @param {ReturnType<typeof planSimilarity>} plan @param {number} x @param {number} y */
export function positionsAt({ frame, across, down }, x, y) {
  if (!covers(frame, x, y)) return undefined;
  return { position: cellUnder(down, y), second: cellUnder(across, x) };
}

export class SimilarityView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {SimilarityModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const { values, length, start, range } = model;
    const { frame } = planSimilarity(size, length, start);
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
    const { mark, length, start } = model;
    const { frame, across, down } = planSimilarity(size, length, start);
    drawDiagonal(context, frame, mark.second - mark.position, length, theme);
    const row = { from: toPixel(down, mark.position), to: toPixel(down, mark.position + 1) };
    const column = { from: toPixel(across, mark.second), to: toPixel(across, mark.second + 1) };
    const colour = theme.position;
    drawBand(context, frame, { direction: "across", ...row, colour }, theme.paper);
    drawBand(context, frame, { direction: "down", ...column, colour, dashed: true }, theme.paper);
    const x = (column.from + column.to) / 2;
    const y = (row.from + row.to) / 2;
    const shown = mark.second >= start && mark.second < start + length;
    if (shown && row.to - row.from < 8) drawRing(context, x, y, theme.ink, theme.paper);
    const most = Math.max(1, Math.floor(frame.width / 44));
    const { label, title } = positionLabels(start, start + length);
    const axis = { ticks: ticks(start, start + length - 1, most, 1), label };
    const markQ = { cell: mark.second, colour };
    const markP = { cell: mark.position, colour };
    drawAxis(context, frame, { side: "bottom", scale: across, ...axis, mark: markQ }, theme);
    drawAxis(context, frame, { side: "left", scale: down, ...axis, mark: markP }, theme);
    const titles = {
      side: { text: "position p", colour },
      bottom: { text: title.replace("position p", "position q"), colour },
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
