import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { page as browserPage } from "vitest/browser";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planHeatmap } from "../../web/elements/views/heatmap-view.js";
import { sinusoidal } from "../../web/phasor/index.js";
import { numbersOfText } from "../../web/site/numbers.js";
import { layer, pixelAt, pointer, readOutOf, sizeOf, slide } from "../elements/support.js";
import { closePages, drawn, faultsOf, frames, hearConsole, openPage, session } from "./support.js";

// As tall as the page: figures out of view do not draw.
beforeAll(() => browserPage.viewport(1500, 16000));
afterAll(() => browserPage.viewport(1280, 800));

const FIGURES = ["heatmap", "waves", "clocks", "wavelengths", "similarity", "shift"];

/** @type {Awaited<ReturnType<typeof hearConsole>>} */
let browser;
beforeEach(async () => {
  browser = await hearConsole();
});
afterEach(async () => {
  closePages();
  localStorage.clear();
  await browser.end();
  expect(browser.said).toEqual([]);
});

describe("the text", () => {
  test("the worked example has its numbers", async () => {
    const { document } = await openPage();
    const rows = [...document.querySelectorAll("#example-table tbody tr")].map((row) =>
      [...row.querySelectorAll("data")].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ["0.00000", "1.00000", "0.00000", "1.00000"],
      ["0.84147", "0.54030", "0.01000", "0.99995"],
      ["0.90930", "\u22120.41615", "0.02000", "0.99980"],
    ]);
    const exact = [...document.querySelectorAll("#example-table data")].map((cell) =>
      Number(/** @type {HTMLDataElement} */ (cell).value),
    );
    expect(exact).toEqual([...sinusoidal(3, 4, { dtype: "float64" })]);
  });

  test("the numbers in the page's source are those that the package computes", async () => {
    const source = await (await fetch("/web/site/index.html")).text();
    const parsed = new DOMParser().parseFromString(source, "text/html");
    const places = [...parsed.querySelectorAll("[data-number]")];
    const numbers = numbersOfText();
    expect(places.map((place) => place.getAttribute("data-number")).sort()).toEqual(
      Object.keys(numbers).sort(),
    );
    for (const place of places) {
      expect(place.textContent).toBe(numbers[place.getAttribute("data-number") ?? ""]);
    }
  });
});

describe("the figures", () => {
  test("draw the kernel's values, and the sliders change them", async () => {
    const page = await openPage();
    await drawn(page);
    const heatmap = page.figure("heatmap");
    const table = colourTable("diverging", "light");
    const colourAt = (/** @type {number} */ position, /** @type {number} */ column) => {
      const canvas = layer(heatmap, "data");
      const { frame } = planHeatmap(sizeOf(canvas), {
        orientation: "along",
        positions: { start: 0, end: heatmap.length },
        columns: { start: 0, end: heatmap.dModel },
      });
      return pixelAt(
        canvas,
        frame.left + ((position + 0.5) / heatmap.length) * frame.width,
        frame.top + ((column + 0.5) / heatmap.dModel) * frame.height,
      );
    };
    const before = sinusoidal(128, 64);
    expect(colourAt(100, 5)).toBe(table[entryOf(before[100 * 64 + 5], -1, 1)]);
    slide(heatmap, "width", 32);
    await frames(page.window);
    const after = sinusoidal(128, 32);
    expect(colourAt(100, 5)).toBe(table[entryOf(after[100 * 32 + 5], -1, 1)]);
    expect(table[entryOf(after[100 * 32 + 5], -1, 1)]).not.toBe(
      table[entryOf(before[100 * 64 + 5], -1, 1)],
    );
  });

  test("the strip at the head shows sines", async () => {
    const page = await openPage({ width: 900 });
    await drawn(page);
    const canvas = /** @type {HTMLCanvasElement} */ (page.document.querySelector("#band canvas"));
    const values = sinusoidal(300, 96);
    const table = colourTable("diverging", "light");
    for (const [position, pair] of [
      [0, 0],
      [7, 3],
      [100, 20],
      [299, 47],
    ]) {
      expect(pixelAt(canvas, 3 * position + 1.5, 3 * pair + 1.5)).toBe(
        table[entryOf(values[position * 96 + 2 * pair], -1, 1)],
      );
    }
    expect(page.document.querySelector("#band")?.textContent).toContain("300 positions");
  });

  test("share one crosshair", async () => {
    const page = await openPage();
    await drawn(page);
    const heatmap = page.figure("heatmap");
    const size = sizeOf(layer(heatmap, "data"));
    pointer(heatmap, "pointermove", size.width / 2, size.height / 2);
    await frames(page.window);
    const [, position] = /p = (\d+)/.exec(readOutOf(heatmap)) ?? [];
    expect(position).not.toBe("37");
    expect(readOutOf(page.figure("waves"))).toContain(`p = ${position},`);
    expect(readOutOf(page.figure("similarity"))).toContain(`p = ${position},`);
  });
});

