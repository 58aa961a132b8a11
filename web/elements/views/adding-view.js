// Draws embeddings, positions and what becomes of them as strips of cells with their norms, and below
// what two tokens' score consists of.
import { labelFont, onPixels } from "../canvas/axes.js";
import { drawBand } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed } from "../core/numbers.js";
import { formulaOf, TOKENS } from "../models/adding.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame } from "../canvas/axes.js" */
/** @import { AddingModel, Of, Terms } from "../models/adding.js" */

/** @typedef {{ query: number, key: number }} Pair of tokens */
/** @typedef {{ strips: Frame[], norms: { left: number, width: number }, bars: Frame[], columns: number }} AddingPlan */

const LEFT = 18;
const KEY = 26;
const TITLE = 20;
const ROW = 13;
const GAP = 10;
const BAR = 16;
const LINE = 19;
const NUMBER = 46;
const WIDE = 560;

const STRIP = TITLE + TOKENS * ROW + GAP;

/** @param {number} width */
const termsHeight = (width) => TITLE + BAR + LINE * (width >= WIDE ? 1 : 2) + GAP;

/** @param {number} width @returns {number} CSS pixels of a figure so wide */
export const heightOf = (width) => KEY + 3 * STRIP + 2 * termsHeight(width);

/** @param {Size} size @param {Of} of @returns {AddingPlan} */
export function planAdding({ width, ratio }, { combine, where }) {
  const right = width < 480 ? 88 : 150;
  const room = width - LEFT - right - GAP;
  const concatenates = combine === "concatenate";
  const part = concatenates ? room / 2 : room;
  const whole = concatenates && where === "after" ? room : part;
  const strip = (/** @type {number} */ n, /** @type {number} */ left, /** @type {number} */ wide) =>
    onPixels(
      { left: LEFT + left, top: KEY + n * STRIP + TITLE, width: wide, height: TOKENS * ROW },
      ratio,
    );
  const below = KEY + 3 * STRIP;
  const bar = (/** @type {number} */ n) =>
    onPixels({ left: 0, top: below + n * termsHeight(width) + TITLE, width, height: BAR }, ratio);
  return {
    strips: [strip(0, 0, part), strip(1, concatenates ? part : 0, part), strip(2, 0, whole)],
    norms: { left: LEFT + room + GAP, width: right },
    bars: [bar(0), bar(1)],
    columns: width >= WIDE ? 4 : 2,
  };
}

/** The token whose row is at a height. @param {AddingPlan} plan @param {number} y */
export function tokenAt({ strips }, y) {
  const strip = strips.find(({ top, height }) => y >= top && y < top + height);
  return strip && Math.floor(((y - strip.top) / strip.height) * TOKENS);
}

/** @param {Of} of */
const titlesOf = (of) => [
  of.scale === "sqrt" ? "√d · embedding, x" : "embedding, x",
  "position, p",
  formulaOf(of),
];

