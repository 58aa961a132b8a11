// <phasor-ladder>: from a position's number to many sines, and what is wrong with each step.
import { html, nothing } from "lit";
import { ladderCode } from "./code/ladder.js";
import { choiceTemplate } from "./controls/choice.js";
import { ladderStyles } from "./controls/ladder-styles.js";
import { positionSlider } from "./controls/parameter-sliders.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed, scientific, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { codesAt, codesOf, MOST, measure, namesOf, STEPS, shapeOf } from "./models/ladder.js";
import { clamp, DEFAULTS } from "./state/parameters.js";
import { drawCurves, drawMarked, heightOf, planLadder, positionAt } from "./views/ladder-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Of, Step } from "./models/ladder.js" */
/** @import { LadderModel } from "./views/ladder-view.js" */

const FIRST = "binary";
/** Samples of a curve, about, and at least for each position. */
const SAMPLES = 2048;
const FEWEST = 8;

/** @type {Record<Step, string>} */
const WORDS = {
  integer: "integer",
  fraction: "fraction",
  binary: "binary counter",
  sine: "one sine",
  many: "many sines",
};

export class PhasorLadder extends Figure {
  static properties = { step: { type: String }, morph: { type: String } };
  static own = { step: FIRST, morph: "" };
  static styles = [...Figure.styles, ladderStyles];

  /** @type {{ key: string, of: Of, codes: Float64Array, found: ReturnType<typeof measure> } | undefined} */
  #made;
  /** @type {{ key: string, places: Float64Array, curves: Float64Array } | undefined} */
  #sampled;

  constructor() {
    super();
    /** "integer", "fraction", "binary", "sine" or "many". @type {string} */
    this.step = FIRST;
    /** From bits, "0", to sines, "1"; when empty, bits in the binary counter and else sines. */
    this.morph = "";
  }

