// recorder.js: what a figure has drawn on its canvases, recorded while it draws: texts, areas, lines and clips with
// their places, in CSS pixels of the drawing.

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
/**
 * @typedef {object} Drawn
 * @property {"text" | "fill" | "stroke" | "image" | "clip"} kind
 * @property {Box} box
 * @property {string} text of a text
 * @property {[x: number, y: number][]} corners where straight lines and arcs of a path begin
 * @property {string} steps of a path: M, L, A (an arc), C (a curve), R (a box), Z
 * @property {string} colour as canvases write it
 * @property {number} alpha
 * @property {boolean} slanted
 */

/** Pieces that stand for an arc. */
const ARC_PIECES = 32;

const prototype = /** @type {any} */ (CanvasRenderingContext2D.prototype);
const measureText = prototype.measureText;

/** @type {WeakMap<HTMLCanvasElement, Drawn[]>} */
const recordings = new WeakMap();
/** The current path of a context. @typedef {{ corners: [number, number][], all: [number, number][], steps: string }} Path */
/** @type {WeakMap<object, Path>} */
const paths = new WeakMap();

/** @param {object} context */
const pathOf = (context) => paths.get(context) ?? clearPath(context);
/** @param {object} context */
function clearPath(context) {
  const path = { corners: [], all: [], steps: "" };
  paths.set(context, path);
  return path;
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100;

/** From the numbers that a context is given to pixels of the drawing. @param {CanvasRenderingContext2D} context */
function placer(context) {
  const { a, b, c, d, e, f } = context.getTransform();
  const { width, style } = context.canvas;
  const ratio = width / (Number.parseFloat(style.width) || width);
  return (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {[number, number]} */ ([
      rounded((a * x + c * y + e) / ratio),
      rounded((b * x + d * y + f) / ratio),
    ]);
}

/** @param {[number, number][]} points @returns {Box} */
function boundsOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** @param {CanvasRenderingContext2D} context @param {Drawn["kind"]} kind @param {[number, number][]} points @param {Partial<Drawn>} [properties] */
function record(context, kind, points, properties) {
  const recorded = recordings.get(context.canvas) ?? [];
  recordings.set(context.canvas, recorded);
  recorded.push({
    kind,
    box: boundsOf(points),
    text: "",
    corners: [],
    steps: "",
    colour: String(kind === "stroke" ? context.strokeStyle : context.fillStyle),
    alpha: context.globalAlpha,
    slanted: context.getTransform().b !== 0,
    ...properties,
  });
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} width @param {number} height */
function corners(context, x, y, width, height) {
  const place = placer(context);
  return [place(x, y), place(x + width, y), place(x, y + height), place(x + width, y + height)];
}

/** @param {Drawn["kind"]} kind */
const inked = (kind) => (/** @type {CanvasRenderingContext2D} */ context) => {
  const { all, corners, steps } = pathOf(context);
  // Ordinary arrays in a call have a maximum length.
  if (all.length > 0) record(context, kind, all, { corners: [...corners], steps });
};

/** @param {string} step @param {number} [end] the index of the end point among the numbers */
const stepTo =
  (step, end = 0) =>
  (/** @type {CanvasRenderingContext2D} */ context, /** @type {number[]} */ ...numbers) => {
    const [path, place] = [pathOf(context), placer(context)];
    for (let n = 0; n <= end; n += 2) path.all.push(place(numbers[n], numbers[n + 1]));
    if (end === 0) path.corners.push(path.all[path.all.length - 1]);
    path.steps += step === "L" && path.steps === "" ? "M" : step;
  };

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} width @param {number} height @param {number} [radius] */
function box(context, x, y, width, height, radius = 0) {
  const path = pathOf(context);
  const r = Math.min(radius, width / 2, height / 2);
  path.corners.push(placer(context)(x + r, y));
  path.all.push(...corners(context, x, y, width, height));
  path.steps += "R";
}

/** What is recorded of a call. @type {Record<string, (context: CanvasRenderingContext2D, ...rest: any[]) => void>} */
const NOTES = {
  clearRect: (context) => recordings.delete(context.canvas),
  beginPath: clearPath,
  closePath: (context) => {
    pathOf(context).steps += "Z";
  },
  moveTo: stepTo("M"),
  lineTo: stepTo("L"),
  quadraticCurveTo: stepTo("C", 2),
  bezierCurveTo: stepTo("C", 4),
  rect: box,
  roundRect: box,
  arc(context, x, y, radius, from, to, back = false) {
    const [path, place] = [pathOf(context), placer(context)];
    const turn = 2 * Math.PI;
    const sweep = back ? from - to : to - from;
    const arc = Math.abs(sweep) >= turn ? turn : ((sweep % turn) + turn) % turn;
    for (let n = 0; n <= ARC_PIECES; n++) {
      const angle = from + ((back ? -1 : 1) * arc * n) / ARC_PIECES;
      path.all.push(place(x + radius * Math.cos(angle), y + radius * Math.sin(angle)));
    }
    path.corners.push(path.all[path.all.length - ARC_PIECES - 1]);
    path.steps += path.steps === "" ? "MA" : "LA";
  },
  fill: inked("fill"),
  stroke: inked("stroke"),
  clip: inked("clip"),
  fillRect: (context, ...sides) =>
    record(
      context,
      "fill",
      corners(context, .../** @type {[number, number, number, number]} */ (sides)),
    ),
  drawImage(context, _, x, y, width, height) {
    record(context, "image", corners(context, x, y, width, height));
  },
  fillText(context, text, x, y) {
    /** @type {TextMetrics} */
    const metrics = measureText.call(context, text);
    const { width, fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = metrics;
    const left = { left: 0, center: width / 2, right: width }[String(context.textAlign)] ?? 0;
    record(context, "text", corners(context, x - left, y - up, width, up + down), { text });
  },
};

for (const [name, note] of Object.entries(NOTES)) {
  const call = prototype[name];
  prototype[name] = function (/** @type {any[]} */ ...rest) {
    note(this, ...rest);
    return call.apply(this, rest);
  };
}

/**
 * Draws a figure as it is now, and returns what is on its canvases, from the bottom to the top.
 * @param {any} figure @returns {Drawn[]}
 */
export function recordingOf(figure) {
  figure.drawNow();
  return /** @type {HTMLCanvasElement[]} */ ([
    ...figure.shadowRoot.querySelectorAll("canvas.layer"),
  ]).flatMap((canvas) => recordings.get(canvas) ?? []);
}
