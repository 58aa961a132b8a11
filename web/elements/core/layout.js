// Where everything goes: panels in rows and columns, each with the room that its axes need.

import { formatterOf, labelOffset, ticksOf } from "./axes.js";
import { bind, linear } from "./scales.js";
import { NOTE_SIZE, TICK_SIZE } from "./sizes.js";
import { widthOf, wrapText } from "./text.js";

/** @import { Box, Panel, Plot, Frame, Placed, Pen, Tree } from "./types.js" */
/** @import { ScaleSpec } from "./scales.js" */

export { NOTE_SIZE, TICK_SIZE };
/** Sizes are for a font size of 16 pixels and scale with it. */
export const FONT_SIZE = 16;
/** The line height of paragraphs. */
export const LINE_SPACING = 1.4;
const HEADING_HEIGHT = 30;
const GAP = 24;
/** The part of a flexible height that a plot keeps in a low box. */
const MIN_STRETCH = 0.45;

/** @param {...Tree} items @returns {Box & { row: Tree[] }} */
export const row = (...items) => ({ row: items });
/** @param {...Tree} items @returns {Box & { column: Tree[] }} */
export const column = (...items) => ({ column: items });

/** @param {Tree} tree @returns {tree is Panel} */
const isPanel = (tree) => !("row" in tree) && !("column" in tree);

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Margins */

/** The space around a panel's frame: for axes, for headings, and its own margin. @param {Panel} panel @param {Pen} pen @returns {Margins} */
function marginsOf(panel, pen) {
  const { unit } = pen;
  const requested = { left: 0, right: 0, top: 0, bottom: 0, ...panel.margin };
  const margins = {
    left: requested.left * unit,
    right: requested.right * unit,
    top: requested.top * unit,
    bottom: requested.bottom * unit,
  };
  if (panel.heading) margins.top += HEADING_HEIGHT * unit;
  const { x, y } = panel;
  if (x) {
    const axis = x.axis ?? "bottom";
    if (axis === "bottom" || axis === "ruler")
      margins.bottom += (18 + labelOffset(x) + (x.name ? 22 : 0)) * unit;
    if (axis === "top") margins.top += 26 * unit;
    if (axis !== "none") margins.right = Math.max(margins.right, 10 * unit);
  }
  if (y) {
    const axis = y.axis ?? "left";
    const widest = axis === "none" ? 0 : labelWidth(y, pen) + 12 * unit;
    if (axis === "left") margins.left += widest;
    if (axis === "right") margins.right += widest;
    if (y.name && axis !== "none") margins.top += 24 * unit;
  }
  return margins;
}

/** @param {ScaleSpec} scale @param {Pen} pen */
function labelWidth(scale, pen) {
  const { context, unit, theme } = pen;
  const label = formatterOf(scale);
  const texts = ticksOf(scale, 12).map(label);
  return Math.max(0, ...texts.map((text) => widthOf(context, text, TICK_SIZE * unit, 400, theme)));
}

/** A paragraph's lines. @param {string} text @param {number} width @param {Pen} pen */
export const linesOf = (text, width, { context, unit, theme }) =>
  wrapText(context, text, width, NOTE_SIZE * unit, theme);

/**
 * A tree with its margins and preferred height.
 * @typedef {object} Measured
 * @property {Tree} tree
 * @property {number} height
 * @property {number} stretch how much of the height is flexible
 * @property {number} minHeight the lowest height at which everything can be read
 * @property {Margins} [margins]
 * @property {Measured[]} [items]
 * @property {number[]} [widths]
 */

/** @param {Tree} tree @param {number} width @param {Pen} pen @returns {Measured} */
export function measure(tree, width, pen) {
  const { unit } = pen;
  if (isPanel(tree)) {
    const margins = marginsOf(tree, pen);
    const innerWidth = Math.max(width - margins.left - margins.right, 1);
    const maxHeight = (tree.maxHeight ?? Infinity) * unit;
    const innerHeight = tree.text
      ? Math.max(
          linesOf(tree.text, innerWidth, pen).length * LINE_SPACING * NOTE_SIZE * unit,
          (tree.height ?? 0) * unit,
        )
      : tree.aspect
        ? Math.min(innerWidth * tree.aspect, maxHeight)
        : (tree.height ?? 0) * unit;
    const height = innerHeight + margins.top + margins.bottom;
    const stretch = tree.fixed || tree.text ? 0 : innerHeight;
    return { tree, height, stretch, minHeight: height - (1 - MIN_STRETCH) * stretch, margins };
  }
  const gap = (tree.gap ?? GAP) * unit;
  if ("column" in tree) {
    const items = tree.column.map((item) => measure(item, width, pen));
    const gaps = gap * Math.max(items.length - 1, 0);
    return {
      tree,
      height: sum(items.map((item) => item.height)) + gaps,
      stretch: sum(items.map((item) => item.stretch)),
      minHeight: sum(items.map((item) => item.minHeight)) + gaps,
      items,
    };
  }
  const widths = widthsOf(tree.row, width - gap * (tree.row.length - 1), unit);
  const items = tree.row.map((item, n) => measure(item, widths[n], pen));
  return {
    tree,
    height: Math.max(0, ...items.map((item) => item.height)),
    stretch: Math.max(0, ...items.map((item) => item.stretch)),
    minHeight: Math.max(0, ...items.map((item) => item.minHeight)),
    items,
    widths,
  };
}

