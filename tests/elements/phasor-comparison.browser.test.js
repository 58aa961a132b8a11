import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-comparison.js";
import { toMiddle } from "../../web/elements/canvas/axes.js";
import { curveOf, NAMES } from "../../web/elements/models/comparison.js";
import { PENS, planComparison } from "../../web/elements/views/comparison-view.js";
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

/** @typedef {import("../../web/elements/models/comparison.js").SchemeName} SchemeName */

onAnEmptyPage();

const SETTING = { length: 128, dModel: 64, base: 10000, heads: 8, head: 3 };

/** @param {readonly SchemeName[]} names @param {object} [setting] */
const curvesOf = (names, setting) =>
  names.map((name) => ({ name, words: "", values: curveOf(name, { ...SETTING, ...setting }) }));

/** Where a line is at a distance. @param {any} figure @param {readonly SchemeName[]} shown @param {SchemeName} name @param {number} distance */
function placeOf(figure, shown, name, distance) {
  const curves = curvesOf(shown);
  const plan = planComparison(sizeOf(layer(figure, "data")), { curves, distances: 128 });
  const values = curves.find((curve) => curve.name === name)?.values ?? [];
  return { x: toMiddle(plan.distance, distance), y: toMiddle(plan.value, values[distance]) };
}

/** Whether uPlot's line of a scheme goes through its value. @param {any} figure @param {readonly SchemeName[]} shown @param {SchemeName} name @param {number} distance */
function drawnAt(figure, shown, name, distance) {
  const canvas = figure.shadowRoot.querySelector(".lines canvas");
  const { x, y } = placeOf(figure, shown, name, distance);
  const colour = themePixel(figure, PENS[name].colour);
  const near = [-1, 0, 1].flatMap((dx) =>
    [-1, 0, 1].map((dy) => {
      const pixel = pixelAt(canvas, x + dx, y + dy);
      return pixel >>> 24 > 128 ? apart(pixel, colour) : 255;
    }),
  );
  return Math.min(...near) < 60;
}

/** @param {any} figure @param {string} name @returns {HTMLElement} */
const rowOf = (figure, name) => figure.shadowRoot.querySelector(`tr[data-scheme="${name}"]`);

/** @param {any} figure @param {string} name @returns {HTMLInputElement} */
const switchOf = (figure, name) => figure.shadowRoot.querySelector(`input[value="${name}"]`);

const SOLID = /** @type {const} */ (["sinusoidal", "alibi", "t5"]);

describe("drawing", () => {
  test("lines go through their values, and leave when they are switched off", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    for (const name of SOLID) {
      for (const k of [3, 30, 47])
        expect(drawnAt(figure, NAMES, name, k), `${name} ${k}`).toBe(true);
    }
    switchOf(figure, "sinusoidal").click();
    await settled(figure);
    expect(figure.schemes).toBe("learned rope alibi t5 none");
    const shown = NAMES.filter((name) => name !== "sinusoidal");
    for (const k of [47, 75, 101]) {
      const canvas = figure.shadowRoot.querySelector(".lines canvas");
      const values = curvesOf(["sinusoidal"])[0].values;
      const plan = planComparison(sizeOf(layer(figure, "data")), {
        curves: curvesOf(shown),
        distances: 128,
      });
      const pixel = pixelAt(canvas, toMiddle(plan.distance, k), toMiddle(plan.value, values[k]));
      const green = pixel >>> 24 > 128 && apart(pixel, themePixel(figure, "sine")) < 60;
      expect(green).toBe(false);
    }
    expect(drawnAt(figure, shown, "alibi", 30)).toBe(true);
    for (const name of shown) switchOf(figure, name).click();
    await settled(figure);
    expect(readOutOf(figure)).toBe("k = 10");
    switchOf(figure, "t5").click();
    await settled(figure);
    expect(figure.schemes).toBe("t5");
  });

  test("the read-out and the CSV have every scheme's value", async () => {
    const [figure] = await mount(
      '<phasor-comparison length="40" heads="4" head="1" second="42"></phasor-comparison>',
    );
    figure.position = 30;
    figure.second = 18;
    await settled(figure);
    const curves = curvesOf(NAMES, { length: 40, heads: 4, head: 1 });
    const words = ["sinusoidal", "learned", "RoPE", "ALiBi", "T5", "none"];
    const values = curves.map(({ values: own }, n) => `${words[n]} ${own[12].toFixed(4)}`);
    expect(readOutOf(figure)).toBe(`k = 12, ${values.join(", ").replace(/-/g, "\u2212")}`);
    const [head, ...rows] = figure.toCSV().trimEnd().split("\r\n");
    expect(head).toBe(`distance,${words.join(",")}`);
    expect(rows).toHaveLength(40);
    expect(rows[12].split(",").map(Number)).toEqual([
      12,
      ...curves.map((curve) => curve.values[12]),
    ]);
  });
});

