// Draws the matrix of a shift, and what it does to one pair: an arrow and the same arrow turned.
import { covers, drawAxis, labelFont, onPixels, toCell, toPixel } from "../canvas/axes.js";
import { strokeCased } from "../canvas/crosshair.js";
import { drawArc, drawArrow, drawFace, tipOf } from "../canvas/dial.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed, whole } from "../core/numbers.js";
import { binaryTicks } from "../core/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { Dial, Turn } from "../canvas/dial.js" */

/**
 * @typedef {object} ShiftModel
 * @property {Float64Array} matrix (width, width)
 * @property {number} width
 * @property {number} pair marked
 * @property {number} position
 * @property {number} offset
 * @property {Turn} from the pair at the position
 * @property {Turn} to the same pair, `offset` positions on
 * @property {{ from: Turn, to: Turn } | undefined} twin another place with the same sine, and where
 *   the shift takes it
 * @property {[number, number, number, number]} block of the pair, by rows
 */

const MARGIN = { left: 34, top: 24, bottom: 34 };
/** From this width on, dial and matrix stand side by side. */
const ROOM_BESIDE = 600;
const GAP = 56;
const NUMBERS = 66;
const MOST = 420;

/** @typedef {{ frame: Frame, across: Scale, down: Scale, dial: Dial, numbers: { x: number, y: number } }} ShiftPlan */

/** @param {number} width */
function sidesOf(width) {
  const beside = width >= ROOM_BESIDE;
  const room = beside ? (width - MARGIN.left - GAP) / 2 : width - MARGIN.left;
  return { beside, side: Math.floor(Math.min(room, MOST)) };
}

/** @param {number} width @returns {number} CSS pixels of a figure so wide */
export function heightOf(width) {
  const { beside, side } = sidesOf(width);
  const matrix = MARGIN.top + side + MARGIN.bottom;
  return beside ? matrix : matrix + 12 + Math.min(side, 260) + NUMBERS;
}

/** @param {Size} size @param {number} width of the matrix @returns {ShiftPlan} */
export function planShift(size, width) {
  const { beside, side } = sidesOf(size.width);
  const frame = onPixels(
    { left: MARGIN.left, top: MARGIN.top, width: side, height: side },
    size.ratio,
  );
  const around = beside ? Math.min(side, MOST) - NUMBERS : Math.min(side, 260);
  const radius = around / 2 - 16;
  const x = beside
    ? MARGIN.left + side + GAP + (size.width - MARGIN.left - side - GAP) / 2
    : size.width / 2;
  const top = beside ? MARGIN.top : MARGIN.top + side + MARGIN.bottom + 12;
  return {
    frame,
    across: { from: 0, to: width, at: frame.left, size: frame.width },
    down: { from: 0, to: width, at: frame.top, size: frame.height },
    dial: { x, y: top + around / 2, radius },
    numbers: { x, y: top + around + 10 },
  };
}

/** The pair whose row of the matrix is under a pixel. @param {ShiftPlan} plan @param {number} x @param {number} y */
export function pairAt({ frame, down }, x, y) {
  if (!covers(frame, x, y)) return undefined;
  return Math.floor(toCell(down, y) / 2);
}

