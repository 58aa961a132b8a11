// Two figure files on one page, each with everything that its figure needs.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { figureFile, openBrowser } from "./figure.js";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SITE = "http://figures.test/";

/** @type {import("playwright").Browser} */
let browser;
/** @type {Record<string, string>} */
let files;

beforeAll(async () => {
  const [heatmap, clocks] = [await figureFile("heatmap"), await figureFile("clocks")];
  // The second file of one name stands for another version.
  files = { "clocks.js": clocks, "heatmap.js": heatmap, "heatmap-again.js": heatmap };
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A page with all files, and its errors. */
async function openPage() {
  const page = await browser.newPage();
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  await page.route(`${SITE}**`, (route) => {
    const code = files[route.request().url().slice(SITE.length)];
    if (code) return route.fulfill({ contentType: "text/javascript", body: code });
    const scripts = Object.keys(files).map(
      (file) => `<script type="module" src="${file}"></script>`,
    );
    return route.fulfill({
      contentType: "text/html",
      body: `<!doctype html>
        <meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types 'none'">
        <link rel="icon" href="data:,">${scripts.join("")}
        <phasor-heatmap group="post" position="12"></phasor-heatmap>
        <phasor-clocks group="post"></phasor-clocks>
        <phasor-clocks></phasor-clocks>`,
    });
  });
  await page.goto(SITE);
  return { page, said };
}

test("figures from two files share a group, and loading a file twice breaks nothing", async () => {
  const { page, said } = await openPage();
  const position = (/** @type {string} */ figure) =>
    page.locator(`${figure} .handle`).first().getAttribute("aria-valuenow");
  const [heatmap, grouped, alone] = [
    "phasor-heatmap",
    "phasor-clocks[group]",
    "phasor-clocks:not([group])",
  ];
  await page.locator(`${alone} canvas`).first().waitFor();
  expect(await position(grouped)).toBe("12");
  expect(await position(alone)).toBe("37");
  await page.locator(`${heatmap} .handle`).press("ArrowRight");
  await vi.waitFor(async () => expect(await position(grouped)).toBe("13"));
  expect(await position(alone)).toBe("37");
  expect(said).toEqual([]);
});

test("two pasted lines make the same figure in a page with and without a doctype", async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 2000 } });
  let doctype = "";
  await page.route(`${SITE}**`, (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body: files["clocks.js"] })
      : route.fulfill({
          contentType: "text/html",
          body: `${doctype}<script type="module" src="clocks.js"></script>\n<phasor-clocks></phasor-clocks>`,
        }),
  );
  const height = async () => {
    await page.goto(SITE);
    await page.locator("canvas").first().waitFor();
    return Math.round((await page.locator("phasor-clocks").boundingBox())?.height ?? 0);
  };
  const quirks = await height();
  doctype = "<!doctype html>";
  expect(quirks).toBe(await height());
  expect(quirks).toBeLessThan(1900);
});
