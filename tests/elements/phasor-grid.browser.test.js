import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-grid.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { asDrawn } from "./drawing.js";
import { centreOf, drag, handleOf, keys, pixelUnder, rested, textsOf } from "./grab.js";
import { recordingOf } from "./recorder.js";
import {
  layer,
  mount,
  onAnEmptyPage,
  pixelDifference,
  plotOf,
  press as pressButton,
  themePixel,
} from "./support.js";

onAnEmptyPage();

/**
 * The similarity of two patches by the formulas, as sums of cosines.
 * @param {string} kind @param {number} rows @param {number} columns @param {number} width @param {number} base
 */
function partsOf(kind, rows, columns, width, base) {
  const parts = { rows: 0, columns: 0, time: 0 };
  for (let i = 0; i < width / 2; i++) {
    if (kind === "mrope") {
      const spatial = Math.floor((3 * width) / 16);
      const time = width / 2 - 2 * spatial;
      const wave = (/** @type {number} */ by) => Math.cos(by * base ** ((-2 * i) / width));
      if (i < time) parts.time += 1;
      else if (i < time + spatial) parts.rows += wave(rows);
      else parts.columns += wave(columns);
    } else {
      const quarter = width / 4;
      const wave = (/** @type {number} */ by) => Math.cos(by * base ** (-(i % quarter) / quarter));
      if (i < quarter) parts.rows += wave(rows);
      else parts.columns += wave(columns);
    }
  }
  return { ...parts, together: parts.rows + parts.columns + parts.time };
}

/** @param {any} figure @param {string} kind @param {number} rows @param {number} columns @param {number} [width] @param {number} [base] */
function expectParts(figure, kind, rows, columns, width = 64, base = 10000) {
  const { together, ...parts } = partsOf(kind, rows, columns, width, base);
  const texts = textsOf(figure);
  expect(texts).toContain(`${together.toFixed(1)} of ${width / 2}`);
  expect(texts).toContain(`columns ${parts.columns.toFixed(1)}`);
  expect(texts).toContain(parts.rows.toFixed(1));
  for (const part of [parts.rows, parts.columns])
    expect(texts.some((text) => text.startsWith(`product ${part.toFixed(1)} of `))).toBe(true);
}

const patchOf = (/** @type {any} */ figure) => handleOf(figure, "the patch");
const otherOf = (/** @type {any} */ figure) => handleOf(figure, "another patch");

/** The colours of every image in a figure's SVG, row by row. @param {any} figure */
async function imagesIn(figure) {
  const images = [...figure.toSVG().matchAll(/href="(data:image[^"]*)"/g)].map(async ([, url]) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, image.width, image.height).data;
    return [...new Uint32Array(data?.buffer ?? new ArrayBuffer(0))].join();
  });
  return Promise.all(images);
}

/** Pixels from one patch to the next. @param {any} figure */
function stepOf(figure) {
  const [one, other] = [centreOf(patchOf(figure)), centreOf(otherOf(figure))];
  return {
    x: (other.x - one.x) / (figure.otherColumn - figure.column),
    y: (other.y - one.y) / (figure.otherRow - figure.row),
  };
}

test.each(["mae", "detr", "axial", "mrope"])(
  "<phasor-grid> shows sums of cosines with %s",
  async (kind) => {
    const [figure] = await mount(
      `<phasor-grid kind="${kind}" rows="6" columns="9" row="2" column="7" other-row="5" other-column="3" d-model="16" base="200"></phasor-grid>`,
    );
    expectParts(figure, kind, 3, 4, 16, 200);
  },
);

test("the tabs of <phasor-grid> name the models, and each describes its model", async () => {
  const [figure] = await mount("<phasor-grid></phasor-grid>");
  const orders = () =>
    textsOf(figure).flatMap((text) => /^product .*; (.*)$/.exec(text)?.[1] ?? []);
  const heads = () => textsOf(figure).filter((text) => /: numbers/.test(text));
  expect(heads()).toEqual(["columns: numbers 0 to 31", "rows: numbers 32 to 63"]);
  expect(orders()).toEqual(["sines, then cosines", "sines, then cosines"]);
  pressButton(figure, "M-RoPE");
  await rested();
  expect(figure.kind).toBe("mrope");
  expect(heads()).toEqual([
    "time: numbers 0 to 15",
    "rows: numbers 16 to 39",
    "columns: numbers 40 to 63",
  ]);
  expect(orders()).toEqual(["cos sin …", "cos sin …", "cos sin …"]);
  expectParts(figure, "mrope", 5, 6);
});

