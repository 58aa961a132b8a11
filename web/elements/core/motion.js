// Easing. A parameter that takes fractions during a drag eases to a whole number when the drag
// ends, and to the value that a page sets.

import { clamp } from "../state/parameters.js";

const DRAG_EASE_MS = 220;

/** Milliseconds of easing after a change by the page, and of the numbers in a figure's `ease`. */
const CHANGE_EASE_MS = 500;

/** Between numbers that differ by more than this factor, easing is geometric instead of linear. */
const GEOMETRIC_RATIO = 20;

/** Eases out: slower towards the end. @param {number} part */
const easeOut = (part) => 1 - (1 - part) ** 3;

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The parameters that are easing. */
export class Motion {
  /** @type {Map<string, { from: number, start: number, duration: number }>} */
  #easings = new Map();
  /** @type {Map<string, { from: number, to: number, start: number, done: boolean }>} */
  #targets = new Map();
  /** The values of parameters that are being dragged. @type {Map<string, number>} */
  #dragged = new Map();

  /** Shows a value during a drag. @param {string} name @param {number} value */
  hold(name, value) {
    this.#dragged.set(name, value);
  }

  /** Ends the drag: its parameters start to ease. @param {number} time */
  release(time) {
    for (const [name, from] of this.#dragged) {
      if (!prefersReducedMotion())
        this.#easings.set(name, { from, start: time, duration: DRAG_EASE_MS });
    }
    this.#dragged.clear();
  }

  /** Starts to ease to a value that the page has set. @param {string} name @param {number} from the value shown @param {number} time */
  begin(name, from, time) {
    this.#dragged.delete(name);
    this.#easings.set(name, { from, start: time, duration: CHANGE_EASE_MS });
  }

  /** Stops easing, because the reader has set the value. @param {string} name */
  stop(name) {
    this.#easings.delete(name);
  }

  clear() {
    this.#dragged.clear();
    this.#easings.clear();
  }

  get isEasing() {
    return this.#easings.size > 0 || [...this.#targets.values()].some(({ done }) => !done);
  }

  /**
   * A number that eases to a target, whenever the target changes; it starts at the first target.
   * @param {string} name @param {number} target @param {number} time
   */
  easeTo(name, target, time) {
    const easing = this.#targets.get(name);
    if (!easing || prefersReducedMotion()) {
      this.#targets.set(name, { from: target, to: target, start: time, done: true });
      return target;
    }
    const part = clamp((time - easing.start) / CHANGE_EASE_MS, 0, 1);
    const now = easing.from + (easing.to - easing.from) * easeOut(part);
    if (easing.to !== target)
      this.#targets.set(name, { from: now, to: target, start: time, done: false });
    else easing.done = part >= 1;
    return now;
  }

  /** The value that is shown. @param {string} name @param {number} value at the end @param {number} time */
  at(name, value, time) {
    const dragged = this.#dragged.get(name);
    if (dragged !== undefined) return dragged;
    const easing = this.#easings.get(name);
    if (!easing) return value;
    const part = clamp((time - easing.start) / easing.duration, 0, 1);
    if (part >= 1) return value;
    // From 0 there is no such factor.
    const factor = easing.from === 0 ? 1 : value / easing.from;
    if (factor > GEOMETRIC_RATIO || (factor > 0 && factor < 1 / GEOMETRIC_RATIO))
      return easing.from * factor ** easeOut(part);
    return easing.from + (value - easing.from) * easeOut(part);
  }

  /** Forgets the parameters that have reached their values. @param {number} time */
  dropFinished(time) {
    for (const [name, easing] of this.#easings)
      if (time - easing.start >= easing.duration) this.#easings.delete(name);
  }
}
