import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-similarity.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planDistance } from "../../web/elements/views/distance-view.js";
import { planSimilarity } from "../../web/elements/views/similarity-view.js";
import { cosineSimilarity, dotProducts, sinusoidal } from "../../web/phasor/index.js";
import {
  apart,
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  readOutOf,
  settled,
  sizeOf,
  slide,
  themePixel,
} from "./support.js";

onAnEmptyPage();

/** @param {any} figure @param {number} row @param {number} column */
function placeOf(figure, row, column) {
  const plan = planSimilarity(sizeOf(layer(figure, "data")), figure.length);
  return { x: toPixel(plan.across, column + 0.5), y: toPixel(plan.down, row + 0.5) };
}

/** @param {any} figure @param {number} row @param {number} column */
function colourOf(figure, row, column) {
  const { x, y } = placeOf(figure, row, column);
  return pixelAt(layer(figure, "data"), x, y);
}

const CELLS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [3, 17],
  [5, 12],
  [30, 2],
  [47, 47],
];

describe("by distance", () => {
  test("the lines of three starts lie on one another, at the kernel's values", async () => {
    const [figure] = await mount('<phasor-similarity show="distance"></phasor-similarity>');
    const products = dotProducts(sinusoidal(128, 64), [128, 64]);
    const high = products.reduce((a, b) => Math.max(a, b));
    const data = layer(figure, "data");
    const { across, down } = planDistance(sizeOf(data), {
      first: -64,
      length: 128,
      range: { low: 0, high },
    });
    /** @param {number} k @param {string} colour */
    const drawn = (k, colour) => {
      const value = products[Math.max(0, -k) * 128 + Math.max(0, k)];
      const x = toPixel(across, k + 0.5);
      const y = down.at + ((value - down.from) / (down.to - down.from)) * down.size;
      const near = [-5, -4, -3, -1, 0, 1, 3, 4, 5].map((by) =>
        apart(pixelAt(data, x, y + by), themePixel(figure, colour)),
      );
      return Math.min(...near) < 70;
    };
    // From 37 as far as 127, from 0 the rest of the way.
    for (const k of [-36, -20, 20, 60, 85]) expect(drawn(k, "position"), `${k}`).toBe(true);
    for (const k of [100, 120]) expect(drawn(k, "position"), `${k}`).toBe(false);
    for (const k of [30, 100, 120]) expect(drawn(k, "hairline"), `${k}`).toBe(true);
    slide(figure, "offset", 20);
    await settled(figure);
    expect(readOutOf(figure)).toContain(`offset 20, dot product ${products[20].toFixed(3)}`);
  });

  test("the axis of values goes up to the top, whatever they measure", async () => {
    for (const [measure, tops] of /** @type {const} */ ([
      ["dot", [0, 30]],
      ["cosine", [0, 1]],
    ])) {
      const [figure] = await mount(
        `<phasor-similarity show="distance" measure="${measure}"></phasor-similarity>`,
      );
      const axes = layer(figure, "crosshair");
      const range = { low: 0, high: measure === "cosine" ? 1 : 32 };
      const { frame, down } = planDistance(sizeOf(axes), { first: -64, length: 128, range });
      const paper = pixelAt(axes, 2, frame.top + frame.height + 30);
      for (const value of tops) {
        const y = down.at + ((value - down.from) / (down.to - down.from)) * down.size;
        const tick = [-1, 0, 1].map((by) => apart(pixelAt(axes, frame.left - 2, y + by), paper));
        expect(Math.max(...tick), `${measure} ${value}`).toBeGreaterThan(20);
      }
    }
  });

  test("the pointer chooses a distance, the choice and a link change the view", async () => {
    const [figure] = await mount("<phasor-similarity></phasor-similarity>");
    figure.shadowRoot.querySelector("input[value=distance]").click();
    await settled(figure);
    const plan = planDistance(sizeOf(layer(figure, "data")), {
      first: -64,
      length: 128,
      range: { low: 0, high: 32 },
    });
    pointer(figure, "pointermove", toPixel(plan.across, 25.5), plan.frame.top + 20);
    await settled(figure);
    expect(readOutOf(figure)).toContain("p = 37, q = 62, offset 25");
    expect(figure.toURL()).toMatch(/#show=distance$/);
    const [head, ...rows] = figure.toCSV().trimEnd().split("\r\n");
    expect(head).toBe("start,offset,dot product");
    expect(rows).toHaveLength(3 * 128);
  });
});

describe("a pixel has the colour of the kernel's value", () => {
  test("dot products, from zero to the largest", async () => {
    const [figure] = await mount('<phasor-similarity length="48"></phasor-similarity>');
    const products = dotProducts(sinusoidal(48, 64), [48, 64]);
    const high = products.reduce((a, b) => Math.max(a, b));
    const table = colourTable("sequential", "light");
    for (const [row, column] of CELLS) {
      expect(colourOf(figure, row, column), `${row}, ${column}`).toBe(
        table[entryOf(products[row * 48 + column], 0, high)],
      );
    }
  });

  test("negative products, diverging about zero", async () => {
    const [figure] = await mount('<phasor-similarity length="48" d-model="2"></phasor-similarity>');
    const products = dotProducts(sinusoidal(48, 2), [48, 2]);
    expect(Math.min(...products)).toBeLessThan(-0.9);
    const size = Math.max(...products.map(Math.abs));
    const table = colourTable("diverging", "light");
    for (const [row, column] of CELLS) {
      expect(colourOf(figure, row, column)).toBe(
        table[entryOf(products[row * 48 + column], -size, size)],
      );
    }
  });

  test("cosine similarity, from the radio button", async () => {
    const [figure] = await mount(
      '<phasor-similarity length="48" d-model="8" base="20"></phasor-similarity>',
    );
    figure.shadowRoot.querySelector('input[value="cosine"]').click();
    await settled(figure);
    expect(figure.measure).toBe("cosine");
    const cosines = cosineSimilarity(sinusoidal(48, 8, { base: 20 }), [48, 8]);
    const size = Math.max(...cosines.map(Math.abs));
    expect(Math.min(...cosines)).toBeLessThan(-0.01);
    const table = colourTable("diverging", "light");
    for (const [row, column] of CELLS) {
      expect(colourOf(figure, row, column)).toBe(
        table[entryOf(cosines[row * 48 + column], -size, size)],
      );
    }
    expect(readOutOf(figure)).toContain(
      `cosine ${cosines[37 * 48 + 47].toFixed(4)}`.replace("-", "\u2212"),
    );
  });
});

describe("reader", () => {
  test("the read-out has the kernel's product", async () => {
    const [figure] = await mount("<phasor-similarity></phasor-similarity>");
    const products = dotProducts(sinusoidal(128, 64), [128, 64]);
    expect(readOutOf(figure)).toBe(
      `p = 37, q = 47, offset 10, dot product ${products[37 * 128 + 47].toFixed(3)}`,
    );
  });

  test("the offset slider moves the second position and the diagonal", async () => {
    const [figure] = await mount(
      '<phasor-similarity length="48" position="10"></phasor-similarity>',
    );
    const crosshair = () => layer(figure, "crosshair");
    const accent = themePixel(figure, "offset");
    const onDiagonal = (/** @type {number} */ offset) => {
      const { x, y } = placeOf(figure, 20, 20 + offset);
      return apart(pixelAt(crosshair(), x, y), accent);
    };
    slide(figure, "offset", 5);
    await settled(figure);
    expect(figure.second).toBe(15);
    expect(onDiagonal(5)).toBeLessThan(60);
    expect(onDiagonal(12)).toBeGreaterThan(60);
    slide(figure, "offset", 12);
    await settled(figure);
    expect(onDiagonal(12)).toBeLessThan(60);
    expect(onDiagonal(5)).toBeGreaterThan(60);
  });

  test("the keyboard moves both positions", async () => {
    const [figure] = await mount("<phasor-similarity></phasor-similarity>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowLeft}{ArrowLeft}");
    expect([figure.position, figure.second]).toEqual([38, 45]);
    await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}{Home}");
    expect([figure.position, figure.second]).toEqual([38, 0]);
  });

  test("a click puts the cursor there", async () => {
    const [figure] = await mount("<phasor-similarity></phasor-similarity>");
    const { x, y } = placeOf(figure, 90, 12);
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect([figure.position, figure.second]).toEqual([90, 12]);
  });
});

