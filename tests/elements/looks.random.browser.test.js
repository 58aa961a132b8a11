// Figures with random settings, the same in every run: their text is not cut off or covered.
import { test } from "vitest";
import { LONG } from "../long.js";
import { expectWhole, settings } from "./faults.js";
import { mount, onAnEmptyPage, tags } from "./support.js";

onAnEmptyPage();
await Promise.all(tags.map((tag) => import(`../../web/elements/${tag}.js`)));

/** For each figure. */
const SETTINGS = LONG ? 200 : 8;

/** Numbers from 0 to 1 that follow from a seed (mulberry32). @param {number} seed */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each(tags.map((tag, n) => /** @type {const} */ ([tag, n])))(
  "%s has no text cut off or covered with random settings",
  async (tag, n) => {
    const random = randomNumbers(1000 * Number(import.meta.env.SEED) + n);
    /** Spread evenly on a logarithmic scale. @param {number} low @param {number} high */
    const between = (low, high) => Math.round(low * (high / low) ** random());
    const [figure] = await mount(`<div><${tag}></${tag}></div>`);
    const words = settings(figure.constructor.spec);
    for (let n = 0; n < SETTINGS; n++) {
      const width = between(288, 1200);
      const length = between(2, 2 ** 20);
      const pairs = between(1, 512);
      const at = () =>
        Math.round((length - 1) * [0, random(), random(), 1][Math.floor(4 * random())]);
      const setting = {
        length,
        dModel: 2 * pairs,
        base: between(10, 1e6),
        position: at(),
        second: at(),
        pair: Math.floor(pairs * random()),
        ...words[Math.floor((words.length + 1) * random())],
      };
      figure.parentElement.style.width = `${width}px`;
      expectWhole(figure, width, [setting]);
    }
  },
);
