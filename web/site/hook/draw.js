// Draws the first screen: tape, dials, numbers, bracket, the line of words and the pill.
import { decimal, wavelength } from "../../elements/core/numbers.js";
import { FINE, rowAt, turns, WIDTH } from "./tape.js";
import { equals, words } from "./words.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Samples } from "./tape.js" */

/**
 * Where everything is, in CSS pixels.
 * @typedef {object} Places
 * @property {number} width @property {number} height @property {boolean} narrow
 * @property {readonly number[]} pairs @property {number} left @property {number} column width of a column
 * @property {number} radius of a dial @property {number} top of the tape @property {number} box middle of the newest row
 * @property {number} row height of a row @property {number} dial @property {number} value @property {number} bracket
 * @property {number} line middle of the words @property {number} size of their letters
 * @property {boolean} [bare] without small letters
 * @property {readonly number[]} centres of the words, from the first one's @property {readonly number[]} widths
 */

/** Room for a chevron beside the word in the pill. */
const CHEVRON = 27;
const PILL = 48;

/**
 * @param {number} width @param {number} height @param {number} top where the words above the tape end
 * @param {readonly number[]} pairs @param {number} edge @param {Theme} theme @param {CanvasRenderingContext2D} context
 * @returns {Places}
 */
export function placesFor(width, height, top, pairs, edge, theme, context) {
  const narrow = width < 700;
  const left = Math.max(edge, (width - 1480) / 2);
  const column = (width - 2 * left) / pairs.length;
  const radius = Math.min(0.36 * column, narrow ? 17 : 25);
  const line = height - (narrow ? 104 : 120);
  const bracket = line - PILL / 2 - (narrow ? 34 : 58);
  const value = bracket - 22;
  const dial = value - 20 - radius;
  const box = dial - radius - 26;
  const row = Math.min(Math.max((box - top) / 38, 6.5), 10);
  const size = narrow ? 23 : 28;
  return {
    width,
    height,
    narrow,
    pairs,
    left,
    column,
    radius,
    top,
    box,
    row,
    dial,
    value,
    bracket,
    line,
    size,
    ...measured(size, theme, context),
  };
}

/** The words' places in their line. @param {number} size of the letters @param {Theme} theme @param {CanvasRenderingContext2D} context */
export function measured(size, theme, context) {
  context.font = `400 ${size}px ${theme.title}`;
  const gap = context.measureText(" ").width * 1.15;
  const widths = words.map((word) => context.measureText(word).width);
  let at = -widths[0] / 2;
  const centres = widths.map((own) => {
    at += own + gap;
    return at - gap - own / 2;
  });
  return { centres, widths };
}

/** Between two numbers of a list. @param {readonly number[]} list @param {number} at */
export function between(list, at) {
  const n = Math.min(Math.max(Math.floor(at), 0), list.length - 2);
  return list[n] + (list[n + 1] - list[n]) * (at - n);
}

/** From 0 to 1 while a number goes from `from` to `to`. @param {number} from @param {number} to @param {number} at */
function smooth(from, to, at) {
  const part = Math.min(Math.max((at - from) / (to - from), 0), 1);
  return part * part * (3 - 2 * part);
}

/** Words change between 30 and 70 % of a step, while hands and tape glide. @param {number} position */
const stepped = (position) => Math.floor(position) + smooth(0.3, 0.7, position % 1);

/** The pill's width: of the word in it, with chevrons. @param {Places} places @param {number} position */
export const pillWidth = ({ widths }, position) => between(widths, stepped(position)) + 2 * CHEVRON;

/** @typedef {CanvasRenderingContext2D} Context */

/** The middle of a column. @param {Places} places @param {number} n */
const middle = ({ left, column }, n) => left + (n + 0.5) * column;

/** @param {Context} context @param {Places} places @param {Samples} samples @param {HTMLCanvasElement} cells @param {number} position @param {Float64Array} values @param {Theme} theme */
function drawTape(context, places, samples, cells, position, values, theme) {
  const { pairs, column, radius, top, box, row, left, width } = places;
  const bottom = box + row / 2;
  const first = Math.max(Math.floor(position - (box - top) / row), 0);
  const last = Math.min(Math.ceil(position), words.length - 1);
  const wide = column * 0.84;
  context.save();
  context.beginPath();
  context.rect(0, top, width, bottom - top);
  context.clip();
  context.imageSmoothingEnabled = false;
  const count = last - first + 1;
  const at = box - (position - first) * row - row / 2;
  pairs.forEach((_, n) => {
    context.drawImage(
      cells,
      n,
      first,
      1,
      count,
      middle(places, n) - wide / 2,
      at,
      wide,
      count * row,
    );
  });
  context.fillStyle = theme.paper;
  context.globalAlpha = theme.scheme === "dark" ? 0.75 : 0.6;
  for (let n = 0; n <= count; n++) context.fillRect(left, at + n * row - 0.5, width - 2 * left, 1);
  context.globalAlpha = 1;
  // The lines that the tips have drawn.
  const from = Math.max(Math.ceil((position - (box - top) / row) * FINE), 0);
  const until = Math.floor(position * FINE);
  context.beginPath();
  pairs.forEach((pair, n) => {
    const x = middle(places, n);
    for (let s = from; s <= until; s++) {
      const value = samples.lines[s * WIDTH + 2 * pair];
      const y = box - (position - s / FINE) * row;
      if (s === from) context.moveTo(x + radius * value, y);
      else context.lineTo(x + radius * value, y);
    }
    context.lineTo(x + radius * values[2 * pair], box);
  });
  context.lineJoin = "round";
  context.strokeStyle = theme.paper;
  context.lineWidth = 4.5;
  context.stroke();
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.75;
  context.stroke();
  // It fades into the paper above.
  const reach = top + 0.62 * (box - top);
  const fade = context.createLinearGradient(0, top, 0, reach);
  fade.addColorStop(0, theme.paper);
  fade.addColorStop(1, clear(theme.paper));
  context.fillStyle = fade;
  context.fillRect(0, top, width, reach - top);
  context.restore();
}

