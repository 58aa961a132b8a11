import { describe, expect, test } from "vitest";
import { chaptersOf, pages } from "../../web/site/build/chapters.js";
import { until } from "../until.js";
import { atRest } from "./rest.js";
import { drawAll, expectSilence, figureNames, inWindow, openPage, session } from "./support.js";

inWindow();

/** Figures that share the page's parameters and crosshair. */
const LINKED = ["heatmap", "waves", "clocks", "similarity", "shift"];
const files = Object.keys(pages);

expectSilence();

describe("the chapters", () => {
  test.each(files)(
    "are complete, in the contents and under headings in order: %s",
    async (file) => {
      const { document } = await openPage({ file });
      const names = [...document.querySelectorAll("main section")].map(({ id }) => id);
      expect(names).toEqual(chaptersOf(file).map(({ name }) => name));
      const links = [...document.querySelectorAll("#contents li:not(.part) > a")];
      expect(links.map((link) => link.getAttribute("href"))).toEqual(
        names.map((name) => `#${name}`),
      );
      let before = 0;
      for (const heading of document.querySelectorAll("h1, h2, h3")) {
        const level = Number(heading.localName[1]);
        expect(level, heading.textContent ?? "").toBeLessThanOrEqual(before + 1);
        before = level;
      }
    },
  );

  test.each(files)("each have fallback text and a caption for their figures: %s", async (file) => {
    const { document } = await openPage({ file });
    for (const { name } of chaptersOf(file)) {
      for (const figure of document.querySelectorAll(`#${name} figure`)) {
        expect(figure.querySelector(".words")?.textContent?.length, name).toBeGreaterThan(80);
        const led = figure.closest(".led");
        if (led) {
          expect(led.querySelectorAll(".step").length, name).toBeGreaterThan(2);
          expect(led.querySelector(".led-caption .embed"), name).toBeTruthy();
          continue;
        }
        expect(figure.querySelector("figcaption")?.textContent?.length).toBeGreaterThan(120);
      }
    }
  });

  test.each(files)("have no unfinished text: %s", async (file) => {
    const { document } = await openPage({ file });
    expect(document.querySelector("tex")).toBeNull();
    expect(document.querySelector("main")?.textContent).not.toMatch(/\{\{|\}\}|\[@|<tex/);
    for (const link of document.querySelectorAll('a[href^="#"]')) {
      const target = link.getAttribute("href")?.slice(1) ?? "";
      expect(document.getElementById(target), target).toBeTruthy();
    }
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe("the figures of the page", () => {
  test.each(files)(
    "all draw when they are scrolled into view, and not before: %s",
    async (file) => {
      const page = await openPage({ file });
      expect(page.document.querySelectorAll("main figure > :defined[group]").length).toBeLessThan(
        6,
      );
      await drawAll(page, figureNames(page));
      expect(page.document.querySelector(".failed")).toBeNull();
    },
  );

  test("do not change each other", async () => {
    const page = await openPage();
    await drawAll(page, LINKED);
    page.figure("heatmap").change({ dModel: 32, position: 5, base: 10 });
    for (const name of LINKED.filter((linked) => linked !== "heatmap"))
      expect(page.figure(name).state).toMatchObject({ dModel: 64, position: 37, base: 10000 });
  });

  test("are exported as they are shown", async () => {
    const page = await openPage();
    await drawAll(page, ["clocks"]);
    const clocks = page.figure("clocks");
    const details = clocks.closest(".led").querySelector(".embed");
    const code = () => details.querySelector("code").textContent;
    expect(code()).toContain("<phasor-clocks></phasor-clocks>");
    clocks.change({ position: 41 });
    details.open = true;
    await until(() => expect(code()).toContain(' position="41"'));
  });
});

describe("the page's address", () => {
  test("sets the state", async () => {
    const page = await openPage({
      fragment:
        "#table.d-model=32&table.length=200&table.position=150&table.pair=9&clocks.position=5",
    });
    await drawAll(page, LINKED);
    expect(page.figure("heatmap").state).toMatchObject({
      dModel: 32,
      length: 200,
      position: 150,
      pair: 9,
    });
    expect(page.figure("clocks").position).toBe(5);
    expect(page.figure("similarity").state).toMatchObject({ dModel: 64, position: 37 });
  });

  test("follows the state, and the state follows a changed address", async () => {
    const page = await openPage();
    await drawAll(page, ["waves"]);
    page.figure("waves").change({ position: 99 });
    await until(() => expect(page.window.location.hash).toBe("#formula.position=99"));
    page.window.location.hash = "#formula.position=12&formula.base=500";
    await until(() => expect(page.figure("waves").position).toBe(12));
    expect(page.figure("waves").base).toBe(500);
  });

  test("keeps the state of single figures, and restores it", async () => {
    const page = await openPage({ fragment: "#shift.parts=sine&similarity.position=5" });
    await drawAll(page, ["shift", "similarity"]);
    expect(page.figure("shift").parts).toBe("sine");
    page.figure("similarity").change({ measure: "cosine" });
    await until(() =>
      expect(page.window.location.hash).toBe(
        "#shift.parts=sine&similarity.position=5&similarity.measure=cosine",
      ),
    );
  });

  test("keeps the state of figures that have not loaded yet", async () => {
    const page = await openPage({ fragment: "#shift.parts=sine" });
    await drawAll(page, ["waves"]);
    const number = /** @type {HTMLElement} */ (page.document.querySelector("drag-number"));
    number.focus({ preventScroll: true });
    number.dispatchEvent(new page.window.KeyboardEvent("keydown", { key: "ArrowRight" }));
    await until(() =>
      expect(page.window.location.hash).toBe("#formula.position=38&shift.parts=sine"),
    );
  });

  test.each([
    ["similarity", "#show=similarity&similarity.measure=cosine"],
    ["bias", "#show=bias&query=20"], // below questions
  ])(
    "a link leads to <phasor-%s>, and stays there while the page above it grows",
    async (name, fragment) => {
      const page = await openPage({ fragment });
      const figure = page.figure(name);
      const place = figure.closest("figure");
      await until(() => expect(place.classList.contains("shown")).toBe(true));
      await atRest(page.window);
      const [above] = page.document.querySelectorAll("main section");
      /** @type {HTMLElement} */ (above).style.paddingBlockEnd = "500px";
      await atRest(page.window);
      const margin = Number.parseFloat(
        page.window.getComputedStyle(page.document.documentElement).scrollPaddingTop,
      );
      const target = name === "bias" ? figure : place;
      expect(Math.abs(target.getBoundingClientRect().top - margin)).toBeLessThan(2);
    },
  );

  test("holds chapter and state, and reset does not move the page", async () => {
    const page = await openPage({ fragment: "#similarity" });
    await drawAll(page, ["similarity"]);
    const similarity = page.figure("similarity");
    similarity.change({ measure: "cosine", position: 5, second: 47 });
    await until(() =>
      expect(page.window.location.hash).toBe(
        "#similarity&similarity.position=5&similarity.measure=cosine",
      ),
    );
    similarity.reset();
    await until(() => expect(page.window.location.hash).toBe("#similarity"));
  });

  test("may contain nonsense without harm", async () => {
    const page = await openPage({
      fragment:
        "#table.d-model=zwei&table.length=-4&table.position=1e9&table.wave=tan&table.pair=&shift.parts=none",
    });
    await drawAll(page, ["heatmap", "shift"]);
    expect(page.figure("heatmap").state).toMatchObject({
      dModel: 64,
      length: 1,
      position: 0,
      pair: 6,
    });
  });
});

describe("without WebAssembly", () => {
  test("the page shows text instead of figures, gives the reason, and logs no error", async () => {
    await session().send("Page.enable");
    const { identifier } = await session().send("Page.addScriptToEvaluateOnNewDocument", {
      source: "delete globalThis.WebAssembly;",
    });
    try {
      const page = await openPage();
      expect(/** @type {any} */ (page.window).WebAssembly).toBeUndefined();
      const notice = /** @type {HTMLElement} */ (page.document.querySelector("#unable"));
      expect(notice.hidden).toBe(false);
      for (const name of LINKED) {
        const figure = page.figure(name);
        figure.scrollIntoView();
        await until(() => expect(figure.failure).toBeDefined());
        await figure.updateComplete;
        const words = figure.querySelector(".words");
        expect(words.getBoundingClientRect().height).toBeGreaterThan(20);
        expect(figure.shadowRoot.querySelector("canvas")).toBeNull();
      }
    } finally {
      await session().send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    }
  });
});
