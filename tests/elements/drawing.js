// drawing.js: a canvas for views in Node that remembers what is drawn on it, in CSS pixels.

/** @typedef {{ words: string, x: number, y: number, colour: string, align: string, upright: boolean }} Words */
/** @typedef {{ x: number, y: number, width: number, height: number, colour: string }} Box */
/** @typedef {{ x: number, y: number, radius: number, colour: string, from: number, to: number, anticlockwise: boolean }} Circle */
/** @typedef {{ points: [x: number, y: number][], colour: string, dashed: boolean }} Line */
/** @typedef {{ left: number, top: number, width: number, height: number, pixel: (x: number, y: number) => number }} Picture */

/** Every letter is so wide. */
const LETTER = 6;

/** What views use of an ImageData. */
class Image {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}
Object.assign(globalThis, { ImageData: globalThis.ImageData ?? Image });

export class Drawing {
  /** @type {Words[]} */
  words = [];
  /** Filled. @type {Box[]} */
  boxes = [];
  /** Stroked, whatever is cased twice. @type {(Box & { dashed: boolean })[]} */
  frames = [];
  /** @type {Circle[]} */
  circles = [];
  /** Stroked. @type {Line[]} */
  lines = [];
  /** @type {Picture[]} */
  pictures = [];
  /**
   * What is wrong with paths: colours that one and the same was drawn in, but for an edge of paper, and
   * what was added to one that had been drawn, perhaps by the picture before. @type {string[][]}
   */
  mixed = [];

  /** @type {Record<string, any>} what is set */
  #pen = { fillStyle: "black", strokeStyle: "black", textAlign: "start", globalAlpha: 1 };
  /** @type {[x: number, y: number][][]} */
  #path = [];
  /** @type {Omit<Box, "colour">[]} */
  #rectangles = [];
  /** @type {Omit<Circle, "colour">[]} */
  #arcs = [];
  #dashed = false;
  #origin = { x: 0, y: 0, angle: 0 };
  /** @type {{ pen: Record<string, any>, dashed: boolean, origin: { x: number, y: number, angle: number } }[]} */
  #saved = [];
  /** Whether the path has been drawn, as that of a picture before may have been. */
  #old = true;
  /** How the path was drawn until now. @type {Record<"stroke" | "fill", string[]>} */
  #drawn = { stroke: [], fill: [] };

  /** @param {import("../../web/elements/canvas/surface.js").Size} size */
  constructor({ width, height, ratio }) {
    this.canvas = { width: width * ratio, height: height * ratio };
    this.ratio = ratio;
  }

