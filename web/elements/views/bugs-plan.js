// Where the bug lab's five drawings go, and what is under a pixel of them.
import { cellUnder, covers, onPixels } from "../canvas/axes.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { Sheet } from "../models/bugs-sheet.js" */

/** @typedef {"own" | "beside" | "norms" | "gram" | "curve"} PanelName */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {{ box: Box, frame: Frame }} Panel */
/** @typedef {Record<PanelName, Panel>} BugsPlan */

const MARGINS = { left: 40, right: 10, top: 26, bottom: 44 };
const GAP = 20;
const MAP_HEIGHT = 300;
const NORMS_HEIGHT = 150;
/** From these widths on two, and three, drawings stand side by side. */
const TWO = 480;
const THREE = 860;
const MOST_SQUARE = 300;

/** The side of the figure's square drawings, margins and all. @param {number} across */
const squareHeight = (across) =>
  Math.min(across - MARGINS.left - MARGINS.right, MOST_SQUARE) + MARGINS.top + MARGINS.bottom;

/** @param {number} width @returns {{ boxes: Record<PanelName, Box>, height: number }} */
function boxesFor(width) {
  const half = (width - GAP) / 2;
  const third = (width - 2 * GAP) / 3;
  const box = (
    /** @type {number} */ left,
    /** @type {number} */ top,
    /** @type {number} */ across,
    /** @type {number} */ height,
  ) => ({ left, top, width: across, height });
  if (width >= TWO) {
    const maps = {
      own: box(0, 0, half, MAP_HEIGHT),
      beside: box(half + GAP, 0, half, MAP_HEIGHT),
    };
    if (width >= THREE) {
      const height = squareHeight(third);
      return {
        boxes: {
          ...maps,
          norms: box(0, MAP_HEIGHT, third, height),
          gram: box(third + GAP, MAP_HEIGHT, third, height),
          curve: box(2 * (third + GAP), MAP_HEIGHT, third, height),
        },
        height: MAP_HEIGHT + height,
      };
    }
    const height = squareHeight(half);
    return {
      boxes: {
        ...maps,
        norms: box(0, MAP_HEIGHT, width, NORMS_HEIGHT),
        gram: box(0, MAP_HEIGHT + NORMS_HEIGHT, half, height),
        curve: box(half + GAP, MAP_HEIGHT + NORMS_HEIGHT, half, height),
      },
      height: MAP_HEIGHT + NORMS_HEIGHT + height,
    };
  }
  const square = squareHeight(width);
  const heights = [MAP_HEIGHT, MAP_HEIGHT, NORMS_HEIGHT, square, square];
  const [own, beside, norms, gram, curve] = heights.map((height, n) =>
    box(
      0,
      heights.slice(0, n).reduce((sum, each) => sum + each, 0),
      width,
      height,
    ),
  );
  return {
    boxes: { own, beside, norms, gram, curve },
    height: heights.reduce((sum, each) => sum + each, 0),
  };
}

/** @param {number} width @returns {number} CSS pixels of the figure */
export const heightOf = (width) => Math.ceil(boxesFor(width).height);

/** @param {Pick<Size, "width" | "ratio">} size @returns {BugsPlan} */
export function planBugs({ width, ratio }) {
  const { boxes } = boxesFor(width);
  const panel = (/** @type {PanelName} */ name) => {
    const box = boxes[name];
    const frame = {
      left: box.left + MARGINS.left,
      top: box.top + MARGINS.top,
      width: box.width - MARGINS.left - MARGINS.right,
      height: box.height - MARGINS.top - MARGINS.bottom,
    };
    if (name === "gram" || name === "curve") {
      frame.width = Math.min(frame.width, frame.height);
      frame.height = frame.width;
    }
    return { box, frame: onPixels(frame, ratio) };
  };
  return {
    own: panel("own"),
    beside: panel("beside"),
    norms: panel("norms"),
    gram: panel("gram"),
    curve: panel("curve"),
  };
}

/** @param {Frame} frame @param {number} from @param {number} to @returns {Scale} */
export const across = (frame, from, to) => ({ from, to, at: frame.left, size: frame.width });

/** @param {Frame} frame @param {number} from @param {number} to @returns {Scale} */
export const down = (frame, from, to) => ({ from, to, at: frame.top, size: frame.height });

/**
 * What a pixel is on, as far as the drawing there knows.
 * @param {BugsPlan} plan @param {Pick<Sheet, "start" | "rows" | "columns">} sheet
 * @param {number} x @param {number} y
 * @returns {{ position?: number, second?: number, column?: number } | undefined}
 */
export function markAt(plan, { start, rows, columns }, x, y) {
  const names = /** @type {PanelName[]} */ (Object.keys(plan));
  const name = names.find((each) => covers(plan[each].frame, x, y));
  if (!name) return undefined;
  const { frame } = plan[name];
  const row = () => cellUnder(down(frame, start, start + rows), y);
  const along = () => cellUnder(across(frame, start, start + rows), x);
  if (name === "norms") return { position: along() };
  if (name === "gram") return { position: row(), second: along() };
  if (name === "curve") return {};
  return { position: row(), column: cellUnder(across(frame, 0, columns), x) };
}
