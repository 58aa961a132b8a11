// <phasor-heatmap>: the encoding as colours, positions × dimensions.
import { html, nothing } from "lit";
import { heatmap, sinusoidalAt } from "../phasor/index.js";
import { fixed, wavelength, whole } from "./canvas/numbers.js";
import { heatmapCode, phaseCode } from "./code/heatmap.js";
import { runOf } from "./code/pieces.js";
import { heatmapStyles } from "./controls/heatmap-styles.js";
import { baseSlider, lengthSlider, widthSlider } from "./controls/parameter-sliders.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { moved, showing, zoomed } from "./input/window.js";
import { dimensionColumns, pairColumns } from "./state/columns.js";
import { spanOf } from "./state/member.js";
import { clamp, columnOf, DEFAULTS, LIMITS } from "./state/parameters.js";
import { cellAt, HeatmapView, planHeatmap } from "./views/heatmap-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Span } from "./input/window.js" */
/** @import { Change } from "./state/group.js" */
/** @import { Layout } from "./state/columns.js" */
/** @import { State, Wave } from "./state/parameters.js" */
/** @import { Colouring, HeatmapModel, Orientation, PixelWindow } from "./views/heatmap-view.js" */

const FEWEST = { positions: 8, columns: 4 };
const CLOSER = 1.5;
/** With more positions than this in view, zooming takes larger steps. */
const FAR = 2048;

export class PhasorHeatmap extends Figure {
  static properties = {
    orientation: { type: String },
    layout: { type: String },
    colouring: { type: String },
    columns: { type: String },
  };
  static own = {
    orientation: "down",
    layout: "interleaved",
    colouring: "value",
    columns: "",
  };
  static styles = [...Figure.styles, heatmapStyles];

  #view = new HeatmapView();
  /** The colour indices of the picture: as many as it has pixels, whatever it shows. */
  #indices = new Uint8Array(0);
  /** Those of sines and cosines as one, where angles are shown. */
  #both = new Uint16Array(0);

