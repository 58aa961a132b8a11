// Waves stacked in lanes, one lane for a pair, all with the same position axis.
import { covers, onPixels } from "../canvas/axes.js";
import { labelsAtRight, positionMargins } from "./margins.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */

const TOP = 24;
const BOTTOM = 44;
/** A lane shows values from minus this to this. */
const REACH = 1.15;
const LANE_HEIGHT = 58;
/** Where labels do not stand beside a lane, they stand over it. */
const LABEL_HEIGHT = 18;

/** @param {number} width */
const labelHeight = (width) => (labelsAtRight(width) ? 0 : LABEL_HEIGHT);

/** @param {number} lanes @param {number} width @returns {number} CSS pixels of a figure with so many */
export const heightOf = (lanes, width) => TOP + BOTTOM + lanes * (LANE_HEIGHT + labelHeight(width));

/**
 * @typedef {object} LanePlan
 * @property {Frame} frame all lanes
 * @property {Scale} position the middle of position p is at p + 0.5
 * @property {number} lanes
 * @property {number} label pixels over each lane for its label
 */

/**
 * @param {Size} size
 * @param {number} lanes
 * @param {{ start: number, end: number }} span positions in view
 * @returns {LanePlan}
 */
export function planLanes(size, lanes, span) {
  const { left, right } = positionMargins(size.width);
  const frame = onPixels(
    { left, top: TOP, width: size.width - left - right, height: size.height - TOP - BOTTOM },
    size.ratio,
  );
  const position = { from: span.start, to: span.end, at: frame.left, size: frame.width };
  return { frame, position, lanes, label: labelHeight(size.width) };
}

/** Without the room for the label. @param {LanePlan} plan @param {number} lane @returns {{ top: number, bottom: number }} */
export function laneEdges({ frame, lanes, label }, lane) {
  const height = frame.height / lanes;
  return { top: frame.top + lane * height + label, bottom: frame.top + (lane + 1) * height };
}

/** The pixel of a value in a lane. @param {LanePlan} plan @param {number} lane @param {number} value */
export function toLane(plan, lane, value) {
  const { top, bottom } = laneEdges(plan, lane);
  return (top + bottom) / 2 - (value / (2 * REACH)) * (bottom - top);
}

/**
 * The values at the bottom and the top of all lanes, on the scale of one of them.
 * @param {LanePlan} plan
 * @param {number} lane
 * @returns {[bottom: number, top: number]}
 */
export function laneRange(plan, lane) {
  const { frame } = plan;
  const zero = toLane(plan, lane, 0);
  const unit = zero - toLane(plan, lane, 1);
  return [(zero - frame.top - frame.height) / unit, (zero - frame.top) / unit];
}

/** The lane at a pixel; undefined outside of the frame. @param {LanePlan} plan @param {number} x @param {number} y */
export function laneAt({ frame, lanes }, x, y) {
  if (!covers(frame, x, y)) return undefined;
  return Math.floor(((y - frame.top) / frame.height) * lanes);
}
