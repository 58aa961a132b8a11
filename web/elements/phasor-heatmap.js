// <phasor-heatmap>: the encoding as colours, positions × dimensions.
import { html } from "lit";
import { heatmap, sinusoidalAt } from "../phasor/index.js";
import { fixed, wavelength, whole } from "./canvas/numbers.js";
import { heatmapCode } from "./code/heatmap.js";
import { runOf } from "./code/pieces.js";
import { heatmapStyles } from "./controls/heatmap-styles.js";
import { baseSlider, lengthSlider, widthSlider } from "./controls/parameter-sliders.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { moved, showing, zoomed } from "./input/window.js";
import { columnOf, DEFAULTS, LIMITS, waveOf } from "./state/parameters.js";
import { cellAt, HeatmapView, planHeatmap } from "./views/heatmap-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Span } from "./input/window.js" */
/** @import { Change } from "./state/group.js" */
/** @import { State } from "./state/parameters.js" */
/** @import { HeatmapModel, Orientation, PixelWindow } from "./views/heatmap-view.js" */

const FEWEST = { positions: 8, columns: 4 };
const CLOSER = 1.5;
/** With more positions than this in view, zooming takes larger steps. */
const FAR = 2048;

export class PhasorHeatmap extends Figure {
  static properties = { orientation: { type: String } };
  static own = { orientation: "down" };
  static styles = [...Figure.styles, heatmapStyles];

  #view = new HeatmapView();
  /** Undefined: all of them. @type {Span | undefined} */
  #columns;
  /** The colour indices of the picture: as many as it has pixels, whatever it shows. */
  #indices = new Uint8Array(0);

  constructor() {
    super();
    /** Which way positions run: "down" the side, or "along". @type {Orientation} */
    this.orientation = "down";
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (!change.encoding) return;
    if (this.#columns && this.#columns.end > this.state.dModel) this.#columns = undefined;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (changed.has("orientation")) this.surface?.invalidate();
  }

  /** The cells of a window as colour indices, each pixel the exact mean of those it covers. @param {PixelWindow} window */
  #paint({ orientation, ...window }) {
    const { dModel, base } = this.state;
    const pixels = window.width * window.height;
    if (this.#indices.length !== pixels) this.#indices = new Uint8Array(pixels);
    const along = orientation === "along" ? window.width : window.height;
    let { positionsPerPixel } = window;
    // A quotient that was rounded up would reach beyond the last position there is.
    if (window.position + along * positionsPerPixel > LIMITS.length) {
      positionsPerPixel *= 1 - 2 * Number.EPSILON;
    }
    const positions = orientation === "along" ? "across" : "down";
    return heatmap(
      { ...window, positionsPerPixel, dModel, base, positions },
      { out: this.#indices },
    );
  }

  get #columnSpan() {
    return this.#columns ?? { start: 0, end: this.state.dModel };
  }

  /** @returns {HeatmapModel} */
  get #model() {
    const { position, pair, wave } = this.shared.marked;
    return {
      orientation: this.orientation === "along" ? "along" : "down",
      paint: (window) => this.#paint(window),
      wavelengths: this.wavelengths,
      positions: this.shared.span,
      columns: this.#columnSpan,
      mark: { position, second: this.shared.hover?.second, column: columnOf(pair, wave) },
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  #markAt(x, y) {
    const { size } = /** @type {NonNullable<typeof this.surface>} */ (this.surface);
    const model = this.#model;
    const cell = cellAt(planHeatmap(size, model), model.orientation, x, y);
    return cell && { position: cell.position, ...waveOf(cell.column) };
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => this.hover(this.#markAt(x, y)),
      leave: () => this.hover(undefined),
      pick: (x, y) => {
        const mark = this.#markAt(x, y);
        if (mark) this.change(mark);
      },
      drag: (dx, dy) => this.#drag(dx, dy),
      zoom: (factor, x, y) => this.#zoom(factor, x, y),
    };
  }

  /** @param {number} dx @param {number} dy */
  #drag(dx, dy) {
    const { size } = /** @type {NonNullable<typeof this.surface>} */ (this.surface);
    const { position, column } = planHeatmap(size, this.#model);
    const [byPosition, byColumn] = this.orientation === "along" ? [dx, dy] : [dy, dx];
    const cells = (/** @type {typeof position} */ scale, /** @type {number} */ by) =>
      (-by / scale.size) * (scale.to - scale.from);
    this.look(moved(this.shared.span, cells(position, byPosition), this.state.length));
    this.#showColumns(moved(this.#columnSpan, cells(column, byColumn), this.state.dModel));
  }

  /** @param {number} factor @param {number} [x] without: about the cursor @param {number} [y] */
  #zoom(factor, x, y) {
    const { length, dModel, position, pair, wave } = this.state;
    const mark = (x !== undefined && y !== undefined && this.#markAt(x, y)) || {
      position,
      pair,
      wave,
    };
    const column = columnOf(mark.pair, mark.wave);
    const { start, end } = this.shared.span;
    // From far away a key or a button takes larger steps.
    const step = x === undefined && end - start > FAR ? factor ** 4 : factor;
    this.look(zoomed(this.shared.span, step, mark.position + 0.5, length, FEWEST.positions));
    this.#showColumns(zoomed(this.#columnSpan, factor, column + 0.5, dModel, FEWEST.columns));
  }

