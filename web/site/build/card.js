// The preview image for links to the page: the first screen without small text, drawn by the same
// code on a context that writes SVG.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { colourTable, entryOf } from "../../elements/colour/maps.js";
import { SvgContext } from "../../elements/core/svg.js";
import { PALETTE } from "../../elements/core/theme.js";
import { drawHook } from "../hook/draw.js";
import { measured } from "../hook/line.js";
import { drawTape } from "../hook/strip.js";
import { FINE, sample, WIDTH } from "../hook/tape.js";
import { words } from "../hook/words.js";
import { FOLDER, makeFonts, PLAIN } from "./fonts.js";

export const CARD = { width: 1200, height: 630 };
const TITLE = "What is positional encoding?";
const LINE = "How a transformer is told which word stands where.";
const FAMILY = "STIX Two Text";

/** Returns a function for the width of a letter, relative to the font size. @param {Buffer} font OpenType font with ASCII letters */
export function advances(font) {
  const view = new DataView(font.buffer, font.byteOffset, font.length);
  /** @type {Record<string, number>} */
  const tables = {};
  for (let n = 0; n < view.getUint16(4); n++) {
    const at = 12 + 16 * n;
    tables[font.toString("latin1", at, at + 4)] = view.getUint32(at + 8);
  }
  const { cmap, hhea, hmtx, head } = tables;
  const metrics = view.getUint16(hhea + 34);
  const unit = view.getUint16(head + 18);
  const glyph = glyphs(view, cmap);
  return (/** @type {string} */ letter) => {
    const index = Math.min(glyph(letter.charCodeAt(0)), metrics - 1);
    return view.getUint16(hmtx + 4 * index) / unit;
  };
}

/** Returns a function for the glyph of a character, from the table of 16-bit characters. @param {DataView} view @param {number} cmap */
function glyphs(view, cmap) {
  let at = 0;
  for (let n = 0; n < view.getUint16(cmap + 2); n++) {
    const own = cmap + view.getUint32(cmap + 8 + 8 * n);
    if (view.getUint16(own) === 4) at = own;
  }
  const twice = view.getUint16(at + 6);
  return (/** @type {number} */ code) => {
    for (let n = 0; n < twice; n += 2) {
      const [end, start] = [view.getUint16(at + 14 + n), view.getUint16(at + 16 + twice + n)];
      if (code < start || code > end) continue;
      const delta = view.getUint16(at + 16 + 2 * twice + n);
      const place = at + 16 + 3 * twice + n;
      const offset = view.getUint16(place);
      if (offset === 0) return (code + delta) & 0xffff;
      return (view.getUint16(place + offset + 2 * (code - start)) + delta) & 0xffff;
    }
    return 0;
  };
}

/** Adds the canvas methods that the first screen uses and figures do not. */
class CardContext extends SvgContext {
  #gradients = /** @type {string[]} */ ([]);

  /** @param {number} x @param {number} y @param {number} toX @param {number} toY */
  createLinearGradient(x, y, toX, toY) {
    const id = `g${this.#gradients.length}`;
    const at = this.#gradients.push("") - 1;
    const stops = /** @type {string[]} */ ([]);
    const places = `gradientUnits="userSpaceOnUse" x1="${x}" y1="${y}" x2="${toX}" y2="${toY}"`;
    return {
      addColorStop: (/** @type {number} */ offset, /** @type {string} */ colour) => {
        const [, r, g, b, alpha = "1"] =
          /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour) ?? [];
        stops.push(
          `<stop offset="${offset}" stop-color="rgb(${r}, ${g}, ${b})" stop-opacity="${alpha}"/>`,
        );
        this.#gradients[at] =
          `<linearGradient id="${id}" ${places}>${stops.join("")}</linearGradient>`;
      },
      toString: () => `url(#${id})`,
    };
  }
  /** A sharp corner instead of an arc. @param {number} x @param {number} y */
  arcTo(x, y) {
    this.lineTo(x, y);
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }
  /** Pixels as rectangles. @param {any} image @param {...number} places */
  drawImage(image, ...places) {
    const [column, from, , count, x, y, width, height] = places;
    const high = height / count;
    for (let n = 0; n < count; n++) {
      this.fillStyle = image.colourAt(column, from + n);
      this.fillRect(x, y + n * high, width, high + 0.2);
    }
  }
  get gradients() {
    return this.#gradients.join("");
  }
}

