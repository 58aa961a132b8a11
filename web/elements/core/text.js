// Text with **bold** words and *symbols*, on the canvas and in the document. An asterisk is written
// as \*.
import { clamp } from "../state/parameters.js";

/** @import { Plot } from "./types.js" */

/** @typedef {{ text: string, bold: boolean, symbol: boolean }} Piece */

/**
 * A small cache by text, because a figure writes the same words in every frame.
 * @template T
 */
class TextCache {
  /** @type {Map<string, T>} */
  #values = new Map();

  /** @param {string} key @param {() => T} make */
  get(key, make) {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    if (this.#values.size > 2000) this.#values.clear();
    const value = make();
    this.#values.set(key, value);
    return value;
  }

  clear() {
    this.#values.clear();
  }
}

/** @type {TextCache<Piece[]>} */
const pieceLists = new TextCache();
/** @type {TextCache<number>} */
const widths = new TextCache();

/** Clears the widths, because another font may have loaded under the same name. */
export const clearWidths = () => widths.clear();

/** @param {string} text @returns {Piece[]} */
export const pieces = (text) => pieceLists.get(text, () => parse(text));

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
export const escapeMarks = (text) => text.replaceAll("*", "\\*");

/** A text without its ** and * marks. @param {string} text */
export const plainText = (text) =>
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
 * @typedef {object} Fonts
 * @property {string} font family
 * @property {string} math family of symbols
 */

/** @param {Piece} piece @param {number} size @param {string | number} weight @param {Fonts} fonts */
const fontOf = (piece, size, weight, { font, math }) =>
  piece.symbol
    ? `italic ${weight} ${(size * 1.1).toFixed(2)}px ${math}`
    : `${piece.bold ? 600 : weight} ${size}px ${font}`;

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} size @param {string | number} weight @param {Fonts} fonts */
export function widthOf(context, text, size, weight, fonts) {
  let width = 0;
  for (const piece of pieces(text))
    width += measuredWidth(context, piece.text, fontOf(piece, size, weight, fonts));
  return width;
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {string} font */
const measuredWidth = (context, text, font) =>
  widths.get(`${font} ${text}`, () => {
    context.font = font;
    return context.measureText(text).width;
  });

/**
 * @typedef {object} TextStyle
 * @property {number} size
 * @property {string} colour
 * @property {string} [strong] colour of bold words
 * @property {string | number} [weight]
 * @property {"left" | "center" | "right"} [align]
 * @property {CanvasTextBaseline} [baseline]
 * @property {string} [halo] the colour of an outline that separates the letters from what is below
 *   them
 * @property {Fonts} fonts
 */

/** Where a line of words begins. @param {number} x @param {number} width @param {"left" | "center" | "right"} [align] */
export const leftOf = (x, width, align) =>
  align === "right" ? x - width : align === "center" ? x - width / 2 : x;

/**
 * Writes a line.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {TextStyle} style
 * @returns {{ left: number, width: number }}
 */
export function write(context, text, x, y, style) {
  const { size, colour, strong = colour, weight = 400, align, fonts } = style;
  const width = widthOf(context, text, size, weight, fonts);
  const left = leftOf(x, width, align);
  context.textAlign = "left";
  context.textBaseline = style.baseline ?? "alphabetic";
  let at = left;
  for (const piece of pieces(text)) {
    const font = fontOf(piece, size, weight, fonts);
    const width = measuredWidth(context, piece.text, font);
    context.font = font;
    if (style.halo) {
      context.strokeStyle = style.halo;
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

/** Breaks a text into lines that fit, each with its **bold** words and *symbols*. @param {CanvasRenderingContext2D} context @param {string} text @param {number} maxWidth @param {number} size @param {Fonts} fonts */
export function wrapText(context, text, maxWidth, size, fonts) {
  const markedPieces = pieces(text).map((piece) => {
    const mark = piece.bold ? "**" : piece.symbol ? "*" : "";
    const words = escapeMarks(piece.text);
    return mark ? words.replace(/\S+/g, `${mark}$&${mark}`) : words;
  });
  /** @type {string[]} */
  const lines = [];
  for (const word of markedPieces.join("").split(/\s+/)) {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(context, longer, size, 400, fonts) <= maxWidth) {
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
export function fitText(context, text, left, size, { box, unit, theme }, weight = 400) {
  const width = widthOf(context, text, size * unit, weight, theme);
  const part = clamp(box.width / width, MIN_FONT_SIZE / size, 1);
  const end = box.left + box.width - part * width;
  return { left: Math.max(Math.min(left, end), box.left), size: part * size * unit };
}
