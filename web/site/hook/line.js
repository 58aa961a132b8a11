// The line of words on the first screen, and the pill above it.
import { sameWordPositions, words } from "./words.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Layout, State } from "./draw.js" */

/** @typedef {CanvasRenderingContext2D} Context */

/** Width for a chevron beside the word in the pill. */
const CHEVRON = 27;
/** The pill's height. */
export const PILL = 48;

/** The centres and widths of the words in their line. @param {number} size font size @param {Theme} theme @param {CanvasRenderingContext2D} context */
export function measureWords(size, theme, context) {
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
export function interpolate(values, at) {
  const n = Math.min(Math.max(Math.floor(at), 0), values.length - 2);
  return values[n] + (values[n + 1] - values[n]) * (at - n);
}

/** From 0 to 1 while a number goes from `from` to `to`. @param {number} from @param {number} to @param {number} at */
function smoothstep(from, to, at) {
  const t = Math.min(Math.max((at - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
}

/** The position for the words: they move between 30 and 70 % of a step; hands and tape move evenly. @param {number} position */
const steppedPosition = (position) => Math.floor(position) + smoothstep(0.3, 0.7, position % 1);

/** The pill's width: that of its word, and two chevrons. @param {Layout} layout @param {number} position */
export const pillWidth = ({ widths }, position) =>
  interpolate(widths, steppedPosition(position)) + 2 * CHEVRON;

/** @param {Context} context @param {Layout} layout @param {State} state @param {number} pillX @param {Theme} theme */
export function drawWords(context, layout, { position, isHovered, isDragged }, pillX, theme) {
  const { width, line, size, centres, widths, narrow } = layout;
  const current = Math.round(position);
  const sameWords = new Set(sameWordPositions(current));
  // While the pill is dragged, the line under it stays still.
  const at = isDragged ? position : steppedPosition(position);
  const scroll = interpolate(centres, at);
  const pillSpan = pillWidth(layout, position);
  const wordX = (/** @type {number} */ n) =>
    pillX +
    centres[n] -
    scroll +
    Math.sign(n - at) * CHEVRON * smoothstep(0.25, 0.75, Math.abs(n - at));
  const visible = words
    .map((_, n) => n)
    .filter((n) => Math.abs(wordX(n) - width / 2) < width / 2 + 80);
  const drawText = (
    /** @type {number[]} */ indices,
    /** @type {(n: number) => string} */ colour,
  ) => {
    context.font = `400 ${size}px ${theme.title}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (const n of indices) {
      context.fillStyle = colour(n);
      context.fillText(words[n], wordX(n), line + 0.29 * size);
    }
  };
  drawText(visible, (n) => (sameWords.has(n) ? theme.position : theme.ink));
  context.textBaseline = "middle";
  const numberY = line + (narrow ? 39 : 42);
  const drawNumber = (/** @type {number} */ n) => {
    context.fillStyle = sameWords.has(n) ? theme.position : theme.muted;
    context.fillText(String(n), wordX(n), numberY);
  };
  // In narrow windows, short words have no room for a number.
  context.font = `400 ${narrow ? 14 : 15}px ${theme.font}`;
  for (const n of visible) if (n !== current && (widths[n] >= 14 || !narrow)) drawNumber(n);
  context.font = `600 ${narrow ? 14 : 15}px ${theme.font}`;
  drawNumber(current);
  // Both ends fade into the background.
  const fadeWidth = Math.max(0.1 * width, 36);
  for (const [from, to] of [
    [0, fadeWidth],
    [width, width - fadeWidth],
  ]) {
    const fade = context.createLinearGradient(from, 0, to, 0);
    fade.addColorStop(0, theme.paper);
    fade.addColorStop(1, transparent(theme.paper));
    context.fillStyle = fade;
    context.fillRect(Math.min(from, to), line - PILL / 2 - 4, fadeWidth, PILL + 36);
  }
  drawPill(context, pillX, line, pillSpan, isHovered, theme);
  const covered = visible.filter((n) => Math.abs(n - position) < 1);
  context.save();
  context.beginPath();
  context.roundRect(pillX - pillSpan / 2 + 24, line - PILL / 2, pillSpan - 48, PILL, 6);
  context.clip();
  drawText(covered, () => theme.paper);
  context.restore();
}

/** @param {Context} context @param {number} x @param {number} y @param {number} width @param {boolean} isHovered @param {Theme} theme */
function drawPill(context, x, y, width, isHovered, theme) {
  context.save();
  // A soft shadow made of a few layers: a blur would take longer than everything else.
  context.fillStyle = "#000";
  context.globalAlpha = theme.scheme === "dark" ? 0.12 : 0.05;
  for (let n = 3; n > 0; n--) {
    context.beginPath();
    const [w, h] = [width + 2 * n, PILL + 2 * n];
    context.roundRect(x - w / 2, y - h / 2 + 2, w, h, h / 2);
    context.fill();
  }
  context.globalAlpha = 1;
  context.beginPath();
  context.roundRect(x - width / 2, y - PILL / 2, width, PILL, PILL / 2);
  context.fillStyle = theme.position;
  context.fill();
  context.restore();
  if (isHovered) {
    context.beginPath();
    context.roundRect(x - width / 2 - 4, y - PILL / 2 - 4, width + 8, PILL + 8, PILL / 2 + 4);
    context.strokeStyle = theme.position;
    context.lineWidth = 1.4;
    context.stroke();
  }
  context.strokeStyle = theme.paper;
  context.lineWidth = 2.25;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const side of [-1, 1]) {
    const at = x + side * (width / 2 - 15);
    context.beginPath();
    context.moveTo(at - side * 3.5, y - 6);
    context.lineTo(at + side * 3, y);
    context.lineTo(at - side * 3.5, y + 6);
    context.stroke();
  }
  context.lineCap = "butt";
}

/** A colour, made fully transparent. @param {string} colour */
export const transparent = (colour) => colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0)");