  /** @param {Span | undefined} span */
  #showColumns(span) {
    const all = span === undefined || span.end - span.start >= this.state.dModel;
    this.#columns = all ? undefined : span;
    this.surface?.invalidate();
    this.requestUpdate();
  }

  /** @param {Action} action */
  act(action) {
    const { length, dModel, position, pair, wave } = this.state;
    if (action.kind === "zoom") this.#zoom(action.factor);
    if (action.kind === "whole") this.#whole();
    if (action.kind === "edge")
      this.#moveTo(action.end === "first" ? 0 : length - 1, columnOf(pair, wave));
    if (action.kind === "move") {
      const [positions, columns] =
        this.orientation === "along" ? [action.x, action.y] : [action.y, action.x];
      this.#moveTo(
        Math.min(Math.max(position + positions, 0), length - 1),
        Math.min(Math.max(columnOf(pair, wave) + columns, 0), dModel - 1),
      );
    }
  }

  /** Moves the cursor, and the window after it. @param {number} position @param {number} column */
  #moveTo(position, column) {
    this.hover(undefined);
    this.change({ position, ...waveOf(column) });
    const { length, dModel } = this.state;
    this.look(showing(this.shared.span, position, length));
    if (this.#columns) this.#showColumns(showing(this.#columns, column, dModel));
  }

  #whole() {
    this.hover(undefined);
    this.look(undefined);
    this.#showColumns(undefined);
  }

  #reset() {
    this.#whole();
    const { dModel, length, base, position, pair, wave } = DEFAULTS;
    this.change({ dModel, length, base, position, pair, wave });
  }

  // ---- around the drawing ----

  get table() {
    const { dModel, base } = this.state;
    const { start, end } = this.#columnSpan;
    const [first, past] = [Math.floor(start), Math.ceil(end)];
    const columns = Array.from({ length: past - first }, (_, n) => {
      const { pair, wave } = waveOf(first + n);
      return `dim ${first + n} (pair ${pair} ${wave})`;
    });
    const rows = Array.from(this.positionsInView, (position) => {
      const row = sinusoidalAt([position], dModel, { base, dtype: "float64" });
      return [position, ...row.subarray(first, past)];
    });
    return { columns: ["position", ...columns], rows };
  }

  get code() {
    const { dModel, base } = this.state;
    const { start, end } = this.#columnSpan;
    const run = runOf(this.positionsInView);
    return heatmapCode({ dModel, base, run, first: Math.floor(start), past: Math.ceil(end) });
  }

  get words() {
    const { length, dModel } = this.state;
    return {
      label: `Heatmap of the encoding: ${whole(length)} positions by ${dModel} dimensions`,
      help:
        "Arrow keys move the cursor by one cell, with Shift by ten. Home and End go to the first " +
        "and last position. Plus and minus zoom; Escape shows all again. With the mouse: drag to " +
        "pan, Ctrl and wheel to zoom.",
    };
  }

  controlsTemplate() {
    const change = (/** @type {Partial<State>} */ patch) => this.change(patch);
    return html`
      <div class="controls" part="controls">
        ${lengthSlider(this.state, change)} ${widthSlider(this.state, change)}
        ${baseSlider(this.state, change)}
      </div>
    `;
  }

  readOutTemplate() {
    const { position, pair, wave } = this.shared.marked;
    const { dModel, base } = this.state;
    const column = columnOf(pair, wave);
    const value = sinusoidalAt([position], dModel, { base, dtype: "float64" })[column];
    return html`<span class="position"><i>p</i> = ${whole(position)}</span>,
      <span class="dimension">dim ${column} (pair ${pair}, ${wave})</span>,
      <span><i>λ</i> = ${wavelength(this.wavelengths[pair])}</span>,
      <span>value <b>${fixed(value, 4)}</b></span>`;
  }

  buttonsTemplate() {
    const partial =
      this.#columns !== undefined ||
      this.shared.span.end - this.shared.span.start < this.state.length;
    return html`
      <button type="button" @click=${() => this.#zoom(CLOSER)}>zoom in</button>
      <button type="button" @click=${() => this.#zoom(1 / CLOSER)} ?disabled=${!partial}>zoom out</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>
    `;
  }
}

define("phasor-heatmap", PhasorHeatmap);
