// Figures with very long and very short texts, and with very wide and very narrow vectors: their
// text is not cut off or covered.
import { test } from "vitest";
import { LONG } from "../long.js";
import { expectWhole, settings } from "./faults.js";
import { mount, mountIn, onAnEmptyPage, tags } from "./support.js";

onAnEmptyPage();
await Promise.all(tags.map((tag) => import(`../../web/elements/${tag}.js`)));

const EXTREMES = [
  { length: 2 ** 20, position: 700_000, second: 900_000, dModel: 512, pair: 6 },
  { length: 4096, position: 4095, second: 0, dModel: 128, pair: 63, base: 500_000 },
  { length: 2048, position: 0, second: 2047, dModel: 1024, pair: 511, base: 1e6 },
  { length: 86_856, position: 86_855, second: 86_855, dModel: 20, pair: 2 },
  { length: 2, position: 1, second: 0, dModel: 2, pair: 0 },
];

const WIDTHS = LONG ? [288, 375, 600, 1000] : [288, 600];

test.each(tags.flatMap((tag) => WIDTHS.map((width) => /** @type {const} */ ([tag, width]))))(
  "%s has no text cut off or covered, %i pixels wide",
  async (tag, width) => {
    const figure = await mountIn(width, `<${tag}></${tag}>`);
    const words = [{}, ...settings(figure.constructor.spec)];
    for (const extreme of EXTREMES)
      expectWhole(
        figure,
        width,
        words.map((change) => ({ ...extreme, ...change })),
      );
  },
);

test.each(tags)("%s draws itself in a height that is too low for it", async (tag) => {
  await mount(`<${tag} style="display: flex; height: 300px"></${tag}>`);
});
