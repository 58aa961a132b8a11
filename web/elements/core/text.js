// Text with **bold** words and *symbols*, on the canvas and in the document. An asterisk is written
// as \*.
import { clamp } from "../state/parameters.js";

/** @import { Plot } from "./types.js" */

/** @typedef {{ text: string, bold: boolean, symbol: boolean }} Piece */

/**
 * A small cache by text, because a figure writes the same words in every frame.
 * @template T
 */
class Kept {
  /** @type {Map<string, T>} */
  #of = new Map();

  /** @param {string} key @param {() => T} make */
  get(key, make) {
    const known = this.#of.get(key);
    if (known !== undefined) return known;
    if (this.#of.size > 2000) this.#of.clear();
    const made = make();
    this.#of.set(key, made);
    return made;
  }

  clear() {
    this.#of.clear();
  }
}

/** @type {Kept<Piece[]>} */
const parts = new Kept();
/** @type {Kept<number>} */
const widths = new Kept();

/** Clears the widths, because another font may have loaded under the same name. */
export const forgetWidths = () => widths.clear();

/** @param {string} text @returns {Piece[]} */
export const pieces = (text) => parts.get(text, () => parse(text));

/**
 * Bold words, a symbol, or plain text up to the next mark; each may contain \*. No character matches in two
 * ways, so that a mark without an end takes no time.
 */
const PIECE =
  /\*\*((?:\\\*|\\(?!\*)|[^\\])+?)\*\*|\*((?:\\\*|[^*\\]|\\(?!\*))+)\*|((?:\\\*|[^*\\]|\\(?!\*))+|\*)/g;

/** @param {string} text @returns {Piece[]} */
const parse = (text) =>
  Array.from(text.matchAll(PIECE), ([, bold, symbol, plain]) => ({
    text: (bold ?? symbol ?? plain).replaceAll("\\*", "*"),
    bold: bold !== undefined,
    symbol: symbol !== undefined,
  }));

/** A text whose asterisks are not marks. @param {string} text */
export const escaped = (text) => text.replaceAll("*", "\\*");

/** A text without its ** and * marks. @param {string} text */
export const plain = (text) =>
  pieces(text)
    .map((piece) => piece.text)
    .join("");

/** A text as DOM nodes. @param {string} text @returns {(Node | string)[]} */
export const nodes = (text) =>
  pieces(text).map((piece) => {
    if (!piece.bold && !piece.symbol) return piece.text;
    const element = document.createElement(piece.bold ? "b" : "i");
    element.append(piece.text);
    return element;
  });

/**
 * @typedef {object} Letters
 * @property {string} font family
 * @property {string} math family of symbols
 */

/** @param {Piece} piece @param {number} size @param {string | number} weight @param {Letters} letters */
const fontOf = (piece, size, weight, { font, math }) =>
  piece.symbol
    ? `italic ${weight} ${(size * 1.1).toFixed(2)}px ${math}`
    : `${piece.bold ? 600 : weight} ${size}px ${font}`;

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} size @param {string | number} weight @param {Letters} letters */
export function widthOf(context, text, size, weight, letters) {
  let width = 0;
  for (const piece of pieces(text))
    width += widthIn(context, piece.text, fontOf(piece, size, weight, letters));
  return width;
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {string} font */
const widthIn = (context, text, font) =>
  widths.get(`${font} ${text}`, () => {
    context.font = font;
    return context.measureText(text).width;
  });

/**
 * @typedef {object} Ink
 * @property {number} size
 * @property {string} colour
 * @property {string} [strong] colour of bold words
 * @property {string | number} [weight]
 * @property {"left" | "center" | "right"} [align]
 * @property {CanvasTextBaseline} [baseline]
 * @property {string} [halo] the colour of an outline that separates the letters from what is below
 *   them
 * @property {Letters} letters
 */

/** Where a line of words begins. @param {number} x @param {number} width @param {"left" | "center" | "right"} [align] */
export const leftOf = (x, width, align) =>
  align === "right" ? x - width : align === "center" ? x - width / 2 : x;

/**
 * Writes a line.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {Ink} ink
 * @returns {{ left: number, width: number }}
 */
export function write(context, text, x, y, ink) {
  const { size, colour, strong = colour, weight = 400, align, letters } = ink;
  const width = widthOf(context, text, size, weight, letters);
  const left = leftOf(x, width, align);
  context.textAlign = "left";
  context.textBaseline = ink.baseline ?? "alphabetic";
  let at = left;
  for (const piece of pieces(text)) {
    const font = fontOf(piece, size, weight, letters);
    const width = widthIn(context, piece.text, font);
    context.font = font;
    if (ink.halo) {
      context.strokeStyle = ink.halo;
      context.lineWidth = size / 4;
      context.lineJoin = "round";
      context.strokeText(piece.text, at, y);
    }
    context.fillStyle = piece.bold ? strong : colour;
    context.fillText(piece.text, at, y);
    at += width;
  }
  return { left, width };
}

/** Breaks a text into lines that fit, each with its **bold** words and *symbols*. @param {CanvasRenderingContext2D} context @param {string} text @param {number} room @param {number} size @param {Letters} letters */
export function wrapped(context, text, room, size, letters) {
  const marked = pieces(text).map((piece) => {
    const sign = piece.bold ? "**" : piece.symbol ? "*" : "";
    const words = escaped(piece.text);
    return sign ? words.replace(/\S+/g, `${sign}$&${sign}`) : words;
  });
  /** @type {string[]} */
  const lines = [];
  for (const word of marked.join("").split(/\s+/)) {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(context, longer, size, 400, letters) <= room) {
      lines[lines.length - 1] = longer;
    } else lines.push(word);
  }
  return lines;
}

/** Smaller letters are hard to read. */
const MIN_FONT_SIZE = 13;

/**
 * Where a line starts, and the size of its letters, so that it ends within the panel: if it is too
 * long, it starts further left, and if that is not enough, its letters are smaller.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {number} left in pixels
 * @param {number} size at a font size of 16 @param {Plot} plot @param {number} [weight]
 */
export function fitted(context, text, left, size, { box, unit, theme }, weight = 400) {
  const width = widthOf(context, text, size * unit, weight, theme);
  const part = clamp(box.width / width, MIN_FONT_SIZE / size, 1);
  const end = box.left + box.width - part * width;
  return { left: Math.max(Math.min(left, end), box.left), size: part * size * unit };
}