  /** @returns {Of} */
  get #of() {
    const { dModel, base, length } = this.state;
    const step = STEPS.find((known) => known === this.step) ?? FIRST;
    const own = step === "many" ? 1 : 0;
    const wanted = this.morph === "" ? own : Number(this.morph);
    const morph = Number.isFinite(wanted) ? clamp(wanted, 0, 1) : own;
    const shown = Math.min(length, MOST);
    return { step, morph, length: shown, dModel, base, pair: this.shared.marked.pair };
  }

  get #codes() {
    const of = this.#of;
    const key = JSON.stringify(of);
    if (this.#made?.key !== key) {
      const codes = codesOf(of);
      this.#made = { key, of, codes, found: measure(codes, of.length) };
    }
    return this.#made;
  }

  get #curves() {
    const { key, of } = this.#codes;
    if (this.#sampled?.key !== key) {
      const each = Math.max(FEWEST, Math.ceil(SAMPLES / of.length));
      const places = Float64Array.from({ length: of.length * each + 1 }, (_, n) => n / each);
      this.#sampled = { key, places, curves: codesAt(of, places) };
    }
    return this.#sampled;
  }

  /** The marked position; past those that are shown, the last of them. */
  get #position() {
    return Math.min(this.shared.marked.position, this.#of.length - 1);
  }

  /** @param {import("./state/group.js").Change} _change */
  stateChanged(_change) {
    if (this.#made && this.#made.key !== JSON.stringify(this.#of)) this.surface?.invalidate();
  }

  heightFor() {
    return heightOf(shapeOf(this.#of).lanes);
  }

  /** @returns {LadderModel} */
  get #model() {
    const { of, codes, found } = this.#codes;
    const { step, length, morph } = of;
    const { lanes, waves } = shapeOf(of);
    const several = step === "binary" || step === "many";
    const names = namesOf(of);
    const name = step === "many" ? "pair" : "bit";
    const label = (/** @type {number} */ b) => `${name} ${b}, period ${2 ** (b + 1)}`;
    const suspect = step === "sine" || (step === "binary" && morph > 0);
    return {
      length,
      lanes,
      waves,
      labels: several ? Array.from({ length: lanes }, (_, b) => label(b)) : names,
      range:
        several || step === "sine"
          ? [-1, 1]
          : [0, step === "integer" ? Math.max(length - 1, 1) : 1],
      places: this.#curves.places,
      curves: this.#curves.curves,
      codes,
      sines: several || step === "sine",
      alike: suspect ? found.nearest : undefined,
      position: this.#position,
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") drawCurves(context, size, this.#model, theme);
    else drawMarked(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x */
  markAt(x) {
    const of = this.#of;
    const position = positionAt(planLadder(this.size, { ...shapeOf(of), length: of.length }), x);
    return position === undefined ? undefined : { position };
  }

  /** @param {Action} action */
  act(action) {
    const last = this.#of.length - 1;
    this.hover(undefined);
    if (action.kind === "edge") this.change({ position: action.end === "first" ? 0 : last });
    if (action.kind === "move") {
      const { dModel, pair } = this.state;
      const position = clamp(this.#position + action.x, 0, last);
      this.change({ position, pair: clamp(pair + action.y, 0, dModel / 2 - 1) });
    }
  }

  #reset() {
    this.step = FIRST;
    this.morph = "";
    this.hover(undefined);
    const { position, pair } = DEFAULTS;
    this.change({ position, pair });
  }

  // ---- around the drawing ----

  get table() {
    const { of, codes } = this.#codes;
    const names = namesOf(of);
    return {
      columns: ["position", ...names],
      rows: Array.from({ length: of.length }, (_, position) => [
        position,
        ...codes.subarray(position * names.length, (position + 1) * names.length),
      ]),
    };
  }

  get code() {
    return ladderCode(this.#of);
  }

  get words() {
    const { step, length } = this.#of;
    return {
      label: `Codes of ${length} positions: ${WORDS[step]}`,
      help:
        "Left and right move the position, with Shift by ten; Home and End go to the first and " +
        "last. Up and down choose the pair that the one sine belongs to. The slider from bits to " +
        "sines, m, mixes (1 − m) times a square wave with m times the sine of the same period.",
    };
  }

  controlsTemplate() {
    const { step, morph, length } = this.#of;
    const position = Math.min(this.state.position, length - 1);
    const mixes = step === "binary" || step === "many";
    return html`
      <div part="controls">
        ${choiceTemplate({
          name: "step",
          value: step,
          options: STEPS.map((own) => [own, WORDS[own]]),
          choose: (chosen) => {
            this.step = chosen;
            this.morph = "";
          },
        })}
        <div class="controls">
        ${positionSlider({ length, position }, (patch) => this.change(patch))}
        ${
          mixes
            ? sliderTemplate({
                name: "morph",
                symbol: "m",
                value: morph,
                min: 0,
                max: 1,
                step: 0.01,
                text: `${fixed(1 - morph, 2)}·square + ${fixed(morph, 2)}·sine`,
                accent: "plain",
                input: (value) => {
                  this.morph = String(value);
                },
              })
            : nothing
        }
        </div>
      </div>
    `;
  }

  readOutTemplate() {
    const { of, codes } = this.#codes;
    const { lanes, waves } = shapeOf(of);
    const position = this.#position;
    const row = [...codes.subarray(position * lanes * waves, (position + 1) * lanes * waves)];
    const bits = position.toString(2).padStart(lanes, "0");
    const code =
      of.step === "binary" && of.morph === 0
        ? html`bits ${lanes - 1} … 0: <b>${bits}</b>`
        : waves > 1
          ? html`<b>${row.length}</b> entries, the last two <b>${entry(row[row.length - 2])}</b> and <b>${entry(row[row.length - 1])}</b>`
          : html`<b>${row.map(entry).join(" ")}</b>`;
    return html`<div><span class="position"><i>p</i> = ${whole(position)}</span>, <span>${code}</span></div>
      <div class="verdict"><span>${this.#verdict}</span></div>`;
  }

  /** What is wrong with the step, in numbers. */
  get #verdict() {
    const { of, found } = this.#codes;
    const { nearest, nearestApart, neighboursApart, largest } = found;
    const { step, morph, length } = of;
    if (length === 1) return html`a single position`;
    const [p, q] = nearest.map(whole);
    const two = html`positions ${p} and ${q}`;
    const apart = html`<b>${number(nearestApart)}</b> apart`;
    if (step === "integer") {
      return html`grows without bound: the largest entry of ${length} positions is <b>${whole(largest)}</b>`;
    }
    if (step === "fraction") {
      return html`never above <b>${whole(largest)}</b>, but neighbours are
        <b>${number(neighboursApart)}</b> apart, and otherwise at every other length`;
    }
    if (step === "sine") return html`${two} look nearly alike: ${apart}`;
    const jumps = html`neighbours up to <b>${number(neighboursApart)}</b> apart`;
    if (step === "binary" && morph === 0) {
      return html`unique: the nearest two, as ${p} and ${q}, are ${apart}; but it jumps: ${jumps}`;
    }
    if (step === "binary") {
      return html`without cosines ${two} are the nearest: ${apart}; ${jumps}`;
    }
    return html`unique: the nearest two, as ${p} and ${q}, are ${apart}; ${jumps}`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }
}

/** @param {number} value of a code */
const entry = (value) =>
  Number.isInteger(value) ? whole(value) : fixed(Math.abs(value) < 0.00005 ? 0 : value, 4);

/** @param {number} value whole, or with so many digits that it is not nought */
function number(value) {
  const near = Math.round(value);
  if (near !== 0 && Math.abs(value - near) < 1e-12) return whole(near);
  return value === 0 || Math.abs(value) >= 0.001 ? fixed(value, 4) : scientific(value, 1);
}

define("phasor-ladder", PhasorLadder);
