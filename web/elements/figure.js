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
import { fromAddress, positionsIn, save, toAddress, toCSV, toMarkup, toPicture } from "./share.js";
import { Group, groupNamed } from "./state/group.js";
import { ATTRIBUTES, PARAMETER_NAMES } from "./state/parameters.js";

/** @import { PropertyDeclarations, TemplateResult } from "lit" */
/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Own, Table } from "./share.js" */
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
    sharing: { state: true },
  };
  /** Attributes of a figure's own that links and snippets keep, and what they are without. @type {Own} */
  static own = {};
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
    /** What is open for the reader to take: the buttons, or with them a text. @type {string | undefined} */
    this.sharing = undefined;
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

  // ---- to take away ----

  /** The numbers that are shown. @protected @returns {Table} */
  get table() {
    return { columns: [], rows: [] };
  }

  /** The positions in view, or as many of them as a table should have. @protected */
  get positionsInView() {
    const { start, end } = this.shared.span;
    return positionsIn(start, end);
  }

  /** The figure as it is drawn, axes and crosshair included. @returns {Promise<Blob>} PNG */
  async toBlob() {
    this.near = true;
    for (let n = 0; n < 100 && this.isConnected; n++) {
      await this.updateComplete;
      if (this.failure !== undefined) throw this.failure;
      if (this.#surface?.drawNow() && !this.isUpdatePending) {
        return toPicture(this.plot, this.theme.paper, this.#surface.size.ratio);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`phasor: <${this.localName}> has no room in the document to be drawn in`);
  }

  /** The numbers that are shown, with a line of names above. @returns {string} */
  toCSV() {
    return toCSV(this.table);
  }

  /**
   * An address that says what is shown, for `fromURL`.
   * @param {string} [address] of the page; this one's when not given
   */
  toURL(address = location.href) {
    return toAddress(address, this.state, this.#own);
  }

  /**
   * Shows what an address says; without parameters in it nothing changes.
   * @param {string} [address] this page's when not given
   */
  fromURL(address = location.href) {
    const names = /** @type {typeof Figure} */ (this.constructor).own;
    const found = fromAddress(address, Object.keys(names));
    if (!found) return;
    for (const [name, value] of Object.entries(found.state)) {
      this.#set(/** @type {ParameterName} */ (name), value);
    }
    for (const [name, value] of Object.entries(found.own)) this.setAttribute(name, value);
  }

  /**
   * The lines that put this figure, as it is, into another page.
   * @param {string} [source] where that page has the element's file
   */
  toHTML(source = `${this.localName}.js`) {
    return toMarkup(this.localName, source, this.state, this.#own);
  }

  /** @returns {Own} */
  get #own() {
    const { own } = /** @type {typeof Figure} */ (this.constructor);
    const value = (/** @type {string} */ name) => String(Reflect.get(this, name));
    const given = Object.keys(own).filter((name) => value(name) !== own[name]);
    return Object.fromEntries(given.map((name) => [name, value(name)]));
  }

  /** @param {string} text */
  #give(text) {
    this.sharing = text;
    // Without leave to do so, the text is there to be copied by hand.
    navigator.clipboard?.writeText(text).catch(() => {});
  }

  #shareTemplate() {
    if (this.sharing === undefined) return nothing;
    const { localName: name } = this;
    const csv = () => save(new Blob([this.toCSV()], { type: "text/csv" }), `${name}.csv`);
    const png = async () => save(await this.toBlob(), `${name}.png`);
    return html`
      <div class="share" part="share">
        <div class="buttons">
          <button type="button" @click=${png}>PNG</button>
          <button type="button" @click=${csv}>CSV</button>
          <button type="button" @click=${() => this.#give(this.toURL())}>link</button>
          <button type="button" @click=${() => this.#give(this.toHTML())}>HTML</button>
        </div>
        ${
          this.sharing &&
          html`<textarea
            readonly
            rows="2"
            spellcheck="false"
            aria-label="to copy"
            .value=${this.sharing}
            @focus=${(/** @type {FocusEvent} */ event) =>
              /** @type {HTMLTextAreaElement} */ (event.target).select()}
          ></textarea>`
        }
      </div>
    `;
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
          <div class="buttons">
            ${this.buttonsTemplate()}
            <button
              type="button"
              aria-expanded=${this.sharing !== undefined}
              @click=${() => {
                this.sharing = this.sharing === undefined ? "" : undefined;
              }}
            >share</button>
          </div>
        </div>
        ${this.#shareTemplate()}
        <p class="quiet" id="help">${help}</p>
        <p class="quiet status" role="status"></p>
      </figure>
      <div class="probes">${COLOURS.map((name) => html`<i class=${name}></i>`)}</div>
    `;
  }
}