describe("the address", () => {
  test("sets the state", async () => {
    const page = await openPage({
      fragment: "#d-model=32&length=200&position=150&pair=9&wave=cos",
    });
    for (const name of FIGURES) {
      expect(page.figure(name).state).toMatchObject({
        dModel: 32,
        length: 200,
        position: 150,
        pair: 9,
        wave: "cos",
      });
    }
  });

  test("follows the state, and a changed address is followed", async () => {
    const page = await openPage();
    await drawn(page);
    slide(page.figure("waves"), "position", 99);
    await vi.waitFor(() => expect(page.window.location.hash).toBe("#position=99"));
    page.window.location.hash = "#position=12&base=500";
    await vi.waitFor(() => expect(page.figure("heatmap").position).toBe(12));
    expect(page.figure("heatmap").base).toBe(500);
  });

  test("nonsense in it does no harm", async () => {
    const page = await openPage({
      fragment: "#d-model=zwei&length=-4&position=1e9&wave=tan&pair=",
    });
    await drawn(page);
    expect(page.figure("heatmap").state).toMatchObject({
      dModel: 64,
      length: 1,
      position: 0,
      pair: 6,
    });
  });
});

describe("the look", () => {
  test.each([320, 768, 1440])("at %i px nothing sticks out", async (width) => {
    const page = await openPage({ width });
    await drawn(page);
    const { document } = page;
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    for (const element of document.querySelectorAll("main *")) {
      const { right, left } = element.getBoundingClientRect();
      expect(right, element.outerHTML.slice(0, 80)).toBeLessThanOrEqual(width + 0.5);
      expect(left).toBeGreaterThanOrEqual(-0.5);
    }
  });

  test("controls are large enough to hit", async () => {
    const page = await openPage({ width: 320 });
    await drawn(page);
    const roots = [page.document, ...FIGURES.map((name) => page.figure(name))];
    for (const root of roots) {
      for (const control of (root.shadowRoot ?? root).querySelectorAll("button, input, .choice")) {
        if (control.matches('[type="radio"]')) continue; // its label is the target
        const { width, height } = control.getBoundingClientRect();
        expect(Math.min(width, height), control.outerHTML).toBeGreaterThanOrEqual(24);
      }
    }
  });

  test("the switch turns page and figures dark, and is remembered", async () => {
    const page = await openPage();
    await drawn(page);
    const { document, window } = page;
    const paper = () => window.getComputedStyle(document.body).backgroundColor;
    const corner = () => {
      const canvas = layer(page.figure("similarity"), "data");
      return pixelAt(canvas, 52, 32);
    };
    const [lightPaper, lightCorner] = [paper(), corner()];
    expect(lightCorner).toBe(colourTable("sequential", "light")[255]);
    /** @type {HTMLElement} */ (document.querySelector("#scheme")).click();
    await frames(window);
    expect(paper()).not.toBe(lightPaper);
    expect(corner()).toBe(colourTable("sequential", "dark")[255]);
    closePages();
    const again = await openPage();
    expect(again.document.documentElement.dataset.scheme).toBe("dark");
  });
});

describe("accessibility", () => {
  test.each(["light", "dark"])("axe finds nothing, %s", async (scheme) => {
    localStorage.setItem("phasor-scheme", scheme);
    const page = await openPage({ width: 1000 });
    await drawn(page);
    expect(await faultsOf(page)).toEqual([]);
  });

  test.each(["light", "dark"])("colours on paper keep their contrast, %s", async (scheme) => {
    localStorage.setItem("phasor-scheme", scheme);
    const page = await openPage();
    await drawn(page);
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
    for (const name of ["ink", "muted", "position", "dimension", "offset", "sine", "cosine"]) {
      expect(ratio(name), name).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("without WebAssembly", () => {
  test("words stand in the figures' place, and the page stays quiet", async () => {
    await session().send("Page.enable");
    const { identifier } = await session().send("Page.addScriptToEvaluateOnNewDocument", {
      source: "delete globalThis.WebAssembly;",
    });
    try {
      const page = await openPage();
      expect(/** @type {any} */ (page.window).WebAssembly).toBeUndefined();
      for (const name of FIGURES) {
        const figure = page.figure(name);
        await vi.waitFor(() => expect(figure.failure).toBeDefined());
        await figure.updateComplete;
        const words = figure.querySelector(".words");
        expect(words.getBoundingClientRect().height).toBeGreaterThan(20);
        expect(figure.shadowRoot.querySelector("canvas")).toBeNull();
      }
      expect(page.document.querySelector("#example-table")?.textContent).toContain("cos 0.02");
    } finally {
      await session().send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    }
  });
});
