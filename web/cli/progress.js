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
  #start = performance.now();
  #next = this.#start + DELAY;
  #drawn = false;

  /**
   * @param {number} total rows
   * @param {boolean} shown whether to show anything
   * @param {{ write: (text: string) => unknown, columns?: number }} [stream]
   */
  constructor(total, shown, stream = process.stderr) {
    this.#total = total;
    this.#shown = shown;
    this.#stream = stream;
  }

  /** @param {number} done rows @param {number} bytes */
  update(done, bytes) {
    const now = performance.now();
    if (!this.#shown || now < this.#next) return;
    this.#next = now + INTERVAL;
    this.#drawn = true;
    const seconds = (now - this.#start) / 1000;
    const line = progressLine({ done, total: this.#total, bytes, seconds });
    this.#stream.write(CLEAR + line.slice(0, (this.#stream.columns || 80) - 1));
  }

  /** Clears the line. */
  end() {
    if (this.#drawn) this.#stream.write(CLEAR);
    this.#drawn = false;
  }
}

const CELLS = 24;

/** @param {{ done: number, total: number, bytes: number, seconds: number }} state */
export function progressLine({ done, total, bytes, seconds }) {
  const part = done / total;
  const full = Math.floor(part * CELLS);
  const bar = "█".repeat(full) + "░".repeat(CELLS - full);
  const rows = `${count.format(done)} of ${count.format(total)} rows`;
  const rate = `${(bytes / seconds / 1e6).toPrecision(3)} MB/s`;
  return `${bar} ${Math.floor(part * 100)}%  ${rows}  ${rate}  ${duration((seconds / part) * (1 - part))} left`;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
