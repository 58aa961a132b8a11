// The page in a frame of the test's own page, and what its console says.
import { expect, vi } from "vitest";
import { cdp } from "vitest/browser";

/** @typedef {{ send(method: string, params?: object): Promise<any>, on(event: string, listener: (detail: any) => void): void, off(event: string, listener: (detail: any) => void): void }} Session */

export const session = /** @type {() => Session} */ (cdp);

/**
 * @typedef {Window & typeof globalThis} PageWindow
 * @typedef {{ window: PageWindow, document: Document, figure(name: string): any }} Page
 */

/**
 * Opens the page as tall as it is, so that every figure is in view.
 * @param {{ width?: number, fragment?: string, file?: string }} [options]
 * @returns {Promise<Page>}
 */
export async function openPage({ width = 1000, fragment = "", file = "index.html" } = {}) {
  const frame = document.createElement("iframe");
  frame.className = "page";
  frame.style.cssText = `position: absolute; inset: 0 auto auto 0; border: 0; width: ${width}px; height: 16000px`;
  frame.src = `/web/site/${file}${fragment}`;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  const window = /** @type {PageWindow} */ (frame.contentWindow);
  await vi.waitFor(() =>
    expect(window.document.querySelector("#scheme:not([hidden])")).toBeTruthy(),
  );
  return {
    window,
    document: window.document,
    figure: (name) => window.document.querySelector(`phasor-${name}`),
  };
}

/** Waits until all figures have drawn. @param {Page} page */
export async function drawn({ document, window }) {
  const figures = [...document.querySelectorAll("main figure > [group]")];
  await vi.waitFor(() => {
    for (const figure of figures) {
      expect(figure.shadowRoot?.querySelectorAll("canvas").length).toBeGreaterThan(1);
    }
  });
  await frames(window);
}

/** @param {PageWindow} window */
export async function frames(window) {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => window.requestAnimationFrame(resolve));
}

/** What axe finds wrong on a page. @param {Page} page @returns {Promise<string[]>} */
export async function faultsOf({ document, window }) {
  const script = document.createElement("script");
  script.src = "/node_modules/axe-core/axe.min.js";
  await new Promise((resolve) => {
    script.addEventListener("load", resolve);
    document.head.append(script);
  });
  const { axe } = /** @type {any} */ (window);
  const { violations } = await axe.run(document);
  return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
}

export function closePages() {
  for (const frame of document.querySelectorAll("iframe.page")) frame.remove();
}

/**
 * Hears what the browser says of the page: console, uncaught errors, policy violations, requests
 * that fail.
 * @returns {Promise<{ said: string[], end: () => Promise<void> }>}
 */
export async function hearConsole() {
  const said = /** @type {string[]} */ ([]);
  const browser = session();
  const onCall = (/** @type {any} */ { type, args }) => {
    if (type === "error" || type === "warning" || type === "assert") {
      said.push(`${type}: ${args.map((/** @type {any} */ arg) => arg.value ?? arg.description)}`);
    }
  };
  const onError = (/** @type {any} */ { exceptionDetails }) =>
    said.push(`uncaught: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  const onEntry = (/** @type {any} */ { entry }) => {
    if (entry.level === "error" || entry.level === "warning")
      said.push(`${entry.level}: ${entry.text}`);
  };
  await browser.send("Log.enable");
  await browser.send("Runtime.enable");
  // Enabling repeats what was said before.
  await new Promise((resolve) => setTimeout(resolve, 50));
  browser.on("Runtime.consoleAPICalled", onCall);
  browser.on("Runtime.exceptionThrown", onError);
  browser.on("Log.entryAdded", onEntry);
  return {
    said,
    async end() {
      await new Promise((resolve) => setTimeout(resolve, 50));
      browser.off("Runtime.consoleAPICalled", onCall);
      browser.off("Runtime.exceptionThrown", onError);
      browser.off("Log.entryAdded", onEntry);
      await browser.send("Runtime.disable");
      await browser.send("Log.disable");
    },
  };
}
