// The wrong line of code behind each bug, and the right one: in a program of a few lines, of which each bug
// changes one. Columns c of row p:
//
//   p = arange(L)
//   w = base ** (-2 * (c // 2) / d)
//   angle = p * w
//   pe = where(c % 2 == 0, sin(angle), cos(angle))
import { create } from "../core/html.js";

/** @import { Bug } from "./bugs-model.js" */

/** @typedef {readonly [wrong: string, right: string]} Lines */

const W = "w = base ** (-2 * (c // 2) / d)";
const PE = "pe = where(c % 2 == 0, sin(angle), cos(angle))";

/** A table has missing numbers because of its data, not of a line. @param {number} base @returns {Record<Exclude<Bug, "nan">, Lines>} */
export const tableLines = (base) => ({
  exponent: ["w = base ** (-c / d)", W],
  multiplied: ["w = base ** (2 * (c // 2) / d)", W],
  base: [`base = ${10 * base}`, `base = ${base}`],
  spacing: ["w = base ** (-2 * (c // 2) / (d - 2))", W],
  start: ["p = arange(1, L + 1)", "p = arange(L)"],
  floor: ["angle = p // base ** (2 * (c // 2) / d)", "angle = p / base ** (2 * (c // 2) / d)"],
  constant: ["p = zeros(L)", "p = arange(L)"],
  concatenated: ["pe = hstack([sin(angle[:, ::2]), cos(angle[:, ::2])])", PE],
  swapped: ["pe = where(c % 2 == 0, cos(angle), sin(angle))", PE],
  float16: ["angle = float16(float16(p) * float16(w))", "angle = p * w"],
  bfloat16: ["angle = bfloat16(bfloat16(p) * bfloat16(w))", "angle = p * w"],
});

/** @typedef {{ element: HTMLElement, shown: string }} Place */
/** @type {WeakMap<object, Place>} */
const places = new WeakMap();

/**
 * An element that has the wrong line beside the right one, for each bug.
 * @param {object} figure @param {Lines[]} lines
 */
export function codeFor(figure, lines) {
  const place = places.get(figure) ?? { element: create("div", { class: "lines" }), shown: "" };
  places.set(figure, place);
  const text = JSON.stringify(lines);
  if (place.shown !== text) {
    place.shown = text;
    place.element.replaceChildren(
      ...lines.flatMap(([wrong, right]) => [
        create("p", { class: "wrong" }, ["wrong", create("code", {}, [wrong])]),
        create("p", { class: "right" }, ["right", create("code", {}, [right])]),
      ]),
    );
  }
  return place.element;
}
