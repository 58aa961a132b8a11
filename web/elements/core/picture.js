// Pictures of a figure: its title, its drawing, a caption and its source.
import { NOTE_SIZE, TICK_SIZE } from "./layout.js";
import { SvgContext } from "./svg.js";
import { escapeMarks, plainText, wrapText, write } from "./text.js";

/** @import { FigureElement } from "./element.js" */
/** @import { View } from "./view.js" */

const PNG_SCALE = 2;
const MARGIN = 24;
const TITLE_HEIGHT = 28;

/** Draws a figure and returns its view. @param {FigureElement} figure @returns {View} */
function viewOf(figure) {
  const { view } = figure.drawNow() ? figure : /** @type {any} */ ({});
  if (figure.failure !== undefined) throw figure.failure;
  if (!view || !figure.isConnected) {
    throw new Error(
      `phasor: <${figure.localName}> has no size in the document, so it cannot be drawn`,
    );
  }
  return view;
}

/** The caption of a picture. @param {FigureElement} figure */
function captionOf({ spec, p, d }) {
  return spec.say(p, d.values);
}

/** @param {FigureElement} figure @param {View} view @param {CanvasRenderingContext2D} context @param {CanvasRenderingContext2D} measure @param {number} ratio */
function compose(figure, view, context, measure, ratio) {
  const { theme, width: inner, height } = view;
  const unit = theme.size / 16;
  const margin = MARGIN * unit;
  const width = inner + 2 * margin;
  const titleSize = TITLE_HEIGHT * unit;
  const fonts = { font: theme.title, math: theme.math };
  const titleLines = wrapText(measure, figure.spec.title, inner, titleSize, fonts);
  const captionLines = wrapText(
    measure,
    escapeMarks(plainText(captionOf(figure))),
    inner,
    NOTE_SIZE * unit,
    theme,
  );
  const top = margin + titleLines.length * 1.15 * titleSize + 16 * unit;
  const captionTop = top + height + 20 * unit;
  const lineHeight = 1.4 * NOTE_SIZE * unit;
  const fullHeight = captionTop + captionLines.length * lineHeight + 30 * unit + margin / 2;
  const draw = () => {
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, width, fullHeight);
    titleLines.forEach((text, n) => {
      write(context, text, margin, margin + n * 1.15 * titleSize, {
        size: titleSize,
        colour: theme.ink,
        baseline: "top",
        fonts,
      });
    });
    context.save();
    context.translate(margin, top);
    view.drawOn(context, inner, ratio);
    context.restore();
    captionLines.forEach((text, n) => {
      write(context, text, margin, captionTop + n * lineHeight, {
        size: NOTE_SIZE * unit,
        colour: theme.muted,
        baseline: "top",
        fonts: theme,
      });
    });
    write(context, "phasor", width - margin, fullHeight - margin / 2, {
      size: TICK_SIZE * unit,
      colour: theme.muted,
      align: "right",
      baseline: "bottom",
      fonts: theme,
    });
  };
  return { width, height: fullHeight, draw };
}

/** @param {FigureElement} figure @returns {Promise<Blob>} PNG */
export async function toPng(figure) {
  await document.fonts?.ready;
  const view = viewOf(figure);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new Error("phasor: this browser gave no 2D canvas");
  const { width, height, draw } = compose(figure, view, context, context, PNG_SCALE);
  canvas.width = Math.round(width * PNG_SCALE);
  canvas.height = Math.round(height * PNG_SCALE);
  context.scale(PNG_SCALE, PNG_SCALE);
  context.direction = "ltr";
  draw();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("phasor: this browser made no picture of the canvas"));
    }, "image/png");
  });
}

/** @param {FigureElement} figure @returns {string} */
export function toSvg(figure) {
  const view = viewOf(figure);
  const measure = /** @type {CanvasRenderingContext2D} */ (
    document.createElement("canvas").getContext("2d")
  );
  const context = /** @type {any} */ (new SvgContext(measure));
  const { width, height, draw } = compose(figure, view, context, measure, PNG_SCALE);
  draw();
  return context.toString(width, height, figure.spec.title, plainText(captionOf(figure)));
}
