// Where a reader gives a matrix of their own.
import { css, html, nothing } from "lit";
import { whole } from "../core/numbers.js";

/**
 * @param {object} shown
 * @param {{ name: string, rows: number, columns: number } | undefined} shown.matrix that is there
 * @param {{ start: number, length: number }} shown.window rows of it that are in view
 * @param {string} shown.complaint why there is no other
 * @param {boolean} shown.pasting whether there is a field for text
 * @param {(file: File) => void} shown.file
 * @param {(text: string) => void} shown.text
 * @param {() => void} shown.paste opens the field, or closes it
 * @param {() => void} shown.close goes back to the switches
 */
export function matrixTemplate({ matrix, window, complaint, pasting, file, text, paste, close }) {
  const { start, length } = window;
  const part =
    matrix && length < matrix.rows
      ? `; in view: rows ${whole(start)} … ${whole(start + length - 1)}`
      : "";
  const choose = (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement | null | undefined} */ (
      button.parentElement?.querySelector("input")
    )?.click();
  };
  const chosen = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [first] = input.files ?? [];
    if (first) file(first);
    input.value = "";
  };
  const typed = (/** @type {Event} */ event) =>
    text(/** @type {HTMLTextAreaElement} */ (event.target).value);
  return html`
    <div class="matrix" part="matrix">
      <p>
        ${
          matrix
            ? html`<b>${matrix.name}</b>, ${whole(matrix.rows)} × ${whole(matrix.columns)}${part}`
            : "Or a matrix of your own (.npy, CSV, JSON): drop it here,"
        }
      </p>
      <button type="button" @click=${choose}>${matrix ? "another file" : "choose a file"}</button>
      <button type="button" aria-expanded=${pasting} @click=${paste}>paste numbers</button>
      ${matrix && html`<button type="button" @click=${close}>back to the switches</button>`}
      <input
        type="file"
        accept=".npy,.csv,.tsv,.txt,.json"
        aria-label="a matrix of your own"
        @change=${chosen}
      />
      ${
        pasting
          ? html`<textarea
              rows="4"
              spellcheck="false"
              aria-label="numbers, as CSV or JSON"
              placeholder="0, 1, 0, 1"
              @input=${typed}
            ></textarea>`
          : nothing
      }
      <p class="complaint" role="alert">${complaint}</p>
    </div>
  `;
}

export const matrixStyles = css`
  .matrix {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    align-items: baseline;
    margin-block-end: 0.75rem;
  }
  .matrix p {
    margin: 0;
  }
  .matrix p:first-child,
  .matrix .complaint {
    overflow-wrap: anywhere;
  }
  .matrix input {
    display: none;
  }
  .matrix .complaint {
    flex-basis: 100%;
    color: var(--position);
  }
  .matrix textarea {
    flex-basis: 100%;
  }
`;
