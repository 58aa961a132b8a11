// Draws the wavelengths of each rule in a panel of its own, over those that the model was trained with.
import { covers, drawAxis, labelFont, onPixels, toMiddle, toPixel } from "../canvas/axes.js";
import { drawBand, drawRing } from "../canvas/crosshair.js";
import { short, whole } from "../core/numbers.js";
import { RULES } from "../models/scaling.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { Contexts, Ruled } from "../models/scaling.js" */

/**
 * @typedef {object} ScalingModel
 * @property {Ruled[]} rules shown
 * @property {Float64Array} plain wavelengths without a rule
 * @property {Contexts} contexts
 * @property {number} pair marked
 */

const HEAD = 44;
const PANEL = 150;
const FOOT = 30;
const LEFT = 52;
/** Half of the last pair's number. */
const RIGHT = 14;
const GAP = 28;
const KEY = 22;

/** @param {number} width @param {number} panels */
function gridOf(width, panels) {
  const most = width >= 900 ? 4 : width >= 560 ? 3 : width >= 300 ? 2 : 1;
  const rows = Math.ceil(panels / most);
  return { rows, columns: Math.max(1, Math.ceil(panels / Math.max(rows, 1))) };
}

/** @param {number} width @param {number} panels @returns {number} CSS pixels of a figure so wide */
export const heightOf = (width, panels) =>
  KEY + Math.max(gridOf(width, panels).rows, 1) * (HEAD + PANEL + FOOT);

/** @typedef {{ frame: Frame, pair: Scale, length: Scale, first: boolean }} Panel length: of logarithms to base 10 */

/** @param {Size} size @param {Pick<ScalingModel, "rules" | "plain" | "contexts">} model @returns {Panel[]} */
export function planScaling(size, { rules, plain, contexts }) {
  const { columns } = gridOf(size.width, rules.length);
  const width = (size.width - LEFT - RIGHT - (columns - 1) * GAP) / columns;
  const all = [contexts.extended, plain[plain.length - 1]];
  for (const rule of rules) all.push(...rule.wavelengths.filter(Number.isFinite));
  const [from, to] = [Math.log10(Math.max(...all)) + 0.15, Math.log10(plain[0]) - 0.15];
  return rules.map((_, n) => {
    const row = Math.floor(n / columns);
    const left = LEFT + (n % columns) * (width + GAP);
    const top = KEY + row * (HEAD + PANEL + FOOT) + HEAD;
    const frame = onPixels({ left, top, width, height: PANEL }, size.ratio);
    return {
      frame,
      pair: { from: 0, to: plain.length, at: frame.left, size: frame.width },
      length: { from, to, at: frame.top, size: frame.height },
      first: n % columns === 0,
    };
  });
}

