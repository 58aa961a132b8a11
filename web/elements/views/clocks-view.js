// Draws one dial for each pair, in rows, with its hand.
import { labelFont } from "../canvas/axes.js";
import { drawArc, drawFace, drawHand, drawMark, drawParts, tipOf } from "../canvas/dial.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Dial, Turn } from "../canvas/dial.js" */

/**
 * @typedef {object} Clock
 * @property {number} pair
 * @property {Turn} hand
 * @property {Turn | undefined} guess a second hand, in another place
 * @property {Turn | undefined} reach where it stands at the last position; undefined if it turns at
 *   least once before
 */

/** @typedef {{ clocks: Clock[], pair: number }} ClocksModel */

const LABEL = 18;
const GAP = 12;
const TOP = 6;
const START = { sine: 0, cosine: 1 };

/** @param {number} width @param {number} clocks */
function gridOf(width, clocks) {
  const least = width < 480 ? 46 : 62;
  const most = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  // Rows of the same length look better than a last one that is nearly empty.
  const rows = Math.ceil(clocks / most);
  const columns = Math.ceil(clocks / rows);
  const side = Math.min((width + GAP) / columns - GAP, 96);
  return { rows, columns, side };
}

/** @param {number} clocks @param {number} width @returns {number} CSS pixels of a figure with so many */
export function heightOf(clocks, width) {
  const { rows, side } = gridOf(width, clocks);
  return Math.ceil(TOP + rows * (side + LABEL + GAP));
}

/** Where each dial is. @param {Pick<Size, "width">} size @param {number} clocks @returns {Dial[]} */
export function planClocks({ width }, clocks) {
  const { columns, side } = gridOf(width, clocks);
  return Array.from({ length: clocks }, (_, n) => ({
    x: (n % columns) * (side + GAP) + side / 2,
    y: TOP + Math.floor(n / columns) * (side + LABEL + GAP) + side / 2,
    radius: side / 2 - 4,
  }));
}

/** Which dial a pixel belongs to; undefined between them. @param {Dial[]} dials @param {number} x @param {number} y */
export function dialAt(dials, x, y) {
  const found = dials.findIndex(
    (dial) =>
      Math.abs(x - dial.x) <= dial.radius + 4 &&
      y >= dial.y - dial.radius - 4 &&
      y <= dial.y + dial.radius + LABEL,
  );
  return found < 0 ? undefined : found;
}

/** Faces and numbers, and how far each hand gets. @param {CanvasRenderingContext2D} context @param {Size} size @param {ClocksModel} model @param {Theme} theme */
export function drawFaces(context, size, { clocks, pair }, theme) {
  const dials = planClocks(size, clocks.length);
  context.textAlign = "center";
  context.textBaseline = "top";
  clocks.forEach((clock, n) => {
    const dial = dials[n];
    drawFace(context, dial, theme.hairline);
    if (clock.reach) {
      const pen = { colour: theme.muted, width: 3, part: 1 };
      drawArc(context, dial, START, clock.reach, true, pen);
    }
    const marked = clock.pair === pair;
    context.font = labelFont(theme, marked ? "600" : "");
    context.fillStyle = marked ? theme.dimension : theme.muted;
    context.fillText(String(clock.pair), dial.x, dial.y + dial.radius + 6);
  });
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {ClocksModel} model @param {Theme} theme */
export function drawHands(context, size, { clocks, pair }, theme) {
  const dials = planClocks(size, clocks.length);
  clocks.forEach(({ pair: own, hand, guess }, n) => {
    const dial = dials[n];
    const marked = own === pair;
    if (marked) drawMark(context, dial, theme);
    if (guess) drawHand(context, dial, hand, { colour: theme.ink, width: 4 });
    else if (marked) drawParts(context, dial, hand, theme);
    const shown = guess ?? hand;
    drawHand(context, dial, shown, { colour: theme.position, width: 1.75 });
    context.fillStyle = theme.position;
    context.beginPath();
    context.arc(...tipOf(dial, shown), 2.75, 0, 2 * Math.PI);
    context.fill();
  });
}
