// What stands in a figure's drawing, read from its SVG: words with their boxes, lines with their points.
import { plotOf } from "./support.js";

/** x, y: its middle @typedef {{ left: number, right: number, top: number, bottom: number, x: number, y: number }} Box */

/** @param {DOMRect} rectangle @param {number} left @param {number} top @returns {Box} */
function boxOf({ x, y, width, height }, left, top) {
  const box = { left: x - left, right: x - left + width, top: y - top, bottom: y - top + height };
  return { ...box, x: box.left + width / 2, y: box.top + height / 2 };
}

/**
 * In pixels from the left and the top of the drawing.
 * @param {any} figure
 */
export function drawingOf(figure) {
  const place = document.createElement("div");
  place.innerHTML = figure.toSVG();
  document.body.append(place);
  // The title and the lines below are written without the drawing's transform, which begins with its place.
  const own = (/** @type {string} */ name) =>
    /** @type {SVGGraphicsElement[]} */ ([...place.querySelectorAll(`${name}[transform]`)]);
  const svg = /** @type {Element} */ (place.firstElementChild).getBoundingClientRect();
  const [, across, down] = (
    /^translate\((\S+) (\S+)\)/.exec(own("*")[0]?.getAttribute("transform") ?? "") ?? []
  ).map(Number);
  const [left, top] = [svg.left + across, svg.top + down];
  const { clientWidth: width, clientHeight: height } = plotOf(figure);
  const circles = own("path")
    .filter((each) => /^M\S+ \S+(?: ?A[^ML]+)+Z?$/.test(String(each.getAttribute("d"))))
    .map((each) => {
      const isFilled = each.getAttribute("fill") !== "none";
      const colour = each.getAttribute(isFilled ? "fill" : "stroke");
      return { isFilled, colour, ...boxOf(each.getBoundingClientRect(), left, top) };
    });
  const found = {
    width,
    height,
    /** A halo is no second word. */
    words: own("text")
      .filter((each) => each.getAttribute("fill") !== "none")
      .map((each) => ({
        text: String(each.textContent),
        ...boxOf(each.getBoundingClientRect(), left, top),
      })),
    /** Straight lines as their points. */
    lines: own("path")
      .filter((each) => each.getAttribute("fill") === "none")
      .map((each) =>
        [...String(each.getAttribute("d")).matchAll(/[ML](\S+?) ([^\sA-Za-z]+)/g)].map(
          ([, x, y]) => [Number(x), Number(y)],
        ),
      ),
    /** Rims of dials, and parts of them. */
    rings: circles.filter(({ isFilled }) => !isFilled),
    discs: circles.filter(({ isFilled }) => isFilled),
    /** What parts of the drawing are confined to. */
    clips: own("clipPath > path").map((each) => String(each.getAttribute("d"))),
  };
  place.remove();
  return found;
}

/** Whether two things stand on each other, by more than so many pixels in both directions. @param {Box} one @param {Box} other @param {number} [across] @param {number} [down] */
export const meet = (one, other, across = 0, down = 0) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > across &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > down;
