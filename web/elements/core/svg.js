// A drawing context that writes SVG: the part of CanvasRenderingContext2D that marks use.
import { escaped as printable } from "../../phasor/quote.js";

/** XML has no form for control characters, nor for the last two code points. @param {unknown} text */
const escapeXml = (text) =>
  printable(String(text))
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {number} value */
const round = (value) => String(Math.round(value * 100) / 100);

const STATE_NAMES = [
  "fillStyle",
  "strokeStyle",
  "lineWidth",
  "lineCap",
  "lineJoin",
  "globalAlpha",
  "font",
  "textAlign",
  "textBaseline",
  "dash",
  "matrix",
];

const ANCHOR = /** @type {Record<string, string>} */ ({ center: "middle", right: "end" });
/** How far the alphabetic baseline lies below the given y, in font sizes. */
const BASELINE_SHIFT = /** @type {Record<string, number>} */ ({
  middle: 0.34,
  top: 0.78,
  bottom: -0.22,
});

export class SvgContext {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  direction = "ltr";
  imageSmoothingEnabled = true;
  /** @type {number[]} */
  dash = [];
  matrix = "";
  #path = "";
  #parts = /** @type {string[]} */ ([]);
  #saved = /** @type {any[]} */ ([]);
  #openGroups = 0;
  #clips = 0;
  #measure;

  /** @param {CanvasRenderingContext2D} measure measures the width of text */
  constructor(measure) {
    this.#measure = measure;
  }

  /** @param {number} width @param {number} height @param {string} title @param {string} description */
  toString(width, height, title, description) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img"><title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>${this.#parts.join("")}</svg>`;
  }

  save() {
    this.#saved.push([this.#openGroups, ...STATE_NAMES.map((name) => Reflect.get(this, name))]);
  }
  restore() {
    const [openGroups, ...values] = this.#saved.pop() ?? [0];
    for (; this.#openGroups > openGroups; this.#openGroups--) this.#parts.push("</g>");
    STATE_NAMES.forEach((name, n) => {
      Reflect.set(this, name, values[n]);
    });
  }
  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.matrix += `translate(${round(x)} ${round(y)})`;
  }
  /** @param {number} angle */
  rotate(angle) {
    this.matrix += `rotate(${round((angle * 180) / Math.PI)})`;
  }
  /** @param {number} x @param {number} y */
  scale(x, y) {
    this.matrix += `scale(${x} ${y})`;
  }
  clip() {
    const id = `c${this.#clips++}`;
    const transform = this.matrix && ` transform="${this.matrix}"`;
    this.#parts.push(
      `<clipPath id="${id}"><path d="${this.#path}"${transform}/></clipPath><g clip-path="url(#${id})">`,
    );
    this.#openGroups++;
  }

  beginPath() {
    this.#path = "";
  }
  closePath() {
    this.#path += "Z";
  }
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${round(x)} ${round(y)}`;
  }
  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `${this.#path ? "L" : "M"}${round(x)} ${round(y)}`;
  }
  /** @param {...number} points */
  quadraticCurveTo(...points) {
    this.#path += `Q${points.map(round).join(" ")}`;
  }
  /** @param {...number} points */
  bezierCurveTo(...points) {
    this.#path += `C${points.map(round).join(" ")}`;
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#path += `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius */
  roundRect(x, y, width, height, radius = 0) {
    const r = Math.min(radius, width / 2, height / 2);
    const corner = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}`;
    this.#path += `M${round(x + r)} ${round(y)}h${round(width - 2 * r)}${corner(r, r)}v${round(height - 2 * r)}${corner(-r, r)}h${round(2 * r - width)}${corner(-r, -r)}v${round(2 * r - height)}${corner(r, -r)}Z`;
  }
  /** @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to @param {boolean} [anticlockwise] */
  arc(x, y, radius, from, to, anticlockwise = false) {
    const tau = 2 * Math.PI;
    const sweep = anticlockwise ? from - to : to - from;
    const at = (/** @type {number} */ angle) => [
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ];
    this.lineTo(.../** @type {[number, number]} */ (at(from)));
    const turn = Math.abs(sweep) >= tau ? tau : ((sweep % tau) + tau) % tau;
    // An SVG arc needs two different end points, so a circle is two arcs.
    for (let n = 1; n <= 2; n++) {
      const [endX, endY] = at(from + ((anticlockwise ? -1 : 1) * turn * n) / 2);
      this.#path += `A${round(radius)} ${round(radius)} 0 0 ${anticlockwise ? 0 : 1} ${round(endX)} ${round(endY)}`;
    }
  }
  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  /** @param {string} name @param {Record<string, unknown>} attributes @param {string} [content] */
  #addElement(name, attributes, content) {
    const present = {
      ...attributes,
      transform: this.matrix || undefined,
      opacity: this.globalAlpha === 1 ? undefined : round(this.globalAlpha),
    };
    const attributeText = Object.entries(present).flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${escapeXml(value)}"`],
    );
    this.#parts.push(
      `<${name}${attributeText.join("")}${content === undefined ? "/>" : `>${escapeXml(content)}</${name}>`}`,
    );
  }
  get #stroke() {
    return {
      fill: "none",
      stroke: this.strokeStyle,
      "stroke-width": round(this.lineWidth),
      "stroke-linecap": this.lineCap,
      "stroke-linejoin": this.lineJoin,
      "stroke-dasharray": this.dash.length > 0 ? this.dash.map(round).join(" ") : undefined,
    };
  }
  stroke() {
    this.#addElement("path", { d: this.#path, ...this.#stroke });
  }
  fill() {
    this.#addElement("path", { d: this.#path, fill: this.fillStyle });
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#addElement("rect", {
      x: round(x),
      y: round(y),
      width: round(width),
      height: round(height),
      fill: this.fillStyle,
    });
  }
  clearRect() {}
  setTransform() {}

  /** @param {string} text */
  measureText(text) {
    this.#measure.font = this.font;
    return this.#measure.measureText(text);
  }
  /** @param {string} text @param {number} x @param {number} y @param {object} paint */
  #text(text, x, y, paint) {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
    this.#addElement(
      "text",
      {
        x: round(x),
        y: round(y + (BASELINE_SHIFT[this.textBaseline] ?? 0) * size),
        style: `font:${this.font};white-space:pre`,
        "text-anchor": ANCHOR[this.textAlign],
        ...paint,
      },
      text,
    );
  }
  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.#text(text, x, y, { fill: this.fillStyle });
  }
  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.#text(text, x, y, this.#stroke);
  }
  /** @param {HTMLCanvasElement} image @param {number} x @param {number} y @param {number} width @param {number} height */
  drawImage(image, x, y, width, height) {
    const style = this.imageSmoothingEnabled ? undefined : "image-rendering:pixelated";
    this.#addElement("image", {
      x: round(x),
      y: round(y),
      width: round(width),
      height: round(height),
      preserveAspectRatio: "none",
      style,
      href: image.toDataURL(),
    });
  }
}
