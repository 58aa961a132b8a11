import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-comparison.js";
import { drawingOf, wordsOf, writtenIn } from "./drawing.js";
import { centreOf, drag, handleOf, keys, nearest, rested, tap, textsOf } from "./grab.js";
import { csvOf, layer, mount, mountIn, onAnEmptyPage, settled, themePixel } from "./support.js";

onAnEmptyPage();

/** Σ cos kω over the 32 pairs of a head. @param {number} k @param {number} base */
function cosines(k, base) {
  let sum = 0;
  for (let i = 0; i < 32; i++) sum += Math.cos(k * base ** (-i / 32));
  return sum;
}

/** T5's bucket of a distance, by the paper's code. @param {number} k */
const bucket = (k) => (k < 16 ? k : Math.min(31, 16 + Math.floor((Math.log2(k / 16) / 3) * 16)));

/** The weights of a distance by the formulas, except the learned one.
 * @param {number} k @param {{ base?: number, slope?: number }} [settings] */
function weightsAt(k, { base = 10000, slope = 2 ** -5 } = {}) {
  const score = cosines(k, base) - 32;
  return {
    none: 1,
    ALiBi: Math.exp(-slope * k),
    sinusoidal: Math.exp(score / 8),
    T5: Math.exp(-bucket(k) / 8),
    // One vector of a row's length as query and key.
    RoPE: Math.exp(score / 8),
  };
}

/** The number that the figure writes after a name. @param {any} figure @param {string} name */
function writtenBehind(figure, name) {
  const text = textsOf(figure).find((text) => text.startsWith(`${name} `));
  if (!text) throw new Error(`no value of ${name} among ${textsOf(figure)}`);
  const [, digits, power] = text.match(/ ([\d.]+)(?:·10(⁻\d|⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/) ?? [];
  const exponent = [...(power ?? "")].slice(1).map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign));
  return Number(digits) * 10 ** -Number(exponent.join("") || 0);
}

/** @param {any} figure @param {number} k @param {Parameters<typeof weightsAt>[1]} [settings] */
function expectWeights(figure, k, settings) {
  for (const [name, value] of Object.entries(weightsAt(k, settings))) {
    const text = writtenBehind(figure, name);
    expect(Math.abs(text - value) / value, `${name} at ${k}: ${text}, ${value}`).toBeLessThan(0.06);
  }
}

const distanceOf = (/** @type {any} */ figure) => handleOf(figure, "distance");

describe("the text of <phasor-comparison>", () => {
  test.each([
    ["", 44, {}],
    ['distance="7"', 7, {}],
    ['distance="131" base="500" heads="12" head="10"', 131, { base: 500, slope: 2 ** -2.5 }],
  ])(
    "%s: has the weights of a head of 64 relative to the own position",
    async (attributes, k, settings) => {
      const [figure] = await mount(`<phasor-comparison ${attributes}></phasor-comparison>`);
      expectWeights(figure, k, settings);
    },
  );

  test("says that the learned line ends with its table, and so do the numbers", async () => {
    const [figure] = await mount('<phasor-comparison distance="127"></phasor-comparison>');
    expect(writtenBehind(figure, "learned")).toBeCloseTo(1, 1);
    await keys(distanceOf(figure), "ArrowRight");
    expect(textsOf(figure).some((text) => text.startsWith("learned "))).toBe(false);
    const { rows } = csvOf(figure);
    expect(rows).toHaveLength(257);
    expect(rows[127][2]).not.toBeNaN();
    expect(rows[128][2]).toBeNaN();
  });

  test("says visibly that a table that was not trained is made up", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    const words = textsOf(figure).join(" ");
    expect(words).toMatch(/T5’s stairs are made up/);
    expect(words).toMatch(/learned table is untrained/);
    expect(words).toMatch(/width 64/);
  });
});

describe("the drawing of <phasor-comparison>", () => {
  test("has names and values at the cursor that do not cover each other", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    for (const k of [44, 90, 240]) {
      figure.distance = k;
      await rested();
      const handle = distanceOf(figure);
      const words = writtenIn(figure);
      const cursor = centreOf(handle).x;
      const names = ["none", "ALiBi", "sinusoidal", "T5", "RoPE"].map((name) =>
        wordsOf(words, name),
      );
      for (const { text, left, right } of names) {
        const gap = Math.min(Math.abs(left - cursor), Math.abs(right - cursor));
        expect(gap, `${text} at ${k}`).toBeLessThan(130);
      }
      const ys = names.map(({ y }) => y).sort((a, b) => a - b);
      for (let n = 1; n < ys.length; n++) expect(ys[n] - ys[n - 1]).toBeGreaterThan(16);
    }
  });

  test("has a straight line for ALiBi on the labelled axis", async () => {
    const [figure] = await mount('<phasor-comparison only="alibi"></phasor-comparison>');
    const handle = distanceOf(figure);
    const at44 = centreOf(handle).x;
    const words = writtenIn(figure);
    const [one, thousandth] = [wordsOf(words, "1"), wordsOf(words, "1/1000")];
    figure.distance = 144;
    await rested();
    const perWord = (centreOf(distanceOf(figure)).x - at44) / 100;
    const key = themePixel(figure, "key");
    for (const k of [20, 90, 170, 220]) {
      const x = at44 + (k - 44) * perWord;
      const y = one.y + ((thousandth.y - one.y) * (k / 32)) / Math.log(1000);
      const distance = nearest(layer(figure, "still"), { x, y }, key, [0]);
      expect(distance, `${k}`).toBeLessThan(40);
    }
  });
});

