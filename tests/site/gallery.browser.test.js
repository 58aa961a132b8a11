import { describe, expect, test } from "vitest";
import guide from "../../docs/embedding.md?raw";
import { inked } from "../elements/support.js";
import { until } from "../until.js";
import { atRest } from "./rest.js";
import { expectSilence, faultsOf, inWindow, openPage, switchScheme } from "./support.js";

// As tall as the gallery, because figures out of view do not draw.
inWindow(1500, 24_000);

expectSilence();

/** @param {Element} figure */
function isDrawn(figure) {
  const canvases = [...(figure.shadowRoot?.querySelectorAll("canvas") ?? [])];
  return canvases.length > 1 && canvases.some(inked);
}

/** @param {Parameters<typeof openPage>[0]} [options] */
async function openGallery(options) {
  const page = await openPage({ ...options, height: 24_000, file: "gallery.html" });
  // A figure finds out by the window whether it is near, and the frame is larger than the window.
  const sections = await until(() => {
    const sections = [...page.document.querySelectorAll("#gallery > section")];
    expect(sections.length).toBeGreaterThan(0);
    expect(sections.every((section) => section.querySelector("figure > *:defined"))).toBe(true);
    return sections;
  });
  const figures = sections.map(
    (section) => /** @type {any} */ (section.querySelector("figure > *")),
  );
  for (const figure of figures) figure.near = true;
  for (const figure of figures) {
    await until(() => expect(isDrawn(figure), figure.localName).toBe(true));
  }
  return { ...page, sections };
}

describe("the gallery", { timeout: 90_000 }, () => {
  test("has every figure of the guide, drawn, above the guide's own lines", async () => {
    const { sections } = await openGallery();
    const files = Object.keys(import.meta.glob("../../web/elements/phasor-*.js"));
    const tags = files.map((file) => file.replace(/^.*\/(.*)\.js$/, "$1")).sort();
    const shown = sections.map((section) => section.querySelector("figure > *")?.localName);
    expect([...shown].sort()).toEqual(tags);
    sections.forEach((section, n) => {
      const file = section.querySelector('[data-way="file"]')?.textContent ?? "";
      const [script, html] = file.split(/\n(.*)/s);
      expect(script).toBe('<script src="figures.js"></script>');
      expect(guide).toContain(`\n${html}\n\`\`\``);
      const figure = section.querySelector("figure > *");
      expect(html).toContain(`<${shown[n]}`);
      for (const { name, value } of figure?.attributes ?? []) {
        expect(html).toContain(value === "" ? name : `${name}="${value}"`);
      }
    });
  });

  test("has nothing wider than itself", async () => {
    const { frame, document, window } = await openGallery({ width: 320 });
    for (const width of [320, 1000]) {
      frame.style.width = `${width}px`;
      await atRest(window);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  });

  test.each(["light", "dark"])("lists the figures with their pictures, %s", async (scheme) => {
    localStorage.setItem("phasor-scheme", scheme);
    const { document, window } = await openPage({ file: "gallery.html" });
    const links = [...document.querySelectorAll("#contents a")];
    expect(links).toHaveLength(20);
    for (const link of links) {
      const images = [...link.querySelectorAll("img")];
      // Where no picture has loaded, its place has the picture's shape.
      for (const image of images) {
        const size = ["width", "height"].map((name) => image.getAttribute(name));
        expect(size).toEqual(["640", "480"]);
      }
      const visible = images.filter((image) => window.getComputedStyle(image).display !== "none");
      expect(visible.map(({ src }) => src)).toEqual([
        expect.stringContaining(`pictures/${link.textContent}-${scheme}.svg`),
      ]);
      await until(() => expect(visible[0].naturalWidth).toBe(640));
      expect(visible[0].getBoundingClientRect().height).toBeGreaterThan(120);
    }
  });

  test("has no finding of axe, light and dark", async () => {
    const page = await openGallery();
    expect(await faultsOf(page), "light").toEqual([]);
    switchScheme(page);
    await atRest(page.window);
    expect(await faultsOf(page), "dark").toEqual([]);
  });
});
