// The key to a colour map: a strip of its colours with the values at its ends.
import { ENTRIES } from "../colour/maps.js";
import { labelFont } from "./axes.js";

/** @import { Theme } from "./theme.js" */

const STRIP = { width: 120, height: 8 };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{ right: number, top: number }} corner of the key, labels included
 * @param {Uint32Array} table
 * @param {{ low: string, high: string, title: string }} labels
 * @param {Theme} theme
 */
export function drawKey(context, { right, top }, table, labels, theme) {
  context.font = labelFont(theme);
  context.fillStyle = theme.muted;
  context.textBaseline = "middle";
  context.textAlign = "right";
  const middle = top + STRIP.height / 2 + 0.5;
  context.fillText(labels.high, right, middle);
  const end = right - context.measureText(labels.high).width - 6;
  const start = end - STRIP.width;
  for (let n = 0; n < STRIP.width; n++) {
    const entry = table[Math.floor(((n + 0.5) / STRIP.width) * ENTRIES)];
    context.fillStyle = `rgb(${entry & 255} ${(entry >> 8) & 255} ${(entry >> 16) & 255})`;
    context.fillRect(start + n, top, 1.5, STRIP.height);
  }
  context.fillStyle = theme.muted;
  context.fillText(labels.low, start - 6, middle);
  const low = context.measureText(labels.low).width;
  context.fillText(labels.title, start - low - 16, middle);
}
