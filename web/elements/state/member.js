// An element that belongs to a group: the parameters as attributes and properties, and what the
// reader does as events.
import { LitElement } from "lit";
import { Group, groupNamed } from "./group.js";
import { ATTRIBUTES, PARAMETER_NAMES } from "./parameters.js";
import { spanOf } from "./span.js";

/** @import { PropertyDeclarations } from "lit" */
/** @import { Change, Mark, Span } from "./group.js" */
/** @import { ParameterName, State } from "./parameters.js" */

/** @type {PropertyDeclarations} */
const parameterProperties = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [
    name,
    { attribute: ATTRIBUTES[name], noAccessor: true, type: name === "wave" ? String : Number },
  ]),
);

/** What an instance has for each parameter: a property that reads and writes its group's. */
const WithParameters = /** @type {typeof LitElement & (new (...given: any[]) => State)} */ (
  class extends LitElement {}
);

/**
 * @fires phasor-change - the reader changed a parameter, moved the cursor or zoomed; detail: the State
 * @fires phasor-hover - the reader's pointer is elsewhere; detail: the Mark, or null when it left
 */
export class Member extends WithParameters {
  /** @type {PropertyDeclarations} */
  static properties = {
    ...parameterProperties,
    group: { type: String },
    span: { type: String, noAccessor: true },
  };

  #group = new Group();
  /** What was set before this was in a document. @type {Partial<Record<ParameterName, unknown>>} */
  #early = {};
  #earlySpan = "";
  /** @type {(() => void) | undefined} */
  #leave;

  constructor() {
    super();
    /** Figures with the same group share parameters and crosshair. */
    this.group = "";
  }

  /** @returns {Readonly<State>} */
  get state() {
    return this.#group.state;
  }

  /** The group's state and crosshair, for figures' own use. @protected */
  get shared() {
    return this.#group;
  }

  /** The positions in view, from … up to …, as "16 48.5"; "" when all of them are. */
  get span() {
    if (!this.#leave) return this.#earlySpan;
    const { start, end } = this.#group.span;
    return end - start < this.state.length ? `${start} ${end}` : "";
  }
  set span(span) {
    if (this.#leave) this.#group.view(spanOf(span));
    else this.#earlySpan = span;
  }

  /** The page's doing, as by an attribute. @param {ParameterName} name @param {unknown} value */
  setParameter(name, value) {
    if (this.#leave) this.#group.set({ [name]: value });
    else this.#early[name] = value;
  }

  /** The reader's own doing. @protected @param {Partial<State>} patch */
  change(patch) {
    const before = this.state;
    this.#group.set(patch, this);
    if (this.state !== before) this.#emit("phasor-change", { ...this.state });
  }

  /** The reader's choice of the positions in view; without a span, all. @protected @param {Span} [span] */
  look(span) {
    const before = this.span;
    this.#group.view(span, this);
    if (this.span !== before) this.#emit("phasor-change", { ...this.state });
  }

  /** The reader's pointer. @protected @param {Mark | undefined} mark */
  hover(mark) {
    const before = this.#group.hover;
    this.#group.point(mark, this);
    if (this.#group.hover !== before) this.#emit("phasor-hover", mark ? { ...mark } : null);
  }

  /** @param {string} type @param {unknown} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  /** Called when something changed in the group. @protected @param {Change} _change */
  groupChanged(_change) {}

  connectedCallback() {
    super.connectedCallback();
    this.#join();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leave?.();
    this.#leave = undefined;
  }

  #join() {
    this.#leave?.();
    this.#group = groupNamed(this.group);
    this.#leave = this.#group.subscribe((change) => this.groupChanged(change));
    this.#group.offer(this.#early, spanOf(this.#earlySpan));
    this.#early = {};
    this.#earlySpan = "";
    this.groupChanged({ encoding: true, mark: true, span: true, source: undefined });
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("group") && this.hasUpdated && this.isConnected) this.#join();
  }
}

for (const name of PARAMETER_NAMES) {
  Object.defineProperty(Member.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {Member} */
    get() {
      return this.state[name];
    },
    /** @this {Member} @param {unknown} value */
    set(value) {
      this.setParameter(name, value);
    },
  });
}
