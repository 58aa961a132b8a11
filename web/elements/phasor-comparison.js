// <phasor-comparison>: which scheme to choose, by similarity against distance and by what it costs.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { alibiSlopes } from "../phasor/index.js";
import { comparisonCode } from "./code/comparison.js";
import { comparisonStyles } from "./controls/comparison-styles.js";
import { comparisonTable } from "./controls/comparison-table.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { curveOf, measure, NAMES, SCHEMES } from "./models/comparison.js";
import { rowsInTime } from "./models/rows-in-time.js";
import { clamp, DEFAULTS, wholeWithin } from "./state/parameters.js";
import { ComparisonView, markAt, PENS, planComparison } from "./views/comparison-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { SchemeName, Setting } from "./models/comparison.js" */
/** @import { Change } from "./state/group.js" */
/** @import { ComparisonModel, Curve } from "./views/comparison-view.js" */

const MOST_HEADS = 64;
const OWN = { schemes: "", heads: "8", head: "3" };

export class PhasorComparison extends Figure {
  static properties = {
    schemes: { type: String },
    heads: { type: Number },
    head: { type: Number },
    held: { state: true },
    pointed: { state: true },
  };
  static own = OWN;
  static styles = [...Figure.styles, comparisonStyles];

  /** @type {ComparisonView | undefined} */
  #view;
  /** All curves, whether shown or not. @type {Map<SchemeName, Float64Array> | undefined} */
  #curves;
  /** @type {ReturnType<typeof measure> | undefined} */
  #measured;

