// faults.js: finds text in a figure that cannot be read, because it is cut off or something covers
// it.
import { expect } from "vitest";
import { recordingOf } from "./recorder.js";

/** @import { Box } from "./recorder.js" */

/** The text of a figure, and the areas that it fills with a colour. @param {any} figure */
function textBoxes(figure) {
  const filled = recordingOf(figure)
    .map(({ box, ...drawing }, order) => ({ ...drawing, ...box, order }))
    .filter(({ kind, alpha }) => kind === "image" || (/text|fill/.test(kind) && alpha > 0.5));
  return {
    words: filled.filter(({ kind }) => kind === "text"),
    shapes: filled.filter(({ kind }) => kind !== "text"),
  };
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
  const { words, shapes } = textBoxes(figure);
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
  const under = words.filter((word) =>
    shapes.some((shape) => shape.order > word.order && shared(word, shape).some),
  );
  return [
    ...cut.map(
      ({ text, left, right, top, bottom }) =>
        `cut off: ${text}: ${[left, right, top, bottom].map((at) => at.toFixed(1)).join(" ")} of ${width} × ${height}`,
    ),
    ...over.map((pair) => `over pair other: ${pair}`),
    ...under.map(({ text }) => `covered: ${text}`),
  ];
}

/** A figure's text is neither cut off nor covered with any of these settings.
 * @param {any} figure @param {number} width @param {Record<string, unknown>[]} changes */
export function expectWhole(figure, width, changes) {
  for (const change of changes) {
    figure.reset();
    figure.set(change, { ease: false });
    expect.soft(faults(figure, width), `${width} px, ${JSON.stringify(change)}`).toEqual([]);
  }
}

/** Settings with one attribute each: every keyword that an attribute of the figure allows.
 * @param {any} spec @returns {Record<string, unknown>[]} */
export const settings = ({ attributes = {} }) =>
  Object.entries(attributes).flatMap(([name, words]) =>
    Array.isArray(words) ? words.map((word) => ({ [name]: word })) : [],
  );
