// What a figure loads when a reader first needs it: a module, which a figure that is one file has in a second file.

/** @import { FigureElement } from "./element.js" */

/**
 * Where it comes from.
 * @template T
 * @typedef {object} Source
 * @property {string} name of the file, in messages
 * @property {string} [beside] the file that it belongs beside
 * @property {(attempt: number) => Promise<T>} load attempt: how often it was tried before
 */

/** What is needed of a figure. @typedef {Pick<FigureElement, "p" | "isConnected" | "setParameter">} Asker */

/** What figures have as their state `later`. @typedef {"" | "loading" | "missing" | "ready"} Progress */

/** A module for all figures of a kind. @template T */
export class Later {
  #source;
  #attempts = 0;
  /** @type {Promise<T> | undefined} */
  #loading;
  /** What each figure needs it for; false: for nothing. @type {Map<Asker, unknown>} */
  #reasons = new Map();
  /** The module, once it is there. @type {T | undefined} */
  module;

  /** @param {Source<T>} source */
  constructor(source) {
    this.#source = source;
  }

  /** In words. */
  get loading() {
    return `${this.#source.name} is being loaded …`;
  }
  get missing() {
    return `${this.#source.name} could not be loaded`;
  }
  /** The same, and what to do. */
  get problem() {
    const { beside } = this.#source;
    const more = beside
      ? `It belongs beside ${beside}.`
      : "If trying again does not help, reload the page.";
    return `${this.missing}. ${more}`;
  }

  /** Loads it; after a failure, again. @returns {Promise<T>} rejected with `problem` */
  load() {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #load() {
    this.#tell("loading");
    try {
      // Browsers keep a failure to import. So nothing is tried without a connection.
      if (globalThis.navigator?.onLine === false) throw new Error("offline");
      this.module = await this.#source.load(this.#attempts++);
    } catch (cause) {
      this.#tell("missing");
      globalThis.addEventListener?.("online", () => this.#again(), { once: true });
      throw new Error(this.problem, { cause });
    }
    this.#tell("ready");
    this.#reasons.clear();
    return this.module;
  }

  /** With a connection again, for figures that still need it. */
  #again() {
    if ([...this.#reasons.values()].some((reason) => reason !== false)) this.try();
  }

  /** Loads it; figures say whether it could be. */
  try() {
    this.load().catch(() => {});
  }

  /** @param {Progress} progress */
  #tell(progress) {
    for (const figure of this.#reasons.keys()) {
      if (figure.isConnected) figure.setParameter("later", progress);
      else this.#reasons.delete(figure);
    }
  }

  /**
   * Has a figure's state `later` follow what happens, and loads the module if the figure needs it. After a failure it
   * is tried again when the figure needs it for something else, or needs it again.
   * @param {Asker} figure @param {unknown} reason what it is needed for; false: for nothing
   */
  need(figure, reason) {
    if (this.module) {
      if (figure.p.later !== "ready") figure.setParameter("later", "ready");
      return;
    }
    const last = this.#reasons.get(figure) ?? false;
    this.#reasons.set(figure, reason);
    if (reason !== false && reason !== last) this.try();
  }

  /** A control with which a reader has it loaded again. */
  get button() {
    return /** @type {const} */ ({
      kind: "button",
      name: "load it again",
      press: () => this.try(),
    });
  }
}
