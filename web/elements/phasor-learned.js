// <phasor-learned>: a learned table, trained here, and what it knows of positions past its training.
import { html, nothing } from "lit";
import { cosineSimilarity } from "../phasor/index.js";
import { learnedCode } from "./code/learned.js";
import { choiceTemplate } from "./controls/choice.js";
import { learnedStyles } from "./controls/learned-styles.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { LAST_STEP, MOST_TRAINED, Training, wanted } from "./models/learned.js";
import { rowsInTime } from "./models/rows-in-time.js";
import { Slices } from "./slices.js";
import { clamp, DEFAULTS, wholeWithin } from "./state/parameters.js";
import { heightOf, LearnedView, planLearned, positionsAt } from "./views/learned-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Change } from "./state/group.js" */
/** @import { Init } from "./models/learned.js" */
/** @import { LearnedModel } from "./views/learned-view.js" */

/** Steps of a frame while the reader watches. */
const PACE = 8;
const OWN = { init: "normal", trained: "48", seed: "0", steps: "0" };

export class PhasorLearned extends Figure {
  static properties = {
    init: { type: String },
    trained: { type: Number },
    seed: { type: Number },
    steps: { type: Number },
    playing: { state: true },
  };
  static own = OWN;
  static styles = [...Figure.styles, learnedStyles];

  #view = new LearnedView();
  /** @type {Training | undefined} */
  #training;
  /** @type {Slices | undefined} */
  #slices;
  /** What is drawn of the table as it is. @type {Omit<LearnedModel, "mark"> | undefined} */
  #drawn;