  constructor() {
    super();
    /** Which way positions run: "down" the side, or "along". @type {Orientation} */
    this.orientation = "down";
    /** The order of the dimensions: sine and cosine in turn, or all sines first. @type {Layout} */
    this.layout = "interleaved";
    /** "value" for one column a dimension, "phase" for the angle of each pair. @type {Colouring} */
    this.colouring = "value";
    /** The columns in view, from … up to …, as "0 16"; "" when all of them are. */
    this.columns = "";
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding && (spanOf(this.columns)?.end ?? 0) > this.#arranged.count) {
      this.columns = "";
    }
  }

  get #isPhase() {
    return this.colouring === "phase";
  }

  get #order() {
    return this.layout === "concatenated" ? "concatenated" : "interleaved";
  }

  /** What stands in which column. */
  get #arranged() {
    const { dModel } = this.state;
    return this.#isPhase ? pairColumns(dModel) : dimensionColumns(dModel, this.#order);
  }

  get #columnSpan() {
    const { count } = this.#arranged;
    const { start, end } = spanOf(this.columns) ?? { start: 0, end: count };
    return start >= 0 && end <= count ? { start, end } : { start: 0, end: count };
  }

  /**
   * The cells of a window as colour indices, each pixel the exact mean of those it covers.
   * @param {PixelWindow} window @param {Layout} layout @param {Uint8Array} out
   */
  #values({ orientation, ...window }, layout, out) {
    const { dModel, base } = this.state;
    const along = orientation === "along" ? window.width : window.height;
    let { positionsPerPixel } = window;
    // A quotient that was rounded up would reach beyond the last position there is.
    if (window.position + along * positionsPerPixel > LIMITS.length) {
      positionsPerPixel *= 1 - 2 * Number.EPSILON;
    }
    const positions = orientation === "along" ? "across" : "down";
    return heatmap({ ...window, positionsPerPixel, dModel, base, layout, positions }, { out });
  }

  /** @param {PixelWindow} window */
  #paint(window) {
    const pixels = window.width * window.height;
    if (this.#indices.length !== pixels) this.#indices = new Uint8Array(pixels);
    if (!this.#isPhase) return this.#values(window, this.#order, this.#indices);
    if (this.#both.length !== pixels) this.#both = new Uint16Array(pixels);
    const [both, indices] = [this.#both, this.#indices];
    this.#values(window, "concatenated", indices);
    for (let n = 0; n < pixels; n++) both[n] = indices[n] << 8;
    // Behind all sines stand the cosines, in the same order.
    const column = window.column + this.state.dModel / 2;
    this.#values({ ...window, column }, "concatenated", indices);
    for (let n = 0; n < pixels; n++) both[n] |= indices[n];
    return both;
  }

  /** @returns {HeatmapModel} */
  get #model() {
    const { position, pair, wave } = this.shared.marked;
    return {
      orientation: this.orientation === "along" ? "along" : "down",
      paint: (window) => this.#paint(window),
      colouring: this.#isPhase ? "phase" : "value",
      wavelengthOf: (column) => this.wavelengths[this.#arranged.of(column).pair],
      positions: this.shared.span,
      columns: this.#columnSpan,
      mark: { position, second: this.shared.hover?.second, column: this.#arranged.at(pair, wave) },
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    const model = this.#model;
    const cell = cellAt(planHeatmap(this.size, model), model.orientation, x, y);
    return cell && { position: cell.position, ...this.#arranged.of(cell.column) };
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      ...super.gestures(),
      drag: (dx, dy) => this.#drag(dx, dy),
      zoom: (factor, x, y) => this.#zoom(factor, x, y),
    };
  }

  /** @param {number} dx @param {number} dy */
  #drag(dx, dy) {
    const { position, column } = planHeatmap(this.size, this.#model);
    const [byPosition, byColumn] = this.orientation === "along" ? [dx, dy] : [dy, dx];
    const cells = (/** @type {typeof position} */ scale, /** @type {number} */ by) =>
      (-by / scale.size) * (scale.to - scale.from);
    this.look(moved(this.shared.span, cells(position, byPosition), this.state.length));
    this.#showColumns(moved(this.#columnSpan, cells(column, byColumn), this.#arranged.count));
  }

  /** @param {number} factor @param {number} [x] without: about the cursor @param {number} [y] */
  #zoom(factor, x, y) {
    const { length, position, pair, wave } = this.state;
    const { at, count } = this.#arranged;
    const mark = (x !== undefined && y !== undefined && this.markAt(x, y)) || {
      position,
      pair,
      wave,
    };
    const column = at(mark.pair, mark.wave ?? wave);
    const { start, end } = this.shared.span;
    // From far away a key or a button takes larger steps.
    const step = x === undefined && end - start > FAR ? factor ** 4 : factor;
    this.look(zoomed(this.shared.span, step, mark.position + 0.5, length, FEWEST.positions));
    this.#showColumns(zoomed(this.#columnSpan, factor, column + 0.5, count, FEWEST.columns));
  }

  /** @param {Span} [span] */
  #showColumns(span) {
    const all = span === undefined || span.end - span.start >= this.#arranged.count;
    this.columns = all ? "" : `${span.start} ${span.end}`;
  }

  /** @param {Action} action */
  act(action) {
    const { length, position, pair, wave } = this.state;
    const { at, count } = this.#arranged;
    if (action.kind === "zoom") this.#zoom(action.factor);
    if (action.kind === "whole") this.#whole();
    if (action.kind === "edge")
      this.#moveTo(action.end === "first" ? 0 : length - 1, at(pair, wave));
    if (action.kind === "move") {
      const [positions, columns] =
        this.orientation === "along" ? [action.x, action.y] : [action.y, action.x];
      this.#moveTo(
        clamp(position + positions, 0, length - 1),
        clamp(at(pair, wave) + columns, 0, count - 1),
      );
    }
  }

  /** Moves the cursor, and the window after it. @param {number} position @param {number} column */
  #moveTo(position, column) {
    this.hover(undefined);
    this.change({ position, ...this.#arranged.of(column) });
    const { length } = this.state;
    this.look(showing(this.shared.span, position, length));
    this.#showColumns(showing(this.#columnSpan, column, this.#arranged.count));
  }

  #whole() {
    this.hover(undefined);
    this.look();
    this.#showColumns();
  }

  /** The columns become others, so all of them come into view. @param {() => void} change */
  #rearrange(change) {
    this.hover(undefined);
    this.#showColumns();
    change();
  }

  #reset() {
    this.#whole();
    this.layout = "interleaved";
    this.colouring = "value";
    const { dModel, length, base, position, pair, wave } = DEFAULTS;
    this.change({ dModel, length, base, position, pair, wave });
  }

  // ---- around the drawing ----

  get table() {
    const { dModel, base } = this.state;
    const { start, end } = this.#columnSpan;
    const shown = Array.from({ length: Math.ceil(end) - Math.floor(start) }, (_, n) =>
      this.#arranged.of(Math.floor(start) + n),
    );
    const rows = Array.from(this.positionsInView, (position) => {
      const row = sinusoidalAt([position], dModel, { base, dtype: "float64" });
      return [
        position,
        ...shown.map(({ pair, wave }) => (wave ? row[columnOf(pair, wave)] : turned(row, pair))),
      ];
    });
    const names = shown.map(({ pair, wave }) =>
      wave ? `dim ${this.#dimension(pair, wave)} (pair ${pair} ${wave})` : `pair ${pair} angle`,
    );
    return { columns: ["position", ...names], rows };
  }

  /** A dimension's place in the order that is shown. @param {number} pair @param {Wave} wave */
  #dimension(pair, wave) {
    return dimensionColumns(this.state.dModel, this.#order).at(pair, wave);
  }

  get code() {
    const { dModel, base } = this.state;
    const { start, end } = this.#columnSpan;
    const shown = {
      run: runOf(this.positionsInView),
      first: Math.floor(start),
      past: Math.ceil(end),
    };
    if (this.#isPhase) return phaseCode({ dModel, base, ...shown });
    return heatmapCode({ dModel, base, layout: this.#order, ...shown });
  }

  get words() {
    const { length, dModel } = this.state;
    return {
      label: `Heatmap of the encoding: ${whole(length)} positions by ${
        this.#isPhase ? `the angles of ${dModel / 2} pairs` : `${dModel} dimensions`
      }`,
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
    const row = sinusoidalAt([position], dModel, { base, dtype: "float64" });
    const where = this.#isPhase
      ? `pair ${pair}`
      : `dim ${this.#dimension(pair, wave)} (pair ${pair}, ${wave})`;
    const what = this.#isPhase
      ? html`angle <b>${fixed((turned(row, pair) * 180) / Math.PI, 1)}°</b>`
      : html`value <b>${fixed(row[columnOf(pair, wave)], 4)}</b>`;
    return html`<span class="position"><i>p</i> = ${whole(position)}</span>,
      <span class="dimension">${where}</span>,
      <span><i>λ</i> = ${wavelength(this.wavelengths[pair])}</span>,
      <span>${what}</span>`;
  }

  buttonsTemplate() {
    const partial = this.columns !== "" || this.span !== "";
    const isConcatenated = this.#order === "concatenated";
    const rearrange = () =>
      this.#rearrange(() => {
        this.layout = isConcatenated ? "interleaved" : "concatenated";
      });
    const recolour = () =>
      this.#rearrange(() => {
        this.colouring = this.#isPhase ? "value" : "phase";
      });
    return html`
      <button type="button" @click=${() => this.#zoom(CLOSER)}>zoom in</button>
      <button type="button" @click=${() => this.#zoom(1 / CLOSER)} ?disabled=${!partial}>zoom out</button>
      ${
        this.#isPhase
          ? nothing
          : html`<button type="button" aria-pressed=${isConcatenated} @click=${rearrange}>sines first</button>`
      }
      <button type="button" aria-pressed=${this.#isPhase} @click=${recolour}>angles</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>
    `;
  }
}

/** The angle of a pair, 0 … 2π. @param {Float64Array} row @param {number} pair */
function turned(row, pair) {
  const angle = Math.atan2(row[columnOf(pair, "sin")], row[columnOf(pair, "cos")]);
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

define("phasor-heatmap", PhasorHeatmap);
