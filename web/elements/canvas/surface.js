// Canvases stacked in one box: as many pixels as the screen has there, drawn once and then only when
// something changed and the box is in view, or is about to be printed.

/**
 * @typedef {object} Size in CSS pixels; times `ratio` they are whole device pixels
 * @property {number} width
 * @property {number} height
 * @property {number} ratio device pixels to a CSS pixel
 */

/**
 * @callback Draw
 * @param {string} layer
 * @param {CanvasRenderingContext2D} context cleared, in CSS pixels
 * @param {Size} size
 * @returns {void}
 */

export class Surface {
  #box;
  #draw;
  /** @type {Map<string, { canvas: HTMLCanvasElement, context: CanvasRenderingContext2D }>} */
  #layers = new Map();
  /** @type {Set<string>} */
  #stale = new Set();
  #frame = 0;
  #inView = false;
  #drawn = false;
  /** @type {Size} */
  #size = { width: 0, height: 0, ratio: 1 };
  #sizes;
  #views;

  /**
   * @param {HTMLElement} box positioned; the canvases fill it
   * @param {string[]} layers from the bottom up
   * @param {Draw} draw
   */
  constructor(box, layers, draw) {
    this.#box = box;
    this.#draw = draw;
    for (const layer of layers) {
      const canvas = document.createElement("canvas");
      canvas.className = `layer ${layer}`;
      canvas.setAttribute("aria-hidden", "true");
      const context = canvas.getContext("2d");
      if (!context) throw new Error("phasor: this browser gave no 2D canvas");
      this.#layers.set(layer, { canvas, context });
      box.append(canvas);
    }
    this.#sizes = new ResizeObserver(([entry]) => this.#resize(entry));
    observePixels(this.#sizes, box);
    this.#views = new IntersectionObserver((entries) => {
      this.#inView = entries[entries.length - 1].isIntersecting;
      this.#request();
    });
    this.#views.observe(box);
    window.addEventListener("beforeprint", this.#print);
  }

  get size() {
    return this.#size;
  }

  /** @param {string} layer @returns {HTMLCanvasElement | undefined} */
  canvas(layer) {
    return this.#layers.get(layer)?.canvas;
  }

  /** Has layers drawn again with the next frame; without names, all. @param {string[]} layers */
  invalidate(...layers) {
    for (const layer of layers.length > 0 ? layers : this.#layers.keys()) this.#stale.add(layer);
    this.#request();
  }

  /** Draws what is stale at once, in view or not. @returns {boolean} whether there is room to draw in */
  drawNow() {
    this.#drawStale();
    return this.#size.width > 0 && this.#size.height > 0;
  }

  /** Ends observing and takes the canvases away. */
  remove() {
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
    this.#views.disconnect();
    window.removeEventListener("beforeprint", this.#print);
    for (const { canvas } of this.#layers.values()) canvas.remove();
  }

  /** @param {ResizeObserverEntry} entry */
  #resize(entry) {
    const { width, height } = entry.contentRect;
    const ratio = window.devicePixelRatio || 1;
    const exact = entry.devicePixelContentBoxSize?.[0];
    // A screen that is emulated may be told apart only by its ratio.
    const agrees = exact && Math.abs(exact.inlineSize - width * ratio) <= 2;
    const across = agrees ? exact.inlineSize : Math.round(width * ratio);
    const down = agrees ? exact.blockSize : Math.round(height * ratio);
    this.#size = { width: across / ratio, height: down / ratio, ratio };
    for (const { canvas } of this.#layers.values()) {
      canvas.width = across;
      canvas.height = down;
    }
    this.invalidate();
  }

  #request() {
    if (this.#frame || this.#stale.size === 0) return;
    if (this.#drawn && !this.#inView) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawStale();
    });
  }

  #print = () => this.#drawStale();

  #drawStale() {
    const { width, height, ratio } = this.#size;
    if (width === 0 || height === 0 || !this.#box.isConnected) return;
    const stale = [...this.#layers.keys()].filter((layer) => this.#stale.has(layer));
    this.#stale.clear();
    this.#drawn = true;
    for (const layer of stale) {
      const { context } = /** @type {{ context: CanvasRenderingContext2D }} */ (
        this.#layers.get(layer)
      );
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.save();
      this.#draw(layer, context, this.#size);
      context.restore();
    }
  }
}

/** Sizes in device pixels where the browser tells them. @param {ResizeObserver} observer @param {Element} box */
function observePixels(observer, box) {
  try {
    observer.observe(box, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(box);
  }
}
