// Draws a table while it is trained, how alike its rows are, how alike they should be, and the loss.
import {
  cellUnder,
  covers,
  drawAxis,
  drawTitles,
  labelFont,
  onPixels,
  toMiddle,
  toPixel,
} from "../canvas/axes.js";
import { drawBand, strokeCased } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed, scientific, whole } from "../core/numbers.js";
import { binaryTicks, ticks } from "../core/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */

/**
 * @typedef {object} LearnedModel
 * @property {Float64Array} table (length, width)
 * @property {number} length
 * @property {number} width
 * @property {number} greatest entry of the table, without its sign
 * @property {ArrayLike<number>} cosines of the rows, (length, length)
 * @property {ArrayLike<number>} target (trained, trained)
 * @property {number} trained
 * @property {ArrayLike<number>} losses after 0, 1, 2, … steps
 * @property {number} lastStep
 * @property {{ position: number, second: number }} mark
 */

const LEFT = 44;
const RIGHT = 8;
const TOP = 42;
const BOTTOM = 30;
const GAP = 24;
const LOSS = { top: 30, height: 84, bottom: 44 };
/** From this width on, the three matrices stand in a row. */
const ROOM_BESIDE = 720;
/** The table's part of a row, where a square's is 1. */
const TABLE = 1.3;
/** A square's side, at most. */
const MOST = 420;
/** Powers of ten on the loss' axis, at least. */
const DECADES = 5;
/** Below this a loss is rounding. */
const LEAST_LOSS = 1e-12;

/** @param {number} width @returns {{ beside: boolean, side: number, table: { width: number, height: number } }} */
function sidesOf(width) {
  const beside = width >= ROOM_BESIDE;
  const room = width - LEFT - RIGHT;
  const side = Math.min(beside ? (room - 2 * GAP) / (2 + TABLE) : (room - GAP) / 2, MOST);
  const table = beside ? { width: TABLE * side, height: side } : { width: room, height: 180 };
  return { beside, side, table };
}

/** @param {number} width @returns {number} CSS pixels of a figure so wide */
export function heightOf(width) {
  const { beside, side, table } = sidesOf(width);
  const rows = beside ? [side] : [table.height, side];
  const matrices = rows.reduce((sum, row) => sum + TOP + row + BOTTOM, 0);
  return Math.ceil(matrices + LOSS.top + LOSS.height + LOSS.bottom);
}

/** @typedef {{ frame: Frame, across: Scale, down: Scale }} Panel */
/** @typedef {{ table: Panel, cosines: Panel, target: Panel, loss: Frame }} LearnedPlan */

/** @param {Size} size @param {{ length: number, width: number }} model @returns {LearnedPlan} */
export function planLearned(size, { length, width }) {
  const { beside, side, table } = sidesOf(size.width);
  const panel = (/** @type {Frame} */ place, /** @type {number} */ columns) => {
    const frame = onPixels(place, size.ratio);
    return {
      frame,
      across: { from: 0, to: columns, at: frame.left, size: frame.width },
      down: { from: 0, to: length, at: frame.top, size: frame.height },
    };
  };
  const left = beside ? LEFT + table.width + GAP : LEFT;
  const top = beside ? TOP : TOP + table.height + BOTTOM + TOP;
  const square = (/** @type {number} */ at) =>
    panel({ left: at, top, width: side, height: side }, length);
  const lossTop = top + side + BOTTOM + LOSS.top;
  // The last step's label is centred under the end of the axis.
  const end = Math.min(left + 2 * side + GAP, size.width - RIGHT) - RIGHT - 4;
  const room = { left: LEFT, width: end - LEFT };
  return {
    table: panel({ left: LEFT, top: TOP, ...table }, width),
    cosines: square(left),
    target: square(left + side + GAP),
    loss: onPixels({ ...room, top: lossTop, height: LOSS.height }, size.ratio),
  };
}

