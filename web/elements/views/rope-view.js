// Draws queries and keys that a rotary embedding turned: which features make a pair, three pairs on
// dials, and the score.
import { labelFont, onPixels, toCell, toPixel } from "../canvas/axes.js";
import { drawBand } from "../canvas/crosshair.js";
import { drawArrow, drawFace, drawHand, tipOf } from "../canvas/dial.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed, wavelength, whole } from "../core/numbers.js";
import { drawCache, drawSum } from "./rope-score.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { Dial, Turn } from "../canvas/dial.js" */
/** @import { PairTurn, RopeModel } from "../models/rope.js" */

const STRIP = { top: 22, height: 14, arcs: 34 };
const SCORE_HEIGHT = 250;
const CAPTIONS = 58;
const HEADING = 20;
const GAP = 26;
/** From this width on, dials and score stand side by side. */
const ROOM_BESIDE = 720;
/** Of more pairs than this, only those on the dials are linked. */
const MOST_ARCS = 64;

/** @param {number} width */
function dialsOf(width) {
  const beside = width >= ROOM_BESIDE;
  const room = beside ? 0.47 * width : width;
  return { beside, room, side: Math.min(room / 3 - 10, 168) };
}

const dialsTop = STRIP.top + STRIP.height + STRIP.arcs + GAP;

/** @param {number} width @returns {number} CSS pixels of a figure so wide */
export function heightOf(width) {
  const { beside, side } = dialsOf(width);
  const dials = HEADING + side + CAPTIONS;
  return Math.ceil(
    dialsTop + (beside ? Math.max(dials, SCORE_HEIGHT) : dials + GAP / 2 + SCORE_HEIGHT),
  );
}

/** @typedef {{ strip: Frame, feature: Scale, dials: Dial[], score: Frame }} RopePlan */

/** @param {Size} size @param {number} width features @returns {RopePlan} */
export function planRope(size, width) {
  const { beside, room, side } = dialsOf(size.width);
  const strip = onPixels(
    { left: 0, top: STRIP.top, width: size.width, height: STRIP.height },
    size.ratio,
  );
  const height = HEADING + side + CAPTIONS;
  const top = dialsTop + (beside ? Math.max((SCORE_HEIGHT - height) / 2, 0) : 0);
  const left = beside ? room + 58 : 46;
  return {
    strip,
    feature: { from: 0, to: width, at: strip.left, size: strip.width },
    dials: [0, 1, 2].map((n) => ({
      x: ((n + 0.5) / 3) * room,
      y: top + HEADING + side / 2,
      radius: side / 2 - 4,
    })),
    score: onPixels(
      {
        left,
        top: (beside ? dialsTop : top + height + GAP / 2) + 24,
        width: size.width - left - 8,
        height: SCORE_HEIGHT - 24 - 44,
      },
      size.ratio,
    ),
  };
}

/** Where the longest hands end: there is room for their names. @param {Dial} dial @returns {Dial} */
export const handsOf = (dial) => ({ ...dial, radius: 0.8 * dial.radius });

/** The feature whose cell is under a pixel. @param {RopePlan} plan @param {number} x @param {number} y */
export function featureAt({ strip, feature }, x, y) {
  if (y < strip.top || y >= strip.top + strip.height + STRIP.arcs) return undefined;
  if (x < strip.left || x >= strip.left + strip.width) return undefined;
  return Math.floor(toCell(feature, x));
}

/** Which of `cells` lies under a pixel of the score. @param {RopePlan} plan @param {number} cells @param {number} x @param {number} y */
export function cellAt({ score }, cells, x, y) {
  if (y < score.top || y >= score.top + score.height) return undefined;
  if (x < score.left || x >= score.left + score.width) return undefined;
  return Math.floor(((x - score.left) / score.width) * cells);
}

