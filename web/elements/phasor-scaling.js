// <phasor-scaling>: how the rules for longer contexts stretch each pair's wavelength.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { ropeFromConfig } from "../phasor/index.js";
import { scalingCode } from "./code/scaling.js";
import { scalingStyles } from "./controls/scaling-styles.js";
import { sliderTemplate } from "./controls/slider.js";
import { wavelength, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { contextsOf, RULE_NAMES, RULES, ruled, unscaled } from "./models/scaling.js";
import { MODELS } from "./models/scaling-presets.js";
import { clamp, DEFAULTS, LIMITS } from "./state/parameters.js";
import {
  dividedBy,
  drawCrosshair,
  drawData,
  heightOf,
  pairAt,
  planScaling,
} from "./views/scaling-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Contexts, RopeConfig, RopeScaling, Ruled, RuleName } from "./models/scaling.js" */

const PRESET = "llama-3.1";
const SHOWN = "linear ntk yarn llama3";
/** The slider's factors are powers of two up to 2 to this. */
const LAST_FACTOR = 6;

export class PhasorScaling extends Figure {
  static properties = {
    preset: { type: String },
    config: { type: String },
    rules: { type: String },
    factor: { type: Number },
  };
  static own = { preset: PRESET, config: "", rules: SHOWN, factor: "0" };
  static styles = [...Figure.styles, scalingStyles];

  /** @type {{ asked: string, model: RopeConfig } | undefined} */
  #read;
  #problem = "";
  /** The chosen pair, which the group may not have, and the group's at that time. @type {{ pair: number, state: number } | undefined} */
  #far;
  /** @type {{ key: string, contexts: Contexts, plain: Float64Array, all: Ruled[] } | undefined} */
  #made;

  constructor() {
    super();
    /** One of the models that come with the figure. */
    this.preset = PRESET;
    /** The text of a config.json, in place of a preset. */
    this.config = "";
    /** The rules shown, by their names in a config.json. */
    this.rules = SHOWN;
    /** How many times the context grows; 0 for as many as the model says. */
    this.factor = 0;
  }

  stateChanged() {
    this.surface?.invalidate();
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width, this.#shown.length);
  }

  /** The model asked for; while its configuration makes no sense, the one before. @returns {RopeConfig} */
  get #config() {
    const asked = `${this.preset} ${this.config}`;
    if (this.#read?.asked === asked) return this.#read.model;
    const preset = (MODELS[this.preset] ?? MODELS[PRESET]).config;
    let model = this.#read?.model;
    this.#problem = "";
    try {
      model = ropeFromConfig(this.config.trim() || preset);
    } catch (error) {
      this.#problem = /** @type {Error} */ (error).message.replace(/^phasor\.\w+: /, "");
    }
    if (model && model.rotaryDim < 2) {
      this.#problem = "This layer of the model rotates nothing.";
      model = undefined;
    } else if (model && model.rotaryDim > LIMITS.dModel) {
      this.#problem = `Heads of more than ${LIMITS.dModel} features are not drawn.`;
      model = undefined;
    }
    this.#read = { asked, model: model ?? ropeFromConfig(preset) };
    this.#made = undefined;
    return this.#read.model;
  }

  /** Every rule's results. */
  get #results() {
    const { length } = this.state;
    const model = this.#config;
    const key = `${this.factor} ${length}`;
    if (this.#made?.key !== key) {
      const contexts = contextsOf(model, this.factor, length);
      const all = RULE_NAMES.map((rule) => ruled(model, rule, contexts));
      this.#made = { key, contexts, plain: unscaled(model), all };
    }
    return this.#made;
  }

  get #shown() {
    const wanted = this.rules.split(/[\s,]+/);
    const own = this.#config.scaling?.type;
    const found = RULE_NAMES.filter((rule) => wanted.includes(rule) || rule === own);
    return found.length > 0 ? found : /** @type {RuleName[]} */ (["linear"]);
  }

  get #pair() {
    const { hover, state } = this.shared;
    const chosen = this.#far?.state === state.pair ? this.#far.pair : state.pair;
    return Math.min(hover?.pair ?? chosen, this.#results.plain.length - 1);
  }

  get #model() {
    const { all, plain, contexts } = this.#results;
    const rules = all.filter(({ rule }) => this.#shown.includes(rule));
    return { rules, plain, contexts, pair: this.#pair };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") drawData(context, size, this.#model, theme);
    else drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    const pair = pairAt(planScaling(this.size, this.#model), x, y);
    return pair === undefined ? undefined : { pair };
  }

  /** @param {number} pair */
  #choose(pair) {
    const wanted = clamp(pair, 0, this.#results.plain.length - 1);
    this.change({ pair: wanted });
    this.#far = { pair: wanted, state: this.state.pair };
    this.surface?.invalidate("crosshair");
    this.requestUpdate();
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      ...super.gestures(),
      pick: (x, y) => {
        const mark = this.markAt(x, y);
        if (mark) this.#choose(mark.pair);
      },
    };
  }

  /** @param {Action} action */
  act(action) {
    this.hover(undefined);
    if (action.kind === "edge") this.#choose(action.end === "first" ? 0 : Number.MAX_SAFE_INTEGER);
    if (action.kind === "move") this.#choose(this.#pair + action.x + action.y);
  }

  /** @param {RuleName} rule @param {boolean} on */
  #show(rule, on) {
    const shown = this.rules.split(/[\s,]+/).filter((each) => each && each !== rule);
    this.rules = (on ? [...shown, rule] : shown).join(" ");
  }

  #reset() {
    Object.assign(this, { preset: PRESET, config: "", rules: SHOWN, factor: 0 });
    this.hover(undefined);
    const { pair, length } = DEFAULTS;
    this.change({ pair, length });
  }

  // ---- around the drawing ----

  /** The rules shown that the model can have. */
  get #drawn() {
    return this.#model.rules.filter(({ missing }) => missing === undefined);
  }

  get table() {
    const { plain } = this.#model;
    const drawn = this.#drawn;
    return {
      columns: ["pair", "unscaled", ...drawn.map(({ rule }) => rule)],
      rows: Array.from(plain, (own, pair) => [
        pair,
        own,
        ...drawn.map(({ wavelengths }) => wavelengths[pair]),
      ]),
    };
  }

  get code() {
    const { dHead, base, rotaryDim } = this.#config;
    const { extended: length } = this.#results.contexts;
    const rules = this.#drawn.map(({ scaling }) => /** @type {RopeScaling} */ (scaling));
    return scalingCode({ dHead, base, rotaryDim, length, rules });
  }

  get words() {
    const { original, extended } = this.#results.contexts;
    return {
      label: `Wavelengths of ${this.#results.plain.length} pairs, stretched from ${whole(original)} to ${whole(extended)} positions by ${this.#shown.map((rule) => RULES[rule]).join(", ")}`,
      help: "Arrow keys choose a pair, with Shift every tenth; Home and End the first and the last. The numbers over a panel say what the frequencies of the first, the middle and the last pair are divided by.",
    };
  }

  controlsTemplate() {
    const { factor } = this.#results.contexts;
    const value = this.config.trim() ? "" : this.preset;
    return html`
      <div class="controls" part="controls">
        <label>model
          <select
            .value=${live(value)}
            @change=${(/** @type {Event} */ event) => {
              const { value: preset } = /** @type {HTMLSelectElement} */ (event.target);
              Object.assign(this, { preset, config: "", factor: 0 });
            }}
          >
            ${value ? nothing : html`<option value="" selected>as pasted</option>`}
            ${Object.entries(MODELS).map(
              ([name, model]) =>
                html`<option value=${name} ?selected=${name === value}>${model.name}</option>`,
            )}
          </select>
        </label>
        ${sliderTemplate({
          name: "factor",
          symbol: "F",
          value: Math.log2(factor),
          min: 0,
          max: LAST_FACTOR,
          step: 1,
          text: `${Number(factor.toPrecision(4))} times the context`,
          accent: "position",
          input: (power) => {
            this.factor = 2 ** power;
          },
        })}
      </div>
    `;
  }

  readOutTemplate() {
    const { plain, pair } = this.#model;
    return html`<span class="dimension">pair ${pair}</span>,
      <span><i>λ</i> = <b>${wavelength(plain[pair])}</b></span>${this.#drawn.map(
        ({ rule, divisors }) =>
          html`, <span>${RULES[rule]} <b>${dividedBy(divisors[pair])}</b></span>`,
      )}`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }

  #tableTemplate() {
    const { all, contexts, plain } = this.#results;
    const { dHead, rotaryDim, base } = this.#config;
    const shown = this.#shown;
    const { extended, original } = contexts;
    /** @param {Ruled} result */
    const cells = ({ missing, attentionFactor, wavelengths, never }) => {
      if (missing !== undefined) return html`<td class="missing" colspan="4">${missing}</td>`;
      const last = wavelengths[wavelengths.length - 1];
      return html`<td>${Number(attentionFactor.toPrecision(5))}</td>
        <td>${wavelength(wavelengths[0])}</td>
        <td>${Number.isFinite(last) ? wavelength(last) : "never turns"}</td>
        <td>${never}</td>`;
    };
    return html`
      <p class="about" id="about">
          ${rotaryDim} of ${dHead} features of a head turn, base ${whole(base)},
          ${plain.length} pairs; ${
            extended === original ? nothing : html`from ${whole(original)} to `
          }${whole(extended)} positions
        </p>
      <div class="scroll" role="region" aria-label="results" tabindex="0"><table aria-describedby="about">
        <thead><tr>
          <th scope="col">rule</th><th scope="col">attention factor</th>
          <th scope="col">first λ</th><th scope="col">last λ</th>
          <th scope="col">pairs that never turn once</th>
        </tr></thead>
        <tbody>${all.map(
          (result) => html`<tr class=${result.own ? "own" : ""}>
            <th scope="row"><label><input
              type="checkbox"
              .checked=${live(shown.includes(result.rule))}
              ?disabled=${result.own}
              @change=${(/** @type {Event} */ event) =>
                this.#show(result.rule, /** @type {HTMLInputElement} */ (event.target).checked)}
            />${RULES[result.rule]}</label></th>${cells(result)}
          </tr>`,
        )}</tbody>
      </table></div>
    `;
  }

  #pasteTemplate() {
    const { warnings, ignored, differences } = this.#config;
    const said = this.#problem
      ? [this.#problem]
      : [...warnings, ...ignored.map((key) => `${key} changed nothing`), ...differences];
    return html`
      <div class="paste">
        <label for="config">a model's config.json, to paste</label>
        <textarea
          id="config"
          rows="3"
          spellcheck="false"
          aria-describedby="said"
          aria-invalid=${this.#problem ? "true" : "false"}
          .value=${live(this.config)}
          @input=${(/** @type {Event} */ event) => {
            const { value } = /** @type {HTMLTextAreaElement} */ (event.target);
            Object.assign(this, { config: value, factor: 0 });
          }}
        ></textarea>
        <div id="said">${said.length ? html`<ul>${said.map((each) => html`<li>${each}</li>`)}</ul>` : nothing}</div>
      </div>
    `;
  }

  render() {
    if (this.failure !== undefined || !this.near) return super.render();
    return html`${super.render()}${this.#tableTemplate()}${this.#pasteTemplate()}`;
  }
}

define("phasor-scaling", PhasorScaling);