describe("the reader of <phasor-grid>", () => {
  test("can drag the patch; the cross and the numbers follow", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    expectParts(figure, "mae", 5, 6);
    const step = stepOf(figure);
    const from = centreOf(patchOf(figure));
    const to = { x: from.x + 3 * step.x, y: from.y - 4 * step.y };
    await drag(figure, from, to);
    expect([figure.row, figure.column]).toEqual([4, 8]);
    const at = centreOf(patchOf(figure));
    expect(Math.hypot(at.x - to.x, at.y - to.y)).toBeLessThan(4);
    expectParts(figure, "mae", 1, 3);
  });

  test("can drag the other patch; Escape undoes it", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    const step = stepOf(figure);
    const from = centreOf(otherOf(figure));
    await drag(
      figure,
      from,
      { x: from.x - 4 * step.x, y: from.y + 2 * step.y },
      { release: false },
    );
    expect([figure.otherRow, figure.otherColumn]).toEqual([5, 7]);
    expect([figure.row, figure.column]).toEqual([8, 5]);
    expectParts(figure, "mae", 3, 2);
    await keys(otherOf(figure), "Escape");
    expect([figure.otherRow, figure.otherColumn]).toEqual([3, 11]);
    expectParts(figure, "mae", 5, 6);
  });

  test("can move the patch by keys in both directions, within the image", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    await keys(patchOf(figure), "ArrowDown", "ArrowLeft");
    expect([figure.row, figure.column]).toEqual([9, 4]);
    await keys(patchOf(figure), "End");
    expect([figure.row, figure.column]).toEqual([9, 13]);
    expect(patchOf(figure).getAttribute("aria-valuetext")).toBe("row 9, column 13");
  });

  test("can press anywhere in the image to move the patch there", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    const step = stepOf(figure);
    const from = centreOf(patchOf(figure));
    const place = { x: from.x + 4 * step.x, y: from.y + 4 * step.y };
    await drag(figure, place, place);
    expect([figure.row, figure.column]).toEqual([12, 9]);
  });
});

describe("the drawing of <phasor-grid>", () => {
  test("has a clear image at the patch, and veils the other patches by their similarity", async () => {
    const [figure] = await mount(
      '<phasor-grid row="2" column="9" other-row="12" other-column="0"></phasor-grid>',
    );
    const step = stepOf(figure);
    const origin = centreOf(patchOf(figure));
    const paper = themePixel(figure, "paper");
    // Uses the first row of the image, which is only sky, in one colour.
    const colourAt = (/** @type {number} */ column) =>
      pixelDifference(
        pixelUnder(layer(figure, "still"), {
          x: origin.x + (column - 9) * step.x + 5,
          y: origin.y - 2 * step.y + 5,
        }),
        paper,
      );
    const sky = pixelDifference(0xffe4cfa9, paper);
    const least = Math.min(
      ...Array.from(
        { length: 196 },
        (_, n) => partsOf("mae", Math.floor(n / 14) - 2, (n % 14) - 9, 64, 10000).together,
      ),
    );
    for (const column of [0, 4, 8, 9, 13]) {
      const part = (partsOf("mae", 2, column - 9, 64, 10000).together - least) / (32 - least);
      const clear = 1 - 0.93 * (1 - part);
      expect(Math.abs(colourAt(column) - clear * sky), `column ${column}`).toBeLessThan(5);
    }
  });

  test("has bars at two edges as long as the shares", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    const step = stepOf(figure);
    const canvas = layer(figure, "still");
    const patch = centreOf(patchOf(figure));
    const top = patch.y - 8.5 * step.y;
    /** The length of the bar above a column, in pixels. @param {number} column */
    const barOf = (column) => {
      const x = patch.x + (column - 5) * step.x;
      let y = top - 8;
      while (pixelUnder(canvas, { x, y }) >>> 24 > 200) y--;
      return top - 6 - y;
    };
    const long = barOf(5);
    expect(long).toBeGreaterThan(40);
    for (const column of [0, 6, 11, 13]) {
      const share = partsOf("mae", 0, column - 5, 64, 10000).columns / 16;
      expect(Math.abs(barOf(column) - share * long), `column ${column}`).toBeLessThan(3);
    }
  });
});

test("the arrows of <phasor-grid> point away from the patch to its four sides", async () => {
  const [figure] = await mount('<phasor-grid style="--phasor-font-size: 24px"></phasor-grid>');
  const { x, y } = centreOf(patchOf(figure));
  const { left, top } = plotOf(figure).getBoundingClientRect();
  const arrows = recordingOf(figure).filter(
    ({ steps, colour }) => steps === "MLLZ" && colour === asDrawn(figure.theme.position),
  );
  const tips = arrows.map(({ corners: [[tipX, tipY]] }) => [tipX + left - x, tipY + top - y]);
  const shift = stepOf(figure).x / 2 + 11 * 1.5;
  const expected = [shift, 0, -shift, 0, 0, shift, 0, -shift];
  expect(tips.flat().map((at, n) => Math.abs(at - expected[n]) < 1)).toEqual(Array(8).fill(true));
});

test("the strips of <phasor-grid> have the colours of both patches' numbers", async () => {
  document.documentElement.style.colorScheme = "light";
  const [figure] = await mount(
    '<phasor-grid kind="mae" row="2" column="7" other-row="5" other-column="3" d-model="16" base="200"></phasor-grid>',
  );
  const table = colourTable("diverging", "light");
  const images = await imagesIn(figure);
  for (const place of [7, 3, 2, 5]) {
    const angles = Array.from({ length: 4 }, (_, i) => place * 200 ** (-i / 4));
    const numbers = [...angles.map(Math.sin), ...angles.map(Math.cos)];
    expect(images).toContain(numbers.map((number) => table[entryOf(number, -1, 1)]).join());
  }
});

test("the patch of <phasor-grid> stays in the largest grid, however far it is set", async () => {
  const [figure] = await mount(
    '<phasor-grid rows="99" columns="99" row="99" column="99" other-row="99" other-column="99"></phasor-grid>',
  );
  const { rows, columns, row, column, otherRow, otherColumn } = figure;
  expect([rows, columns, row, column, otherRow, otherColumn]).toEqual([32, 32, 31, 31, 31, 31]);
});