/** A colour that can be seen through. @param {string} colour */
const clear = (colour) => colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0)");

/** @param {Context} context @param {Places} places @param {number} position @param {Float64Array} values @param {Theme} theme */
function drawDials(context, places, position, values, theme) {
  const { pairs, left, column, radius, box, row, dial, value, width } = places;
  const wavelengths = turns();
  context.strokeStyle = theme.position;
  context.lineWidth = 1.5;
  context.strokeRect(
    left + 0.02 * column,
    box - row / 2 - 1,
    width - 2 * left - 0.04 * column,
    row + 2,
  );
  pairs.forEach((pair, n) => {
    const x = middle(places, n);
    const [sine, cosine] = [values[2 * pair], values[2 * pair + 1]];
    const [tipX, tipY] = [x + radius * sine, dial - radius * cosine];
    const part = position / wavelengths[pair];
    context.beginPath();
    context.arc(x, dial, radius, 0, 2 * Math.PI);
    context.strokeStyle = theme.edge;
    context.lineWidth = 1.25;
    context.stroke();
    // As long as a hand has not come round, how far it has come.
    if (part < 1) {
      context.beginPath();
      context.arc(x, dial, radius, -Math.PI / 2, (part - 0.25) * 2 * Math.PI);
      context.lineWidth = 3.5;
      context.stroke();
    }
    context.strokeStyle = theme.position;
    context.lineWidth = 1.25;
    context.setLineDash([3, 2.5]);
    context.beginPath();
    context.moveTo(tipX, tipY);
    context.lineTo(tipX, box);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(x, dial);
    context.lineTo(tipX, tipY);
    context.lineWidth = 2.5;
    context.stroke();
    disc(context, tipX, box, 3.4, theme.position, theme.paper);
    disc(context, x, dial, 2.4, theme.position);
    disc(context, tipX, tipY, 4.4, theme.position, theme.paper);
    if (places.bare) return;
    context.fillStyle = theme.ink;
    context.font = `400 15px ${theme.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(decimal(sine), x, value - 3);
  });
}

/** @param {Context} context @param {number} x @param {number} y @param {number} radius @param {string} fill @param {string} [rim] */
function disc(context, x, y, radius, fill, rim) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (rim) {
    context.strokeStyle = rim;
    context.lineWidth = 2.5;
    context.stroke();
  }
  context.fillStyle = fill;
  context.fill();
}

/** @param {Context} context @param {Places} places @param {number} pill its middle @param {Theme} theme */
function drawBracket(context, places, pill, theme) {
  const { left, width, bracket, line, narrow, bare, column, pairs } = places;
  const [from, to] = [left + 0.04 * column, width - left - 0.04 * column];
  context.strokeStyle = theme.position;
  context.lineWidth = 1.75;
  context.beginPath();
  context.moveTo(from, bracket - 9);
  context.arcTo(from, bracket, to, bracket, 4);
  context.arcTo(to, bracket, to, bracket - 9, 4);
  context.lineTo(to, bracket - 9);
  context.moveTo(pill, bracket);
  context.lineTo(pill, line - PILL / 2);
  context.stroke();
  if (narrow || bare) return;
  const wavelengths = turns();
  const [fast, slow] = [pairs[0], pairs[pairs.length - 1]].map((pair) =>
    wavelength(wavelengths[pair]),
  );
  const slower = WIDTH / 2 - pairs[pairs.length - 1] - 1;
  const brief = width < 1000;
  context.font = `400 15.5px ${theme.font}`;
  context.fillStyle = theme.muted;
  context.textBaseline = "middle";
  context.textAlign = "left";
  arrow(context, from + 9, bracket + 22, -1, theme.muted);
  context.fillText(`fast: a turn every ${fast} words`, from + 26, bracket + 22);
  context.textAlign = "right";
  const more = brief ? "" : `; ${slower} more are slower still`;
  context.fillText(`slow: a turn every ${slow} words${more}`, to - 26, bracket + 22);
  arrow(context, to - 9, bracket + 22, 1, theme.muted);
}

/** @param {Context} context @param {number} x @param {number} y @param {1 | -1} to @param {string} colour */
function arrow(context, x, y, to, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(x - 6 * to, y);
  context.lineTo(x + 6 * to, y);
  context.moveTo(x + 2 * to, y - 4);
  context.lineTo(x + 6 * to, y);
  context.lineTo(x + 2 * to, y + 4);
  context.stroke();
}

/** @param {Context} context @param {Places} places @param {State} state @param {number} pill @param {Theme} theme */
function drawWords(context, places, { position, over, follows }, pill, theme) {
  const { width, line, size, centres, widths, narrow } = places;
  const now = Math.round(position);
  const same = new Set(equals(now));
  // Under a pill that is dragged the line lies still.
  const at = follows ? position : stepped(position);
  const scroll = between(centres, at);
  const wide = pillWidth(places, position);
  const middleOf = (/** @type {number} */ n) =>
    pill + centres[n] - scroll + Math.sign(n - at) * CHEVRON * smooth(0.25, 0.75, Math.abs(n - at));
  const shown = words
    .map((_, n) => n)
    .filter((n) => Math.abs(middleOf(n) - width / 2) < width / 2 + 80);
  const write = (/** @type {(n: number) => string} */ colour) => {
    context.font = `400 ${size}px ${theme.title}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (const n of shown) {
      context.fillStyle = colour(n);
      context.fillText(words[n], middleOf(n), line + 0.29 * size);
    }
  };
  write((n) => (same.has(n) ? theme.position : theme.ink));
  context.textBaseline = "middle";
  for (const n of places.bare ? [] : shown) {
    // Short words stand close: every number that has room.
    if (n !== now && widths[n] < 14 && narrow) continue;
    context.font = `${n === now ? 600 : 400} ${narrow ? 14 : 15}px ${theme.font}`;
    context.fillStyle = same.has(n) ? theme.position : theme.muted;
    context.fillText(String(n), middleOf(n), line + (narrow ? 39 : 42));
  }
  // Both ends run into the paper.
  const reach = Math.max(0.1 * width, 36);
  for (const [from, to] of [
    [0, reach],
    [width, width - reach],
  ]) {
    const fade = context.createLinearGradient(from, 0, to, 0);
    fade.addColorStop(0, theme.paper);
    fade.addColorStop(1, clear(theme.paper));
    context.fillStyle = fade;
    context.fillRect(Math.min(from, to), line - PILL / 2 - 4, reach, PILL + 36);
  }
  drawPill(context, pill, line, wide, over, theme);
  context.save();
  context.beginPath();
  context.roundRect(pill - wide / 2 + 24, line - PILL / 2, wide - 48, PILL, 6);
  context.clip();
  write(() => theme.paper);
  context.restore();
}

/** @param {Context} context @param {number} x @param {number} y @param {number} wide @param {boolean} over @param {Theme} theme */
function drawPill(context, x, y, wide, over, theme) {
  context.save();
  context.beginPath();
  context.roundRect(x - wide / 2, y - PILL / 2, wide, PILL, PILL / 2);
  context.shadowColor = theme.scheme === "dark" ? "rgba(0, 0, 0, 0.6)" : "rgba(60, 20, 40, 0.28)";
  context.shadowBlur = 10;
  context.shadowOffsetY = 2;
  context.fillStyle = theme.position;
  context.fill();
  context.restore();
  if (over) {
    context.beginPath();
    context.roundRect(x - wide / 2 - 4, y - PILL / 2 - 4, wide + 8, PILL + 8, PILL / 2 + 4);
    context.strokeStyle = theme.position;
    context.lineWidth = 1.4;
    context.stroke();
  }
  context.strokeStyle = theme.paper;
  context.lineWidth = 2.25;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const side of [-1, 1]) {
    const at = x + side * (wide / 2 - 15);
    context.beginPath();
    context.moveTo(at - side * 3.5, y - 6);
    context.lineTo(at + side * 3, y);
    context.lineTo(at - side * 3.5, y + 6);
    context.stroke();
  }
  context.lineCap = "butt";
}

/**
 * @typedef {object} State
 * @property {number} position
 * @property {number} away how far the pill is from the middle, in pixels
 * @property {boolean} over the pointer is on it
 * @property {boolean} follows it follows a drag along the words
 */

/** @param {Context} context @param {Places} places @param {Samples} samples @param {HTMLCanvasElement} cells @param {State} state @param {Theme} theme */
export function drawHook(context, places, samples, cells, state, theme) {
  const { position, away } = state;
  context.clearRect(0, 0, places.width, places.height);
  const values = rowAt(position);
  const pill = places.width / 2 + away;
  drawTape(context, places, samples, cells, position, values, theme);
  drawBracket(context, places, pill, theme);
  drawDials(context, places, position, values, theme);
  drawWords(context, places, state, pill, theme);
}
