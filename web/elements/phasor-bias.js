// <phasor-bias>: biases that are added to scores: ALiBi's, T5's and Swin Transformer's.
import { html, nothing } from "lit";
import {
  alibiBias,
  alibiSlopes,
  swinBias,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5Bucket,
} from "../phasor/index.js";
import { fixed, whole } from "./canvas/numbers.js";
import { rangeFor } from "./colour/maps.js";
import { biasStyles } from "./controls/bias-styles.js";
import { choiceTemplate } from "./controls/choice.js";
import { sliderTemplate } from "./controls/slider.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { clamp, DEFAULTS } from "./state/parameters.js";
import { BiasView, heightOf, placeAt, planBias } from "./views/bias-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { BiasModel, Square } from "./views/bias-view.js" */

/** @typedef {"alibi" | "t5" | "swin"} Kind */

const HEADS = 8;
const BUCKETS = 32;
/** A matrix has so many positions at most. */
const MOST = 128;
/** ALiBi's least slope is 2^-8: its window ends within so many keys. */
const KEYS = 1280;
/** Distances on T5's staircase, either way: past 128 they all share a bucket. */
const REACH = 145;

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
    if (!this.surface) return;
    if (["kind", "head", "direction", "window"].some((name) => changed.has(name))) {
      this.surface.invalidate();
    }
    this.plot.style.blockSize = `${heightOf(this.surface.size.width || this.clientWidth)}px`;
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

  /** @returns {BiasModel} */
  get #model() {
    const { position, second } = this.shared.marked;
    const [query, key] = [position, second].map((place) => Math.min(place, this.#side - 1));
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
    const ofHead = (/** @type {Float64Array} */ all) =>
      all.subarray(head * side * side, (head + 1) * side * side);
    if (kind === "alibi") {
      const values = ofHead(alibiBias(HEADS, side, side, { dtype: "float64" }));
      return { ...common, ...none, matrix: squareOf(values, side), of: "bias", windows: windows() };
    }
    if (kind === "t5") {
      const bidirectional = this.#bidirectional;
      const options = { bidirectional };
      const all = t5Bias(tableOf(BUCKETS), [BUCKETS, HEADS], side, side, options);
      const count = bidirectional ? 2 * REACH + 1 : REACH + 1;
      const buckets = Int32Array.from({ length: count }, (_, n) => t5Bucket(n - REACH, options));
      const stairs = { first: -REACH, buckets };
      return { ...common, ...none, matrix: squareOf(ofHead(all), side), of: "bias", stairs };
    }
    const window = this.#window;
    const all = swinBias(tableOf((2 * window - 1) ** 2), HEADS, window, window);
    const row = ofHead(all).subarray(query * side, (query + 1) * side);
    const index = swinRelativePositionIndex(window, window);
    const coordinates = swinLogCoordinates(window, window, { dtype: "float64" });
    const logs = Float64Array.from({ length: 2 * window - 1 }, (_, n) => coordinates[2 * n + 1]);
    const matrix = squareOf(index, side);
    const patches = squareOf(row, window);
    return { ...common, ...none, digits: 0, matrix, of: "index", patches, logs };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (this.plot.style.blockSize !== `${heightOf(size.width)}px`) {
      this.requestUpdate();
      return;
    }
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
    const { query, key } = this.#model;
    const last = this.#side - 1;
    if (action.kind === "edge") this.change({ second: action.end === "first" ? 0 : last });
    if (action.kind === "move") {
      const [position, second] = [query + action.y, key + action.x];
      this.change({ position: clamp(position, 0, last), second: clamp(second, 0, last) });
    }
  }

  #reset() {
    Object.assign(this, { head: 2, direction: "both", window: 7 });
    this.hover(undefined);
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get table() {
    const { windows: ends, stairs, patches, matrix, query } = this.#model;
    if (ends) {
      const slopes = alibiSlopes(HEADS);
      const rows = Array.from(ends, (end, head) => [head, slopes[head], end]);
      return { columns: ["head", "slope", "distance below 1 %"], rows };
    }
    if (stairs) {
      const table = tableOf(BUCKETS);
      const rows = Array.from(stairs.buckets, (bucket, n) => [
        stairs.first + n,
        bucket,
        table[bucket * HEADS + this.#head],
      ]);
      return { columns: ["key - query", "bucket", `bias of head ${this.#head}`], rows };
    }
    const { values } = /** @type {Square} */ (patches);
    const rows = Array.from(values, (value, key) => [
      key,
      matrix.values[query * matrix.side + key],
      value,
    ]);
    return { columns: ["key", "index", `bias of head ${this.#head}`], rows };
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
    const values = " Entry (b, h) of the learned table is ((5b + 3h) mod 11 − 5)/5, for example.";
    return {
      label: `${names[this.#kind]} of ${this.#side} queries and keys, head ${this.#head}`,
      help: this.#kind === "alibi" ? how : how + values,
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

/** A table such as a model would learn, with values that tell neighbours apart. @param {number} rows */
const tableOf = (rows) =>
  Float64Array.from({ length: rows * HEADS }, (_, n) => {
    const [row, head] = [Math.floor(n / HEADS), n % HEADS];
    return (((5 * row + 3 * head) % 11) - 5) / 5;
  });

/** A matrix and its colours; what is masked has none. @param {ArrayLike<number>} values @param {number} side @returns {Square} */
function squareOf(values, side) {
  const finite = Array.from(values).filter(Number.isFinite);
  const range = rangeFor(Math.min(...finite), Math.max(...finite));
  return { values, side, range };
}

/** For each head, the first distance at which e^bias is below 1 %. */
function windows() {
  const row = alibiBias(HEADS, 1, KEYS, { dtype: "float64", offset: KEYS - 1 });
  return Float64Array.from({ length: HEADS }, (_, head) => {
    let distance = 1;
    while (Math.exp(row[(head + 1) * KEYS - 1 - distance]) >= 0.01) distance++;
    return distance;
  });
}

define("phasor-bias", PhasorBias);
