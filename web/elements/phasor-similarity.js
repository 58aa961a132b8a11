// <phasor-similarity>: how alike the encodings of any two positions are.
import { html } from "lit";
import { cosineSimilarity, dotProducts, sinusoidal, sinusoidalAt } from "../phasor/index.js";
import { cellUnder } from "./canvas/axes.js";
import { fixed, whole } from "./canvas/numbers.js";
import { similarityCode } from "./code/similarity.js";
import { rangeFor } from "./colour/maps.js";
import { choiceTemplate } from "./controls/choice.js";
import { offsetSlider } from "./controls/parameter-sliders.js";
import { similarityStyles } from "./controls/similarity-styles.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { clamp, DEFAULTS } from "./state/parameters.js";
import { drawDistanceCrosshair, drawDistanceData, planDistance } from "./views/distance-view.js";
import { planSimilarity, positionsAt, SimilarityView } from "./views/similarity-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change } from "./state/group.js" */
/** @import { MapKind } from "./colour/maps.js" */
/** @import { DistanceModel } from "./views/distance-view.js" */
/** @import { SimilarityModel } from "./views/similarity-view.js" */

/** @typedef {"dot" | "cosine"} Measure */
/** @typedef {"matrix" | "distance"} Show */

/** Sums in float32 leave zero a little off; what is this small beside the largest is no sign. */
const NEGLIGIBLE = 1e-5;
/** Of a longer encoding the figure shows a part: any two such parts have the same matrix. */
const MOST = 512;

export class PhasorSimilarity extends Figure {
  static properties = {
    measure: { type: String },
    show: { type: String, reflect: true },
  };
  static own = { measure: "dot", show: "matrix" };
  static styles = [...Figure.styles, similarityStyles];

  #view = new SimilarityView();
  /** @type {{ start: number, length: number, values: Float32Array, range: { kind: MapKind, low: number, high: number } } | undefined} */
  #matrix;

  constructor() {
    super();
    /** "dot" for dot products, "cosine" for the cosine of the angle. @type {Measure} */
    this.measure = "dot";
    /** All pairs of positions, or for a few starts the distance from them. @type {Show} */
    this.show = "matrix";
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) this.#matrix = undefined;
    if (this.#isDistance && change.mark) this.surface?.invalidate();
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
    if (changed.has("measure")) this.#matrix = undefined;
  }

  get #cosine() {
    return this.measure === "cosine";
  }

  get #isDistance() {
    return this.show === "distance";
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
      label: shortly,
      mark: { position, second },
    };
  }

  /** The start of each line: that of the part that is shown, its middle, and p. */
  get #starts() {
    const { start, length } = this.#window;
    return [start, start + Math.floor(length / 2), this.shared.marked.position];
  }

  /** @returns {DistanceModel} */
  get #distances() {
    const { start, length, values, range } = this.#values;
    const { position, second } = this.shared.marked;
    return {
      lines: this.#starts.map((from) => ({
        start: from,
        first: start - from,
        values: values.subarray((from - start) * length, (from - start + 1) * length),
      })),
      first: start - Math.max(...this.#starts),
      length,
      range,
      label: shortly,
      title: this.#cosine ? "cosine of PE(start), PE(start + k)" : "PE(start) · PE(start + k)",
      mark: { offset: second - position, value: this.#valueAt(position, second) },
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (this.#isDistance) {
      const drawn = layer === "data" ? drawDistanceData : drawDistanceCrosshair;
      drawn(context, size, this.#distances, theme);
    } else if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    if (this.#isDistance) {
      const { across } = planDistance(this.size, this.#distances);
      const { position, length } = this.state;
      const second = position + cellUnder(across, x);
      return second >= 0 && second < length ? { position, second } : undefined;
    }
    return positionsAt(planSimilarity(this.size, this.#window.length, this.#window.start), x, y);
  }

  /** @param {Action} action */
  act(action) {
    const { length, position, second } = this.state;
    const within = (/** @type {number} */ value) => clamp(value, 0, length - 1);
    this.hover(undefined);
    if (action.kind === "edge") this.change({ second: action.end === "first" ? 0 : length - 1 });
    if (action.kind === "move") {
      this.change({ position: within(position + action.y), second: within(second + action.x) });
    }
  }

  #reset() {
    this.measure = "dot";
    this.show = "matrix";
    this.hover(undefined);
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get table() {
    const { start, length, values } = this.#values;
    if (this.#isDistance) {
      const rows = this.#distances.lines.flatMap((line) =>
        Array.from(line.values, (value, k) => [line.start, line.first + k, value]),
      );
      return { columns: ["start", "offset", this.#cosine ? "cosine" : "dot product"], rows };
    }
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
    const starts = this.#isDistance ? this.#starts : undefined;
    return similarityCode({ dModel, base, ...this.#window, cosine: this.#cosine, starts });
  }

  get words() {
    const { length } = this.#window;
    const what = this.#cosine ? "Cosine similarity" : "Dot products";
    const ofWhat = this.#isDistance
      ? `by distance, from positions ${this.#starts.join(", ")}`
      : `of the encodings of ${length} by ${length} positions`;
    return {
      label: `${what} ${ofWhat}`,
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
        ${choiceTemplate({
          name: "show",
          value: /** @type {Show} */ (this.#isDistance ? "distance" : "matrix"),
          options: [
            ["matrix", "all pairs"],
            ["distance", "by distance"],
          ],
          choose: (show) => {
            this.show = show;
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

/** @param {number} value */
const shortly = (value) => fixed(value, 1).replace(/\.0$/, "");

define("phasor-similarity", PhasorSimilarity);
