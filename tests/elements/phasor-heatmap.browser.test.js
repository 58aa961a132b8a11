import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-heatmap.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { cyclicTable, entryOfAngle } from "../../web/elements/colour/cyclic.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planHeatmap } from "../../web/elements/views/heatmap-view.js";
import { sinusoidal, sinusoidalAt } from "../../web/phasor/index.js";
import {
  apart,
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
  slide,
  themePixel,
} from "./support.js";

/** @import { Orientation } from "../../web/elements/views/heatmap-view.js" */

onAnEmptyPage();

/** The middle of a cell, in CSS pixels of the drawing. @param {any} figure @param {number} position @param {number} column @param {number} [columns] */
function placeOf(figure, position, column, columns = figure.dModel) {
  const orientation = /** @type {Orientation} */ (figure.orientation);
  const plan = planHeatmap(sizeOf(layer(figure, "data")), {
    orientation,
    positions: { start: 0, end: figure.length },
    columns: { start: 0, end: columns },
  });
  const p = toPixel(plan.position, position + 0.5);
  const c = toPixel(plan.column, column + 0.5);
  return orientation === "along" ? { x: p, y: c } : { x: c, y: p };
}

/** @param {any} figure @param {number} position @param {number} column */
function colourOf(figure, position, column) {
  const { x, y } = placeOf(figure, position, column);
  return pixelAt(layer(figure, "data"), x, y);
}

const CELLS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [5, 3],
  [37, 12],
  [37, 13],
  [64, 30],
  [126, 2],
  [127, 63],
];

describe("a pixel has the colour of the kernel's value", () => {
  test.each([
    ["down", "light"],
    ["along", "light"],
    ["down", "dark"],
    ["along", "dark"],
  ])("positions %s, %s scheme", async (orientation, scheme) => {
    document.documentElement.style.colorScheme = scheme;
    const [figure] = await mount(`<phasor-heatmap orientation="${orientation}"></phasor-heatmap>`);
    const values = sinusoidal(128, 64);
    const table = colourTable("diverging", /** @type {"light" | "dark"} */ (scheme));
    for (const [position, column] of CELLS) {
      const value = values[position * 64 + column];
      expect(colourOf(figure, position, column), `p ${position}, dim ${column}`).toBe(
        table[entryOf(value, -1, 1)],
      );
    }
  });

  test("other parameters", async () => {
    const [figure] = await mount(
      '<phasor-heatmap d-model="16" length="40" base="100"></phasor-heatmap>',
    );
    const values = sinusoidal(40, 16, { base: 100 });
    const table = colourTable("diverging", "light");
    for (let position = 0; position < 40; position += 3) {
      for (let column = 0; column < 16; column++) {
        expect(colourOf(figure, position, column)).toBe(
          table[entryOf(values[position * 16 + column], -1, 1)],
        );
      }
    }
  });
});

