// A module that a figure loads when a reader first needs it. In the single-file builds of figures
// it is a second file.

/** @import { FigureElement } from "./element.js" */

/**
 * Where the module comes from.
 * @template T
 * @typedef {object} Source
 * @property {string} name of the file, in messages
 * @property {string} [beside] the file in whose folder it belongs
 * @property {(attempt: number) => Promise<T>} load attempt: the number of earlier attempts
 */

/** The parts of a figure that this module uses. @typedef {Pick<FigureElement, "p" | "isConnected" | "setParameter">} Asker */

/** The values of a figure's state `later`. @typedef {"" | "loading" | "missing" | "ready"} Progress */

/** A module, loaded once for all figures of a kind. @template T */
export class Later {
  #source;
  #attempts = 0;
  /** @type {Promise<T> | undefined} */
  #loading;
  /** What each figure needs the module for; false if it does not need it. @type {Map<Asker, unknown>} */
  #reasons = new Map();
  /** The module, once it is loaded. @type {T | undefined} */
  module;

  /** @param {Source<T>} source */
  constructor(source) {
    this.#source = source;
  }

  /** Messages for the states. */
  get loading() {
    return `${this.#source.name} is loading …`;
  }
  get missing() {
    return `${this.#source.name} could not be loaded`;
  }
  /** What is missing, and what to do about it. */
  get problem() {
    const { beside } = this.#source;
    const more = beside
      ? `It belongs beside ${beside}.`
      : "If trying again does not help, reload the page.";
    return `${this.missing}. ${more}`;
  }

  /** Loads the module, or retries after a failure. @returns {Promise<T>} rejects with `problem` */
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
      // Browsers remember failed imports, so do not try without a connection.
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

  /** Retries when the connection is back, if a figure still needs the module. */
  #again() {
    if ([...this.#reasons.values()].some((reason) => reason !== false)) this.try();
  }

  /** Loads the module; the figures show whether that worked. */
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
   * Keeps a figure's state `later` up to date, and loads the module if the figure needs it. After a
   * failure it tries again when the figure needs the module for something else, or needs it again.
   * @param {Asker} figure @param {unknown} reason what the module is needed for; false if it is not needed
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

  /** A button with which a reader can retry. */
  get button() {
    return /** @type {const} */ ({
      kind: "button",
      name: "load it again",
      press: () => this.try(),
    });
  }
}
