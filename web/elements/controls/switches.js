// A list of switches, each with its name, under the names of what they are about.
import { css, html } from "lit";
import { live } from "lit/directives/live.js";

/**
 * @template {string} T
 * @param {object} list
 * @param {readonly { name: T, about: string, words: string }[]} list.switches
 * @param {readonly T[]} list.on
 * @param {(name: T, on: boolean) => void} list.change
 */
export function switchesTemplate({ switches, on, change }) {
  const subjects = [...new Set(switches.map(({ about }) => about))];
  const one = (/** @type {T} */ name, /** @type {string} */ words) => html`
    <label class="choice">
      <input
        type="checkbox"
        value=${name}
        .checked=${live(on.includes(name))}
        @change=${(/** @type {Event} */ event) =>
          change(name, /** @type {HTMLInputElement} */ (event.target).checked)}
      />${words}
    </label>
  `;
  return html`
    <div class="switches" part="switches">
      ${subjects.map(
        (subject) => html`
          <fieldset>
            <legend>${subject}</legend>
            ${switches
              .filter(({ about }) => about === subject)
              .map(({ name, words }) => one(name, words))}
          </fieldset>
        `,
      )}
    </div>
  `;
}

export const switchesStyles = css`
  .switches {
    display: grid;
    grid-template-columns: repeat(2, 1fr);
    gap: 0.75rem 1.5rem;
    margin-block-end: 1rem;
  }
  @container (min-width: 52rem) {
    .switches {
      grid-template-columns: repeat(4, auto);
      justify-content: space-between;
    }
  }
  .switches fieldset {
    flex-direction: column;
    align-items: flex-start;
  }
  .switches .choice {
    align-items: baseline;
  }
  .switches input {
    flex: none;
    translate: 0 2px;
  }
  .switches legend {
    float: none;
    color: var(--muted);
  }
`;
