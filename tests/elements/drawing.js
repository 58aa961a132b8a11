// drawing.js: the contents of a figure's drawing, read from its SVG: text boxes and lines.
import { plotOf } from "./support.js";

/** x, y: its middle @typedef {{ left: number, right: number, top: number, bottom: number, x: number, y: number }} Box */

/** @param {DOMRect} rectangle @param {number} left @param {number} top @returns {Box} */
function boxOf({ x, y, width, height }, left, top) {
  const box = { left: x - left, right: x - left + width, top: y - top, bottom: y - top + height };
  return { ...box, x: box.left + width / 2, y: box.top + height / 2 };
}

/**
 * The contents, in pixels from the left and the top of the drawing.
 * @param {any} figure
 */
export function drawingOf(figure) {
  const place = document.createElement("div");
  place.innerHTML = figure.toSVG();
  document.body.append(place);
  // Text of the drawing has its transform; the title and the lines below it have none.
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
    /** Without the halos of words. */
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
    /** Rims of dials, and arcs of them. */
    rings: circles.filter(({ isFilled }) => !isFilled),
    discs: circles.filter(({ isFilled }) => isFilled),
    /** The clip rectangles. */
    clips: own("clipPath > path").map((each) => String(each.getAttribute("d"))),
  };
  place.remove();
  return found;
}

/** Whether two boxes overlap by more than `across` and `down` pixels.
 * @param {Box} one @param {Box} other @param {number} [across] @param {number} [down] */
export const meet = (one, other, across = 0, down = 0) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > across &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > down;
