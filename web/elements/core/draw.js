// Draws placed panels on a context: axes and marks, headings, handles.
import { axesOf, colourOf, drawAxes, wordFrame } from "./axes.js";
import { drawHandle, targetsIn } from "./handles.js";
import { LINE_SPACING, linesOf, NOTE_SIZE } from "./layout.js";
import { lineAt } from "./overlap.js";
import { bind, linear } from "./scales.js";
import { fitText, plainText, widthOf, write } from "./text.js";

/** @import { Mark, Marks, Pen, Placed, Plot } from "./types.js" */

/** @param {Marks} marks @returns {Mark[]} */
export function flatten(marks) {
  if (!marks) return [];
  return Array.isArray(marks) ? marks.flatMap(flatten) : [marks];
}

const SHADOW_PIXELS = 3;

/** Records the places of the handles, then lays out the axes, whose labels give way to them. @param {Placed[]} panels */
export function layOutAxes(panels) {
  const targets = targetsIn(panels);
  for (const { handle, plot, x, y, width, height } of targets) {
    if (handle.look === "none") continue;
    plot.taken?.push({
      left: x - width / 2 - SHADOW_PIXELS,
      top: y - height / 2 - SHADOW_PIXELS,
      width: width + 2 * SHADOW_PIXELS,
      height: height + 2 * SHADOW_PIXELS,
    });
  }
  for (const placed of panels) {
    const { plot } = placed;
    placed.axes = axesOf(plot);
    for (const { words } of placed.axes)
      for (const word of words) plot.taken?.push(wordFrame(word, plot));
  }
  return targets;
}

/** @param {CanvasRenderingContext2D} context @param {Marks} marks @param {Plot} plot */
function drawMarks(context, marks, plot) {
  for (const mark of flatten(marks)) {
    context.save();
    mark.draw(context, plot);
    context.restore();
  }
}

/** Draws what is kept between frames: axes, headings and still marks. @param {CanvasRenderingContext2D} context @param {Placed} placed @param {any} p @param {any} data */
export function drawStill(context, { panel, plot, axes = [] }, p, data) {
  const { heading, headingColour = "muted", margin = {} } = panel;
  drawAxes(context, plot, axes);
  if (heading) {
    const { frame, unit, theme } = plot;
    const nameHeight = panel.y?.name && panel.y.axis !== "none" ? 24 : 0;
    plot.say?.(plainText(heading));
    const { left, size } = fitText(context, heading, frame.left, NOTE_SIZE, plot);
    const y = frame.top - (nameHeight + (margin.top ?? 0) + 10) * unit;
    plot.taken?.push(lineAt(left, y, widthOf(context, heading, size, 400, theme), size, "bottom"));
    write(context, heading, left, y, {
      size,
      colour: colourOf(plot, headingColour),
      baseline: "bottom",
      fonts: theme,
    });
  }
  if (panel.text) drawParagraph(context, panel.text, panel.textColour ?? "muted", plot);
  drawMarks(context, panel.still?.(p, data), plot);
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {string} colour @param {Plot} plot */
function drawParagraph(context, text, colour, plot) {
  const { frame, unit, theme } = plot;
  const size = NOTE_SIZE * unit;
  plot.say?.(plainText(text));
  linesOf(text, frame.width, plot).forEach((line, n) => {
    write(context, line, frame.left, frame.top + (n + 0.5) * LINE_SPACING * size, {
      size,
      colour: colourOf(plot, colour),
      strong: theme.ink,
      baseline: "middle",
      fonts: theme,
    });
  });
}

/** Draws what may move: marks and handles. @param {CanvasRenderingContext2D} context @param {Placed} placed */
export function drawMoving(context, { panel, plot }) {
  drawMarks(context, panel.marks?.(), plot);
  for (const handle of panel.handles ?? []) drawHandle(context, handle, plot);
}

/** Draws marks that span panels, in pixels of the whole drawing. @param {CanvasRenderingContext2D} context @param {Placed[]} panels @param {(plots: Record<string, Plot>) => Marks} across @param {Pen} pen */
export function drawAcross(context, panels, across, pen) {
  const plots = Object.fromEntries(
    panels.map(({ panel, plot }, n) => [panel.name ?? String(n), plot]),
  );
  const marks = across(plots);
  const pixels = bind(linear(0, 1), 0, 1);
  const frame = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 };
  drawMarks(context, marks, { ...pen, frame, box: frame, x: pixels, y: pixels });
}
