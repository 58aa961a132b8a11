// support.js: opens the page in a frame of the test's own page, and reads its console.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { page as browserPage, cdp } from "vitest/browser";
import { until } from "../until.js";

/** @typedef {{ send(method: string, params?: object): Promise<any>, on(event: string, listener: (detail: any) => void): void, off(event: string, listener: (detail: any) => void): void }} Session */

export const session = /** @type {() => Session} */ (cdp);

/**
 * @typedef {Window & typeof globalThis} PageWindow
 * @typedef {{ frame: HTMLIFrameElement, window: PageWindow, document: Document, figure(name: string): any }} Page
 */

/** The tests of a file run in a window of this size. */
export function inWindow(width = 1500, height = 900) {
  beforeAll(() => browserPage.viewport(width, height));
  afterAll(() => browserPage.viewport(1280, 800));
}

let areWithoutWorkers = false;

/** From now on, pages have no service worker, which would answer from an earlier test. */
async function forbidWorkers() {
  if (areWithoutWorkers) return;
  areWithoutWorkers = true;
  await session().send("Page.enable");
  await session().send("Page.addScriptToEvaluateOnNewDocument", {
    source: "delete Navigator.prototype.serviceWorker;",
  });
}

/**
 * Opens the built page in a frame of the given size.
 * @param {{ width?: number, height?: number, fragment?: string, file?: string }} [options]
 * @returns {Promise<Page>}
 */
export async function openPage({
  width = 1000,
  height = 780,
  fragment = "",
  file = "index.html",
} = {}) {
  await forbidWorkers();
  const frame = document.createElement("iframe");
  frame.className = "page";
  frame.style.cssText = `position: absolute; inset: 0 auto auto 0; border: 0; width: ${width}px; height: ${height}px`;
  frame.src = `/site/${file}${fragment}`;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  const window = /** @type {PageWindow} */ (frame.contentWindow);
  await until(() => expect(window.document.querySelector("main.ready")).not.toBe(null));
  return {
    frame,
    window,
    document: window.document,
    figure: (name) => window.document.querySelector(`main phasor-${name}`),
  };
}

/** The names of the page's figures, in their order. @param {Page} page */
export const figureNames = ({ document }) =>
  [...document.querySelectorAll("main figure > *")]
    .map(({ localName }) => localName)
    .filter((name) => name.startsWith("phasor-"))
    .map((name) => name.replace("phasor-", ""));

/** Scrolls to each figure and waits until it has drawn.
 * @param {Page} page @param {string[]} names */
export async function drawAll(page, names) {
  for (const name of names) {
    const figure = page.figure(name);
    figure.scrollIntoView();
    await until(() => expect(figure.shadowRoot?.querySelector("canvas"), name).toBeTruthy());
  }
  await frames(page.window);
}

/** @param {PageWindow} window */
export async function frames(window) {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => window.requestAnimationFrame(resolve));
}

/** Presses the page's switch between light and dark. @param {Page} page */
export function switchScheme({ document }) {
  /** @type {HTMLElement} */ (document.querySelector("#scheme")).click();
}

/** The findings of axe on a page. @param {Page} page @returns {Promise<string[]>} */
export async function faultsOf({ document, window }) {
  const script = document.createElement("script");
  script.src = "/node_modules/axe-core/axe.min.js";
  await new Promise((resolve) => {
    script.addEventListener("load", resolve);
    document.head.append(script);
  });
  // Colours on their way may have too little contrast.
  for (const animation of document.getAnimations())
    if (animation instanceof window.CSSTransition) animation.finish();
  const { axe } = /** @type {any} */ (window);
  const { violations } = await axe.run(document);
  return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
}

export function closePages() {
  for (const frame of document.querySelectorAll("iframe.page")) frame.remove();
}

/** Resolves when the browser has reported a message of this moment, and so all before it. @param {Session} browser */
async function heardAll(browser) {
  const mark = `${Math.random()}`;
  await new Promise((resolve) => {
    const onCall = (/** @type {any} */ { args }) => {
      if (args[0]?.value !== mark) return;
      browser.off("Runtime.consoleAPICalled", onCall);
      resolve(undefined);
    };
    browser.on("Runtime.consoleAPICalled", onCall);
    browser.send("Runtime.evaluate", { expression: `console.debug("${mark}")` });
  });
}

/**
 * Records the browser's messages about the page: console, uncaught errors, policy violations,
 * failed requests.
 * @returns {Promise<{ messages: string[], end: () => Promise<void> }>}
 */
async function hearConsole() {
  const messages = /** @type {string[]} */ ([]);
  const browser = session();
  const onCall = (/** @type {any} */ { type, args }) => {
    if (type === "error" || type === "warning" || type === "assert") {
      messages.push(
        `${type}: ${args.map((/** @type {any} */ arg) => arg.value ?? arg.description)}`,
      );
    }
  };
  const onError = (/** @type {any} */ { exceptionDetails }) =>
    messages.push(`uncaught: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  const onEntry = (/** @type {any} */ { entry }) => {
    if (entry.level === "error" || entry.level === "warning")
      messages.push(`${entry.level}: ${entry.text}`);
  };
  await browser.send("Log.enable");
  // Enabling repeats earlier messages.
  await browser.send("Runtime.enable");
  browser.on("Runtime.consoleAPICalled", onCall);
  browser.on("Runtime.exceptionThrown", onError);
  browser.on("Log.entryAdded", onEntry);
  await heardAll(browser);
  return {
    messages,
    async end() {
      await heardAll(browser);
      browser.off("Runtime.consoleAPICalled", onCall);
      browser.off("Runtime.exceptionThrown", onError);
      browser.off("Log.entryAdded", onEntry);
      await browser.send("Runtime.disable");
      await browser.send("Log.disable");
    },
  };
}

/** What the package says once where there is no WebAssembly, as one test arranges it. */
const EXPECTED = /^warning: phasor: this engine has no WebAssembly/;

/** Closes the pages after each test of a file, and fails on any browser error or warning. */
export function expectSilence() {
  /** @type {Awaited<ReturnType<typeof hearConsole>>} */
  let browser;
  beforeEach(async () => {
    browser = await hearConsole();
  });
  afterEach(async () => {
    closePages();
    localStorage.clear();
    await browser.end();
    expect(browser.messages.filter((message) => !EXPECTED.test(message))).toEqual([]);
  });
}
