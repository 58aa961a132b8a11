// Hairline axes: a frame's scales, ticks with labels, and the labels of a crosshair.

/** @import { Theme } from "./theme.js" */

/**
 * Where the data are drawn, in CSS pixels.
 * @typedef {{ left: number, top: number, width: number, height: number }} Frame
 */

export const LABEL_SIZE = 12;
const TICK = 4;
const GAP = 4;

/** @param {Theme} theme @param {"" | "600"} [weight] */
export const labelFont = (theme, weight = "") => `${weight} ${LABEL_SIZE}px ${theme.font}`.trim();

/**
 * A frame on whole device pixels.
 * @param {Frame} frame @param {number} ratio
 * @returns {Frame}
 */
export function onPixels(frame, ratio) {
  const snap = (/** @type {number} */ value) => Math.round(value * ratio) / ratio;
  const left = snap(frame.left);
  const top = snap(frame.top);
  return {
    left,
    top,
    width: Math.max(snap(frame.left + frame.width) - left, 1 / ratio),
    height: Math.max(snap(frame.top + frame.height) - top, 1 / ratio),
  };
}

/** Whether a pixel is one of a frame's. @param {Frame} frame @param {number} x @param {number} y */
export const covers = ({ left, top, width, height }, x, y) =>
  x >= left && x < left + width && y >= top && y < top + height;

/**
 * From cells to pixels along one axis: `from` cells at pixel `at`, `to` cells `size` further on.
 * @typedef {object} Scale
 * @property {number} from
 * @property {number} to
 * @property {number} at
 * @property {number} size
 */

/** @param {Scale} scale @param {number} cell */
export const toPixel = ({ from, to, at, size }, cell) => at + ((cell - from) / (to - from)) * size;

/** The pixel at the middle of a cell, however far out it is. @param {Scale} scale @param {number} cell */
export const toMiddle = ({ from, to, at, size }, cell) =>
  at + ((cell - from + 0.5) / (to - from)) * size;

/**
 * The cell under a pixel. Counted from a whole cell: far out there is no room for fractions.
 * @param {Scale} scale @param {number} pixel
 */
export function cellUnder({ from, to, at, size }, pixel) {
  const origin = Math.floor(from);
  return origin + Math.floor(from - origin + ((pixel - at) / size) * (to - from));
}

/** @param {Scale} scale @param {number} pixel */
export const toCell = ({ from, to, at, size }, pixel) => from + ((pixel - at) / size) * (to - from);

/**
 * @typedef {object} Axis
 * @property {"bottom" | "left" | "right"} side
 * @property {Scale} scale
 * @property {number[]} ticks cells
 * @property {(cell: number) => string} label
 * @property {{ cell: number, colour: string }} [mark] a cell whose label is always there, before
 *   those that would touch it
 */

/**
 * Ticks and labels, each at the middle of its cell.
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Axis} axis
 * @param {Theme} theme
 */
export function drawAxis(context, frame, axis, theme) {
  const { side, scale, mark } = axis;
  const place = (/** @type {number} */ cell) => toMiddle(scale, cell);
  const visible = (/** @type {number} */ at) =>
    at >= scale.at - 0.5 && at <= scale.at + scale.size + 0.5;
  const shown = mark && visible(place(mark.cell)) ? mark : undefined;
  context.lineWidth = 1;
  context.strokeStyle = theme.hairline;
  context.fillStyle = theme.muted;
  for (const tick of axis.ticks) {
    const at = place(tick);
    if (!visible(at)) continue;
    context.font = labelFont(theme);
    drawTick(context, frame, side, at);
    const near = shown && Math.abs(at - place(shown.cell)) < room(context, axis, tick, shown.cell);
    if (!near) drawLabel(context, frame, side, at, axis.label(tick));
  }
  if (!shown) return;
  context.font = labelFont(theme, "600");
  context.fillStyle = shown.colour;
  drawLabel(context, frame, side, place(shown.cell), axis.label(shown.cell));
}

/** How far apart two cells' labels have to be. @param {CanvasRenderingContext2D} context @param {Axis} axis @param {number} one @param {number} other */
function room(context, { side, label }, one, other) {
  if (side !== "bottom") return LABEL_SIZE + 2;
  const width = (/** @type {number} */ cell) => context.measureText(label(cell)).width;
  return (width(one) + width(other)) / 2 + 6;
}

/** The pixel at which a side's ticks begin, and their direction. @param {Frame} frame @param {Axis["side"]} side */
function edgeOf(frame, side) {
  if (side === "bottom") return { edge: frame.top + frame.height, outward: 1 };
  if (side === "left") return { edge: frame.left, outward: -1 };
  return { edge: frame.left + frame.width, outward: 1 };
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Axis["side"]} side @param {number} at */
function drawTick(context, frame, side, at) {
  const { edge, outward } = edgeOf(frame, side);
  context.beginPath();
  if (side === "bottom") {
    context.moveTo(at, edge);
    context.lineTo(at, edge + TICK);
  } else {
    context.moveTo(edge, at);
    context.lineTo(edge + outward * TICK, at);
  }
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Axis["side"]} side @param {number} at @param {string} text */
function drawLabel(context, frame, side, at, text) {
  const { edge, outward } = edgeOf(frame, side);
  const away = edge + outward * (TICK + GAP);
  if (side === "bottom") {
    context.textBaseline = "top";
    context.textAlign = "center";
    context.fillText(text, at, away);
  } else {
    context.textBaseline = "middle";
    context.textAlign = side === "left" ? "right" : "left";
    context.fillText(text, away, at + 0.5);
  }
}

/**
 * What the side and the bottom axis show: the one at the top left corner, the other at the bottom
 * right one.
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {number} bottom pixel at which the figure ends
 * @param {{ side?: { text: string, colour: string }, bottom: { text: string, colour: string } }} titles
 * @param {Theme} theme
 */
export function drawTitles(context, frame, bottom, titles, theme) {
  context.font = labelFont(theme);
  if (titles.side) {
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = titles.side.colour;
    context.fillText(titles.side.text, 0, 10.5);
  }
  context.textAlign = "right";
  context.textBaseline = "bottom";
  context.fillStyle = titles.bottom.colour;
  context.fillText(titles.bottom.text, frame.left + frame.width, bottom - 2);
}
