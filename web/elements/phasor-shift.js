// <phasor-shift>: going on by k positions is a linear map, and for each pair a rotation.
import { html } from "lit";
import { relativePositionMatrix, sinusoidalAt } from "../phasor/index.js";
import { shiftCode } from "./code/shift.js";
import { choiceStyles, choiceTemplate } from "./controls/choice.js";
import { offsetSlider, positionSlider } from "./controls/parameter-sliders.js";
import { shiftStyles } from "./controls/shift-styles.js";
import { fixed, scientific, wavelength, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { clamp, columnOf, DEFAULTS } from "./state/parameters.js";
import { heightOf, pairAt, planShift, ShiftView } from "./views/shift-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Turn } from "./canvas/dial.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change } from "./state/group.js" */
/** @import { ShiftModel } from "./views/shift-view.js" */

/** @typedef {"both" | "sine"} Parts what of each pair is there to shift */

/** The slider goes so far either way. */
const FARTHEST = 64;

export class PhasorShift extends Figure {
  static properties = { parts: { type: String } };
  static own = { parts: "both" };
  static styles = [...Figure.styles, choiceStyles, shiftStyles];

  #view = new ShiftView();
  /** @type {{ offset: number, values: Float64Array } | undefined} */
  #matrix;

  constructor() {
    super();
    /** "both" sine and cosine, or the "sine" alone. @type {Parts} */
    this.parts = "both";
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) this.#matrix = undefined;
    if (this.#matrix && this.#matrix.offset !== this.#offset) {
      this.#matrix = undefined;
      this.surface?.invalidate();
    }
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  get #offset() {
    const { position, second } = this.shared.marked;
    return second - position;
  }

  get #values() {
    const { dModel, base } = this.state;
    const offset = this.#offset;
    this.#matrix ??= { offset, values: relativePositionMatrix(offset, dModel, { base }) };
    return this.#matrix.values;
  }

  /** The encodings of both positions. */
  get #rows() {
    const { dModel, base } = this.state;
    const { position, second } = this.shared.marked;
    const rows = sinusoidalAt([position, second], dModel, { base, dtype: "float64" });
    return { from: rows.subarray(0, dModel), to: rows.subarray(dModel) };
  }

  /** The greatest entry of M·PE(p) − PE(p + k), without its sign. */
  get residual() {
    const { dModel } = this.state;
    const matrix = this.#values;
    const { from, to } = this.#rows;
    let greatest = 0;
    for (let row = 0; row < dModel; row++) {
      let sum = -to[row];
      for (let column = 0; column < dModel; column++) {
        sum += matrix[row * dModel + column] * from[column];
      }
      greatest = Math.max(greatest, Math.abs(sum));
    }
    return greatest;
  }

  /** @returns {ShiftModel} */
  get #model() {
    const { dModel } = this.state;
    const { position, pair } = this.shared.marked;
    const matrix = this.#values;
    const at = columnOf(pair, "sin");
    const { from, to } = this.#rows;
    const turn = (/** @type {Float64Array} */ row) => ({ sine: row[at], cosine: row[at + 1] });
    const entry = (/** @type {number} */ row, /** @type {number} */ column) =>
      matrix[(at + row) * dModel + at + column];
    /** @type {[number, number, number, number]} */
    const block = [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)];
    const twin = { sine: from[at], cosine: -from[at + 1] };
    return {
      matrix,
      width: dModel,
      pair,
      position,
      offset: this.#offset,
      from: turn(from),
      to: turn(to),
      twin: this.parts === "sine" ? { from: twin, to: turned(block, twin) } : undefined,
      block,
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
    const pair = pairAt(planShift(this.size, this.state.dModel), x, y);
    return pair === undefined ? undefined : { pair };
  }

  /** Goes to a position and keeps the offset, as far as the encoding reaches. @param {number} position */
  #moveTo(position) {
    const { length, second, position: before } = this.state;
    const offset = second - before;
    const next = clamp(position, Math.max(0, -offset), Math.min(length - 1, length - 1 - offset));
    this.change({ position: next, second: next + offset });
  }

  /** @param {Action} action */
  act(action) {
    const { length, dModel, position, pair } = this.state;
    this.hover(undefined);
    if (action.kind === "edge") this.#moveTo(action.end === "first" ? 0 : length - 1);
    if (action.kind === "move") {
      this.#moveTo(position + action.x);
      this.change({ pair: clamp(pair + action.y, 0, dModel / 2 - 1) });
    }
  }

  #reset() {
    this.parts = "both";
    this.hover(undefined);
    const { position, second, pair } = DEFAULTS;
    this.change({ position, second, pair });
  }

  // ---- around the drawing ----

  get table() {
    const { dModel } = this.state;
    const matrix = this.#values;
    const columns = Array.from({ length: dModel }, (_, column) => `dim ${column}`);
    return {
      columns: ["dim", ...columns],
      rows: columns.map((_, row) => [row, ...matrix.subarray(row * dModel, (row + 1) * dModel)]),
    };
  }

  get code() {
    const { dModel, base } = this.state;
    return shiftCode({ dModel, base, offset: this.#offset });
  }

  get words() {
    const { dModel } = this.state;
    return {
      label: `The ${dModel} by ${dModel} matrix of a shift, and what it does to one pair`,
      help:
        "Left and right move the position p and keep the offset, up and down move the pair; with " +
        "Shift by ten. Home and End go as far as the encoding reaches.",
    };
  }

  controlsTemplate() {
    return html`
      <div class="controls" part="controls">
        ${offsetSlider(this.state, (patch) => this.change(patch), FARTHEST)}
        ${positionSlider(this.state, ({ position }) => this.#moveTo(position))}
        ${choiceTemplate({
          name: "parts",
          value: this.parts,
          options: [
            ["both", "sine and cosine"],
            ["sine", "sine alone"],
          ],
          choose: (parts) => {
            this.parts = parts;
          },
        })}
      </div>
    `;
  }

  readOutTemplate() {
    const { position, pair } = this.shared.marked;
    const start = html`<span class="position"><i>p</i> = ${whole(position)}</span>,
      <span class="offset"><i>k</i> = ${whole(this.#offset)}</span>,
      <span class="dimension">pair ${pair}</span>, `;
    const { from, to, twin } = this.#model;
    if (twin) {
      return html`${start}<span>from sin <b>${fixed(from.sine, 4)}</b></span>
        <span>to <b>${fixed(to.sine, 4)}</b></span>
        <span>or to <b>${fixed(twin.to.sine, 4)}</b></span>`;
    }
    return html`${start}<span><i>λ</i> = ${wavelength(this.wavelengths[pair])}</span>,
      <span>residual <b>${scientific(this.residual, 1)}</b></span>`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

/** A block's product with a pair. @param {number[]} block @param {Turn} turn @returns {Turn} */
const turned = ([a, b, c, d], { sine, cosine }) => ({
  sine: a * sine + b * cosine,
  cosine: c * sine + d * cosine,
});

define("phasor-shift", PhasorShift);
