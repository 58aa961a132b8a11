// The page's fonts: their size, their licences, and the widths of their fallback fonts.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { beforeAll, describe, expect, test } from "vitest";
import { advances } from "../../web/site/build/card.js";
import { FOLDER, fontLicences, makeFonts, PLAIN, STAND_INS } from "../../web/site/build/fonts.js";

beforeAll(makeFonts);

const sheet = () => readFileSync(`${FOLDER}fonts.css`, "utf8");

test("all fonts together have at most 150 KB", () => {
  const files = new Set(
    [...sheet().matchAll(/url\("\.\/([\w-]+\.woff2)"\)/g)].map(([, file]) => file),
  );
  const sizes = [...files].map((file) => statSync(`${FOLDER}${file}`).size);
  expect(sizes.length).toBeGreaterThan(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150 * 1024);
});

test("each font has its licence", () => {
  const text = fontLicences();
  expect(text.match(/SIL OPEN FONT LICENSE Version 1\.1/gi)?.length).toBe(3);
  for (const name of ["stix-two-text", "stix-two-math", "source-sans-3"])
    expect(text).toContain(name);
});

/** A sentence with English frequencies of letters. */
const TEXT =
  "a transformer reads all words at once and cannot tell which came first. so each word carries a row of " +
  "clock hands that says where it stands. an ordinary clock works in the same way: its hands take seconds, " +
  "minutes and hours for a turn. each is ambiguous alone; together they name every second of half a day.";

/** Widths of letters in thousandths of the size, from the metrics that Adobe published for both. */
const TIMES =
  " 250 a444 b500 c444 d500 e444 f333 g500 h500 i278 k500 l278 m778 n500 o500 p500 r333 s389 t278 u500 v500 w722 y500 .250 ,250 ;278 :278";
const HELVETICA =
  " 278 a556 b556 c500 d556 e556 f278 g556 h556 i222 k500 l222 m833 n556 o556 p556 r333 s500 t278 u556 v500 w722 y500 .278 ,278 ;278 :278";

/** @param {string} list */
const widthIn = (list) => {
  const widths = new Map(
    [...list.matchAll(/(?<=^|\d ?)([ a-z.,;:])(\d{3})/g)].map(([, letter, width]) => [
      letter,
      Number(width) / 1000,
    ]),
  );
  return (/** @type {string} */ letter) => /** @type {number} */ (widths.get(letter));
};

/** @param {(letter: string) => number} advance */
const widthOf = (advance) => [...TEXT].reduce((sum, letter) => sum + advance(letter), 0);

describe("fallback fonts are as wide as the page's fonts:", () => {
  const adjust = (/** @type {string} */ family) =>
    /** @type {number} */ (STAND_INS.find((each) => each.family === family)?.adjust);

  test("Times for the text", () => {
    const wide = widthOf(advances(readFileSync(PLAIN))) / widthOf(widthIn(TIMES));
    expect(Math.abs(wide / adjust("STIX stand-in") - 1)).toBeLessThan(0.01);
  });

  test("Helvetica for the rest", async () => {
    const file = createRequire(import.meta.url).resolve(
      "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    );
    const font = await subsetFont(readFileSync(file), TEXT, {
      targetFormat: "truetype",
      variationAxes: { wght: 400 },
    });
    const wide = widthOf(advances(font)) / widthOf(widthIn(HELVETICA));
    expect(Math.abs(wide / adjust("Source Sans stand-in") - 1)).toBeLessThan(0.01);
  });
});
