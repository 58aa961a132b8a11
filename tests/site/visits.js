// visits.js: pages of the built site in Chromium, for the tests of a file.
import { afterAll, afterEach, beforeAll } from "vitest";
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
  return {
    /** The address of a file. */
    at: (file = "") => `${site.address}${file}`,
    /** A page that is closed after the test. @param {import("playwright").BrowserContextOptions} [options] */
    async newPage(options) {
      const page = await site.browser.newPage(options);
      pages.push(page);
      return page;
    },
  };
}
