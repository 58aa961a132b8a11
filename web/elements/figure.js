// What all figures have in common: parameters as attributes and properties, a group with its
// crosshair, a surface to draw on that takes the focus, a read-out, and words where nothing can be
// computed.
import { html, LitElement, nothing } from "lit";
import { wavelengths } from "../phasor/index.js";
import { Surface } from "./canvas/surface.js";
import { COLOURS, readTheme, watchTheme } from "./canvas/theme.js";
import { controls, figure, palette } from "./controls/styles.js";
import { listen } from "./input/gestures.js";
import { actionOf } from "./input/keys.js";
import { Group, groupNamed } from "./state/group.js";
import { ATTRIBUTES, PARAMETER_NAMES } from "./state/parameters.js";

/** @import { PropertyDeclarations, TemplateResult } from "lit" */
/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change, Mark } from "./state/group.js" */
/** @import { ParameterName, State, Wave } from "./state/parameters.js" */

/** How long the crosshair rests before a screen reader is told where it is, in milliseconds. */
const REST = 250;

/** How near to the view a figure begins its work. */
const MARGIN = "50%";

/** @type {PropertyDeclarations} */
const parameterProperties = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [
    name,
    { attribute: ATTRIBUTES[name], noAccessor: true, type: name === "wave" ? String : Number },
  ]),
);

/**
 * @fires phasor-change - the reader changed a parameter or moved the cursor; detail: the State
 * @fires phasor-hover - the reader's pointer is elsewhere; detail: the Mark, or null when it left
 */
export class Figure extends LitElement {
  /** @type {PropertyDeclarations} */
  static properties = {
    ...parameterProperties,
    group: { type: String },
    near: { state: true },
    failure: { state: true },
  };
  static styles = [palette, figure, controls];

  #group = new Group();
  /** Parameters from before this was in a document. @type {Partial<Record<ParameterName, unknown>>} */
  #early = {};
  /** @type {Surface | undefined} */
  #surface;
  /** @type {Theme | undefined} */
  #theme;
  /** @type {(() => void)[]} */
  #endings = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #listening = false;

  constructor() {
    super();
    /** Figures with the same group share parameters and crosshair. */
    this.group = "";
    /** Nothing is computed before the figure is about to come into view. */
    this.near = false;
    /** Why nothing can be computed here. @type {unknown} */
    this.failure = undefined;
  }

  // ---- parameters ----

  get dModel() {
    return this.state.dModel;
  }
  set dModel(value) {
    this.#set("dModel", value);
  }
  get length() {
    return this.state.length;
  }
  set length(value) {
    this.#set("length", value);
  }
  get base() {
    return this.state.base;
  }
  set base(value) {
    this.#set("base", value);
  }
  get position() {
    return this.state.position;
  }
  set position(value) {
    this.#set("position", value);
  }
  get second() {
    return this.state.second;
  }
  set second(value) {
    this.#set("second", value);
  }
  get pair() {
    return this.state.pair;
  }
  set pair(value) {
    this.#set("pair", value);
  }
  /** @returns {Wave} */
  get wave() {
    return this.state.wave;
  }
  set wave(value) {
    this.#set("wave", value);
  }

  /** @returns {Readonly<State>} */
  get state() {
    return this.#group.state;
  }

  /** The group's state and crosshair, for figures' own use. @protected */
  get shared() {
    return this.#group;
  }

  /** @param {ParameterName} name @param {unknown} value */
  #set(name, value) {
    if (this.#listening) this.#group.set({ [name]: value });
    else this.#early[name] = value;
  }

  /** The reader's own doing. @protected @param {Partial<State>} patch */
  change(patch) {
    const before = this.state;
    this.#group.set(patch, this);
    if (this.state !== before) this.#emit("phasor-change", { ...this.state });
  }

