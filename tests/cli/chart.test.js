// Curves and SVG: the places of lines and of numbers.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cosineSimilarity, heatmap, sinusoidal } from "phasor";
import { describe, expect, it, vi } from "vitest";
import { png, svgOfCurve, svgOfPixels } from "../../web/cli/image.js";
import { pictureOf, pointsOf, rangeOf } from "../../web/cli/picture.js";
import { depthOf, drawBraille } from "../../web/cli/terminal.js";
import { colourTable } from "../../web/elements/colour/maps.js";
import { ticks } from "../../web/elements/core/ticks.js";
import { inChromium } from "../chromium.js";
import { outputOf, phasor, refused, scratch } from "./run.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const chromium = inChromium();

const folder = scratch();

describe("a curve", () => {
  it("goes from the first value to the last, high values at the top", () => {
    expect(pointsOf([0, 1, 2], 5, 3, { low: 0, high: 2 })).toEqual([
      [0, 2],
      [2, 1],
      [4, 0],
    ]);
    expect(pointsOf([7], 5, 3, { low: 7, high: 7 })).toEqual([[0, 0]]);
    expect(pointsOf([0, Number.NaN, 2], 3, 3, { low: 0, high: 2 })[1]).toBeUndefined();
  });

  it("has the range of its finite values", () => {
    expect(rangeOf([3, -1, Infinity, Number.NaN])).toEqual({ low: -1, high: 3, missing: 2 });
    expect(rangeOf([Number.NaN])).toEqual({ low: 0, high: 0, missing: 1 });
  });

  it("is dots of braille in a terminal", () => {
    // A diagonal has one dot in each column, from the lower left to the upper right.
    expect(drawBraille([0, 1, 2, 3], { low: 0, high: 3 }, 2, 1)).toBe("⡠⠊\n");
    expect(drawBraille([0, 3], { low: 0, high: 3 }, 2, 1)).toBe("⡠⠊\n");
    expect(drawBraille([5, 5, 5], { low: 5, high: 5 }, 3, 2)).toBe("⠉⠉⠉\n⠀⠀⠀\n");
    expect(drawBraille([0, Number.NaN, 0], { low: 0, high: 1 }, 3, 1)).toBe("⡀⠀⢀\n");
  });

  it("is a path with gaps in SVG", () => {
    const axis = { name: "positions", low: 0, high: 3 };
    const chart = { title: "a <b> & \u202e", across: axis, upright: { name: "", low: 0, high: 2 } };
    const size = { width: 30, height: 20 };
    const svg = svgOfCurve(chart, [0, 2, Number.NaN, 1], size, "light");
    expect(svg).toContain('d="M0.00 20.00h0L10.00 0.00M30.00 10.00h0"');
    expect(svg).toContain("<title>a &#60;b&#62; &#38; \\u202e</title>");
  });
});

describe("colours", () => {
  const tty = { isTTY: true, getColorDepth: () => 24 };

  it.each([
    [{}, "24bit", "none"],
    [{ NO_COLOR: "1" }, "none", "none"],
    [{ NO_COLOR: "" }, "24bit", "none"],
    [{ FORCE_COLOR: "0" }, "none", "none"],
    [{ FORCE_COLOR: "false" }, "none", "none"],
    [{ FORCE_COLOR: "" }, "256", "256"],
    [{ FORCE_COLOR: "true" }, "256", "256"],
    [{ FORCE_COLOR: "1" }, "256", "256"],
    [{ FORCE_COLOR: "2" }, "256", "256"],
    [{ FORCE_COLOR: "3" }, "24bit", "24bit"],
    [{ FORCE_COLOR: "3", NO_COLOR: "1" }, "24bit", "24bit"],
  ])("follow the environment %j", (env, terminal, pipe) => {
    expect([depthOf(tty, env), depthOf({ ...tty, isTTY: false }, env)]).toEqual([terminal, pipe]);
  });
});

