import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-rope.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { faults } from "./faults.js";
import { centreOf, drag, handleOf, keys, pixelUnder, rested, sentenceOf, textsOf } from "./grab.js";
import {
  csvOf,
  layer,
  mount,
  mountIn,
  onAnEmptyPage,
  pixelDifference,
  pixelsOf,
  plotOf,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const WIDTH = 64;

/** A feature before rotation.
 * @param {number} middle of the query 5.5, of the key 4.5 @param {number} f */
const feature = (middle, f) => (((7 * f + 3) % 12) - middle) / 6;

/** Both features of a pair after rotation.
 * @param {number} middle @param {number} pair @param {number} position @param {boolean} [half] */
function expectedTip(middle, pair, position, half = false) {
  const a = feature(middle, half ? pair : 2 * pair);
  const z = feature(middle, half ? pair + WIDTH / 2 : 2 * pair + 1);
  const angle = position * 10000 ** ((-2 * pair) / WIDTH);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [a * cos - z * sin, a * sin + z * cos];
}

/** The contribution of each pair to the score.
 * @param {number} query @param {number} key @param {boolean} [half] */
const parts = (query, key, half) =>
  Array.from({ length: WIDTH / 2 }, (_, pair) => {
    const [q, k] = [expectedTip(5.5, pair, query, half), expectedTip(4.5, pair, key, half)];
    return q[0] * k[0] + q[1] * k[1];
  });

const sum = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0);
const text = (/** @type {number} */ value) => value.toFixed(2).replace("-", "\u2212");
const signed = (/** @type {number} */ value) => `${value < 0 ? "" : "+"}${text(value)}`;

/** Compares the figure's text about a query and a key with the formulas.
 * @param {any} figure @param {number} query @param {number} key @param {boolean} [half] */
function expectWords(figure, query, key, half) {
  const words = textsOf(figure);
  const adds = parts(query, key, half);
  expect(words).toContain(`score ${text(sum(adds))}`);
  for (const pair of [0, figure.pair, 28]) expect(words).toContain(`adds ${signed(adds[pair])}`);
  expect(words).toEqual(expect.arrayContaining([String(query), String(key)]));
}

/** Pixels for each position along the line, from the places of two. @param {any} figure */
function wordOf(figure) {
  const [q, k] = ["query", "key"].map((name) => centreOf(handleOf(figure, name)).x);
  return (k - q) / (figure.second - figure.position);
}

/** The colours in the column of a feature, from the top. @param {any} figure @param {number} f */
function coloursOf(figure, f) {
  const word = wordOf(figure);
  const { x, y } = centreOf(handleOf(figure, "query"));
  const left = x - (figure.position + 0.5) * word;
  const at = left + ((f + 0.4) / figure.dModel) * figure.length * word;
  const colours = [];
  for (let down = 50; down < 300; down += 2)
    colours.push(pixelUnder(layer(figure, "moving"), { x: at, y: y + down }));
  return colours;
}

/** The middle of the widest run of a colour in the chart, at the right below the line of positions. @param {any} figure @param {string} name */
function blotOf(figure, name) {
  const canvas = layer(figure, "moving");
  const expected = themePixel(figure, name);
  const box = canvas.getBoundingClientRect();
  const { y } = centreOf(handleOf(figure, "query"));
  let best = { length: 0, x: 0, y: 0 };
  const { width, height } = canvas;
  const scale = width / box.width;
  const pixels = pixelsOf(canvas);
  for (let row = Math.ceil((y + 60 - box.top) * scale); row < height; row++) {
    for (let column = Math.round(0.6 * width), length = 0; column < width; column++) {
      length = pixelDifference(pixels[row * width + column], expected) < 8 ? length + 1 : 0;
      if (length > best.length) {
        best = {
          length,
          x: box.left + (column - length / 2 + 1) / scale,
          y: box.top + (row + 0.5) / scale,
        };
      }
    }
  }
  return best;
}

