// <phasor-bias>: biases that are added to scores: ALiBi's, T5's and Swin Transformer's.
import { html, nothing } from "lit";
import { alibiSlopes, t5Bucket } from "../phasor/index.js";
import { biasCode } from "./code/bias.js";
import { rangeFor } from "./colour/maps.js";
import { biasStyles } from "./controls/bias-styles.js";
import { choiceTemplate } from "./controls/choice.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import {
  alibiMatrix,
  alibiWindows,
  BUCKETS,
  HEADS,
  swinWindow,
  t5Matrix,
  t5Stairs,
  tableOf,
} from "./models/bias.js";
import { clamp, DEFAULTS } from "./state/parameters.js";
import { BiasView, heightOf, placeAt, planBias } from "./views/bias-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { BiasModel, Square } from "./views/bias-view.js" */

/** @typedef {"alibi" | "t5" | "swin"} Kind */

/** A matrix has so many positions at most. */
const MOST = 128;
const SEQUENTIAL = /** @type {const} */ ("sequential");
export class PhasorBias extends Figure {
  static properties = {
    kind: { type: String },
    head: { type: Number },
    direction: { type: String },
    window: { type: Number },
  };
  static own = { kind: "alibi", head: "2", direction: "both", window: "7" };
  static styles = [...Figure.styles, biasStyles];

  #view = new BiasView();
  /** @type {{ key: string, model: BiasModel } | undefined} */
  #made;

  constructor() {
    super();
    /** "alibi", "t5" or "swin". @type {Kind} */
    this.kind = "alibi";
    /** Which of eight. */
    this.head = 2;
    /** Of T5: "both", or "causal", where later keys share a bucket. @type {"both" | "causal"} */
    this.direction = "both";
    /** Patches along a side of Swin's window. */
    this.window = 7;
  }

  stateChanged() {
    this.surface?.invalidate();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (["kind", "head", "direction", "window"].some((name) => changed.has(name))) {
      this.surface?.invalidate();
    }
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  /** @returns {Kind} */
  get #kind() {
    return this.kind === "t5" || this.kind === "swin" ? this.kind : "alibi";
  }

