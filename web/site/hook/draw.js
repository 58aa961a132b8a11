// Draws the first screen: tape, dials, numbers, bracket, the line of words and the pill.
import { decimal, wavelength } from "../../elements/core/numbers.js";
import { drawWords, measureWords, PILL } from "./line.js";
import { encodingAt, WIDTH } from "./tape.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Samples } from "./tape.js" */

/**
 * The layout of the first screen, in CSS pixels.
 * @typedef {object} Layout
 * @property {number} width @property {number} height @property {boolean} narrow
 * @property {readonly number[]} pairs @property {number} left @property {number} column width of a column
 * @property {number} radius of a dial @property {number} top of the tape @property {number} box y of the middle of the newest row
 * @property {number} row height of a row @property {number} dial @property {number} value @property {number} bracket
 * @property {number} line y of the middle of the words @property {number} size font size of the words
 * @property {number} ratio device pixels per CSS pixel
 * @property {readonly number[]} centres of the words, relative to the first one's @property {readonly number[]} widths of the words
 */

/**
 * @param {number} width @param {number} height @param {number} top y of the end of the words above the tape
 * @param {readonly number[]} pairs @param {number} edge @param {number} ratio device pixels per CSS pixel
 * @param {Theme} theme @param {CanvasRenderingContext2D} context
 * @returns {Layout}
 */
export function layoutFor(width, height, top, pairs, edge, ratio, theme, context) {
  const narrow = width < 700;
  const left = Math.max(edge, (width - 1480) / 2);
  const column = (width - 2 * left) / pairs.length;
  const radius = Math.min(0.36 * column, narrow ? 17 : 25);
  const line = height - (narrow ? 104 : 120);
  const bracket = line - PILL / 2 - (narrow ? 34 : 58);
  const value = bracket - 22;
  const dial = value - 20 - radius;
  const box = dial - radius - 26;
  // Whole pixels, so that rows stay sharp.
  const row = Math.round(Math.min(Math.max((box - top) / 38, 6.5), 10) * ratio) / ratio;
  const size = narrow ? 23 : 28;
  return {
    width,
    height,
    narrow,
    ratio,
    pairs,
    left,
    column,
    radius,
    top,
    box,
    row,
    dial,
    value,
    bracket,
    line,
    size,
    ...measureWords(size, theme, context),
  };
}

/** @typedef {CanvasRenderingContext2D} Context */

/** The x of the middle of a column. @param {Layout} layout @param {number} n */
export const columnX = ({ left, column }, n) => left + (n + 0.5) * column;

