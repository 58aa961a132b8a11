// Draws two matrices of attention weights among the same words.
import { labelFont, onPixels } from "../canvas/axes.js";
import { writeCells } from "../canvas/cells.js";
import { drawBand } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed } from "../core/numbers.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame } from "../canvas/axes.js" */
/** @import { OrderModel } from "../models/order.js" */

/** @typedef {{ row: number, column: number }} Cell the word that looks, and the one it looks at */
/**
 * @typedef {object} OrderPlan
 * @property {{ left: number, top: number }[]} corners of the matrices, titles and words included
 * @property {Frame[]} frames their cells
 * @property {number} cell
 * @property {number} label pixels for a word
 * @property {boolean} upright whether the words above the columns stand on end
 */

/** From this width on, the matrices stand side by side. */
const ROOM_BESIDE = 600;
const GAP = 28;
const TITLE = 26;
/** Between words and cells. */
const SPACE = 10;
const LETTER = 7.6;
/** Room for a word beside its row, on a narrow page and on others. */
const LABEL = { narrow: 54, wide: 78 };
const LARGEST_CELL = 84;
const LARGEST_SIDE = 540;

/** @param {number} width @param {string[]} words */
function sidesOf(width, words) {
  const beside = width >= ROOM_BESIDE;
  const longest = Math.max(...words.map((word) => [...word].length)) * LETTER;
  const label = Math.min(Math.max(longest, 16), width < 480 ? LABEL.narrow : LABEL.wide);
  const room = (beside ? (width - GAP) / 2 : width) - label - SPACE;
  const side = Math.min(room, LARGEST_SIDE, LARGEST_CELL * words.length);
  const upright = longest > side / words.length - 4;
  const top = TITLE + (upright ? label + SPACE : 22);
  return { beside, label, side, upright, top };
}

/** @param {number} width @param {string[]} words @returns {number} CSS pixels of a figure so wide */
export function heightOf(width, words) {
  const { beside, side, top } = sidesOf(width, words);
  return Math.ceil(beside ? top + side + 4 : 2 * (top + side) + GAP);
}

/** @param {Size} size @param {string[]} words @returns {OrderPlan} */
export function planOrder({ width, ratio }, words) {
  const { beside, label, side, upright, top } = sidesOf(width, words);
  const second = beside
    ? { left: Math.max(label + SPACE + side + GAP, (width + GAP) / 2), top: 0 }
    : { left: 0, top: top + side + GAP };
  const corners = [{ left: 0, top: 0 }, second];
  const frames = corners.map((corner) =>
    onPixels(
      { left: corner.left + label + SPACE, top: corner.top + top, width: side, height: side },
      ratio,
    ),
  );
  return { corners, frames, cell: side / words.length, label, upright };
}

/** The cell under a pixel, of either matrix. @param {OrderPlan} plan @param {number} x @param {number} y @returns {Cell | undefined} */
export function cellAt({ frames, cell }, x, y) {
  for (const { left, top, width, height } of frames) {
    if (x >= left && x < left + width && y >= top && y < top + height) {
      return { row: Math.floor((y - top) / cell), column: Math.floor((x - left) / cell) };
    }
  }
  return undefined;
}

export class OrderView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {OrderModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const { words } = model;
    const { frames } = planOrder(size, words);
    const both = [model.without.weights, model.with.weights];
    const high = Math.max(...both[0], ...both[1]);
    const colours = { table: colourTable("sequential", theme.scheme), low: 0, high };
    const count = words.length;
    frames.forEach((frame, n) => {
      const matrix = { values: both[n], columns: count, rows: count };
      drawMatrix(
        context,
        frame,
        size.ratio,
        this.#pixels,
        { ...matrix, across: 1, down: count },
        { left: 0, right: count, top: 0, bottom: count },
        colours,
      );
      context.strokeStyle = theme.hairline;
      context.lineWidth = 1 / size.ratio;
      context.strokeRect(frame.left, frame.top, frame.width, frame.height);
      writeCells(context, frame, matrix, shortWeight, colours, theme);
    });
    const ends = { low: "0", high: fixed(high, 2), title: "" };
    drawKey(context, { right: size.width, top: 6 }, colours.table, ends, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {OrderModel} model @param {Cell} mark @param {Theme} theme */
  drawCrosshair(context, size, { words }, mark, theme) {
    const plan = planOrder(size, words);
    plan.frames.forEach((frame, n) => {
      const band = (/** @type {number} */ start, /** @type {number} */ at) => ({
        from: start + at * plan.cell,
        to: start + (at + 1) * plan.cell,
        colour: theme.position,
      });
      const row = band(frame.top, mark.row);
      const column = band(frame.left, mark.column);
      drawBand(context, frame, { direction: "across", ...row }, theme.paper);
      drawBand(context, frame, { direction: "down", ...column }, theme.paper);
      drawWords(context, frame, plan, words, mark, theme);
      const title = n === 0 ? "without position" : "with position";
      context.font = labelFont(theme, "600");
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillStyle = n === 0 ? theme.ink : theme.position;
      context.fillText(title, plan.corners[n].left, plan.corners[n].top + 10.5);
    });
  }
}

/** @param {number} value a weight, without the nought before the point */
const shortWeight = (value) => fixed(value, 2).replace(/^0/, "");

/** The words beside the rows and above the columns. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {OrderPlan} plan @param {string[]} words @param {Cell} mark @param {Theme} theme */
function drawWords(context, frame, { cell, label, upright }, words, mark, theme) {
  context.textBaseline = "middle";
  words.forEach((word, n) => {
    const middle = (n + 0.5) * cell;
    pen(context, n === mark.row, theme);
    context.textAlign = "right";
    context.fillText(fitted(context, word, label), frame.left - 8, frame.top + middle + 0.5);
    pen(context, n === mark.column, theme);
    context.save();
    context.translate(frame.left + middle, frame.top - (upright ? 8 : 12));
    if (upright) context.rotate(-Math.PI / 2);
    context.textAlign = upright ? "left" : "center";
    context.fillText(fitted(context, word, label), 0, 0.5);
    context.restore();
  });
}

/** @param {CanvasRenderingContext2D} context @param {boolean} marked @param {Theme} theme */
function pen(context, marked, theme) {
  context.font = labelFont(theme, marked ? "600" : "");
  context.fillStyle = marked ? theme.position : theme.muted;
}

/** As much of a word as finds room. @param {CanvasRenderingContext2D} context @param {string} word @param {number} room */
function fitted(context, word, room) {
  const fits = (/** @type {string} */ text) => context.measureText(text).width <= room + 1;
  if (fits(word)) return word;
  const letters = [...word];
  while (letters.length > 1 && !fits(`${letters.join("")}…`)) letters.pop();
  return `${letters.join("")}…`;
}
