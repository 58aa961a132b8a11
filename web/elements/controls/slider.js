// A labelled slider with its value and unit.
import { html } from "lit";
import { live } from "lit/directives/live.js";

/**
 * @typedef {object} Slider
 * @property {string} name
 * @property {string} symbol the letter that stands for it in the text
 * @property {number} value
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {string} text the value with its unit
 * @property {"position" | "dimension" | "offset" | "plain"} accent
 * @property {(value: number) => void} input
 */

/** @param {Slider} slider */
export function sliderTemplate({ name, symbol, value, min, max, step, text, accent, input }) {
  const id = name.replace(/\W+/g, "-");
  return html`
    <div class="slider ${accent}" part="slider">
      <label for=${id}>${name} <i>${symbol}</i></label>
      <output for=${id} aria-hidden="true">${text}</output>
      <input
        id=${id}
        type="range"
        min=${min}
        max=${max}
        step=${step}
        .value=${live(String(value))}
        aria-valuetext=${text}
        @input=${(/** @type {Event} */ event) =>
          input(Number(/** @type {HTMLInputElement} */ (event.target).value))}
      />
    </div>
  `;
}

/** Bases worth having: 1, 2 and 5 times powers of ten. */
const BASES = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];

/** @param {number} base @returns {number} the place of the nearest on a slider */
export function placeOfBase(base) {
  const far = (/** @type {number} */ candidate) => Math.abs(Math.log(candidate / base));
  return BASES.reduce((best, candidate, at) => (far(candidate) < far(BASES[best]) ? at : best), 0);
}

/** @param {number} place */
export const baseAt = (place) => BASES[place];

export const LAST_BASE = BASES.length - 1;

/** Lengths on a slider: powers of two, from 8 to the last at which every position is a number. */
const SHORTEST = 3;

/** @param {number} length @returns {number} the place of the nearest on a slider */
export const placeOfLength = (length) =>
  Math.min(Math.max(Math.round(Math.log2(length)) - SHORTEST, 0), LAST_LENGTH);

/** @param {number} place */
export const lengthAt = (place) => 2 ** (place + SHORTEST);

export const LAST_LENGTH = 53 - SHORTEST;
