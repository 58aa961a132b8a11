// support.js: mounts figures in a page and reads what they draw.
import axe from "axe-core";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { until } from "../until.js";
import { isQuiet, realFrame } from "./clock.js";

/** Every figure's tag. */
export const tags = Object.keys(import.meta.glob("../../web/elements/phasor-*.js")).map((file) =>
  file.replace(/^.*\/(.*)\.js$/, "$1"),
);

/** @typedef {any} Figure */

export const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The most frames to wait for figures that keep moving. */
const MOST_FRAMES = 6;

/** Waits until nothing more is drawn, two frames in a row: the browser tells of sizes and visibility between frames. */
export async function settled() {
  for (let n = 0, quiet = 0; n < MOST_FRAMES && quiet < 2; n++) {
    await realFrame();
    quiet = isQuiet() ? quiet + 1 : 0;
  }
}

/** Puts HTML into the page, in an element of this style. @param {string} html @param {string} [style] */
export function put(html, style = "") {
  const place = document.createElement("div");
  place.className = "mounted";
  place.style.cssText = style;
  place.innerHTML = html;
  document.body.prepend(place);
  return /** @type {Figure} */ (place);
}

/**
 * Puts figures into the page and waits until they have drawn and have loaded what they load later.
 * @param {string} html @param {string} [style] of the element around them
 * @returns {Promise<any[]>} the figures, in their order
 */
export async function mount(html, style) {
  const place = put(html, style);
  const figures = /** @type {Figure[]} */ ([
    ...[...place.querySelectorAll("*")].filter((element) => element.localName.includes("-")),
  ]);
  for (const figure of figures) {
    figure.scrollIntoView();
    await until(() => expect(inked(topLayer(figure))).toBe(true));
    await figure.spec?.later?.load();
  }
  await settled();
  return figures;
}

/** One figure in a column. @param {number} width in pixels @param {string} html */
export const mountIn = async (width, html) =>
  (await mount(`<div style="width: ${width}px">${html}</div>`))[0];

function unmountAll() {
  for (const place of document.querySelectorAll(".mounted")) place.remove();
}

/** @param {Element} figure @param {string} name @returns {HTMLCanvasElement} */
export function layer(figure, name) {
  const canvas = figure.shadowRoot?.querySelector(`canvas.${name}`);
  if (!canvas) throw new Error(`no layer ${name}`);
  return /** @type {HTMLCanvasElement} */ (canvas);
}

/** The topmost canvas. @param {Element} figure @returns {HTMLCanvasElement} */
export function topLayer(figure) {
  const canvas = [...(figure.shadowRoot?.querySelectorAll("canvas.layer") ?? [])].pop();
  if (!canvas) throw new Error("nothing is drawn");
  return /** @type {HTMLCanvasElement} */ (canvas);
}

/** A copy to read from, because reading a canvas itself slows it down in Chromium, with a warning.
 * */
const copy = /** @type {CanvasRenderingContext2D} */ (
  document.createElement("canvas").getContext("2d", { willReadFrequently: true })
);

/** @param {HTMLCanvasElement} canvas @param {number} x @param {number} y @param {number} width @param {number} height */
function read(canvas, x, y, width, height) {
  copy.canvas.width = width;
  copy.canvas.height = height;
  copy.drawImage(canvas, x, y, width, height, 0, 0, width, height);
  return copy.getImageData(0, 0, width, height).data;
}

/** @param {HTMLCanvasElement} canvas */
export const inked = (canvas) =>
  canvas.width > 0 &&
  canvas.height > 0 &&
  read(canvas, 0, 0, canvas.width, canvas.height).some((part) => part !== 0);

/** The largest difference of two pixels in any channel.
 * @param {number} one @param {number} other */
export function pixelDifference(one, other) {
  const part = (/** @type {number} */ pixel, /** @type {number} */ n) => (pixel >>> (8 * n)) & 255;
  return Math.max(...[0, 1, 2].map((n) => Math.abs(part(one, n) - part(other, n))));
}

