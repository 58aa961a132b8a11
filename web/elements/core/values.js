// What a figure shows: its parameters, its group, and how the page and the reader change them.
// element.js has the rest: its behaviour in a document.
import { Group, groupNamed } from "../state/group.js";
import { PARAMETER_NAMES } from "../state/parameters.js";
import { spanOf } from "../state/span.js";
import { defaultOf, valueFor } from "./attributes.js";
import { fallback } from "./html.js";
import { Data, tracked } from "./memo.js";
import { Motion, prefersReducedMotion } from "./motion.js";
import { strict } from "./names.js";
import { spanAround } from "./zoom.js";

/** @import { Patch, Spec } from "./types.js" */
/** @import { Change, Mark } from "../state/group.js" */
/** @import { ParameterName, State } from "../state/parameters.js" */
/** @import { Value } from "./attributes.js" */

/** The module can be imported where there is no document. */
const Element = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * @fires phasor-change - the reader changed a parameter or zoomed; detail: the parameters
 * @fires phasor-hover - the pointer moved to something else; detail: the Mark, or null when it left
 */
export class Values extends Element {
  /** @type {Spec} */
  static spec;

  #group = new Group();
  /** Shared parameters that were set before this was in a document. @type {Record<string, unknown>} */
  #pending = {};
  #pendingSpan = "";
  /** All that the page has set; another group is offered it again. @type {Record<string, unknown>} */
  #requested = {};
  /** @type {Record<string, Value>} */
  #attributes = {};
  /** @type {Record<string, Value> | undefined} */
  #initial;
  /** @type {Record<string, unknown>} */
  #state = {};
  /** The name of its current or last group. @type {string | undefined} */
  #groupName;
  /** Unsubscribes from the group; set while this is in a document. @type {(() => void) | undefined} */
  #unsubscribe;
  /** The parameters that are easing; `now` is the time of the last frame. */
  motion = new Motion();
  now = 0;
  playing = false;

