// A figure in a document: when it computes, when it is drawn, and when screen readers announce it.
import { wavelengths } from "../../phasor/index.js";
import { cancelFrame, requestFrame } from "./frames.js";
import { create } from "./html.js";
import { fromAddress, linkedFigure } from "./links.js";
import { prefersReducedMotion } from "./motion.js";
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
  #hasOpenedLink = false;
  /** @type {(() => void)[]} */
  #cleanups = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #restTimer;
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
  get isVisible() {
    return this.#inView && Boolean(this.#view?.drawn);
  }

  // ---- in the document ----

  connectedCallback() {
    this.join();
    const observe = (
      /** @type {string} */ rootMargin,
      /** @type {(inView: boolean) => void} */ onChange,
    ) => {
      if (typeof IntersectionObserver === "undefined") return;
      const observer = new IntersectionObserver(
        (entries) => onChange(entries[entries.length - 1].isIntersecting),
        { rootMargin },
      );
      observer.observe(this);
      this.#cleanups.push(() => observer.disconnect());
    };
    observe(NEAR_MARGIN, (inView) => {
      if (inView) this.near = true;
    });
    observe("0px", (inView) => {
      this.#inView = inView;
      this.#view?.watch(inView);
      // The motion does not catch up on the time out of view.
      this.#lastPlay = 0;
      if (inView && (this.#stale || this.playing || this.d.busy)) requestFrame(this);
    });
    if (typeof window !== "undefined") {
      window.addEventListener("beforeprint", this.#beforePrint);
      window.addEventListener("afterprint", this.#afterPrint);
      window.addEventListener("hashchange", this.#openLink);
      // Only when all figures are in the document is it known which of them a link means.
      if (document.readyState !== "loading") this.#openLink();
      else document.addEventListener("DOMContentLoaded", this.#openLink, { once: true });
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
    for (const end of this.#cleanups.splice(0)) end();
    this.leave();
    window.removeEventListener("beforeprint", this.#beforePrint);
    window.removeEventListener("afterprint", this.#afterPrint);
    window.removeEventListener("hashchange", this.#openLink);
    clearTimeout(this.#restTimer);
    cancelFrame(this);
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
      if (this.isJoined) this.join();
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
      this.shadowRoot?.querySelector("slot")?.replaceChildren(create("p", {}, [reason]));
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
    if (this.#view) requestFrame(this);
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(
      () => this.#view?.announce(!this.playing && this.matches(":focus-within")),
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
    this.motion.dropFinished(this.now);
    if (this.motion.isEasing || busy || this.d.busy || this.playing) {
      this.#stale = true;
      requestFrame(this);
    }
  }

  /** @param {number} time */
  #step(time) {
    const elapsed = this.#lastPlay ? (time - this.#lastPlay) / 1000 : 0;
    // Readers who prefer reduced motion get one step per second.
    if (prefersReducedMotion() && elapsed < 1 && this.#lastPlay) return;
    this.#lastPlay = time;
    const patch = this.spec.play?.(this.p, Math.min(elapsed, 1));
    if (patch) this.change(patch, !prefersReducedMotion());
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

  #beforePrint = () => {
    this.near = true;
    if (this.#view) this.#view.printing = true;
    this.drawNow();
  };
  #afterPrint = () => {
    if (this.#view) this.#view.printing = false;
    // Also out of view, because its height on the screen differs from that on paper.
    this.drawNow();
  };

  /** Opens the link in the page's address if it shows this figure: once, and again when the address changes. @param {Event} [event] */
  #openLink = (event) => {
    const isNew = event?.type === "hashchange";
    const page = /** @type {ParentNode} */ (this.getRootNode());
    if (this.#hasOpenedLink && !isNew) return;
    if (linkedFigure(location.href, page.querySelectorAll(this.localName)) !== this) return;
    this.#hasOpenedLink = true;
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
