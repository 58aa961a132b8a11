import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-grid.js";
import { toMiddle } from "../../web/elements/canvas/axes.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { sectionsOf } from "../../web/elements/models/grid.js";
import { planGrid } from "../../web/elements/views/grid-view.js";
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
} from "./support.js";

onAnEmptyPage();

/**
 * The similarity of two patches so many rows and columns apart, by the formulas: a sum of cosines.
 * @param {string} kind @param {number} rows @param {number} columns @param {number} width @param {number} base
 */
function similarity(kind, rows, columns, width, base) {
  let sum = 0;
  for (let i = 0; i < width / 2; i++) {
    if (kind === "mrope") {
      const each = Math.floor((3 * width) / 16);
      const time = width / 2 - 2 * each;
      const by = i < time ? 0 : i < time + each ? rows : columns;
      sum += Math.cos(by * base ** ((-2 * i) / width));
    } else {
      const quarter = width / 4;
      sum += Math.cos((i < quarter ? rows : columns) * base ** (-(i % quarter) / quarter));
    }
  }
  return sum;
}

/** @param {any} figure */
const planOf = (figure) =>
  planGrid(sizeOf(layer(figure, "data")), {
    rows: figure.rows,
    columns: figure.columns,
    width: figure.dModel,
    sections: sectionsOf(figure.kind, figure.dModel),
  });

/** The middle of a patch. @param {any} figure @param {number} row @param {number} column @returns {[number, number]} */
function placeOf(figure, row, column) {
  const { across, down } = planOf(figure);
  return [toMiddle(across, column), toMiddle(down, row)];
}

describe.each(["mae", "detr", "axial", "mrope"])("%s", (kind) => {
  test("every patch has the colour and the number of its similarity", async () => {
    const [figure] = await mount(
      `<phasor-grid kind="${kind}" rows="6" columns="9" row="2" column="7" d-model="16" base="200"></phasor-grid>`,
    );
    /** @type {number[][]} */
    const cells = [];
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 9; column++) {
        cells.push([row, column, similarity(kind, row - 2, column - 7, 16, 200)]);
      }
    }
    const lines = figure.toCSV().trimEnd().split("\r\n");
    expect(lines[0]).toBe("row,column,similarity");
    lines.slice(1).forEach((/** @type {string} */ line, /** @type {number} */ n) => {
      const [row, column, value] = line.split(",").map(Number);
      expect([row, column]).toEqual(cells[n].slice(0, 2));
      expect(value).toBeCloseTo(cells[n][2], 12);
    });
    const low = Math.min(...cells.map(([, , value]) => value));
    const [from, map] = low < 0 ? [-8, "diverging"] : [low, "sequential"];
    const colours = colourTable(/** @type {"diverging"} */ (map), "light");
    for (const [row, column, value] of cells) {
      const pixel = pixelAt(layer(figure, "data"), ...placeOf(figure, row, column));
      // Halfway between the extremes a value may round to either entry.
      const wanted = colours[entryOf(value, from, 8)];
      expect(apart(pixel, wanted), `${row}, ${column}`).toBeLessThan(5);
    }
    expect(readOutOf(figure)).toBe(
      `patch (2, 7), other (5, 5), similarity ${similarity(kind, 3, 2, 16, 200).toFixed(4)} of 8`.replace(
        "-",
        "\u2212",
      ),
    );
  });
});

describe("features", () => {
  test("strips show the patches' own values, in the order of the convention", async () => {
    const [figure] = await mount(
      '<phasor-grid kind="mae" d-model="16" row="3" column="5"></phasor-grid>',
    );
    const { strips } = planOf(figure);
    const colours = colourTable("diverging", "light");
    [5, 3].forEach((position, half) => {
      for (let j = 0; j < 8; j++) {
        if (half * 4 + (j % 4) === 6) continue; // Marked: its edge has another colour.
        const angle = position * 10000 ** (-(j % 4) / 4);
        const value = j < 4 ? Math.sin(angle) : Math.cos(angle);
        const { patch, scale } = strips[half];
        const pixel = pixelAt(
          layer(figure, "crosshair"),
          toMiddle(scale, half * 8 + j),
          patch.top + 8,
        );
        expect(pixel, `${half}, ${j}`).toBe(colours[entryOf(value, -1, 1)]);
      }
    });
  });

  test("a feature under the pointer marks its pair in the group", async () => {
    const [figure, other] = await mount(
      '<phasor-grid group="g" kind="mae"></phasor-grid><phasor-grid group="g" kind="mrope"></phasor-grid>',
    );
    const { patch, scale } = planOf(figure).strips[1];
    pointer(figure, "pointermove", toMiddle(scale, 52), patch.top + 8);
    expect(other.shared.marked.pair).toBe(20);
    pointer(figure, "pointerdown", toMiddle(scale, 35), patch.top + 8);
    pointer(figure, "pointerup", toMiddle(scale, 35), patch.top + 8);
    expect(other.pair).toBe(19);
  });
});

describe("reader", () => {
  test("a click chooses a patch, the pointer the other one", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    pointer(figure, "pointermove", ...placeOf(figure, 1, 12));
    await settled(figure);
    const near = similarity("mae", 3, 3, 64, 10000).toFixed(4);
    expect(readOutOf(figure)).toBe(`patch (4, 9), other (1, 12), similarity ${near} of 32`);
    pointer(figure, "pointerdown", ...placeOf(figure, 10, 2));
    pointer(figure, "pointerup", ...placeOf(figure, 10, 2));
    await settled(figure);
    expect([figure.row, figure.column]).toEqual([10, 2]);
    pointer(figure, "pointerleave", 0, 0);
    await settled(figure);
    expect(readOutOf(figure)).toContain("patch (10, 2), other (8, 5)");
  });

  test("keys move the patch, stay on the grid, and exchange the two", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowLeft}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}");
    expect([figure.row, figure.column]).toEqual([5, 13]);
    await userEvent.keyboard("{Home}");
    expect([figure.row, figure.column]).toEqual([0, 0]);
    await userEvent.keyboard("{Enter}");
    await settled(figure);
    expect(readOutOf(figure)).toContain("patch (8, 5), other (0, 0)");
  });

  test("controls change the encoding, reset brings it back", async () => {
    const [figure] = await mount("<phasor-grid></phasor-grid>");
    figure.shadowRoot.querySelector('input[value="mrope"]').click();
    slide(figure, "width", 32);
    slide(figure, "base", 3);
    await settled(figure);
    expect([figure.kind, figure.dModel, figure.base]).toEqual(["mrope", 32, 100]);
    const value = similarity("mrope", 4, 4, 32, 100).toFixed(4);
    expect(readOutOf(figure)).toContain(`similarity ${value} of 16`);
    press(figure, "reset");
    await settled(figure);
    expect([figure.kind, figure.dModel, figure.base]).toEqual(["mae", 64, 10000]);
  });

  test("a link brings back what is shown", async () => {
    const [figure, copy] = await mount(
      '<phasor-grid kind="axial" rows="7" columns="5" row="6" column="1" other="0 3" d-model="24"></phasor-grid><phasor-grid></phasor-grid>',
    );
    copy.fromURL(figure.toURL());
    await settled(copy);
    expect(copy.toCSV()).toBe(figure.toCSV());
    expect(readOutOf(copy)).toBe(readOutOf(figure));
  });
});
