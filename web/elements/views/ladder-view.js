// Draws the code of each position as curves in lanes, and that of one position as cells beside them.
import {
  cellUnder,
  drawAxis,
  drawTitles,
  labelFont,
  onPixels,
  toMiddle,
  toPixel,
} from "../canvas/axes.js";
import { writeCells } from "../canvas/cells.js";
import { drawBand } from "../canvas/crosshair.js";
import { colourTable, entryOf, rangeFor } from "../colour/maps.js";
import { fixed, whole } from "../core/numbers.js";
import { ticks } from "../core/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */

/**
 * @typedef {object} LadderModel
 * @property {number} length positions 0 … length − 1
 * @property {number} lanes
 * @property {number} waves entries in each lane: a sine, and with it a cosine
 * @property {string[]} labels of the lanes
 * @property {[low: number, high: number]} range of the entries
 * @property {Float64Array} places at which the curves are known; position p goes from p to p + 1
 * @property {Float64Array} curves (places.length, lanes·waves)
 * @property {Float64Array} codes (length, lanes·waves)
 * @property {boolean} sines whether the curves are sines, or about to be
 * @property {[number, number] | undefined} alike two positions to be marked
 * @property {number} position marked
 */

/** @typedef {{ frame: Frame, position: Scale, lanes: number, cells: Frame[] }} LadderPlan */

const TOP = 26;
const BOTTOM = 44;
const LABEL = 17;
const SINGLE = 190;
const LANE = 36;
const GAP = 14;
/** Of a lane's height, the part above and below its curve. */
const MARGIN = 0.08;
/** Positions at least this far apart are shown as points. */
const ROOM_FOR_POINTS = 6;

/** @param {number} lanes @returns {number} CSS pixels of a figure with so many */
export const heightOf = (lanes) =>
  TOP + BOTTOM + (lanes === 1 ? SINGLE : lanes * LANE) + lanes * LABEL;

/** @param {Size} size @param {{ lanes: number, waves: number, length: number }} of @returns {LadderPlan} */
export function planLadder({ width, height, ratio }, { lanes, waves, length }) {
  const left = width < 480 ? 34 : 44;
  const cell = width < 480 ? 38 : 52;
  const right = waves * cell + GAP;
  const frame = onPixels(
    { left, top: TOP, width: width - left - right, height: height - TOP - BOTTOM },
    ratio,
  );
  const position = { from: 0, to: length, at: frame.left, size: frame.width };
  const each = frame.height / lanes;
  const cells = Array.from({ length: lanes }, (_, lane) => {
    const room = each - LABEL;
    const side = Math.min(room, 52);
    const top = frame.top + lane * each + LABEL + (room - side) / 2;
    return { left: frame.left + frame.width + GAP, top, width: waves * cell, height: side };
  });
  return { frame, position, lanes, cells };
}

/** The pixel of a value in a lane. @param {LadderPlan} plan @param {number} lane @param {number} value @param {[number, number]} range */
export function toLane({ frame, lanes }, lane, value, [low, high]) {
  const each = frame.height / lanes;
  const room = (each - LABEL) * (1 - 2 * MARGIN);
  const bottom = frame.top + (lane + 1) * each - (each - LABEL) * MARGIN;
  return bottom - ((value - low) / (high - low)) * room;
}

/** The position under a pixel; undefined outside of the curves. @param {LadderPlan} plan @param {number} x */
export function positionAt({ frame, position }, x) {
  if (x < frame.left || x >= frame.left + frame.width) return undefined;
  return cellUnder(position, x);
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {LadderModel} model @param {Theme} theme */
export function drawCurves(context, size, model, theme) {
  const plan = planLadder(size, model);
  const { frame, position } = plan;
  const { lanes, range, labels } = model;
  context.lineWidth = 1 / size.ratio;
  context.strokeStyle = theme.hairline;
  context.beginPath();
  for (let lane = 0; lane < lanes; lane++) {
    const y = toLane(plan, lane, 0, range);
    context.moveTo(frame.left, y);
    context.lineTo(frame.left + frame.width, y);
  }
  context.stroke();
  context.font = labelFont(theme);
  context.fillStyle = theme.muted;
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const value of new Set([range[0], 0, range[1]])) {
    context.fillText(shortly(value), frame.left - 8, toLane(plan, 0, value, range) + 0.5);
  }
  context.textAlign = "left";
  labels.forEach((text, lane) => {
    context.fillText(text, frame.left, frame.top + (lane * frame.height) / lanes + LABEL / 2 + 1);
  });
  for (const at of model.alike ?? []) {
    const middle = toMiddle(position, at);
    const band = {
      direction: /** @type {const} */ ("down"),
      from: middle,
      to: middle,
      dashed: true,
    };
    drawBand(context, frame, { ...band, colour: theme.offset }, theme.paper);
  }
  for (let wave = model.waves - 1; wave >= 0; wave--) drawWave(context, plan, model, wave, theme);
}

