// Fills the worked example with its numbers.

import { fixed } from "../elements/canvas/numbers.js";
import { sinusoidal } from "../phasor/index.js";

const LENGTH = 3;
const WIDTH = 4;
/** So many decimals tell cos 0.01 from 1. */
const DECIMALS = 5;

/**
 * Every cell says what it is the value of; its value goes below.
 * @param {ParentNode} page
 */
export function fillExample(page) {
  const table = sinusoidal(LENGTH, WIDTH, { dtype: "float64" });
  for (const cell of page.querySelectorAll("[data-entry]")) {
    put(cell, table[Number(cell.getAttribute("data-entry"))]);
  }
}

/** @param {Element} cell @param {number} value */
function put(cell, value) {
  const expression = document.createElement("small");
  expression.textContent = cell.textContent;
  const number = document.createElement("data");
  number.value = String(value);
  number.textContent = fixed(value, DECIMALS);
  cell.replaceChildren(number, expression);
}
