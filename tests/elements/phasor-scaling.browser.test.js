import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-scaling.js";
import { scaled, unscaled } from "../phasor/scaling_reference.js";
import { centreOf, drag, handleOf, keys, nearest, pixelUnder, rested, textsOf } from "./grab.js";
import { recordingOf } from "./recorder.js";
import {
  press as click,
  csvOf,
  layer,
  mount,
  onAnEmptyPage,
  settled,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const { abs, log2, min, PI } = Math;
const BASE = 500000;
const CONTEXT = 8192;

const wave = (/** @type {number} */ pair, base = BASE, width = 128) =>
  2 * PI * base ** ((2 * pair) / width);

/** The factor of a rule for a wavelength of Llama 3.1.
 * @param {string} type @param {number} pair @param {number} factor */
function stretch(type, pair, factor) {
  const rule = { type, factor, original_max_position_embeddings: CONTEXT };
  const llama3 = { low_freq_factor: 1, high_freq_factor: 4 };
  return unscaled(BASE, 128)[pair] / scaled({ ...rule, ...llama3 }, BASE, 128)[pair];
}

const NAMES = { linear: "linear", ntk: "NTK", yarn: "YaRN", llama3: "Llama 3, its own" };

/** @param {any} figure @param {number} pair @param {number} factor */
function expectTags(figure, pair, factor) {
  const words = textsOf(figure);
  for (const [rule, name] of Object.entries(NAMES)) {
    const times = Number(stretch(rule, pair, factor).toPrecision(3));
    expect(words).toContain(`${name} × ${times}`);
  }
}

/** The place of a pair and a factor in the chart, from the places of the handles.
 * @param {any} figure */
async function mapOf(figure) {
  const place = async (/** @type {number} */ factor, /** @type {number} */ at) => {
    Object.assign(figure, { factor, at });
    await settled();
    return { x: centreOf(handleOf(figure, "pair")).x, y: centreOf(handleOf(figure, "factor")).y };
  };
  const { factor, at } = figure;
  const [one, other] = [await place(2, 20), await place(8, 40)];
  await place(factor, at);
  return (/** @type {number} */ pair, /** @type {number} */ times) => ({
    x: one.x + ((pair - 20) / 20) * (other.x - one.x),
    y: one.y + (log2(times / 2) / 2) * (other.y - one.y),
  });
}

describe("the chart of <phasor-scaling>", () => {
  test("shows at the cursor by how much each rule stretches the pair", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    expectTags(figure, 55, 8);
    expect(handleOf(figure, "pair").getAttribute("aria-valuetext")).toMatch(/^55: linear × 8, /);
    figure.change({ at: 33, factor: 13 });
    await rested();
    expectTags(figure, 33, 13);
  });

  test("names its axes, the lengths and the meaning of the shade", async () => {
    const [figure] = await mount('<phasor-scaling at="5"></phasor-scaling>');
    const words = textsOf(figure);
    expect(words).toContain("meets new angles");
    for (const label of [
      "pair, slow ones right",
      "how many times slower it turns",
      "Llama 3.1 8B: 8,192 to 65,536 tokens",
    ])
      expect(words).toContain(label);
  });

  test("has lines through the stretched wavelengths, and shades slow pairs that are stretched too little", async () => {
    const [figure] = await mount("<phasor-scaling at='5'></phasor-scaling>");
    const map = await mapOf(figure);
    const stillCanvas = layer(figure, "still");
    /** @param {string} rule @param {string} colour @param {number} pair @param {number} expected */
    const isThere = (rule, colour, pair, expected) => {
      const place = map(pair, stretch(rule, pair, expected));
      return nearest(stillCanvas, place, themePixel(figure, colour), [0]) < 40;
    };
    expect(isThere("ntk", "offset", 45, 8)).toBe(true);
    expect(isThere("llama3", "dimension", 31, 8)).toBe(true);
    expect(isThere("linear", "key", 12, 8)).toBe(true);
    expect(isThere("ntk", "offset", 45, 3)).toBe(false);
    // The first pair with less than one turn in 8,192 words.
    const first = Array.from({ length: 64 }, (_, pair) => pair).findIndex((n) => wave(n) > CONTEXT);
    const shaded = (/** @type {number} */ pair, /** @type {number} */ times) =>
      pixelUnder(stillCanvas, map(pair, times)) >>> 24 !== 0;
    expect(shaded(first, 1.2)).toBe(true);
    expect(shaded(63, 5)).toBe(true);
    expect(shaded(first - 1, 1.2)).toBe(false);
    expect(shaded(60, 12)).toBe(false);
  });

  test("allows dragging the factor, undoing it, and moving it by keys", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const map = await mapOf(figure);
    const handle = handleOf(figure, "factor");
    const { x } = centreOf(handle);
    await drag(figure, centreOf(handle), { x, y: map(0, 12).y });
    expect(figure.factor).toBe(12);
    expectTags(figure, 55, 12);
    expect(csvOf(figure).rows[63][5] / wave(63)).toBeCloseTo(12, 9);
    // The factor snaps to powers of two.
    await drag(figure, centreOf(handle), { x, y: map(0, 8.2).y });
    expect(figure.factor).toBe(8);
    await keys(handle, "Escape");
    expect(figure.factor).toBe(12);
    await keys(handle, "ArrowUp");
    expect(figure.factor).toBe(13);
    await keys(handle, "Home");
    expect(figure.factor).toBe(1);
    expectTags(figure, 55, 1);
  });

  test("allows dragging the pair, pressing anywhere, and moving it by keys", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const map = await mapOf(figure);
    const handle = handleOf(figure, "pair");
    const { y } = centreOf(handle);
    await drag(figure, centreOf(handle), { x: map(41, 1).x, y });
    expect(figure.at).toBe(41);
    expectTags(figure, 41, 8);
    await keys(handle, "Escape");
    expect(figure.at).toBe(55);
    await drag(figure, map(12, 3), map(12, 3));
    expect(figure.at).toBe(12);
    await keys(handle, "End");
    expect(figure.at).toBe(63);
  });
});