  get #head() {
    return clamp(Math.round(this.head) || 0, 0, HEADS - 1);
  }

  get #window() {
    return clamp(Math.round(this.window) || 7, 2, 12);
  }

  get #side() {
    return this.#kind === "swin" ? this.#window ** 2 : Math.min(this.state.length, MOST);
  }

  get #bidirectional() {
    return this.direction !== "causal";
  }

  /** Whether queries look at earlier keys alone. */
  get #causal() {
    return this.#kind === "alibi" || (this.#kind === "t5" && !this.#bidirectional);
  }

  /**
   * The cell marked. Where queries look back, the later of the cursor's positions is the query; the
   * pointer may be anywhere.
   */
  get #cell() {
    const { hover, marked } = this.shared;
    const pointed = hover?.position !== undefined && hover.second !== undefined;
    const cell = [marked.position, marked.second].map((place) => Math.min(place, this.#side - 1));
    if (this.#causal && !pointed) cell.sort((one, other) => other - one);
    return cell;
  }

  /** @returns {BiasModel} */
  get #model() {
    const [query, key] = this.#cell;
    const parts = [this.#kind, this.#head, this.#bidirectional, this.#side, query];
    if (this.#made?.key !== parts.join()) {
      this.#made = { key: parts.join(), model: this.#make(query) };
    }
    return { ...this.#made.model, query, key };
  }

  /** @param {number} query @returns {BiasModel} */
  #make(query) {
    const side = this.#side;
    const head = this.#head;
    const kind = this.#kind;
    const common = { kind, head, query, key: 0, digits: 1 };
    const none = { windows: undefined, stairs: undefined, patches: undefined, logs: undefined };
    if (kind === "alibi") {
      const values = alibiMatrix(head, side);
      const low = Math.min(...values.filter(Number.isFinite)) || -1;
      const matrix = { values, side, range: { kind: SEQUENTIAL, low, high: 0 } };
      return { ...common, ...none, matrix, of: "bias", windows: alibiWindows() };
    }
    if (kind === "t5") {
      const values = t5Matrix(head, side, this.#bidirectional);
      const stairs = t5Stairs(this.#bidirectional);
      return { ...common, ...none, matrix: squareOf(values, side), of: "bias", stairs };
    }
    const window = this.#window;
    const { index, biases, logs } = swinWindow(head, window, query);
    const matrix = squareOf(index, side);
    const patches = squareOf(biases, window);
    return { ...common, ...none, digits: 0, matrix, of: "index", patches, logs };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  #placeAt(x, y) {
    const { size } = /** @type {NonNullable<typeof this.surface>} */ (this.surface);
    const model = this.#model;
    const found = placeAt(planBias(size, model), x, y);
    if (!found) return undefined;
    if ("query" in found) return { mark: { position: found.query, second: found.key } };
    const within = (/** @type {number} */ key) => clamp(key, 0, this.#side - 1);
    const { query } = model;
    if (model.windows) {
      const distance = Math.round(10 ** found.x);
      return { mark: { position: query, second: within(query - distance) }, head: found.y };
    }
    if (model.stairs) {
      return { mark: { position: query, second: within(query + Math.floor(found.x)) } };
    }
    return { mark: { position: query, second: found.y * this.#window + Math.floor(found.x) } };
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => this.hover(this.#placeAt(x, y)?.mark),
      leave: () => this.hover(undefined),
      pick: (x, y) => {
        const place = this.#placeAt(x, y);
        if (place) this.change(place.mark);
        if (place?.head !== undefined) this.head = place.head;
      },
    };
  }

  /** @param {Action} action */
  act(action) {
    this.hover(undefined);
    if (action.kind !== "move" && action.kind !== "edge") return;
    const { x, y } = action.kind === "move" ? action : { x: 0, y: 0 };
    const [query, key] = this.#cell;
    const end = this.#side - 1;
    const position = clamp(query + y, 0, end);
    const last = this.#causal ? position : end;
    if (action.kind === "move") this.change({ position, second: clamp(key + x, 0, last) });
    else this.change({ position, second: action.end === "first" ? 0 : last });
  }

  #reset() {
    Object.assign(this, { head: 2, direction: "both", window: 7 });
    this.hover(undefined);
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get #columns() {
    const bias = `bias of head ${this.#head}`;
    return {
      alibi: ["head", "slope", "distance below 1 %"],
      t5: ["key - query", "bucket", bias],
      swin: ["key", "index", bias],
    }[this.#kind];
  }

  get table() {
    const { windows: ends, stairs, patches, matrix, query } = this.#model;
    const columns = this.#columns;
    if (ends) {
      const slopes = alibiSlopes(HEADS);
      const rows = Array.from(ends, (end, head) => [head, slopes[head], end]);
      return { columns, rows };
    }
    if (stairs) {
      const table = tableOf(BUCKETS);
      const rows = Array.from(stairs.buckets, (bucket, n) => [
        stairs.first + n,
        bucket,
        table[bucket * HEADS + this.#head],
      ]);
      return { columns, rows };
    }
    const { values } = /** @type {Square} */ (patches);
    const rows = Array.from(values, (value, key) => [
      key,
      matrix.values[query * matrix.side + key],
      value,
    ]);
    return { columns, rows };
  }

  get code() {
    return biasCode({
      kind: this.#kind,
      header: this.#columns.join(),
      head: this.#head,
      bidirectional: this.#bidirectional,
      window: this.#window,
      query: this.#cell[0],
    });
  }

  get words() {
    const names = {
      alibi: "ALiBi's bias",
      t5: "T5's bias",
      swin: "Swin's relative position index",
    };
    const how =
      "Up and down move the query, left and right the key; with Shift by ten. Home and End move " +
      "the key to the first and the last.";
    const back = " A query looks back: keys after it are masked.";
    const values = " Entry (b, h) of the learned table is ((5b + 4h) mod 11 − 5)/5, for example.";
    return {
      label: `${names[this.#kind]} of ${this.#side} queries and keys, head ${this.#head}`,
      help: how + (this.#kind === "alibi" ? back : values),
    };
  }

  controlsTemplate() {
    const kind = this.#kind;
    const head = this.#head;
    const swin = sliderTemplate({
      name: "window",
      symbol: "w",
      value: this.#window,
      min: 2,
      max: 12,
      step: 1,
      text: `${this.#window} × ${this.#window} patches`,
      accent: "position",
      input: (window) => {
        this.window = window;
      },
    });
    const t5 = choiceTemplate({
      name: "direction",
      value: this.#bidirectional ? "both" : "causal",
      options: [
        ["both", "both directions"],
        ["causal", "causal"],
      ],
      choose: (direction) => {
        this.direction = /** @type {"both" | "causal"} */ (direction);
      },
    });
    return html`
      <div class="controls" part="controls">
        ${choiceTemplate({
          name: "kind",
          value: kind,
          options: [
            ["alibi", "ALiBi"],
            ["t5", "T5"],
            ["swin", "Swin"],
          ],
          choose: (wanted) => {
            this.kind = wanted;
          },
        })}
        ${sliderTemplate({
          name: "head",
          symbol: "h",
          value: head,
          min: 0,
          max: HEADS - 1,
          step: 1,
          text: `${head} of ${HEADS}`,
          accent: "dimension",
          input: (value) => {
            this.head = value;
          },
        })}
        ${kind === "swin" ? swin : kind === "t5" ? t5 : nothing}
      </div>
    `;
  }

  readOutTemplate() {
    const { query, key, matrix, of, head, windows: ends, stairs, patches } = this.#model;
    const value = matrix.values[query * matrix.side + key];
    const text = patches ? whole(value) : fixed(value, 4);
    const distance = key - query;
    const more = ends
      ? html`, <span>slope <b>${alibiSlopes(HEADS)[head]}</b></span>`
      : stairs
        ? html`, <span>bucket <b>${t5Bucket(distance, { bidirectional: this.#bidirectional })}</b></span>`
        : html`, <span>bias <b>${fixed(patches?.values[key] ?? 0, 4)}</b></span>`;
    return html`<span class="position">query ${query}, key ${key}</span>,
      ${patches ? nothing : html`<span class="offset">key − query = ${whole(distance)}</span>,`}
      <span class="dimension">head ${head}</span>,
      <span>${of} <b>${text.replace("−Infinity", "−∞")}</b></span>${more}`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

/** A matrix and its colours. @param {ArrayLike<number>} values @param {number} side @returns {Square} */
function squareOf(values, side) {
  const all = Array.from(values);
  return { values, side, range: rangeFor(Math.min(...all), Math.max(...all)) };
}

define("phasor-bias", PhasorBias);
