// drawing.js: the contents of a figure's drawing: text boxes, lines, circles.
import { recordingOf } from "./recorder.js";
import { plotOf } from "./support.js";

/** x, y: its middle @typedef {{ left: number, right: number, top: number, bottom: number, x: number, y: number }} Box */
/** @typedef {Box & { text: string }} Words */

/** @param {import("./recorder.js").Box} box @param {number} [dx] @param {number} [dy] @returns {Box} */
const moved = ({ left, right, top, bottom }, dx = 0, dy = 0) => ({
  left: left + dx,
  right: right + dx,
  top: top + dy,
  bottom: bottom + dy,
  x: (left + right) / 2 + dx,
  y: (top + bottom) / 2 + dy,
});

/** A colour as `drawingOf` names it. @param {string} colour */
export function asDrawn(colour) {
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(1, 1).getContext("2d")
  );
  context.fillStyle = colour;
  return context.fillStyle;
}

/** The points of lines; a long line is drawn in pieces, each of which begins where the last one ended.
 * @param {import("./recorder.js").Drawn[]} strokes */
function joined(strokes) {
  /** @type {[x: number, y: number][][]} */
  const lines = [];
  for (const { corners } of strokes) {
    const last = lines.at(-1);
    const isPiece = last && last.length > 60 && String(last.at(-1)) === String(corners[0]);
    if (isPiece) last.push(...corners.slice(1));
    else lines.push([...corners]);
  }
  return lines;
}

/**
 * The contents, in pixels from the left and the top of the drawing.
 * @param {any} figure
 */
export function drawingOf(figure) {
  const all = recordingOf(figure);
  const { clientWidth: width, clientHeight: height } = plotOf(figure);
  const circles = all
    .filter(({ steps, kind }) => /^MA+Z?$/.test(steps) && kind !== "clip")
    .map(({ kind, colour, box }) => ({ isFilled: kind === "fill", colour, ...moved(box) }));
  return {
    width,
    height,
    words: all
      .filter(({ kind }) => kind === "text")
      .map(({ text, colour, box }) => ({ text, colour, ...moved(box) })),
    /** Straight lines as their points. */
    lines: joined(all.filter(({ kind }) => kind === "stroke")),
    /** Rims of dials, and arcs of them. */
    rings: circles.filter(({ isFilled }) => !isFilled),
    discs: circles.filter(({ isFilled }) => isFilled),
    clips: all.filter(({ kind }) => kind === "clip").map(({ box }) => box),
  };
}

/** All words of the drawing, in pixels of the window. @param {any} figure @returns {Words[]} */
export function writtenIn(figure) {
  const { words } = drawingOf(figure);
  const { left, top } = plotOf(figure).getBoundingClientRect();
  return words.map(({ text, ...box }) => ({ text: text.trim(), ...moved(box, left, top) }));
}

/** @param {Words[]} words @param {string | RegExp} text */
export function wordsOf(words, text) {
  const match = words.find((word) =>
    typeof text === "string" ? word.text === text : text.test(word.text),
  );
  if (!match) throw new Error(`nowhere ${text} among ${words.map((word) => word.text)}`);
  return match;
}

/** Whether two boxes overlap by more than `across` and `down` pixels.
 * @param {Box} one @param {Box} other @param {number} [marginX] @param {number} [marginY] */
export const meet = (one, other, marginX = 0, marginY = 0) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > marginX &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > marginY;