/** @param {Tree[]} items @param {number} width @param {number} unit */
function widthsOf(items, width, unit) {
  const fixed = items.map((item) => (item.width ?? 0) * unit);
  const grow = items.map((item) => (item.width ? 0 : (item.grow ?? 1)));
  const remaining = Math.max(width - sum(fixed), 0);
  return fixed.map((width, n) => (grow[n] ? (remaining * grow[n]) / sum(grow) : width));
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * @param {Measured} measured @param {Frame} box
 * @param {Pen} pen
 * @param {Placed[]} [panels]
 * @returns {Placed[]} the panels, in their order
 */
export function place(measured, box, pen, panels = []) {
  const { tree, margins, items = [], widths = [] } = measured;
  if (isPanel(tree)) {
    panels.push(placePanel(tree, /** @type {Margins} */ (margins), box, pen));
    return panels;
  }
  const gap = (tree.gap ?? GAP) * pen.unit;
  if ("column" in tree) {
    const slack = box.height - measured.height;
    const flexible = (/** @type {Measured} */ { height, stretch, minHeight }) =>
      slack < 0 ? height - minHeight : stretch;
    let { top } = box;
    for (const item of items) {
      const share = flexible(measured) > 0 ? (slack * flexible(item)) / flexible(measured) : 0;
      const height = Math.max(item.height + share, 1);
      place(item, { left: box.left, top, width: box.width, height }, pen, panels);
      top += height + gap;
    }
    return panels;
  }
  let { left } = box;
  items.forEach((item, n) => {
    const height = item.stretch > 0 ? box.height : Math.min(item.height, box.height);
    place(item, { left, top: box.top, width: widths[n], height }, pen, panels);
    left += widths[n] + gap;
  });
  return panels;
}

/** @param {Panel} panel @param {Margins} margins @param {Frame} box @param {Pen} pen @returns {Placed} */
function placePanel(panel, margins, box, pen) {
  let width = Math.max(box.width - margins.left - margins.right, 1);
  let height = Math.max(box.height - margins.top - margins.bottom, panel.height === 0 ? 0 : 1);
  let left = box.left + margins.left;
  if (panel.aspect) {
    const side = Math.min(width, height / panel.aspect);
    if (panel.align === "center") left += (width - side) / 2;
    width = side;
    height = side * panel.aspect;
  }
  const frame = snapToPixels({ left, top: box.top + margins.top, width, height }, pen.ratio);
  const { x, y } = panel;
  /** @type {Plot} */
  const plot = {
    frame,
    box,
    x: bindX(x, frame, pen.unit),
    y: bindY(y, frame, pen.unit),
    ...pen,
  };
  return { panel: panel.fit ? { ...panel, ...panel.fit(plot) } : panel, plot };
}

/** A scale in pixels at a font size of 16, for panels without one. @param {number} start @param {number} size @param {number} unit */
const pixels = (start, size, unit) =>
  bind(linear(0, (size || 1) / unit, { axis: "none" }), start, size || 1);

/** @param {ScaleSpec | undefined} spec @param {Frame} frame @param {number} unit */
function bindX(spec, { left, width }, unit) {
  if (!spec) return pixels(left, width, unit);
  return spec.flip ? bind(spec, left + width, -width) : bind(spec, left, width);
}

/** Numbers increase upwards, rows of cells and pixels downwards. @param {ScaleSpec | undefined} spec @param {Frame} frame @param {number} unit */
function bindY(spec, { top, height }, unit) {
  if (!spec) return pixels(top, height, unit);
  const isDownward = (spec.kind === "cells") !== Boolean(spec.flip);
  return isDownward ? bind(spec, top, height) : bind(spec, top + height, -height);
}

/** A frame rounded to whole device pixels. @param {Frame} frame @param {number} ratio @returns {Frame} */
function snapToPixels(frame, ratio) {
  const snap = (/** @type {number} */ value) => Math.round(value * ratio) / ratio;
  const left = snap(frame.left);
  const top = snap(frame.top);
  return {
    left,
    top,
    width: Math.max(snap(frame.left + frame.width) - left, 1 / ratio),
    height: snap(frame.top + frame.height) - top,
  };
}

/** @param {Frame} frame @param {number} x @param {number} y @param {number} [margin] around it */
export const covers = ({ left, top, width, height }, x, y, margin = 0) =>
  x >= left - margin && x < left + width + margin && y >= top - margin && y < top + height + margin;