describe("arrangements", () => {
  test("all sines first, then all cosines", async () => {
    const [figure] = await mount('<phasor-heatmap layout="concatenated"></phasor-heatmap>');
    const values = sinusoidal(128, 64);
    const table = colourTable("diverging", "light");
    for (const [position, column] of CELLS) {
      const dimension = column < 32 ? 2 * column : 2 * (column - 32) + 1;
      expect(colourOf(figure, position, column)).toBe(
        table[entryOf(values[position * 64 + dimension], -1, 1)],
      );
    }
    const { x, y } = placeOf(figure, 20, 35);
    pointer(figure, "pointermove", x, y);
    await settled(figure);
    expect(readOutOf(figure)).toContain("dim 35 (pair 3, cos)");
    press(figure, "sines first");
    await settled(figure);
    expect(figure.layout).toBe("interleaved");
    expect(readOutOf(figure)).toContain("dim 12 (pair 6, sin)");
  });

  test("the angle of each pair, one column each", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    press(figure, "angles");
    await settled(figure);
    const values = sinusoidal(128, 64, { dtype: "float64" });
    const at = (/** @type {number} */ position, /** @type {number} */ pair) =>
      /** @type {const} */ ([
        values[position * 64 + 2 * pair],
        values[position * 64 + 2 * pair + 1],
      ]);
    for (const [position, pair] of [
      [0, 0],
      [1, 0],
      [9, 2],
      [50, 5],
      [90, 13],
      [127, 20],
    ]) {
      const entry = entryOfAngle(...at(position, pair));
      // Sine and cosine come rounded to indices, which may move an angle to the next entry.
      const near = [255, 0, 1].map((by) => cyclicTable()[(entry + by) % 256]);
      const { x, y } = placeOf(figure, position, pair, 32);
      const pixel = pixelAt(layer(figure, "data"), x, y);
      expect(Math.min(...near.map((colour) => apart(colour, pixel)))).toBeLessThan(3);
    }
    const [sine, cosine] = at(37, 6);
    const degrees = ((Math.atan2(sine, cosine) * 180) / Math.PI + 360) % 360;
    expect(readOutOf(figure)).toContain(`pair 6, λ = 35.3, angle ${degrees.toFixed(1)}°`);
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect([figure.pair, figure.wave]).toEqual([7, "sin"]);
  });

  test("where a pixel covers whole turns, angles cancel and leave the paper", async () => {
    const [figure] = await mount(
      `<phasor-heatmap colouring="phase" length="${2 ** 40}"></phasor-heatmap>`,
    );
    const { x, y } = placeOf(figure, 2 ** 39, 0, 32);
    const [paper] = colourTable("sequential", "light");
    expect(apart(pixelAt(layer(figure, "data"), x, y), paper)).toBeLessThan(6);
  });

  test("a link restores all of it, and the part in view", async () => {
    const [one, other] = await mount(`
      <phasor-heatmap layout="concatenated" length="512"></phasor-heatmap>
      <phasor-heatmap></phasor-heatmap>
    `);
    press(one, "zoom in");
    press(one, "zoom in");
    await settled(one);
    expect(one.toURL()).toMatch(/#length=512&layout=concatenated&columns=[\d.+]+&span=[\d.+]+$/);
    other.fromURL(one.toURL());
    await settled(other);
    expect([other.layout, other.columns, other.span]).toEqual([one.layout, one.columns, one.span]);
    expect(other.shared.span).toEqual(one.shared.span);
    const [copy] = await mount(one.toHTML().split("\n")[1]);
    expect(copy.toURL()).toBe(one.toURL());
  });

  test("the page hears of a zoom", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    let heard = 0;
    figure.addEventListener("phasor-change", () => heard++);
    press(figure, "zoom in");
    expect(heard).toBe(1);
    figure.span = "10 40";
    expect(heard).toBe(1);
    expect(figure.shared.span).toEqual({ start: 10, end: 40 });
  });
});

describe("controls", () => {
  test("each slider changes its parameter and the picture", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    /** @type {unknown[]} */
    const heard = [];
    figure.addEventListener("phasor-change", (/** @type {CustomEvent} */ event) =>
      heard.push(event.detail),
    );
    slide(figure, "length", 3);
    slide(figure, "width", 32);
    slide(figure, "base", 0);
    await settled(figure);
    expect([figure.length, figure.dModel, figure.base]).toEqual([64, 32, 10]);
    expect(heard).toHaveLength(3);
    expect(heard[2]).toMatchObject({ length: 64, dModel: 32, base: 10 });
    const values = sinusoidal(64, 32, { base: 10 });
    const table = colourTable("diverging", "light");
    for (const [position, column] of [
      [0, 1],
      [20, 31],
      [63, 17],
    ]) {
      expect(colourOf(figure, position, column)).toBe(
        table[entryOf(values[position * 32 + column], -1, 1)],
      );
    }
  });

  test("reset goes back to the beginning", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    slide(figure, "length", 3);
    press(figure, "zoom in");
    press(figure, "reset");
    await settled(figure);
    expect(figure.length).toBe(128);
    expect(colourOf(figure, 127, 0)).toBe(
      colourTable("diverging", "light")[entryOf(sinusoidal(128, 64)[127 * 64], -1, 1)],
    );
  });
});

