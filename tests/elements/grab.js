// grab.js: drags figures of the core like a reader, and reads positions only from the page's boxes
// and the canvas's pixels, never from the figure's own layout.
import { pass } from "./clock.js";
import { pixelDifference, plotOf, settled } from "./support.js";

/** @typedef {{ x: number, y: number }} Place in CSS pixels of the window */

/** A handle by the beginning of its name. @param {Element} figure @param {string} name @returns {HTMLElement} */
export function handleOf(figure, name) {
  const handles = [...(figure.shadowRoot?.querySelectorAll(".handle") ?? [])];
  const handle = handles.find((element) => element.getAttribute("aria-label")?.startsWith(name));
  if (!handle) throw new Error(`no handle "${name}"`);
  return /** @type {HTMLElement} */ (handle);
}

/** @param {Element} element @returns {Place} */
export function centreOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** @param {Element} figure @param {string} type @param {Place} at @param {PointerEventInit} [options] */
export function point(figure, type, { x, y }, options = {}) {
  const target = plotOf(figure);
  const init = {
    bubbles: true,
    composed: true,
    cancelable: true,
    pointerId: 1,
    pointerType: "mouse",
  };
  target.dispatchEvent(new PointerEvent(type, { ...init, clientX: x, clientY: y, ...options }));
}

/** @param {any} figure @param {Place} from @param {Place} to @param {PointerEventInit & { release?: boolean }} [more] */
export async function drag(figure, from, to, { release = true, ...more } = {}) {
  point(figure, "pointermove", from, more);
  point(figure, "pointerdown", from, more);
  for (let n = 1; n <= 4; n++) {
    const part = n / 4;
    point(
      figure,
      "pointermove",
      { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) },
      more,
    );
    await settled();
  }
  if (release) point(figure, "pointerup", to, more);
  await rested();
}

/** Taps a place. @param {any} figure @param {Place} at */
export async function tap(figure, at) {
  point(figure, "pointerdown", at);
  point(figure, "pointerup", at);
  await rested();
}

/** Drags a tip around a dial. @param {any} figure @param {Place & { radius: number }} dial
 * @param {number} from its angle, clockwise from the top @param {number} by radians
 * @param {{ release?: boolean }} [more] */
export async function turn(figure, { x, y, radius }, from, by, { release = true } = {}) {
  const at = (/** @type {number} */ angle) => ({
    x: x + radius * Math.sin(angle),
    y: y - radius * Math.cos(angle),
  });
  const steps = Math.ceil(4 * Math.abs(by));
  point(figure, "pointerdown", at(from));
  for (let n = 1; n <= steps; n++) point(figure, "pointermove", at(from + (n / steps) * by));
  if (!release) return;
  point(figure, "pointerup", at(from + by));
  await rested();
}

/** Milliseconds after which everything that eases has arrived. */
const LONGEST_EASING = 600;

/** Waits until all motion has ended. */
export async function rested() {
  pass(LONGEST_EASING);
  await settled();
}

/** @param {Element} element @param {string} key @param {KeyboardEventInit} [options] */
export const press = (element, key, options = {}) =>
  element.dispatchEvent(
    new KeyboardEvent("keydown", {
      key,
      bubbles: true,
      composed: true,
      cancelable: true,
      ...options,
    }),
  );

/** Presses keys one by one, and waits after each until all motion has ended.
 * @param {Element} element @param {string[]} names */
export async function keys(element, ...names) {
  for (const name of names) {
    press(element, name);
    await rested();
  }
}

/** The text on the canvases, as screen readers get it. @param {any} figure @returns {string[]} */
export function textsOf(figure) {
  figure.view.announce(false);
  return [...figure.shadowRoot.querySelectorAll("ul.quiet li")].map((line) => line.textContent);
}

/** The pixel at a place of the window, 0xAABBGGRR.
 * @param {HTMLCanvasElement} canvas @param {Place} at */
export function pixelUnder(canvas, { x, y }) {
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const copy = new OffscreenCanvas(1, 1).getContext("2d");
  if (!copy) throw new Error("no context");
  copy.drawImage(canvas, -Math.floor((x - box.left) * scale), -Math.floor((y - box.top) * scale));
  const [red, green, blue, alpha] = copy.getImageData(0, 0, 1, 1).data;
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** How far the nearest pixel around a place is from a colour.
 * @param {HTMLCanvasElement} canvas @param {Place} at @param {number} colour
 * @param {number[]} [dxs] pixels beside the place @param {number[]} [dys] */
export const nearest = (canvas, { x, y }, colour, dxs = [-1, 0, 1], dys = [-1, 0, 1]) =>
  Math.min(
    ...dxs.flatMap((dx) =>
      dys.map((dy) => {
        const pixel = pixelUnder(canvas, { x: x + dx, y: y + dy });
        return pixel >>> 24 > 100 ? pixelDifference(pixel, colour) : 255;
      }),
    ),
  );

/** The sentence that a figure reads out, in plain ASCII minus signs. @param {any} figure @returns {string} */
export function sentenceOf(figure) {
  figure.view.announce(true);
  return figure.shadowRoot.querySelector(".status").textContent.replaceAll("\u2212", "-");
}
