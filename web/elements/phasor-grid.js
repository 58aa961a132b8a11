// <phasor-grid>: positions in two dimensions, on a grid of image patches.
import { html } from "lit";
import { gridCode } from "./code/grid.js";
import { rangeFor } from "./colour/maps.js";
import { choiceTemplate } from "./controls/choice.js";
import { gridStyles } from "./controls/grid-styles.js";
import { baseSlider } from "./controls/parameter-sliders.js";
import { sliderTemplate } from "./controls/slider.js";
import { fixed } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import {
  featuresOf,
  featuresOfPatches,
  KINDS,
  pairOf,
  partOf,
  sectionsOf,
  similaritiesTo,
  widthFor,
} from "./models/grid.js";
import { clamp, DEFAULTS, wholeWithin } from "./state/parameters.js";
import { featureAt, GridView, heightOf, patchAt, planGrid } from "./views/grid-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Gestures } from "./input/gestures.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Kind, Patches } from "./models/grid.js" */
/** @import { Change } from "./state/group.js" */
/** @import { GridModel, Patch } from "./views/grid-view.js" */

/** Patches of a side, at most. */
const MOST = 32;
const OWN = { kind: "mae", rows: "14", columns: "14", row: "4", column: "9", other: "8 5" };

export class PhasorGrid extends Figure {
  static properties = {
    kind: { type: String },
    rows: { type: Number },
    columns: { type: Number },
    row: { type: Number },
    column: { type: Number },
    other: { type: String },
  };
  static own = OWN;
  static styles = [...Figure.styles, gridStyles];

  #view = new GridView();
  /** @type {Float64Array | undefined} */
  #features;
  /** @type {Float64Array | undefined} */
  #similarities;
  /** The patch under the pointer. @type {Patch | undefined} */
  #pointed;

