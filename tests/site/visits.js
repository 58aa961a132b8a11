// visits.js: pages of the built site in Chromium, for the tests of a file.
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { browse } from "../engines/page.js";

/** Serves a folder, the site's by default, while a file's tests run. @param {string} [folder] */
export function visits(folder) {
  /** @type {Awaited<ReturnType<typeof browse>>} */
  let site;
  /** @type {import("playwright").Page[]} */
  const pages = [];
  beforeAll(async () => {
    site = await browse(folder);
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  afterAll(() => site.close());
  /** @typedef {import("playwright").BrowserContextOptions} Options */
  /** A page that is closed after the test. @param {Options} [options] */
  const newPage = async (options) => {
    const page = await site.browser.newPage(options);
    pages.push(page);
    return page;
  };
  /** A file of the site, when its script has run. @param {string} [file] @param {Options} [options]
   * @param {(page: import("playwright").Page) => unknown} [before] what is done before it is fetched */
  const open = async (file = "", options = undefined, before = undefined) => {
    const page = await newPage(options);
    await before?.(page);
    await page.goto(`${site.address}${file}`);
    await page.locator("main.ready").waitFor();
    return page;
  };
  return {
    /** The address of a file. */
    at: (file = "") => `${site.address}${file}`,
    newPage,
    open,
    /** The same, when all its figures are defined. @param {Parameters<typeof open>} visit */
    async openWhole(...visit) {
      const page = await open(...visit);
      await expect.poll(() => page.locator("main figure > :not(:defined)").count()).toBe(0);
      return page;
    },
  };
}
