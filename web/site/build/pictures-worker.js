// Draws the examples of docs/embedding.md and the page's opening as SVG, without a browser, in both schemes. It posts
// them by the names of their files. A thread of its own, because figures find a document in the global scope.
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { crc32, deflateSync } from "node:zlib";
import { PICTURE, parseExamples, picturePath } from "../examples.js";

/** @import { FigureElement } from "../../elements/core/element.js" */

const ELEMENTS = new URL("../../elements/", import.meta.url);
const { width: WIDTH, height: HEIGHT } = PICTURE;
/** Pixels around the drawing. */
const MARGIN = 20;
/** The sizes of the opening's pictures, as index.html names them. */
const OPENING = { wide: { width: 960, height: 400 }, narrow: { width: 360, height: 300 } };
/** Pixels that the first screen keeps free below its numbers, for a sentence. */
const SENTENCE = 40;

// ---- as much of a document as drawing needs ----

class Canvas {
  width = 0;
  height = 0;
  /** @type {ImageData | undefined} */
  #image;

  getContext() {
    return {
      putImageData: (/** @type {ImageData} */ image) => {
        this.#image = image;
      },
    };
  }
  /** A part of it. @param {number} left @param {number} top @param {number} width @param {number} height */
  cut(left, top, width, height) {
    const image = /** @type {ImageData} */ (this.#image);
    const part = Object.assign(new Canvas(), { width, height });
    part.#image = new ImageData(width, height);
    for (let y = 0; y < height; y++) {
      const from = 4 * (image.width * (top + y) + left);
      part.#image.data.set(image.data.subarray(from, from + 4 * width), 4 * width * y);
    }
    return part;
  }
  toDataURL() {
    const { width, height, data } = /** @type {ImageData} */ (this.#image);
    return `data:image/png;base64,${png(width, height, data).toString("base64")}`;
  }
}

Object.assign(globalThis, {
  HTMLElement: class {
    attachShadow() {
      return { append() {} };
    }
    getAttribute() {
      return null;
    }
  },
  ImageData: class {
    /** @param {number} width @param {number} height */
    constructor(width, height) {
      Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
    }
  },
  // Numbers that ease are where they end.
  matchMedia: () => ({ matches: true }),
  document: {
    createElement: (/** @type {string} */ name) =>
      name === "canvas" ? new Canvas() : { setAttribute() {}, append() {} },
  },
});

/** @param {number} width @param {number} height @param {Uint8ClampedArray} pixels red, green, blue, alpha */
function png(width, height, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const rows = Buffer.alloc(height * (4 * width + 1));
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), y * (4 * width + 1) + 1);
  /** @param {string} type @param {Uint8Array} [data] */
  const chunk = (type, data = new Uint8Array()) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return [size, body, checksum];
  };
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    ...[
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows, { level: 9 })),
      chunk("IEND"),
    ].flat(),
  ]);
}

/** Pictures in a page cannot use its fonts: this one is on most systems, and others are stretched to its widths. */
const FONT = "Arial, Helvetica, sans-serif";
/** Its widths in thousandths of the size; those of all other characters are that of a digit. */
const WIDTHS = new Map(
  /** @type {[string, number][]} */ ([
    ["ijl", 222],
    [" !,./:;I[]ft\\", 278],
    ["()-r", 333],
    ["J", 500],
    ["cksvxyz", 500],
    ["<=>+×−", 584],
    ["FTZ", 611],
    ["ABEKPSVXY", 667],
    ["CDHNRUw", 722],
    ["GOQ", 778],
    ["mM", 833],
    ["%", 889],
    ["W", 944],
  ]).flatMap(([letters, width]) => [...letters].map((letter) => [letter, width])),
);

// ---- the figures ----

const [
  { SvgContext },
  { drawAcross, drawMoving, drawStill, layOutAxes },
  { measure, place },
  { PALETTE },
  { drawHook, layoutFor },
  { drawTape },
  { paintCells, pairsFor, sampleTape },
  { START, words },
] = await Promise.all([
  import("../../elements/core/svg.js"),
  import("../../elements/core/draw.js"),
  import("../../elements/core/layout.js"),
  import("../../elements/core/theme.js"),
  import("../hook/draw.js"),
  import("../hook/strip.js"),
  import("../hook/tape.js"),
  import("../hook/words.js"),
]);

/** @type {any} */
const ruler = {
  font: "",
  /** @param {string} text */
  measureText(text) {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1]);
    const boldFactor = /\b[6-9]00\b/.test(this.font) ? 1.06 : 1;
    const widths = Array.from(text, (letter) => WIDTHS.get(letter) ?? 556);
    return { width: (boldFactor * size * widths.reduce((sum, width) => sum + width, 0)) / 1000 };
  },
};

