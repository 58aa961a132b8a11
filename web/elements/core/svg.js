// A drawing context that writes SVG: the part of CanvasRenderingContext2D that marks use.
import { escaped as printable } from "../../phasor/quote.js";

/** XML has no form for control characters, nor for the last two code points. @param {unknown} text */
const escaped = (text) =>
  printable(String(text))
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

const STATE = [
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
const BASELINE = /** @type {Record<string, number>} */ ({
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
  #open = 0;
  #clips = 0;
  #measure;

  /** @param {CanvasRenderingContext2D} measure measures the width of text */
  constructor(measure) {
    this.#measure = measure;
  }

  /** @param {number} width @param {number} height @param {string} title @param {string} about */
  toString(width, height, title, about) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img"><title>${escaped(title)}</title><desc>${escaped(about)}</desc>${this.#parts.join("")}</svg>`;
  }

  save() {
    this.#saved.push([this.#open, ...STATE.map((name) => Reflect.get(this, name))]);
  }
  restore() {
    const [open, ...values] = this.#saved.pop() ?? [0];
    for (; this.#open > open; this.#open--) this.#parts.push("</g>");
    STATE.forEach((name, n) => {
      Reflect.set(this, name, values[n]);
    });
  }
  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.matrix += `translate(${short(x)} ${short(y)})`;
  }
  /** @param {number} angle */
  rotate(angle) {
    this.matrix += `rotate(${short((angle * 180) / Math.PI)})`;
  }
  /** @param {number} x @param {number} y */
  scale(x, y) {
    this.matrix += `scale(${x} ${y})`;
  }
  clip() {
    const id = `c${this.#clips++}`;
    const turned = this.matrix && ` transform="${this.matrix}"`;
    this.#parts.push(
      `<clipPath id="${id}"><path d="${this.#path}"${turned}/></clipPath><g clip-path="url(#${id})">`,
    );
    this.#open++;
  }

  beginPath() {
    this.#path = "";
  }
  closePath() {
    this.#path += "Z";
  }
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${short(x)} ${short(y)}`;
  }
  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `${this.#path ? "L" : "M"}${short(x)} ${short(y)}`;
  }
  /** @param {...number} points */
  quadraticCurveTo(...points) {
    this.#path += `Q${points.map(short).join(" ")}`;
  }
  /** @param {...number} points */
  bezierCurveTo(...points) {
    this.#path += `C${points.map(short).join(" ")}`;
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius */
  roundRect(x, y, width, height, radius = 0) {
    const r = Math.min(radius, width / 2, height / 2);
    const turn = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
    this.#path += `M${short(x + r)} ${short(y)}h${short(width - 2 * r)}${turn(r, r)}v${short(height - 2 * r)}${turn(-r, r)}h${short(2 * r - width)}${turn(-r, -r)}v${short(2 * r - height)}${turn(r, -r)}Z`;
  }
  /** @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to @param {boolean} [back] */
  arc(x, y, radius, from, to, back = false) {
    const whole = 2 * Math.PI;
    const sweep = back ? from - to : to - from;
    const at = (/** @type {number} */ angle) => [
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ];
    this.lineTo(.../** @type {[number, number]} */ (at(from)));
    const turn = Math.abs(sweep) >= whole ? whole : ((sweep % whole) + whole) % whole;
    // An SVG arc needs two different end points, so a circle is two arcs.
    for (let n = 1; n <= 2; n++) {
      const [endX, endY] = at(from + ((back ? -1 : 1) * turn * n) / 2);
      this.#path += `A${short(radius)} ${short(radius)} 0 0 ${back ? 0 : 1} ${short(endX)} ${short(endY)}`;
    }
  }
  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  /** @param {string} name @param {Record<string, unknown>} attributes @param {string} [inside] */
  #put(name, attributes, inside) {
    const all = {
      ...attributes,
      transform: this.matrix || undefined,
      opacity: this.globalAlpha === 1 ? undefined : short(this.globalAlpha),
    };
    const written = Object.entries(all).flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${escaped(value)}"`],
    );
    this.#parts.push(
      `<${name}${written.join("")}${inside === undefined ? "/>" : `>${escaped(inside)}</${name}>`}`,
    );
  }
  get #stroke() {
    return {
      fill: "none",
      stroke: this.strokeStyle,
      "stroke-width": short(this.lineWidth),
      "stroke-linecap": this.lineCap,
      "stroke-linejoin": this.lineJoin,
      "stroke-dasharray": this.dash.length > 0 ? this.dash.map(short).join(" ") : undefined,
    };
  }
  stroke() {
    this.#put("path", { d: this.#path, ...this.#stroke });
  }
  fill() {
    this.#put("path", { d: this.#path, fill: this.fillStyle });
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#put("rect", {
      x: short(x),
      y: short(y),
      width: short(width),
      height: short(height),
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
    this.#put(
      "text",
      {
        x: short(x),
        y: short(y + (BASELINE[this.textBaseline] ?? 0) * size),
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
    this.#put("image", {
      x: short(x),
      y: short(y),
      width: short(width),
      height: short(height),
      preserveAspectRatio: "none",
      style,
      href: image.toDataURL(),
    });
  }
}
