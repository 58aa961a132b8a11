// Draws the examples of docs/embedding.md as SVG, without a browser, in both schemes. It posts them by the
// names of their files. A thread of its own, because figures find a document in the global scope.
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { crc32, deflateSync } from "node:zlib";
import { examplesIn, PICTURE, pictureOf } from "../examples.js";

/** @import { FigureElement } from "../../elements/core/element.js" */

const ELEMENTS = new URL("../../elements/", import.meta.url);
const { width: WIDTH, height: HEIGHT } = PICTURE;
/** Pixels around the drawing. */
const MARGIN = 20;

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
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const rows = Buffer.alloc(height * (4 * width + 1));
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), y * (4 * width + 1) + 1);
  /** @param {string} type @param {Uint8Array} [data] */
  const chunk = (type, data = new Uint8Array()) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return [size, named, sum];
  };
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    ...[chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND")].flat(),
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
  { drawAcross, drawMoving, drawStill, settle },
  { measure, place },
  { PALETTE },
] = await Promise.all([
  import("../../elements/core/svg.js"),
  import("../../elements/core/draw.js"),
  import("../../elements/core/layout.js"),
  import("../../elements/core/theme.js"),
]);

/** @type {any} */
const ruler = {
  font: "",
  /** @param {string} text */
  measureText(text) {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1]);
    const bold = /\b[6-9]00\b/.test(this.font) ? 1.06 : 1;
    const widths = Array.from(text, (letter) => WIDTHS.get(letter) ?? 556);
    return { width: (bold * size * widths.reduce((sum, width) => sum + width, 0)) / 1000 };
  },
};

/** Gives each text the width that it has in `FONT`. @param {string} svg */
const fitted = (svg) =>
  svg.replace(/<text (?=[^>]*style="font:([^;]*))([^>]*)>([^<]*)/g, (_, font, attributes, text) => {
    ruler.font = font;
    const { width } = ruler.measureText(text.replace(/&#\d+;/g, "0"));
    return `<text textLength="${Math.round(width)}" lengthAdjust="spacingAndGlyphs" ${attributes}>${text}`;
  });

/** @param {FigureElement} figure @param {"light" | "dark"} scheme */
function drawn({ spec, p, d }, scheme) {
  const context = /** @type {any} */ (new SvgContext(ruler));
  const fonts = { font: FONT, title: FONT, math: "Georgia, serif" };
  const theme = { ...PALETTE[scheme], ...fonts, scheme, size: 16 };
  const pen = { context, theme, unit: 1, ratio: 2, taken: [] };
  /** The panels in so many pixels. @param {number} scale @returns {import("../../elements/core/types.js").Placed[]} */
  function placed(scale) {
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
    const whole = measure(Array.isArray(tree) ? { column: tree } : tree, width, pen);
    if (whole.height > height) return placed(scale * 1.05);
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.translate(MARGIN, MARGIN);
    context.scale(1 / scale, 1 / scale);
    return place(whole, { left: 0, top: 0, width, height }, pen);
  }
  const all = placed(1);
  settle(all);
  for (const panel of all) drawStill(context, panel, p, d.values);
  for (const panel of all) drawMoving(context, panel);
  drawAcross(context, all, (plots) => spec.across?.(plots, p, d.values), pen);
  return fitted(context.toString(WIDTH, HEIGHT, spec.title, ""));
}

/** @type {Record<string, string>} */
const pictures = {};
const guide = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");
for (const { tag, html } of examplesIn(guide)) {
  const exported = Object.values(await import(new URL(`${tag}.js`, ELEMENTS).href));
  const Figure = exported.find((each) => each?.spec);
  const [, written] = new RegExp(`<${tag}([^>]*)>`).exec(html) ?? ["", ""];
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    const figure = new Figure();
    for (const [, name, value = ""] of written.matchAll(/([\w-]+)(?:="(.*?)")?/g))
      if (Figure.observedAttributes.includes(name))
        figure.attributeChangedCallback(name, null, value);
    figure.join();
    pictures[pictureOf(tag, scheme)] = drawn(figure, scheme);
  }
}
parentPort?.postMessage(pictures);
