// Links to the figures of the built page: one reader shares a figure, another opens the link.
import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { browse } from "../engines/page.js";
import { some } from "../long.js";
import { atRest } from "./rest.js";

/** @typedef {{ name: string, section: string, group: string, shared: string[], state: Record<string, unknown>, attributes: Record<string, unknown>, span: string }} Shown */

/** @type {Awaited<ReturnType<typeof browse>>} */
let site;
/** Every figure in the state in which the page made it. @type {Shown[]} */
let untouched;
/** The page of the reader who shares. @type {import("playwright").Page} */
let maker;
beforeAll(async () => {
  site = await browse();
  maker = await open("");
  pages.length = 0;
  untouched = await look(maker);
});
afterAll(() => site.close());
/** @type {import("playwright").Page[]} */
const pages = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

/** Imports the figures' modules, so that a test need not wait until the page fetches them. */
const modules = readdirSync(new URL("../../build/site/assets", import.meta.url)).filter((file) =>
  /^phasor-.*\.js$/.test(file),
);

/** Records the places that are highlighted, because the highlight ends after a while. */
const NOTE = `globalThis.shown = [];
new MutationObserver((records) => {
  for (const { target } of records)
    if (target.classList.contains("shown") && !shown.includes(target)) shown.push(target);
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });`;

async function newPage() {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 800 } });
  pages.push(page);
  return page;
}

/** Opens the page at a fragment, and waits until every figure is defined and nothing moves.
 * @param {string} fragment */
async function open(fragment, file = "index.html") {
  const page = await newPage();
  await page.addInitScript(NOTE);
  await page.goto(`${site.address}${file}${fragment}`);
  await page.locator("main.ready").waitFor();
  // As a string, because Vitest rewrites imports in functions.
  await page.evaluate(`Promise.all([${modules.map((file) => `import("/assets/${file}")`)}])`);
  await page.evaluate(`(${atRest})(window)`);
  return page;
}

/** What each figure shows. @param {import("playwright").Page} page @returns {Promise<Shown[]>} */
const look = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main figure > *")]
      .filter(({ localName }) => localName.startsWith("phasor-"))
      .map((element) => {
        const figure = /** @type {any} */ (element);
        return {
          name: figure.id || figure.localName.replace("phasor-", ""),
          section: figure.closest("section").id,
          group: figure.group,
          shared: figure.spec.shared ?? [],
          state: { ...figure.state },
          attributes: { ...figure.attributeValues },
          span: figure.span,
        };
      }),
  );

/** The figures that are or were highlighted.
 * @param {import("playwright").Page} page @returns {Promise<string[]>} */
const stoodOut = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (globalThis).shown.map((/** @type {Element} */ place) => {
      const figure = /** @type {Element} */ (
        [...place.querySelectorAll("*")].find(({ localName }) => localName.startsWith("phasor-"))
      );
      return figure.id || figure.localName.replace("phasor-", "");
    }),
  );

/** Changes a figure like a reader, and returns its link.
 * @param {import("playwright").Page} page @param {{ at: number, toDefaults: boolean }} what */
const share = (page, what) =>
  page.evaluate(({ at, toDefaults }) => {
    const figure = /** @type {any} */ (
      [...document.querySelectorAll("main figure > *")].filter(({ localName }) =>
        localName.startsWith("phasor-"),
      )[at]
    );
    const { attributes = {}, shared = [] } = figure.spec;
    /** @type {Record<string, unknown>} */
    const texts = {
      sentence: "one two & three",
      order: "2 1 0",
      highlight: "3 5",
      config: '{"head_dim": 64, "rope_theta": 500000}',
      rules: "yarn",
      preset: "phi-3.5",
    };
    const other = (/** @type {string} */ name, /** @type {any} */ declared) => {
      const value = figure.attributeValues[name];
      if (Array.isArray(declared)) return declared[(declared.indexOf(value) + 1) % declared.length];
      if (typeof declared === "boolean") return !value;
      if (typeof declared === "string") return texts[name] ?? "1 2";
      return (
        value + (value + 3 * (declared.step ?? 1) > declared.max ? -1 : 3) * (declared.step ?? 1)
      );
    };
    const byDefault = (/** @type {any} */ declared) =>
      Array.isArray(declared) ? declared[0] : (declared.value ?? declared);
    const states = toDefaults
      ? { dModel: 64, length: 128, base: 10000, position: 37, second: 47, pair: 6, wave: "sin" }
      : { dModel: 32, length: 150, base: 777, position: 11, second: 23, pair: 5, wave: "cos" };
    const patch = Object.fromEntries([
      ...shared.map((/** @type {keyof typeof states} */ name) => [name, states[name]]),
      ...Object.entries(attributes).map(([name, declared]) => [
        name,
        toDefaults ? byDefault(declared) : other(name, declared),
      ]),
    ]);
    figure.change(patch);
    const result = {
      link: new URL(figure.toURL()).hash,
      state: { ...figure.state },
      attributes: { ...figure.attributeValues },
      span: figure.span,
    };
    figure.reset();
    return result;
  }, what);

