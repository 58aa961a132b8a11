// progress.js: shows the progress of long work on the last line of a terminal.

import { host } from "./host.js";

/** Milliseconds before progress is first shown, and between updates. */
const DELAY_MS = 500;
const INTERVAL_MS = 100;
const BAR_CELLS = 24;
const CLEAR_LINE = "\r\x1b[K";

const count = new Intl.NumberFormat("en");

export class Progress {
  #start = performance.now();
  #next = this.#start + DELAY_MS;
  #drawn = false;

  /**
   * @param {number} total number of units
   * @param {string} unit such as "rows"
   * @param {boolean} isVisible whether to show anything
   * @param {{ write: (text: string) => unknown, columns?: number }} [stream]
   */
  constructor(total, unit, isVisible, stream = host.stderr) {
    this.parameters = { total, unit, isVisible, stream };
  }

  /** @param {number} done units so far */
  update(done) {
    const now = performance.now();
    const { total, unit, isVisible, stream } = this.parameters;
    if (!isVisible || now < this.#next) return;
    this.#next = now + INTERVAL_MS;
    this.#drawn = true;
    const line = progressLine(done, total, unit, (now - this.#start) / 1000);
    stream.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1));
  }

  /** Clears the line. */
  end() {
    if (this.#drawn) this.parameters.stream.write(CLEAR_LINE);
    this.#drawn = false;
  }
}

/** @param {number} done @param {number} total @param {string} unit @param {number} seconds so far */
export function progressLine(done, total, unit, seconds) {
  const fraction = done / total;
  const fullCells = Math.floor(fraction * BAR_CELLS);
  const bar = "█".repeat(fullCells) + "░".repeat(BAR_CELLS - fullCells);
  const secondsLeft = Math.ceil(seconds / fraction - seconds);
  const minutes = Math.ceil(secondsLeft / 60);
  const hours =
    minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const countText = `${count.format(done)} of ${count.format(total)} ${unit}`;
  const remaining = done > 0 ? `  ${secondsLeft < 60 ? `${secondsLeft} s` : hours} left` : "";
  return `${bar} ${Math.floor(fraction * 100)}%  ${countText}${remaining}`;
}
