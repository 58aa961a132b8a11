// Zooming and moving along the positions.

/** @import { FigureElement } from "./element.js" */

/** @typedef {{ start: number, end: number }} Span */

/** Never fewer positions than this in view. */
const FEWEST = 8;

/** The span after zooming about a position; undefined: all. @param {FigureElement} figure @param {number} factor above 1: closer @param {number} at @returns {Span | undefined} */
export function zoomed({ shared, state: { length } }, factor, at) {
  const { start, end } = shared.span;
  const size = Math.min(Math.max((end - start) / factor, Math.min(FEWEST, length)), length);
  const part = (at + 0.5 - start) / (end - start);
  return size < length ? spanWithin(at + 0.5 - part * size, size, length) : undefined;
}

/** The nearest span of the same size that contains a position. @param {Span} span @param {number} position @param {number} length @returns {Span} */
export function showing({ start, end }, position, length) {
  const size = end - start;
  return spanWithin(Math.min(Math.max(start, position + 1 - size), position), size, length);
}

/** A span, moved so that it lies within the text. @param {number} start @param {number} size @param {number} length @returns {Span} */
function spanWithin(start, size, length) {
  const from = Math.min(Math.max(start, 0), length - size);
  return { start: from, end: from + size };
}
