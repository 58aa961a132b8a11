// What every figure keeps to at any width: what it writes is not cut off at its sides, and covers nothing else.
import { expect, test } from "vitest";
import { mount, onAnEmptyPage, tags } from "./support.js";

onAnEmptyPage();
await Promise.all(tags.map((tag) => import(`../../web/elements/${tag}.js`)));

/** Around the drawing in a figure's picture. */
const MARGIN = 24;

/** Words that cover others on purpose, with paper below them: numbers of discs those of the line that they stand on. @type {Record<string, RegExp>} */
const ON_PAPER = { "phasor-rope": /^\d+ \/ \d+$/ };

/** @param {any} figure @returns {{ text: string, left: number, right: number, top: number, bottom: number }[]} in pixels of the drawing */
function written(figure) {
  const holder = document.createElement("div");
  holder.style.cssText = "position: absolute; left: 0; top: 0; width: max-content";
  holder.innerHTML = figure.toSVG();
  document.body.append(holder);
  try {
    const start = holder.getBoundingClientRect().left + MARGIN;
    return [...holder.querySelectorAll("text")]
      .filter((each) => each.getAttribute("fill") !== "none")
      .map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return {
          text: each.textContent ?? "",
          left: left - start,
          right: right - start,
          top,
          bottom,
        };
      });
  } finally {
    holder.remove();
  }
}

/** Every word that an attribute of the figure may have, alone. @param {any} spec @returns {Record<string, unknown>[]} */
const settings = ({ attributes = {} }) =>
  Object.entries(attributes).flatMap(([name, words]) =>
    Array.isArray(words) ? words.slice(1).map((word) => ({ [name]: word })) : [],
  );

/** What is cut off, and what covers what. @param {any} figure @param {string} tag @param {number} width */
function faults(figure, tag, width) {
  const words = written(figure);
  expect(words.length).toBeGreaterThan(3);
  const cut = words.filter(({ left, right }) => left < -1 || right > width + 1);
  const over = words.flatMap((one, n) =>
    words.slice(n + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 4 && down > 7 ? `${one.text} / ${other.text}` : [];
    }),
  );
  return [
    ...cut.map(({ text, left, right }) => `${text}: ${left.toFixed(1)} to ${right.toFixed(1)}`),
    ...over.filter((each) => !ON_PAPER[tag]?.test(each)),
  ];
}

test.each(
  tags.flatMap((tag) => [375, 700, 1200].map((width) => /** @type {const} */ ([tag, width]))),
)("%s, %i pixels wide, writes within its sides and covers no words", async (tag, width) => {
  const [figure] = await mount(`<div style="width: ${width}px"><${tag}></${tag}></div>`);
  for (const change of [{}, ...settings(figure.constructor.spec)]) {
    figure.reset();
    figure.set(change, { ease: false });
    expect.soft(faults(figure, tag, width), JSON.stringify(change)).toEqual([]);
  }
});