export class AddingView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {AddingModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const { of, width, embeddings, encodings, results, norms } = model;
    const plan = planAdding(size, of);
    const all = [embeddings, encodings, results];
    const high = Math.max(...all.map((values) => Math.max(...values.map(Math.abs))));
    const table = colourTable("diverging", theme.scheme);
    const longest = Math.max(...norms.flatMap((own) => [...own]));
    all.forEach((values, n) => {
      const frame = plan.strips[n];
      const columns = n < 2 ? of.dModel : width;
      drawMatrix(
        context,
        frame,
        size.ratio,
        this.#pixels,
        { values, columns, rows: TOKENS, across: 1, down: columns },
        { left: 0, right: columns, top: 0, bottom: TOKENS },
        { table, low: -high, high },
      );
      context.strokeStyle = theme.hairline;
      context.lineWidth = 1 / size.ratio;
      context.strokeRect(frame.left, frame.top, frame.width, frame.height);
      context.fillStyle = coloursOf(theme)[n];
      context.font = labelFont(theme, "600");
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillText(titlesOf(of)[n], frame.left, frame.top - TITLE / 2);
      drawNorms(context, plan, n, norms[n], longest, theme);
    });
    const ends = { low: fixed(-high, 2), high: fixed(high, 2), title: "" };
    drawKey(context, { right: size.width, top: 6 }, table, ends, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {AddingModel} model @param {Pair} pair @param {Theme} theme */
  drawCrosshair(context, size, model, pair, theme) {
    const plan = planAdding(size, model.of);
    for (const frame of plan.strips) {
      const band = (/** @type {number} */ token) => ({
        direction: /** @type {const} */ ("across"),
        from: frame.top + token * ROW,
        to: frame.top + (token + 1) * ROW,
        colour: theme.position,
      });
      if (pair.key !== pair.query)
        drawBand(context, frame, { ...band(pair.key), dashed: true }, theme.paper);
      drawBand(context, frame, band(pair.query), theme.paper);
      drawTokens(context, frame, pair, theme);
    }
    const own = model.terms(pair.query, pair.query);
    const both = model.terms(pair.query, pair.key);
    const reach = reachOf([own, both]);
    drawTerms(
      context,
      plan,
      0,
      `token ${pair.query} with itself, its norm squared`,
      own,
      reach,
      theme,
    );
    drawTerms(context, plan, 1, `tokens ${pair.query} and ${pair.key}`, both, reach, theme);
  }
}

/** Of embedding, position and result. @param {Theme} theme */
const coloursOf = (theme) => [theme.dimension, theme.position, theme.ink];

/** @param {CanvasRenderingContext2D} context @param {AddingPlan} plan @param {number} strip @param {Float64Array} norms @param {number} longest @param {Theme} theme */
function drawNorms(context, { strips, norms: { left, width } }, strip, norms, longest, theme) {
  const { top } = strips[strip];
  context.font = labelFont(theme);
  context.textBaseline = "middle";
  context.textAlign = "right";
  context.fillStyle = theme.muted;
  context.fillText("norm", left + width, top - TITLE / 2);
  norms.forEach((norm, token) => {
    const middle = top + (token + 0.5) * ROW;
    context.fillStyle = coloursOf(theme)[strip];
    context.fillRect(left, middle - 3, (norm / longest) * (width - NUMBER), 6);
    context.fillStyle = theme.ink;
    context.fillText(fixed(norm, 3), left + width, middle + 0.5);
  });
}

/** The tokens' numbers beside their rows. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Pair} pair @param {Theme} theme */
function drawTokens(context, frame, { query, key }, theme) {
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (let token = 0; token < TOKENS; token++) {
    const marked = token === query || token === key;
    context.font = labelFont(theme, marked ? "600" : "");
    context.fillStyle = marked ? theme.position : theme.muted;
    context.fillText(String(token), frame.left - 6, frame.top + (token + 0.5) * ROW + 0.5);
  }
}

/** @param {Terms} terms @param {Theme} theme @returns {{ name: string, value: number, colour: string, pale: boolean }[]} */
const partsOf = ({ contents, contentPosition, positionContent, positions }, theme) => [
  { name: "x·x′", value: contents, colour: theme.dimension, pale: false },
  { name: "x·p′", value: contentPosition, colour: theme.offset, pale: false },
  { name: "p·x′", value: positionContent, colour: theme.offset, pale: true },
  { name: "p·p′", value: positions, colour: theme.position, pale: false },
];

/** How far bars go to either side of nought. @param {Terms[]} all */
function reachOf(all) {
  const sum = (/** @type {1 | -1} */ sign) =>
    Math.max(
      0,
      ...all.map((terms) =>
        [terms.contents, terms.contentPosition, terms.positionContent, terms.positions]
          .map((value) => Math.max(sign * value, 0))
          .reduce((a, b) => a + b),
      ),
    );
  return { below: sum(-1), above: sum(1) };
}

/** @param {CanvasRenderingContext2D} context @param {AddingPlan} plan @param {number} n @param {string} title @param {Terms} terms @param {{ below: number, above: number }} reach @param {Theme} theme */
function drawTerms(context, { bars, columns }, n, title, terms, { below, above }, theme) {
  const { left, top, width, height } = bars[n];
  const unit = width / (below + above || 1);
  const zero = left + below * unit;
  const ends = [zero, zero];
  const parts = partsOf(terms, theme);
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.font = labelFont(theme);
  context.fillStyle = theme.ink;
  context.fillText(title, left, top - TITLE / 2);
  context.font = labelFont(theme, "600");
  context.textAlign = "right";
  context.fillText(fixed(terms.score, 4), left + width, top - TITLE / 2);
  context.textAlign = "left";
  context.font = labelFont(theme);
  parts.forEach(({ name, value, colour, pale }, part) => {
    const side = value < 0 ? 0 : 1;
    const size = Math.abs(value) * unit;
    const at = value < 0 ? ends[0] - size : ends[1];
    ends[side] += value * unit;
    const x = left + (part % columns) * (width / columns);
    const y = top + height + LINE * (Math.floor(part / columns) + 0.5) + 1;
    context.fillStyle = colour;
    context.globalAlpha = pale ? 0.5 : 1;
    context.fillRect(at, top, size, height);
    context.fillRect(x, y - 5, 10, 10);
    context.globalAlpha = 1;
    context.fillStyle = theme.ink;
    context.fillText(`${name} ${fixed(value, 4)}`, x + 16, y + 0.5);
  });
  context.fillStyle = theme.ink;
  context.fillRect(zero - 0.5, top - 2, 1, height + 4);
}
