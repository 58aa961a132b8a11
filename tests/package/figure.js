// figure.js: figures as pages get them: the files in dist/, in a real browser.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** A page at one address, with dist/ at this and another one, as beside the page and on a CDN.
 * @param {import("playwright").Browser} browser @param {string} body HTML
 * @param {{ policy?: string, doctype?: string, missing?: RegExp }} [options] */
export async function openPage(
  browser,
  body,
  { policy, doctype = "<!doctype html>", missing } = {},
) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
  /** What the page and its console said. @type {string[]} */
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  /** The files of dist/ that were requested. @type {string[]} */
  const requests = [];
  await page.context().route(/^http:\/\/(page|cdn)\.test\//, (route) => {
    const [, file] = /\/dist\/(.+?)(?:\?.*)?$/.exec(route.request().url()) ?? [];
    if (!file) {
      return route.fulfill({
        contentType: "text/html",
        headers: policy ? { "content-security-policy": policy } : {},
        body: `${doctype}<link rel="icon" href="data:,">${body}`,
      });
    }
    requests.push(file);
    if (missing?.test(file) || !existsSync(dist + file)) return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: readFileSync(dist + file),
    });
  });
  await page.goto("http://page.test/");
  return { page, messages, requests };
}

/** The addresses of a figure's file, beside the page and on a CDN. @param {string} name */
export const here = (name) => `/dist/figures/${name}.js`;
/** @param {string} name */
export const onCdn = (name) => `http://cdn.test/npm/phasor@1.2.3/dist/figures/${name}.js`;
/** A script element. @param {string} address */
export const load = (address) => `<script type="module" src="${address}"></script>`;