describe("phasor plot draws", () => {
  /** The pixels of an SVG in a browser, and its texts. @param {string} svg */
  async function screenshotOf(svg) {
    const page = await chromium().newPage({ viewport: { width: 900, height: 900 } });
    /** @type {string[]} */
    const errors = [];
    page.on("console", (message) => errors.push(message.text()));
    await page.setContent(`<!doctype html><body style="margin:0">${svg}</body>`);
    const result = await page.evaluate(async () => {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector("svg"));
      const texts = [...svg.querySelectorAll("text")].map((label) => {
        const { x, y, width, height } = label.getBoundingClientRect();
        return { text: label.textContent, x, y, width, height };
      });
      const image = svg.querySelector("image");
      if (!image) return { texts, pixels: undefined, size: [svg.width.baseVal.value], width: 0 };
      const bitmap = new Image();
      bitmap.src = image.href.baseVal;
      await bitmap.decode();
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no context");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const size = [svg.width.baseVal.value, svg.height.baseVal.value];
      return { texts, pixels: [...new Uint32Array(data.buffer)], size, width: bitmap.width };
    });
    await page.close();
    expect(errors).toEqual([]);
    return result;
  }

  /** A PNG in an SVG. @param {Uint8Array} file */
  const textsOfChart = (file) =>
    `<svg><image href="data:image/png;base64,${Buffer.from(file).toString("base64")}"/></svg>`;

  it("the colours of entries in a PNG", async () => {
    const light = colourTable("diverging", "light");
    const entries = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) & 255);
    const { width, pixels } = await screenshotOf(textsOfChart(png(entries, 20, light)));
    expect(width).toBe(20);
    expect(pixels).toEqual([...entries].map((entry) => light[entry]));
  });

  it("a PNG by its name", async () => {
    const path = join(folder, "p.png");
    const words = ["plot", "1000", "16", "-o", path, "--size", "100x16"];
    expect(phasor([...words, "--scheme", "dark"])).toMatchObject({ code: 0, out: "", error: "" });
    const { width, pixels } = await screenshotOf(textsOfChart(readFileSync(path)));
    const view = { dModel: 16, width: 100, height: 16, positionsPerPixel: 10 };
    const dark = colourTable("diverging", "dark");
    expect(width).toBe(100);
    expect(pixels).toEqual([...heatmap({ ...view, positions: "across" })].map((e) => dark[e]));
  });

  it("similarity as an SVG with axes and a colour bar", async () => {
    const words = "plot similarity 32 16 --size 256x256 -f svg".split(" ");
    const out = outputOf(words);
    const { texts, pixels, size } = await screenshotOf(out);
    const pe = cosineSimilarity(sinusoidal(32, 16), [32, 32 / 2]);
    const table = { data: pe, rows: 32, columns: 32 };
    const picture = pictureOf(table, 256, 256, true);
    const colours = colourTable(picture.kind, "light");
    expect(pixels).toEqual([...picture.pixels].map((entry) => colours[entry]));
    expect(texts[0].text).toBe("cosine similarity of sinusoidal");
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["0", "1", "20", "positions"]),
    );
    // Nothing overflows.
    for (const { text, x, y, width, height } of texts.filter(({ text }) => text !== "positions")) {
      expect([text, x >= 0, y >= 0]).toEqual([text, true, true]);
      expect([text, y + height <= size[1]]).toEqual([text, true]);
      if (text !== texts[0].text) expect([text, x + width <= size[0]]).toEqual([text, true]);
    }
  });

  it("numbers of many digits next to a colour bar, all within the picture", async () => {
    const axis = { name: "", low: 0, high: 2, cells: true };
    const value = -1.234e-7;
    const picture = { width: 100, height: 80, low: value, high: value };
    const pixels = new Uint8Array(100 * 80);
    const chart = { title: "", across: axis, upright: axis };
    const svg = svgOfPixels(chart, pixels, picture, colourTable("sequential", "light"), "light");
    const { texts, size } = await screenshotOf(svg);
    const [label] = texts.filter(({ text }) => text === "−1.234e-7");
    expect(label.x + label.width).toBeLessThanOrEqual(size[0]);
  });

  it.each([
    [1000000, 1000003],
    [123456.7, 123456.9],
    [-1e-3 - 4e-9, -1e-3],
    [2 ** 40 + 0.25, 2 ** 40 + 1],
    [0, 1],
  ])(
    "numbers from %d to %d at their ticks, without overlap and within the picture",
    async (low, high) => {
      const across = { name: "", low: 2 ** 50, high: 2 ** 50 + 12, cells: true };
      const svg = svgOfCurve(
        { title: "", across, upright: { name: "", low, high } },
        [low, high],
        { width: 400, height: 300 },
        "light",
      );
      const { texts, size } = await screenshotOf(svg);
      const numberIn = (/** @type {{ text: string | null }} */ { text }) =>
        Number(String(text).replace("−", "-"));
      const upright = texts.filter((label) => numberIn(label) < across.low);
      expect(upright.map(numberIn)).toEqual(
        ticks(low, high, 300 / 80).map((tick) => Number(tick.toPrecision(15))),
      );
      expect(upright.length).toBeGreaterThan(1);
      const below = texts.filter((label) => !upright.includes(label));
      expect(below.length).toBeGreaterThan(1);
      expect(below.map(numberIn).every(Number.isInteger)).toBe(true);
      for (const [n, { x, width }] of below.entries()) {
        expect(x).toBeGreaterThan(n === 0 ? 0 : below[n - 1].x + below[n - 1].width + 4);
        expect(x + width).toBeLessThan(size[0]);
      }
      // Right of the axis's name.
      for (const { x } of upright) expect(x).toBeGreaterThan(20);
    },
  );

  it("a list as a curve", async () => {
    const words = "plot similarity 200 16 --by-distance".split(" ");
    const { out } = phasor([...words, "-f", "svg", "--scheme", "dark"]);
    const { texts, pixels } = await screenshotOf(out);
    expect(pixels).toBeUndefined();
    expect(out).toContain('width="960" height="480"');
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["6", "100", "distances"]),
    );
    const lines = phasor([...words, "--size", "20x3"]).out.split("\n");
    expect(lines.map((line) => line.length).slice(0, 3)).toEqual([20, 20, 20]);
    expect(lines[3]).toMatch(
      /^mean dot product of sinusoidal by distance: 200 distances across, .* to 8$/,
    );
    expect(phasor([...words, "-f", "png"]).error).toBe(
      "phasor: a curve is written as .svg, not as .png\n",
    );
    // A file with one column is a list, too.
    writeFileSync(join(folder, "list.csv"), "1\n2\n3\n4\n");
    expect(phasor(["plot", join(folder, "list.csv"), "--size", "2x1"]).out).toContain("⡠⠊\n");
  });

  it("the output of other commands", () => {
    const size = ["--size", "6x3"];
    for (const [line, legend] of [
      ["table 16 8", "sinusoidal: 16 positions across, 8 columns down"],
      ["grid 4 4 8", "4 × 4 grid: 16 cells across, 8 columns down"],
      ["nerf 2 --points 9", "NeRF: 9 points across, 5 columns down"],
      ["dot 16 8", "dot products of sinusoidal: 16 positions down, 16 positions across"],
      ["dot 16 8 --across", "dot products of sinusoidal: 16 positions across"],
      [
        "bias alibi --heads 4 --queries 8 --index 2",
        "alibi bias, 2 of 4: 8 queries down, 8 keys across",
      ],
      ["bias alibi --heads 4", "alibi slopes: 4 heads across"],
      ["rope --d-head 8", "frequencies: 4 pairs across, 0.001 to 1"],
      ["cache 9 --d-head 8 --values sin", "sin: 9 positions across, 4 pairs down"],
      ["bias swin --window 2x3", "swin index: 6 queries down, 6 keys across, 0 to 14"],
      ["statistics 16 8 --values variance", "variance of sinusoidal: 8 columns across"],
    ]) {
      const { code, out, error } = phasor(["plot", ...line.split(" "), ...size]);
      expect({ line, code, error }).toEqual({ line, code: 0, error: "" });
      expect(out).toContain(legend);
    }
  });

  it("the matrix that --index names", () => {
    const words = "bias alibi --heads 4 --queries 5 --symmetric".split(" ");
    const all = JSON.parse(phasor([...words, "--json"]).out).data;
    expect(phasor(["plot", ...words, "--index", "3"]).out).toContain(
      `, ${Number(Math.min(...all[3].flat()).toPrecision(4))} to`,
    );
  });

  it.each([
    ["plot 8 8 -f png -o x.svg", '--format png contradicts the extension of "x.svg"'],
    ["plot 8 8 -o x.gif", '--format is required: the name "x.gif" has no known extension'],
    ["plot bias alibi --heads 4 --queries 8 --index 4", "--index must be below 4, got 4"],
    ["plot dot 4 4 --across --down", "--down cannot be used with --across"],
    ["plot rope --d-head 4 -f csv", "--format must be one of png, svg"],
    ["plot 8 8 --size 20x0", "--size must be an integer from 1 to 16384, got 0"],
    ["plot grid 0 4 8", "there is nothing to draw"],
    ["plot diagnose 4", '"diagnose"'],
  ])("nothing, but an error, for phasor %s", (line, message) => {
    expect(refused(line.split(" "), { cwd: folder })).toContain(message);
  });
});
