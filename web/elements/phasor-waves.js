// <phasor-waves>: chosen dimension pairs as waves along the positions.
import { html } from "lit";
import { sinusoidalAt } from "../phasor/index.js";
import { cellUnder } from "./canvas/axes.js";
import { fixed, wavelength, whole } from "./canvas/numbers.js";
import { runOf } from "./code/pieces.js";
import { wavesCode } from "./code/waves.js";
import { pairSlider, positionSlider } from "./controls/parameter-sliders.js";
import { wavesStyles } from "./controls/waves-styles.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { showing } from "./input/window.js";
import { clamp, columnOf, DEFAULTS } from "./state/parameters.js";
import { heightOf, laneAt, planLanes, toLane } from "./views/lanes.js";
import { WavesView } from "./views/waves-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change } from "./state/group.js" */
/** @import { State, Wave } from "./state/parameters.js" */
/** @import { Lane, WavesModel } from "./views/waves-view.js" */

/** Of all pairs, these parts of the way from fast to slow are shown to begin with. */
const FIRST_SHOWN = [0, 1 / 8, 1 / 4, 3 / 8, 1 / 2];
/** CSS pixels between samples of a wave. */
const SAMPLE_SPACING = 1.5;

/** With more positions than this to a CSS pixel, lines become envelopes. */
const CROWDED = 2;
/** Positions of an envelope's pixel that are looked at. */
const LOOKS = 12;
/** Where in its part of the pixel each of them lies: multiples of the golden section. */
const UNEVEN = Array.from({ length: LOOKS }, (_, n) => (n * 0.6180339887) % 1);
/** Pixels of an envelope whose tables are computed at a time. */
const BLOCK = 64;

/**
 * Waves along the positions in view: one of `lines` for each column asked for.
 * @typedef {{ origin: number, positions: Float64Array, every: number, lines: Map<number, Float32Array> }} Samples
 */

export class PhasorWaves extends Figure {
  static properties = { pairs: { type: String } };
  static own = { pairs: "" };
  static styles = [...Figure.styles, wavesStyles];

  /** @type {WavesView | undefined} */
  #view;
  /** Pairs that stay, in the order of their wavelengths. @type {number[] | undefined} */
  #kept;
  /** @type {(Samples & { spacing: number }) | undefined} */
  #samples;
  /** What is drawn, until something changes. @type {(WavesModel & { size: Size }) | undefined} */
  #model;

