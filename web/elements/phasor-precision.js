// <phasor-precision>: what rounded angles do to the encoding of far positions.
import { html, nothing, svg } from "lit";
import { live } from "lit/directives/live.js";
import { sinusoidalAt } from "../phasor/index.js";
import { precisionCode } from "./code/precision.js";
import { pairSlider } from "./controls/parameter-sliders.js";
import { precisionStyles } from "./controls/precision-styles.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed, scientific, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { Errors, FIRST, KINDS, LAST, POSITIONS, rowErrors } from "./models/precision.js";
import { Slices } from "./slices.js";
import { clamp, columnOf, DEFAULTS, wholeWithin } from "./state/parameters.js";
import {
  DASHES,
  heightOf,
  PrecisionView,
  planPrecision,
  positionAt,
} from "./views/precision-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Turn } from "./canvas/dial.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Kind } from "./models/precision.js" */
/** @import { Change } from "./state/group.js" */
/** @import { Colours, PrecisionModel } from "./views/precision-view.js" */

/** The largest number below 2^17, which no format here but float32 can hold. */
const AT = 131071;
const ALL = KINDS.join(" ");
/** Steps of the position's slider in a decade. */
const STEPS = 100;

/** @typedef {{ kind: Kind, hand: Turn, error: number }} Wrong */

export class PhasorPrecision extends Figure {
  static properties = { at: { type: Number }, arithmetics: { type: String } };
  static own = { at: String(AT), arithmetics: ALL };
  static styles = [...Figure.styles, precisionStyles];

  /** @type {PrecisionView | undefined} */
  #view;
  /** @type {Errors | undefined} */
  #errors;
  /** @type {Slices | undefined} */
  #slices;
  /** What was computed of a position, for as long as that is marked. @type {{ position: number, exact: Float64Array, wrong: { kind: Kind, row: Float64Array, error: number }[] } | undefined} */
  #here;
  /** Where the pointer is. @type {number | undefined} */
  #pointed;

