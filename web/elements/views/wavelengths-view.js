// Draws the wavelengths of all pairs on a logarithmic axis, and where a text ends.
import {
  drawAxis,
  drawTitles,
  labelFont,
  onPixels,
  toCell,
  toMiddle,
  toPixel,
} from "../canvas/axes.js";
import { drawBand, drawRing } from "../canvas/crosshair.js";
import { short, whole } from "../core/numbers.js";
import { binaryTicks } from "../core/ticks.js";
import { labelsAtRight, positionMargins } from "./margins.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */

/**
 * @typedef {object} WavelengthsModel
 * @property {Float64Array} wavelengths
 * @property {number} limit which they stay below
 * @property {number} length of the text
 * @property {number} pair marked
 * @property {(pair: number) => string} turns how often a pair turns in the text, in words
 */

const TOP = 44;
const BOTTOM = 44;

/** @typedef {{ frame: Frame, length: Scale, pair: Scale }} WavelengthsPlan length: of logarithms to base 10 */

/** @param {Size} size @param {Pick<WavelengthsModel, "wavelengths" | "limit" | "length">} model @returns {WavelengthsPlan} */
export function planWavelengths(size, { wavelengths, limit, length }) {
  const { left, right } = positionMargins(size.width);
  const frame = onPixels(
    { left, top: TOP, width: size.width - left - right, height: size.height - TOP - BOTTOM },
    size.ratio,
  );
  const last = Math.max(limit, length);
  const from = Math.log10(Math.min(wavelengths[0], length)) - 0.1;
  return {
    frame,
    length: { from, to: Math.log10(last) + 0.1, at: frame.left, size: frame.width },
    pair: { from: 0, to: wavelengths.length, at: frame.top, size: frame.height },
  };
}

/** The middle of a pair's point. @param {WavelengthsPlan} plan @param {Float64Array} wavelengths @param {number} pair */
export const placeOf = (plan, wavelengths, pair) => ({
  x: toPixel(plan.length, Math.log10(wavelengths[pair])),
  y: toMiddle(plan.pair, pair),
});

/** The pair at a height; undefined outside. @param {WavelengthsPlan} plan @param {number} y */
export function pairAt({ frame, pair }, y) {
  if (y < frame.top || y >= frame.top + frame.height) return undefined;
  return Math.floor(toCell(pair, y));
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {WavelengthsModel} model @param {Theme} theme */
export function drawData(context, size, model, theme) {
  const plan = planWavelengths(size, model);
  const { frame } = plan;
  const { wavelengths, length } = model;
  const end = toPixel(plan.length, Math.log10(length));
  const radius = Math.min(Math.max((0.38 * frame.height) / wavelengths.length, 1), 4);
  wavelengths.forEach((own, pair) => {
    const { x, y } = placeOf(plan, wavelengths, pair);
    const turns = own <= length;
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.beginPath();
    context.moveTo(turns ? x : end, y);
    context.lineTo(turns ? end : x, y);
    if (radius > 1.5) context.stroke();
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = turns ? theme.dimension : theme.paper;
    context.strokeStyle = theme.dimension;
    context.lineWidth = 1.25;
    context.fill();
    context.stroke();
  });
  context.strokeStyle = theme.position;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(end, frame.top - 6);
  context.lineTo(end, frame.top + frame.height);
  context.stroke();
  drawSides(context, size, model, plan, end, theme);
}

/** What the line separates, on both its sides, where there is room. @param {CanvasRenderingContext2D} context @param {Size} size @param {WavelengthsModel} model @param {WavelengthsPlan} plan @param {number} end @param {Theme} theme */
function drawSides(context, size, { wavelengths, length }, { frame }, end, theme) {
  const turning = wavelengths.filter((own) => own <= length).length;
  const rest = wavelengths.length - turning;
  const brief = size.width < 480;
  const left = brief ? `${turning} turn` : `${turning} pairs turn at least once`;
  const right = brief ? `${rest} never do` : `${rest} never turn once`;
  context.font = labelFont(theme);
  context.textBaseline = "middle";
  context.fillStyle = theme.dimension;
  const y = frame.top - 14;
  const room = { left: end - 8, right: size.width - end - 8 };
  const put = (/** @type {string} */ text, /** @type {"left" | "right"} */ side) => {
    if (context.measureText(text).width > room[side]) return;
    context.textAlign = side === "left" ? "right" : "left";
    context.fillText(text, end + (side === "left" ? -8 : 8), y);
  };
  put(left, "left");
  put(right, "right");
  context.font = labelFont(theme, "600");
  context.fillStyle = theme.position;
  const words = `L = ${whole(length)}`;
  const half = context.measureText(words).width / 2;
  context.textAlign = "center";
  const x = Math.min(Math.max(end, half + (brief ? 70 : 76)), size.width - half);
  context.fillText(words, x, 10.5);
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {WavelengthsModel} model @param {Theme} theme */
export function drawCrosshair(context, size, model, theme) {
  const plan = planWavelengths(size, model);
  const { frame, length, pair: scale } = plan;
  const { pair } = model;
  const { x, y } = placeOf(plan, model.wavelengths, pair);
  const colour = theme.dimension;
  drawBand(context, frame, { direction: "across", from: y, to: y, colour }, theme.paper);
  drawRing(context, x, y, theme.ink, theme.paper);
  const powers = [];
  const step = Math.max(1, Math.ceil((length.to - length.from) / Math.max(2, frame.width / 52)));
  for (let n = Math.ceil(length.from); n <= length.to; n += step) powers.push(n);
  drawAxis(
    context,
    frame,
    {
      side: "bottom",
      // An axis' ticks stand at the middle of cells; powers of ten have no extent.
      scale: { ...length, from: length.from + 0.5, to: length.to + 0.5 },
      ticks: powers,
      label: (power) => short(10 ** power),
    },
    theme,
  );
  const rows = {
    scale,
    ticks: binaryTicks(0, model.wavelengths.length - 1, Math.max(1, Math.floor(frame.height / 28))),
    mark: { cell: pair, colour },
  };
  drawAxis(context, frame, { side: "left", ...rows, label: whole }, theme);
  if (labelsAtRight(size.width)) {
    drawAxis(context, frame, { side: "right", ...rows, label: model.turns }, theme);
  }
  const titles = {
    side: { text: "pair", colour },
    bottom: { text: "wavelength λ in positions", colour: theme.muted },
  };
  drawTitles(context, frame, size.height, titles, theme);
}
