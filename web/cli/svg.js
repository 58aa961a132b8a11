// svg.js: pictures as SVG, with axes, a title and a colour bar.
import { printable } from "../formats/printable.js";
import { pointsOf } from "./curve.js";
import { png } from "./png.js";

/** @import { Axis, Chart } from "./chart.js" */

const MARGIN = { top: 44, right: 24, bottom: 52, left: 68 };
/** The room for the colour bar and its numbers. */
const BAR = { gap: 20, width: 14, labels: 60 };
const TICK = 5;

/** @type {Record<"light" | "dark", { paper: string, ink: string, faint: string, line: string }>} */
const schemes = {
  light: { paper: "#fffdf9", ink: "#1d2126", faint: "#8a8f98", line: "#8f3d14" },
  dark: { paper: "#14161b", ink: "#e9e7e2", faint: "#7d828c", line: "#f0a860" },
};

/**
 * A picture of colours, with a colour bar.
 * @param {Chart} chart
 * @param {Uint8Array} pixels (height, width), entries of the colour map
 * @param {{ width: number, height: number, low: number, high: number }} size
 * @param {Uint32Array} colours @param {"light" | "dark"} scheme
 */
export function svgOfPixels(chart, pixels, { width, height, low, high }, colours, scheme) {
  const bar = Uint8Array.from({ length: 256 }, (_, i) => 255 - i);
  const x = MARGIN.left + width + BAR.gap;
  const place = `x="${x}" y="${MARGIN.top}" width="${BAR.width}" height="${height}"`;
  const numbers = ticks(low, high, height / 60).map((value) => {
    const y = MARGIN.top + ((high - value) / (high - low || 1)) * height;
    return text(x + BAR.width + 6, y + 4, brief(value));
  });
  return framed(chart, { width, height, extra: BAR.gap + BAR.width + BAR.labels }, scheme, [
    image(
      `x="${MARGIN.left}" y="${MARGIN.top}" width="${width}" height="${height}"`,
      png(pixels, width, colours),
    ),
    image(place, png(bar, 1, colours)),
    ...numbers,
  ]);
}

/**
 * A curve.
 * @param {Chart} chart @param {ArrayLike<number>} values
 * @param {{ width: number, height: number }} size @param {"light" | "dark"} scheme
 */
export function svgOfCurve(chart, values, { width, height }, scheme) {
  const { low, high } = chart.upright;
  let path = "";
  let drawing = false;
  for (const point of pointsOf(values, width + 1, height + 1, { low, high })) {
    if (point) {
      const [x, y] = [MARGIN.left + point[0], MARGIN.top + point[1]];
      path += `${drawing ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`;
      // A lone point is drawn as a dot.
      if (!drawing) path += "h0";
    }
    drawing = point !== undefined;
  }
  const style = `fill="none" stroke="${schemes[scheme].line}" stroke-width="2"`;
  return framed(chart, { width, height, extra: 0 }, scheme, [
    `<path ${style} stroke-linejoin="round" stroke-linecap="round" d="${path}"/>`,
  ]);
}

/**
 * The picture with its title and axes.
 * @param {Chart} chart
 * @param {{ width: number, height: number, extra: number }} size of the picture, and the room that it
 *   needs on the right
 * @param {"light" | "dark"} scheme @param {string[]} picture
 */
function framed({ title, across, upright }, { width, height, extra }, scheme, picture) {
  const { paper, ink, faint } = schemes[scheme];
  const total = [MARGIN.left + width + extra + MARGIN.right, MARGIN.top + height + MARGIN.bottom];
  const [left, bottom] = [MARGIN.left, MARGIN.top + height];
  const box = `x="${left}" y="${MARGIN.top}" width="${width}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${total.join(" ")}" width="${total[0]}" height="${total[1]}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    `<g font-family="system-ui, sans-serif" font-size="12" fill="${ink}">`,
    text(left, 26, title, 'font-size="15"'),
    ...picture,
    `<rect ${box} fill="none" stroke="${faint}"/>`,
    ...along(across, width).flatMap(([at, label]) => [
      `<path d="M${at + left} ${bottom}v${TICK}" stroke="${faint}"/>`,
      text(at + left, bottom + 18, label, 'text-anchor="middle"'),
    ]),
    ...along(upright, height).flatMap(([at, label]) => {
      const y = upright.down ? MARGIN.top + at : bottom - at;
      return [
        `<path d="M${left} ${y}h${-TICK}" stroke="${faint}"/>`,
        text(left - 9, y + 4, label, 'text-anchor="end"'),
      ];
    }),
    text(left + width / 2, bottom + 40, across.name, 'text-anchor="middle"'),
    text(
      0,
      0,
      upright.name,
      `text-anchor="middle" transform="translate(16 ${MARGIN.top + height / 2}) rotate(-90)"`,
    ),
    "</g>",
    "</svg>\n",
  ]
    .filter((each) => each !== "")
    .join("\n");
}

/** The ticks of an axis, in pixels from its beginning. @param {Axis} axis @param {number} size
 * @returns {[at: number, label: string][]} */
function along({ low, high, cells }, size) {
  const values = cells
    ? ticks(low, high - 1, size / 80).filter(Number.isInteger)
    : ticks(low, high, size / 80);
  return values.map((value) => {
    const part = (value + (cells ? 0.5 : 0) - low) / (high - low || 1);
    return [Number((part * size).toFixed(2)), cells ? String(value) : brief(value)];
  });
}

/**
 * Round numbers within a range, about so many.
 * @param {number} low @param {number} high @param {number} count
 * @returns {number[]}
 */
export function ticks(low, high, count) {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= 0.99 * rough) ?? 10) * power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const list = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; n++) {
    list.push(Number((n * step).toFixed(Math.min(decimals, 100))));
  }
  return list;
}

/** @param {number} x */
const brief = (x) => String(Number(x.toPrecision(4))).replace("-", "−");

/** @param {string} place @param {Uint8Array} file */
function image(place, file) {
  const data = Buffer.from(file).toString("base64");
  const style = 'preserveAspectRatio="none" style="image-rendering:pixelated"';
  return `<image ${place} ${style} href="data:image/png;base64,${data}"/>`;
}

/** @param {number} x @param {number} y @param {string} words */
function text(x, y, words, attributes = "") {
  if (words === "") return "";
  return `<text x="${x}" y="${y}"${attributes && ` ${attributes}`}>${escaped(words)}</text>`;
}

/** @param {string} words */
function escaped(words) {
  return printable(words).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
