// A figure in a document: its parameters, its group, when it computes and draws, and what the reader
// does to it.
import { wavelengths } from "../../phasor/index.js";
import { Group, groupNamed } from "../state/group.js";
import { PARAMETER_NAMES } from "../state/parameters.js";
import { spanOf } from "../state/span.js";
import { defaultOf, valueFor } from "./attributes.js";
import { forget, request } from "./frames.js";
import { Data, tracked } from "./memo.js";
import { isStill, Motion } from "./motion.js";
import { View } from "./view.js";
import { showing } from "./zoom.js";

/** @import { Patch, Spec } from "./types.js" */
/** @import { Change, Mark } from "../state/group.js" */
/** @import { ParameterName, State } from "../state/parameters.js" */
/** @import { Value } from "./attributes.js" */

/** How near to the view a figure begins its work. */
const MARGIN = "50%";
/** Milliseconds of long work in a frame. */
const SLICE = 6;
/** How long the reader rests before a screen reader is told what is shown, in milliseconds. */
const REST = 250;

/** The module can be imported where there is no document. */
const Element = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * @fires phasor-change - the reader changed a parameter or zoomed; detail: the parameters
 * @fires phasor-hover - the reader's pointer is elsewhere; detail: the Mark, or null when it left
 */
export class FigureElement extends Element {
  /** @type {Spec} */
  static spec;

  #group = new Group();
  /** Shared parameters that were set before this was in a document. @type {Patch} */
  #early = {};
  #earlySpan = "";
  /** @type {Record<string, Value>} */
  #own = {};
  /** @type {Record<string, Value> | undefined} */
  #initial;
  /** @type {Record<string, unknown>} */
  #state = {};
  #motion = new Motion();
  #now = 0;
  #lastPlay = 0;
  #inView = false;
  #stale = true;
  #near = false;
  /** @type {(() => void)[]} */
  #endings = [];
  /** Ends being told by the group; there while this is in a document. @type {(() => void) | undefined} */
  #leave;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {View | undefined} */
  #view;
  /** Why nothing can be computed here. @type {unknown} */
  failure = undefined;
  playing = false;

