// What the page's text sets in its figures, step by step and by each button: nothing that a figure then
// writes is cut off or covered.
import { expect, test } from "vitest";
import { patchFor } from "../../web/site/steps.js";
import { faults } from "./faults.js";
import { mount, onAnEmptyPage, tags } from "./support.js";

onAnEmptyPage();
await Promise.all(tags.map((tag) => import(`../../web/elements/${tag}.js`)));

/** @type {Record<string, string>} */
const chapters = import.meta.glob("../../web/site/chapters/*.html", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** @param {Element} element */
const setOf = (element) => element.getAttribute("data-set") ?? "";

/** A chapter's figures, and what is set in each, one after the other. @param {string} html */
function shownIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const figures = [...page.querySelectorAll("figure > *")].filter(({ localName }) =>
    localName.startsWith("phasor-"),
  );
  return figures.map((figure) => {
    const around = figure.closest(".led") ?? page;
    const buttons = (/** @type {Element | Document} */ place) => [
      ...place.querySelectorAll("button[data-set]"),
    ];
    const steps = [...around.querySelectorAll(".step[data-set]")];
    const ways = steps.flatMap((step) => [
      [setOf(step)],
      ...buttons(step).map((button) => [setOf(step), setOf(button)]),
    ]);
    if (steps.length === 0) ways.push(...buttons(around).map((button) => [setOf(button)]));
    const open = /** @type {HTMLElement} */ (figure.cloneNode(false)).outerHTML;
    return { tag: figure.localName, open, ways };
  });
}

/** Widths of figures on the page, and the height that those beside steps have in windows 900 and 768 pixels high. */
const PLACES = [
  { place: "347 px", width: 347, most: "none" },
  { place: "424 × 672 px", width: 424, most: "672px" },
  { place: "566 × 672 px", width: 566, most: "672px" },
  { place: "640 × 778 px", width: 640, most: "778px" },
];
/** Heights of those that stay above the steps on a phone, with their drawings alone. @type {Record<string, number>} */
const PINNED = {
  "phasor-clocks": 328,
  "phasor-ladder": 328,
  "phasor-waves": 396,
  "phasor-wavelengths": 328,
  "phasor-scaling": 328,
};
const style = new CSSStyleSheet();
style.replaceSync(
  ".pinned > ::part(caption), .pinned > ::part(below), .pinned > phasor-clocks::part(controls) { display: none }",
);
document.adoptedStyleSheets.push(style);

const cases = Object.entries(chapters).flatMap(([file, html]) =>
  shownIn(html).flatMap(({ tag, open, ways }) => {
    const name = file.replace(/.*\/(.*)\.html/, "$1");
    const places = PLACES.map((each) => ({ name, height: 0, ...each }));
    const height = PINNED[tag];
    if (height) places.push({ ...places[0], place: "above the steps", height });
    return ways.length > 0 ? places.map((place) => ({ ...place, open, ways })) : [];
  }),
);

test.each(cases)("$name, $place", async ({ width, height, most, open, ways }) => {
  const around = height ? `class="pinned" style="width: ${width}px"` : `style="width: ${width}px"`;
  const [figure] = await mount(`<div ${around}>${open}</div>`);
  if (height) figure.style.blockSize = `${height}px`;
  figure.style.maxBlockSize = most;
  for (const way of ways) {
    for (const text of way) figure.set(patchFor(figure, text), { ease: false });
    expect.soft(faults(figure, width), way.join("; ")).toEqual([]);
  }
});
