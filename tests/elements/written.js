// written.js: the text of a figure and its places, from the figure's own SVG laid over the figure.
import { centreOf } from "./grab.js";

/** @typedef {{ text: string, x: number, y: number, left: number, right: number }} Words the middle and the ends, in CSS pixels of the window */

/**
 * All pieces of text in the figure's SVG.
 * @param {any} figure @param {HTMLElement} handle whose text lies on its middle @param {string} text of that handle
 * @returns {Words[]}
 */
export function writtenIn(figure, handle, text) {
  const holder = document.createElement("div");
  holder.style.cssText = "position: absolute; left: 0; top: 0; width: max-content";
  holder.innerHTML = figure.toSVG();
  document.body.append(holder);
  try {
    const found = [...holder.querySelectorAll("text")]
      .filter((each) => each.getAttribute("fill") !== "none")
      .map((each) => ({ text: (each.textContent ?? "").trim(), box: each.getBoundingClientRect() }))
      .map(({ text, box: { left, right, top, bottom } }) => {
        return { text, left, right, x: (left + right) / 2, y: (top + bottom) / 2 };
      });
    const known = found.find((each) => each.text === text);
    if (!known) throw new Error(`nowhere "${text}" among ${found.map((each) => each.text)}`);
    const { x, y } = centreOf(handle);
    const [dx, dy] = [x - known.x, y - known.y];
    return found.map((each) => ({
      ...each,
      x: each.x + dx,
      y: each.y + dy,
      left: each.left + dx,
      right: each.right + dx,
    }));
  } finally {
    holder.remove();
  }
}

/** @param {Words[]} words @param {string | RegExp} text */
export function wordsOf(words, text) {
  const found = words.find((each) =>
    typeof text === "string" ? each.text === text : text.test(each.text),
  );
  if (!found) throw new Error(`nowhere ${text} among ${words.map((each) => each.text)}`);
  return found;
}