  constructor() {
    super();
    /** The pairs that are shown beside the one under the crosshair, as "0 4 8", or "none". */
    this.pairs = "";
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding || change.span) this.#samples = undefined;
    this.#redraw();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("pairs")) {
      const numbers = this.pairs
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number);
      const known = numbers.filter((pair) => Number.isInteger(pair) && pair >= 0);
      this.#kept = numbers.length > 0 ? known : undefined;
    }
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(this.#shown.length, width);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#view?.remove();
    this.#view = undefined;
  }

  /** The marked pair's lines are among the data, so all is drawn again. */
  #redraw() {
    this.#model = undefined;
    this.surface?.invalidate();
  }

  /** @returns {number[]} the pairs of the lanes: first the marked one */
  get #shown() {
    const pairs = this.state.dModel / 2;
    const kept = this.#kept ?? FIRST_SHOWN.map((part) => Math.floor(part * pairs));
    const there = [...new Set(kept)].filter((pair) => pair < pairs).sort((a, b) => a - b);
    return [this.shared.marked.pair, ...there];
  }

  /**
   * @param {number} spacing CSS pixels from one position to the next
   * @param {number[]} columns
   * @returns {Samples}
   */
  #sampled(spacing, columns) {
    const kept = this.#samples;
    if (kept?.spacing !== spacing || columns.some((column) => !kept.lines.has(column))) {
      const sample = spacing * CROWDED < 1 ? this.#envelopes : this.#curves;
      this.#samples = { ...sample.call(this, spacing, columns), spacing };
    }
    return /** @type {Samples} */ (this.#samples);
  }

  /** Every position in view, and where there is room, places between them. @param {number} spacing @param {number[]} columns @returns {Samples} */
  #curves(spacing, columns) {
    const { length, dModel, base } = this.state;
    const { start, end } = this.shared.span;
    const first = Math.max(0, Math.floor(start - 1));
    const last = Math.min(length - 1, Math.ceil(end));
    // Powers of two, and no finer than positions that far out can be told apart.
    const wanted = 2 ** Math.max(0, Math.ceil(Math.log2(spacing / SAMPLE_SPACING)));
    const finest = 2 ** Math.max(0, 52 - Math.ceil(Math.log2(last + 1)));
    const every = Math.min(wanted, finest);
    const positions = Float64Array.from(
      { length: (last - first) * every + 1 },
      (_, n) => n / every,
    );
    const values = sinusoidalAt(
      positions.map((by) => first + by),
      dModel,
      { base },
    );
    const lines = new Map(
      columns.map((column) => [
        column,
        Float32Array.from(positions, (_, n) => values[n * dModel + column]),
      ]),
    );
    return { origin: first, positions, every, lines };
  }

  /**
   * For each pixel the least and the greatest value of positions that lie in it: the first, the
   * last, and others between them at uneven distances, so that no wave keeps step with them.
   * @param {number} spacing @param {number[]} columns @returns {Samples}
   */
  #envelopes(spacing, columns) {
    const { length, dModel, base } = this.state;
    const { start, end } = this.shared.span;
    const origin = Math.floor(start);
    const pixels = Math.max(1, Math.round((end - start) * spacing));
    const each = (end - start) / pixels;
    const positions = new Float64Array(2 * pixels);
    const lines = new Map(columns.map((column) => [column, new Float32Array(2 * pixels)]));
    const looks = new Float64Array(BLOCK * LOOKS);
    for (let pixel = 0; pixel < pixels; pixel++) {
      positions[2 * pixel] = start - origin + (pixel + 0.25) * each - 0.5;
      positions[2 * pixel + 1] = start - origin + (pixel + 0.75) * each - 0.5;
    }
    for (let block = 0; block < pixels; block += BLOCK) {
      const count = Math.min(BLOCK, pixels - block);
      for (let n = 0; n < count * LOOKS; n++) {
        const look = n % LOOKS;
        const part = look === LOOKS - 1 ? 1 : (look + UNEVEN[look]) / LOOKS;
        const at =
          origin + Math.round(start - origin + (block + Math.floor(n / LOOKS) + part) * each);
        looks[n] = clamp(at, 0, length - 1);
      }
      const values = sinusoidalAt(looks.subarray(0, count * LOOKS), dModel, { base });
      for (const [column, line] of lines) {
        for (let pixel = 0; pixel < count; pixel++) {
          let least = Infinity;
          let greatest = -Infinity;
          for (let look = 0; look < LOOKS; look++) {
            const value = values[(pixel * LOOKS + look) * dModel + column];
            if (value < least) least = value;
            if (value > greatest) greatest = value;
          }
          line[2 * (block + pixel)] = least;
          line[2 * (block + pixel) + 1] = greatest;
        }
      }
    }
    return { origin, positions, every: 0, lines };
  }

  /** @param {Size} size @returns {WavesModel} */
  #modelFor(size) {
    if (this.#model?.size === size) return this.#model;
    const { dModel, base } = this.state;
    const { position, pair, wave } = this.shared.marked;
    const shown = this.#shown;
    const { position: scale } = planLanes(size, shown.length, this.shared.span);
    const columns = shown.flatMap((of) => [columnOf(of, "sin"), columnOf(of, "cos")]);
    const { origin, positions, every, lines } = this.#sampled(
      scale.size / (scale.to - scale.from),
      columns,
    );
    const column = (/** @type {number} */ at) => /** @type {Float32Array} */ (lines.get(at));
    const there = sinusoidalAt([position], dModel, { base });
    /** @type {(pair: number) => Lane} */
    const lane = (of) => ({
      pair: of,
      wavelength: this.wavelengths[of],
      sine: column(columnOf(of, "sin")),
      cosine: column(columnOf(of, "cos")),
      at: { sine: there[columnOf(of, "sin")], cosine: there[columnOf(of, "cos")] },
    });
    this.#model = {
      size,
      lanes: shown.map(lane),
      origin,
      positions,
      every,
      span: this.shared.span,
      mark: { position, second: this.shared.hover?.second, pair, wave },
    };
    return this.#model;
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    const canvas = this.surface?.canvas("data");
    if (!canvas) return;
    this.#view ??= new WavesView(canvas);
    if (layer === "data") this.#view.drawData(context, size, this.#modelFor(size), theme);
    else this.#view.drawCrosshair(context, size, this.#modelFor(size), theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y @returns {{ position: number, pair: number, wave: Wave } | undefined} */
  markAt(x, y) {
    const shown = this.#shown;
    const plan = planLanes(this.size, shown.length, this.shared.span);
    const lane = laneAt(plan, x, y);
    if (lane === undefined) return undefined;
    const { length, dModel, base } = this.state;
    const position = clamp(cellUnder(plan.position, x), 0, length - 1);
    const pair = shown[lane];
    const values = sinusoidalAt([position], dModel, { base });
    const far = (/** @type {Wave} */ wave) =>
      Math.abs(toLane(plan, lane, values[columnOf(pair, wave)]) - y);
    return { position, pair, wave: far("sin") <= far("cos") ? "sin" : "cos" };
  }

  /** @param {Action} action */
  act(action) {
    const { length, dModel, position, pair } = this.state;
    if (action.kind === "whole") this.look(undefined);
    if (action.kind === "pick") this.#keepOrDrop();
    if (action.kind === "edge") this.#moveTo(action.end === "first" ? 0 : length - 1, pair);
    if (action.kind === "move") {
      this.#moveTo(
        clamp(position + action.x, 0, length - 1),
        clamp(pair + action.y, 0, dModel / 2 - 1),
      );
    }
  }

  /** @param {number} position @param {number} pair */
  #moveTo(position, pair) {
    this.hover(undefined);
    this.change({ position, pair });
    this.look(showing(this.shared.span, position, this.state.length));
  }

  #keepOrDrop() {
    const [marked, ...kept] = this.#shown;
    this.#keep(kept.includes(marked) ? kept.filter((pair) => pair !== marked) : [...kept, marked]);
  }

  /** @param {number[] | undefined} pairs */
  #keep(pairs) {
    this.pairs = pairs ? pairs.join(" ") || "none" : "";
    this.#redraw();
    this.requestUpdate();
  }

  #reset() {
    this.#keep(undefined);
    this.hover(undefined);
    const { position, pair, wave } = DEFAULTS;
    this.change({ position, pair, wave });
  }

  // ---- around the drawing ----

  get #listed() {
    return [...new Set(this.#shown)].sort((a, b) => a - b);
  }

  get table() {
    const { dModel, base } = this.state;
    const pairs = this.#listed;
    const columns = pairs.flatMap((pair) => [`pair ${pair} sin`, `pair ${pair} cos`]);
    const rows = Array.from(this.positionsInView, (position) => {
      const row = sinusoidalAt([position], dModel, { base, dtype: "float64" });
      return [position, ...pairs.flatMap((pair) => [row[2 * pair], row[2 * pair + 1]])];
    });
    return { columns: ["position", ...columns], rows };
  }

  get code() {
    const { dModel, base } = this.state;
    return wavesCode({ dModel, base, run: runOf(this.positionsInView), pairs: this.#listed });
  }

  get words() {
    return {
      label: `Waves of pairs ${this.#shown.slice(1).join(", ")} and of the pair under the cursor`,
      help:
        "Left and right move the position, up and down the pair; with Shift by ten. Home and End " +
        "go to the first and last position. Enter keeps the pair in the figure or lets it go.",
    };
  }

  controlsTemplate() {
    const change = (/** @type {Partial<State>} */ patch) => this.change(patch);
    const { pair } = this.state;
    const text = `${pair}, \u03bb = ${wavelength(this.wavelengths[pair])}`;
    return html`
      <div class="controls" part="controls">
        ${pairSlider(this.state, text, change)} ${positionSlider(this.state, change)}
      </div>
    `;
  }

  readOutTemplate() {
    const { position, pair } = this.shared.marked;
    const { dModel, base } = this.state;
    const values = sinusoidalAt([position], dModel, { base, dtype: "float64" });
    return html`<span class="position"><i>p</i> = ${whole(position)}</span>,
      <span class="dimension">pair ${pair}</span>,
      <span><i>λ</i> = ${wavelength(this.wavelengths[pair])}</span>,
      <span>sin <b>${fixed(values[columnOf(pair, "sin")], 4)}</b></span>,
      <span>cos <b>${fixed(values[columnOf(pair, "cos")], 4)}</b></span>`;
  }

  buttonsTemplate() {
    const [marked, ...kept] = this.#shown;
    const words = kept.includes(this.state.pair) ? "let go of" : "keep";
    return html`
      <button type="button" @click=${() => this.#keepOrDrop()}>${words} pair ${marked}</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>
    `;
  }
}

define("phasor-waves", PhasorWaves);
