// A choice of one among a few.
import { css, html } from "lit";

/**
 * @template {string} T
 * @param {{ name: string, value: T, options: [value: T, words: string][], choose: (value: T) => void }} choice
 */
export function choiceTemplate({ name, value, options, choose }) {
  const option = (/** @type {T} */ own, /** @type {string} */ words) => html`
    <label class="choice">
      <input
        type="radio"
        name=${name}
        value=${own}
        .checked=${own === value}
        @change=${() => choose(own)}
      />${words}
    </label>
  `;
  return html`
    <fieldset>
      <legend class="quiet">${name}</legend>
      ${options.map(([own, words]) => option(own, words))}
    </fieldset>
  `;
}

export const choiceStyles = css`
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    align-items: center;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    float: inline-start;
    padding: 0;
  }
  .choice {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-block-size: 24px;
    cursor: pointer;
  }
  .choice input {
    inline-size: 14px;
    block-size: 14px;
    margin: 0;
    accent-color: var(--ink);
  }
  @media (pointer: coarse) {
    .choice {
      min-block-size: 44px;
    }
  }
`;