/** All lanes' sines, or all their cosines. @param {CanvasRenderingContext2D} context @param {LadderPlan} plan @param {LadderModel} model @param {number} wave @param {Theme} theme */
function drawWave(context, plan, model, wave, theme) {
  const { places, curves, codes, lanes, waves, range, length } = model;
  const width = lanes * waves;
  const colour = inkOf(model, wave, theme);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  if (wave === 1) context.setLineDash([4, 2.5]);
  const points = plan.position.size / length >= ROOM_FOR_POINTS;
  for (let lane = 0; lane < lanes; lane++) {
    const column = lane * waves + wave;
    context.beginPath();
    places.forEach((place, n) => {
      context.lineTo(
        toPixel(plan.position, place),
        toLane(plan, lane, curves[n * width + column], range),
      );
    });
    context.stroke();
    for (let p = 0; points && p < length; p++) {
      dot(
        context,
        toMiddle(plan.position, p),
        toLane(plan, lane, codes[p * width + column], range),
        2,
      );
    }
  }
  context.setLineDash([]);
}

/** The marked position, and its code as cells. @param {CanvasRenderingContext2D} context @param {Size} size @param {LadderModel} model @param {Theme} theme */
export function drawMarked(context, size, model, theme) {
  const plan = planLadder(size, model);
  const { frame, position: scale, cells } = plan;
  const { position, lanes, waves, range, codes, length } = model;
  const x = toMiddle(scale, position);
  const line = { direction: /** @type {const} */ ("down"), from: x, to: x, colour: theme.position };
  drawBand(context, frame, line, theme.paper);
  const width = lanes * waves;
  const row = codes.subarray(position * width, (position + 1) * width);
  const { kind, low, high } = rangeFor(...range);
  const colours = { table: colourTable(kind, theme.scheme), low, high };
  cells.forEach((cell, lane) => {
    const values = row.subarray(lane * waves, (lane + 1) * waves);
    const side = cell.width / waves;
    values.forEach((value, wave) => {
      context.fillStyle = inkOf(model, wave, theme);
      dot(context, x, toLane(plan, lane, value, range), 3.5);
      context.fillStyle = cssOf(colours.table[entryOf(value, low, high)]);
      context.fillRect(cell.left + wave * side, cell.top, side, cell.height);
    });
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.strokeRect(cell.left, cell.top, cell.width, cell.height);
    writeCells(context, cell, { values, columns: waves, rows: 1 }, shortly, colours, theme);
  });
  const most = Math.max(1, Math.floor(frame.width / 44));
  const mark = { cell: position, colour: theme.position };
  const axis = { ticks: ticks(0, length - 1, most, 1), label: whole, mark };
  drawAxis(context, frame, { side: "bottom", scale, ...axis }, theme);
  drawTitles(
    context,
    frame,
    size.height,
    { bottom: { text: "position p", colour: theme.position } },
    theme,
  );
  context.font = labelFont(theme, "600");
  context.fillStyle = theme.position;
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.fillText(`p = ${whole(position)}`, cells[0].left + cells[0].width, 10.5);
}

/** @param {LadderModel} model @param {number} wave @param {Theme} theme */
const inkOf = ({ sines }, wave, theme) =>
  wave === 1 ? theme.cosine : sines ? theme.sine : theme.ink;

/** @param {number} value whole, or with two decimals */
const shortly = (value) =>
  Number.isInteger(value) ? whole(value) : fixed(Math.abs(value) < 0.005 ? 0 : value, 2);

/** @param {number} pixel 0xAABBGGRR */
const cssOf = (pixel) => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius */
function dot(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
