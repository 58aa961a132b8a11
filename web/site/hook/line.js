// The line of words on the first screen, and the pill above it.
import { equals, words } from "./words.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Places, State } from "./draw.js" */

/** @typedef {CanvasRenderingContext2D} Context */

/** Width for a chevron beside the word in the pill. */
const CHEVRON = 27;
/** The pill's height. */
export const PILL = 48;

/** The centres and widths of the words in their line. @param {number} size font size @param {Theme} theme @param {CanvasRenderingContext2D} context */
export function measured(size, theme, context) {
  context.font = `400 ${size}px ${theme.title}`;
  const gap = context.measureText(" ").width * 1.15;
  const widths = words.map((word) => context.measureText(word).width);
  let at = -widths[0] / 2;
  const centres = widths.map((width) => {
    at += width + gap;
    return at - gap - width / 2;
  });
  return { centres, widths };
}

/** A list's value at a fractional index, interpolated. @param {readonly number[]} values @param {number} at */
export function between(values, at) {
  const n = Math.min(Math.max(Math.floor(at), 0), values.length - 2);
  return values[n] + (values[n + 1] - values[n]) * (at - n);
}

/** From 0 to 1 while a number goes from `from` to `to`. @param {number} from @param {number} to @param {number} at */
function smooth(from, to, at) {
  const part = Math.min(Math.max((at - from) / (to - from), 0), 1);
  return part * part * (3 - 2 * part);
}

/** The position for the words: they move between 30 and 70 % of a step; hands and tape move evenly. @param {number} position */
const stepped = (position) => Math.floor(position) + smooth(0.3, 0.7, position % 1);

/** The pill's width: that of its word, and two chevrons. @param {Places} places @param {number} position */
export const pillWidth = ({ widths }, position) => between(widths, stepped(position)) + 2 * CHEVRON;

/** @param {Context} context @param {Places} places @param {State} state @param {number} pill @param {Theme} theme */
export function drawWords(context, places, { position, over, follows }, pill, theme) {
  const { width, line, size, centres, widths, narrow } = places;
  const now = Math.round(position);
  const same = new Set(equals(now));
  // While the pill is dragged, the line under it stays still.
  const at = follows ? position : stepped(position);
  const scroll = between(centres, at);
  const wide = pillWidth(places, position);
  const middleOf = (/** @type {number} */ n) =>
    pill + centres[n] - scroll + Math.sign(n - at) * CHEVRON * smooth(0.25, 0.75, Math.abs(n - at));
  const shown = words
    .map((_, n) => n)
    .filter((n) => Math.abs(middleOf(n) - width / 2) < width / 2 + 80);
  const write = (/** @type {number[]} */ some, /** @type {(n: number) => string} */ colour) => {
    context.font = `400 ${size}px ${theme.title}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (const n of some) {
      context.fillStyle = colour(n);
      context.fillText(words[n], middleOf(n), line + 0.29 * size);
    }
  };
  write(shown, (n) => (same.has(n) ? theme.position : theme.ink));
  context.textBaseline = "middle";
  const below = line + (narrow ? 39 : 42);
  const number = (/** @type {number} */ n) => {
    context.fillStyle = same.has(n) ? theme.position : theme.muted;
    context.fillText(String(n), middleOf(n), below);
  };
  // In narrow windows, short words have no room for a number.
  context.font = `400 ${narrow ? 14 : 15}px ${theme.font}`;
  for (const n of shown) if (n !== now && (widths[n] >= 14 || !narrow)) number(n);
  context.font = `600 ${narrow ? 14 : 15}px ${theme.font}`;
  number(now);
  // Both ends fade into the background.
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
  const inside = shown.filter((n) => Math.abs(n - position) < 1);
  context.save();
  context.beginPath();
  context.roundRect(pill - wide / 2 + 24, line - PILL / 2, wide - 48, PILL, 6);
  context.clip();
  write(inside, () => theme.paper);
  context.restore();
}

/** @param {Context} context @param {number} x @param {number} y @param {number} wide @param {boolean} over @param {Theme} theme */
function drawPill(context, x, y, wide, over, theme) {
  context.save();
  // A soft shadow made of a few layers: a blur would take longer than everything else.
  context.fillStyle = "#000";
  context.globalAlpha = theme.scheme === "dark" ? 0.12 : 0.05;
  for (let n = 3; n > 0; n--) {
    context.beginPath();
    const [across, down] = [wide + 2 * n, PILL + 2 * n];
    context.roundRect(x - across / 2, y - down / 2 + 2, across, down, down / 2);
    context.fill();
  }
  context.globalAlpha = 1;
  context.beginPath();
  context.roundRect(x - wide / 2, y - PILL / 2, wide, PILL, PILL / 2);
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

/** A colour, made fully transparent. @param {string} colour */
export const clear = (colour) => colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0)");