  constructor() {
    super();
    /** The position whose rows are compared, 100 … 10^7. */
    this.at = AT;
    /** The arithmetics that are shown, as "float32 ggml". */
    this.arithmetics = ALL;
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (!change.encoding) return;
    const { dModel, base } = this.state;
    this.#errors = new Errors({ dModel, base });
    this.#here = undefined;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    this.at = wholeWithin(this.at, FIRST, LAST, AT);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.surface) return;
    this.surface.invalidate("crosshair");
    this.#slices ??= new Slices(
      this,
      () => this.#step(),
      () => this.surface?.invalidate(),
    );
    if (this.busy) this.#slices.start();
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#view?.remove();
    this.#view = undefined;
    this.#slices?.remove();
    this.#slices = undefined;
  }

  get busy() {
    return this.#errors?.complete === false;
  }

  /** Measures on. */
  #step() {
    this.#errors?.step();
    return this.busy;
  }

  /** @returns {Kind[]} */
  get #shown() {
    const names = this.arithmetics.split(/[\s,]+/);
    return KINDS.filter((kind) => names.includes(kind));
  }

  get #position() {
    return this.#pointed ?? this.at;
  }

  /** The rows at the marked position, by arithmetic, and how far they are off. */
  get #rows() {
    const position = this.#position;
    if (this.#here?.position !== position) {
      const { dModel, base } = this.state;
      const exact = sinusoidalAt([position], dModel, { base, dtype: "float64" });
      const wrong = KINDS.map((kind) => ({
        kind,
        row: sinusoidalAt([position], dModel, { base, arithmetic: kind, dtype: "float64" }),
        error: rowErrors([position], kind, { dModel, base }, exact)[0],
      }));
      this.#here = { position, exact, wrong };
    }
    return this.#here;
  }

  /** The marked pair's hands and the rows' errors at the marked position. @returns {{ exact: Turn, wrong: Wrong[] }} */
  get #there() {
    const { exact, wrong } = this.#rows;
    const { pair } = this.shared.marked;
    const hand = (/** @type {Float64Array} */ row) => ({
      sine: row[columnOf(pair, "sin")],
      cosine: row[columnOf(pair, "cos")],
    });
    return {
      exact: hand(exact),
      wrong: wrong.map(({ kind, row, error }) => ({ kind, error, hand: hand(row) })),
    };
  }

  /** @returns {PrecisionModel} */
  get #model() {
    const { exact, wrong } = this.#there;
    const shown = this.#shown;
    return {
      exact,
      lines: wrong
        .filter(({ kind }) => shown.includes(kind))
        .map((each) => ({
          ...each,
          points: this.#errors?.worst(each.kind) ?? [],
          lost: this.#errors?.lost(each.kind),
        })),
      position: this.#position,
      pair: this.shared.marked.pair,
    };
  }

  /** @returns {Colours} */
  get #colours() {
    const colour = (/** @type {Kind} */ kind) =>
      getComputedStyle(/** @type {Element} */ (this.renderRoot.querySelector(`.${kind} .name`)))
        .color;
    return /** @type {Colours} */ (Object.fromEntries(KINDS.map((kind) => [kind, colour(kind)])));
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    const canvas = this.surface?.canvas("data");
    if (!canvas) return;
    this.#view ??= new PrecisionView(canvas);
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme, this.#colours);
    else this.#view.drawCrosshair(context, size, this.#model, theme, this.#colours);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  #positionAt(x, y) {
    return positionAt(planPrecision(this.size, this.#model.lines), x, y);
  }

  /** @param {number | undefined} position */
  #point(position) {
    this.#pointed = position;
    this.requestUpdate();
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => this.#point(this.#positionAt(x, y)),
      leave: () => this.#point(undefined),
      pick: (x, y) => {
        this.at = this.#positionAt(x, y) ?? this.at;
      },
    };
  }

  /** @param {Action} action */
  act(action) {
    const { dModel, pair } = this.state;
    this.#pointed = undefined;
    if (action.kind === "edge") this.at = action.end === "first" ? FIRST : LAST;
    if (action.kind === "zoom") this.at = action.factor > 1 ? this.at * 2 : this.at / 2;
    if (action.kind === "move") {
      this.at += action.x;
      this.change({ pair: clamp(pair + action.y, 0, dModel / 2 - 1) });
    }
  }

  /** @param {Kind} kind @param {boolean} shown */
  #show(kind, shown) {
    const kept = this.#shown;
    this.arithmetics = KINDS.filter((each) => (each === kind ? shown : kept.includes(each))).join(
      " ",
    );
  }

  #reset() {
    this.at = AT;
    this.arithmetics = ALL;
    this.#pointed = undefined;
    this.change({ pair: DEFAULTS.pair });
  }

  // ---- around the drawing ----

  get table() {
    const { dModel, base } = this.state;
    const shown = this.#shown;
    const errors = new Errors({ dModel, base });
    while (!errors.complete) errors.step();
    const columns = shown.map((kind) => errors.of(kind));
    return {
      columns: ["position", ...shown],
      rows: Array.from(POSITIONS, (position, n) => [position, ...columns.map((each) => each[n])]),
    };
  }

  get code() {
    const { dModel, base } = this.state;
    if (this.#shown.length === 0) return undefined;
    return precisionCode({ dModel, base, kinds: this.#shown });
  }

  get words() {
    return {
      label:
        "Largest error of a row of the encoding against its position, from a hundred to ten million, " +
        "a line for each arithmetic of the angles",
      help:
        "Left and right move the position by one, with Shift by ten; plus and minus double and halve " +
        "it. Home and End go to the first and the last. Up and down move the pair on the dial.",
    };
  }

  controlsTemplate() {
    const { dModel, pair } = this.state;
    return html`
      <div class="controls" part="controls">
        ${sliderTemplate({
          name: "position",
          symbol: "p",
          value: Math.round(STEPS * Math.log10(this.at)),
          min: STEPS * Math.log10(FIRST),
          max: STEPS * Math.log10(LAST),
          step: 1,
          text: whole(this.at),
          accent: "position",
          input: (place) => {
            this.at = Math.round(10 ** (place / STEPS));
          },
        })}
        ${pairSlider(this.state, `${pair} of ${dModel / 2}`, (patch) => this.change(patch))}
      </div>
    `;
  }

  readOutTemplate() {
    const shown = this.#shown;
    const wrong = this.#there.wrong.filter(({ kind }) => shown.includes(kind));
    return html`<span class="position"><i>p</i> = ${whole(this.#position)}</span>${
      wrong.length > 0 ? ":" : nothing
    }
      ${wrong.map(
        ({ kind, error }, n) =>
          html`<span>${kind} ${n === 0 ? "off by " : nothing}<b>${errorText(error)}</b>${
            n < wrong.length - 1 ? "," : nothing
          }</span> `,
      )}`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }

  #valuesTemplate() {
    const { pair } = this.shared.marked;
    const { exact, wrong } = this.#there;
    const shown = this.#shown;
    /** @param {Wrong} row */
    const line = ({ kind, hand, error }) => {
      const on = shown.includes(kind);
      return html`
        <tr class="${kind} ${on ? "" : "off"}">
          <th scope="row">
            <label
              ><input
                type="checkbox"
                value=${kind}
                .checked=${live(on)}
                @change=${(/** @type {Event} */ event) =>
                  this.#show(kind, /** @type {HTMLInputElement} */ (event.target).checked)}
              />${dashTemplate(kind)}<span class="name">${kind}</span></label
            >
          </th>
          <td>${valueText(hand.sine)}</td>
          <td>${valueText(hand.cosine)}</td>
          <td>${errorText(error)}</td>
        </tr>
      `;
    };
    return html`
      <table class="values" part="values">
        <caption class="quiet">Entries at position ${whole(this.#position)}</caption>
        <thead>
          <tr>
            <th scope="col">angles in</th>
            <th scope="col" class="dimension">sine ${pair}</th>
            <th scope="col" class="dimension">cosine ${pair}</th>
            <th scope="col">row off by</th>
          </tr>
        </thead>
        <tbody>
          <tr class="exact">
            <th scope="row">exact</th>
            <td>${valueText(exact.sine)}</td>
            <td>${valueText(exact.cosine)}</td>
            <td>0</td>
          </tr>
          ${wrong.map(line)}
        </tbody>
      </table>
      <p class="note">
        A line joins the worst rows of each eighth of a decade, out of up to 64 positions in it; the
        dots, the hands and the table are of position <i>p</i> itself.
      </p>
    `;
  }

  render() {
    if (!this.near || this.failure !== undefined) return super.render();
    return html`${super.render()}${this.#valuesTemplate()}`;
  }
}

/** @param {Kind} kind */
const dashTemplate = (kind) => html`<svg viewBox="0 0 22 4" aria-hidden="true">
  ${svg`<line x1="0" y1="2" x2="22" y2="2" stroke-dasharray=${DASHES[kind].join(" ") || "none"}></line>`}
</svg>`;

/** @param {number} value */
const valueText = (value) => (Number.isNaN(value) ? "NaN" : fixed(value, 5));

/** @param {number} error */
const errorText = (error) => {
  if (Number.isNaN(error)) return "NaN";
  return error < 0.1 ? scientific(error, 2) : fixed(error, 3);
};

define("phasor-precision", PhasorPrecision);
