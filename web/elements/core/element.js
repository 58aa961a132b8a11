// A figure in a document: when it computes, when it is drawn, and when screen readers announce it.
import { wavelengths } from "../../phasor/index.js";
import { forget, request } from "./frames.js";
import { fromAddress, shownBy } from "./links.js";
import { made } from "./made.js";
import { isStill } from "./motion.js";
import { Values } from "./values.js";
import { View } from "./view.js";

/** How near the viewport a figure must be before it starts to compute. */
const NEAR_MARGIN = "50%";
/** Milliseconds per frame for long computations. */
const SLICE_MS = 6;
/** Milliseconds without a change before screen readers get the text of what is shown. */
const REST_MS = 250;

/** Whether the console has the reason why figures cannot draw here: once is enough. */
let warned = false;

/** A figure. values.js has what it shows, view.js how it looks. */
export class FigureElement extends Values {
  #lastPlay = 0;
  #inView = false;
  #stale = true;
  #near = false;
  #opened = false;
  /** @type {(() => void)[]} */
  #endings = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {View | undefined} */
  #view;
  /** Why nothing can be computed here. @type {unknown} */
  failure = undefined;

  constructor() {
    super();
    // Properties set before the element was defined hide the accessors of the class.
    for (const name of [...this.names, "group", "span", "near"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** @override @param {boolean} playing */
  play(playing = true) {
    this.#lastPlay = 0;
    super.play(playing);
  }

  /** @override */
  get watched() {
    return this.#inView && Boolean(this.#view?.drawn);
  }

  // ---- in the document ----

  connectedCallback() {
    this.join();
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
    seen(NEAR_MARGIN, (inView) => {
      if (inView) this.near = true;
    });
    seen("0px", (inView) => {
      this.#inView = inView;
      this.#view?.watch(inView);
      // The motion does not catch up on the time out of view.
      this.#lastPlay = 0;
      if (inView && (this.#stale || this.playing || this.d.busy)) request(this);
    });
    if (typeof window !== "undefined") {
      window.addEventListener("beforeprint", this.#print);
      window.addEventListener("afterprint", this.#printed);
      window.addEventListener("hashchange", this.#open);
      // Only when all figures are in the document is it known which of them a link means.
      if (document.readyState !== "loading") this.#open();
      else document.addEventListener("DOMContentLoaded", this.#open, { once: true });
    }
    if (this.#near) this.#mount();
    this.connectedMoveCallback();
  }

  /** Called when a page moves it by `moveBefore`, which then keeps the focus; the new place may have other colours. */
  connectedMoveCallback() {
    this.#view?.renew();
  }

  /** In another document it has other styles. */
  adoptedCallback() {
    this.#unmount();
  }

  disconnectedCallback() {
    for (const end of this.#endings.splice(0)) end();
    this.leave();
    window.removeEventListener("beforeprint", this.#print);
    window.removeEventListener("afterprint", this.#printed);
    window.removeEventListener("hashchange", this.#open);
    clearTimeout(this.#resting);
    forget(this);
    // A page that moves it connects it again before this.
    queueMicrotask(() => {
      if (!this.isConnected) this.#unmount();
    });
  }

  #unmount() {
    this.#view?.remove();
    this.#view = undefined;
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (name === "group") {
      if (this.joined) this.join();
    } else if (name === "span") this.span = value ?? "";
    else this.setParameter(/** @type {any} */ (this.constructor).namesByAttribute[name], value);
  }

  /** Whether it is near the viewport, or was: only then is it worth computing. */
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
      const reason = String(/** @type {Error} */ (error).message);
      this.shadowRoot?.querySelector("slot")?.replaceChildren(made("p", {}, [reason]));
      if (!warned) console.warn(`${reason}. The figures of this page show their content instead.`);
      warned = true;
      return;
    }
    this.#view = new View(this);
    this.#view.watch(this.#inView);
    this.redraw();
  }

  /** @override Requests a redraw in the next frame. */
  redraw() {
    this.#stale = true;
    if (this.#view) request(this);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(
      () => this.#view?.tell(!this.playing && this.matches(":focus-within")),
      REST_MS,
    );
  }

  /** One animation frame. Out of view, motion waits. @param {number} time */
  frame(time) {
    if (!this.#view) return;
    this.advance(time);
    // Out of view it is drawn once, to get its height.
    if (!this.#inView && this.#view.drawn) return;
    if (this.playing) this.#step(time);
    const busy = this.d.work(SLICE_MS);
    this.#stale = false;
    this.#view.draw();
    this.motion.arrive(this.now);
    if (this.motion.going || busy || this.d.busy || this.playing) {
      this.#stale = true;
      request(this);
    }
  }

  /** @param {number} time */
  #step(time) {
    const passed = this.#lastPlay ? (time - this.#lastPlay) / 1000 : 0;
    // Readers who prefer reduced motion get one step per second.
    if (isStill() && passed < 1 && this.#lastPlay) return;
    this.#lastPlay = time;
    const patch = this.spec.play?.(this.p, Math.min(passed, 1));
    if (patch) this.change(patch, !isStill());
    else this.pause();
  }

  /** Draws immediately if something has changed since the last frame. */
  catchUp() {
    if (this.#stale) this.#view?.draw();
    this.#stale = false;
  }

  /** Draws immediately, in view or not. @returns {boolean} whether it has a width */
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
    // Also out of view, because its height on the screen differs from that on paper.
    this.drawNow();
  };

  /** Opens the link in the page's address if it shows this figure: once, and again when the address changes. @param {Event} [event] */
  #open = (event) => {
    const isNew = event?.type === "hashchange";
    const page = /** @type {ParentNode} */ (this.getRootNode());
    if (this.#opened && !isNew) return;
    if (shownBy(location.href, page.querySelectorAll(this.localName)) !== this) return;
    this.#opened = true;
    // A second link replaces what the first one set.
    if (isNew) this.renew();
    fromAddress(this, location.href);
    for (
      let details = this.closest("details");
      details;
      details = details.parentElement?.closest("details") ?? null
    )
      details.open = true;
    const { top } = this.getBoundingClientRect();
    // Do not scroll if the reader scrolled while the page loaded.
    if ((!isNew && scrollY > 0) || (top >= 0 && top < innerHeight / 2)) return;
    // A figure that is not drawn has no height to scroll to.
    this.near = true;
    this.scrollIntoView();
  };

  get view() {
    return this.#view;
  }

  /** The figure's colours and fonts. */
  get theme() {
    return this.#view?.theme;
  }

  /** Resolves when changes have been drawn. */
  get updateComplete() {
    return new Promise((resolve) => requestAnimationFrame(() => resolve(true)));
  }
}
