// Zooming and moving along the positions.

import { clamp } from "../state/parameters.js";

/** @import { FigureElement } from "./element.js" */

/** @typedef {{ start: number, end: number }} Span */

/** The minimum number of positions in view. */
const MIN_SPAN = 8;

/** The span after zooming around a position; the group moves it into the text. @param {FigureElement} figure @param {number} factor above 1 zooms in @param {number} at @returns {Span} */
export function zoomSpan({ shared: { span } }, factor, at) {
  const oldSize = span.end - span.start;
  const size = Math.max(oldSize / factor, MIN_SPAN);
  const start = at + 0.5 - ((at + 0.5 - span.start) / oldSize) * size;
  return { start, end: start + size };
}

/** The nearest span of the same size that contains a position. @param {Span} span @param {number} position @returns {Span} */
export function spanAround({ start, end }, position) {
  const size = end - start;
  const from = clamp(start, position + 1 - size, position);
  return { start: from, end: from + size };
}