describe("the models of <phasor-scaling>:", () => {
  test("switches select the rules, and the model's own rule stays", async () => {
    const [figure] = await mount('<phasor-scaling rules="yarn"></phasor-scaling>');
    expect(csvOf(figure).head.slice(2)).toEqual(["yarn", "llama3"]);
    click(figure, "linear");
    await settled();
    expect(csvOf(figure).head.slice(2)).toEqual(["linear", "yarn", "llama3"]);
    click(figure, "Llama 3");
    await settled();
    expect(csvOf(figure).head.slice(2)).toEqual(["linear", "yarn", "llama3"]);
  });

  test("a preset sets its own rule and its own factor", async () => {
    const [figure] = await mount('<phasor-scaling factor="2"></phasor-scaling>');
    click(figure, "Qwen2.5 7B");
    await settled();
    const { head, rows } = csvOf(figure);
    expect(head.slice(2)).toEqual(["linear", "ntk", "yarn", "llama3"]);
    expect(rows[63][2] / wave(63, 1e6)).toBeCloseTo(4, 12);
    expect(textsOf(figure)).toContain("Qwen2.5 7B: 32,768 to 131,072 tokens");
  });

  test("an unknown preset of any name becomes the first one", async () => {
    const [figure] = await mount('<phasor-scaling preset="constructor"></phasor-scaling>');
    expect(figure.failure).toBeUndefined();
    expect(textsOf(figure).length).toBeGreaterThan(5);
    expect(csvOf(figure).rows).toHaveLength(64);
  });
});

describe("the dial of <phasor-scaling>", () => {
  /** Degrees of a circle, at most a whole one. @param {number} turns */
  const degrees = (turns) => Math.round(360 * min(turns, 1));

  test.each([55, 60, 63])("says which angles of pair %i are new", async (at) => {
    const [figure] = await mount(
      `<phasor-scaling preset="llama-2" factor="4" rules="linear ntk" at="${at}"></phasor-scaling>`,
    );
    const words = textsOf(figure);
    const turn = wave(at, 1e4);
    const trained = 4096 / turn;
    expect(words).toContain(`trained ${degrees(trained)}°`);
    expect(words).toContain(`linear ${degrees(trained)}°`);
    const newAngle = (/** @type {number} */ needed) => `${degrees(min(needed, 1) - trained)}° new`;
    expect(words).toContain(`no rule ${degrees(4 * trained)}°, ${newAngle(4 * trained)}`);
    const ntk = 16384 / wave(at, 1e4 * 4 ** (128 / 126));
    // The slowest pair is slowed by the whole factor.
    const suffix = at === 63 ? "" : `, ${newAngle(ntk)}`;
    expect(words).toContain(`NTK ${degrees(ntk)}°${suffix}`);
  });

  test("says of a fast pair that nothing is new", async () => {
    const [figure] = await mount('<phasor-scaling preset="llama-2" at="20"></phasor-scaling>');
    expect(textsOf(figure).filter((text) => text.includes("360°"))).toHaveLength(6);
    expect(textsOf(figure).join()).not.toContain("° new");
  });

  test("has a sector and arcs up to the last angles", async () => {
    const [figure] = await mount(
      '<phasor-scaling preset="llama-2" factor="4" rules="linear" at="55"></phasor-scaling>',
    );
    const all = recordingOf(figure);
    const sector = all.find(({ kind, alpha }) => kind === "fill" && alpha === 0.2);
    const [[x, y], ...rim] = sector?.corners ?? [];
    const turnsTo = (/** @type {[number, number]} */ [toX, toY]) =>
      (1 + Math.atan2(toX - x, y - toY) / (2 * PI)) % 1;
    const arcs = all.filter(({ kind, corners: [from, ...rest] }) => {
      const distance = (/** @type {[number, number]} */ at) => Math.hypot(at[0] - x, at[1] - y);
      return (
        kind === "stroke" &&
        rest.length > 9 &&
        rest.every((at) => abs(distance(at) - distance(from)) < 0.1)
      );
    });
    const trained = 4096 / wave(55, 1e4);
    // Without a rule, what is new follows in a thicker line.
    const expected = [trained, trained, trained, 4 * trained, trained];
    const ends = [rim, ...arcs.map(({ corners }) => corners)].map((points) =>
      turnsTo(points[points.length - 1]),
    );
    expect(ends).toHaveLength(expected.length);
    for (const [n, end] of ends.entries())
      expect(abs(end - expected[n]), `${n}`).toBeLessThan(1e-3);
  });
});

test("<phasor-scaling> does not say that a model is stretched if it is not", async () => {
  const [figure] = await mount('<phasor-scaling factor="1"></phasor-scaling>');
  expect(textsOf(figure)).toContain("Llama 3.1 8B: 8,192 tokens");
});