/** A colour of the figure's theme as a pixel. @param {Figure} figure @param {string} name */
export function themePixel(figure, name) {
  const probe = figure.shadowRoot?.querySelector(`.probes .${name}`);
  const [red, green, blue] = (
    getComputedStyle(/** @type {Element} */ (probe)).color.match(/\d+/g) ?? []
  ).map(Number);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** @param {Element} figure @returns {HTMLElement} */
export const plotOf = (figure) =>
  /** @type {HTMLElement} */ (figure.shadowRoot?.querySelector(".plot"));

/** Sends a pointer event at CSS pixels of a figure's drawing. @param {Element} figure @param {string} type @param {number} x @param {number} y @param {PointerEventInit} [options] */
export function pointer(figure, type, x, y, options = {}) {
  const plot = plotOf(figure);
  const box = plot.getBoundingClientRect();
  plot.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      composed: true,
      clientX: box.left + x,
      clientY: box.top + y,
      pointerType: "mouse",
      pointerId: 1,
      ...options,
    }),
  );
}

/** The button with this text, if there is one. @param {Figure} figure @param {string | RegExp} words */
export const buttonOf = (figure, words) =>
  [...figure.shadowRoot.querySelectorAll("button")].find(({ textContent }) =>
    typeof words === "string" ? textContent.trim() === words : words.test(textContent),
  );

/** Presses the button with this text. @param {Figure} figure @param {string | RegExp} words */
export function press(figure, words) {
  const button = buttonOf(figure, words);
  if (!button) throw new Error(`no button "${words}"`);
  button.click();
}

/** A figure's CSV: the names of its columns, and its rows as numbers. @param {Figure} figure */
export function csvOf(figure) {
  const [head, ...lines] = figure.toCSV().trimEnd().split("\r\n");
  const rows = lines.map((/** @type {string} */ line) => line.split(",").map(Number));
  return { head: head.split(","), rows: /** @type {number[][]} */ (rows) };
}

/** The pixels of a canvas, 0xAABBGGRR. @param {HTMLCanvasElement} canvas */
export const pixelsOf = (canvas) =>
  new Uint32Array(read(canvas, 0, 0, canvas.width, canvas.height).buffer);

/** The findings of axe. @param {Element} figure */
export async function faultsOf(figure) {
  const { violations } = await axe.run(figure);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

/** Calls that extended a path after it was drawn, so that the next stroke draws all of it again.
 * @type {Set<string>} */
const overdrawn = new Set();

/** Records such calls in every context of the page. */
function watchPaths() {
  const prototype = /** @type {any} */ (CanvasRenderingContext2D.prototype);
  const drawnCanvases = new WeakSet();
  /** @param {string[]} names @param {(context: object, name: string) => void} note */
  const wrap = (names, note) => {
    for (const name of names) {
      const method = prototype[name];
      prototype[name] = function (/** @type {any[]} */ ...rest) {
        note(this, name);
        return method.apply(this, rest);
      };
    }
  };
  wrap(["beginPath"], (context) => drawnCanvases.delete(context));
  wrap(["stroke", "fill", "clip"], (context) => drawnCanvases.add(context));
  wrap(["moveTo", "lineTo", "arc", "ellipse", "rect", "roundRect"], (context, name) => {
    if (drawnCanvases.has(context)) overdrawn.add(name);
  });
}
watchPaths();

/** Empties the page before each test of a file; console output fails the test. */
export function onAnEmptyPage() {
  /** @type {() => void} */
  let consoleIsSilent;
  beforeEach(() => {
    consoleIsSilent = watchConsole();
    overdrawn.clear();
  });
  afterEach(() => {
    unmountAll();
    document.documentElement.style.colorScheme = "";
    try {
      consoleIsSilent();
      expect([...overdrawn], "calls that went on with a path after it was drawn").toEqual([]);
    } finally {
      vi.restoreAllMocks();
    }
  });
}

/** Makes a test fail on any console output. @returns {() => void} to call at its end */
export function watchConsole() {
  const spies = /** @type {const} */ (["error", "warn"]).map((name) => vi.spyOn(console, name));
  /** @type {string[]} */
  const violations = [];
  const note = (/** @type {SecurityPolicyViolationEvent} */ event) =>
    violations.push(event.violatedDirective);
  document.addEventListener("securitypolicyviolation", note);
  return () => {
    document.removeEventListener("securitypolicyviolation", note);
    const calls = spies.flatMap((spy) => spy.mock.calls);
    for (const spy of spies) spy.mockRestore();
    expect(calls).toEqual([]);
    expect(violations).toEqual([]);
  };
}
