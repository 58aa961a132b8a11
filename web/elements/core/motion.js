// Easing. A parameter that takes fractions during a drag eases to a whole number when the drag
// ends, and to the value that a page sets.

import { clamp } from "../state/parameters.js";

const DRAG_EASE_MS = 220;

/** Milliseconds of easing after a change by the page, and of the numbers in a figure's `ease`. */
const CHANGE_EASE_MS = 500;

/** Between numbers that differ by more than this factor, easing is geometric instead of linear. */
const GEOMETRIC_RATIO = 20;

/** Eases out: slower towards the end. @param {number} part */
const out = (part) => 1 - (1 - part) ** 3;

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The parameters that are easing. */
export class Motion {
  /** @type {Map<string, { from: number, begun: number, time: number }>} */
  #moving = new Map();
  /** @type {Map<string, { from: number, to: number, begun: number, done: boolean }>} */
  #towards = new Map();
  /** The values of parameters that are being dragged. @type {Map<string, number>} */
  #held = new Map();

  /** Shows a value during a drag. @param {string} name @param {number} value */
  hold(name, value) {
    this.#held.set(name, value);
  }

  /** Ends the drag: its parameters start to ease. @param {number} time */
  release(time) {
    for (const [name, from] of this.#held) {
      if (!isStill()) this.#moving.set(name, { from, begun: time, time: DRAG_EASE_MS });
    }
    this.#held.clear();
  }

  /** Starts to ease to a value that the page has set. @param {string} name @param {number} from the value shown @param {number} time */
  begin(name, from, time) {
    this.#held.delete(name);
    this.#moving.set(name, { from, begun: time, time: CHANGE_EASE_MS });
  }

  /** Stops easing, because the reader has set the value. @param {string} name */
  stop(name) {
    this.#moving.delete(name);
  }

  clear() {
    this.#held.clear();
    this.#moving.clear();
  }

  get going() {
    return this.#moving.size > 0 || [...this.#towards.values()].some(({ done }) => !done);
  }

  /**
   * A number that eases to a target, whenever the target changes; it starts at the first target.
   * @param {string} name @param {number} target @param {number} time
   */
  toward(name, target, time) {
    const way = this.#towards.get(name);
    if (!way || isStill()) {
      this.#towards.set(name, { from: target, to: target, begun: time, done: true });
      return target;
    }
    const part = clamp((time - way.begun) / CHANGE_EASE_MS, 0, 1);
    const now = way.from + (way.to - way.from) * out(part);
    if (way.to !== target)
      this.#towards.set(name, { from: now, to: target, begun: time, done: false });
    else way.done = part >= 1;
    return now;
  }

  /** The value that is shown. @param {string} name @param {number} value at the end @param {number} time */
  at(name, value, time) {
    const held = this.#held.get(name);
    if (held !== undefined) return held;
    const way = this.#moving.get(name);
    if (!way) return value;
    const part = clamp((time - way.begun) / way.time, 0, 1);
    if (part >= 1) return value;
    // From 0 there is no such factor.
    const factor = way.from === 0 ? 1 : value / way.from;
    if (factor > GEOMETRIC_RATIO || (factor > 0 && factor < 1 / GEOMETRIC_RATIO))
      return way.from * factor ** out(part);
    return way.from + (value - way.from) * out(part);
  }

  /** Forgets the parameters that have reached their values. @param {number} time */
  arrive(time) {
    for (const [name, way] of this.#moving)
      if (time - way.begun >= way.time) this.#moving.delete(name);
  }
}
