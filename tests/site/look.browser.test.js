// The look of the page: widths, target sizes, colour schemes, contrast, accessibility.
import { describe, expect, test } from "vitest";
import { colourTable } from "../../web/elements/colour/maps.js";
import { pages } from "../../web/site/build/chapters.js";
import { pixelUnder } from "../elements/grab.js";
import { layer } from "../elements/support.js";
import { atRest } from "./rest.js";
import {
  closePages,
  drawAll,
  expectSilence,
  faultsOf,
  figureNames,
  frames,
  inWindow,
  openPage,
  switchScheme,
} from "./support.js";

inWindow();

expectSilence();

const files = Object.keys(pages);

describe("the page", () => {
  test.each(files)(
    "has nothing that overflows, and controls that are large enough: %s",
    async (file) => {
      const page = await openPage({ width: 320, file });
      const names = figureNames(page);
      await drawAll(page, names);
      const roots = [page.document, ...names.map((name) => page.figure(name))];
      for (const root of roots) {
        for (const control of (root.shadowRoot ?? root).querySelectorAll(
          "button, input, summary, .choice, drag-number, .show, #contents a, .bar a",
        )) {
          if (control.matches('[type="radio"], [type="checkbox"], [type="file"], :not(:defined) *'))
            continue;
          const { width, height } = control.getBoundingClientRect();
          if (width === 0) continue; // not shown
          if (!control.matches("drag-number, .do"))
            expect(width, control.outerHTML).toBeGreaterThanOrEqual(24);
          expect(height, control.outerHTML).toBeGreaterThanOrEqual(24);
        }
      }
      for (const width of [320, 768, 1440]) {
        page.frame.style.width = `${width}px`;
        await atRest(page.window);
        const { document } = page;
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
        for (const element of document.querySelectorAll("main *:not(.skip)")) {
          // The content of a scroll container may be wider.
          if (element.closest(".formula, pre, .scroll")?.contains(element.parentElement)) continue;
          const { right, left } = element.getBoundingClientRect();
          expect(right, element.outerHTML.slice(0, 80)).toBeLessThanOrEqual(width + 0.5);
          expect(left, element.outerHTML.slice(0, 80)).toBeGreaterThanOrEqual(-0.5);
        }
      }
    },
  );
});

test("the switch makes page and figures dark, and is remembered", async () => {
  const page = await openPage();
  await drawAll(page, ["similarity"]);
  const { document, window } = page;
  const paper = () => window.getComputedStyle(document.body).backgroundColor;
  /** Along the top row of the square, from its corner on. @param {number} colour */
  const hasColour = (colour) => {
    const canvas = layer(page.figure("similarity"), "still");
    const { left, top } = canvas.getBoundingClientRect();
    return Array.from({ length: 60 }, (_, n) =>
      pixelUnder(canvas, { x: left + 20 + n, y: top + 43 }),
    ).includes(colour);
  };
  const lightPaper = paper();
  expect(hasColour(colourTable("sequential", "light")[255])).toBe(true);
  switchScheme(page);
  await frames(window);
  expect(paper()).not.toBe(lightPaper);
  expect(hasColour(colourTable("sequential", "dark")[255])).toBe(true);
  closePages();
  const second = await openPage();
  expect(second.document.documentElement.dataset.scheme).toBe("dark");
});

describe("the page's accessibility", () => {
  test.each(files)(
    "axe finds nothing in any chapter, light and dark: %s",
    async (file) => {
      const page = await openPage({ width: 1000, file });
      await drawAll(page, figureNames(page));
      expect(await faultsOf(page), "light").toEqual([]);
      switchScheme(page);
      await atRest(page.window);
      expect(await faultsOf(page), "dark").toEqual([]);
    },
    120_000,
  );

  test.each(["light", "dark"])("colours on paper keep their contrast, %s", async (scheme) => {
    localStorage.setItem("phasor-scheme", scheme);
    const page = await openPage();
    await drawAll(page, ["heatmap"]);
    const probes = page.figure("heatmap").shadowRoot.querySelector(".probes");
    const luminance = (/** @type {string} */ name) => {
      const { color } = page.window.getComputedStyle(probes.querySelector(`.${name}`));
      const [r, g, b] = (color.match(/\d+/g) ?? []).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (/** @type {string} */ name) => {
      const [low, high] = [luminance(name), luminance("paper")].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    for (const name of ["ink", "muted", "position", "dimension", "offset", "key", "fifth"]) {
      expect(ratio(name), name).toBeGreaterThanOrEqual(4.5);
    }
  });
});