/** @param {Context} context @param {Layout} layout @param {Samples} samples @param {number} position @param {Theme} theme */
function drawDials(context, layout, { wavelengths }, position, theme) {
  const { pairs, left, column, radius, box, row, dial, value, width } = layout;
  const values = encodingAt(position);
  context.strokeStyle = theme.position;
  context.lineWidth = 1.5;
  context.strokeRect(
    left + 0.02 * column,
    box - row / 2 - 1,
    width - 2 * left - 0.04 * column,
    row + 2,
  );
  const hands = pairs.map((pair, n) => {
    const x = columnX(layout, n);
    const sine = values[2 * pair];
    return { x, sine, tipX: x + radius * sine, tipY: dial - radius * values[2 * pair + 1], pair };
  });
  context.strokeStyle = theme.edge;
  context.lineWidth = 1.25;
  context.beginPath();
  for (const { x } of hands) {
    context.moveTo(x + radius, dial);
    context.arc(x, dial, radius, 0, 2 * Math.PI);
  }
  context.stroke();
  // For hands that have not completed a turn, an arc shows how far they have come.
  context.lineWidth = 3.5;
  context.beginPath();
  for (const { x, pair } of hands) {
    const turns = position / wavelengths[pair];
    if (turns >= 1) continue;
    context.moveTo(x, dial - radius);
    context.arc(x, dial, radius, -Math.PI / 2, (turns - 0.25) * 2 * Math.PI);
  }
  context.stroke();
  context.strokeStyle = theme.position;
  context.lineWidth = 1.25;
  context.setLineDash([3, 2.5]);
  context.beginPath();
  for (const { tipX, tipY } of hands) {
    context.moveTo(tipX, tipY);
    context.lineTo(tipX, box);
  }
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = 2.5;
  context.beginPath();
  for (const { x, tipX, tipY } of hands) {
    context.moveTo(x, dial);
    context.lineTo(tipX, tipY);
  }
  context.stroke();
  const tips = hands.flatMap(({ tipX, tipY }) => [
    [tipX, box, 3.6],
    [tipX, tipY, 4.5],
  ]);
  drawDiscs(
    context,
    tips.map(([x, y, size]) => [x, y, size + 1.3]),
    theme.paper,
  );
  // Its hand goes through the paper around a tip.
  context.beginPath();
  for (const { x, tipX, tipY } of hands) {
    context.moveTo((x + tipX) / 2, (dial + tipY) / 2);
    context.lineTo(tipX, tipY);
  }
  context.stroke();
  drawDiscs(context, [...tips, ...hands.map(({ x }) => [x, dial, 2.4])], theme.position);
  context.fillStyle = theme.ink;
  context.font = `400 15px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { x, sine } of hands) context.fillText(decimal(sine), x, value - 3);
}

/** @param {Context} context @param {number[][]} circles x, y and radius of each @param {string} colour */
function drawDiscs(context, circles, colour) {
  context.fillStyle = colour;
  context.beginPath();
  for (const [x, y, radius] of circles) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

/** @param {Context} context @param {Layout} layout @param {Samples} samples @param {number} pillX x of its middle @param {Theme} theme */
function drawBracket(context, layout, { wavelengths }, pillX, theme) {
  const { left, width, bracket, line, narrow, column, pairs } = layout;
  const [from, to] = [left + 0.04 * column, width - left - 0.04 * column];
  context.strokeStyle = theme.position;
  context.lineWidth = 1.75;
  context.beginPath();
  context.moveTo(from, bracket - 9);
  context.arcTo(from, bracket, to, bracket, 4);
  context.arcTo(to, bracket, to, bracket - 9, 4);
  context.lineTo(to, bracket - 9);
  context.moveTo(pillX, bracket);
  context.lineTo(pillX, line - PILL / 2);
  context.stroke();
  if (narrow) return;
  const [fastest, slowest] = [pairs[0], pairs[pairs.length - 1]].map((pair) =>
    wavelength(wavelengths[pair]),
  );
  const slowerCount = WIDTH / 2 - pairs[pairs.length - 1] - 1;
  const brief = width < 1000;
  context.font = `400 15.5px ${theme.font}`;
  context.fillStyle = theme.muted;
  context.textBaseline = "middle";
  context.textAlign = "left";
  drawArrow(context, from + 9, bracket + 22, -1, theme.muted);
  context.fillText(`fast: a turn every ${fastest} words`, from + 26, bracket + 22);
  context.textAlign = "right";
  const note = brief ? "" : `; ${slowerCount} more are slower still`;
  context.fillText(`slow: a turn every ${slowest} words${note}`, to - 26, bracket + 22);
  drawArrow(context, to - 9, bracket + 22, 1, theme.muted);
}

/** @param {Context} context @param {number} x @param {number} y @param {1 | -1} direction @param {string} colour */
function drawArrow(context, x, y, direction, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(x - 6 * direction, y);
  context.lineTo(x + 6 * direction, y);
  context.moveTo(x + 2 * direction, y - 4);
  context.lineTo(x + 6 * direction, y);
  context.lineTo(x + 2 * direction, y + 4);
  context.stroke();
}

/**
 * @typedef {object} State
 * @property {number} position
 * @property {number} offset the pill's distance from the middle, in pixels
 * @property {boolean} isHovered whether the pointer is on the pill
 * @property {boolean} isDragged whether the pill follows a drag along the words
 */

/**
 * @param {Context} context @param {Layout} layout @param {Samples} samples @param {State} state @param {Theme} theme
 * @param {(position: number) => void} drawTape rows and lines, up to a position
 */
export function drawHook(context, layout, samples, state, theme, drawTape) {
  const { position, offset } = state;
  const pillX = layout.width / 2 + offset;
  drawTape(position);
  drawBracket(context, layout, samples, pillX, theme);
  drawDials(context, layout, samples, position, theme);
  drawWords(context, layout, state, pillX, theme);
}
