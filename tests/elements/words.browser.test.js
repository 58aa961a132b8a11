// Words of every figure stand within its drawing, and none on another.
import { expect, test } from "vitest";
import { drawingOf, meet } from "./drawing.js";
import { mount, onAnEmptyPage, tags } from "./support.js";

import.meta.glob("../../web/elements/phasor-*.js", { eager: true });

onAnEmptyPage();

/** On a ruler the place of a handle, on paper, covers the number below it. @param {string} text */
const isNumber = (text) => /^[\d,]+$/.test(text);

test.each(tags.flatMap((tag) => [340, 1200].map((width) => ({ tag, width }))))(
  "<$tag> of $width pixels",
  async ({ tag, width: wanted }) => {
    const [figure] = await mount(`<${tag} style="width: ${wanted}px"></${tag}>`);
    const drawing = drawingOf(figure);
    const words = drawing.words.filter(({ text }) => text.trim());
    const faults = words.flatMap((one, n) => {
      const { left, right, top, bottom, text } = one;
      const isWithin =
        left > -2 && right < drawing.width + 2 && top > -2 && bottom < drawing.height + 2;
      const others = words.slice(n + 1).filter((other) => meet(one, other, 6, 6));
      return [
        ...(isWithin ? [] : [`“${text}” is cut off`]),
        ...others
          .filter((other) => !(isNumber(text) && isNumber(other.text)))
          .map((other) => `“${text}” and “${other.text}” stand on each other`),
      ];
    });
    expect(faults).toEqual([]);
  },
);
