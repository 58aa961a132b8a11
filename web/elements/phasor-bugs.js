// <phasor-bugs>: what silent bugs do to an encoding, and what they can be told by.
import { html, nothing } from "lit";
import { readTable } from "../formats/index.js";
import { bugsCode } from "./code/bugs.js";
import { bugsStyles } from "./controls/bugs-styles.js";
import { choiceTemplate } from "./controls/choice.js";
import { diagnosisTemplate } from "./controls/diagnosis.js";
import { matrixTemplate } from "./controls/matrix.js";
import { pairSlider } from "./controls/parameter-sliders.js";
import { switchesTemplate } from "./controls/switches.js";
import { fixed, whole } from "./core/numbers.js";
import { define } from "./define.js";
import { Figure } from "./figure.js";
import { bytesOf, listenForFiles } from "./input/files.js";
import { BUGS, bugsNamed } from "./models/bugs.js";
import { Bench } from "./models/bugs-bench.js";
import { clamp, DEFAULTS, waveOf } from "./state/parameters.js";
import { heightOf, markAt, planBugs } from "./views/bugs-plan.js";
import { BugsView } from "./views/bugs-view.js";

/** @import { Size } from "./canvas/surface.js" */
/** @import { Theme } from "./canvas/theme.js" */
/** @import { Action } from "./input/keys.js" */
/** @import { Bug } from "./models/bugs.js" */
/** @import { diagnosisOf, Matrix } from "./models/bugs-sheet.js" */
/** @import { Change } from "./state/group.js" */
/** @import { Beside, BugsModel } from "./views/bugs-view.js" */

/** One that all drawings show. */
const FIRST = "exponent";
/** How long nothing changes before a diagnosis, in milliseconds: it is one piece of work. */
const REST = 150;
/** How long until a line of text is painted, in milliseconds. */
const SEEN = 40;
/** Bytes of a file that is read. */
const LARGEST = 2 ** 25;

/** @typedef {Matrix & { name: string }} OwnMatrix */

export class PhasorBugs extends Figure {
  static properties = {
    bugs: { type: String },
    beside: { type: String },
    matrix: { state: true },
    diagnosis: { state: true },
    pending: { state: true },
    complaint: { state: true },
    pasting: { state: true },
    marked: { state: true },
  };
  static own = { bugs: FIRST, beside: "right" };
  static styles = [...Figure.styles, bugsStyles];

  #view = new BugsView();
  /** @type {Bench | undefined} */
  #onBench;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** The size of the encoding before the reader's matrix came. @type {{ dModel: number, length: number } | undefined} */
  #before;

  #endFiles = () => {};

  constructor() {
    super();
    /** The bugs that are there, as "swapped start", or "none". */
    this.bugs = FIRST;
    /** What stands beside the table: the "right" one or the "difference" from it. @type {Beside} */
    this.beside = "right";
    /** The reader's own matrix. @type {OwnMatrix | undefined} */
    this.matrix = undefined;
    /** @type {ReturnType<typeof diagnosisOf> | undefined} */
    this.diagnosis = undefined;
    /** Whether the diagnosis is not yet of what is shown. */
    this.pending = true;
    /** Why a file was not read. */
    this.complaint = "";
    this.pasting = false;
    /** The finding whose columns are marked. @type {number | undefined} */
    this.marked = undefined;
  }

  // ---- what is shown ----