/** @param {string} hex @returns {string} in the form of computed styles */
const rgb = (hex) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

/** The card as SVG, with text in STIX Two Text. @param {Buffer} font */
export function cardSVG(font) {
  const advance = advances(font);
  const measure = {
    font: "",
    measureText(/** @type {string} */ text) {
      const size = Number(/([\d.]+)px/.exec(this.font)?.[1]);
      return { width: [...text].reduce((sum, letter) => sum + size * advance(letter), 0) };
    },
  };
  const context = /** @type {any} */ (new CardContext(/** @type {any} */ (measure)));
  const colours = Object.fromEntries(
    Object.entries(PALETTE.light).map(([name, hex]) => [name, rgb(hex)]),
  );
  const theme = /** @type {any} */ ({ ...colours, scheme: "light", font: FAMILY, title: FAMILY });
  const pairs = Array.from({ length: 16 }, (_, n) => n);
  const samples = sample(words.length);
  const table = colourTable("diverging", "light");
  const cells = {
    colourAt(/** @type {number} */ column, /** @type {number} */ row) {
      const value = samples.lines[row * FINE * WIDTH + 2 * pairs[column]];
      const pixel = table[entryOf(value, -1, 1)];
      return `rgb(${pixel & 255}, ${(pixel >> 8) & 255}, ${(pixel >> 16) & 255})`;
    },
  };
  const { width, height } = CARD;
  const left = 62;
  const size = 33;
  const places = {
    width,
    height,
    pairs,
    left,
    size,
    narrow: false,
    ratio: 1,
    bare: true,
    column: (width - 2 * left) / pairs.length,
    radius: 26,
    top: 196,
    box: 440,
    row: 8.4,
    dial: 496,
    value: 0,
    bracket: 538,
    line: 582,
    ...measured(size, theme, context),
  };
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, width, height);
  const state = { position: 37, away: 0, over: false, follows: false };
  const tape = { places, samples, cells: /** @type {any} */ (cells), theme };
  drawHook(context, places, samples, state, theme, (position) => drawTape(context, tape, position));
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.fillStyle = theme.ink;
  context.font = `400 86px ${FAMILY}`;
  context.fillText(TITLE, left, 108);
  context.fillStyle = theme.muted;
  context.font = `400 31px ${FAMILY}`;
  context.fillText(LINE, left + 2, 174);
  return context
    .toString(width, height, TITLE, LINE)
    .replace(
      /style="font:400 ([\d.]+)px [^;]*;white-space:pre"/g,
      `font-family="${FAMILY}" font-size="$1" letter-spacing="-0.01em"`,
    )
    .replace("</svg>", `<defs>${context.gradients}</defs></svg>`);
}

let begun = false;

/** The card, drawn only if it has changed. @returns {Promise<Uint8Array>} PNG */
export async function cardPNG() {
  await makeFonts();
  const font = readFileSync(PLAIN);
  const drawing = cardSVG(font);
  const key = createHash("sha256").update(drawing).update(font).digest("hex").slice(0, 16);
  const kept = `${FOLDER}card-${key}.png`;
  if (existsSync(kept)) return readFileSync(kept);
  if (!begun) {
    const module = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
    await initWasm(readFileSync(module));
    begun = true;
  }
  const fonts = { fontBuffers: [font], defaultFontFamily: FAMILY };
  const picture = new Resvg(drawing, { font: fonts }).render().asPng();
  writeFileSync(kept, picture);
  return picture;
}
