// Marks a row or a column of cells, legible on any colour: accent lines with an edge of paper.

/** @import { Frame } from "./axes.js" */

/** Cells at least this large get a line on both sides; smaller ones a line through the middle. */
const ROOMY = 5;
/** Of paper, both sides together. */
const EDGE = 2;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {object} band
 * @param {"across" | "down"} band.direction across: a row of cells; down: a column
 * @param {number} band.from first pixel
 * @param {number} band.to last pixel
 * @param {string} band.colour
 * @param {boolean} [band.dashed] one line through the middle
 * @param {string} paper
 */
export function drawBand(context, frame, { direction, from, to, colour, dashed = false }, paper) {
  const middle = (from + to) / 2;
  const ratio = context.getTransform().a;
  const sharp = (/** @type {number} */ at) => (Math.floor(at * ratio) + 0.5) / ratio;
  const lines = to - from >= ROOMY && !dashed ? [sharp(from), sharp(to)] : [sharp(middle)];
  context.save();
  context.beginPath();
  context.rect(frame.left - 1, frame.top - 1, frame.width + 2, frame.height + 2);
  context.clip();
  context.beginPath();
  for (const at of lines) {
    if (direction === "across") {
      context.moveTo(frame.left, at);
      context.lineTo(frame.left + frame.width, at);
    } else {
      context.moveTo(at, frame.top);
      context.lineTo(at, frame.top + frame.height);
    }
  }
  strokeCased(context, colour, paper, dashed);
  context.restore();
}

/**
 * Strokes the current path in a colour, with an edge of paper along it.
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour @param {string} paper @param {boolean} [dashed] @param {number} [width]
 */
export function strokeCased(context, colour, paper, dashed = false, width = oddPixels(context)) {
  context.lineCap = "butt";
  context.strokeStyle = paper;
  context.lineWidth = width + EDGE;
  context.globalAlpha = 0.6;
  context.stroke();
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = width;
  if (dashed) context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
}

/** A line's width of about a CSS pixel: an odd number of device pixels, sharp about the middle of one. @param {CanvasRenderingContext2D} context */
function oddPixels(context) {
  const ratio = context.getTransform().a;
  return (2 * Math.floor((ratio + 0.5) / 2) + 1) / ratio;
}

/**
 * A ring around one cell.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x @param {number} y the cell's middle
 * @param {string} colour @param {string} paper
 */
export function drawRing(context, x, y, colour, paper) {
  context.beginPath();
  context.arc(x, y, 6, 0, 2 * Math.PI);
  strokeCased(context, colour, paper);
}
