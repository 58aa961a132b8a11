// Motion as an answer: what follows a drag in fractions eases to a whole number when it is let go, and
// what a page sets eases there.

import { clamp } from "../state/parameters.js";

/** Milliseconds of the way after a drag. */
const EASE = 220;

/** Milliseconds in which a page's change, and what follows from a choice, becomes another. */
const CHANGE = 500;

/** Numbers that differ by more than this factor are on their way by factors, not by steps. */
const FAR = 20;

/** Slower and slower. @param {number} part */
const out = (part) => 1 - (1 - part) ** 3;

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Parameters on their way: name, from, since. */
export class Motion {
  /** @type {Map<string, { from: number, begun: number, time: number }>} */
  #moving = new Map();
  /** @type {Map<string, { from: number, to: number, begun: number, done: boolean }>} */
  #towards = new Map();
  /** Held by a drag. @type {Map<string, number>} */
  #held = new Map();

  /** Follows a drag. @param {string} name @param {number} value */
  hold(name, value) {
    this.#held.set(name, value);
  }

  /** The drag ends: from here on the way to the whole number begins. @param {number} time */
  release(time) {
    for (const [name, from] of this.#held) {
      if (!isStill()) this.#moving.set(name, { from, begun: time, time: EASE });
    }
    this.#held.clear();
  }

  /** The page has set another value: from the one that is shown the way begins. @param {string} name @param {number} from @param {number} time */
  begin(name, from, time) {
    this.#held.delete(name);
    this.#moving.set(name, { from, begun: time, time: CHANGE });
  }

  /** The reader has set it: it is there. @param {string} name */
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
   * A number that follows a target, slower and slower; the first target is reached at once.
   * @param {string} name @param {number} target @param {number} time
   */
  toward(name, target, time) {
    const way = this.#towards.get(name);
    if (!way || isStill()) {
      this.#towards.set(name, { from: target, to: target, begun: time, done: true });
      return target;
    }
    const part = clamp((time - way.begun) / CHANGE, 0, 1);
    const now = way.from + (way.to - way.from) * out(part);
    if (way.to !== target)
      this.#towards.set(name, { from: now, to: target, begun: time, done: false });
    else way.done = part >= 1;
    return now;
  }

  /** The value that is shown. @param {string} name @param {number} value where it ends @param {number} time */
  at(name, value, time) {
    const held = this.#held.get(name);
    if (held !== undefined) return held;
    const way = this.#moving.get(name);
    if (!way) return value;
    const part = clamp((time - way.begun) / way.time, 0, 1);
    if (part >= 1) return value;
    // From 0 on there is no factor.
    const factor = way.from === 0 ? 1 : value / way.from;
    if (factor > FAR || (factor > 0 && factor < 1 / FAR)) return way.from * factor ** out(part);
    return way.from + (value - way.from) * out(part);
  }

  /** Forgets what has arrived. @param {number} time */
  arrive(time) {
    for (const [name, way] of this.#moving)
      if (time - way.begun >= way.time) this.#moving.delete(name);
  }
}
