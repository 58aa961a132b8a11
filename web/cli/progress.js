// progress.js: shows the progress of long work on the last line of a terminal.

/** Milliseconds before progress is first shown, and between updates. */
const DELAY = 500;
const INTERVAL = 100;
const CLEAR = "\r\x1b[K";

const count = new Intl.NumberFormat("en");

export class Progress {
  #total;
  #stream;
  #shown;
  #unit;
  #start = performance.now();
  #next = this.#start + DELAY;
  #drawn = false;

  /**
   * @param {number} total number of rows, or of other units
   * @param {boolean} shown whether to show anything
   * @param {{ write: (text: string) => unknown, columns?: number }} stream
   * @param {string} [unit]
   */
  constructor(total, shown, stream, unit = "rows") {
    this.#total = total;
    this.#shown = shown;
    this.#stream = stream;
    this.#unit = unit;
  }

  /** @param {number} done rows or other units so far
   * @param {number} [bytes] bytes written so far */
  update(done, bytes) {
    const now = performance.now();
    if (!this.#shown || now < this.#next) return;
    this.#next = now + INTERVAL;
    this.#drawn = true;
    const seconds = (now - this.#start) / 1000;
    const line = progressLine({ done, total: this.#total, bytes, seconds, unit: this.#unit });
    this.#stream.write(CLEAR + line.slice(0, (this.#stream.columns || 80) - 1));
  }

  /** Clears the line. */
  end() {
    if (this.#drawn) this.#stream.write(CLEAR);
    this.#drawn = false;
  }
}

const CELLS = 24;

/**
 * @param {{ done: number, total: number, bytes?: number | undefined, seconds: number, unit?: string }} state
 */
export function progressLine({ done, total, bytes, seconds, unit = "rows" }) {
  const part = done / total;
  const full = Math.floor(part * CELLS);
  const bar = "█".repeat(full) + "░".repeat(CELLS - full);
  const rows = `${count.format(done)} of ${count.format(total)} ${unit}`;
  const rate =
    bytes === undefined
      ? `${(done / seconds).toPrecision(3)} ${unit}/s`
      : `${(bytes / seconds / 1e6).toPrecision(3)} MB/s`;
  return `${bar} ${Math.floor(part * 100)}%  ${rows}  ${rate}  ${duration((seconds / part) * (1 - part))} left`;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