describe("the reader of <phasor-comparison>", () => {
  test("can drag the distance by its foot or by the line, and undo it", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    const from = centreOf(distanceOf(figure));
    const to = { x: from.x + 200, y: from.y };
    await drag(figure, from, to);
    const after = figure.distance;
    expect(Math.abs(centreOf(distanceOf(figure)).x - to.x)).toBeLessThan(4);
    expect(after).toBeGreaterThan(60);
    expectWeights(figure, after);
    const grip = { x: to.x + 5, y: from.y - 150 };
    await drag(figure, grip, { x: grip.x - 100, y: grip.y - 30 });
    expect(Math.abs(centreOf(distanceOf(figure)).x - (to.x - 100))).toBeLessThan(4);
    const second = figure.distance;
    await drag(figure, { x: to.x - 100, y: from.y }, { x: to.x, y: from.y }, { release: false });
    expect(figure.distance).not.toBe(second);
    await keys(distanceOf(figure), "Escape");
    expect(figure.distance).toBe(second);
  });

  test("can move the distance by keys, to both ends of the axis", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    const handle = distanceOf(figure);
    await keys(handle, "ArrowLeft", "PageUp");
    expect(figure.distance).toBe(53);
    await keys(handle, "End");
    expect(figure.distance).toBe(256);
    await keys(handle, "Home");
    expect(figure.distance).toBe(0);
    expectWeights(figure, 0);
    expect(handle.getAttribute("aria-valuetext")).toBe("0 words back");
  });

  test("can tap a name to see it alone, and again to see all", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    const words = writtenIn(figure);
    for (const [name, only] of [
      ["T5", "t5"],
      ["sinusoidal", "sinusoidal"],
      ["sinusoidal", "all"],
    ]) {
      const { x, y } = wordsOf(words, name);
      await tap(figure, { x, y });
      expect(figure.only).toBe(only);
      expect(figure.distance).toBe(44);
      const labels = textsOf(figure).filter((text) =>
        /^(none|learned|ALiBi|T5|RoPE|sinusoidal) [\d.]/.test(text),
      );
      expect(labels).toHaveLength(only === "all" ? 6 : 1);
    }
  });

  test("can tap elsewhere to move the distance there", async () => {
    const [figure] = await mount("<phasor-comparison></phasor-comparison>");
    const from = centreOf(distanceOf(figure));
    const place = { x: from.x + 300, y: from.y - 60 };
    await tap(figure, place);
    expect(Math.abs(centreOf(distanceOf(figure)).x - place.x)).toBeLessThan(4);
  });

  test("can choose ALiBi's head by its number in the text", async () => {
    const [figure] = await mount('<phasor-comparison distance="9"></phasor-comparison>');
    const slider = figure.shadowRoot.querySelector('input[name="ALiBi’s head"]');
    slider.value = "1";
    slider.dispatchEvent(new Event("change"));
    await settled();
    expect(figure.head).toBe(0);
    expectWeights(figure, 9, { slope: 1 / 2 });
    expect(textsOf(figure)).toContain("falls forever: head 1 of 8");
  });
});

test.each([5, 6, 7])("the note of ALiBi's slow head %i stands beside its line", async (head) => {
  const figure = await mountIn(900, `<phasor-comparison head="${head}"></phasor-comparison>`);
  const { words, height } = drawingOf(figure);
  const note = /** @type {any} */ (words.find(({ text }) => text.startsWith("falls forever")));
  const [one, tenth] = ["1", "1/10"].map(
    (text) => /** @type {any} */ (words.find((word) => word.text === text)).y,
  );
  // At three quarters of the axis.
  const line = one + (192 / 2 ** (head + 1)) * Math.LOG10E * (tenth - one);
  expect(line).toBeLessThan(height);
  expect(Math.abs(note.y - line)).toBeLessThan(45);
});