  /** @param {Change} change */
  stateChanged(change) {
    if (change.encoding) {
      this.#renew();
    } else if (this.#onBench?.shows(this.shared.marked.position) === false) {
      this.surface?.invalidate();
    }
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("bugs") || changed.has("matrix")) this.#renew();
    if (changed.has("near") && this.near) this.#diagnose();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (changed.has("marked")) this.surface?.invalidate("crosshair");
  }

  /** @param {number} width */
  heightFor(width) {
    return heightOf(width);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#endFiles = listenForFiles(this, {
      file: (file) => this.#open(file),
      text: (text) => this.#readText(text),
      over: (over) => this.toggleAttribute("data-over", over),
    });
    if (this.near) this.#diagnose();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#resting);
    this.#endFiles();
  }

  /** Another table: all is made anew. */
  #renew() {
    this.#onBench = undefined;
    this.marked = undefined;
    this.surface?.invalidate();
    this.#diagnose();
  }

  /** Once nothing changes any more. */
  #diagnose() {
    this.pending = true;
    clearTimeout(this.#resting);
    if (!this.near || this.failure !== undefined) return;
    this.#resting = setTimeout(() => {
      this.diagnosis = this.#bench.diagnosis();
      this.pending = false;
    }, REST);
  }

  get #bugs() {
    return bugsNamed(this.bugs);
  }

  get #bench() {
    this.#onBench ??= new Bench(this.state, this.#bugs, this.matrix);
    return this.#onBench;
  }

  get #numbers() {
    return this.#bench.sheet(this.shared.marked.position);
  }

  get #mark() {
    return this.#bench.mark(this.shared.marked);
  }

  /** @returns {BugsModel} */
  get #model() {
    const finding = this.marked === undefined ? undefined : this.diagnosis?.findings[this.marked];
    return {
      sheet: this.#numbers,
      beside: this.beside === "difference" ? "difference" : "right",
      mark: this.#mark,
      columns: finding?.columns ?? [],
    };
  }

  /** @param {string} layer @param {CanvasRenderingContext2D} context @param {Size} size @param {Theme} theme */
  draw(layer, context, size, theme) {
    if (layer === "data") this.#view.drawData(context, size, this.#model, theme);
    else this.#view.drawCrosshair(context, size, this.#model, theme);
  }

  // ---- the reader's matrix ----

  /**
   * Shows a matrix instead of the table with the bugs.
   * @param {Uint8Array} bytes of an .npy, CSV or JSON file
   * @param {string} name
   */
  read(bytes, name) {
    try {
      const { data, rows, columns, stack } = readTable(bytes, name);
      if (stack)
        throw new Error(`${name}: these are ${stack} tables; give one, (positions, features)`);
      this.complaint = "";
      this.#before ??= { dModel: this.state.dModel, length: this.state.length };
      [this.dModel, this.length] = [Math.max(2, columns - (columns % 2)), rows];
      this.matrix = { name, values: data, rows, columns };
    } catch (error) {
      this.complaint = /** @type {Error} */ (error).message;
    }
  }

  /** @param {File} file */
  async #open(file) {
    this.complaint = `reading ${file.name} …`;
    // Reading is one piece of work: first this has to be seen.
    await new Promise((resolve) => setTimeout(resolve, SEEN));
    try {
      this.read(await bytesOf(file, LARGEST), file.name);
    } catch (error) {
      this.complaint = /** @type {Error} */ (error).message;
    }
  }

  /** @param {string} text */
  #readText(text) {
    if (text.trim()) this.read(new TextEncoder().encode(text), "pasted text");
  }

  #close() {
    this.matrix = undefined;
    this.complaint = "";
    this.pasting = false;
    if (this.#before) Object.assign(this, this.#before);
    this.#before = undefined;
  }

  // ---- the reader ----

  /** @param {number} x @param {number} y */
  markAt(x, y) {
    const found = markAt(planBugs(this.size), this.#numbers, x, y);
    if (!found) return undefined;
    const { column, ...mark } = found;
    return column === undefined ? mark : { ...mark, ...waveOf(column) };
  }

  /** @param {Action} action */
  act(action) {
    const { position, column } = this.#mark;
    const { rows, columns } = this.#bench;
    this.hover(undefined);
    if (action.kind === "edge") this.change({ position: action.end === "first" ? 0 : rows - 1 });
    if (action.kind === "move") {
      this.change({
        position: clamp(position + action.y, 0, rows - 1),
        ...waveOf(clamp(column + action.x, 0, columns - 1)),
      });
    }
  }

  /** @param {Bug} bug @param {boolean} on */
  #switch(bug, on) {
    const names = BUGS.map(({ name }) => name);
    const there = this.#bugs;
    this.bugs =
      names.filter((each) => (each === bug ? on : there.includes(each))).join(" ") || "none";
  }

  #reset() {
    this.#close();
    this.bugs = FIRST;
    this.beside = "right";
    this.hover(undefined);
    const { position, second, pair, wave } = DEFAULTS;
    this.change({ position, second, pair, wave });
  }

  // ---- around the drawing ----

  get table() {
    const { start, rows, columns, values } = this.#numbers;
    return {
      columns: ["position", ...Array.from({ length: columns }, (_, column) => `dim ${column}`)],
      rows: Array.from({ length: rows }, (_, row) => [
        start + row,
        ...values.subarray(row * columns, (row + 1) * columns),
      ]),
    };
  }

  /** None for the reader's matrix: nobody knows how that was made. */
  get code() {
    if (this.matrix) return undefined;
    const { dModel, base } = this.state;
    const { rows } = this.#bench;
    const { start, length: count } = this.#bench.window(this.shared.marked.position);
    return bugsCode({ rows, dModel, base, bugs: this.#bugs, start, count });
  }

  get words() {
    const { rows, columns } = this.#numbers;
    return {
      label:
        `${whole(rows)} by ${whole(columns)} table beside what it should be, the norms of its rows, ` +
        "their dot products, and one pair of columns as a curve",
      help:
        "Up and down move the position, left and right the column; with Shift by ten. Home and End " +
        "go to the first and last position. A matrix can be pasted or dropped here.",
    };
  }

  controlsTemplate() {
    const { dModel, pair } = this.state;
    return html`
      ${
        this.matrix
          ? nothing
          : switchesTemplate({
              switches: BUGS,
              on: this.#bugs,
              change: (bug, on) => this.#switch(bug, on),
            })
      }
      ${matrixTemplate({
        matrix: this.matrix,
        window: this.#bench.window(this.shared.marked.position),
        complaint: this.complaint,
        pasting: this.pasting,
        file: (file) => this.#open(file),
        text: (text) => this.#readText(text),
        paste: () => {
          this.pasting = !this.pasting;
        },
        close: () => this.#close(),
      })}
      <div class="controls" part="controls">
        ${pairSlider(this.state, `${pair} of ${dModel / 2}`, (patch) => this.change(patch))}
        ${choiceTemplate({
          name: "beside it",
          value: /** @type {Beside} */ (this.beside === "difference" ? "difference" : "right"),
          options: [
            ["right", "as it should be"],
            ["difference", "the difference"],
          ],
          choose: (beside) => {
            this.beside = beside;
          },
        })}
      </div>
    `;
  }

  readOutTemplate() {
    const { position, column } = this.#mark;
    const { start, columns, values, right, norms } = this.#numbers;
    const at = (position - start) * columns + column;
    return html`<span class="position"><i>p</i> = ${whole(position)}</span>,
      <span class="dimension">column ${column}</span>,
      <span>value <b>${valueText(values[at])}</b></span>${
        right ? html`, <span>should be <b>${valueText(right.values[at])}</b></span>` : nothing
      },
      <span>norm <b>${valueText(norms[position - start])}</b></span>`;
  }

  buttonsTemplate() {
    return html`<button type="button" @click=${() => this.#reset()}>reset</button>`;
  }

  #diagnosisTemplate() {
    const { rows, columns } = this.#bench;
    return diagnosisTemplate({
      diagnosis: this.diagnosis,
      pending: this.pending,
      rows,
      columns,
      marked: this.marked,
      mark: (finding) => {
        this.marked = finding;
      },
    });
  }

  render() {
    if (!this.near || this.failure !== undefined) return super.render();
    return html`${super.render()}${this.#diagnosisTemplate()}`;
  }
}

/** @param {number} value */
const valueText = (value) => (Number.isFinite(value) ? fixed(value, 4) : String(value));

define("phasor-bugs", PhasorBugs);
