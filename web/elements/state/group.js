// The state and the crosshair that the figures of a group share.
import { DEFAULTS, normalise, PARAMETER_NAMES } from "./parameters.js";

/** @import { State, ParameterName, Wave } from "./parameters.js" */

/**
 * What the pointer is on. A figure sets the coordinates that its axes have; for the others, figures
 * use the cursor's.
 * @typedef {{ position?: number, second?: number, pair?: number, wave?: Wave }} Mark
 */

/**
 * The positions in view, from `start` up to `end`, in fractions of a position.
 * @typedef {{ start: number, end: number }} Span
 */

/**
 * @typedef {object} Change
 * @property {boolean} encoding dModel, length or base changed
 * @property {boolean} mark the crosshair moved
 * @property {boolean} span the positions in view changed
 * @property {object | undefined} source the object that made the change
 * @property {Readonly<State>} [before] the previous state, if figures ease into the new one
 */

/** @typedef {(change: Change) => void} Listener */

const ENCODING = /** @type {ParameterName[]} */ (["dModel", "length", "base"]);
/** Fewest positions in view. */
const MIN_SPAN = 8;

export class Group {
  /** @type {State} */
  #state = { ...DEFAULTS };
  /** The state after a reset: the defaults, with the values that pages have offered. @type {State} */
  #initial = { ...DEFAULTS };
  /** Parameters that have been assigned a value. @type {Set<ParameterName>} */
  #assigned = new Set();
  /** Those of them that a page has offered an initial value. @type {Set<ParameterName>} */
  #offered = new Set();
  /** @type {Mark | undefined} */
  #hover;
  /** The positions in view; undefined: all. @type {Span | undefined} */
  #span;
  /** Each with a function that says whether its owner is still in the page. @type {Map<Listener, () => boolean>} */
  #listeners = new Map();
  #hasListened = false;

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
   * @param {() => boolean} [isThere] whether the listener's element is in the page: elements are told late that
   *   they were removed
   * @returns {() => void} unsubscribes
   */
  subscribe(listener, isThere = () => true) {
    this.#hasListened = true;
    this.#listeners.set(listener, isThere);
    return () => this.#listeners.delete(listener);
  }

  /** Whether every figure has left the group. */
  get deserted() {
    return this.#hasListened && ![...this.#listeners.values()].some((isThere) => isThere());
  }

  /**
   * Changes parameters.
   * @param {Partial<Record<ParameterName, unknown>>} patch
   * @param {object} [source]
   * @param {boolean} [eased] whether figures ease into the new state
   */
  set(patch, source, eased = false) {
    for (const name of PARAMETER_NAMES) if (name in patch) this.#assigned.add(name);
    const before = this.#state;
    const after = normalise({ ...before, ...patch }, before);
    if (PARAMETER_NAMES.every((name) => after[name] === before[name])) return;
    this.#state = after;
    const encoding = ENCODING.some((name) => after[name] !== before[name]);
    const hasNewLength = after.length !== before.length;
    if (hasNewLength) this.#span = undefined;
    if (encoding) this.#hover = undefined;
    const change = { encoding, mark: true, span: hasNewLength, source };
    this.#notify(eased ? { ...change, before } : change);
  }

  /**
   * Sets initial values; a parameter that has been assigned a value keeps it.
   * @param {Partial<Record<ParameterName, unknown>>} values
   * @param {Span} [span]
   * @returns {ParameterName[]} those that have another initial value already
   */
  offer(values, span) {
    /** @type {Partial<Record<ParameterName, unknown>>} */
    const accepted = {};
    const offered = normalise({ ...this.#initial, ...values }, this.#initial);
    const conflicts = [...this.#offered].filter((name) => offered[name] !== this.#initial[name]);
    for (const name of PARAMETER_NAMES) {
      if (!(name in values)) continue;
      this.#offered.add(name);
      if (!this.#assigned.has(name)) accepted[name] = values[name];
    }
    this.#initial = normalise({ ...this.#initial, ...accepted }, this.#initial);
    this.set(accepted);
    if (span && !this.#span) this.view(span);
    return conflicts;
  }

  /**
   * Moves the crosshair; without a mark, back to the cursor.
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
    this.#notify({ encoding: false, mark: true, span: false, source });
  }

  /**
   * Sets the positions in view; without a span, all.
   * @param {Span} [span]
   * @param {object} [source]
   */
  view(span, source) {
    const next = span && this.#clampSpan(span);
    const before = this.#span;
    if (before?.start === next?.start && before?.end === next?.end) return;
    this.#span = next;
    this.#notify({ encoding: false, mark: false, span: true, source });
  }

  /** Moves a span inside the encoding; undefined if it covers all positions. @param {Span} span */
  #clampSpan({ start, end }) {
    const { length } = this.#state;
    const size = Math.max(end - start, Math.min(MIN_SPAN, length));
    if (size >= length) return undefined;
    const middle = (start + end) / 2;
    const from = Math.min(Math.max(middle - size / 2, 0), length - size);
    return { start: from, end: from + size };
  }

  /** @param {Change} change */
  #notify(change) {
    for (const listener of [...this.#listeners.keys()]) listener(change);
  }
}

/** The key by which copies of this module share groups; its number changes with the interface. */
const SHARED = Symbol.for("phasor.groups.1");

/** @type {Map<string, Group>} */
const groups = Reflect.get(globalThis, SHARED) ?? new Map();
Reflect.set(globalThis, SHARED, groups);

/**
 * The group with a name. It is created on first use, and again after every figure has left it, for
 * example when a site replaces its content without a page load. An empty name gives a new group, or
 * `left`.
 * @param {string} name
 * @param {Group} [previous] the group of this name that the caller left
 */
export function groupNamed(name, previous) {
  if (!name) return previous ?? new Group();
  const existing = groups.get(name);
  const group = existing && !existing.deserted ? existing : (previous ?? new Group());
  groups.set(name, group);
  return group;
}