describe("<phasor-rope> with a query and a key:", () => {
  test("the score and the contributions of the pairs are visible at any two positions", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    expectWords(figure, 37, 47);
    expect(textsOf(figure)).toContain("k is 10 after q");
    figure.change({ position: 90, second: 12, pair: 3 });
    await rested();
    expectWords(figure, 90, 12);
    expect(textsOf(figure)).toContain("k is 78 before q");
    expect(textsOf(figure)).toContain(
      `${Number((10000 ** (-6 / 64) * (180 / Math.PI)).toPrecision(3))}° a word`,
    );
  });

  test("scores at distances far from each other are dots without a line", async () => {
    const [figure] = await mount(
      '<phasor-rope length="65536" position="3" second="20000"></phasor-rope>',
    );
    await rested();
    expect(textsOf(figure)).toContain("k is 19,997 after q");
    const svg = figure.toSVG();
    expect(svg.match(/<(?:circle|path)[^>]*A2 2 /g)?.length ?? 0).toBeGreaterThan(1000);
    const paths = [...svg.matchAll(/<path[^>]*? d="([^"]*)"/g)].map(([, d]) => d.split("L").length);
    expect(Math.max(...paths)).toBeLessThan(300);
  });

  test.each(["query", "key"])(
    "the %s can be dragged, restored, and moved by keys",
    async (name) => {
      const [figure] = await mount("<phasor-rope></phasor-rope>");
      const moved = name === "query" ? "position" : "second";
      const other = name === "query" ? "second" : "position";
      const before = { [moved]: figure[moved], [other]: figure[other] };
      const [handle, word] = [handleOf(figure, name), wordOf(figure)];
      const from = centreOf(handle);
      await drag(figure, from, { x: from.x + 30 * word, y: from.y });
      expect(figure[moved]).toBe(before[moved] + 30);
      expect(figure[other]).toBe(before[other]);
      expectWords(figure, figure.position, figure.second);
      expect(centreOf(handle).x).toBeCloseTo(from.x + 30 * word, 0);
      await keys(handle, "Escape");
      expect(figure[moved]).toBe(before[moved]);
      await keys(handle, "ArrowLeft", "PageUp");
      expect(figure[moved]).toBe(before[moved] + 9);
    },
  );

  test("the bracket moves both, and the score does not change", async () => {
    const [figure] = await mount("<phasor-rope position='20' second='60'></phasor-rope>");
    const score = `score ${text(sum(parts(20, 60)))}`;
    expect(textsOf(figure)).toContain(score);
    const from = centreOf(handleOf(figure, "both"));
    const word = wordOf(figure);
    await drag(figure, from, { x: from.x + 23.5 * word, y: from.y });
    expect(figure.position).toBeGreaterThan(42);
    expect(figure.second - figure.position).toBe(40);
    expect(textsOf(figure)).toContain(score);
    await drag(figure, centreOf(handleOf(figure, "both")), { x: from.x + 5000, y: from.y });
    expect([figure.position, figure.second]).toEqual([87, 127]);
    await keys(handleOf(figure, "both"), "Home");
    expect([figure.position, figure.second]).toEqual([0, 40]);
  });

  test("dragging the point along the curve changes the distance, not the query", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    const from = blotOf(figure, "offset");
    expect(from.length).toBeGreaterThan(11);
    figure.change({ second: 57 });
    await rested();
    const there = blotOf(figure, "offset");
    const word = (there.x - from.x) / 10;
    await drag(figure, there, { x: there.x - 25 * word, y: there.y });
    expect([figure.position, figure.second]).toEqual([37, 32]);
    expectWords(figure, 37, 32);
  });

  test("cells have the colours of the rotated vectors, the query's above the key's", async () => {
    const [figure] = await mount("<phasor-rope second='80'></phasor-rope>");
    const table = colourTable("diverging", "light");
    for (const f of [0, 1, 12, 27, 56, 63]) {
      const [q, k] = [expectedTip(5.5, f >> 1, 37)[f % 2], expectedTip(4.5, f >> 1, 80)[f % 2]].map(
        (value) => table[entryOf(value, -1.25, 1.25)],
      );
      const colours = coloursOf(figure, f);
      const above = colours.findIndex((pixel) => pixelDifference(pixel, q) < 3);
      expect(above, `query, feature ${f}`).toBeGreaterThan(-1);
      const below = colours.slice(above + 15).findIndex((pixel) => pixelDifference(pixel, k) < 3);
      expect(below, `key, feature ${f}`).toBeGreaterThan(-1);
    }
  });

  test("no cell looks empty, and visible text explains made-up values and dashes", async () => {
    const [figure] = await mount("<phasor-rope position='0' second='50'></phasor-rope>");
    const paper = themePixel(figure, "paper");
    for (let f = 0; f < WIDTH; f += 3) {
      const value = feature(5.5, f);
      const expected = colourTable("diverging", "light")[entryOf(value, -1.25, 1.25)];
      expect(pixelDifference(expected, paper), `feature ${f}`).toBeGreaterThan(8);
      expect(coloursOf(figure, f).some((pixel) => pixelDifference(pixel, expected) < 3)).toBe(true);
    }
    const words = textsOf(figure).join("\n");
    for (const phrase of ["made-up", "dashed", "k before q", "k after q"])
      expect(words).toContain(phrase);
  });

  test("a tap on a cell selects its pair, in either layout", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    const word = wordOf(figure);
    const { x, y } = centreOf(handleOf(figure, "query"));
    const place = (/** @type {number} */ f) => ({
      x: x - 37.5 * word + ((f + 0.5) / WIDTH) * 128 * word,
      y: y + (plotOf(figure).clientWidth < 560 ? 150 : 115),
    });
    await drag(figure, place(40), place(40));
    expect(figure.pair).toBe(20);
    figure.change({ layout: "half" });
    await rested();
    expectWords(figure, 37, 47, true);
    await drag(figure, place(40), place(40));
    expect(figure.pair).toBe(8);
  });
});

