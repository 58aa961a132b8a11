// Every figure, at any width and font size: its text is not cut off or covered.
import { expect, test } from "vitest";
import { some } from "../long.js";
import { expectWhole, faults, settings } from "./faults.js";
import { mount, mountIn, onAnEmptyPage, tags } from "./support.js";

onAnEmptyPage();
await Promise.all(tags.map((tag) => import(`../../web/elements/${tag}.js`)));

/** Every figure is tested at each of these widths, */
const WIDTHS = [280, 300, 320, 340, 400, 480, 560, 640, 700, 780, 860, 980, 1100, 1400];
/** with every keyword of its attributes at these, and lower. */
const FEW = [375, 560, 700, 1200];
test.each(tags)("%s has no text cut off or covered, from 280 to 1400 pixels wide", async (tag) => {
  const [figure] = await mount(`<div><${tag}></${tag}></div>`);
  for (const width of WIDTHS) {
    figure.parentElement.style.width = `${width}px`;
    expect.soft(faults(figure, width), `${width}`).toEqual([]);
  }
});

/** Font sizes and widths. */
const LETTERS = [
  ...FEW.map((width) => [16, width]),
  ...[
    [12, 300],
    [20, 375],
    [24, 700],
    [20, 1000],
    [32, 800],
  ],
];
const lettered = tags.flatMap((tag) =>
  LETTERS.map(([size, width]) => /** @type {[string, number, number]} */ ([tag, size, width])),
);
test.each(some(lettered, 4 * tags.length))(
  "%s has no text cut off or covered with any keyword of its attributes, letters of %i pixels, %i pixels wide",
  async (tag, size, width) => {
    const figure = await mountIn(width, `<${tag} style="--phasor-font-size: ${size}px"></${tag}>`);
    expectWhole(figure, width, [{}, ...settings(figure.constructor.spec)]);
  },
);

test.each(tags)("%s has no text cut off or covered, a fifth lower than it needs", async (tag) => {
  const [figure] = await mount(`<div><${tag} style="display: flex"></${tag}></div>`);
  for (const width of [...FEW, 900]) {
    figure.parentElement.style.width = `${width}px`;
    figure.style.height = "";
    expect.soft(faults(figure, width), `${width}`).toEqual([]);
    const { height } = figure.getBoundingClientRect();
    figure.style.height = `${Math.round(0.8 * height)}px`;
    expect.soft(faults(figure, width), `${width}, lower`).toEqual([]);
  }
});
