// Tracks which parts of a drawing are taken by handles and words, so that other words can avoid
// them.

/** @import { Frame, Plot } from "./types.js" */

/** The height of a line of words, in font sizes. */
const LINE_HEIGHT = 1.1;

/** The place of a line of words. @param {number} left @param {number} y at its `baseline` @param {number} width @param {number} size of the font @param {CanvasTextBaseline} [baseline] @returns {Frame} */
export function lineAt(left, y, width, size, baseline = "middle") {
  const height = LINE_HEIGHT * size;
  const above = { top: 0, middle: 0.5, bottom: 1 }[/** @type {string} */ (baseline)] ?? 0.8;
  return { left, top: y - above * height, width, height };
}

/** The place of a disc: the largest square inside it. @param {number} x @param {number} y @param {number} radius @returns {Frame} */
export function discAt(x, y, radius) {
  const side = Math.SQRT2 * radius;
  return { left: x - side / 2, top: y - side / 2, width: side, height: side };
}

/** How much of a place is taken, in square pixels. @param {Plot} plot @param {Frame} place */
export function overlapOf({ taken = [] }, place) {
  let area = 0;
  for (const other of taken) area += sharedArea(place, other);
  return area;
}

/** How much of a place lies outside of a frame, in square pixels. @param {Frame} frame @param {Frame} place */
export const areaOutside = (frame, place) => place.width * place.height - sharedArea(frame, place);

/** @param {Frame} one @param {Frame} other */
function sharedArea(one, other) {
  const width =
    Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height =
    Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
