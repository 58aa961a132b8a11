// The panel behind the share button: files to save, and texts to copy.
import { clamp } from "../state/parameters.js";
import { button, made } from "./made.js";

/** @import { Table } from "./types.js" */

/**
 * The maximum number of rows in a CSV file. With more positions, it has every second, third, … of
 * them.
 */
const MOST_ROWS = 4096;
/** The maximum number of lines of a text that are visible at once. */
const MOST_LINES = 16;

/** @type {[language: string, words: string][]} */
const LANGUAGES = [
  ["javascript", "JavaScript"],
  ["python", "Python"],
];

/** The positions of a span, or as many as a file should hold. @param {number} start @param {number} end */
export function positionsIn(start, end) {
  const first = Math.floor(start);
  const step = Math.ceil((Math.ceil(end) - first) / MOST_ROWS);
  const count = Math.ceil((Math.ceil(end) - first) / step);
  return Float64Array.from({ length: count }, (_, n) => first + n * step);
}

/** CSV as in RFC 4180. Each number is written so that reading it gives the same double. @param {Table} table */
export function toCSV({ columns, rows }) {
  const lines = [columns.join(",")];
  for (const row of rows) lines.push(Array.from(row, String).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

/** Has the browser save a file. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export class SharePanel {
  #text = /** @type {HTMLTextAreaElement} */ (
    made("textarea", { readonly: "", spellcheck: "false", "aria-label": "to copy" })
  );
  #said = made("p", { role: "status" });
  /** Makes the text that is shown, which follows the figure. @type {(() => string) | undefined} */
  #make;
  element = made("div", { class: "share", part: "share" });
  button = button("share", () => this.#show(!this.isOpen));

  /** @param {any} figure an element of a class that figure() made */
  constructor(figure) {
    this.#show(false);
    const { localName: name } = figure;
    const file = (/** @type {string} */ ending, /** @type {() => Promise<Blob>} */ make) =>
      this.#offer(ending.toUpperCase(), async () => {
        save(await make(), `${name}.${ending}`);
        return `saved as ${name}.${ending}`;
      });
    const text = (/** @type {string} */ words, /** @type {() => string} */ make) =>
      this.#offer(words, () => this.#copy(words, make));
    const buttons = [
      file("png", () => figure.toBlob()),
      file("svg", async () => new Blob([figure.toSVG()], { type: "image/svg+xml" })),
      file("csv", async () => new Blob([figure.toCSV()], { type: "text/csv" })),
      text("link", () => figure.toURL()),
      text("HTML", () => figure.toHTML()),
      ...(figure.spec.programs
        ? LANGUAGES.map(([language, words]) => text(words, () => figure.toCode(language)))
        : []),
    ];
    this.element.append(made("div", { class: "buttons" }, buttons), this.#said, this.#text);
    this.#text.addEventListener("focus", () => this.#text.select());
  }

  /** @param {string} words @param {() => Promise<string>} give */
  #offer(words, give) {
    return button(words, async () => {
      this.#said.textContent = "";
      try {
        this.#said.textContent = await give();
      } catch (error) {
        this.#said.textContent = String(/** @type {Error} */ (error).message);
      }
    });
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.element.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    this.#text.hidden = true;
    this.#said.textContent = "";
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Updates the shown text to the figure's current state. */
  update() {
    const text = this.#text.hidden ? undefined : this.#make?.();
    if (text === undefined || text === this.#text.value) return;
    this.#text.value = text;
    this.#text.rows = clamp(text.trimEnd().split("\n").length, 2, MOST_LINES);
  }

  /** @param {string} words @param {() => string} make */
  async #copy(words, make) {
    this.#make = make;
    this.#text.hidden = false;
    this.update();
    const text = this.#text.value;
    try {
      await navigator.clipboard.writeText(text);
      return `${words} copied`;
    } catch {
      return `${words} below, to copy by hand`;
    }
  }
}