  constructor() {
    super();
    const { attributes = {}, state = {}, data = {} } = this.spec;
    for (const [name, declared] of Object.entries(attributes))
      this.#own[name] = defaultOf(declared);
    this.#state = { ...state };
    const names = [...PARAMETER_NAMES, ...Object.keys(attributes), ...Object.keys(state)];
    /** The parameters, as they are shown. */
    this.p = tracked(
      [...names, ...Object.keys(this.spec.ease ?? {}), "hover", "start", "end", "playing"],
      (name) => this.#read(name),
    );
    /** The data, computed when they are read. */
    this.d = new Data(data, this.p, () => this.redraw());
    this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
    // What was set before the element was defined hides the properties.
    for (const name of [...names, "group", "span", "near"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  get spec() {
    return /** @type {typeof FigureElement} */ (this.constructor).spec;
  }

  /** @param {string} name @returns {unknown} */
  #read(name) {
    if (name === "hover") return this.#group.hover;
    if (name === "start" || name === "end") return this.#group.span[name];
    if (name === "playing") return this.playing;
    if (name in this.#state) return this.#state[name];
    const target = this.spec.ease?.[name];
    if (target) return this.#motion.toward(name, target(this.p), this.#now);
    const value =
      name in this.#own ? this.#own[name] : this.state[/** @type {ParameterName} */ (name)];
    return typeof value === "number" ? this.#motion.at(name, value, this.#now) : value;
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
  get own() {
    return this.#own;
  }

  /** Those of its own attributes that are not as the page gave them. @returns {Record<string, Value>} */
  get changed() {
    const initial = this.#initial ?? {};
    return Object.fromEntries(
      Object.entries(this.#own).filter(([name, value]) => value !== initial[name]),
    );
  }

  /** The page's doing, as by an attribute. @param {string} name @param {unknown} value */
  setParameter(name, value) {
    const declared = this.spec.attributes?.[name];
    if (declared !== undefined) this.#own[name] = valueFor(declared, value);
    else if (name in this.#state) this.#state[name] = value;
    else if (this.#leave) this.#group.set({ [name]: value });
    else this.#early[name] = value;
    this.redraw();
  }

  /**
   * The page's doing: shows other values. Numbers that the figure can show in fractions ease there in half a
   * second, in all figures of the group; everything jumps for readers who want no motion, and out of view.
   * @param {Patch} patch parameters and own attributes by their property names, and `span`
   * @param {{ ease?: boolean }} [options]
   */
  set(patch, { ease = true } = {}) {
    const { tag } = /** @type {any} */ (this.constructor);
    const own = { ...this.#own };
    /** @type {Patch} */
    const shared = {};
    for (const name of Object.keys(patch)) {
      const known = name in own || name in this.#state || name === "span";
      if (known || PARAMETER_NAMES.some((each) => each === name)) continue;
      throw new TypeError(`phasor: <${tag}> has no parameter "${name}"`);
    }
    for (const [name, value] of Object.entries(patch)) {
      if (name === "span") continue;
      if (name in own || name in this.#state || !this.#leave) this.setParameter(name, value);
      else shared[name] = value;
    }
    this.#group.set(shared, this, ease);
    if ("span" in patch) this.span = String(patch.span ?? "");
    if (ease) this.#easeFrom(own);
    else this.#motion.clear();
    this.redraw();
  }

  /** What can be shown in fractions begins its way from what is shown. @param {Readonly<Record<string, unknown>>} before */
  #easeFrom(before) {
    if (!this.#inView || !this.#view?.drawn || isStill()) return;
    const { attributes = {}, glide = [] } = this.spec;
    const now = performance.now();
    for (const [name, value] of Object.entries(before)) {
      const to = name in this.#own ? this.#own[name] : Reflect.get(this.state, name);
      if (typeof value !== "number" || value === to) continue;
      const { step = 1 } = /** @type {{ step?: number }} */ (attributes[name] ?? {});
      // 0 stands for the figure's own choice there.
      const continuous = step < 1 && value !== 0 && to !== 0;
      if (name === "base" || continuous || glide.includes(name))
        this.#motion.begin(name, this.#motion.at(name, value, this.#now), now);
    }
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

  /** Figures with the same group share parameters and crosshair. */
  get group() {
    return this.getAttribute("group") ?? "";
  }
  set group(group) {
    this.setAttribute("group", group);
  }

  /** The reader's own doing. @param {Patch | undefined} patch @param {boolean} [live] more of it follows */
  change(patch, live = false) {
    const before = this.#snapshot();
    /** @type {Patch} */
    const shared = {};
    for (const [name, value] of Object.entries(patch ?? {})) {
      this.#motion.stop(name);
      if (live && this.spec.glide?.includes(name)) this.#motion.hold(name, Number(value));
      if (name === "span") this.#group.view(/** @type {any} */ (value) ?? undefined, this);
      else if (name in this.#own || name in this.#state) this.setParameter(name, value);
      else shared[name] = value;
    }
    this.#group.set(shared, this);
    // What moves out of view takes the view along.
    if ("position" in shared && this.span) {
      const { span } = this.#group;
      this.#group.view(showing(span, this.state.position, this.state.length), this);
    }
    if (!live) {
      this.#now = performance.now();
      this.#motion.release(this.#now);
    }
    this.redraw();
    if (this.#snapshot() !== before) this.#tell();
  }

  #snapshot() {
    return JSON.stringify([this.state, this.#own, this.span]);
  }

  #tell() {
    const detail = { ...this.state, ...this.#own };
    this.dispatchEvent(new CustomEvent("phasor-change", { detail, bubbles: true, composed: true }));
  }

  /** What `restore` needs. */
  keep() {
    return {
      shared: this.state,
      own: { ...this.#own },
      state: { ...this.#state },
      span: this.span,
    };
  }

  /** @param {any} kept */
  restore({ shared, own, state, span }) {
    this.#motion.clear();
    Object.assign(this.#own, own);
    Object.assign(this.#state, state);
    this.#group.set(shared, this);
    this.#group.view(spanOf(span), this);
    this.redraw();
    this.#tell();
  }

  /** Everything as the page made it. */
  reset() {
    const { shared = [], state = {} } = this.spec;
    const { initial } = this.#group;
    this.playing = false;
    this.restore({
      shared: Object.fromEntries(shared.map((name) => [name, initial[name]])),
      own: this.#initial,
      state,
      span: "",
    });
  }

  /** The reader's pointer. @param {Mark | undefined} mark */
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
    this.#lastPlay = 0;
    this.change(undefined);
  }
  pause() {
    this.play(false);
  }

  // ---- in the document ----

  connectedCallback() {
    this.#initial ??= { ...this.#own };
    this.#join();
    const seen = (
      /** @type {string} */ rootMargin,
      /** @type {(inView: boolean) => void} */ tell,
    ) => {
      if (typeof IntersectionObserver === "undefined") return;
      const observer = new IntersectionObserver(
        (entries) => tell(entries[entries.length - 1].isIntersecting),
        { rootMargin },
      );
      observer.observe(this);
      this.#endings.push(() => observer.disconnect());
    };
    seen(MARGIN, (inView) => {
      if (inView) this.near = true;
    });
    seen("0px", (inView) => {
      this.#inView = inView;
      if (inView && (this.#stale || this.playing || this.d.busy)) request(this);
    });
    if (typeof window !== "undefined") {
      window.addEventListener("beforeprint", this.#print);
      window.addEventListener("afterprint", this.#printed);
    }
    if (this.#near) this.#mount();
  }

  disconnectedCallback() {
    for (const end of this.#endings.splice(0)) end();
    this.#leave?.();
    this.#leave = undefined;
    window.removeEventListener("beforeprint", this.#print);
    window.removeEventListener("afterprint", this.#printed);
    clearTimeout(this.#resting);
    forget(this);
    this.#view?.remove();
    this.#view = undefined;
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (name === "group") {
      if (this.#leave) this.#join();
    } else if (name === "span") this.span = value ?? "";
    else this.setParameter(/** @type {any} */ (this.constructor).namesByAttribute[name], value);
  }

  #join() {
    this.#leave?.();
    this.#group = groupNamed(this.group);
    this.#leave = this.#group.subscribe((change) => this.#groupChanged(change));
    this.#group.offer(this.#early, spanOf(this.#earlySpan));
    this.#early = {};
    this.#earlySpan = "";
    this.redraw();
  }

  /** @param {Change} change */
  #groupChanged({ source, before }) {
    if (before) this.#easeFrom(before);
    // Another figure's doing takes effect at once, whatever is on its way here.
    else if (source !== this) this.#motion.clear();
    this.redraw();
  }

  /** Near the view, and so worth computing. */
  get near() {
    return this.#near;
  }
  set near(near) {
    if (!near || this.#near) return;
    this.#near = true;
    if (this.isConnected) this.#mount();
  }

  #mount() {
    if (this.#view || this.failure !== undefined) return;
    try {
      wavelengths(2);
      if (!document.createElement("canvas").getContext?.("2d"))
        throw new Error("phasor: there is no 2D canvas here to draw on");
    } catch (error) {
      this.failure = error;
      const slot = this.shadowRoot?.querySelector("slot");
      slot?.replaceChildren(
        Object.assign(document.createElement("p"), {
          textContent: String(/** @type {Error} */ (error).message),
        }),
      );
      return;
    }
    this.#view = new View(this);
    this.redraw();
  }

  /** Has it drawn again with the next frame. */
  redraw() {
    this.#stale = true;
    if (this.#view) request(this);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#view?.tell(this.matches(":focus-within")), REST);
  }

  /** The reader may watch it: what moves unasked waits. @param {number} time */
  frame(time) {
    if (!this.#view) return;
    this.#now = Math.max(time, this.#now);
    // Once it is drawn out of view, too: it has its height then.
    if (!this.#inView && this.#view.drawn) return;
    if (this.playing) this.#step(time);
    const busy = this.d.work(SLICE);
    this.#stale = false;
    this.#view.draw();
    this.#motion.arrive(this.#now);
    if (this.#motion.going || busy || this.d.busy || this.playing) {
      this.#stale = true;
      request(this);
    }
  }

  /** @param {number} time */
  #step(time) {
    const passed = this.#lastPlay ? (time - this.#lastPlay) / 1000 : 0;
    // Who wants no motion gets steps, one a second.
    if (isStill() && passed < 1 && this.#lastPlay) return;
    this.#lastPlay = time;
    const patch = this.spec.play?.(this.p, Math.min(passed, 1));
    if (patch) this.change(patch, !isStill());
    else this.playing = false;
  }

  /** Draws at once what has changed since the last frame. */
  catchUp() {
    if (this.#stale) this.#view?.draw();
    this.#stale = false;
  }

  /** Draws at once, in view or not. @returns {boolean} whether there was room */
  drawNow() {
    this.near = true;
    for (let n = 0; n < 1e5 && this.d.work(1e9); n++);
    this.#view?.draw();
    return Boolean(this.#view && this.#view.width > 0);
  }

  #print = () => {
    this.near = true;
    if (this.#view) this.#view.printing = true;
    this.drawNow();
  };
  #printed = () => {
    if (this.#view) this.#view.printing = false;
    this.redraw();
  };

  get view() {
    return this.#view;
  }

  /** The colours and fonts that it is drawn with. */
  get theme() {
    return this.#view?.theme;
  }

  /** Resolves when what was changed is drawn. */
  get updateComplete() {
    return new Promise((resolve) => requestAnimationFrame(() => resolve(true)));
  }
}
