// The built page without a connection: what was fetched still works, what was not fetched says so
// and loads when there is a connection again.
import { expect, test } from "vitest";
import { visits } from "./visits.js";

const site = visits();

const FIRST = "phasor-order";
const LAST = "phasor-precision";

test("fetched figures work offline; the others say that they need a connection and load later", async () => {
  const page = await site.newPage();
  page.setDefaultTimeout(8000);
  // Without prefetching: the last figure's file is requested when the reader comes near it.
  await page.addInitScript("window.requestIdleCallback = () => 0");
  let requests = 0;
  page.on("request", (request) => {
    if (/phasor-precision[^/]*\.js$/.test(request.url())) requests++;
  });
  await page.goto(site.at());
  const first = page.locator(FIRST).first();
  await first.scrollIntoViewIfNeeded();
  await first.locator(".plot").waitFor();
  await page.context().setOffline(true);

  const handle = first.locator(".handle").first();
  const valueText = await handle.getAttribute("aria-valuetext");
  await handle.press("ArrowRight");
  await expect.poll(() => handle.getAttribute("aria-valuetext")).not.toBe(valueText);
  await first.getByRole("button", { name: "share" }).click();
  await first.locator(".share button").first().waitFor();

  const last = page.locator(LAST);
  await last.scrollIntoViewIfNeeded();
  await expect
    .poll(() => last.textContent())
    .toContain("This figure could not be loaded: there is no connection.");
  expect(await last.locator(".missing").isVisible()).toBe(true);

  // Most browsers do not request a module again after a failure.
  expect(requests).toBe(0);
  await page.context().setOffline(false);
  await last.locator(".plot").waitFor({ timeout: 10_000 });
  expect(await last.locator(".missing").count()).toBe(0);
});

test("pages start without an error where a sandbox forbids storage and service workers", async () => {
  /** @type {string[]} */
  const problems = [];
  const headers = {
    "access-control-allow-origin": "*",
    "content-security-policy": "sandbox allow-scripts",
  };
  for (const file of ["", "gallery.html"]) {
    const opened = await site.open(file, undefined, async (page) => {
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.route("**", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
      });
    });
    await opened.unrouteAll({ behavior: "ignoreErrors" });
  }
  expect(problems).toEqual([]);
});

test("figures that the reader has not reached are prefetched, and work offline", async () => {
  const page = await site.newPage();
  page.setDefaultTimeout(8000);
  await page.goto(site.at());
  await expect.poll(() => page.locator("main figure > :not(:defined)").count()).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // Figures that wait to be reached do not say that the browser lacks something.
  expect(await page.locator("main figure [data-waiting] > .words").count()).toBeGreaterThan(10);
  expect(await page.locator("main figure > * > .words:visible").count()).toBe(0);
  await page.context().setOffline(true);
  for (const tag of ["phasor-shift", "phasor-bias", LAST]) {
    const figure = page.locator(tag).first();
    await figure.evaluate((figure) => figure.scrollIntoView());
    await figure.locator(".plot").waitFor();
    expect(await figure.locator(".missing").count()).toBe(0);
  }
});

test("second files of figures are prefetched, too, and work offline", async () => {
  const page = await site.newPage();
  page.setDefaultTimeout(8000);
  await page.goto(site.at());
  const tags = ["phasor-bugs", "phasor-models", "phasor-length-lab"];
  const waiting = () =>
    page.evaluate(
      (tags) =>
        tags.filter((tag) => {
          const figure = /** @type {any} */ (document.querySelector(`main ${tag}`));
          return !figure.spec?.later.module;
        }),
      tags,
    );
  await expect.poll(waiting).toEqual([]);
  await page.context().setOffline(true);
  const [bugs, models, lab] = tags.map((tag) => page.locator(`main ${tag}`).first());
  for (const figure of [bugs, models, lab]) {
    await figure.evaluate((figure) => figure.scrollIntoView());
    await figure.locator(".plot").waitFor();
  }
  /** @param {import("playwright").Locator} figure */
  const words = (figure) =>
    figure.evaluate((/** @type {any} */ element) => {
      element.drawNow();
      element.view.announce(false);
      return element.shadowRoot.textContent;
    });
  await bugs.evaluate((/** @type {any} */ bugs) => bugs.set({ kind: "rotary", bugs: "base" }));
  await expect.poll(() => words(bugs)).toContain("differs-base");
  const config = '{"model_type": "llama", "head_dim": 32}';
  await models.evaluate((/** @type {any} */ models, config) => models.set({ config }), config);
  await expect.poll(() => words(models)).toContain("The pasted model");
  await lab.getByRole("button", { name: "train", exact: true }).click();
  await expect.poll(() => words(lab)).toMatch(/Training: RoPE|Trained here/);
});