describe("attributes and properties", () => {
  test("attributes are the initial state; properties change it, without an event", async () => {
    const [figure] = await mount(
      '<phasor-heatmap d-model="8" length="16" pair="2"></phasor-heatmap>',
    );
    expect([figure.dModel, figure.length, figure.pair, figure.base]).toEqual([8, 16, 2, 10000]);
    let events = 0;
    figure.addEventListener("phasor-change", () => events++);
    figure.length = 32;
    expect(figure.length).toBe(32);
    expect(events).toBe(0);
  });

  test("values that cannot be drawn become the nearest that can", async () => {
    const [figure] = await mount(
      '<phasor-heatmap d-model="7" length="-3" base="no" position="99" pair="99"></phasor-heatmap>',
    );
    expect(figure.dModel).toBe(8);
    expect(figure.length).toBe(1);
    expect(figure.base).toBe(10000);
    expect(figure.position).toBe(0);
    expect(figure.pair).toBe(3);
  });
});

describe("cursor", () => {
  test("the read-out has the kernel's value", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    const value = sinusoidal(128, 64)[37 * 64 + 12];
    expect(readOutOf(figure)).toBe(
      `p = 37, dim 12 (pair 6, sin), λ = 35.3, value ${value.toFixed(4)}`,
    );
  });

  test("the keyboard moves it", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}");
    expect([figure.position, figure.pair, figure.wave]).toEqual([38, 6, "cos"]);
    await userEvent.keyboard("{Shift>}{ArrowUp}{ArrowRight}{/Shift}");
    expect([figure.position, figure.pair, figure.wave]).toEqual([28, 11, "cos"]);
    await userEvent.keyboard("{End}");
    expect(figure.position).toBe(127);
    await userEvent.keyboard("{ArrowDown}");
    expect(figure.position).toBe(127);
    await userEvent.keyboard("{Home}");
    expect(figure.position).toBe(0);
    await settled(figure);
    expect(readOutOf(figure)).toContain("p = 0, dim 23 (pair 11, cos)");
  });

  test("along, the arrows turn with the picture", async () => {
    const [figure] = await mount('<phasor-heatmap orientation="along"></phasor-heatmap>');
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}");
    expect([figure.position, figure.pair, figure.wave]).toEqual([39, 6, "cos"]);
  });

  test("the pointer marks, a click moves the cursor there", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    /** @type {unknown[]} */
    const hovers = [];
    figure.addEventListener("phasor-hover", (/** @type {CustomEvent} */ event) =>
      hovers.push(event.detail),
    );
    const { x, y } = placeOf(figure, 100, 21);
    pointer(figure, "pointermove", x, y);
    await settled(figure);
    expect(hovers).toEqual([{ position: 100, pair: 10, wave: "cos" }]);
    expect(readOutOf(figure)).toContain("p = 100, dim 21 (pair 10, cos)");
    expect(figure.position).toBe(37);
    const accent = themePixel(figure, "dimension");
    const crosshair = layer(figure, "crosshair");
    const near = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((by) =>
      apart(pixelAt(crosshair, x + by, y - 60), accent),
    );
    expect(Math.min(...near)).toBeLessThan(60);
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect([figure.position, figure.pair, figure.wave]).toEqual([100, 10, "cos"]);
    pointer(figure, "pointerleave", x, y);
    expect(hovers.at(-1)).toBeNull();
  });

  test("a screen reader hears where the keyboard has put it", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect
      .poll(() => figure.shadowRoot.querySelector('[role="status"]').textContent)
      .toContain("p = 38, dim 12");
  });
});

