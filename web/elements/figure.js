// What all figures have in common: parameters as attributes and properties, a group with its
// crosshair, a surface to draw on that takes the focus, a read-out, and words where nothing can be
// computed.
import { html, nothing } from "lit";
import { wavelengths } from "../phasor/index.js";
import { Surface } from "./canvas/surface.js";
import { COLOURS, readTheme, watchTheme } from "./canvas/theme.js";
import { SharePanel } from "./controls/share-panel.js";
import { controls, figure, palette } from "./controls/styles.js";
import { listen } from "./input/gestures.js";
import { actionOf } from "./input/keys.js";
import { fromAddress, positionsIn, toAddress, toCSV, toMarkup, toPicture } from "./share.js";
import { Member } from "./state/member.js";

/** @import { PropertyDeclarations, TemplateResult } from "lit" */
/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Code, Language, Own, Table } from "./share.js" */
/** @import { Change, Mark } from "./state/group.js" */
/** @import { ParameterName } from "./state/parameters.js" */

/** How long the crosshair rests before a screen reader is told where it is, in milliseconds. */
const REST = 250;

/** How near to the view a figure begins its work. */
const MARGIN = "50%";

export class Figure extends Member {
  /** @type {PropertyDeclarations} */
  static properties = {
    near: { state: true },
    failure: { state: true },
  };
  /**
   * Attributes of a figure's own that it draws, and that links and snippets keep, and what they are
   * without.
   * @type {Own}
   */
  static own = {};
  static styles = [palette, figure, controls];

