// <phasor-similarity>: how alike the encodings of any two positions are.
import { html } from "lit";
import { cosineSimilarity, dotProducts, sinusoidal, sinusoidalAt } from "../phasor/index.js";
import { fixed, whole } from "./canvas/numbers.js";
import { similarityCode } from "./code/similarity.js";
import { rangeFor } from "./colour/maps.js";
import { choiceTemplate } from "./controls/choice.js";
import { offsetSlider } from "./controls/parameter-sliders.js";
import { similarityStyles } from "./controls/similarity-styles.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { DEFAULTS } from "./state/parameters.js";
import { planSimilarity, positionsAt, SimilarityView } from "./views/similarity-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change } from "./state/group.js" */
/** @import { MapKind } from "./colour/maps.js" */
/** @import { SimilarityModel } from "./views/similarity-view.js" */

/** @typedef {"dot" | "cosine"} Measure */

/** Sums in float32 leave zero a little off; what is this small beside the largest is no sign. */
const NEGLIGIBLE = 1e-5;
/** Of a longer encoding the figure shows a part: any two such parts have the same matrix. */
const MOST = 512;

export class PhasorSimilarity extends Figure {
  static properties = { measure: { type: String } };
  static own = { measure: "dot" };
  static styles = [...Figure.styles, similarityStyles];

  #view = new SimilarityView();
  /** @type {{ start: number, length: number, values: Float32Array, range: { kind: MapKind, low: number, high: number } } | undefined} */
  #matrix;

  constructor() {
    super();
    /** "dot" for dot products, "cosine" for the cosine of the angle. @type {Measure} */
    this.measure = "dot";
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) this.#matrix = undefined;
    if (this.#matrix && this.#matrix.start !== this.#window.start) {
      this.#matrix = undefined;
      this.surface?.invalidate();
    }
  }

  /** The positions that are shown: those of the part that p lies in. */
  get #window() {
    const { length } = this.state;
    if (length <= MOST) return { start: 0, length };
    const part = Math.floor(this.shared.marked.position / MOST) * MOST;
    return { start: Math.min(part, length - MOST), length: MOST };
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (!changed.has("measure")) return;
    this.#matrix = undefined;
    this.surface?.invalidate();
  }

  get #cosine() {
    return this.measure === "cosine";
  }

  get #values() {
    if (!this.#matrix) {
      const { dModel, base } = this.state;
      const { start, length } = this.#window;
      const table = sinusoidal(length, dModel, { base, start });
      const compare = this.#cosine ? cosineSimilarity : dotProducts;
      const values = compare(table, [length, dModel]);
      let low = 0;
      let high = 0;
      for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
      const range = rangeFor(low < -NEGLIGIBLE * high ? low : 0, high);
      this.#matrix = { start, length, values, range };
    }
    return this.#matrix;
  }

  /** @param {number} position @param {number} second */
  #valueAt(position, second) {
    const { start, length, values } = this.#values;
    const column = second - start;
    if (column >= 0 && column < length) return values[(position - start) * length + column];
    const { dModel, base } = this.state;
    const pair = sinusoidalAt([position, second], dModel, { base });
    const compare = this.#cosine ? cosineSimilarity : dotProducts;
    return compare(pair, [2, dModel])[1];
  }

  /** @returns {SimilarityModel} */
  get #model() {
    const { position, second } = this.shared.marked;
    return {
      ...this.#values,
      label: (value) => fixed(value, 1).replace(/\.0$/, ""),
      mark: { position, second },
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  #markAt(x, y) {
    const { size } = /** @type {NonNullable<typeof this.surface>} */ (this.surface);
    return positionsAt(planSimilarity(size, this.#window.length, this.#window.start), x, y);
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => this.hover(this.#markAt(x, y)),
      leave: () => this.hover(undefined),
      pick: (x, y) => {
        const mark = this.#markAt(x, y);
        if (mark) this.change(mark);
      },
    };
  }

  /** @param {Action} action */
  act(action) {
    const { length, position, second } = this.state;
    const within = (/** @type {number} */ value) => Math.min(Math.max(value, 0), length - 1);
    this.hover(undefined);
    if (action.kind === "edge") this.change({ second: action.end === "first" ? 0 : length - 1 });
    if (action.kind === "move") {
      this.change({ position: within(position + action.y), second: within(second + action.x) });
    }
  }

  #reset() {
    this.measure = "dot";
    this.hover(undefined);
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get table() {
    const { start, length, values } = this.#values;
    const positions = Array.from({ length }, (_, n) => start + n);
    return {
      columns: ["position", ...positions.map(String)],
      rows: positions.map((position, n) => [
        position,
        ...values.subarray(n * length, (n + 1) * length),
      ]),
    };
  }

  get code() {
    const { dModel, base } = this.state;
    return similarityCode({ dModel, base, ...this.#window, cosine: this.#cosine });
  }

  get words() {
    const { length } = this.#window;
    const what = this.#cosine ? "Cosine similarity" : "Dot products";
    return {
      label: `${what} of the encodings of ${length} by ${length} positions`,
      help:
        "Up and down move the position p, left and right the position q; with Shift by ten. Home " +
        "and End move q to the first and last position.",
    };
  }

  controlsTemplate() {
    return html`
      <div class="controls" part="controls">
        ${offsetSlider(this.state, (patch) => this.change(patch))}
        ${choiceTemplate({
          name: "measure",
          value: /** @type {Measure} */ (this.#cosine ? "cosine" : "dot"),
          options: [
            ["dot", "dot product"],
            ["cosine", "cosine"],
          ],
          choose: (measure) => {
            this.measure = measure;
          },
        })}
      </div>
    `;
  }

  readOutTemplate() {
    const { position, second } = this.shared.marked;
    const value = this.#valueAt(position, second);
    const measured = this.#cosine
      ? html`<span>cosine <b>${fixed(value, 4)}</b></span>`
      : html`<span>dot product <b>${fixed(value, 3)}</b></span>`;
    return html`<span class="position"><i>p</i> = ${whole(position)}, <i>q</i> = ${whole(second)}</span>,
      <span class="offset">offset ${whole(second - position)}</span>, ${measured}`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

define("phasor-similarity", PhasorSimilarity);