test("<phasor-rope> shows one vector at five positions", async () => {
  const [figure] = await mount("<phasor-rope show='five' position='40'></phasor-rope>");
  const words = textsOf(figure);
  expect(words).toEqual(expect.arrayContaining(["40", "41", "42", "43", "44", "57.3° a word"]));
  await keys(handleOf(figure, "query"), "End");
  expect(figure.position).toBe(123);
});

describe("<phasor-rope> with a cache:", () => {
  test("it shows scores with and without the offset", async () => {
    const [figure] = await mount(
      '<phasor-rope show="cache" position="90" second="20"></phasor-rope>',
    );
    expectWords(figure, 90, 20);
    figure.change({ show: "forgotten" });
    await rested();
    expect(textsOf(figure)).toContain(`score ${text(sum(parts(0, 20)))}`);
    expect(textsOf(figure)).toContain("keys in the cache: 90; q is turned as if it were at 0");
  });

  test("a key is before its query", async () => {
    const [figure] = await mount(
      '<phasor-rope show="cache" position="30" second="80"></phasor-rope>',
    );
    expectWords(figure, 30, 29);
    expect(handleOf(figure, "key").getAttribute("aria-valuemax")).toBe("29");
    await keys(handleOf(figure, "query"), "Home");
    expect(figure.position).toBe(1);
    expect(csvOf(figure).rows).toHaveLength(1);
  });
});

describe("<phasor-rope> with query and key close to each other on a phone:", () => {
  const phone = (/** @type {number} */ query, /** @type {number} */ key) =>
    mountIn(375, `<phasor-rope length="128" position="${query}" second="${key}"></phasor-rope>`);

  test.each([
    [37, 47],
    [37, 38],
    [38, 37],
    [50, 50],
    [0, 1],
    [1, 0],
    [127, 126],
    [126, 127],
  ])("at %i and %i the discs are next to each other, inside the figure", async (query, key) => {
    const figure = await phone(query, key);
    const box = plotOf(figure).getBoundingClientRect();
    const [q, k] = ["query", "key"].map((name) => centreOf(handleOf(figure, name)).x);
    expect(Math.abs(q - k)).toBeGreaterThan(36);
    if (query !== key) expect(q < k).toBe(query < key);
    for (const x of [q, k]) {
      expect(x - 17).toBeGreaterThan(box.left);
      expect(x + 17).toBeLessThan(box.right);
    }
  });

  test("a drag moves a disc from its position, not from where it was shifted to", async () => {
    const figure = await phone(60, 62);
    const from = centreOf(handleOf(figure, "key"));
    const word = (375 - 36 - 18) / 128;
    await drag(figure, from, { x: from.x + 20 * word, y: from.y });
    expect(figure.second).toBe(82);
    expect(figure.position).toBe(60);
  });
});

test("five positions stay within the text, and the hint names what can be dragged", async () => {
  const [figure] = await mount('<phasor-rope length="14" position="13" show="five"></phasor-rope>');
  const hint = () => figure.shadowRoot.querySelector(".hint").textContent;
  expect(sentenceOf(figure)).toContain("positions 9 to 13");
  expect(hint()).toContain("five places");
  expect(hint()).not.toContain("bracket");
  figure.show = "score";
  await rested();
  expect(hint()).toContain("bracket");
});

test.each([
  [2, ["pair 0"]],
  [4, ["fast pair 0", "slow pair 1"]],
  [6, ["fast pair 0", "pair 1", "slow pair 2"]],
])("<phasor-rope> with d = %i shows no pair twice", async (dModel, names) => {
  const [figure] = await mount(`<phasor-rope d-model="${dModel}" pair="1"></phasor-rope>`);
  const texts = textsOf(figure);
  expect(texts.filter((text) => /pair \d$/.test(text))).toEqual(names);
  expect(texts.join().includes("all 1 pairs")).toBe(false);
});

test.each(["score", "five", "cache"])("<phasor-rope> fits into a low box: %s", async (show) => {
  const figure = await mountIn(
    1000,
    `<phasor-rope show="${show}" style="height: 600px"></phasor-rope>`,
  );
  expect(faults(figure, 1000)).toEqual([]);
});