describe("zoom", () => {
  test("keys zoom about the cursor, and pixels still show the kernel's values", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    plotOf(figure).focus();
    await userEvent.keyboard("++++");
    await settled(figure);
    const { start, end } = figure.shared.span;
    expect(end - start).toBeCloseTo(128 / 1.5 ** 4, 6);
    expect(start).toBeLessThan(37);
    expect(end).toBeGreaterThan(37);
    const canvas = layer(figure, "data");
    const { frame } = planHeatmap(sizeOf(canvas), {
      orientation: "down",
      positions: { start, end },
      columns: { start: 0, end: 64 },
    });
    const colour = pixelAt(canvas, frame.left + frame.width / 2, frame.top + 1);
    const columns = 64 / 1.5 ** 4;
    const part = 12.5 / 64;
    const column = Math.floor(12.5 - part * columns + columns / 2);
    const value = sinusoidal(128, 64)[Math.floor(start) * 64 + column];
    expect(colour).toBe(colourTable("diverging", "light")[entryOf(value, -1, 1)]);
    await userEvent.keyboard("{Escape}");
    expect(figure.shared.span).toEqual({ start: 0, end: 128 });
  });

  test("the wheel alone scrolls the page; with Ctrl it zooms", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    const plot = plotOf(figure);
    const box = plot.getBoundingClientRect();
    const turn = (/** @type {boolean} */ ctrlKey) => {
      const event = new WheelEvent("wheel", {
        deltaY: -100,
        ctrlKey,
        clientX: box.left + 100,
        clientY: box.top + 100,
        bubbles: true,
        cancelable: true,
      });
      plot.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(turn(false)).toBe(false);
    expect(figure.shared.span).toEqual({ start: 0, end: 128 });
    expect(turn(true)).toBe(true);
    expect(figure.shared.span.end - figure.shared.span.start).toBeLessThan(128);
  });

  test("dragging pans what is zoomed", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    press(figure, "zoom in");
    await settled(figure);
    const before = figure.shared.span.start;
    pointer(figure, "pointerdown", 200, 200);
    pointer(figure, "pointermove", 200, 180);
    pointer(figure, "pointermove", 200, 160);
    pointer(figure, "pointerup", 200, 160);
    expect(figure.shared.span.start).toBeGreaterThan(before);
    expect(figure.position).toBe(37);
  });
});

describe("out of view", () => {
  test("nothing is computed or drawn before the figure comes near", async () => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.innerHTML = '<div style="height: 6000px"></div><phasor-heatmap></phasor-heatmap>';
    document.body.prepend(place);
    const figure = /** @type {any} */ (place.querySelector("phasor-heatmap"));
    await settled(figure);
    expect(figure.shadowRoot.querySelector("canvas, input")).toBeNull();
    figure.scrollIntoView();
    await expect.poll(() => figure.shadowRoot.querySelectorAll("canvas").length).toBe(2);
  });
});

describe("more cells than pixels", () => {
  test("a pixel shows the mean of the values it covers", async () => {
    const [figure] = await mount(
      '<div style="width: 160px"><phasor-heatmap length="256" d-model="512"></phasor-heatmap></div>',
    );
    const canvas = layer(figure, "data");
    const { frame } = planHeatmap(sizeOf(canvas), {
      orientation: "down",
      positions: { start: 0, end: 256 },
      columns: { start: 0, end: 512 },
    });
    const values = sinusoidal(256, 512);
    const width = Math.round(frame.width * devicePixelRatio);
    const height = Math.round(frame.height * devicePixelRatio);
    const across = 512 / width;
    const down = 256 / height;
    expect(across).toBeGreaterThan(1);
    for (const [x, y] of [
      [3, 5],
      [40, 100],
      [width - 1, height - 1],
    ]) {
      let sum = 0;
      let count = 0;
      const rows =
        down > 1
          ? [Math.round(y * down), Math.round((y + 1) * down)]
          : [Math.floor((y + 0.5) * down), Math.floor((y + 0.5) * down) + 1];
      for (let row = rows[0]; row < rows[1]; row++) {
        for (let column = Math.round(x * across); column < Math.round((x + 1) * across); column++) {
          sum += values[row * 512 + column];
          count++;
        }
      }
      const colour = pixelAt(
        canvas,
        frame.left + (x + 0.5) / devicePixelRatio,
        frame.top + (y + 0.5) / devicePixelRatio,
      );
      expect(colour).toBe(colourTable("diverging", "light")[entryOf(sum / count, -1, 1)]);
    }
  });
});

/** The pixel in a column and a row of the picture. @param {any} figure @param {number} column @param {number} row */
function devicePixel(figure, column, row) {
  const canvas = layer(figure, "data");
  const { frame } = planHeatmap(sizeOf(canvas), {
    orientation: figure.orientation,
    positions: figure.shared.span,
    columns: { start: 0, end: figure.dModel },
  });
  const at = (/** @type {number} */ edge, /** @type {number} */ n) =>
    edge + (n + 0.5) / devicePixelRatio;
  return {
    colour: pixelAt(canvas, at(frame.left, column), at(frame.top, row)),
    width: Math.round(frame.width * devicePixelRatio),
    height: Math.round(frame.height * devicePixelRatio),
  };
}