/** Gives each text the width that it has in `FONT`. @param {string} svg */
const fitTexts = (svg) =>
  svg.replace(/<text (?=[^>]*style="font:([^;]*))([^>]*)>([^<]*)/g, (_, font, attributes, text) => {
    ruler.font = font;
    const { width } = ruler.measureText(text.replace(/&#\d+;/g, "0"));
    return `<text textLength="${Math.round(width)}" lengthAdjust="spacingAndGlyphs" ${attributes}>${text}`;
  });

/** @param {"light" | "dark"} scheme */
const themeOf = (scheme) => ({
  ...PALETTE[scheme],
  ...{ font: FONT, title: FONT, math: "Georgia, serif", scheme, size: 16 },
});

/** @param {FigureElement} figure @param {"light" | "dark"} scheme */
function drawFigure({ spec, p, d }, scheme) {
  const context = /** @type {any} */ (new SvgContext(ruler));
  const theme = themeOf(scheme);
  const pen = { context, theme, unit: 1, ratio: 2, taken: [] };
  /** The panels in so many pixels. @param {number} scale @returns {import("../../elements/core/types.js").Placed[]} */
  function placePanels(scale) {
    const [width, height] = [scale * (WIDTH - 2 * MARGIN), scale * (HEIGHT - 2 * MARGIN)];
    const room = {
      ...{ width, height: Number.POSITIVE_INFINITY, low: false },
      narrow: width < (spec.narrow ?? 560),
      measure: (/** @type {string} */ text, size = 15) => {
        ruler.font = `${size}px`;
        return ruler.measureText(text).width;
      },
    };
    const panels = () => spec.panels(p, d.values, room);
    // Reading what takes long starts it.
    for (panels(); d.busy; panels()) d.work(Number.POSITIVE_INFINITY);
    const tree = panels();
    const measured = measure(Array.isArray(tree) ? { column: tree } : tree, width, pen);
    if (measured.height > height) return placePanels(scale * 1.05);
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.translate(MARGIN, MARGIN);
    context.scale(1 / scale, 1 / scale);
    return place(measured, { left: 0, top: 0, width, height }, pen);
  }
  const placedPanels = placePanels(1);
  layOutAxes(placedPanels);
  for (const panel of placedPanels) drawStill(context, panel, p, d.values);
  for (const panel of placedPanels) drawMoving(context, panel);
  drawAcross(context, placedPanels, (plots) => spec.across?.(plots, p, d.values), pen);
  return fitTexts(context.toString(WIDTH, HEIGHT, spec.title, ""));
}

// ---- the opening ----

/** What the opening draws with, beside what marks use. */
class OpeningContext extends SvgContext {
  #gradients = "";
  #count = 0;
  /** Corners stay sharp. @param {number} x @param {number} y */
  arcTo(x, y) {
    this.lineTo(x, y);
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
  createLinearGradient(x1, y1, x2, y2) {
    const id = `g${this.#count++}`;
    const coordinates = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    /** @type {[number, string][]} */
    const stops = [];
    return {
      /** @param {number} at @param {string} colour */
      addColorStop: (at, colour) => stops.push([at, colour]),
      // Asked for when the gradient is filled, with all its stops.
      toString: () => {
        const stopTags = stops.map(
          ([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`,
        );
        this.#gradients += `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${coordinates}>${stopTags.join("")}</linearGradient>`;
        return `url(#${id})`;
      },
    };
  }
  /** A part of a picture. @param {any} image @param {...number} coordinates */
  drawImage(image, ...coordinates) {
    const [left, top, wide, high, x, y, width, height] = coordinates;
    super.drawImage(image.cut(left, top, wide, high), x, y, width, height);
  }
  /** @param {number} width @param {number} height @param {string} title @param {string} about */
  toString(width, height, title, about) {
    return super
      .toString(width, height, title, about)
      .replace("</desc>", `</desc><defs>${this.#gradients}</defs>`);
  }
}

/** The first screen's hands and words at rest. @param {"wide" | "narrow"} form @param {"light" | "dark"} scheme */
function drawOpening(form, scheme) {
  const { width, height } = OPENING[form];
  const context = /** @type {any} */ (new OpeningContext(ruler));
  const theme = themeOf(scheme);
  // Only colours in this form have a transparent one.
  theme.paper = `rgb(${[1, 3, 5].map((n) => Number.parseInt(PALETTE[scheme].paper.slice(n, n + 2), 16)).join(",")})`;
  const pairs = pairsFor(form === "narrow");
  const layout = layoutFor(width, height + SENTENCE, 0, pairs, 0, 1, theme, context);
  const samples = sampleTape(words.length);
  const tape = { layout, samples, theme, cells: paintCells(samples, pairs, scheme) };
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, width, height);
  const state = { position: START, offset: 0, isHovered: false, isDragged: false };
  drawHook(context, layout, samples, state, theme, (at) => drawTape(context, tape, at));
  return fitTexts(context.toString(width, height, "A word and its hands", ""));
}

/** @type {Record<string, string>} */
const pictures = {};
const guide = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");
for (const { tag, html } of parseExamples(guide)) {
  const exported = Object.values(await import(new URL(`${tag}.js`, ELEMENTS).href));
  const Figure = exported.find((value) => value?.spec);
  const [, attributes] = new RegExp(`<${tag}([^>]*)>`).exec(html) ?? ["", ""];
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    const figure = new Figure();
    for (const [, name, value = ""] of attributes.matchAll(/([\w-]+)(?:="(.*?)")?/g))
      if (Figure.observedAttributes.includes(name))
        figure.attributeChangedCallback(name, null, value);
    figure.join();
    pictures[picturePath(tag, scheme)] = drawFigure(figure, scheme);
  }
}
for (const form of /** @type {const} */ (["wide", "narrow"]))
  for (const scheme of /** @type {const} */ (["light", "dark"]))
    pictures[picturePath(`opening-${form}`, scheme)] = drawOpening(form, scheme);
parentPort?.postMessage(pictures);
