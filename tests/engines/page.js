// page.js: the built page for a browser: records its errors, visits all its figures, and follows
// links to its places.
import { fileURLToPath } from "node:url";
import { launch, serveFolder } from "../serving.js";
import { atRest } from "../site/rest.js";

/** Records from the start what a browser reports only to its console, and the schemes of workers' addresses. */
const RECORDER = `globalThis.workers = [];
globalThis.Worker = class extends Worker {
  constructor(address, options) {
    super(address, options);
    workers.push(String(address).replace(/:.*/, ""));
  }
};
globalThis.problems = [];
const note = (what) => problems.push(String(what?.stack ? what + " " + what.stack : what));
addEventListener("error", (event) => note(event.error ?? event.message ?? event.target.src), true);
addEventListener("unhandledrejection", (event) => note(event.reason));
document.addEventListener("securitypolicyviolation", (event) => note(event.violatedDirective + " " + event.blockedURI));
const { error } = console;
console.error = (...values) => (note(values.join(" ")), error(...values));`;

/**
 * Scrolls to every figure and checks whether something is drawn on its canvases. Uses only what is in
 * this function, because its text is sent to the browser.
 */
async function visit() {
  /** @param {ParentNode} place @returns {HTMLCanvasElement[]} */
  const canvasesIn = (place) =>
    [...place.querySelectorAll("*")].flatMap((element) => [
      ...(element.localName === "canvas" ? [/** @type {HTMLCanvasElement} */ (element)] : []),
      ...(element.shadowRoot ? canvasesIn(element.shadowRoot) : []),
    ]);
  /** Whether a canvas has more than one colour. @param {HTMLCanvasElement} canvas */
  const hasInk = (canvas) => {
    const copy = document.createElement("canvas");
    copy.width = canvas.width;
    copy.height = canvas.height;
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
    if (copy.width === 0 || copy.height === 0) return false;
    context.drawImage(canvas, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
    return pixels.some((pixel) => pixel !== pixels[0]);
  };
  /** @type {Record<string, string>} */
  const figures = {};
  for (const figure of document.querySelectorAll("main figure > *")) {
    if (!figure.localName.startsWith("phasor-")) continue;
    let state = "no canvas";
    for (let tries = 0; state !== "drawn" && tries < 400; tries++) {
      // Again each time: what mounts above may move it out of the window, where nothing is drawn.
      figure.scrollIntoView({ block: "center", behavior: "instant" });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const canvases = figure.shadowRoot ? canvasesIn(figure.shadowRoot) : [];
      const visible = canvases.filter((canvas) => canvas.getClientRects().length > 0);
      // Handles, such as words that can be dragged, are elements over their panel's canvas.
      if (visible.length > 0) state = visible.some(hasInk) ? "drawn" : "an empty canvas";
    }
    figures[figure.localName] = state;
  }
  return { figures, problems: /** @type {any} */ (globalThis).problems };
}

/** An expression for the contents of each figure's canvases, and the problems on the way. */
export const VISIT = `(${visit})()`;

/** Has <phasor-bugs> diagnose a table, in its worker if it can start one, and gives its verdict. */
async function consult() {
  const figure = /** @type {any} */ (document.querySelector("phasor-bugs"));
  figure.set({ bugs: "start" });
  for (let tries = 0; tries < 400; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (figure.p.reply?.answer) break;
  }
  const answer = figure.p.reply?.answer;
  return {
    codes: answer?.findings.map((/** @type {any} */ { code }) => code),
    workers: [...new Set(/** @type {any} */ (globalThis).workers)],
  };
}

/** An expression for what the doctor of <phasor-bugs> says, and the schemes of its workers' addresses. */
export const CONSULT = `(${consult})()`;

/**
 * Opens the page by a link to each of its chapters and figures, and checks their places when nothing moves any more.
 * Uses only what is in this function, because its text is sent to the browser.
 * @param {number} stride between links that follow each other @param {(page: Window) => Promise<void>} atRest
 */
async function landings(stride, atRest) {
  const figures = [...document.querySelectorAll("main figure > *")].filter((element) =>
    element.localName.startsWith("phasor-"),
  );
  const places = [
    ...[...document.querySelectorAll("main section[id]")].map(({ id }) => `#${id}`),
    ...figures.map(({ localName }) => `#show=${localName.replace("phasor-", "")}`),
  ];
  const frame = document.createElement("iframe");
  frame.style.cssText = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0";
  document.body.append(frame);
  /** @type {string[]} */
  const missed = [];
  for (let n = 0; n < places.length; n++) {
    const place = places[(n * stride) % places.length];
    frame.src = `?${n}${place}`;
    await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    const page = /** @type {Window} */ (frame.contentWindow);
    const { document: pageDocument } = page;
    const name = /^#show=(.+)$/.exec(place)?.[1];
    const figure = pageDocument.querySelector(`main figure > phasor-${name}`);
    // Questions and buttons may stand above a figure.
    const target = name
      ? figure?.previousElementSibling
        ? figure
        : figure?.closest("figure")
      : pageDocument.getElementById(place.slice(1));
    if (!target) throw new Error(`nothing is at ${place}`);
    await atRest(page);
    const root = pageDocument.documentElement;
    const styleOf = (/** @type {Element} */ element) => page.getComputedStyle(element);
    const { position, scrollMarginTop } = styleOf(target);
    const expected =
      Number.parseFloat(scrollMarginTop) + (Number.parseFloat(styleOf(root).scrollPaddingTop) || 0);
    const isAtEnd = root.scrollHeight - page.innerHeight - page.scrollY < 2;
    const { top } = target.getBoundingClientRect();
    // A pinned figure stays where it is pinned.
    const isThere =
      position === "sticky"
        ? top >= 0 && top < page.innerHeight / 2
        : Math.abs(top - expected) <= 2;
    if (!isThere && !isAtEnd)
      missed.push(`${place}: ${top.toFixed(1)}, not ${expected.toFixed(1)}`);
  }
  frame.remove();
  return missed;
}

/** An expression for the links that led elsewhere. @param {number} stride */
export const landingsOf = (stride) => `(${landings})(${stride}, ${atRest})`;

const SITE = new URL("../../build/site", import.meta.url);

/** Serves a folder on a free port until closed. @param {string} [folder] */
export const servePage = (folder = fileURLToPath(SITE)) =>
  serveFolder(folder, {
    headers: { "access-control-allow-origin": "*" }, // as CDNs do
    files: { "/recorder.js": RECORDER },
    edit: (html) => html.replace("<head>", '<head><script src="/recorder.js"></script>'),
  });

/** The same, with Chromium. @param {string} [folder] */
export async function browse(folder) {
  const server = await servePage(folder);
  const browser = await launch();
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { address: server.address, browser, close };
}
