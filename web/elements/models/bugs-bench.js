// What lies on the bug lab's bench: the table of the switches, or a matrix of the reader's; and the
// part of it that is in view.
import { clamp, columnOf } from "../state/parameters.js";
import { wrongTable } from "./bugs.js";
import { diagnosisOf, rowsInView, sheetOf, windowOf } from "./bugs-sheet.js";

/** @import { State } from "../state/parameters.js" */
/** @import { Bug } from "./bugs.js" */
/** @import { Matrix, Sheet } from "./bugs-sheet.js" */

/** @typedef {{ dModel: number, length: number, base: number }} Encoding */

export class Bench {
  /** @type {Matrix} */
  #matrix;
  #base;
  /** @type {Sheet | undefined} */
  #sheet;

  /** @param {Encoding} encoding @param {Bug[]} bugs @param {Matrix} [own] instead of a table with bugs */
  constructor({ dModel, length, base }, bugs, own) {
    const rows = rowsInView(length, dModel);
    this.#matrix = own ?? { rows, columns: dModel, values: wrongTable(rows, dModel, base, bugs) };
    this.#base = base;
  }

  get rows() {
    return this.#matrix.rows;
  }

  get columns() {
    return this.#matrix.columns;
  }

  /** @param {number} position */
  window(position) {
    return windowOf(this.rows, this.columns, position);
  }

  /** Whether the numbers in view are those around a position. @param {number} position */
  shows(position) {
    return this.#sheet?.start === this.window(position).start;
  }

  /** The numbers in view. @param {number} position which has to be among them */
  sheet(position) {
    if (!this.#sheet || !this.shows(position)) {
      this.#sheet = sheetOf(this.#matrix, this.window(position), this.#base);
    }
    return this.#sheet;
  }

  diagnosis() {
    return diagnosisOf(this.#matrix);
  }

  /** What is marked, as far as it is in view. @param {Readonly<State>} marked */
  mark({ position, second, pair, wave }) {
    const { start, length } = this.window(position);
    const within = (/** @type {number} */ row) => clamp(row, start, start + length - 1);
    const column = Math.min(columnOf(pair, wave), this.columns - 1);
    return {
      position: within(position),
      second: within(second),
      column,
      pair: column >> 1,
    };
  }
}