/** The positions under a pixel. @param {LearnedPlan} plan @param {number} x @param {number} y */
export function positionsAt({ table, cosines, target }, x, y) {
  for (const panel of [table, cosines, target]) {
    const { frame, across, down } = panel;
    if (!covers(frame, x, y)) continue;
    const position = cellUnder(down, y);
    return panel === table ? { position } : { position, second: cellUnder(across, x) };
  }
  return undefined;
}

export class LearnedView {
  #pixels = { table: new Pixels(), cosines: new Pixels(), target: new Pixels() };

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {LearnedModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const plan = planLearned(size, model);
    const { length, width, trained, greatest } = model;
    const table = colourTable("diverging", theme.scheme);
    /** @type {(panel: "table" | "cosines" | "target", frame: Frame, values: ArrayLike<number>, columns: number, rows: number, most: number) => void} */
    const paint = (panel, frame, values, columns, rows, most) =>
      drawMatrix(
        context,
        frame,
        size.ratio,
        this.#pixels[panel],
        { values, columns, rows, across: 1, down: columns },
        { left: 0, right: columns, top: 0, bottom: rows },
        { table, low: -most, high: most },
      );
    paint("table", plan.table.frame, model.table, width, length, greatest);
    paint("cosines", plan.cosines.frame, model.cosines, length, length, 1);
    const wanted = trainedPart(plan.target, trained, size.ratio);
    paint("target", wanted, model.target, trained, trained, 1);
    for (const { frame } of [plan.table, plan.cosines, plan.target]) {
      context.strokeStyle = theme.hairline;
      context.lineWidth = 1 / size.ratio;
      context.strokeRect(frame.left, frame.top, frame.width, frame.height);
    }
    const key = (/** @type {Frame} */ { left, width: across, top }, /** @type {string} */ most) => {
      const corner = { right: left + across, top: top - 34 };
      drawKey(context, corner, table, { low: `\u2212${most}`, high: `+${most}`, title: "" }, theme);
    };
    key(plan.table.frame, fixed(greatest, 2));
    if (plan.cosines.frame.width >= 220) key(plan.cosines.frame, "1");
    drawLoss(context, size, plan.loss, model, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {LearnedModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planLearned(size, model);
    const { mark, length, width, trained } = model;
    const colour = theme.position;
    /** @type {(panel: Panel, title: string, side: boolean) => void} */
    const around = ({ frame, across, down }, title, side) => {
      const row = { from: toPixel(down, mark.position), to: toPixel(down, mark.position + 1) };
      drawBand(context, frame, { direction: "across", ...row, colour }, theme.paper);
      context.font = labelFont(theme);
      context.fillStyle = theme.ink;
      context.textAlign = "left";
      context.textBaseline = "bottom";
      context.fillText(title, frame.left, frame.top - 6);
      const most = Math.max(1, Math.floor(frame.width / 44));
      const own = across.to === length && across !== plan.table.across;
      const axis = own
        ? { ticks: ticks(0, length - 1, most, 1), mark: { cell: mark.second, colour } }
        : { ticks: binaryTicks(0, width - 1, most) };
      drawAxis(context, frame, { side: "bottom", scale: across, label: whole, ...axis }, theme);
      if (side) {
        const places = ticks(0, length - 1, Math.max(1, Math.floor(frame.height / 30)), 1);
        const marked = { cell: mark.position, colour };
        const scale = { side: /** @type {const} */ ("left"), scale: down };
        drawAxis(context, frame, { ...scale, ticks: places, label: whole, mark: marked }, theme);
      }
      if (!own) return;
      const column = { from: toPixel(across, mark.second), to: toPixel(across, mark.second + 1) };
      drawBand(context, frame, { direction: "down", ...column, colour, dashed: true }, theme.paper);
    };
    const squaresAside = plan.cosines.frame.top > plan.table.frame.top;
    around(plan.table, `table P, ${whole(length)} × ${whole(width)}`, true);
    around(plan.cosines, "cosine of its rows", squaresAside);
    around(plan.target, "wanted", false);
    drawTrained(context, plan, trained, length, theme);
  }
}

/** The square of the positions that are trained. @param {Panel} panel @param {number} trained @param {number} ratio */
const trainedPart = ({ frame, across, down }, trained, ratio) =>
  onPixels(
    {
      left: frame.left,
      top: frame.top,
      width: toPixel(across, trained) - frame.left,
      height: toPixel(down, trained) - frame.top,
    },
    ratio,
  );

/** Where the rows end that training moves. @param {CanvasRenderingContext2D} context @param {LearnedPlan} plan @param {number} trained @param {number} length @param {Theme} theme */
function drawTrained(context, { table, cosines, target }, trained, length, theme) {
  if (trained >= length) return;
  context.beginPath();
  const edge = toPixel(table.down, trained);
  context.moveTo(table.frame.left, edge);
  context.lineTo(table.frame.left + table.frame.width, edge);
  for (const { frame, across, down } of [cosines, target]) {
    const [x, y] = [toPixel(across, trained), toPixel(down, trained)];
    context.moveTo(frame.left, y);
    context.lineTo(x, y);
    context.lineTo(x, frame.top);
  }
  strokeCased(context, theme.ink, theme.paper);
  context.font = labelFont(theme);
  context.textBaseline = "top";
  context.textAlign = "right";
  context.fillStyle = theme.ink;
  context.strokeStyle = theme.paper;
  context.lineWidth = 4;
  context.lineJoin = "round";
  const right = table.frame.left + table.frame.width - 6;
  const words = `never trained from ${whole(trained)} on`;
  if (table.frame.top + table.frame.height - edge < 22) return;
  context.strokeText(words, right, edge + 6);
  context.fillText(words, right, edge + 6);
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {Frame} frame @param {LearnedModel} model @param {Theme} theme */
function drawLoss(context, size, frame, { losses, lastStep }, theme) {
  const last = losses.length - 1;
  const logs = Array.from(losses, (loss) => Math.log10(Math.max(loss, LEAST_LOSS)));
  const high = Math.ceil(logs.reduce((most, value) => Math.max(most, value)) + 0.05);
  const low = Math.floor(logs.reduce((least, value) => Math.min(least, value), high - DECADES));
  // An axis labels the middles of cells: half a cell on, these are the numbers themselves.
  const along = { from: 0.5, to: lastStep + 0.5, at: frame.left, size: frame.width };
  const up = { from: high + 0.5, to: low + 0.5, at: frame.top, size: frame.height };
  context.strokeStyle = theme.hairline;
  context.lineWidth = 1 / size.ratio;
  context.beginPath();
  context.moveTo(frame.left, frame.top + frame.height);
  context.lineTo(frame.left + frame.width, frame.top + frame.height);
  context.stroke();
  const steps = ticks(0, lastStep, Math.max(1, Math.floor(frame.width / 80)), 1);
  drawAxis(context, frame, { side: "bottom", scale: along, ticks: steps, label: whole }, theme);
  const decades = ticks(low, high, 3, 1);
  const label = (/** @type {number} */ power) => scientific(10 ** power, 0);
  drawAxis(context, frame, { side: "left", scale: up, ticks: decades, label }, theme);
  const x = (/** @type {number} */ step) => toMiddle(along, step);
  const y = (/** @type {number} */ log) => toMiddle(up, log);
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  logs.forEach((value, step) => {
    if (step === 0) context.moveTo(x(0), y(value));
    else context.lineTo(x(step), y(value));
  });
  context.stroke();
  context.fillStyle = theme.ink;
  context.beginPath();
  context.arc(x(last), y(logs[last]), 3, 0, 2 * Math.PI);
  context.fill();
  context.font = labelFont(theme);
  context.textBaseline = "bottom";
  const room = frame.left + frame.width - x(last) > 70;
  context.textAlign = room ? "left" : "right";
  const aside = room ? 8 : -2;
  context.fillText(losses[last].toPrecision(3), x(last) + aside, y(logs[last]) - 5);
  const bottom = { text: "steps", colour: theme.muted };
  drawTitles(context, frame, size.height, { bottom }, theme);
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.fillStyle = theme.ink;
  context.fillText("loss", frame.left, frame.top - 8);
}
