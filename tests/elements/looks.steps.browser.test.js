// The page's text sets its figures by steps and buttons. After each one, the figure's text is not
// cut off or covered.
import { expect, test } from "vitest";
import { figureFor, patchFor } from "../../web/site/steps.js";
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

/** A chapter's figures, and the settings of each in order. @param {string} html */
function shownIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const figures = [...page.querySelectorAll("figure > *")].filter(({ localName }) =>
    localName.startsWith("phasor-"),
  );
  return figures.map((figure) => {
    const led = figure.closest(".led");
    const buttons = (/** @type {Element | Document} */ place) => [
      ...place.querySelectorAll("button[data-set]"),
    ];
    const steps = [...(led?.querySelectorAll(".step[data-set]") ?? [])];
    const states = steps.flatMap((step) => [
      [setOf(step)],
      ...buttons(step).map((button) => [setOf(step), setOf(button)]),
    ]);
    if (steps.length === 0) {
      for (const button of buttons(page))
        if (figureFor(button) === figure) states.push([setOf(button)]);
    }
    const open = /** @type {HTMLElement} */ (figure.cloneNode(false)).outerHTML;
    return { tag: figure.localName, open, states, led: led !== null };
  });
}

/** Widths of figures on phones, in windows 375 and 320 pixels wide, */
const PHONE = 347;
const SMALL = 292;
/** next to steps in windows 1024, 1366 and 1440 pixels wide, and alone in those. */
const BESIDE = [424, 606, 680];
const ALONE = [944, 1022, 1096];
/** Figures that are lower next to steps in low windows, and their heights. */
const LOWER = /-(heatmap|ladder|scaling|wavelengths|waves)$/;
const LEAST = "560px";
/** Heights of figures that stay above the steps on a phone, with only their drawings.
 * @type {Record<string, number>} */
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
  shownIn(html).flatMap(({ tag, open, states, led }) => {
    const name = file.replace(/.*\/(.*)\.html/, "$1");
    const places = [PHONE, ...(led ? BESIDE : ALONE)].map((width) => ({
      name,
      place: `${width} px`,
      width,
      height: 0,
    }));
    const height = PINNED[tag];
    if (height) {
      places.push({ name, place: "above the steps", width: PHONE, height });
      places.push({ name, place: "above the steps, on a small phone", width: SMALL, height });
    }
    return states.length > 0 ? places.map((place) => ({ ...place, tag, led, open, states })) : [];
  }),
);

test.each(cases)(
  "$name has no text cut off or covered at any step, $place",
  async ({ width, height, led, open, states }) => {
    const attributes = height
      ? `class="pinned" style="width: ${width}px"`
      : `style="width: ${width}px"`;
    const [figure] = await mount(`<div ${attributes}>${open}</div>`);
    if (height) figure.style.blockSize = `${height}px`;
    else if (led && width > PHONE && LOWER.test(figure.localName)) figure.style.blockSize = LEAST;
    for (const state of states) {
      for (const text of state) figure.set(patchFor(figure, text), { ease: false });
      expect.soft(faults(figure, width), state.join("; ")).toEqual([]);
    }
  },
);
