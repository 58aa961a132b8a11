// faults.js: finds text in a figure that cannot be read, because it is cut off or something covers
// it.
import { expect } from "vitest";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box in pixels of the drawing */
/** @typedef {Box & { text: string, order: number, slanted: boolean }} Words order: what is drawn
 * later is on top */

/** The text of a figure, and the areas that it fills with a colour. @param {any} figure */
function drawn(figure) {
  const holder = document.createElement("div");
  holder.style.cssText = "position: absolute; left: 0; top: 0; width: max-content";
  holder.innerHTML = figure.toSVG();
  document.body.append(holder);
  try {
    const start = holder.getBoundingClientRect();
    const all = [...holder.querySelectorAll("[transform]:is(text, path, rect, image)")];
    const [, beside, above] = /translate\(([\d.]+) ([\d.]+)\)/.exec(all[0].outerHTML) ?? [];
    const boxOf = (/** @type {Element} */ each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const [x, y] = [start.left + Number(beside), start.top + Number(above)];
      return { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
    };
    const filled = all.filter(
      (each) =>
        each.localName === "image" ||
        (each.getAttribute("fill") !== "none" && Number(each.getAttribute("opacity") ?? 1) > 0.5),
    );
    const words = filled
      .filter(({ localName }) => localName === "text")
      .map((each) => ({
        text: each.textContent ?? "",
        ...boxOf(each),
        order: all.indexOf(each),
        slanted: /rotate/.test(each.getAttribute("transform") ?? ""),
      }));
    const shapes = filled
      .filter(({ localName }) => localName !== "text")
      .map((each) => ({ ...boxOf(each), order: all.indexOf(each) }));
    return { words, shapes };
  } finally {
    holder.remove();
  }
}

/** By how much two boxes overlap. @param {Box} one @param {Box} other */
function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return { across, down, some: across > 4 && down > 7 };
}

/** Text that is cut off or covered, except slanted words, whose boxes always overlap.
 * @param {any} figure @param {number} width */
export function faults(figure, width) {
  const { words, shapes } = drawn(figure);
  const { height } = figure.view;
  expect(words.length).toBeGreaterThan(2);
  const cut = words.filter(
    ({ left, right, top, bottom }) =>
      left < -1 || right > width + 1 || top < -3 || bottom > height + 3,
  );
  const over = words.flatMap((one, n) =>
    words
      .slice(n + 1)
      .flatMap((other) =>
        shared(one, other).some && !(one.slanted && other.slanted)
          ? `${one.text} / ${other.text}`
          : [],
      ),
  );
  const under = words.filter((each) =>
    shapes.some((shape) => shape.order > each.order && shared(each, shape).some),
  );
  return [
    ...cut.map(
      ({ text, left, right, top, bottom }) =>
        `cut off: ${text}: ${[left, right, top, bottom].map((at) => at.toFixed(1)).join(" ")} of ${width} × ${height}`,
    ),
    ...over.map((each) => `over each other: ${each}`),
    ...under.map(({ text }) => `covered: ${text}`),
  ];
}

/** Settings with one attribute each: every keyword that an attribute of the figure allows.
 * @param {any} spec @returns {Record<string, unknown>[]} */
export const settings = ({ attributes = {} }) =>
  Object.entries(attributes).flatMap(([name, words]) =>
    Array.isArray(words) ? words.map((word) => ({ [name]: word })) : [],
  );