/** The pair under a pixel of any panel. @param {Panel[]} panels @param {number} x @param {number} y */
export function pairAt(panels, x, y) {
  const panel = panels.find(({ frame }) => covers(frame, x, y));
  if (!panel) return undefined;
  return Math.floor(((x - panel.frame.left) / panel.frame.width) * panel.pair.to);
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {ScalingModel} model @param {Theme} theme */
export function drawData(context, size, model, theme) {
  const { rules, plain, contexts } = model;
  const panels = planScaling(size, model);
  drawKeys(context, contexts, size.width, theme);
  panels.forEach((panel, n) => {
    const { frame, pair, length } = panel;
    const { wavelengths, missing } = rules[n];
    const level = (/** @type {number} */ own) => toPixel(length, Math.log10(own));
    const top = (/** @type {number} */ own) => Math.max(level(own), frame.top - 2);
    context.lineWidth = 1;
    for (const [own, dash] of /** @type {[number, number[]][]} */ ([
      [contexts.original, [2, 3]],
      [contexts.extended, []],
    ])) {
      context.strokeStyle = theme.position;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(frame.left, level(own));
      context.lineTo(frame.left + frame.width, level(own));
      context.stroke();
      context.setLineDash([]);
    }
    if (missing === undefined) {
      context.beginPath();
      plain.forEach((own, i) => {
        context.lineTo(toMiddle(pair, i), level(own));
      });
      for (let i = plain.length - 1; i >= 0; i--) {
        context.lineTo(toMiddle(pair, i), top(wavelengths[i]));
      }
      context.globalAlpha = 0.28;
      context.fillStyle = theme.dimension;
      context.fill();
      context.globalAlpha = 1;
    }
    drawCurve(context, panel, plain, theme.muted, 1);
    if (missing === undefined) drawCurve(context, panel, wavelengths, theme.dimension, 2);
  });
}

/** @param {CanvasRenderingContext2D} context @param {Panel} panel @param {Float64Array} wavelengths @param {string} colour @param {number} width */
function drawCurve(context, { pair, length, frame }, wavelengths, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  wavelengths.forEach((own, i) => {
    const y = Math.max(toPixel(length, Math.log10(own)), frame.top - 2);
    context.lineTo(toMiddle(pair, i), y);
  });
  context.stroke();
}

/** What the two lines are. @param {CanvasRenderingContext2D} context @param {Contexts} contexts @param {number} width @param {Theme} theme */
function drawKeys(context, { original, extended }, width, theme) {
  context.font = labelFont(theme);
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.fillStyle = theme.muted;
  const brief = width < 480;
  context.fillText(brief ? "wavelength λ" : "wavelength λ of each pair", 0, 9.5);
  context.textAlign = "right";
  context.fillStyle = theme.position;
  const words = brief
    ? [`┄ ${short(original)}`, `— ${short(extended)}`]
    : [`┄ trained on ${whole(original)}`, `— stretched to ${whole(extended)}`];
  const shown = extended === original ? words.slice(0, 1) : words;
  context.fillText(shown.join("   ") + (brief ? "" : " positions"), width - RIGHT, 9.5);
}

/** A divisor in a few digits. @param {number} divisor */
export const dividedBy = (divisor) =>
  Number.isFinite(divisor)
    ? `÷${divisor < 99.95 ? Number(divisor.toPrecision(3)) : whole(divisor)}`
    : "still";

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {ScalingModel} model @param {Theme} theme */
export function drawCrosshair(context, size, model, theme) {
  const { rules, pair } = model;
  planScaling(size, model).forEach((panel, n) => {
    const { frame, length } = panel;
    const { rule, own, wavelengths, divisors, missing } = rules[n];
    const x = toMiddle(panel.pair, pair);
    const colour = theme.dimension;
    drawBand(
      context,
      frame,
      { direction: "down", from: x, to: x, colour, dashed: true },
      theme.paper,
    );
    if (missing === undefined) {
      const y = Math.max(toPixel(length, Math.log10(wavelengths[pair])), frame.top);
      drawRing(context, x, y, theme.ink, theme.paper);
    }
    const powers = [];
    for (let power = Math.ceil(length.to); power <= length.from; power++) powers.push(power);
    const values = { ...length, from: length.from + 0.5, to: length.to + 0.5 };
    const label = (/** @type {number} */ power) => (panel.first ? short(10 ** power) : "");
    drawAxis(context, frame, { side: "left", scale: values, ticks: powers, label }, theme);
    const last = panel.pair.to - 1;
    const ends = { ticks: [0, last], label: whole, mark: { cell: pair, colour } };
    drawAxis(context, frame, { side: "bottom", scale: panel.pair, ...ends }, theme);
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.font = labelFont(theme, own ? "600" : "");
    context.fillStyle = theme.ink;
    const name = RULES[rule] + (own ? ", its own" : "");
    context.fillText(name, frame.left, frame.top - 32);
    context.font = labelFont(theme);
    context.fillStyle = theme.muted;
    if (missing !== undefined) {
      context.fillText("not for this model", frame.left, frame.top - 15);
      return;
    }
    context.fillStyle = theme.dimension;
    const places = /** @type {const} */ ([
      [0, "left", 0],
      [last >> 1, "center", 0.5],
      [last, "right", 1],
    ]);
    for (const [at, align, part] of places) {
      context.textAlign = align;
      context.fillText(dividedBy(divisors[at]), frame.left + part * frame.width, frame.top - 15);
    }
  });
}
