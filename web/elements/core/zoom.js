// Zooming along the positions.
import { zoomed as within } from "../input/window.js";

/** @import { FigureElement } from "./element.js" */

/** Never fewer positions than this in view. */
const FEWEST = 8;

/** The span after zooming about a position. @param {FigureElement} figure @param {number} factor above 1: closer @param {number} at */
export function zoomed({ shared, state }, factor, at) {
  const span = within(shared.span, factor, at + 0.5, state.length, FEWEST);
  return span.end - span.start < state.length ? span : undefined;
}
