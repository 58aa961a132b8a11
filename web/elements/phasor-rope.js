// <phasor-rope>: queries and keys are turned, and their score knows the distance alone.
import { html } from "lit";
import { dotProducts, RotaryEmbedding } from "../phasor/index.js";
import { fixed, scientific, whole } from "./canvas/numbers.js";
import { ropeCode } from "./code/rope.js";
import { choiceTemplate } from "./controls/choice.js";
import { ropeStyles } from "./controls/rope-styles.js";
import { sliderTemplate } from "./controls/slider.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { clamp, DEFAULTS } from "./state/parameters.js";
import { cellAt, featureAt, heightOf, planRope, RopeView } from "./views/rope-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Turn } from "./canvas/dial.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Mark } from "./state/group.js" */
/** @import { RopeModel } from "./views/rope-view.js" */

/** @typedef {"interleaved" | "half"} Layout */
/** @typedef {"off" | "right" | "forgotten"} Cache whether keys are cached, and what the query makes of it */

/** The slider shifts both so far. */
const FARTHEST = 512;
/** Positions are numbers of their own up to here. */
const LAST = 2 ** 53 - 1;
/** So many keys of a cache are shown, the last ones. */
const MOST_KEYS = 512;

export class PhasorRope extends Figure {
  static properties = {
    layout: { type: String },
    cache: { type: String },
    shift: { type: Number },
  };
  static own = { layout: "interleaved", cache: "off", shift: "0" };
  static styles = [...Figure.styles, ropeStyles];

  #view = new RopeView();
  /** @type {{ key: string, model: RopeModel } | undefined} */
  #made;

  constructor() {
    super();
    /** Which features are a pair: neighbours, or one of each "half". @type {Layout} */
    this.layout = "interleaved";
    /** "off", or a cache of keys and a query with the "right" offset or a "forgotten" one. @type {Cache} */
    this.cache = "off";
    /** What is added to both positions. */
    this.shift = 0;
  }