describe("far out", () => {
  test.each([
    ["a million positions", 2 ** 20, 0, 2 ** 20],
    ["thousands of positions beyond 10^15", 2 ** 53, 1e15, 1e15 + 300_000],
    ["a few positions at the very end", 2 ** 53, 2 ** 53 - 64, 2 ** 53],
  ])("%s: pixels are the means of all they cover", async (_, length, start, end) => {
    const [figure] = await mount(
      `<phasor-heatmap orientation="along" length="${length}"></phasor-heatmap>`,
    );
    figure.shared.view({ start, end });
    await settled(figure);
    const { width, height } = devicePixel(figure, 0, 0);
    const size = (end - start) / width;
    const table = colourTable("diverging", "light");
    for (const column of [0, 1, Math.floor(width / 3), width - 2, width - 1]) {
      const from = size > 1 ? Math.ceil(column * size - 0.5) : Math.floor((column + 0.5) * size);
      const past = size > 1 ? Math.ceil((column + 1) * size - 0.5) : from + 1;
      const rows = sinusoidal(past - from, 64, { start: start + from, dtype: "float64" });
      for (const dimension of [0, 13, 30, 45, 63]) {
        let sum = 0;
        for (let n = dimension; n < rows.length; n += 64) sum += rows[n];
        const entry = entryOf(sum / (past - from), -1, 1);
        const row = Math.floor(((dimension + 0.5) / 64) * height);
        const { colour } = devicePixel(figure, column, row);
        // The last bits of a sum may move a mean over the edge between two entries.
        const near = [entry - 1, entry, entry + 1].map((n) => table[Math.min(Math.max(n, 0), 255)]);
        expect(near, `column ${column}, dimension ${dimension}`).toContain(colour);
      }
    }
  });

  test("all positions at once: fast pairs cancel out, slow ones too", async () => {
    const [figure] = await mount(
      `<phasor-heatmap orientation="along" length="${2 ** 53}"></phasor-heatmap>`,
    );
    const table = colourTable("diverging", "light");
    for (const row of [0, 100, 200]) {
      expect(table.subarray(127, 130)).toContain(devicePixel(figure, 40, row).colour);
    }
    slide(figure, "length", 50);
    await settled(figure);
    expect(figure.length).toBe(2 ** 53);
  });

  test("cursor and read-out are exact to the last position", async () => {
    const last = 2 ** 53 - 1;
    const [figure] = await mount(
      `<phasor-heatmap orientation="along" length="${2 ** 53}" position="${last - 3}"></phasor-heatmap>`,
    );
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(figure.position).toBe(last - 1);
    await settled(figure);
    const value = sinusoidalAt([last - 1], 64, { dtype: "float64" })[12];
    expect(readOutOf(figure)).toContain("p = 9,007,199,254,740,990, dim 12");
    expect(readOutOf(figure)).toContain(value.toFixed(4).replace("-", "\u2212"));
    figure.shared.view({ start: last - 15, end: last + 1 });
    await settled(figure);
    const canvas = layer(figure, "data");
    const { frame } = planHeatmap(sizeOf(canvas), {
      orientation: "along",
      positions: figure.shared.span,
      columns: { start: 0, end: 64 },
    });
    for (const n of [0, 1, 9, 15]) {
      pointer(figure, "pointermove", frame.left + ((n + 0.5) / 16) * frame.width, frame.top + 50);
      expect(figure.shared.marked.position).toBe(last - 15 + n);
    }
  });

  test("a million pixels take a few milliseconds and no memory of their own", async () => {
    const [figure] = await mount(
      `<div style="width: 1240px"><phasor-heatmap orientation="along" length="${2 ** 40}"></phasor-heatmap></div>`,
    );
    const before = performance.now();
    for (let n = 0; n < 5; n++) {
      figure.shared.view({ start: n * 2 ** 30, end: (n + 3) * 2 ** 30 });
      await settled(figure);
    }
    expect(performance.now() - before).toBeLessThan(2500);
  });
});
