// image.js: pictures as PNG, and as SVG with axes, a title and a colour bar.
import { deflateSync } from "node:zlib";
import { ticks } from "../elements/core/ticks.js";
import { crc32 } from "../formats/crc32.js";
import { printable } from "../formats/printable.js";
import { pointsOf } from "./picture.js";

/** @import { Axis, Chart } from "./chart.js" */

/** Minimum margins: long numbers need more room on the left. */
const MARGIN = { top: 44, right: 24, bottom: 52, left: 68 };
/** The room for the colour bar and its numbers; long numbers need more. */
const BAR = { gap: 20, width: 14, labels: 60 };
const TICK_LENGTH = 5;
/** Maximum width of a digit, and minimum distance between numbers. */
const MAX_DIGIT_WIDTH = 7.7;
const MIN_LABEL_GAP = 16;

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
  const x = width + BAR.gap;
  const values = ticks(low, high, height / 60);
  const labels = labelsFor(values);
  const extra = BAR.gap + BAR.width + Math.max(BAR.labels, widest(labels) + 6);
  return frame(chart, { width, height, extra }, scheme, [
    image(`width="${width}" height="${height}"`, png(pixels, width, colours)),
    image(`x="${x}" width="${BAR.width}" height="${height}"`, png(bar, 1, colours)),
    ...values.map((value, n) => {
      const y = ((high - value) / (high - low || 1)) * height;
      return text(x + BAR.width + 6, y + 4, labels[n]);
    }),
  ]);
}

/**
 * A curve.
 * @param {Chart} chart @param {ArrayLike<number>} values
 * @param {{ width: number, height: number }} size @param {"light" | "dark"} scheme
 */
export function svgOfCurve(chart, values, { width, height }, scheme) {
  const points = pointsOf(values, width + 1, height + 1, chart.upright);
  const path = points.map((point, i) => {
    if (!point) return "";
    const [x, y] = point.map((coordinate) => coordinate.toFixed(2));
    // A lone point is drawn as a dot.
    return points[i - 1] ? `L${x} ${y}` : `M${x} ${y}h0`;
  });
  const style = `fill="none" stroke="${schemes[scheme].line}" stroke-width="2"`;
  return frame(chart, { width, height, extra: 0 }, scheme, [
    `<path ${style} stroke-linejoin="round" stroke-linecap="round" d="${path.join("")}"/>`,
  ]);
}

/**
 * The picture with its title and axes. Its upper left corner is the origin.
 * @param {Chart} chart
 * @param {{ width: number, height: number, extra: number }} size of the picture, and the room that it
 *   needs on the right
 * @param {"light" | "dark"} scheme @param {string[]} picture
 */
function frame({ title, across, upright }, { width, height, extra }, scheme, picture) {
  const { paper, ink, faint } = schemes[scheme];
  const yTicks = axisTicks(upright, height);
  // Long numbers at the end would extend beyond the image.
  const xTicks = axisTicks(across, width, true).filter(
    ([at, label]) => at + widest([label]) / 2 <= width + extra + MARGIN.right,
  );
  const left = Math.max(MARGIN.left, 29 + widest(yTicks.map(([, label]) => label)));
  const total = [left + width + extra + MARGIN.right, MARGIN.top + height + MARGIN.bottom];
  const name = `text-anchor="middle" transform="translate(${16 - left} ${height / 2}) rotate(-90)"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${total.join(" ")}" width="${total[0]}" height="${total[1]}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    `<g transform="translate(${left} ${MARGIN.top})" font-family="system-ui, sans-serif" font-size="12" fill="${ink}">`,
    text(0, 26 - MARGIN.top, title, 'font-size="15"'),
    ...picture,
    `<rect width="${width}" height="${height}" fill="none" stroke="${faint}"/>`,
    ...xTicks.flatMap(([at, label]) => [
      `<path d="M${at} ${height}v${TICK_LENGTH}" stroke="${faint}"/>`,
      text(at, height + 18, label, 'text-anchor="middle"'),
    ]),
    ...yTicks.flatMap(([at, label]) => {
      const y = upright.down ? at : height - at;
      return [
        `<path d="M0 ${y}h${-TICK_LENGTH}" stroke="${faint}"/>`,
        text(-9, y + 4, label, 'text-anchor="end"'),
      ];
    }),
    text(width / 2, height + 40, across.name, 'text-anchor="middle"'),
    text(0, 0, upright.name, name),
    "</g>",
    "</svg>\n",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** @param {string[]} labels */
const widest = (labels) =>
  Math.ceil(MAX_DIGIT_WIDTH * Math.max(0, ...labels.map(({ length }) => length)));

/** The ticks of an axis, in pixels from its beginning. @param {Axis} axis @param {number} size
 * @param {boolean} [isHorizontal] whether the numbers stand next to each other, so that they must not
 *   touch
 * @returns {[at: number, label: string][]} */
function axisTicks({ low, high, cells = false }, size, isHorizontal = false) {
  const [last, half] = cells ? [high - 1, 0.5] : [high, 0];
  const ticksEvery = (/** @type {number} */ spacing) => {
    const values = ticks(low, last, size / spacing, cells ? 1 : 0);
    return { values, labels: labelsFor(values, cells ? 1 : undefined) };
  };
  let marks = ticksEvery(80);
  const wide = widest(marks.labels) + MIN_LABEL_GAP;
  if (isHorizontal && wide > 80) marks = ticksEvery(wide);
  return marks.values.map((value, n) => {
    const part = (value + half - low) / (high - low || 1);
    return [Number((part * size).toFixed(2)), marks.labels[n]];
  });
}

/**
 * The labels of ticks, with enough digits to distinguish neighbours, and at least four.
 * @param {number[]} values @param {number} [step] the difference between neighbours
 */
function labelsFor(values, step = values[1] - values[0]) {
  const largest = Math.max(...values.map(Math.abs));
  // A step that was rounded down to 0.0999… counts as 0.1.
  const digits = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step) + 1e-6) + 1;
  const precision = Math.min(Math.max(digits || 4, 4), 17);
  return values.map((value) => String(Number(value.toPrecision(precision))).replace("-", "−"));
}

/** @param {string} place @param {Uint8Array} file */
function image(place, file) {
  const data = Buffer.from(file).toString("base64");
  const style = 'preserveAspectRatio="none" style="image-rendering:pixelated"';
  return `<image ${place} ${style} href="data:image/png;base64,${data}"/>`;
}

/** @param {number} x @param {number} y @param {string} words */
function text(x, y, words, attributes = "") {
  if (words === "") return "";
  return `<text x="${x}" y="${y}"${attributes && ` ${attributes}`}>${escapeXml(words)}</text>`;
}

/** @param {string} words */
function escapeXml(words) {
  return printable(words).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const PALETTE = 3;

/**
 * @param {Uint8Array} pixels (height, width), indices into the colours
 * @param {number} width
 * @param {Uint32Array} colours 256 of them, 0xAABBGGRR
 * @returns {Uint8Array}
 */
export function png(pixels, width, colours) {
  const height = pixels.length / width;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // bits per index
  header.setUint8(9, PALETTE);
  const palette = Uint8Array.from({ length: 3 * colours.length }, (_, i) => {
    return colours[Math.floor(i / 3)] >> (8 * (i % 3));
  });
  // Each row begins with its filter type, 0 for none.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  result.set(body, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
