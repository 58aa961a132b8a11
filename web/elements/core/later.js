// Code that a figure loads when a reader first needs it.

/** @import { FigureElement } from "./element.js" */

/** The parts of a figure that this module uses. @typedef {Pick<FigureElement, "p" | "setParameter">} Client */

/** The values of a figure's state `later`. @typedef {"" | "loading" | "missing" | "ready"} Progress */

/** A module, loaded once for all figures of a kind. @template T */
export class Later {
  #import;
  /** @type {Promise<T> | undefined} */
  #loading;
  /** What each figure last needed the module for; false: it did not need it. @type {WeakMap<Client, unknown>} */
  #reasons = new WeakMap();
  /** The module, once it is loaded. @type {T | undefined} */
  module;

  loading = "A part of this figure is loading …";
  missing = "A part of this figure could not be loaded";
  /** What is missing, and what to do about it. */
  problem = `${this.missing}. If trying again does not help, reload the page.`;

  /** @param {() => Promise<T>} load an `import()` */
  constructor(load) {
    this.#import = load;
  }

  /** Loads the module, or retries after a failure. @returns {Promise<T>} rejects with `problem` */
  load() {
    this.#loading ??= this.#load().catch((cause) => {
      this.#loading = undefined;
      throw new Error(this.problem, { cause });
    });
    return this.#loading;
  }

  async #load() {
    this.module = await this.#import();
    return this.module;
  }

  /** Loads the module and keeps a figure's state `later` up to date. @param {Client} figure */
  async loadFor(figure) {
    figure.setParameter("later", "loading");
    try {
      await this.load();
      figure.setParameter("later", "ready");
    } catch {
      figure.setParameter("later", "missing");
    }
  }

  /**
   * Loads the module if the figure needs it. After a failure it tries again when the figure needs
   * the module for something else, or needs it again.
   * @param {Client} figure @param {unknown} reason what the module is needed for; false if it is not needed
   */
  need(figure, reason) {
    if (this.module) {
      if (figure.p.later !== "ready") figure.setParameter("later", "ready");
      return;
    }
    const last = this.#reasons.get(figure) ?? false;
    this.#reasons.set(figure, reason);
    if (reason !== false && reason !== last) this.loadFor(figure);
  }

  /** A button with which a reader can retry. */
  get button() {
    return /** @type {const} */ ({
      kind: "button",
      name: "load it again",
      press: (/** @type {Client} */ figure) => void this.loadFor(figure),
    });
  }
}
