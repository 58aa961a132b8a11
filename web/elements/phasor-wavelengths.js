// <phasor-wavelengths>: how far each pair gets within a text.

import { html } from "lit";
import { wavelengthsCode } from "./code/wavelengths.js";
import { baseSlider, lengthSlider, widthSlider } from "./controls/parameter-sliders.js";
import { LAST_LENGTH, lengthAt, placeOfLength } from "./controls/slider.js";
import { wavelengthsStyles } from "./controls/wavelengths-styles.js";
import { short, wavelength, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { clamp, columnOf, DEFAULTS } from "./state/parameters.js";
import { drawCrosshair, drawData, pairAt, planWavelengths } from "./views/wavelengths-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { State } from "./state/parameters.js" */
/** @import { WavelengthsModel } from "./views/wavelengths-view.js" */

export class PhasorWavelengths extends Figure {
  static styles = [...Figure.styles, wavelengthsStyles];

  /** How often a pair turns in the text, to two or three digits. @param {number} pair */
  #turns(pair) {
    const turns = this.state.length / this.wavelengths[pair];
    if (turns >= 1e5) return short(turns);
    return turns < 0.1 ? turns.toPrecision(2) : wavelength(turns);
  }

  /** @returns {WavelengthsModel} */
  get #model() {
    const lengths = this.wavelengths;
    return {
      wavelengths: lengths,
      limit: lengths[0] * this.state.base,
      length: this.state.length,
      pair: this.shared.marked.pair,
      turns: (pair) => {
        const turns = this.#turns(pair);
        return turns.length > 6 ? turns : `${turns} turns`;
      },
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") drawData(context, size, this.#model, theme);
    else drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} _x @param {number} y */
  markAt(_x, y) {
    const pair = pairAt(planWavelengths(this.size, this.#model), y);
    return pair === undefined ? undefined : { pair };
  }

  /** @param {Action} action */
  act(action) {
    const { dModel, length, pair } = this.state;
    this.hover(undefined);
    const last = dModel / 2 - 1;
    if (action.kind === "edge") this.change({ pair: action.end === "first" ? 0 : last });
    if (action.kind === "move") {
      const place = clamp(placeOfLength(length) + action.x, 0, LAST_LENGTH);
      this.change({
        pair: clamp(pair + action.y, 0, last),
        ...(action.x === 0 ? {} : { length: lengthAt(place) }),
      });
    }
  }

  #reset() {
    this.hover(undefined);
    const { dModel, length, base, pair } = DEFAULTS;
    this.change({ dModel, length, base, pair });
  }

  // ---- around the drawing ----

  get table() {
    const { length } = this.state;
    return {
      columns: ["pair", "wavelength", `turns in ${length} positions`],
      rows: Array.from(this.wavelengths, (own, pair) => [pair, own, length / own]),
    };
  }

  get code() {
    return wavelengthsCode(this.state);
  }

  get words() {
    const { dModel, length } = this.state;
    const turning = this.wavelengths.filter((own) => own <= length).length;
    return {
      label: `Wavelengths of ${dModel / 2} pairs, of which ${turning} turn at least once in ${whole(length)} positions`,
      help:
        "Up and down move the pair, with Shift by ten; Home and End go to the first and the last. " +
        "Left and right halve and double the length.",
    };
  }

  controlsTemplate() {
    const change = (/** @type {Partial<State>} */ patch) => this.change(patch);
    return html`
      <div class="controls" part="controls">
        ${lengthSlider(this.state, change)}
        ${widthSlider(this.state, change, { text: `${this.state.dModel / 2} pairs` })}
        ${baseSlider(this.state, change)}
      </div>
    `;
  }

  readOutTemplate() {
    const { pair } = this.shared.marked;
    const { length } = this.state;
    const column = columnOf(pair, "sin");
    return html`<span class="dimension">pair ${pair} (dims ${column}, ${column + 1})</span>,
      <span><i>λ</i> = <b>${wavelength(this.wavelengths[pair])}</b></span>,
      <span><b>${this.#turns(pair)}</b> turns in
        <span class="position">${whole(length)} positions</span></span>`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

define("phasor-wavelengths", PhasorWavelengths);