  constructor() {
    super();
    /** The schemes that are drawn, as "sinusoidal rope"; all without it. */
    this.schemes = "";
    /** Attention heads, 1 … 64. */
    this.heads = Number(OWN.heads);
    /** The head whose ALiBi bias is drawn, from 0 on. */
    this.head = Number(OWN.head);
    /** The scheme that the reader holds on to. @type {SchemeName | undefined} */
    this.held = undefined;
    /** The scheme under the pointer. @type {SchemeName | undefined} */
    this.pointed = undefined;
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) this.#forget();
  }

  #forget() {
    this.#curves = undefined;
    this.#measured = undefined;
    this.surface?.invalidate();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("heads") || changed.has("head")) this.#forget();
    if (changed.has("held") || changed.has("pointed")) this.surface?.invalidate("crosshair");
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#view?.remove();
    this.#view = undefined;
  }

  // ---- what is shown ----

  /** The attributes, as they can be drawn. @returns {Setting} */
  get #setting() {
    const { length, dModel, base } = this.state;
    const heads = wholeWithin(this.heads, 1, MOST_HEADS, Number(OWN.heads));
    const head = wholeWithin(this.head, 0, heads - 1, 0);
    return { length, dModel, base, heads, head };
  }

  get #distances() {
    return rowsInTime(this.state.length, this.state.dModel);
  }

  get #all() {
    const setting = { ...this.#setting, length: this.#distances };
    this.#curves ??= new Map(NAMES.map((name) => [name, curveOf(name, setting)]));
    return this.#curves;
  }

  /** @param {SchemeName} name */
  #values(name) {
    return /** @type {Float64Array} */ (this.#all.get(name));
  }

  get #shown() {
    const given = this.schemes.split(/[\s,]+/).filter(Boolean);
    return given.length === 0 ? NAMES : NAMES.filter((name) => given.includes(name));
  }

  /** @returns {Curve[]} */
  get #lines() {
    const shown = this.#shown;
    return SCHEMES.filter(([name]) => shown.includes(name)).map(([name, words]) => ({
      name,
      words,
      values: this.#values(name),
    }));
  }

  get #marked() {
    return this.pointed ?? this.held;
  }

  /** How far the marked positions are apart, as far as the axis reaches. */
  get #distance() {
    const { position, second } = this.shared.marked;
    return Math.min(Math.abs(second - position), this.#distances - 1);
  }

  /** @returns {ComparisonModel} */
  get #model() {
    return {
      curves: this.#lines,
      distances: this.#distances,
      distance: this.#distance,
      marked: this.#marked,
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    const canvas = this.surface?.canvas("data");
    if (!canvas) return;
    this.#view ??= new ComparisonView(canvas);
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** Two positions so far apart, the first of them the marked one if there is room past it. @param {number} distance */
  #apart(distance) {
    const { length, position } = this.state;
    const first = Math.min(position, length - 1 - distance);
    return { position: first, second: first + distance };
  }

  /** @param {number} x @param {number} y */
  #markAt(x, y) {
    const model = this.#model;
    return markAt(planComparison(this.size, model), model.curves, x, y);
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => {
        const mark = this.#markAt(x, y);
        this.pointed = mark?.name;
        this.hover(mark && this.#apart(mark.distance));
      },
      leave: () => {
        this.pointed = undefined;
        this.hover(undefined);
      },
      pick: (x, y) => {
        const mark = this.#markAt(x, y);
        if (!mark) return;
        this.held = mark.name;
        this.change(this.#apart(mark.distance));
      },
    };
  }

  /** @param {Action} action */
  act(action) {
    this.pointed = undefined;
    this.hover(undefined);
    const last = this.#distances - 1;
    if (action.kind === "whole") this.held = undefined;
    if (action.kind === "edge") this.change(this.#apart(action.end === "first" ? 0 : last));
    if (action.kind !== "move") return;
    if (action.x) this.change(this.#apart(clamp(this.#distance + action.x, 0, last)));
    if (action.y) this.#holdNext(Math.sign(action.y));
  }

  /** @param {number} by */
  #holdNext(by) {
    const shown = this.#shown;
    const at = this.held ? shown.indexOf(this.held) : -1;
    this.held = shown[clamp(at + by, 0, shown.length - 1)];
  }

  /** @param {SchemeName} name @param {boolean} on */
  #show(name, on) {
    const shown = NAMES.filter((each) => (each === name ? on : this.#shown.includes(each)));
    // Without any the attribute must not be empty, which means all.
    this.schemes = shown.length === NAMES.length ? "" : shown.join(" ") || "-";
  }

  #reset() {
    this.schemes = "";
    this.heads = Number(OWN.heads);
    this.head = Number(OWN.head);
    this.held = undefined;
    this.pointed = undefined;
    this.hover(undefined);
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get table() {
    const lines = this.#lines;
    return {
      columns: ["distance", ...lines.map(({ words }) => words)],
      rows: Array.from({ length: this.#distances }, (_, k) => [
        k,
        ...lines.map(({ values }) => values[k]),
      ]),
    };
  }

  get code() {
    return comparisonCode({
      ...this.#setting,
      length: this.#distances,
      shown: this.#lines.map(({ name, words }) => ({ name, words })),
    });
  }

  get words() {
    return {
      label: `Similarity against distance for ${this.#lines.map(({ words }) => words).join(", ")}`,
      help:
        "Left and right move the distance, with Shift by ten; Home and End go to the first and last " +
        "one. Up and down go from line to line, Escape lets go of it.",
    };
  }

  controlsTemplate() {
    const { heads, head } = this.#setting;
    const shown = this.#shown;
    return html`
      <fieldset class="schemes">
        <legend class="quiet">schemes</legend>
        ${SCHEMES.map(
          ([name, words]) => html`
            <label
              class="choice"
              @pointerenter=${() => this.#point(name)}
              @pointerleave=${() => this.#point(undefined)}
            >
              <input
                type="checkbox"
                value=${name}
                .checked=${live(shown.includes(name))}
                @change=${(/** @type {Event} */ event) =>
                  this.#show(name, /** @type {HTMLInputElement} */ (event.target).checked)}
              /><svg class="swatch ${name}" width="26" height="4" aria-hidden="true">
                <line x2="26" y1="2" y2="2" stroke-dasharray=${PENS[name].dash.join(" ") || "none"} />
              </svg>${words}
            </label>
          `,
        )}
      </fieldset>
      <div class="controls" part="controls">
        ${sliderTemplate({
          name: "distance",
          symbol: "k",
          value: this.#distance,
          min: 0,
          max: this.#distances - 1,
          step: 1,
          text: whole(this.#distance),
          accent: "offset",
          input: (value) => this.change(this.#apart(value)),
        })}
        ${sliderTemplate({
          name: "ALiBi\u2019s head",
          symbol: "j",
          value: head,
          min: 0,
          max: heads - 1,
          step: 1,
          text: `${head} of 0 to ${heads - 1}, slope ${fixed(alibiSlopes(heads)[head], 4)}`,
          accent: "plain",
          input: (value) => {
            this.head = value;
          },
        })}
      </div>
    `;
  }

  /** @param {SchemeName | undefined} name */
  #point(name) {
    this.pointed = name;
  }

  // All values always: a read-out that grew and shrank would move the table under the pointer.
  readOutTemplate() {
    const distance = this.#distance;
    const marked = this.#marked;
    return html`<span class="offset"><i>k</i> = ${whole(distance)}</span>${this.#lines.map(
      ({ name, words, values }) =>
        html`, <span class=${name === marked ? name : ""}>${words} <b>${fixed(values[distance], 4)}</b></span>`,
    )}`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }

  render() {
    const drawn = this.near && this.failure === undefined;
    return html`${super.render()}${drawn ? this.#tableTemplate() : nothing}`;
  }

  #tableTemplate() {
    const setting = this.#setting;
    this.#measured ??= measure(setting, this.#values("alibi"));
    return comparisonTable({
      setting,
      measured: this.#measured,
      marked: this.#marked,
      held: this.held,
      point: (name) => this.#point(name),
      hold: (name) => {
        this.held = name;
      },
    });
  }
}

define("phasor-comparison", PhasorComparison);
