// Motion as an answer: what follows a drag in fractions eases to a whole number when it is let go.

/** Milliseconds of the way. */
const EASE = 220;

/** Milliseconds in which what follows from a choice becomes another. */
const CHANGE = 500;

/** Slower and slower. @param {number} part */
const out = (part) => 1 - (1 - part) ** 3;

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Parameters on their way: name, from, since. */
export class Motion {
  /** @type {Map<string, { from: number, begun: number }>} */
  #moving = new Map();
  /** @type {Map<string, { from: number, to: number, begun: number, done: boolean }>} */
  #towards = new Map();
  /** Held by a drag. @type {Map<string, number>} */
  #held = new Map();

  /** Follows a drag. @param {string} name @param {number} value */
  hold(name, value) {
    this.#moving.delete(name);
    this.#held.set(name, value);
  }

  /** The drag ends: from here on the way to the whole number begins. @param {number} time */
  release(time) {
    for (const [name, from] of this.#held) {
      if (!isStill()) this.#moving.set(name, { from, begun: time });
    }
    this.#held.clear();
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
    const part = Math.min(Math.max((time - way.begun) / CHANGE, 0), 1);
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
    const part = Math.min(Math.max((time - way.begun) / EASE, 0), 1);
    return part >= 1 ? value : way.from + (value - way.from) * out(part);
  }

  /** Forgets what has arrived. @param {number} time */
  arrive(time) {
    for (const [name, { begun }] of this.#moving)
      if (time - begun >= EASE) this.#moving.delete(name);
  }
}
