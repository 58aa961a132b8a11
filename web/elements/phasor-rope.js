// <phasor-rope>: queries and keys are turned, and their score knows the distance alone.
import { html } from "lit";
import { ropeCode } from "./code/rope.js";
import { choiceTemplate } from "./controls/choice.js";
import { ropeStyles } from "./controls/rope-styles.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed, scientific, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { pairOf, roundedScore, turn } from "./models/rope.js";
import { clamp, DEFAULTS, wholeWithin } from "./state/parameters.js";
import { cellAt, featureAt, heightOf, planRope, RopeView } from "./views/rope-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Layout, RopeModel } from "./models/rope.js" */
/** @import { Mark } from "./state/group.js" */

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

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  // ---- what is turned, and by how much ----

  /** @returns {Layout} */
  get #layout() {
    return this.layout === "half" ? "half" : "interleaved";
  }

  get #cached() {
    return this.cache === "right" || this.cache === "forgotten";
  }

  /** How far both positions are moved. */
  get #shift() {
    const { position, second } = this.shared.marked;
    const farthest = LAST - Math.max(position, second);
    return wholeWithin(this.shift, -Math.min(position, second), farthest, 0);
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

  get #head() {
    const { dModel, base } = this.state;
    return { dModel, base, layout: this.#layout };
  }

  /** What the shift changes in the score, in float32. */
  get #change() {
    const { position, second } = this.state;
    const shift = this.#shift;
    const moved = { query: position + shift, key: second + shift };
    const there = { query: position, key: second };
    return roundedScore(this.#head, moved) - roundedScore(this.#head, there);
  }

  /** @returns {RopeModel} */
  get #model() {
    const { pair } = this.shared.marked;
    const cached = this.#cached
      ? { ...this.#keys, forgets: this.cache === "forgotten" }
      : undefined;
    const key = JSON.stringify([this.#head, this.#positions, pair, cached]);
    if (this.#made?.key !== key) {
      this.#made = { key, model: turn(this.#head, this.#positions, pair, cached) };
    }
    return this.#made.model;
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y @returns {Mark | undefined} */
  markAt(x, y) {
    const { dModel } = this.state;
    const plan = planRope(this.size, dModel);
    const feature = featureAt(plan, x, y);
    if (feature !== undefined) return { pair: pairOf(this.#head, feature) };
    const { start, past } = this.#keys;
    const cell = cellAt(plan, this.#cached ? past - start : dModel / 2, x, y);
    if (cell === undefined) return undefined;
    return this.#cached ? { second: start + cell } : { pair: cell };
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
    const { cache, contributions, frequencies } = this.#model;
    if (cache) {
      return {
        columns: ["key", "score", "score without the offset"],
        rows: Array.from(cache.right, (score, n) => [cache.start + n, score, cache.forgotten[n]]),
      };
    }
    return {
      columns: ["pair", "frequency", "contribution"],
      rows: Array.from(frequencies, (own, n) => [n, own, contributions[n]]),
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
      <span>changed by the shift, in float32: <b>${scientific(this.#change, 1)}</b></span>`;
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

define("phasor-rope", PhasorRope);
