// The panel behind the share button: files to save, and texts to copy.
import { clamp } from "../state/parameters.js";
import { button, create } from "./html.js";

/** @import { Table } from "./types.js" */

/**
 * The maximum number of rows in a CSV file. With more positions, it has every second, third, … of
 * them.
 */
const MAX_ROWS = 4096;
/** The maximum number of lines of a text that are visible at once. */
const MAX_LINES = 16;

/** @type {[language: string, words: string][]} */
const LANGUAGES = [
  ["javascript", "JavaScript"],
  ["python", "Python"],
];

/** The positions of a span, or as many as a file should hold. @param {number} start @param {number} end */
export function positionsIn(start, end) {
  const first = Math.floor(start);
  const step = Math.ceil((Math.ceil(end) - first) / MAX_ROWS);
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
    create("textarea", { readonly: "", spellcheck: "false", "aria-label": "to copy" })
  );
  #status = create("p", { role: "status" });
  /** Makes the text that is shown, which follows the figure. @type {(() => string) | undefined} */
  #makeText;
  element = create("div", { class: "share", part: "share" });
  button = button("share", () => this.#setOpen(!this.isOpen));

  /** @param {any} figure an element of a class that figure() made */
  constructor(figure) {
    this.#setOpen(false);
    const { localName: name } = figure;
    const fileButton = (/** @type {string} */ extension, /** @type {() => Promise<Blob>} */ make) =>
      this.#createButton(extension.toUpperCase(), async () => {
        save(await make(), `${name}.${extension}`);
        return `saved as ${name}.${extension}`;
      });
    const textButton = (/** @type {string} */ words, /** @type {() => string} */ make) =>
      this.#createButton(words, () => this.#copy(words, make));
    const buttons = [
      fileButton("png", () => figure.toBlob()),
      fileButton("svg", async () => new Blob([figure.toSVG()], { type: "image/svg+xml" })),
      fileButton("csv", async () => new Blob([figure.toCSV()], { type: "text/csv" })),
      textButton("link", () => figure.toURL()),
      textButton("HTML", () => figure.toHTML()),
      ...(figure.spec.programs
        ? LANGUAGES.map(([language, words]) => textButton(words, () => figure.toCode(language)))
        : []),
    ];
    this.element.append(create("div", { class: "buttons" }, buttons), this.#status, this.#text);
    this.#text.addEventListener("focus", () => this.#text.select());
  }

  /** @param {string} words @param {() => Promise<string>} produce */
  #createButton(words, produce) {
    return button(words, async () => {
      this.#status.textContent = "";
      try {
        this.#status.textContent = await produce();
      } catch (error) {
        this.#status.textContent = String(/** @type {Error} */ (error).message);
      }
    });
  }

  /** @param {boolean} isOpen */
  #setOpen(isOpen) {
    this.element.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    this.#text.hidden = true;
    this.#status.textContent = "";
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Updates the shown text to the figure's current state. */
  update() {
    const text = this.#text.hidden ? undefined : this.#makeText?.();
    if (text === undefined || text === this.#text.value) return;
    this.#text.value = text;
    this.#text.rows = clamp(text.trimEnd().split("\n").length, 2, MAX_LINES);
  }

  /** @param {string} words @param {() => string} make */
  async #copy(words, make) {
    this.#makeText = make;
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