  constructor() {
    super();
    const { attributes = {}, state = {}, data = {} } = this.spec;
    for (const [name, declared] of Object.entries(attributes))
      this.#attributes[name] = defaultOf(declared);
    this.#state = { ...state };
    /** The names of everything that can be set. @protected */
    this.names = [...PARAMETER_NAMES, ...Object.keys(attributes), ...Object.keys(state)];
    /** The parameters, as they are shown. */
    const { tag } = /** @type {any} */ (this.constructor);
    const easeNames = Object.keys(this.spec.ease ?? {});
    const readable = [...this.names, ...easeNames, "hover", "start", "end", "playing"];
    this.p = tracked(readable, (name) => this.#read(name), strict(tag, "parameter", readable));
    /** The data, computed when they are read. */
    const datum = strict(tag, "datum", Object.keys(data));
    this.d = new Data(data, this.p, () => this.redraw(), datum);
    this.attachShadow({ mode: "open" }).append(...fallback());
  }

  get spec() {
    return /** @type {typeof Values} */ (this.constructor).spec;
  }

  /** @param {string} name @returns {unknown} */
  #read(name) {
    if (name === "hover") return this.#group.hover;
    if (name === "start" || name === "end") return this.#group.span[name];
    if (name === "playing") return this.playing;
    if (name in this.#state) return this.#state[name];
    const target = this.spec.ease?.[name];
    if (target) return this.motion.easeTo(name, target(this.p), this.now);
    const value = Reflect.get(name in this.#attributes ? this.#attributes : this.state, name);
    return typeof value === "number" ? this.motion.at(name, value, this.now) : value;
  }

  // ---- parameters ----

  /** The parameters that figures share. @returns {Readonly<State>} */
  get state() {
    return this.#group.state;
  }

  /** The group's state and crosshair. */
  get shared() {
    return this.#group;
  }

  /** The figure's own attributes. @returns {Readonly<Record<string, Value>>} */
  get attributeValues() {
    return this.#attributes;
  }

  /** Its own attributes that differ from what the page set. @returns {Record<string, Value>} */
  get changed() {
    const initial = this.#initial ?? this.#attributes;
    return Object.fromEntries(
      Object.entries(this.#attributes).filter(([name, value]) => value !== initial[name]),
    );
  }

  /** Sets a parameter on behalf of the page, for example from an attribute. @param {string} name @param {unknown} value */
  setParameter(name, value) {
    const declared = this.spec.attributes?.[name];
    if (declared !== undefined) this.#attributes[name] = valueFor(declared, value);
    else if (name in this.#state) this.#state[name] = value;
    else {
      this.#requested[name] = value;
      if (this.#unsubscribe) this.#group.set({ [name]: value });
      else this.#pending[name] = value;
    }
    this.redraw();
  }

  /**
   * Shows other values on behalf of the page. Numbers that the figure can show in fractions ease
   * there in half a second, in all figures of the group. Nothing eases if the reader prefers
   * reduced motion, or out of view.
   * @param {Patch} patch parameters and own attributes by their property names, and `span`
   * @param {{ ease?: boolean }} [options]
   */
  set(patch, { ease = true } = {}) {
    const { tag } = /** @type {any} */ (this.constructor);
    if (typeof patch !== "object" || patch === null)
      throw new TypeError(`phasor: set() of <${tag}> takes an object, got ${patch}`);
    const before = { ...this.#attributes };
    /** @type {Record<string, unknown>} */
    const shared = {};
    for (const name of Object.keys(patch)) {
      const isKnown = name in before || name in this.#state || name === "span";
      if (isKnown || PARAMETER_NAMES.some((parameter) => parameter === name)) continue;
      throw new TypeError(`phasor: <${tag}> has no parameter "${name}"`);
    }
    for (const [name, value] of Object.entries(patch)) {
      if (name === "span") continue;
      if (name in before || name in this.#state || !this.#unsubscribe)
        this.setParameter(name, value);
      else shared[name] = value;
    }
    this.#group.set(shared, this, ease);
    if ("span" in patch) {
      const span = /** @type {any} */ (patch.span) ?? "";
      this.span = typeof span === "object" ? `${span.start} ${span.end}` : String(span);
    }
    if (ease) this.#easeFrom(before);
    else this.motion.clear();
    this.redraw();
  }

  /** Starts to ease what can be shown in fractions, from the values shown. @param {Readonly<Record<string, unknown>>} before */
  #easeFrom(before) {
    if (!this.isVisible || prefersReducedMotion()) return;
    const { attributes = {}, glide = [] } = this.spec;
    const now = performance.now();
    for (const [name, value] of Object.entries(before)) {
      const to = Reflect.get(name in this.#attributes ? this.#attributes : this.state, name);
      if (typeof value !== "number" || value === to) continue;
      const { step = 1 } = /** @type {{ step?: number }} */ (attributes[name] ?? {});
      // For these attributes, 0 means that the figure chooses.
      const isContinuous = step < 1 && value !== 0 && to !== 0;
      if (name === "base" || isContinuous || glide.includes(name))
        this.motion.begin(name, this.motion.at(name, value, this.now), now);
    }
  }

  /** The range of positions in view, such as "16 48.5"; "" if all positions are in view. */
  get span() {
    if (!this.#unsubscribe) return this.#pendingSpan;
    const { start, end } = this.#group.span;
    return end - start < this.state.length ? `${start} ${end}` : "";
  }
  set span(span) {
    if (this.#unsubscribe) this.#group.view(spanOf(span));
    else this.#pendingSpan = span;
  }

  /** Figures with the same group share parameters and a crosshair. */
  get group() {
    return this.getAttribute("group") ?? "";
  }
  set group(group) {
    this.setAttribute("group", group ?? "");
  }

  /** Sets the time of the frame, which never decreases. @protected @param {number} time */
  advance(time) {
    this.now = Math.max(time, this.now);
  }

  /** Applies a change by the reader. @param {Patch | undefined} patch @param {boolean} [live] whether more changes follow, as during a drag */
  change(patch, live = false) {
    const before = this.#snapshot();
    /** @type {Record<string, unknown>} */
    const shared = {};
    for (const [name, value] of Object.entries(patch ?? {})) {
      this.motion.stop(name);
      if (live && this.spec.glide?.includes(name)) this.motion.hold(name, Number(value));
      if (name === "span") this.#group.view(/** @type {any} */ (value) ?? undefined, this);
      else if (name in this.#attributes || name in this.#state) this.setParameter(name, value);
      else shared[name] = value;
    }
    this.#group.set(shared, this);
    // If the position moves out of view, the view follows it.
    if ("position" in shared && this.span) {
      const { span } = this.#group;
      this.#group.view(spanAround(span, this.state.position), this);
    }
    if (!live) {
      this.now = performance.now();
      this.motion.release(this.now);
    }
    this.redraw();
    if (this.#snapshot() !== before) this.#dispatchChange();
  }

  #snapshot() {
    return JSON.stringify([this.state, this.#attributes, this.span]);
  }

  #dispatchChange() {
    const detail = { ...this.state, ...this.#attributes };
    this.dispatchEvent(new CustomEvent("phasor-change", { detail, bubbles: true, composed: true }));
  }

  /** The current state, for `restore`. */
  saveState() {
    return {
      shared: this.state,
      attributes: { ...this.#attributes },
      state: { ...this.#state },
      span: this.span,
    };
  }

  /** Whether the current state differs from a saved one. @param {any} saved */
  differs(saved) {
    const now = /** @type {any} */ (this.saveState());
    return (
      now.span !== saved.span ||
      ["shared", "attributes", "state"].some((part) =>
        Object.keys(now[part]).some((name) => now[part][name] !== saved[part][name]),
      )
    );
  }

  /** @param {any} saved */
  restore(saved) {
    this.#apply(saved);
    this.#dispatchChange();
  }

  /** @param {any} kept */
  #apply({ shared, attributes, state, span }) {
    this.motion.clear();
    Object.assign(this.#attributes, attributes);
    Object.assign(this.#state, state);
    this.#group.set(shared, this);
    this.#group.view(spanOf(span), this);
    this.redraw();
  }

  /** Restores everything that the page set. */
  reset() {
    this.renew();
    this.#dispatchChange();
  }

  /** Like `reset`, but on behalf of the page: without an event. @protected */
  renew() {
    const { shared = [], state = {} } = this.spec;
    const { initial } = this.#group;
    this.playing = false;
    this.#apply({
      shared: Object.fromEntries(shared.map((name) => [name, initial[name]])),
      attributes: this.#initial,
      state,
      span: "",
    });
  }

  /** Sets what the reader's pointer is on. @param {Mark | undefined} mark */
  hover(mark) {
    const before = this.#group.hover;
    this.#group.point(mark, this);
    if (this.#group.hover === before) return;
    const detail = mark ? { ...mark } : null;
    this.dispatchEvent(new CustomEvent("phasor-hover", { detail, bubbles: true, composed: true }));
  }

  /** @param {boolean} playing */
  play(playing = true) {
    this.playing = playing;
    this.change(undefined);
  }
  pause() {
    this.play(false);
  }

  // ---- in a document ----

  /** @protected */
  join() {
    this.#initial ??= { ...this.#attributes };
    const span = spanOf(this.span);
    this.leave();
    const before = this.#group;
    // A figure that moves within the page keeps what it shows.
    const isReturning = this.#groupName === this.group;
    this.#group = groupNamed(this.group, isReturning ? before : undefined);
    this.#groupName = this.group;
    this.#unsubscribe = this.#group.subscribe(
      (change) => this.#groupChanged(change),
      () => this.isConnected,
    );
    const values = isReturning ? this.#pending : this.#requested;
    if (this.#group !== before) {
      for (const name of this.#group.offer(values, span)) {
        console.warn(
          `phasor: ${name} ${values[name]} of <${this.localName}> has no effect: group "${this.group}" has ${this.#group.initial[name]}`,
        );
      }
    } else {
      this.#group.set(values);
      if (span) this.#group.view(span);
    }
    this.#pending = {};
    this.#pendingSpan = "";
    this.redraw();
  }

  /** @protected */
  leave() {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    // A drag ends at its last value.
    this.motion.clear();
  }

  /** @param {Change} change */
  #groupChanged({ source, before }) {
    if (before) this.#easeFrom(before);
    // A change by another figure takes effect at once, even if something is easing here.
    else if (source !== this) this.motion.clear();
    this.redraw();
  }

  /** Whether it is in a group, which it is while it is in a document. @protected */
  get isJoined() {
    return this.#unsubscribe !== undefined;
  }

  /** Whether it is drawn and in view. @protected @returns {boolean} */
  get isVisible() {
    return false;
  }

  /** Requests a redraw in the next frame. */
  redraw() {}
}
