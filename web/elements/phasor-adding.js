// <phasor-adding>: how positions are put to embeddings, and how much of a score they are then.
import { html } from "lit";
import { addingCode, HEAD } from "./code/adding.js";
import { addingStyles } from "./controls/adding-styles.js";
import { choiceTemplate } from "./controls/choice.js";
import { fixed } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { COMBINES, combine, formulaOf, PLACES, SCALES, TOKENS, WIDEST } from "./models/adding.js";
import { clamp, DEFAULTS } from "./state/parameters.js";
import { AddingView, heightOf, planAdding, tokenAt } from "./views/adding-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { AddingModel, Of } from "./models/adding.js" */

/** The tokens that are compared until the reader, or the group, has chosen others. */
const FIRST = { query: 1, key: 4 };

export class PhasorAdding extends Figure {
  static properties = {
    scale: { type: String },
    combine: { type: String },
    where: { type: String },
  };
  static own = { scale: "none", combine: "add", where: "before" };
  static styles = [...Figure.styles, addingStyles];

  #view = new AddingView();
  /** @type {{ key: string, model: AddingModel } | undefined} */
  #made;

  constructor() {
    super();
    /** "none", or "sqrt" for embeddings times √d. @type {string} */
    this.scale = "none";
    /** "add" or "concatenate". @type {string} */
    this.combine = "add";
    /** Where positions come in: "before" the projection or "after" it. @type {string} */
    this.where = "before";
  }

  /** @returns {Of} */
  get #of() {
    const { dModel, base } = this.state;
    return {
      scale: SCALES.find((known) => known === this.scale) ?? SCALES[0],
      combine: COMBINES.find((known) => known === this.combine) ?? COMBINES[0],
      where: PLACES.find((known) => known === this.where) ?? PLACES[0],
      dModel: Math.min(dModel, WIDEST),
      base,
    };
  }

  get #model() {
    const of = this.#of;
    const key = JSON.stringify(of);
    if (this.#made?.key !== key) this.#made = { key, model: combine(of) };
    return this.#made.model;
  }

  /** @param {{ position: number, second: number }} at */
  #pairOf({ position, second }) {
    return {
      query: position < TOKENS ? position : FIRST.query,
      key: second < TOKENS ? second : FIRST.key,
    };
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    const model = this.#model;
    if (layer === "data") this.#view.drawData(context, size, model, theme);
    else this.#view.drawCrosshair(context, size, model, this.#pairOf(this.shared.marked), theme);
  }

  // ---- the reader ----

  /** @param {number} y */
  #tokenAt(y) {
    return tokenAt(planAdding(this.size, this.#of), y);
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (_, y) => {
        const position = this.#tokenAt(y);
        this.hover(position === undefined ? undefined : { position });
      },
      leave: () => this.hover(undefined),
      pick: (_, y) => {
        // Two clicks choose two tokens: the one before is the one to compare with.
        const position = this.#tokenAt(y);
        const { query, key } = this.#pairOf(this.state);
        if (position === undefined) return;
        this.change({ position, second: position === query ? key : query });
      },
    };
  }

  /** @param {Action} action */
  act(action) {
    const { query, key } = this.#pairOf(this.state);
    const last = TOKENS - 1;
    this.hover(undefined);
    if (action.kind === "edge") {
      this.change({ position: query, second: action.end === "first" ? 0 : last });
    }
    if (action.kind === "move") {
      const position = clamp(query + action.y, 0, last);
      this.change({ position, second: clamp(key + action.x, 0, last) });
    }
  }

  #reset() {
    Object.assign(this, PhasorAdding.own);
    this.hover(undefined);
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get table() {
    const { of, width, embeddings, encodings, results, norms, terms } = this.#model;
    const { query } = this.#pairOf(this.state);
    const names = (/** @type {string} */ name, /** @type {number} */ count) =>
      Array.from({ length: count }, (_, n) => `${name} ${n}`);
    const d = of.dModel;
    return {
      columns: [
        ...HEAD,
        ...[...names("embedding", d), ...names("position", d), ...names("result", width)],
      ],
      rows: Array.from({ length: TOKENS }, (_, token) => [
        token,
        ...norms.map((own) => own[token]),
        ...Object.values(terms(query, token)),
        ...embeddings.subarray(token * d, (token + 1) * d),
        ...encodings.subarray(token * d, (token + 1) * d),
        ...results.subarray(token * width, (token + 1) * width),
      ]),
    };
  }

  get code() {
    const { query } = this.#pairOf(this.state);
    return addingCode(this.#of, query);
  }

  get words() {
    return {
      label: `Embeddings and positions of ${TOKENS} tokens, ${formulaOf(this.#of)}, with their norms, and the terms of a score`,
      help:
        "Up and down choose a token, left and right the one it is compared with; so do two clicks. " +
        "Embeddings are normal numbers of variance 1/d, as is the projection W, and with " +
        "concatenation before it another, V, for positions. The terms are those of the result’s " +
        "parts: of Wx and, by the choice, Wp, Vp or p.",
    };
  }

  controlsTemplate() {
    const of = this.#of;
    return html`
      <div class="controls" part="controls">
        ${choiceTemplate({
          name: "scale",
          value: of.scale,
          options: [
            ["none", "embeddings as they are"],
            ["sqrt", "times √d"],
          ],
          choose: (scale) => {
            this.scale = scale;
          },
        })}
        ${choiceTemplate({
          name: "combine",
          value: of.combine,
          options: [
            ["add", "add"],
            ["concatenate", "concatenate"],
          ],
          choose: (chosen) => {
            this.combine = chosen;
          },
        })}
        ${choiceTemplate({
          name: "where",
          value: of.where,
          options: [
            ["before", "before projection"],
            ["after", "after it"],
          ],
          choose: (where) => {
            this.where = where;
          },
        })}
      </div>
    `;
  }

  readOutTemplate() {
    const { of, norms, terms } = this.#model;
    const { query, key } = this.#pairOf(this.shared.marked);
    const own = terms(query, query);
    const both = terms(query, key);
    const [x, p, result] = norms.map((of) => fixed(of[query], 3));
    return html`<span>token ${query}</span>:
      <span class="dimension">‖x‖ = <b>${x}</b></span>,
      <span class="position">‖p‖ = √(d/2) = <b>${p}</b></span>,
      <span>‖${formulaOf(of)}‖ = <b>${result}</b></span>;
      <span>p·p is <b>${fixed((100 * own.positions) / own.score, 1)} %</b> of its square</span>;
      <span>with token ${key}, p·p′ is <b>${fixed(both.positions, 4)}</b></span>
      <span>of <b>${fixed(both.score, 4)}</b></span>`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

define("phasor-adding", PhasorAdding);