describe("the table", () => {
  test("has the parameters and what was measured for this length, width and heads", async () => {
    const [figure] = await mount(
      '<phasor-comparison length="1000" d-model="96" heads="12" head="0"></phasor-comparison>',
    );
    const text = (/** @type {string} */ name) =>
      rowOf(figure, name).textContent?.replace(/\s+/g, " ");
    expect(text("learned")).toContain("L·d = 96,000");
    expect(text("t5")).toContain("32·h = 384");
    expect(text("t5")).toContain("from 113 on share one bucket");
    expect(text("rope")).toContain("6·h·dh = 576 operations");
    // Wavelengths 2π·10000^(i/4) of a head of 8: 6, 63, 628 and 6283.
    expect(text("rope")).toContain("1 of the 4 pairs of a head do not turn once in 1,000");
    expect(text("alibi")).toContain("h·L = 12,000");
    // Slope 1/2: under 1 % from 2·ln 100 = 9.2 on.
    expect(text("alibi")).toContain("head 0 leaves under 1 % from distance 10 on");
    expect(text("learned")).toContain("position 1,000 has no row");
  });

  test("a row under the pointer marks its line; a line its row", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    rowOf(figure, "alibi").dispatchEvent(new PointerEvent("pointerenter"));
    await settled(figure);
    expect(drawnAt(figure, NAMES, "alibi", 30)).toBe(true);
    expect(drawnAt(figure, NAMES, "sinusoidal", 30)).toBe(false);
    expect(rowOf(figure, "alibi").className).toBe("marked");
    rowOf(figure, "alibi").dispatchEvent(new PointerEvent("pointerleave"));
    const { x, y } = placeOf(figure, NAMES, "sinusoidal", 75);
    pointer(figure, "pointermove", x, y);
    await settled(figure);
    expect(rowOf(figure, "sinusoidal").className).toBe("marked");
    expect(rowOf(figure, "alibi").className).toBe("");
    expect(readOutOf(figure)).toContain("k = 75,");
    pointer(figure, "pointerleave", 0, 0);
    await settled(figure);
    expect(figure.shadowRoot.querySelector("tr.marked")).toBeNull();
    expect(drawnAt(figure, NAMES, "sinusoidal", 30)).toBe(true);
  });

  test("a name holds its line until it is pressed again", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    press(figure, "T5");
    await settled(figure);
    expect(rowOf(figure, "t5").className).toBe("marked");
    expect(drawnAt(figure, NAMES, "sinusoidal", 30)).toBe(false);
    press(figure, "T5");
    await settled(figure);
    expect(figure.shadowRoot.querySelector("tr.marked")).toBeNull();
  });
});

describe("reader", () => {
  test("the distance moves the second position of the group", async () => {
    const [figure, other] = await mount(
      '<phasor-comparison group="c"></phasor-comparison><phasor-comparison group="c"></phasor-comparison>',
    );
    slide(figure, "distance", 25);
    expect([other.position, other.second]).toEqual([37, 62]);
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowLeft}{/Shift}");
    expect(other.second).toBe(53);
    await userEvent.keyboard("{End}");
    expect([other.position, other.second]).toEqual([0, 127]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await settled(figure);
    expect(rowOf(figure, "learned").className).toBe("marked");
    await userEvent.keyboard("{Escape}");
    await settled(figure);
    expect(figure.shadowRoot.querySelector("tr.marked")).toBeNull();
  });

  test("the head's slope is ALiBi's", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    slide(figure, "ALiBi-s-head", 0);
    await settled(figure);
    expect(readOutOf(figure)).toContain(`ALiBi ${Math.exp(-5).toFixed(4)}`);
  });

  test("a link brings back what is shown", async () => {
    const [figure, copy] = await mount(
      '<phasor-comparison schemes="rope alibi" heads="16" head="9" d-model="128" base="500"></phasor-comparison><phasor-comparison></phasor-comparison>',
    );
    copy.fromURL(figure.toURL());
    await settled(copy);
    expect(copy.toCSV()).toBe(figure.toCSV());
    expect(switchOf(copy, "t5").checked).toBe(false);
    press(copy, "reset");
    await settled(copy);
    expect(copy.toCSV().split("\r\n")[0]).toBe("distance,sinusoidal,learned,RoPE,ALiBi,T5,none");
  });
});
