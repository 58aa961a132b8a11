// The service worker: the page works after one visit when its server has stopped, and new versions take over by
// themselves.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { pages } from "../../web/site/build/chapters.js";
import { serviceWorker } from "../../web/site/build/offline.js";
import { inChromium } from "../chromium.js";
import { serveFolder } from "../serving.js";

vi.setConfig({ testTimeout: 90_000 });

const chromium = inChromium();

const SITE = fileURLToPath(new URL("../../build/site", import.meta.url));

/** @type {import("playwright").BrowserContext} */
let context;
/** @type {(() => void)[]} */
const ends = [];
afterEach(async () => {
  await context.close();
  for (const end of ends.splice(0)) end();
});

/** Serves a folder as it is, and a page to look from. @param {string} folder */
async function serve(folder) {
  const served = await serveFolder(folder);
  ends.push(served.close);
  return served;
}

/** @param {string} address */
async function visit(address) {
  context ??= await chromium().newContext();
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Waits until a page is answered by the service worker. @param {import("playwright").Page} page */
const controlled = (page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

test("the pages, all of them, when the server has stopped", async () => {
  context = await chromium().newContext({ viewport: { width: 1280, height: 800 } });
  const server = await serve(SITE);
  const first = await visit(server.address);
  await controlled(first);
  await first.close();
  server.close();

  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  // What is still loading when the next page is opened is aborted.
  const ABORTED = "net::ERR_ABORTED";
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== ABORTED) problems.push(`${request.url()}: ${reason}`);
  });
  for (const file of ["", ...Object.keys(pages), "gallery.html?from=a-link"]) {
    await page.goto(server.address + file);
    await page.locator("main.ready").waitFor();
    const figures = page.locator("main figure > :not(style)");
    const tags = await figures.evaluateAll((all) =>
      all.map(({ localName }) => localName).filter((name) => name.startsWith("phasor-")),
    );
    expect(tags.length, file).toBeGreaterThan(3);
    for (const tag of [tags[0], tags.at(-1)]) {
      const figure = page.locator(`main ${tag}`).first();
      await figure.evaluate((figure) => figure.scrollIntoView());
      await figure.locator(".plot canvas").first().waitFor();
    }
  }
  expect(problems).toEqual([]);
});

/** A folder with a page of one script, as versions of the site. */
function published() {
  const folder = mkdtempSync(join(tmpdir(), "phasor-worker-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  /** @param {string} version @param {string} [delivered] what the server has instead of the page */
  const publish = (version, delivered) => {
    const script = `assets-${version}.js`;
    const files = {
      "index.html": `<!doctype html><title>${version}</title><script type="module" src="./${script}"></script>`,
      [script]: `document.title += " runs"; navigator.serviceWorker.register("./worker.js");`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    if (delivered) writeFileSync(join(folder, "index.html"), delivered);
    writeFileSync(join(folder, "worker.js"), serviceWorker(files));
  };
  const remove = (/** @type {string} */ version) => rmSync(join(folder, `assets-${version}.js`));
  return { folder, publish, remove };
}

/** @param {import("playwright").Page} page */
const cachesOf = (page) => page.evaluate(() => caches.keys());

test("a new version: shown at the next visit, the old one's files stay while a page needs them, and then go", async () => {
  context = await chromium().newContext();
  const { folder, publish, remove } = published();
  publish("one");
  const server = await serve(folder);
  const old = await visit(server.address);
  await controlled(old);
  const [first] = await cachesOf(old);

  publish("two");
  remove("one");
  const page = await visit(server.address);
  await expect.poll(() => page.title()).toBe("two runs");
  await expect.poll(() => cachesOf(page)).toHaveLength(2);
  const statusOfOld = () => old.evaluate(async () => (await fetch("./assets-one.js")).status);
  expect(await statusOfOld()).toBe(200);

  await old.close();
  await page.close();
  // A visit that begins before the browser has let the closed pages go is still one of the old version.
  const later = async () => {
    const visited = await visit(server.address);
    const names = await cachesOf(visited);
    await visited.close();
    return names;
  };
  await expect.poll(later).toHaveLength(1);
  expect(await later()).not.toContain(first);
  const last = await visit(server.address);
  await controlled(last);
  server.close();
  await last.reload();
  expect(await last.title()).toBe("two runs");
});

test("a version of which the server has only a part is not kept, and the last whole one is", async () => {
  context = await chromium().newContext();
  const { folder, publish } = published();
  publish("one");
  const server = await serve(folder);
  const page = await visit(server.address);
  await controlled(page);

  publish("two", "<!doctype html><title>another</title>");
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const next = registration?.installing;
    if (!next) return "no new version";
    if (next.state !== "installing") return next.state;
    return new Promise((resolve) =>
      next.addEventListener("statechange", () => resolve(next.state)),
    );
  });
  expect(outcome).toBe("redundant");
  server.close();
  await page.reload();
  expect(await page.title()).toBe("one runs");
});
