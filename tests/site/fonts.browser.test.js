// The fonts that stand in for the page's fonts until those are loaded are as wide.
import { expect, test } from "vitest";
import sheet from "../../web/site/fonts.css?raw";
import { expectSilence, openPage } from "./support.js";

expectSilence();

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

test.each([
  ["STIX Two Text Variable", "STIX stand-in", TIMES],
  ["Source Sans 3 Variable", "Source Sans stand-in", HELVETICA],
])("%s", async (family, standIn, metrics) => {
  const { document } = await openPage();
  const font = `100px "${family}"`;
  expect(await document.fonts.load(font, TEXT)).toHaveLength(1);
  const context = /** @type {CanvasRenderingContext2D} */ (
    document.createElement("canvas").getContext("2d")
  );
  context.font = font;
  const advance = widthIn(metrics);
  const width = [...TEXT].reduce((sum, letter) => sum + 100 * advance(letter), 0);
  const [, adjust] = new RegExp(`"${standIn}";[^}]*size-adjust: ([\\d.]+)%`).exec(sheet) ?? [];
  expect(
    Math.abs(context.measureText(TEXT).width / width / (Number(adjust) / 100) - 1),
  ).toBeLessThan(0.01);
});
