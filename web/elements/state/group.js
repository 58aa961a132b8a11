// The state that figures of one group share, and their one crosshair.
import { DEFAULTS, normalise, PARAMETER_NAMES } from "./parameters.js";

/** @import { State, ParameterName, Wave } from "./parameters.js" */

/**
 * Where the pointer is. A figure gives what its axes know; the rest stays with the cursor.
 * @typedef {{ position?: number, second?: number, pair?: number, wave?: Wave }} Mark
 */

/**
 * The positions in view, from `start` up to `end`, in fractions of a position.
 * @typedef {{ start: number, end: number }} Span
 */

/**
 * @typedef {object} Change
 * @property {boolean} encoding dModel, length or base is another
 * @property {boolean} mark the crosshair moved
 * @property {boolean} span other positions are in view
 * @property {object | undefined} source who changed it
 * @property {Readonly<State>} [before] of a change that figures show by easing: the state until now
 */

/** @typedef {(change: Change) => void} Listener */

const ENCODING = /** @type {ParameterName[]} */ (["dModel", "length", "base"]);
/** Never fewer positions than this in view. */
const SHORTEST_SPAN = 8;

export class Group {
  /** @type {State} */
  #state = { ...DEFAULTS };
  /** What resetting goes back to: the defaults, and what pages have offered. @type {State} */
  #initial = { ...DEFAULTS };
  /** Parameters that somebody has already given a value. @type {Set<ParameterName>} */
  #given = new Set();
  /** @type {Mark | undefined} */
  #hover;
  /** Undefined: all of them. @type {Span | undefined} */
  #span;
  /** Each with a function that says whether it is still in the page. @type {Map<Listener, () => boolean>} */
  #listeners = new Map();
  #joined = false;

  /** @returns {Readonly<State>} */
  get state() {
    return this.#state;
  }

  /** @returns {Readonly<State>} */
  get initial() {
    return this.#initial;
  }

  /** @returns {Readonly<Mark> | undefined} */
  get hover() {
    return this.#hover;
  }

  /** @returns {Span} */
  get span() {
    return this.#span ?? { start: 0, end: this.#state.length };
  }

  /**
   * @param {Listener} listener
   * @param {() => boolean} [isThere] in the page: an element is told only later that it has been taken out
   * @returns {() => void} ends it
   */
  subscribe(listener, isThere = () => true) {
    this.#joined = true;
    this.#listeners.set(listener, isThere);
    return () => this.#listeners.delete(listener);
  }

  /** Whether every figure has left it. */
  get deserted() {
    return this.#joined && ![...this.#listeners.values()].some((isThere) => isThere());
  }

  /**
   * Changes parameters.
   * @param {Partial<Record<ParameterName, unknown>>} patch
   * @param {object} [source]
   * @param {boolean} [eased] figures show it by easing
   */
  set(patch, source, eased = false) {
    for (const name of PARAMETER_NAMES) if (name in patch) this.#given.add(name);
    const before = this.#state;
    const after = normalise({ ...before, ...patch }, before);
    if (PARAMETER_NAMES.every((name) => after[name] === before[name])) return;
    this.#state = after;
    const encoding = ENCODING.some((name) => after[name] !== before[name]);
    const lengthened = after.length !== before.length;
    if (lengthened) this.#span = undefined;
    if (encoding) this.#hover = undefined;
    const change = { encoding, mark: true, span: lengthened, source };
    this.#tell(eased ? { ...change, before } : change);
  }

  /**
   * Initial values: each holds only if nobody has given that parameter one before.
   * @param {Partial<Record<ParameterName, unknown>>} values
   * @param {Span} [span]
   */
  offer(values, span) {
    /** @type {Partial<Record<ParameterName, unknown>>} */
    const news = {};
    for (const name of PARAMETER_NAMES) {
      if (name in values && !this.#given.has(name)) news[name] = values[name];
    }
    this.#initial = normalise({ ...this.#initial, ...news }, this.#initial);
    this.set(news);
    if (span && !this.#span) this.view(span);
  }

  /**
   * Moves the crosshair, or lets it go back to the cursor.
   * @param {Mark | undefined} mark
   * @param {object} [source]
   */
  point(mark, source) {
    const before = this.#hover;
    if (
      before?.position === mark?.position &&
      before?.second === mark?.second &&
      before?.pair === mark?.pair &&
      before?.wave === mark?.wave
    ) {
      return;
    }
    this.#hover = mark;
    this.#tell({ encoding: false, mark: true, span: false, source });
  }

  /**
   * Brings other positions into view; without a span, all.
   * @param {Span} [span]
   * @param {object} [source]
   */
  view(span, source) {
    const next = span && this.#within(span);
    const before = this.#span;
    if (before?.start === next?.start && before?.end === next?.end) return;
    this.#span = next;
    this.#tell({ encoding: false, mark: false, span: true, source });
  }

  /** A span of the same size inside the encoding; undefined when it is all of it. @param {Span} span */
  #within({ start, end }) {
    const { length } = this.#state;
    const size = Math.max(end - start, Math.min(SHORTEST_SPAN, length));
    if (size >= length) return undefined;
    const middle = (start + end) / 2;
    const from = Math.min(Math.max(middle - size / 2, 0), length - size);
    return { start: from, end: from + size };
  }

  /** @param {Change} change */
  #tell(change) {
    for (const listener of [...this.#listeners.keys()]) listener(change);
  }
}

/** Where files that each bring this module find the same groups; another interface, another number. */
const SHARED = Symbol.for("phasor.groups.1");

/** @type {Map<string, Group>} */
const groups = Reflect.get(globalThis, SHARED) ?? new Map();
Reflect.set(globalThis, SHARED, groups);

/**
 * The group of a name, created when it is first asked for, and anew after every figure has left it, as when a site
 * swaps pages without loading them. Each call with an empty name creates a group.
 * @param {string} name
 * @param {Group} [left] the one of this name that the caller was in
 */
export function groupNamed(name, left) {
  if (!name) return left ?? new Group();
  const known = groups.get(name);
  const group = known && !known.deserted ? known : (left ?? new Group());
  groups.set(name, group);
  return group;
}
