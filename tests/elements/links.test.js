// Links to figures on a page without code for links: figures open the link in the page's address.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { visits } from "../site/visits.js";

const site = visits(fileURLToPath(new URL("../../dist", import.meta.url)));

const SCRIPTS = ["similarity", "scaling", "rope"]
  .map((name) => `<script type="module" async src="/figures/${name}.js"></script>`)
  .join("");
const FAR = '<p style="height: 3000px">far</p>';

/** Opens a page with a body and a fragment in its address.
 * @param {string} body @param {string} fragment */
async function open(body, fragment) {
  const page = await site.newPage({ viewport: { width: 1000, height: 700 } });
  const html = `<!doctype html><meta charset="utf-8"><title>host</title>${SCRIPTS}${body}`;
  await page.route("**/host.html*", (route) =>
    route.fulfill({ body: html, contentType: "text/html" }),
  );
  await page.goto(site.at(`host.html?post=1${fragment}`));
  await page.waitForFunction(() =>
    ["similarity", "scaling", "rope"].every((name) => customElements.get(`phasor-${name}`)),
  );
  return page;
}

/** What the figures show. @param {import("playwright").Page} page @returns {Promise<any[]>} */
const look = (page) =>
  page.locator("phasor-similarity, phasor-scaling, phasor-rope").evaluateAll((figures) =>
    figures.map((figure) => {
      const { position, measure, preset, show, layout } = /** @type {any} */ (figure);
      return { position, measure, preset, show, layout };
    }),
  );

/** The distance of a figure from the top of the window.
 * @param {import("playwright").Page} page @param {string} selector */
const topOf = (page, selector) =>
  page.evaluate((selector) => {
    const figure = /** @type {Element} */ (document.querySelector(selector));
    return Math.round(figure.getBoundingClientRect().top);
  }, selector);