  /** The reader's pointer. @protected @param {Mark | undefined} mark */
  hover(mark) {
    const before = this.#group.hover;
    this.#group.point(mark, this);
    if (this.#group.hover !== before) this.#emit("phasor-hover", mark ? { ...mark } : null);
  }

  /** @param {string} type @param {unknown} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  // ---- in the document ----

  connectedCallback() {
    super.connectedCallback();
    this.#join();
    const views = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.near = true;
      },
      { rootMargin: MARGIN },
    );
    views.observe(this);
    this.#plotEndings.push(() => views.disconnect());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leave();
    this.#detach();
  }

  #join() {
    this.#group = groupNamed(this.group);
    this.#listening = true;
    this.#endings.push(this.#group.subscribe((change) => this.#changed(change)));
    this.#group.offer(this.#early);
    this.#early = {};
    this.#changed({ encoding: true, mark: true, span: true, source: undefined });
  }

  #leave() {
    this.#listening = false;
    for (const end of this.#endings.splice(0)) end();
    clearTimeout(this.#resting);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("group") && this.hasUpdated && this.isConnected) {
      this.#leave();
      this.#join();
    }
    if (changed.has("near") && this.near) {
      try {
        wavelengths(2);
      } catch (error) {
        this.failure = error;
      }
    }
  }

  /** @param {Map<PropertyKey, unknown>} _changed */
  updated(_changed) {
    if (this.near && this.failure === undefined && this.isConnected && !this.#surface)
      this.#attach();
  }

  #attach() {
    const plot = this.plot;
    this.#surface = new Surface(plot, this.layers, (layer, context, size) =>
      this.draw(layer, context, size, this.theme),
    );
    const endTheme = watchTheme(() => {
      this.#theme = undefined;
      this.#surface?.invalidate();
    });
    this.#plotEndings.push(endTheme, listen(plot, this.gestures()));
  }

  /** @type {(() => void)[]} */
  #plotEndings = [];

  #detach() {
    for (const end of this.#plotEndings.splice(0)) end();
    this.#surface?.remove();
    this.#surface = undefined;
  }

  /** @param {Change} change */
  #changed(change) {
    this.stateChanged(change);
    this.requestUpdate();
    if (change.encoding || change.span) this.#surface?.invalidate();
    else this.#surface?.invalidate("crosshair");
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      const status = this.renderRoot?.querySelector(".status");
      const words = this.renderRoot?.querySelector(".read-out")?.textContent ?? "";
      // Only the reader at this figure is told; the others would only repeat it.
      if (status && this.matches(":focus-within")) status.textContent = words.replace(/\s+/g, " ");
    }, REST);
  }

  // ---- for figures ----

  /** Canvases from the bottom up. @protected */
  get layers() {
    return ["data", "crosshair"];
  }

  /** @protected @returns {HTMLElement} */
  get plot() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector(".plot"));
  }

  /** @protected */
  get surface() {
    return this.#surface;
  }

  /** @protected @returns {Theme} */
  get theme() {
    this.#theme ??= readTheme(/** @type {Element} */ (this.renderRoot.querySelector(".probes")));
    return this.#theme;
  }

  /** Called before drawing what changed. @protected @param {Change} _change */
  stateChanged(_change) {}

  /**
   * @protected
   * @param {string} _layer @param {CanvasRenderingContext2D} _context
   * @param {Size} _size @param {Theme} _theme
   */
  draw(_layer, _context, _size, _theme) {}

  /** @protected @returns {Gestures} */
  gestures() {
    return { point() {}, leave() {}, pick() {} };
  }

  /** @protected @param {Action} _action */
  act(_action) {}

  /** @protected @returns {{ label: string, help: string }} */
  get words() {
    return { label: "", help: "" };
  }

  /** @protected @returns {TemplateResult | typeof nothing} */
  controlsTemplate() {
    return nothing;
  }

  /** @protected @returns {TemplateResult | typeof nothing} */
  readOutTemplate() {
    return nothing;
  }

  /** @protected @returns {TemplateResult | typeof nothing} */
  buttonsTemplate() {
    return nothing;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  render() {
    if (this.failure !== undefined) {
      const { message } = /** @type {Error} */ (this.failure);
      return html`<slot><p part="failure">${message}</p></slot>`;
    }
    if (!this.near) return html`<div class="waiting"></div>`;
    const { label, help } = this.words;
    return html`
      <figure part="figure">
        ${this.controlsTemplate()}
        <div
          class="plot"
          part="plot"
          role="application"
          tabindex="0"
          aria-label=${label}
          aria-describedby="help"
          @keydown=${this.#onKey}
        ></div>
        <div class="below">
          <div class="read-out" part="read-out">${this.readOutTemplate()}</div>
          <div class="buttons">${this.buttonsTemplate()}</div>
        </div>
        <p class="quiet" id="help">${help}</p>
        <p class="quiet status" role="status"></p>
      </figure>
      <div class="probes">${COLOURS.map((name) => html`<i class=${name}></i>`)}</div>
    `;
  }
}
