// <phasor-order>: what attention knows of the order of words, without positions and with them.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { orderCode } from "./code/order.js";
import { orderStyles } from "./controls/order-styles.js";
import { fixed, scientific } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { dragging } from "./input/reorder.js";
import { attend, moved, orderOf, SENTENCE, textOf, wordsOf } from "./models/order.js";
import { clamp } from "./state/parameters.js";
import { cellAt, heightOf, OrderView, planOrder } from "./views/order-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { OrderModel } from "./models/order.js" */
/** @import { Cell } from "./views/order-view.js" */

export class PhasorOrder extends Figure {
  static properties = { sentence: { type: String }, order: { type: String } };
  static own = { sentence: SENTENCE, order: "" };
  static styles = [...Figure.styles, orderStyles];

  #view = new OrderView();
  /** @type {{ key: string, model: OrderModel } | undefined} */
  #made;
  #drag = dragging({
    hold: (place) => {
      this.hover(undefined);
      this.#choose(place);
      this.#focus(place);
      this.renderRoot.querySelector("ol")?.classList.add("held");
    },
    move: (from, to) => {
      this.#move(from, to);
      this.#focus(to);
    },
    release: () => this.renderRoot.querySelector("ol")?.classList.remove("held"),
  });

  constructor() {
    super();
    /** The sentence as it is written: up to twelve words. */
    this.sentence = SENTENCE;
    /** Which of its words stands first, second, …: "2 1 0"; empty for the order it is written in. */
    this.order = "";
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width, this.#model.words);
  }

  get #model() {
    const { sentence, order } = this;
    const { dModel, base } = this.state;
    const of = { sentence, order, dModel, base };
    const key = JSON.stringify(of);
    if (this.#made?.key !== key) this.#made = { key, model: attend(of) };
    return this.#made.model;
  }

  /** The cell of a pair of positions; where these are past the sentence, its first and last word. @param {{ position: number, second: number }} at @returns {Cell} */
  #cellOf({ position, second }) {
    const count = this.#model.words.length;
    return {
      row: position < count ? position : 0,
      column: second < count ? second : count - 1,
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    const model = this.#model;
    if (layer === "data") this.#view.drawData(context, size, model, theme);
    else this.#view.drawCrosshair(context, size, model, this.#cellOf(this.shared.marked), theme);
  }

  // ---- the reader ----

  /** @param {number} place */
  #choose(place) {
    this.change({ position: place, second: place });
  }

  /** @param {number} from @param {number} to place in the order */
  #move(from, to) {
    const { words, permutation } = this.#model;
    const place = clamp(to, 0, words.length - 1);
    if (place !== from) this.order = textOf(moved(permutation, from, place));
    this.#choose(place);
  }

  /** @param {string} sentence */
  #write(sentence) {
    const before = this.#model.permutation.length;
    this.sentence = sentence;
    if (wordsOf(sentence).length !== before) this.order = "";
  }

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    const cell = cellAt(planOrder(this.size, this.#model.words), x, y);
    return cell && { position: cell.row, second: cell.column };
  }

  /** @param {Action} action */
  act(action) {
    const last = this.#model.words.length - 1;
    const { row, column } = this.#cellOf(this.state);
    this.hover(undefined);
    if (action.kind === "edge") {
      this.change({ position: row, second: action.end === "first" ? 0 : last });
    }
    if (action.kind === "move") {
      const position = clamp(row + action.y, 0, last);
      this.change({ position, second: clamp(column + action.x, 0, last) });
    }
  }

  /** Arrows go from word to word; with Alt or Ctrl they take the word along. @param {KeyboardEvent} event */
  #onKey(event) {
    const { row } = this.#cellOf(this.state);
    const last = this.#model.words.length - 1;
    /** @type {Record<string, number>} */
    const goals = {
      ArrowLeft: row - 1,
      ArrowUp: row - 1,
      ArrowRight: row + 1,
      ArrowDown: row + 1,
      Home: 0,
      End: last,
    };
    const goal = goals[event.key];
    if (goal === undefined || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const to = clamp(goal, 0, last);
    if (event.altKey || event.ctrlKey) this.#move(row, to);
    else this.#choose(to);
    this.#focus(to);
  }

  /** Where a word has gone, the reader goes too. @param {number} place */
  async #focus(place) {
    await this.updateComplete;
    const words = this.renderRoot.querySelectorAll("ol button");
    /** @type {HTMLElement | undefined} */ (words[place])?.focus();
  }

  #reset() {
    this.sentence = SENTENCE;
    this.order = "";
    this.hover(undefined);
    this.#choose(0);
  }

  // ---- around the drawing ----

  get table() {
    const { words, permutation, without, with: placed } = this.#model;
    const count = words.length;
    return {
      columns: ["query", "key", "query word", "key word", "without position", "with position"],
      rows: Array.from(without.weights, (weight, n) => {
        const [row, column] = [Math.floor(n / count), n % count];
        return [row, column, permutation[row], permutation[column], weight, placed.weights[n]];
      }),
    };
  }

  get code() {
    return orderCode(this.#model);
  }

  get words() {
    return {
      label: `Attention weights among the words “${this.#model.words.join(" ")}”, without position and with it`,
      help:
        "Up and down move to the word that looks, left and right to the one it looks at. Home and " +
        "End go to the first and last word. In the list of words, Alt or Ctrl with an arrow moves " +
        "a word. Each word's vector is made of normal numbers whose seed is a hash of its letters.",
    };
  }

  controlsTemplate() {
    const { words } = this.#model;
    const { row } = this.#cellOf(this.state);
    return html`
      <div class="controls" part="controls">
        <label class="sentence">sentence <small>each word’s vector is made from its letters</small>
          <input
            type="text"
            maxlength="160"
            autocomplete="off"
            spellcheck="false"
            .value=${live(this.sentence)}
            @input=${(/** @type {Event} */ event) =>
              this.#write(/** @type {HTMLInputElement} */ (event.target).value)}
          />
        </label>
        <div class="order">
          <span id="order">its words, to be dragged</span>
          <div class="line">
            <ol
              aria-labelledby="order"
              @keydown=${this.#onKey}
              @pointerdown=${this.#drag.down}
              @pointermove=${this.#drag.move}
              @pointerup=${this.#drag.end}
              @pointercancel=${this.#drag.end}
            >
              ${words.map((word, place) => this.#wordTemplate(word, place, place === row))}
            </ol>
            <div class="buttons">
              <button
                type="button"
                aria-label=${`move ${words[row]} to the left`}
                ?disabled=${row === 0}
                @click=${() => this.#move(row, row - 1)}
              >← move</button>
              <button
                type="button"
                aria-label=${`move ${words[row]} to the right`}
                ?disabled=${row === words.length - 1}
                @click=${() => this.#move(row, row + 1)}
              >move →</button>
            </div>
          </div>
        </div>
      </div>
    `;
  }

  /** @param {string} word @param {number} place @param {boolean} chosen */
  #wordTemplate(word, place, chosen) {
    return html`<li>
      <button
        type="button"
        tabindex=${chosen ? 0 : -1}
        aria-current=${chosen ? "true" : nothing}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        @pointerenter=${() => this.hover({ position: place, second: place })}
        @pointerleave=${() => this.hover(undefined)}
        @click=${() => this.#choose(place)}
      >${word}</button>
    </li>`;
  }

  readOutTemplate() {
    const { words, moved: moves, twins, without, with: placed } = this.#model;
    const { row, column } = this.#cellOf(this.shared.marked);
    const at = row * words.length + column;
    return html`<div>
        <span class="position">${words[row]} → ${words[column]}</span>:
        <span><b>${fixed(without.weights[at], 4)}</b> without position</span>,
        <span><b>${fixed(placed.weights[at], 4)}</b> with</span>
      </div>
      <div>
        <span>${moves ? "" : "read backwards, "}max |<i>A</i>(π<i>X</i>) − π<i>A</i>(<i>X</i>)πᵀ|</span>
        = <b class="error">${amount(without.error)}</b> without position,
        <b class="error">${amount(placed.error)}</b> with
      </div>
      ${
        twins
          ? html`<div>
              the two rows of “${words[twins[0]]}” are
              <b>${without.twinsApart === 0 ? "identical" : amount(without.twinsApart)}</b>
              without position, <b>${amount(placed.twinsApart)}</b> apart with
            </div>`
          : nothing
      }`;
  }

  buttonsTemplate() {
    const { permutation } = this.#model;
    return html`<button
        type="button"
        @click=${() => {
          this.order = textOf(orderOf(this.order, permutation.length).toReversed());
        }}
      >read backwards</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

/** @param {number} value */
const amount = (value) =>
  value === 0 || value >= 0.0001 ? fixed(value, value && 4) : scientific(value, 1);

define("phasor-order", PhasorOrder);