  stateChanged() {
    this.surface?.invalidate();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.surface) return;
    if (["layout", "cache", "shift"].some((name) => changed.has(name))) this.surface.invalidate();
    this.plot.style.blockSize = `${heightOf(this.surface.size.width || this.clientWidth)}px`;
  }

  // ---- what is turned, and by how much ----

  get #layout() {
    return this.layout === "half" ? "half" : "interleaved";
  }

  get #cached() {
    return this.cache === "right" || this.cache === "forgotten";
  }

  /** How far both positions are moved. */
  get #shift() {
    const { position, second } = this.shared.marked;
    const wanted = Number.isFinite(this.shift) ? Math.round(this.shift) : 0;
    return clamp(wanted, -Math.min(position, second), LAST - Math.max(position, second));
  }

  /** Of the cache: there is at least one key. */
  get #keys() {
    const past = Math.max(this.state.position, 1);
    const start = Math.max(past - MOST_KEYS, 0);
    return { start, past, marked: clamp(this.shared.marked.second, start, past - 1) };
  }

  /** Where query and key are turned to. */
  get #positions() {
    const { position, second } = this.shared.marked;
    const { past, marked } = this.#keys;
    if (this.#cached) return { query: this.cache === "forgotten" ? 0 : past, key: marked };
    return { query: position + this.#shift, key: second + this.#shift };
  }

  get #rotary() {
    const { dModel, base } = this.state;
    return new RotaryEmbedding(dModel, { base, layout: this.#layout });
  }

  /** Both features of a pair. @param {number} pair @returns {[number, number]} */
  #features(pair) {
    const half = this.state.dModel / 2;
    return this.#layout === "half" ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
  }

  /**
   * The score in float32, as a model has it, with both positions moved.
   * @param {number} shift
   */
  #scoreAt(shift) {
    const { dModel, position, second } = this.state;
    const rotary = this.#rotary;
    const rows = new Float32Array(2 * dModel);
    const turned = (/** @type {Float64Array} */ x, /** @type {number} */ offset) =>
      rotary.apply(Float32Array.from(x), [1, dModel], { offset });
    rows.set(turned(queryOf(dModel), position + shift));
    rows.set(turned(keyOf(dModel), second + shift), dModel);
    return dotProducts(rows, [2, dModel])[1];
  }

  /** What the shift changes in the score. */
  get change32() {
    return this.#scoreAt(this.#shift) - this.#scoreAt(0);
  }

  /** @returns {RopeModel} */
  get #model() {
    const { dModel, base, position } = this.state;
    const { query, key } = this.#positions;
    const { pair } = this.shared.marked;
    const parts = [dModel, base, position, query, key, pair, this.cache, this.#layout];
    if (this.#made?.key !== parts.join()) this.#made = { key: parts.join(), model: this.#make() };
    return this.#made.model;
  }

  /** @returns {RopeModel} */
  #make() {
    const { dModel } = this.state;
    const { pair } = this.shared.marked;
    const rotary = this.#rotary;
    const { frequencies } = rotary;
    const positions = this.#positions;
    const [q, k] = [queryOf(dModel), keyOf(dModel)];
    const turned = (/** @type {Float64Array} */ x, /** @type {number} */ offset) =>
      rotary.apply(x, [1, dModel], { offset });
    const [query, key] = [turned(q, positions.query), turned(k, positions.key)];
    const features = (/** @type {number} */ which) => this.#features(which);
    const contributions = Float64Array.from(frequencies, (_, which) => {
      const [a, z] = features(which);
      return dot([query[a], query[z]], [key[a], key[z]]);
    });
    /** @param {ArrayLike<number>} x @param {number} which @returns {Turn} */
    const handOf = (x, which) => {
      const [a, z] = features(which);
      const lengths = [q, k].map((whole) => Math.hypot(whole[a], whole[z]));
      const longest = Math.max(...lengths) || 1;
      return { sine: x[z] / longest, cosine: x[a] / longest };
    };
    const shown = [0, pair, dModel / 2 - 1];
    return {
      width: dModel,
      query: q,
      features,
      pair,
      turns: shown.map((which, n) => ({
        name: ["fast", "chosen", "slow"][n],
        pair: which,
        wavelength: (2 * Math.PI) / frequencies[which],
        contribution: contributions[which],
        query: { from: handOf(q, which), to: handOf(query, which) },
        key: { from: handOf(k, which), to: handOf(key, which) },
      })),
      contributions,
      score: dot(query, key),
      positions,
      cache: this.#cached ? this.#scores(rotary, turned) : undefined,
    };
  }

  /**
   * The query's scores against the cached keys, with its offset and without.
   * @param {RotaryEmbedding} rotary @param {(x: Float64Array, offset: number) => Float64Array} turned
   */
  #scores(rotary, turned) {
    const { dModel } = this.state;
    const { start, past, marked } = this.#keys;
    const count = past - start;
    const keys = new Float64Array(count * dModel);
    for (let n = 0; n < count; n++) keys.set(keyOf(dModel), n * dModel);
    rotary.apply(keys, [count, dModel], { offset: start, out: keys });
    const against = (/** @type {Float64Array} */ query) =>
      Float64Array.from({ length: count }, (_, n) =>
        dot(query, keys.subarray(n * dModel, (n + 1) * dModel)),
      );
    return {
      start,
      right: against(turned(queryOf(dModel), past)),
      forgotten: against(turned(queryOf(dModel), 0)),
      forgets: this.cache === "forgotten",
      key: marked,
    };
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

  /** @param {number} x @param {number} y @returns {Mark | undefined} */
  #markAt(x, y) {
    const { size } = /** @type {NonNullable<typeof this.surface>} */ (this.surface);
    const { dModel } = this.state;
    const plan = planRope(size, dModel);
    const feature = featureAt(plan, x, y);
    if (feature !== undefined) {
      const half = dModel / 2;
      return { pair: this.#layout === "half" ? feature % half : Math.floor(feature / 2) };
    }
    const { start, past } = this.#keys;
    const cell = cellAt(plan, this.#cached ? past - start : dModel / 2, x, y);
    if (cell === undefined) return undefined;
    return this.#cached ? { second: start + cell } : { pair: cell };
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
    const { position, second, pair, dModel } = this.state;
    this.hover(undefined);
    const least = -Math.min(position, second);
    if (this.#cached) {
      const { start, past, marked } = this.#keys;
      const to = (/** @type {number} */ key) =>
        this.change({ second: clamp(key, start, past - 1) });
      if (action.kind === "edge") to(action.end === "first" ? start : past - 1);
      if (action.kind === "move") to(marked + action.x);
    } else if (action.kind === "edge") this.shift = action.end === "first" ? least : FARTHEST;
    else if (action.kind === "move") this.shift = clamp(this.#shift + action.x, least, LAST);
    if (action.kind === "move") this.change({ pair: clamp(pair + action.y, 0, dModel / 2 - 1) });
  }

  #reset() {
    this.layout = "interleaved";
    this.cache = "off";
    this.shift = 0;
    this.hover(undefined);
    const { position, second, pair } = DEFAULTS;
    this.change({ position, second, pair });
  }

  // ---- around the drawing ----

  get table() {
    const { cache, contributions } = this.#model;
    if (cache) {
      return {
        columns: ["key", "score", "score without the offset"],
        rows: Array.from(cache.right, (score, n) => [cache.start + n, score, cache.forgotten[n]]),
      };
    }
    return {
      columns: ["pair", "frequency", "contribution"],
      rows: Array.from(this.#rotary.frequencies, (own, n) => [n, own, contributions[n]]),
    };
  }

  /** Programs that print the table. */
  get code() {
    const { dModel, base } = this.state;
    const { start, past } = this.#keys;
    const keys = this.#cached ? { start, past } : undefined;
    return ropeCode({ dModel, base, layout: this.#layout, ...this.#positions, keys });
  }

  get words() {
    const { query, key } = this.#positions;
    const how =
      "Feature f of q is ((7f + 3) mod 11 − 5)/5, of k ((7f + 3) mod 11 − 4)/5. " +
      "Up and down choose a pair, left and right ";
    const label = this.#cached
      ? `A query at ${whole(query)} and its scores against the keys of a cache`
      : `A query at ${whole(query)} and a key at ${whole(key)}, turned, and their score`;
    const help = this.#cached
      ? "a key; with Shift by ten. Home and End go to the first and the last key."
      : "move both positions; with Shift by ten. Home and End move both as far as the slider does.";
    return { label, help: how + help };
  }

  controlsTemplate() {
    const { length, position, second } = this.state;
    const last = length - 1;
    const query = sliderTemplate({
      name: this.#cached ? "keys in the cache" : "query at",
      symbol: "m",
      value: position,
      min: this.#cached ? 1 : 0,
      max: last,
      step: 1,
      text: whole(this.#cached ? Math.max(position, 1) : position),
      accent: "position",
      input: (value) => this.change({ position: value }),
    });
    if (this.#cached) {
      return html`
        <div class="controls" part="controls">
          ${query}
          ${choiceTemplate({
            name: "offset of the query",
            value: this.cache,
            options: [
              ["right", "offset m"],
              ["forgotten", "forgotten: 0"],
            ],
            choose: (cache) => {
              this.cache = cache;
            },
          })}
        </div>
      `;
    }
    return html`
      <div class="controls" part="controls">
        ${query}
        ${sliderTemplate({
          name: "key at",
          symbol: "n",
          value: second,
          min: 0,
          max: last,
          step: 1,
          text: whole(second),
          accent: "offset",
          input: (value) => this.change({ second: value }),
        })}
        ${sliderTemplate({
          name: "shift both by",
          symbol: "s",
          value: this.#shift,
          min: -Math.min(position, second),
          max: FARTHEST,
          step: 1,
          text: whole(this.#shift),
          accent: "plain",
          input: (value) => {
            this.shift = value;
          },
        })}
      </div>
    `;
  }

  readOutTemplate() {
    const { positions, turns, cache, score } = this.#model;
    const { pair } = turns[1];
    if (cache) {
      const { right, forgotten, start, key } = cache;
      const n = key - start;
      return html`<span class="offset">key <i>n</i> = ${whole(key)}</span>,
        <span class="position">query <i>m</i> = ${whole(this.#keys.past)}</span>,
        <span>score <b>${fixed(right[n], 4)}</b></span>,
        <span>offset forgotten <b>${fixed(forgotten[n], 4)}</b></span>`;
    }
    return html`<span class="position"><i>m</i> = ${whole(positions.query)}</span>,
      <span class="offset"><i>n</i> = ${whole(positions.key)}</span>,
      <span class="dimension">pair ${pair}</span>,
      <span>q·k = <b>${fixed(score, 4)}</b></span>,
      <span>changed by the shift, in float32: <b>${scientific(this.change32, 1)}</b></span>`;
  }

  buttonsTemplate() {
    const half = this.#layout === "half";
    return html`
      <button
        type="button"
        @click=${() => {
          this.layout = half ? "interleaved" : "half";
        }}
      >${half ? "pair neighbours" : "pair halves"}</button>
      <button
        type="button"
        @click=${() => {
          this.cache = this.#cached ? "off" : "forgotten";
        }}
      >${this.#cached ? "one query, one key" : "decode with a cache"}</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>
    `;
  }
}

/** Features between −1 and 1 that differ from pair to pair. @param {number} width */
const queryOf = (width) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 11) - 5) / 5);
/** Like the query, so that near keys have high scores. @param {number} width */
const keyOf = (width) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 11) - 4) / 5);

/** @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
function dot(one, other) {
  const rows = new Float64Array(2 * one.length);
  rows.set(one);
  rows.set(other, one.length);
  return dotProducts(rows, [2, one.length])[1];
}

define("phasor-rope", PhasorRope);