/** Presses a figure's reset. @param {import("playwright").Page} page @param {number} at */
const reset = (page, at) =>
  page.evaluate((at) => {
    const all = [...document.querySelectorAll("main figure > *")].filter(({ localName }) =>
      localName.startsWith("phasor-"),
    );
    const figure = /** @type {any} */ (all[at]);
    figure.near = true;
    const buttons = [...figure.shadowRoot.querySelectorAll(".below button")];
    buttons.find(({ textContent }) => textContent === "reset").click();
  }, at);

const numbers = Array.from({ length: 16 }, (_, at) => at);

describe("the link of a figure", () => {
  test("is unique, because each figure of the page has a different name", () => {
    expect(untouched).toHaveLength(numbers.length);
    expect(new Set(untouched.map(({ name }) => name)).size).toBe(numbers.length);
  });

  test.each(some(numbers, 3))("restores figure %i, and changes no other figure", async (at) => {
    const figure = untouched[at];
    const links = [];
    for (const toDefaults of [false, true]) links.push(await share(maker, { at, toDefaults }));
    const page = await open(links[0].link);
    for (const { link, state, attributes, span } of links) {
      // The second link is opened in a page that is already open.
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await expect.poll(() => stoodOut(page)).toEqual([figure.name]);
      const figures = await look(page);
      expect(figures[at]).toEqual({ ...figure, state, attributes, span });
      figures.forEach((other, n) => {
        if (n === at) return;
        const isShared = other.group !== "" && other.group === figure.group;
        const changes = isShared ? figure.shared.map((name) => [name, state[name]]) : [];
        const expected = { ...untouched[n].state, ...Object.fromEntries(changes) };
        expect(other).toEqual({ ...untouched[n], state: expected });
      });
      await reset(page, at);
      await expect.poll(() => new URL(page.url()).hash).toBe(`#${figure.section}`);
      expect(await look(page)).toEqual(untouched);
    }
  });

  test.each([
    ["#show=rope&position=5&layout=half", "rope", { position: 5 }, { layout: "half" }],
    ["#show=heatmap&base=500", "heatmap", { base: 500 }, {}],
    ["#show=scaling&preset=qwen2.5&at=20", "scaling", {}, { preset: "qwen2.5", at: 20 }],
    ["#show=similarity&id=elsewhere&measure=cosine", "similarity", {}, { measure: "cosine" }],
    ["#show=rope&show=five", "rope", {}, { show: "five" }],
    ["#models&models.model=smollm3", "models", {}, { model: "smollm3" }],
    ["#rope&rope.show=five&rope.layout=half", "rope", {}, { show: "five", layout: "half" }],
  ])("written by hand or by an older version opens: %s", async (link, name, state, attributes) => {
    const page = await open(link);
    const shown = (await look(page)).find((figure) => figure.name === name);
    expect(shown).toMatchObject({ state, attributes });
    expect(await stoodOut(page)).toEqual(link.startsWith("#show") ? [name] : []);
  });

  test.each([
    ["#show=wavelengths&base=500", "deeper.html", "wavelengths", { base: 500 }],
    ["#base&wavelengths.length=5000", "deeper.html", "wavelengths", { length: 5000 }],
    ["#symbols", "deeper.html", "wavelengths", {}],
    ["#rope", "index.html", "rope", {}],
  ])("leads to the page that has its place: %s, %s", async (link, file, name, state) => {
    const page = await newPage();
    await page.goto(`${site.address}${file === "index.html" ? "deeper.html" : ""}${link}`);
    await page.waitForURL(`**/${file}${link}`);
    await page.locator("main.ready").waitFor();
    await expect
      .poll(async () => (await look(page)).find((figure) => figure.name === name))
      .toMatchObject({ state });
  });

  test("that is not valid text does not break the page", async () => {
    const page = await open("#%E0%A4%A&ladder.position=5");
    expect((await look(page))[1].state.position).toBe(5);
  });
});

test("the link in the bar, which says where the reader is, leads to the list of chapters at a click", async () => {
  const page = await open("#rope");
  await page.locator(".here").click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#contents");
});