  /** @type {Surface | undefined} */
  #surface;
  /** @type {Theme | undefined} */
  #theme;
  /** @type {Float64Array | undefined} */
  #wavelengths;
  #panel = new SharePanel(this);
  /** @type {(() => void)[]} */
  #endings = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  constructor() {
    super();
    /** Nothing is computed before the figure is about to come into view. */
    this.near = false;
    /** Why nothing can be computed here. @type {unknown} */
    this.failure = undefined;
  }

  // ---- to take away ----

  /** The numbers that are shown. @protected @returns {Table} */
  get table() {
    return { columns: [], rows: [] };
  }

  /** Programs that print those numbers. @returns {Code | undefined} */
  get code() {
    return undefined;
  }

  /** The positions in view, or as many of them as a table should have. @protected */
  get positionsInView() {
    const { start, end } = this.shared.span;
    return positionsIn(start, end);
  }

  /** The figure as it is drawn, axes and crosshair included. @returns {Promise<Blob>} PNG */
  async toBlob() {
    this.near = true;
    for (let n = 0; n < 100 && this.isConnected; n += this.busy ? 0 : 1) {
      await this.updateComplete;
      if (this.failure !== undefined) throw this.failure;
      if (this.#surface?.drawNow() && !this.isUpdatePending && !this.busy) {
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
    const found = fromAddress(address, [...Object.keys(names), "span"]);
    if (!found) return;
    for (const [name, value] of Object.entries(found.state)) {
      this.setParameter(/** @type {ParameterName} */ (name), value);
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

  /**
   * A program that computes and prints the numbers that are shown, as `toCSV` has them.
   * @param {Language} [language]
   * @returns {string}
   */
  toCode(language = "javascript") {
    const { code } = this;
    if (!code) throw new Error(`phasor: <${this.localName}> has no program for what it shows`);
    if (!Object.hasOwn(code, language)) {
      throw new RangeError(
        `phasor: language must be ${Object.keys(code).join(", ")}, not ${language}`,
      );
    }
    return code[language];
  }

  /** @returns {Own} */
  get #own() {
    /** @type {Own} */
    const own = { .../** @type {typeof Figure} */ (this.constructor).own, span: "" };
    const value = (/** @type {string} */ name) => String(Reflect.get(this, name));
    const given = Object.keys(own).filter((name) => value(name) !== own[name]);
    return Object.fromEntries(given.map((name) => [name, value(name)]));
  }

  // ---- in the document ----

  connectedCallback() {
    super.connectedCallback();
    const views = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.near = true;
      },
      { rootMargin: MARGIN },
    );
    views.observe(this);
    this.#endings.push(() => views.disconnect());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const end of this.#endings.splice(0)) end();
    clearTimeout(this.#resting);
    this.#surface?.remove();
    this.#surface = undefined;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("near") && this.near) {
      try {
        wavelengths(2);
      } catch (error) {
        this.failure = error;
      }
    }
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    if (!this.near || this.failure !== undefined || !this.isConnected) return;
    if (!this.#surface) this.#attach();
    if (this.redraws(changed)) this.#surface?.invalidate();
    const height = this.heightFor(this.size.width || this.clientWidth);
    if (height !== undefined) this.plot.style.blockSize = `${height}px`;
  }

  #attach() {
    const plot = this.plot;
    this.#surface = new Surface(plot, this.layers, (layer, context, size) => {
      const height = this.heightFor(size.width);
      // Narrower or wider than before, and so lower or higher: it is drawn when it has that size.
      if (height !== undefined && plot.style.blockSize !== `${height}px`) this.requestUpdate();
      else this.draw(layer, context, size, this.theme);
    });
    const endTheme = watchTheme(() => {
      this.#theme = undefined;
      this.#surface?.invalidate();
      // No frame comes before the page is on paper.
      if (matchMedia("print").matches) this.#surface?.drawNow();
    });
    this.#endings.push(endTheme, listen(plot, this.gestures()));
  }

  /** @protected @param {Change} change */
  groupChanged(change) {
    if (change.encoding) this.#wavelengths = undefined;
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

  /** The wavelength of each pair. @protected */
  get wavelengths() {
    const { dModel, base } = this.state;
    this.#wavelengths ??= wavelengths(dModel, { base });
    return this.#wavelengths;
  }

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

  /** Of the drawing. @protected @returns {Size} */
  get size() {
    return this.#surface?.size ?? { width: 0, height: 0, ratio: 1 };
  }

  /** @protected @returns {Theme} */
  get theme() {
    this.#theme ??= readTheme(/** @type {Element} */ (this.renderRoot.querySelector(".probes")));
    return this.#theme;
  }

  /**
   * How high the drawing is, where that follows from its width and not from a style sheet.
   * @protected @param {number} _width @returns {number | undefined}
   */
  heightFor(_width) {
    return undefined;
  }

  /** Whether what is to be shown is still being computed. @protected */
  get busy() {
    return false;
  }

  /** Called before drawing what changed. @protected @param {Change} _change */
  stateChanged(_change) {}

  /**
   * @protected
   * @param {string} _layer @param {CanvasRenderingContext2D} _context
   * @param {Size} _size @param {Theme} _theme
   */
  draw(_layer, _context, _size, _theme) {}

  /** Whether all is drawn again: an attribute of its own is another. @protected @param {Map<PropertyKey, unknown>} changed */
  redraws(changed) {
    const { own } = /** @type {typeof Figure} */ (this.constructor);
    return Object.keys(own).some((name) => changed.has(name));
  }

  /** What a pixel of the drawing is on. @protected @param {number} _x @param {number} _y @returns {Mark | undefined} */
  markAt(_x, _y) {
    return undefined;
  }

  /** The crosshair follows the pointer, and a click leaves the cursor there. @protected @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => this.hover(this.markAt(x, y)),
      leave: () => this.hover(undefined),
      pick: (x, y) => {
        const mark = this.markAt(x, y);
        if (mark) this.change(mark);
      },
    };
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
            ${this.#panel.buttonTemplate()}
          </div>
        </div>
        ${this.#panel.template()}
        <p class="quiet" id="help">${help}</p>
        <p class="quiet status" role="status"></p>
      </figure>
      <div class="probes">${COLOURS.map((name) => html`<i class=${name}></i>`)}</div>
    `;
  }
}