  constructor() {
    super();
    /** How positions are encoded: "mae", "detr", "axial" or "mrope". @type {Kind} */
    this.kind = "mae";
    /** Rows of patches, 1 … 32. */
    this.rows = Number(OWN.rows);
    /** Patches of a row, 1 … 32. */
    this.columns = Number(OWN.columns);
    /** The row of the patch that the others are compared with. */
    this.row = Number(OWN.row);
    /** Its column. */
    this.column = Number(OWN.column);
    /** Row and column of a second patch, as "8 5". */
    this.other = OWN.other;
  }

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) this.#forget();
  }

  #forget() {
    this.#features = undefined;
    this.#similarities = undefined;
    this.surface?.invalidate();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (["kind", "rows", "columns"].some((name) => changed.has(name))) this.#forget();
    if (["row", "column"].some((name) => changed.has(name))) this.#similarities = undefined;
  }

  /** @param {number} width */
  heightFor(width) {
    const { kind, rows, columns, width: features } = this.#patches;
    return heightOf(width, { rows, columns, sections: sectionsOf(kind, features) });
  }

  // ---- what is shown ----

  /** The attributes, as they can be drawn. @returns {Patches} */
  get #patches() {
    const { dModel, base } = this.state;
    const kind = KINDS.find(([name]) => name === this.kind)?.[0] ?? "mae";
    return {
      kind,
      rows: wholeWithin(this.rows, 1, MOST, Number(OWN.rows)),
      columns: wholeWithin(this.columns, 1, MOST, Number(OWN.columns)),
      width: widthFor(dModel),
      base,
    };
  }

  /** @returns {Patch} */
  get #patch() {
    const { rows, columns } = this.#patches;
    return {
      row: wholeWithin(this.row, 0, rows - 1, Number(OWN.row)),
      column: wholeWithin(this.column, 0, columns - 1, Number(OWN.column)),
    };
  }

  /** @returns {Patch} */
  get #second() {
    const { rows, columns } = this.#patches;
    if (this.#pointed) return this.#pointed;
    const [row, column] = this.other.trim().split(/[\s,]+/);
    return {
      row: wholeWithin(Number(row), 0, rows - 1, 0),
      column: wholeWithin(Number(column), 0, columns - 1, 0),
    };
  }

  /** @param {Patch} patch */
  #indexOf({ row, column }) {
    return row * this.#patches.columns + column;
  }

  get #numbers() {
    const patches = this.#patches;
    this.#features ??= featuresOfPatches(patches);
    this.#similarities ??= similaritiesTo(this.#features, patches, this.#indexOf(this.#patch));
    return { ...patches, features: this.#features, similarities: this.#similarities };
  }

  /** @returns {GridModel} */
  get #model() {
    const { kind, rows, columns, width, features, similarities } = this.#numbers;
    const [patch, other] = [this.#patch, this.#second];
    const [one, two] = [this.#indexOf(patch), this.#indexOf(other)];
    const [low, high] = [Math.min(...similarities), similarities[one]];
    const pair = Math.min(this.shared.marked.pair, width / 2 - 1);
    return {
      rows,
      columns,
      width,
      similarities,
      range: low < 0 ? rangeFor(low, high) : { kind: "sequential", low, high },
      sections: sectionsOf(kind, width).map((section) => ({
        ...section,
        part: partOf(features, width, section, one, two),
      })),
      patch,
      other,
      features: {
        patch: features.subarray(one * width, (one + 1) * width),
        other: features.subarray(two * width, (two + 1) * width),
      },
      marked: featuresOf(kind, width, pair),
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader ----

  get #plan() {
    const { kind, ...patches } = this.#patches;
    return planGrid(this.size, { ...patches, sections: sectionsOf(kind, patches.width) });
  }

  /** @param {number} x @param {number} y */
  #pairAt(x, y) {
    const { kind, width } = this.#patches;
    const feature = featureAt(this.#plan, x, y);
    return feature === undefined ? undefined : { pair: pairOf(kind, width, feature) };
  }

  /** @param {Patch | undefined} patch */
  #pointAt(patch) {
    this.#pointed = patch;
    this.surface?.invalidate("crosshair");
    this.requestUpdate();
  }

  /** @returns {Gestures} */
  gestures() {
    return {
      point: (x, y) => {
        this.#pointAt(patchAt(this.#plan, x, y));
        this.hover(this.#pairAt(x, y));
      },
      leave: () => {
        this.#pointAt(undefined);
        this.hover(undefined);
      },
      pick: (x, y) => {
        const patch = patchAt(this.#plan, x, y);
        if (patch) this.#choose(patch);
        const mark = this.#pairAt(x, y);
        if (mark) this.change(mark);
      },
    };
  }

  /** @param {Patch} patch */
  #choose({ row, column }) {
    this.row = row;
    this.column = column;
  }

  #swap() {
    const { row, column } = this.#patch;
    this.#pointed = undefined;
    this.#choose(this.#second);
    this.other = `${row} ${column}`;
  }

  /** @param {Action} action */
  act(action) {
    this.#pointAt(undefined);
    const { rows, columns } = this.#patches;
    const { row, column } = this.#patch;
    if (action.kind === "pick") this.#swap();
    if (action.kind === "edge") {
      const last = action.end === "last";
      this.#choose({ row: last ? rows - 1 : 0, column: last ? columns - 1 : 0 });
    }
    if (action.kind === "move") {
      this.#choose({
        row: clamp(row + action.y, 0, rows - 1),
        column: clamp(column + action.x, 0, columns - 1),
      });
    }
  }

  #reset() {
    this.#pointAt(undefined);
    this.hover(undefined);
    this.kind = "mae";
    this.#choose({ row: Number(OWN.row), column: Number(OWN.column) });
    this.other = OWN.other;
    const { dModel, base, pair } = DEFAULTS;
    this.change({ dModel, base, pair });
  }

  // ---- around the drawing ----

  get table() {
    const { columns, similarities } = this.#numbers;
    return {
      columns: ["row", "column", "similarity"],
      rows: Array.from(similarities, (value, n) => [Math.floor(n / columns), n % columns, value]),
    };
  }

  get code() {
    return gridCode({ ...this.#patches, patch: this.#indexOf(this.#patch) });
  }

  get words() {
    const { rows, columns } = this.#patches;
    return {
      label: `A grid of ${rows} by ${columns} patches, and how alike each is to one of them`,
      help:
        "Arrow keys move the patch, with Shift by ten. Home and End go to the first and the last " +
        "one. Enter exchanges it with the other patch.",
    };
  }

  controlsTemplate() {
    const { kind, width } = this.#patches;
    return html`
      <div class="controls" part="controls">
        ${choiceTemplate({
          name: "encoding",
          value: kind,
          options: [...KINDS],
          choose: (chosen) => {
            this.kind = chosen;
          },
        })}
        ${sliderTemplate({
          name: "width",
          symbol: "d",
          value: width,
          min: 8,
          max: 256,
          step: 8,
          text: `${width} dimensions`,
          accent: "dimension",
          input: (value) => this.change({ dModel: value }),
        })}
        ${baseSlider(this.state, (patch) => this.change(patch))}
      </div>
    `;
  }

  readOutTemplate() {
    const { similarities, columns } = this.#numbers;
    const { patch, other } = { patch: this.#patch, other: this.#second };
    const value = similarities[other.row * columns + other.column];
    return html`<span class="position">patch (${patch.row}, ${patch.column})</span>,
      <span class="offset">other (${other.row}, ${other.column})</span>,
      <span>similarity <b>${fixed(value, 4)}</b></span>
      <span>of ${fixed(similarities[this.#indexOf(patch)], 0)}</span>`;
  }

  buttonsTemplate() {
    return html`
      <button type="button" @click=${() => this.#swap()}>swap</button>
      <button type="button" @click=${() => this.#reset()}>reset</button>
    `;
  }
}

define("phasor-grid", PhasorGrid);
