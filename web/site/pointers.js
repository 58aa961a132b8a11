// Phrases that move the crosshair of their chapter's figure on hover, and set its state on a click.

import { groupNamed } from "../elements/state/group.js";

/** @import { Group, Mark } from "../elements/state/group.js" */

/** Reads a mark such as "pair=31", limited to the encoding. @param {string} text @param {Group} group @returns {Mark} */
function parseMark(text, { state }) {
  const [name, value] = text.split("=");
  const max = name === "pair" ? state.dModel / 2 - 1 : state.length - 1;
  return { [name]: Math.min(Number(value), max) };
}

/** @param {ParentNode} page */
export function enablePointers(page) {
  for (const phrase of /** @type {NodeListOf<HTMLElement>} */ (
    page.querySelectorAll("[data-show]")
  )) {
    phrase.role = "button";
    phrase.tabIndex = 0;
    const group = groupNamed(phrase.closest("section")?.id ?? "");
    const mark = () => parseMark(phrase.getAttribute("data-show") ?? "", group);
    const point = () => group.point(mark(), phrase);
    const clear = () => group.point(undefined, phrase);
    const pick = () => {
      group.set(mark(), phrase);
      const detail = { ...group.state };
      phrase.dispatchEvent(new CustomEvent("phasor-change", { detail, bubbles: true }));
    };
    phrase.addEventListener("pointerenter", point);
    phrase.addEventListener("focus", point);
    phrase.addEventListener("pointerleave", clear);
    phrase.addEventListener("blur", clear);
    phrase.addEventListener("click", pick);
    phrase.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      pick();
    });
  }
}
