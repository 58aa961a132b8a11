// Lines by uPlot, laid over a figure's drawing; axes, labels and crosshair are the figure's own.
import { css } from "lit";
import uPlot from "uplot";

/** @import { Frame } from "./axes.js" */
/** @import { Size } from "./surface.js" */

/**
 * @typedef {object} Pens
 * @property {uPlot.Scales} scales
 * @property {uPlot.Series[]} series one for each line
 */

/** How much is left of the lines that are not in focus. */
const FAINT = 0.25;

export class Lines {
  #box;
  /** @type {uPlot | undefined} */
  #plot;
  /** What the plot was made for. */
  #key = "";

  /** @param {HTMLElement} below what lies under the lines */
  constructor(below) {
    this.#box = document.createElement("div");
    this.#box.className = "lines";
    below.after(this.#box);
  }

  remove() {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#box.remove();
  }

  /**
   * @param {uPlot.AlignedData} data the places along, and each line's values there
   * @param {Size} size @param {Frame} frame
   * @param {unknown} key as long as it reads the same, the pens are
   * @param {() => Pens} pens
   */
  draw(data, size, frame, key, pens) {
    const made = JSON.stringify([size, frame, key]);
    if (!this.#plot || made !== this.#key) {
      this.#key = made;
      this.#plot?.destroy();
      this.#plot = new uPlot(optionsFor(size, frame, pens()), data, this.#box);
    }
    // Drawn now, like all else: a picture may be taken before the next microtask.
    const plot = this.#plot;
    plot.batch(() => plot.setData(data));
  }

  /** Pales all lines but one; without it, none. @param {number} [line] */
  focus(line) {
    const plot = this.#plot;
    plot?.batch(() => plot.setSeries(line === undefined ? null : line + 1, { focus: true }));
  }
}

/** @param {Size} size @param {Frame} frame @param {Pens} pens @returns {uPlot.Options} */
const optionsFor = ({ width, height }, frame, { scales, series }) => ({
  width,
  height,
  pxAlign: false,
  padding: [
    frame.top,
    width - frame.left - frame.width,
    height - frame.top - frame.height,
    frame.left,
  ],
  legend: { show: false },
  cursor: { show: false },
  focus: { alpha: FAINT },
  select: { show: false, left: 0, top: 0, width: 0, height: 0 },
  axes: [{ show: false }, { show: false }],
  scales: { ...scales, x: { time: false, ...scales.x } },
  series: [{}, ...series],
});

/**
 * Lines that have values at places of their own, as the data of one drawing.
 * @param {{ places: number[], values: number[] }[]} lines
 */
export const joined = (lines) =>
  lines.length > 0
    ? uPlot.join(lines.map(({ places, values }) => [places, values]))
    : /** @type {uPlot.AlignedData} */ ([[]]);

/**
 * What uPlot needs of its own style sheet for lines without axes, legend or cursor.
 * Source: uPlot 1.6 by Leon Sorokin, MIT licence.
 */
export const linesStyles = css`
  .lines,
  .uplot,
  .u-wrap {
    position: absolute;
    inset: 0;
  }
  .lines {
    pointer-events: none;
  }
  .uplot,
  .uplot *,
  .uplot *::before,
  .uplot *::after {
    box-sizing: border-box;
  }
  .u-over,
  .u-under {
    position: absolute;
  }
  .uplot canvas {
    display: block;
    position: relative;
    inline-size: 100%;
    block-size: 100%;
  }
  .u-legend,
  .u-select,
  .u-off {
    display: none;
  }
`;