export class RopeView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {RopeModel} model @param {Theme} theme */
  drawData(context, size, { query, width }, theme) {
    const { strip } = planRope(size, width);
    drawMatrix(
      context,
      strip,
      size.ratio,
      this.#pixels,
      { values: query, columns: width, rows: 1, across: 1, down: width },
      { left: 0, right: width, top: 0, bottom: 1 },
      { table: colourTable("diverging", theme.scheme), low: -1, high: 1 },
    );
    context.font = labelFont(theme);
    context.fillStyle = theme.muted;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillText(`the ${width} features of q before turning`, 0, 9.5);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {RopeModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planRope(size, model.width);
    drawLinks(context, plan, model, theme);
    model.turns.forEach((turn, n) => {
      drawPair(context, plan.dials[n], turn, turn.pair === model.pair, theme);
    });
    const frame = plan.score;
    if (model.cache) drawCache(context, frame, model.cache, theme);
    else drawSum(context, frame, model, theme);
  }
}

/** Arcs between the features of a pair. @param {CanvasRenderingContext2D} context @param {RopePlan} plan @param {RopeModel} model @param {Theme} theme */
function drawLinks(context, { strip, feature }, { features, width, turns, pair }, theme) {
  const bottom = strip.top + strip.height;
  /** @param {number} which */
  const trace = (which) => {
    const [from, to] = features(which).map((cell) => toPixel(feature, cell + 0.5));
    const depth = Math.min(4 + (to - from) / 6, STRIP.arcs - 4);
    context.moveTo(from, bottom + 1);
    context.bezierCurveTo(from, bottom + 1.33 * depth, to, bottom + 1.33 * depth, to, bottom + 1);
  };
  context.beginPath();
  for (let which = 0; which < width / 2 && width / 2 <= MOST_ARCS; which++) trace(which);
  context.strokeStyle = theme.hairline;
  context.lineWidth = 1;
  context.stroke();
  context.strokeStyle = theme.dimension;
  for (const turn of turns) {
    context.beginPath();
    trace(turn.pair);
    context.lineWidth = turn.pair === pair ? 2 : 1.25;
    context.stroke();
  }
  for (const cell of features(pair)) {
    const [from, to] = [toPixel(feature, cell), toPixel(feature, cell + 1)];
    const frame = { ...strip, top: strip.top - 1, height: strip.height + 2 };
    const band = /** @type {const} */ ({ direction: "down", from, to, colour: theme.dimension });
    drawBand(context, frame, band, theme.paper);
  }
}

/** @param {CanvasRenderingContext2D} context @param {Dial} dial @param {PairTurn} turn @param {boolean} marked @param {Theme} theme */
function drawPair(
  context,
  dial,
  { name, pair, wavelength: own, contribution, query, key },
  marked,
  theme,
) {
  drawFace(context, dial, marked ? theme.dimension : theme.hairline);
  const inner = handsOf(dial);
  for (const [{ from }, colour] of /** @type {const} */ ([
    [query, theme.position],
    [key, theme.offset],
  ])) {
    context.globalAlpha = 0.55;
    drawHand(context, inner, from, { colour, width: 1.25, dashed: true });
    context.globalAlpha = 1;
  }
  drawArrow(context, inner, key.to, { colour: theme.offset });
  drawArrow(context, inner, query.to, { colour: theme.position });
  drawName(context, inner, key.to, "k", theme.offset, theme);
  drawName(context, inner, query.to, "q", theme.position, theme);
  context.font = labelFont(theme);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = theme.muted;
  context.fillText(name, dial.x, dial.y - dial.radius - HEADING / 2 - 2);
  const sign = contribution < 0 ? "" : "+";
  const lines = [`λ = ${wavelength(own)}`, `${sign}${fixed(contribution, 4)}`];
  lines.forEach((line, n) => {
    context.fillText(line, dial.x, dial.y + dial.radius + 32 + 17 * n);
  });
  context.font = labelFont(theme, marked ? "600" : "");
  context.fillStyle = theme.dimension;
  context.fillText(`pair ${whole(pair)}`, dial.x, dial.y + dial.radius + 15);
}

/** @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Turn} turn @param {string} name @param {string} colour @param {Theme} theme */
function drawName(context, dial, turn, name, colour, theme) {
  const length = Math.hypot(turn.sine, turn.cosine);
  if (length * dial.radius < 12) return;
  const [x, y] = tipOf({ ...dial, radius: dial.radius + 9 / length }, turn);
  context.font = `italic ${labelFont(theme, "600")}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.strokeStyle = theme.paper;
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeText(name, x, y);
  context.fillStyle = colour;
  context.fillText(name, x, y);
}
