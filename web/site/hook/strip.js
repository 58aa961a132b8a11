// The tape of the first screen: a row for each word, and the lines that the tips of the hands draw
// over the rows.
import { columnX } from "./draw.js";
import { transparent } from "./line.js";
import { OVERSAMPLING, WIDTH } from "./tape.js";
import { words } from "./words.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Context, Layout } from "./draw.js" */
/** @import { Samples } from "./tape.js" */

/** @typedef {{ layout: Layout, samples: Samples, cells: HTMLCanvasElement, theme: Theme }} Tape */

const POINTS_PER_TURN = 24;
const ROWS_PER_CHUNK = 8;

/** The fraction of the tape that fades into the background above it. */
export const FADE = 0.62;

/**
 * Draws rows of the tape.
 * @param {Context} context @param {Tape} tape @param {number} from @param {number} until
 * @param {number} zeroY the middle of row 0
 */
function drawRows(context, { layout, cells, theme }, from, until, zeroY) {
  const { pairs, column, row, left, width } = layout;
  const cellWidth = column * 0.84;
  const top = zeroY + (from - 0.5) * row;
  context.imageSmoothingEnabled = false;
  pairs.forEach((_, n) => {
    const x = columnX(layout, n) - cellWidth / 2;
    context.drawImage(cells, n, from, 1, until - from, x, top, cellWidth, (until - from) * row);
  });
  context.fillStyle = theme.paper;
  context.globalAlpha = theme.scheme === "dark" ? 0.75 : 0.6;
  for (let n = 0; n <= until - from; n++)
    context.fillRect(left, top + n * row - 0.5, width - 2 * left, 1);
  context.globalAlpha = 1;
}

/**
 * Draws the lines between two positions, and slightly beyond: the caller clips them.
 * @param {Context} context @param {Tape} tape @param {number} from @param {number} until
 * @param {number} zeroY the middle of row 0
 */
function drawLines(context, { layout, samples, theme }, from, until, zeroY) {
  const { lines, count, wavelengths } = samples;
  const { pairs, radius, row } = layout;
  context.lineJoin = "bevel";
  pairs.forEach((pair, n) => {
    const step = Math.max(Math.floor((wavelengths[pair] * OVERSAMPLING) / POINTS_PER_TURN), 1);
    context.beginPath();
    for (
      let s = Math.floor((from * OVERSAMPLING) / step) * step;
      s < until * OVERSAMPLING + step;
      s += step
    ) {
      const at = Math.min(s, count - 1);
      const x = columnX(layout, n) + radius * lines[at * WIDTH + 2 * pair];
      context.lineTo(x, zeroY + (at / OVERSAMPLING) * row);
    }
    context.strokeStyle = theme.paper;
    context.lineWidth = 4.5;
    context.stroke();
    context.strokeStyle = theme.ink;
    context.lineWidth = 1.75;
    context.stroke();
  });
}

/** Draws, clipped to the space between two heights. @param {Context} context @param {Layout} layout @param {number} top @param {number} bottom @param {() => void} draw */
function drawClipped(context, { width }, top, bottom, draw) {
  context.save();
  context.beginPath();
  context.rect(0, top, width, bottom - top);
  context.clip();
  draw();
  context.restore();
}

/** Draws the tape up to a position, with its fade, without a cached picture. @param {Context} context @param {Tape} tape @param {number} position */
export function drawTape(context, tape, position) {
  const { top, box, row, width } = tape.layout;
  const from = Math.max(Math.floor(position - (box - top) / row), 0);
  const until = Math.min(Math.ceil(position) + 1, words.length);
  const zeroY = box - position * row;
  drawClipped(context, tape.layout, top, box + row / 2, () =>
    drawRows(context, tape, from, until, zeroY),
  );
  drawClipped(context, tape.layout, top, box, () =>
    drawLines(context, tape, from, position, zeroY),
  );
  const fadeEnd = top + FADE * (box - top);
  const fade = context.createLinearGradient(0, top, 0, fadeEnd);
  fade.addColorStop(0, tape.theme.paper);
  fade.addColorStop(1, transparent(tape.theme.paper));
  context.fillStyle = fade;
  context.fillRect(0, top, width, fadeEnd - top);
}

/** The tape as a cached picture. Copying a part of it in each frame is much faster than drawing the
 * lines. */
export class Strip {
  #canvas = document.createElement("canvas");
  #context = /** @type {Context} */ (this.#canvas.getContext("2d", { alpha: false }));
  #tape;
  #left;
  /** @type {Set<number>} */
  #paintedChunks = new Set();

  /** @param {Tape} tape whose rows are whole pixels */
  constructor(tape) {
    const { left, width, row, ratio } = tape.layout;
    this.#tape = tape;
    this.#left = Math.floor(left * ratio) / ratio;
    this.#canvas.width = Math.ceil((width - 2 * this.#left) * ratio);
    this.#canvas.height = Math.round(words.length * row * ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, -this.#left * ratio, 0);
  }

  /** Draws the tape up to a position. @param {Context} context @param {number} position */
  draw(context, position) {
    const { layout } = this.#tape;
    const { box, top, row, ratio } = layout;
    const first = Math.max(Math.floor(position - (box - top) / row), 0);
    const last = Math.min(Math.ceil(position), words.length - 1);
    for (let n = Math.floor(first / ROWS_PER_CHUNK); n * ROWS_PER_CHUNK <= last; n++)
      this.#paintChunk(n);
    const until = Math.round((position + 0.5) * row * ratio);
    const sourceHeight = Math.min(until, Math.round((box - top) * ratio));
    const sourceWidth = this.#canvas.width;
    context.imageSmoothingEnabled = false;
    context.drawImage(
      this.#canvas,
      0,
      until - sourceHeight,
      sourceWidth,
      sourceHeight,
      this.#left,
      box - sourceHeight / ratio,
      sourceWidth / ratio,
      sourceHeight / ratio,
    );
    // The lines end at the tips, in the middle of the newest row.
    drawClipped(context, layout, box, box + row / 2, () =>
      drawRows(context, this.#tape, Math.floor(position), last + 1, box - position * row),
    );
  }

  /** @param {number} n */
  #paintChunk(n) {
    if (this.#paintedChunks.has(n)) return;
    this.#paintedChunks.add(n);
    const context = this.#context;
    const { theme, layout } = this.#tape;
    const { row, width } = layout;
    const from = n * ROWS_PER_CHUNK;
    const until = Math.min(from + ROWS_PER_CHUNK, words.length);
    drawClipped(context, layout, from * row, until * row, () => {
      context.fillStyle = theme.paper;
      context.fillRect(0, from * row, width, (until - from) * row);
      drawRows(context, this.#tape, from, until, row / 2);
      drawLines(context, this.#tape, Math.max(from - 1, 0), until, row / 2);
    });
  }
}
