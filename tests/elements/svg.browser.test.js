// The drawing context that writes SVG draws the same as a canvas.
import { expect, test } from "vitest";
import { SvgContext } from "../../web/elements/core/svg.js";

const [WIDTH, HEIGHT] = [120, 90];

function canvasContext() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no context");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = context.strokeStyle = "#000";
  return context;
}

/** The pixels of an SVG text. @param {string} text */
async function pixelsOf(text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const context = canvasContext();
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data;
}

/** @typedef {CanvasRenderingContext2D} Context */
/** @type {[what: string, draw: (context: Context) => void][]} */
const scenes = [
  ["a rounded box", (c) => c.roundRect(10.5, 12, 80, 50, 14)],
  ["a pill, of a radius that is too large", (c) => c.roundRect(12, 20, 90, 30, 99)],
  ["a box", (c) => c.rect(20, 15.5, 61, 44)],
  ["a circle", (c) => c.arc(60, 45, 31, 0.3, 0.3 + 2 * Math.PI)],
  ["an arc", (c) => c.arc(60, 45, 31, -0.4, 2.1)],
  ["an arc back", (c) => c.arc(60, 45, 31, -0.4, 2.1, true)],
  [
    "curves",
    (c) => {
      c.moveTo(10, 80);
      c.bezierCurveTo(20, -30, 70, 110, 100, 20);
      c.quadraticCurveTo(110, 90, 40, 70);
      c.closePath();
    },
  ],
  [
    "lines that are moved, turned and stretched",
    (c) => {
      c.translate(30, 20);
      c.rotate(0.4);
      c.scale(1.5, 0.8);
      c.moveTo(0, 0);
      c.lineTo(40, 0);
      c.lineTo(20, 30);
      c.closePath();
    },
  ],
];

/** @type {[what: string, finish: (context: Context) => void][]} */
const calls = [
  ["filled", (c) => c.fill()],
  [
    "dashed",
    (c) => {
      c.lineWidth = 3;
      c.setLineDash([9, 5]);
      c.stroke();
    },
  ],
  [
    "as a border of what is drawn next, and not of what comes after",
    (c) => {
      c.clip();
      c.globalAlpha = 0.5;
      c.fillRect(30, 0, 40, HEIGHT);
    },
  ],
];

test.each(
  scenes.flatMap(([what, draw]) => calls.map(([how, finish]) => ({ what, how, draw, finish }))),
)("the SVG context draws $what, $how", async ({ draw, finish }) => {
  const canvas = canvasContext();
  const svg = new SvgContext(canvasContext());
  for (const context of [canvas, /** @type {Context} */ (/** @type {unknown} */ (svg))]) {
    context.save();
    context.beginPath();
    draw(context);
    finish(context);
    context.restore();
    context.fillRect(100, 80, 12, 6);
  }
  const expected = canvas.getImageData(0, 0, WIDTH, HEIGHT).data;
  const actual = await pixelsOf(svg.toString(WIDTH, HEIGHT, "title", "about"));
  let [differing, inked] = [0, 0];
  for (let n = 0; n < expected.length; n += 4) {
    if (expected[n] < 255) inked++;
    if (Math.abs(expected[n] - actual[n]) > 60) differing++;
  }
  expect(inked).toBeGreaterThan(100);
  expect(differing / inked).toBeLessThan(0.02);
});

test("texts from readers stay text, and the picture XML", () => {
  const svg = new SvgContext(canvasContext());
  const text = 'a\u0001b \ud800 <b>&"\u202e\uffff';
  svg.fillText(text, 5, 5);
  const markup = svg.toString(WIDTH, HEIGHT, text, text);
  const parsed = new DOMParser().parseFromString(markup, "image/svg+xml");
  expect(parsed.querySelector("parsererror")?.textContent).toBeUndefined();
  for (const name of ["title", "desc", "text"]) {
    expect(parsed.querySelector(name)?.textContent).toContain('a\\u0001b \\ud800 <b>&"\\u202e');
  }
});