  /** The drawing as views want it. @returns {CanvasRenderingContext2D} */
  get context() {
    const known = new Set(Object.getOwnPropertyNames(Drawing.prototype));
    return /** @type {any} */ (
      new Proxy(this.#pen, {
        get: (pen, name) => {
          if (name === "canvas") return this.canvas;
          if (typeof name === "string" && known.has(name)) {
            return /** @type {any} */ (this)[name].bind(this);
          }
          return pen[String(name)];
        },
      })
    );
  }

  getTransform() {
    return { a: this.ratio };
  }
  /** @param {string} text */
  measureText(text) {
    return { width: LETTER * text.length };
  }
  save() {
    this.#saved.push({ pen: { ...this.#pen }, dashed: this.#dashed, origin: { ...this.#origin } });
  }
  restore() {
    const saved = this.#saved.pop();
    if (!saved) throw new Error("nothing was saved");
    for (const name of Object.keys(this.#pen)) delete this.#pen[name];
    Object.assign(this.#pen, saved.pen);
    this.#dashed = saved.dashed;
    this.#origin = saved.origin;
  }
  /** Words alone are moved and turned. @param {number} x @param {number} y */
  translate(x, y) {
    const [left, top] = this.#moved(x, y);
    Object.assign(this.#origin, { x: left, y: top });
  }
  /** @param {number} angle */
  rotate(angle) {
    this.#origin.angle += angle;
  }
  /** @param {number} x @param {number} y */
  #moved(x, y) {
    const { x: left, y: top, angle } = this.#origin;
    if (angle === 0) return [left + x, top + y];
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return [left + cosine * x - sine * y, top + sine * x + cosine * y];
  }
  clip() {
    this.#old = true;
  }
  /** @param {number[]} dashes */
  setLineDash(dashes) {
    this.#dashed = dashes.length > 0;
  }
  beginPath() {
    for (const colours of Object.values(this.#drawn)) {
      if (colours.length > 1) this.mixed.push(colours);
    }
    this.#drawn = { stroke: [], fill: [] };
    this.#old = false;
    this.#path = [];
    this.#rectangles = [];
    this.#arcs = [];
  }
  closePath() {}
  /** @param {string} what */
  #add(what) {
    if (this.#old) this.mixed.push([what, "added to what was drawn"]);
  }
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#add("a line");
    this.#path.push([[x, y]]);
  }
  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    // The first point of a path begins it.
    if (this.#path.length === 0) this.moveTo(x, y);
    else this.#path.at(-1)?.push([x, y]);
  }
  /** Four pieces of the curve. @param {number[]} at two points that it leans to, and its end */
  bezierCurveTo(...at) {
    const points = [this.#path.at(-1)?.at(-1) ?? [], at].flat();
    const along = (/** @type {number} */ t, /** @type {number} */ axis) =>
      [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3].reduce(
        (sum, part, n) => sum + part * points[2 * n + axis],
        0,
      );
    for (const t of [0.25, 0.5, 0.75, 1]) this.lineTo(along(t, 0), along(t, 1));
  }
  /** Round ones. @param {number} x @param {number} y @param {number} radius @param {number} _down @param {number} _turn @param {number} from @param {number} to */
  ellipse(x, y, radius, _down, _turn, from, to) {
    this.arc(x, y, radius, from, to);
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#add("a rectangle");
    this.#rectangles.push({ x, y, width, height });
  }
  /** @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to */
  arc(x, y, radius, from, to, anticlockwise = false) {
    this.#add("an arc");
    this.#arcs.push({ x, y, radius, from, to, anticlockwise });
  }
  stroke() {
    this.#old = true;
    const colour = this.#pen.strokeStyle;
    if (colour !== "paper") this.#drawn.stroke.push(colour);
    for (const points of this.#path) {
      if (points.length > 1) this.lines.push({ points, colour, dashed: this.#dashed });
    }
    for (const box of this.#rectangles) this.frames.push({ ...box, colour, dashed: this.#dashed });
    for (const circle of this.#arcs) this.circles.push({ ...circle, colour });
  }
  fill() {
    this.#old = true;
    const colour = this.#pen.fillStyle;
    this.#drawn.fill.push(colour);
    for (const box of this.#rectangles) this.boxes.push({ ...box, colour });
    for (const circle of this.#arcs) this.circles.push({ ...circle, colour });
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.boxes.push({ x, y, width, height, colour: this.#pen.fillStyle });
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    const colour = this.#pen.strokeStyle;
    this.frames.push({ x, y, width, height, colour, dashed: this.#dashed });
  }
  /** @param {string} words @param {number} x @param {number} y */
  fillText(words, x, y) {
    const { fillStyle: colour, textAlign: align } = this.#pen;
    const [left, top] = this.#moved(x, y);
    const upright = this.#origin.angle !== 0;
    if (words) this.words.push({ words, x: left, y: top, colour, align, upright });
  }
  strokeText() {}
  /** @param {ImageData} image @param {number} left @param {number} top */
  putImageData({ width, height, data }, left, top) {
    const { ratio } = this;
    const pixels = new Uint32Array(data.buffer.slice(0));
    this.pictures.push({
      left: left / ratio,
      top: top / ratio,
      width: width / ratio,
      height: height / ratio,
      pixel: (x, y) => pixels[Math.floor(y * ratio - top) * width + Math.floor(x * ratio - left)],
    });
  }

  /** The places of words, each in its turn. @param {string} words */
  saying(words) {
    return this.words.filter((each) => each.words === words);
  }
}

/** A theme whose colours are called as what they colour. @type {import("../../web/elements/canvas/theme.js").Theme} */
export const theme = {
  ...{ ink: "ink", muted: "muted", hairline: "hairline", paper: "paper", dark: "dark" },
  ...{ position: "position", dimension: "dimension", offset: "offset" },
  ...{ sine: "sine", cosine: "cosine", scheme: "light", font: "sans-serif" },
};
