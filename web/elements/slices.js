// Long work in slices, a few milliseconds of each frame, so that input never waits for it; work that is
// to be watched goes on only while its element is in view.

/** Milliseconds of a slice, after which the next step has to wait for the next frame. */
const SLICE = 6;

export class Slices {
  #step;
  #shown;
  #frame = 0;
  #inView = false;
  #running = false;
  /** Steps of a frame, at most. */
  #most = Infinity;
  #views;

  /**
   * @param {Element} target
   * @param {() => boolean} step a step of the work, short; false: there was none left to do
   * @param {() => void} shown called after each slice
   */
  constructor(target, step, shown) {
    this.#step = step;
    this.#shown = shown;
    this.#views = new IntersectionObserver((entries) => {
      this.#inView = entries[entries.length - 1].isIntersecting;
      this.#request();
    });
    this.#views.observe(target);
  }

  get running() {
    return this.#running;
  }

  /** @param {number} [most] steps of a frame, to be watched; without it as many as there is time for */
  start(most = Infinity) {
    this.#most = most;
    this.#running = true;
    this.#request();
  }

  stop() {
    this.#running = false;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Ends it for good. */
  remove() {
    this.stop();
    this.#views.disconnect();
  }

  #request() {
    if (this.#frame || !this.#running) return;
    if (this.#most < Infinity && !this.#inView) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const end = performance.now() + SLICE;
      for (let n = 0; this.#running && n < this.#most; n++) {
        if (!this.#step()) this.#running = false;
        if (performance.now() >= end) break;
      }
      this.#shown();
      this.#request();
    });
  }
}