describe("far out", () => {
  test("of a long encoding the part about p is shown, with the kernel's products", async () => {
    const position = 2 ** 40 + 100;
    const [figure] = await mount(
      `<phasor-similarity length="${2 ** 53}" position="${position}" second="${position + 7}"></phasor-similarity>`,
    );
    const start = 2 ** 40;
    const plan = planSimilarity(sizeOf(layer(figure, "data")), 512, start);
    const products = dotProducts(sinusoidal(512, 64, { start }), [512, 64]);
    // Each pixel has at least one cell of its own.
    const [x, y] = [plan.frame.left + plan.frame.width / 2, plan.frame.top + plan.frame.height / 2];
    const cell = (
      /** @type {number} */ at,
      /** @type {number} */ edge,
      /** @type {number} */ size,
    ) =>
      Math.floor(
        ((Math.floor((at - edge) * devicePixelRatio) + 0.5) / (size * devicePixelRatio)) * 512,
      );
    const row = cell(y, plan.frame.top, plan.frame.height);
    const column = cell(x, plan.frame.left, plan.frame.width);
    const high = products.reduce((a, b) => Math.max(a, b));
    const low = products.reduce((a, b) => Math.min(a, b));
    const table = colourTable(low < -1e-5 * high ? "diverging" : "sequential", "light");
    const from = low < -1e-5 * high ? -high : 0;
    expect(pixelAt(layer(figure, "data"), x, y)).toBe(
      table[entryOf(products[row * 512 + column], from, high)],
    );
    expect(readOutOf(figure)).toContain(
      `offset 7, dot product ${products[100 * 512 + 107].toFixed(3)}`,
    );
  });
});
