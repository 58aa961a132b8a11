// What a figure gives away, behind one button: files, and texts to copy.
import { html, nothing } from "lit";
import { save } from "../share.js";

/** @import { ReactiveControllerHost } from "lit" */
/** @import { Code, Language } from "../share.js" */

/**
 * @typedef {object} Sharer
 * @property {string} localName
 * @property {Code | undefined} code
 * @property {() => Promise<Blob>} toBlob
 * @property {() => string} toCSV
 * @property {() => string} toURL
 * @property {() => string} toHTML
 * @property {(language: Language) => string} toCode
 */

/** @type {[Language, string][]} */
const LANGUAGES = [
  ["javascript", "JavaScript"],
  ["python", "Python"],
  ["c", "C"],
];

/** The lines that are seen of a text at once, at most. */
const MOST_LINES = 16;

export class SharePanel {
  #figure;
  #open = false;
  /** Makes the text that is there to be copied: it follows the figure. @type {(() => string) | undefined} */
  #text;

  /** @param {ReactiveControllerHost & Sharer} figure */
  constructor(figure) {
    this.#figure = figure;
  }

  #toggle() {
    this.#open = !this.#open;
    this.#text = undefined;
    this.#figure.requestUpdate();
  }

  /** @param {() => string} text */
  #give(text) {
    this.#text = text;
    // Without leave to do so, the text is there to be copied by hand.
    navigator.clipboard?.writeText(text()).catch(() => {});
    this.#figure.requestUpdate();
  }

  buttonTemplate() {
    return html`<button
      type="button"
      aria-expanded=${this.#open}
      @click=${() => this.#toggle()}
    >share</button>`;
  }

  template() {
    if (!this.#open) return nothing;
    const figure = this.#figure;
    const { localName: name } = figure;
    const csv = () => save(new Blob([figure.toCSV()], { type: "text/csv" }), `${name}.csv`);
    const png = async () => save(await figure.toBlob(), `${name}.png`);
    const text = (/** @type {string} */ words, /** @type {() => string} */ make) =>
      html`<button type="button" @click=${() => this.#give(make)}>${words}</button>`;
    return html`
      <div class="share" part="share">
        <div class="buttons">
          <button type="button" @click=${png}>PNG</button>
          <button type="button" @click=${csv}>CSV</button>
          ${text("link", () => figure.toURL())} ${text("HTML", () => figure.toHTML())}
          ${
            figure.code &&
            LANGUAGES.map(([language, words]) => text(words, () => figure.toCode(language)))
          }
        </div>
        ${this.#text && this.#textTemplate(this.#text())}
      </div>
    `;
  }

  /** @param {string} text */
  #textTemplate(text) {
    return html`<textarea
      readonly
      rows=${Math.min(Math.max(text.split("\n").length, 2), MOST_LINES)}
      spellcheck="false"
      aria-label="to copy"
      .value=${text}
      @focus=${(/** @type {FocusEvent} */ event) =>
        /** @type {HTMLTextAreaElement} */ (event.target).select()}
    ></textarea>`;
  }
}
