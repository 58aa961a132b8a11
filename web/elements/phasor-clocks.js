// <phasor-clocks>: a position as hands on dials, one dial for each pair.
import { html } from "lit";
import { sinusoidalAt } from "../phasor/index.js";
import { clocksCode } from "./code/clocks.js";
import { clocksStyles } from "./controls/clocks-styles.js";
import { baseSlider, positionSlider, widthSlider } from "./controls/parameter-sliders.js";
import { fixed, wavelength, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { clamp, columnOf, DEFAULTS } from "./state/parameters.js";
import { dialAt, drawFaces, drawHands, heightOf, planClocks } from "./views/clocks-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Turn } from "./canvas/dial.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change } from "./state/group.js" */
/** @import { State } from "./state/parameters.js" */
/** @import { ClocksModel } from "./views/clocks-view.js" */

/** Of more pairs than this, every second, third, … one has a dial. */
const MOST = 64;

export class PhasorClocks extends Figure {
  static properties = { secret: { state: true } };
  static styles = [...Figure.styles, clocksStyles];

  constructor() {
    super();
    /** The position that the reader is to find. @type {number | undefined} */
    this.secret = undefined;
  }

  /**
   * Hides a position behind the hands, for the reader to find.
   * @param {number} [position] any of the encoding's when not given
   */
  challenge(position = Math.floor(Math.random() * this.state.length)) {
    this.secret = clamp(Math.floor(position), 0, this.state.length - 1);
    this.hover(undefined);
    this.surface?.invalidate();
  }

  #giveUp() {
    const { secret } = this;
    this.secret = undefined;
    if (secret !== undefined) this.change({ position: secret });
    this.surface?.invalidate();
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding && this.secret !== undefined && this.secret >= this.state.length) {
      this.secret = undefined;
    }
    // The marked dial's number is among the data.
    this.surface?.invalidate();
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(this.#pairs.length, width);
  }

  /** The pairs that have a dial. */
  get #pairs() {
    const pairs = this.state.dModel / 2;
    const step = Math.ceil(pairs / MOST);
    return Array.from({ length: Math.ceil(pairs / step) }, (_, n) => n * step);
  }

  /** @param {number} position @returns {(pair: number) => Turn} */
  #turns(position) {
    const { dModel, base } = this.state;
    const row = sinusoidalAt([position], dModel, { base, dtype: "float64" });
    return (pair) => ({ sine: row[columnOf(pair, "sin")], cosine: row[columnOf(pair, "cos")] });
  }

  /** @returns {ClocksModel} */
  get #model() {
    const { length } = this.state;
    const { position, pair } = this.shared.marked;
    const marked = this.#turns(position);
    const last = this.#turns(length - 1);
    const hidden = this.secret === undefined ? undefined : this.#turns(this.secret);
    return {
      pair,
      clocks: this.#pairs.map((of) => ({
        pair: of,
        hand: (hidden ?? marked)(of),
        guess: hidden && marked(of),
        reach: this.wavelengths[of] > length - 1 ? last(of) : undefined,
      })),
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") drawFaces(context, size, this.#model, theme);
    else drawHands(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    const pairs = this.#pairs;
    const dial = dialAt(planClocks(this.size, pairs.length), x, y);
    return dial === undefined ? undefined : { pair: pairs[dial] };
  }

  /** @param {Action} action */
  act(action) {
    const { length, dModel, position, pair } = this.state;
    this.hover(undefined);
    if (action.kind === "edge") this.change({ position: action.end === "first" ? 0 : length - 1 });
    if (action.kind === "move") {
      this.change({
        position: clamp(position + action.x, 0, length - 1),
        pair: clamp(pair + action.y, 0, dModel / 2 - 1),
      });
    }
  }

  #reset() {
    this.secret = undefined;
    this.hover(undefined);
    const { dModel, base, position, pair } = DEFAULTS;
    this.change({ dModel, base, position, pair });
    this.surface?.invalidate();
  }

  // ---- around the drawing ----

  get table() {
    const turns = this.#turns(this.secret ?? this.state.position);
    return {
      columns: ["pair", "wavelength", "sin", "cos"],
      rows: Array.from(this.wavelengths, (own, pair) => {
        const { sine, cosine } = turns(pair);
        return [pair, own, sine, cosine];
      }),
    };
  }

  get code() {
    const { dModel, base, position } = this.state;
    return clocksCode({ dModel, base, position: this.secret ?? position });
  }

  get words() {
    return {
      label: `Dials of ${this.#pairs.length} pairs, with their hands at the position`,
      help:
        "Left and right move the position, up and down the pair; with Shift by ten. Home and End " +
        "go to the first and last position.",
    };
  }

  controlsTemplate() {
    const change = (/** @type {Partial<State>} */ patch) => this.change(patch);
    return html`
      <div class="controls" part="controls">
        ${positionSlider(this.state, change)}
        ${widthSlider(this.state, change, { text: `${this.state.dModel / 2} dials`, max: 2 * MOST })}
        ${baseSlider(this.state, change)}
      </div>
    `;
  }

  readOutTemplate() {
    const { position, pair } = this.shared.marked;
    if (this.secret !== undefined) {
      const found = this.secret === position;
      return html`<span class="position"><i>p</i> = ${whole(position)}</span>:
        <b>${found ? "found, all hands agree" : "not there yet"}</b>`;
    }
    const { sine, cosine } = this.#turns(position)(pair);
    const degrees = (Math.atan2(sine, cosine) * 180) / Math.PI;
    return html`<span class="position"><i>p</i> = ${whole(position)}</span>,
      <span class="dimension">pair ${pair}</span>,
      <span><i>λ</i> = ${wavelength(this.wavelengths[pair])}</span>,
      <span>hand at <b>${fixed(degrees < 0 ? degrees + 360 : degrees, 1)}°</b></span>,
      <span>sin <b>${fixed(sine, 4)}</b></span>,
      <span>cos <b>${fixed(cosine, 4)}</b></span>`;
  }

  buttonsTemplate() {
    const guessing = this.secret !== undefined;
    const game = guessing
      ? html`<button type="button" @click=${() => this.#giveUp()}>show it</button>`
      : html`<button type="button" @click=${() => this.challenge()}>guess the position</button>`;
    return html`${game}
      <button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

define("phasor-clocks", PhasorClocks);