export class ShiftView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {ShiftModel} model @param {Theme} theme */
  drawData(context, size, { matrix, width }, theme) {
    const { frame } = planShift(size, width);
    const table = colourTable("diverging", theme.scheme);
    drawMatrix(
      context,
      frame,
      size.ratio,
      this.#pixels,
      { values: matrix, columns: width, rows: width, across: 1, down: width },
      { left: 0, right: width, top: 0, bottom: width },
      { table, low: -1, high: 1 },
    );
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.strokeRect(frame.left, frame.top, frame.width, frame.height);
    const corner = { right: frame.left + frame.width, top: 6 };
    drawKey(context, corner, table, { low: "\u22121", high: "+1", title: "" }, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {ShiftModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planShift(size, model.width);
    const { frame, across, down } = plan;
    const { pair, width } = model;
    const [left, right] = [toPixel(across, 2 * pair), toPixel(across, 2 * pair + 2)];
    const [top, bottom] = [toPixel(down, 2 * pair), toPixel(down, 2 * pair + 2)];
    context.beginPath();
    context.rect(left - 2, top - 2, right - left + 4, bottom - top + 4);
    strokeCased(context, theme.dimension, theme.paper, false, 2);
    const most = Math.max(1, Math.floor(frame.width / 36));
    const ticks = { ticks: binaryTicks(0, width - 1, most), label: whole };
    const mark = { cell: 2 * pair, colour: theme.dimension };
    drawAxis(context, frame, { side: "left", scale: down, ...ticks, mark }, theme);
    drawAxis(context, frame, { side: "bottom", scale: across, ...ticks, mark }, theme);
    context.font = labelFont(theme);
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = theme.offset;
    context.fillText(`M, k = ${whole(model.offset)}`, frame.left, 10.5);
    drawTurn(context, plan, model, theme);
    drawBlock(context, plan, model, theme);
  }
}

/** @param {CanvasRenderingContext2D} context @param {ShiftPlan} plan @param {ShiftModel} model @param {Theme} theme */
function drawTurn(context, { dial }, { from, to, twin, block, offset }, theme) {
  drawFace(context, dial, theme.hairline);
  // A sine of the whole turn's angle above zero: clockwise is the shorter way.
  const clockwise = block[1] >= 0;
  drawArc(context, dial, from, to, clockwise, { colour: theme.offset, width: 2, part: 0.3 });
  if (twin) {
    const clear = { colour: theme.muted, dashed: true };
    drawLevel(context, dial, from, theme.position);
    drawArrow(context, dial, twin.from, clear);
    drawArrow(context, dial, twin.to, clear);
    drawLevel(context, dial, to, theme.offset);
    drawLevel(context, dial, twin.to, theme.offset);
  }
  drawArrow(context, dial, from, { colour: theme.position });
  drawArrow(context, dial, to, { colour: theme.offset });
  const apart = from.sine * to.sine + from.cosine * to.cosine < 0.9;
  label(context, dial, from, "p", theme.position, theme);
  const end = `p ${offset < 0 ? "\u2212" : "+"} ${whole(Math.abs(offset))}`;
  if (apart || offset === 0) label(context, dial, to, offset === 0 ? "" : end, theme.offset, theme);
}

/** The sine that a tip has, as a place on the level line through the middle. @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Turn} turn @param {string} colour */
function drawLevel(context, dial, turn, colour) {
  const [x, y] = tipOf(dial, turn);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x, dial.y);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(x, dial.y, 3.5, 0, 2 * Math.PI);
  context.fill();
}

/** @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Turn} turn @param {string} words @param {string} colour @param {Theme} theme */
function label(context, dial, turn, words, colour, theme) {
  const [x, y] = tipOf({ ...dial, radius: dial.radius + 10 }, turn);
  context.font = labelFont(theme, "600");
  context.fillStyle = colour;
  context.textAlign = turn.sine < -0.3 ? "right" : turn.sine > 0.3 ? "left" : "center";
  context.textBaseline = "middle";
  const width = context.measureText(words).width;
  const shift =
    context.textAlign === "left" ? 0 : context.textAlign === "right" ? width : width / 2;
  const room = context.canvas.width / context.getTransform().a;
  context.textAlign = "left";
  context.fillText(words, Math.min(Math.max(x - shift, 0), room - width), y);
}

/** The pair's four numbers. @param {CanvasRenderingContext2D} context @param {ShiftPlan} plan @param {ShiftModel} model @param {Theme} theme */
function drawBlock(context, { numbers }, { block, pair }, theme) {
  const { x, y } = numbers;
  context.font = labelFont(theme);
  context.textBaseline = "middle";
  context.textAlign = "right";
  context.fillStyle = theme.ink;
  const texts = block.map((value) => fixed(value, 4));
  texts.forEach((text, n) => {
    context.fillText(text, x + (n % 2 === 0 ? 14 : 74), y + 14 + 20 * Math.floor(n / 2));
  });
  context.fillStyle = theme.dimension;
  context.fillText(`pair ${pair}`, x - 52, y + 24);
  context.strokeStyle = theme.ink;
  context.lineWidth = 1;
  for (const [edge, inward] of [
    [x - 42, 1],
    [x + 82, -1],
  ]) {
    context.beginPath();
    context.moveTo(edge + 5 * inward, y + 2);
    context.lineTo(edge, y + 2);
    context.lineTo(edge, y + 46);
    context.lineTo(edge + 5 * inward, y + 46);
    context.stroke();
  }
}
