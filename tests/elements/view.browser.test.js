// The size of a figure's drawing: its text, its canvases, and how often it is drawn.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { dot, figure, linear, raster, rule } from "../../web/elements/core/index.js";
import { pixelUnder, rested } from "./grab.js";
import { inked, layer, mount, onAnEmptyPage, plotOf } from "./support.js";
import { declare } from "./test-line.js";

onAnEmptyPage();

test("a figure measures words for letters of 16 pixels, whatever the page's font size", async () => {
  /** @type {number[]} */
  const widths = [];
  declare("test-room", {
    panels(_, __, { measure, width }) {
      widths.push(measure("some words", 20) / 20, width);
      return [{ height: 40, marks: () => dot(20, 20) }];
    },
  });
  const [small] = await mount('<test-room style="--phasor-font-size: 16px"></test-room>');
  const [measured, width] = widths.splice(0);
  expect(width).toBe(plotOf(small).clientWidth);
  await mount('<test-room style="--phasor-font-size: 32px"></test-room>');
  expect(widths[0] / measured).toBeCloseTo(1, 1);
  expect(widths[1]).toBe(width / 2);
});

let draws = 0;

figure("test-height", {
  title: "A panel as high as you like",
  hint: "**Nothing** to drag.",
  attributes: { height: { value: 300, min: 50, max: 600 } },
  panels: ({ height }) => [
    {
      height,
      x: linear(0, 1, { axis: "none" }),
      y: linear(0, 1, { axis: "none" }),
      still: () => rule({ y: 0.5 }),
      marks: () => {
        draws++;
        return rule({ y: 0 }, { width: 8 });
      },
    },
  ],
  say: ({ height }) => `${height} high.`,
  table: () => ({ columns: [], rows: [] }),
});

test("a figure that a slide enlarges has the pixels for it", async () => {
  const tag = '<test-height style="display: block; width: 400px"></test-height>';
  const [normal, enlarged, shrunk] = await mount(
    ["none", "scale(1.5)", "scale(0.5)"]
      .map((transform) => `<div style="transform: ${transform}">${tag}</div>`)
      .join(""),
  );
  const { width } = layer(normal, "still");
  expect(layer(enlarged, "still").width).toBe(width * Math.min(1.5, 2 / devicePixelRatio));
  expect(layer(shrunk, "still").width).toBe(width);
});

describe("a figure that changes its height", () => {
  /** @param {any} figure @param {number} height @returns {Promise<[stage: number, ...canvases: number[]]>} */
  async function heights(figure, height) {
    figure.change({ height });
    await rested();
    return [
      plotOf(figure).clientHeight,
      layer(figure, "still").height,
      layer(figure, "moving").height,
    ];
  }

  test("keeps its canvases unless they are too small or far too large", async () => {
    const [figure] = await mount("<test-height></test-height>");
    const full = layer(figure, "moving").height;
    expect(full).toBeGreaterThanOrEqual(300);
    expect(await heights(figure, 150)).toEqual([full - 150, full, full]);
    expect(await heights(figure, 320)).toEqual([full + 20, full + 20, full + 20]);
    expect(await heights(figure, 80)).toEqual([full - 220, full - 220, full - 220]);
  });

  test.each([0.5, 1, 2])("shows nothing of its old drawing, at ratio %d", async (ratio) => {
    vi.stubGlobal("devicePixelRatio", ratio);
    onTestFinished(() => void vi.unstubAllGlobals());
    const [figure] = await mount("<test-height></test-height>");
    const { left, bottom } = plotOf(figure).getBoundingClientRect();
    const below = () => pixelUnder(layer(figure, "moving"), { x: left + 50, y: bottom - 2 });
    expect(layer(figure, "moving").height).toBe(ratio * plotOf(figure).clientHeight);
    expect(below()).not.toBe(0);
    await heights(figure, 150);
    expect(below()).toBe(0);
  });

  test("draws only once", async () => {
    const [figure] = await mount("<test-height></test-height>");
    await rested();
    for (const height of [150, 320, 80]) {
      const before = draws;
      await heights(figure, height);
      expect(draws - before, `${height}`).toBe(1);
    }
  });
});

test("a figure is drawn again when the graphics processor has lost its canvases", async () => {
  const values = Float32Array.of(-1, 1);
  declare("test-lost", {
    panels: () => ({
      height: 60,
      still: () => raster({ values, columns: 2, rows: 1 }),
      marks: () => dot(20, 20),
    }),
  });
  // The second draws the image that the first one's values were given.
  const image = vi.spyOn(CanvasRenderingContext2D.prototype, "drawImage");
  const [lost] = await mount("<test-lost></test-lost><test-lost></test-lost>");
  const stillCanvas = layer(lost, "still");
  const canvases = [stillCanvas, ...image.mock.calls.map(([canvas]) => canvas)];
  for (const canvas of canvases) /** @type {any} */ (canvas).getContext("2d").reset();
  stillCanvas.dispatchEvent(new Event("contextrestored"));
  await rested();
  expect(inked(stillCanvas)).toBe(true);
});

test("a figure is redrawn when the reader zooms", async () => {
  const frame = document.createElement("iframe");
  frame.style.cssText = "width: 700px; height: 500px";
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const frameWindow = /** @type {any} */ (frame.contentWindow);
  const page = frameWindow.document;
  // The same width at any zoom, and not the default width of a canvas.
  page.body.innerHTML = '<phasor-wavelengths style="width: 320px"></phasor-wavelengths>';
  const script = page.createElement("script");
  script.type = "module";
  script.textContent = `import ${JSON.stringify(new URL("../../web/elements/phasor-wavelengths.js", import.meta.url).href)};`;
  page.head.append(script);
  const stillCanvas = () => page.body.firstElementChild.shadowRoot?.querySelector("canvas.still");
  for (const ratio of [1, 1.25, 1.1, 2]) {
    frame.style.setProperty("zoom", String(ratio));
    await expect.poll(() => stillCanvas()?.width).toBe(Math.round(320 * ratio));
    expect(frameWindow.devicePixelRatio).toBeCloseTo(ratio, 5);
    const { data } = stillCanvas()
      .getContext("2d")
      .getImageData(0, 0, stillCanvas().width, stillCanvas().height);
    expect(data.some((/** @type {number} */ byte) => byte > 0)).toBe(true);
  }
});