  constructor() {
    super();
    /** What the table starts with: "normal" numbers or the "sinusoidal" table. @type {Init} */
    this.init = "normal";
    /** How many positions, from the first on, are trained: 2 … 64. */
    this.trained = Number(OWN.trained);
    /** Of the normal numbers: an integer of at least 0. */
    this.seed = 0;
    /** Steps of training, 0 … 2000. Set, the table is trained so far, a slice in each frame. */
    this.steps = 0;
    /** Whether the reader watches the training go on. */
    this.playing = false;
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) this.#forget();
  }

  /** The table is made anew when it is next asked for. */
  #forget() {
    this.#training = undefined;
    this.#drawn = undefined;
    this.surface?.invalidate();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    const steps = this.#goal;
    if (["init", "trained", "seed"].some((name) => changed.has(name))) this.#forget();
    if (steps < (this.#training?.steps ?? 0)) this.#forget();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.surface) return;
    this.#slices ??= new Slices(
      this,
      () => this.#step(),
      () => this.#shown(),
    );
    if (this.playing || this.busy) {
      this.#slices.start(this.#watched ? PACE : undefined);
    } else this.#slices.stop();
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  /** While it trains, the slices say when. @param {Map<PropertyKey, unknown>} changed */
  redraws(changed) {
    return !this.playing && super.redraws(changed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#slices?.remove();
    this.#slices = undefined;
  }

  // ---- training ----

  /** Training that is played is shown as far as it is. */
  get busy() {
    return !this.playing && this.#current.steps < this.#goal;
  }

  /** Whether steps are to be seen one after the other. */
  get #watched() {
    return this.playing && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  get #goal() {
    return this.playing ? LAST_STEP : wholeWithin(this.steps, 0, LAST_STEP, 0);
  }

  get #length() {
    return rowsInTime(this.state.length, this.state.dModel);
  }

  get #trainedLength() {
    const most = Math.min(MOST_TRAINED, this.#length);
    return wholeWithin(this.trained, Math.min(2, most), most, Number(OWN.trained));
  }

  /** @returns {{ init: Init, seed: number }} */
  get #start() {
    return {
      init: this.init === "sinusoidal" ? "sinusoidal" : "normal",
      seed: wholeWithin(this.seed, 0, Number.MAX_SAFE_INTEGER, 0),
    };
  }

  get #current() {
    this.#training ??= new Training({
      maxLength: this.#length,
      trained: this.#trainedLength,
      dModel: this.state.dModel,
      ...this.#start,
    });
    return this.#training;
  }

  #step() {
    const training = this.#current;
    if (training.steps >= this.#goal) return false;
    training.step();
    return training.steps < this.#goal;
  }

  #shown() {
    const { steps } = this.#current;
    if (this.playing) {
      this.steps = steps;
      if (steps >= LAST_STEP) this.playing = false;
    }
    // Under reduced motion only the numbers move until the end.
    if (this.#watched || steps >= this.#goal) {
      this.#drawn = undefined;
      this.surface?.invalidate();
    }
    this.requestUpdate();
  }

  /** Trains on, before the reader's eyes; from the start again when it had ended. */
  play() {
    if (this.#goal >= LAST_STEP) this.#forget();
    this.playing = true;
  }

  pause() {
    this.playing = false;
    this.steps = this.#training?.steps ?? 0;
    this.#drawn = undefined;
    this.surface?.invalidate();
  }

  // ---- drawing ----

  get #numbers() {
    if (this.#drawn) return this.#drawn;
    const { table, losses } = this.#current;
    const length = this.#length;
    const trained = this.#trainedLength;
    const width = this.state.dModel;
    let greatest = 0;
    for (const value of table) greatest = Math.max(greatest, Math.abs(value));
    this.#drawn = {
      table,
      length,
      width,
      greatest,
      cosines: cosineSimilarity(table, [length, width]),
      target: Float64Array.from({ length: trained * trained }, (_, n) =>
        wanted((n % trained) - Math.floor(n / trained)),
      ),
      trained,
      losses,
      lastStep: LAST_STEP,
    };
    return this.#drawn;
  }

  /** The crosshair's positions, as far as the table reaches. */
  get #mark() {
    const { position, second } = this.shared.marked;
    const last = this.#length - 1;
    return { position: Math.min(position, last), second: Math.min(second, last) };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    const model = { ...this.#numbers, mark: this.#mark };
    if (layer === "data") this.#view.drawData(context, size, model, theme);
    else this.#view.drawCrosshair(context, size, model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    const plan = planLearned(this.size, { length: this.#length, width: this.state.dModel });
    return positionsAt(plan, x, y);
  }

  /** @param {Action} action */
  act(action) {
    this.hover(undefined);
    const { position, second } = this.#mark;
    const last = this.#length - 1;
    if (action.kind === "edge") this.change({ position: action.end === "first" ? 0 : last });
    if (action.kind === "move") {
      this.change({
        position: clamp(position + action.y, 0, last),
        second: clamp(second + action.x, 0, last),
      });
    }
    if (action.kind === "pick") this.#playOrPause();
  }

  #playOrPause() {
    if (this.playing) this.pause();
    else this.play();
  }

  #reset() {
    this.hover(undefined);
    this.playing = false;
    this.init = "normal";
    this.trained = Number(OWN.trained);
    this.seed = 0;
    this.steps = 0;
    this.#forget();
    const { position, second } = DEFAULTS;
    this.change({ position, second });
  }

  // ---- around the drawing ----

  get table() {
    const { table, width, length } = this.#numbers;
    return {
      columns: ["position", ...Array.from({ length: width }, (_, column) => `dim ${column}`)],
      rows: Array.from({ length }, (_, position) => [
        position,
        ...table.slice(position * width, (position + 1) * width),
      ]),
    };
  }

  get code() {
    const { length, trained, width } = this.#numbers;
    const { init, seed } = this.#start;
    const { steps } = this.#current;
    return learnedCode({ length, trained, dModel: width, init, seed, steps });
  }

  get words() {
    const length = this.#length;
    return {
      label: `A learned table of ${length} positions, of which ${this.#trainedLength} are trained`,
      help:
        "Up and down move the position p, left and right the position q; with Shift by ten. Home " +
        "and End move p to the first and last position. Enter starts and pauses the training.",
    };
  }

  controlsTemplate() {
    const most = Math.min(MOST_TRAINED, this.#length);
    return html`
      <div class="controls" part="controls">
        ${sliderTemplate({
          name: "trained",
          symbol: "T",
          value: this.#trainedLength,
          min: Math.min(2, most),
          max: most,
          step: 1,
          text: `${this.#trainedLength} of ${this.#length} positions`,
          accent: "position",
          input: (value) => {
            this.trained = value;
            this.#again();
          },
        })}
        ${choiceTemplate({
          name: "start with",
          value: this.#start.init,
          options: [
            ["normal", "noise"],
            ["sinusoidal", "sinusoids"],
          ],
          choose: (init) => {
            this.init = init;
            this.#again();
          },
        })}
      </div>
    `;
  }

  /** Another task starts at its beginning. */
  #again() {
    this.playing = false;
    this.steps = 0;
  }

  readOutTemplate() {
    const { position, second } = this.#mark;
    const { cosines, length, losses, trained } = this.#numbers;
    const steps = this.#current.steps;
    const known = position < trained && second < trained;
    return html`<span class="position"><i>p</i> = ${whole(position)}, <i>q</i> = ${whole(second)}</span>,
      <span>cosine <b>${fixed(cosines[position * length + second], 4)}</b></span>,
      <span>${known ? html`wanted <b>${fixed(wanted(second - position), 4)}</b>` : "never trained"}</span>,
      <span>step ${whole(steps)}</span>,
      <span>loss <b>${losses[losses.length - 1].toPrecision(4)}</b></span>`;
  }

  buttonsTemplate() {
    const words = this.playing ? "pause" : this.#goal >= LAST_STEP ? "train again" : "train";
    return html`
      <button type="button" @click=${() => this.#playOrPause()}>${words}</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>
    `;
  }

  render() {
    const drawn = this.near && this.failure === undefined;
    return html`${super.render()}${drawn ? this.#refusalTemplate() : nothing}`;
  }

  #refusalTemplate() {
    return html`<p class="refusal">
      Asked for position ${whole(this.#length)}, it has no row to give:
      <code>${this.#current.refusal}</code>
    </p>`;
  }
}

define("phasor-learned", PhasorLearned);