describe("a link in the address of a page with a figure", () => {
  const link = "#show=similarity&measure=cosine&position=5";
  const one = `${FAR}<phasor-similarity position="9"></phasor-similarity>${FAR}`;

  test("is opened and scrolled to; the address is not changed", async () => {
    const page = await open(one, link);
    expect(await look(page)).toMatchObject([{ position: 5, measure: "cosine" }]);
    const figure = page.locator("phasor-similarity");
    await figure.locator(".plot").waitFor();
    expect(Math.abs(await topOf(page, "phasor-similarity"))).toBeLessThan(2);
    await figure.getByRole("button", { name: "reset" }).click();
    expect(await look(page)).toMatchObject([{ position: 9, measure: "dot" }]);
    expect(page.url()).toBe(site.at(`host.html?post=1${link}`));
    expect(await page.evaluate(() => history.length)).toBe(2);
  });

  test("is the one that the figure's share button gives", async () => {
    const page = await open(one, "");
    await page.evaluate(() => {
      const figure = /** @type {any} */ (document.querySelector("phasor-similarity"));
      figure.near = true;
      figure.change({ position: 37, measure: "cosine" });
    });
    const figure = page.locator("phasor-similarity");
    await figure.getByRole("button", { name: "share" }).click();
    await figure.getByRole("button", { name: "link", exact: true }).click();
    const link = new URL(await figure.locator(".share textarea").inputValue());
    const other = await open(one, link.hash);
    expect(await look(other)).toMatchObject([{ position: 37, measure: "cosine" }]);
  });

  test("is followed when it changes, and when it changes back", async () => {
    const page = await open(one, "#chapter");
    expect(await look(page)).toMatchObject([{ position: 9, measure: "dot" }]);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await expect.poll(() => look(page)).toMatchObject([{ position: 5, measure: "cosine" }]);
    expect(Math.abs(await topOf(page, "phasor-similarity"))).toBeLessThan(2);
    await page.evaluate(() => {
      location.hash = "#chapter";
    });
    await expect.poll(() => page.url()).toContain("#chapter");
    expect(await look(page)).toMatchObject([{ position: 5 }]);
  });

  test("opens <details> elements around the figure", async () => {
    const page = await open(
      `${FAR}<details><summary>more</summary><details><div>${one}</div></details></details>`,
      link,
    );
    await page.locator("phasor-similarity .plot").waitFor();
    expect(Math.abs(await topOf(page, "phasor-similarity"))).toBeLessThan(2);
  });

  test("replaces the link before, and so does going back", async () => {
    const page = await open(one, link);
    await page.evaluate(() => {
      document.addEventListener("phasor-change", () => document.body.append("told"));
    });
    await page.evaluate(() => {
      location.hash = "#show=similarity&position=7";
    });
    await expect.poll(() => look(page)).toMatchObject([{ position: 7, measure: "dot" }]);
    await page.evaluate(() => {
      location.hash = "#show=similarity&measure=cosine";
    });
    await expect.poll(() => look(page)).toMatchObject([{ position: 9, measure: "cosine" }]);
    await page.goBack();
    await expect.poll(() => look(page)).toMatchObject([{ position: 7, measure: "dot" }]);
    expect(await page.locator("body").textContent()).not.toContain("told");
  });

  test.each([
    "",
    "#chapter",
    "#position=5",
    "#show=rope&position=5",
    "#show=&position=5",
    "#%E0%A4%A",
  ])("changes nothing if it is for no figure of the page: %s", async (fragment) => {
    const page = await open(one, fragment);
    expect(await look(page)).toMatchObject([{ position: 9, measure: "dot" }]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("does not scroll a page that the reader has scrolled while the figure loaded", async () => {
    const page = await open(FAR + FAR, link);
    await page.evaluate(() => {
      scrollTo(0, 400);
      document.body.insertAdjacentHTML("beforeend", "<phasor-similarity></phasor-similarity>");
    });
    expect(await look(page)).toMatchObject([{ position: 5 }]);
    expect(await page.evaluate(() => scrollY)).toBe(400);
  });

  test("is opened once: a figure that is moved in the page keeps its state", async () => {
    const page = await open(one, link);
    expect(await look(page)).toMatchObject([{ measure: "cosine" }]);
    await page.evaluate(() => {
      const figure = /** @type {any} */ (document.querySelector("phasor-similarity"));
      figure.change({ measure: "dot", position: 6 });
      document.body.prepend(figure);
    });
    expect(await look(page)).toMatchObject([{ measure: "dot" }]);
  });
});

describe("among several figures of a kind, a link opens in", () => {
  const two =
    '<phasor-scaling id="one"></phasor-scaling><phasor-scaling id="two"></phasor-scaling>';

  test.each([
    ["the one with its id", two, "#show=scaling&id=two&preset=llama-2", [false, true]],
    ["the first", two, "#show=scaling&preset=llama-2", [true, false]],
    [
      "the first, when its id is another page's",
      two,
      "#show=scaling&id=x&preset=llama-2",
      [true, false],
    ],
    [
      "the one without an id",
      `${two}<phasor-scaling></phasor-scaling>`,
      "#show=scaling&preset=llama-2",
      [false, false, true],
    ],
    [
      "the only one",
      "<phasor-scaling></phasor-scaling>",
      "#show=scaling&id=elsewhere&preset=llama-2",
      [true],
    ],
  ])("%s", async (_, body, link, opened) => {
    const page = await open(body, link);
    const presets = (await look(page)).map(({ preset }) => preset === "llama-2");
    expect(presets).toEqual(opened);
  });

  test("the right one while the page is still loading", async () => {
    const [one, other] = two.split(/(?<=>)(?=<phasor)/);
    /** @type {() => void} */
    let arrive = () => {};
    const waiting = new Promise((resolve) => {
      arrive = () => resolve(undefined);
    });
    const page = await site.newPage();
    const body = `<!doctype html>${SCRIPTS}${one}<script src="/slow.js"></script>${other}`;
    await page.route("**/host.html*", (route) => route.fulfill({ body, contentType: "text/html" }));
    await page.route("**/slow.js", async (route) => {
      await waiting;
      await route.fulfill({ body: "", contentType: "text/javascript" });
    });
    await page.goto(site.at("host.html#show=scaling&id=two&preset=llama-2"), {
      waitUntil: "commit",
    });
    await page.waitForFunction(() => customElements.get("phasor-scaling"));
    expect(await page.evaluate(() => document.readyState)).toBe("loading");
    arrive();
    await page.waitForLoadState();
    expect((await look(page)).map(({ preset }) => preset === "llama-2")).toEqual([false, true]);
  });

  test("an attribute named show is part of the link", async () => {
    const page = await open("<phasor-rope></phasor-rope>", "#show=rope&layout=half&show=five");
    expect(await look(page)).toMatchObject([{ layout: "half", show: "five" }]);
  });
});
