// Draws how alike encodings are by their distance, a line for each of several starts. They lie on one
// another: the first is broad and pale, the next narrower, the last thin.
import { drawAxis, drawTitles, labelFont, onPixels, toMiddle } from "../canvas/axes.js";
import { drawBand, drawRing } from "../canvas/crosshair.js";
import { whole } from "../canvas/numbers.js";
import { ticks } from "../canvas/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */

/**
 * Values from the distance `first` on.
 * @typedef {{ start: number, first: number, values: ArrayLike<number> }} Line
 */

/**
 * @typedef {object} DistanceModel
 * @property {Line[]} lines
 * @property {number} first the least distance of a line
 * @property {number} length distances end before it
 * @property {{ low: number, high: number }} range
 * @property {(value: number) => string} label of a value
 * @property {string} title of the values
 * @property {{ offset: number, value: number }} mark
 */

const MARGINS = { left: 44, right: 12, top: 48, bottom: 44 };
const WIDTHS = [9, 5, 1.5];
const DASHES = [[], [10, 6], []];

/** @param {Size} size @param {Pick<DistanceModel, "first" | "length" | "range">} model @returns {{ frame: Frame, across: Scale, down: Scale }} */
export function planDistance(size, { first, length, range }) {
  const { left, right, top, bottom } = MARGINS;
  const frame = onPixels(
    { left, top, width: size.width - left - right, height: size.height - top - bottom },
    size.ratio,
  );
  const room = (range.high - range.low) * 0.04;
  return {
    frame,
    across: { from: first, to: length, at: frame.left, size: frame.width },
    down: { from: range.high + room, to: range.low - room, at: frame.top, size: frame.height },
  };
}

/** @param {Scale} scale @param {number} value */
const toHeight = ({ from, to, at, size }, value) => at + ((value - from) / (to - from)) * size;

/** Colours of the lines, from the broad to the thin one. @param {Theme} theme */
const coloursOf = (theme) => [theme.hairline, theme.cosine, theme.position];

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {DistanceModel} model @param {Theme} theme */
export function drawDistanceData(context, size, model, theme) {
  const { frame, across, down } = planDistance(size, model);
  const colours = coloursOf(theme);
  if (model.range.low < 0) {
    context.fillStyle = theme.hairline;
    context.fillRect(frame.left, Math.round(toHeight(down, 0)), frame.width, 1 / size.ratio);
  }
  context.lineJoin = "round";
  model.lines.forEach(({ first, values }, n) => {
    context.beginPath();
    for (let k = 0; k < values.length; k++) {
      context.lineTo(toMiddle(across, first + k), toHeight(down, values[k]));
    }
    context.strokeStyle = colours[n];
    context.lineWidth = WIDTHS[n];
    context.setLineDash(DASHES[n]);
    context.stroke();
  });
  context.setLineDash([]);
  drawLegend(context, model, theme);
}

/** Each line's look and start, above the data. @param {CanvasRenderingContext2D} context @param {DistanceModel} model @param {Theme} theme */
function drawLegend(context, { lines }, theme) {
  const colours = coloursOf(theme);
  context.font = labelFont(theme);
  context.textAlign = "left";
  context.textBaseline = "middle";
  let x = 0;
  lines.forEach(({ start }, n) => {
    context.beginPath();
    context.moveTo(x, 32);
    context.lineTo(x + 26, 32);
    context.strokeStyle = colours[n];
    context.lineWidth = WIDTHS[n];
    context.setLineDash(DASHES[n]);
    context.stroke();
    const text = `from ${whole(start)}`;
    context.fillStyle = theme.muted;
    context.fillText(text, x + 32, 32.5);
    x += 32 + context.measureText(text).width + 16;
  });
  context.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {DistanceModel} model @param {Theme} theme */
export function drawDistanceCrosshair(context, size, model, theme) {
  const { frame, across, down } = planDistance(size, model);
  const { mark, first, length, range } = model;
  const at = toMiddle(across, mark.offset);
  const colour = theme.offset;
  if (mark.offset >= first && mark.offset < length) {
    drawBand(context, frame, { direction: "down", from: at, to: at, colour }, theme.paper);
    drawRing(context, at, toHeight(down, mark.value), colour, theme.paper);
  }
  const most = Math.max(1, Math.floor(frame.width / 52));
  drawAxis(
    context,
    frame,
    {
      side: "bottom",
      scale: across,
      ticks: ticks(first, length - 1, most, 1),
      label: whole,
      mark: { cell: mark.offset, colour },
    },
    theme,
  );
  // An axis puts its ticks at the middle of cells; these are values.
  const values = { ...down, from: down.from + 0.5, to: down.to + 0.5 };
  const heights = ticks(range.low, range.high, Math.floor(frame.height / 36));
  drawAxis(
    context,
    frame,
    { side: "left", scale: values, ticks: heights, label: model.label },
    theme,
  );
  const titles = {
    side: { text: model.title, colour: theme.muted },
    bottom: { text: "offset k", colour },
  };
  drawTitles(context, frame, size.height, titles, theme);
}
