import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-scaling.js";
import { writtenIn } from "./drawing.js";
import { centreOf, drag, handleOf, pixelUnder, press, rested, textsOf } from "./grab.js";
import { apart, layer, mount, onAnEmptyPage, settled, themePixel } from "./support.js";

onAnEmptyPage();

const { ceil, floor, log, log2, max, min, PI } = Math;
const BASE = 500000;
const CONTEXT = 8192;

/** @param {any} figure */
function tableOf(figure) {
  const [head, ...rows] = figure.toCSV().trimEnd().split("\r\n");
  return {
    head: head.split(","),
    rows: rows.map((/** @type {string} */ row) => row.split(",").map(Number)),
  };
}

const wave = (/** @type {number} */ pair, base = BASE, width = 128) =>
  2 * PI * base ** ((2 * pair) / width);

/** The factors of the rules for a wavelength of Llama 3.1, from papers and published code.
 * @type {Record<string, (pair: number, factor: number) => number>} */
const STRETCH = {
  linear: (_, factor) => factor,
  ntk: (pair, factor) => wave(pair, BASE * factor ** (128 / 126)) / wave(pair),
  yarn(pair, factor) {
    const of = (/** @type {number} */ turns) =>
      (128 * log(CONTEXT / (turns * 2 * PI))) / (2 * log(BASE));
    const [low, high] = [floor(of(32)), ceil(of(1))];
    const ramp = min(max((pair - low) / (high - low), 0), 1);
    return 1 / (1 - ramp + ramp / factor);
  },
  llama3(pair, factor) {
    const turns = CONTEXT / wave(pair);
    const smooth = min(max((turns - 1) / 3, 0), 1);
    return 1 / (smooth + (1 - smooth) / factor);
  },
};

const NAMES = { linear: "linear", ntk: "NTK", yarn: "YaRN", llama3: "Llama 3, its own" };

/** @param {any} figure @param {number} pair @param {number} factor */
function expectTags(figure, pair, factor) {
  const words = textsOf(figure);
  for (const [rule, name] of Object.entries(NAMES)) {
    const times = Number(STRETCH[rule](pair, factor).toPrecision(3));
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
  const [one, other] = [await place(4, 20), await place(16, 40)];
  await place(factor, at);
  return (/** @type {number} */ pair, /** @type {number} */ times) => ({
    x: one.x + ((pair - 20) / 20) * (other.x - one.x),
    y: one.y + (log2(times / 4) / 2) * (other.y - one.y),
  });
}

/** @param {any} figure @param {string} text */
async function paste(figure, text) {
  const box = figure.shadowRoot.querySelector("textarea[aria-label*='config.json']");
  box.value = text;
  box.dispatchEvent(new Event("input"));
  await settled();
}

const said = (/** @type {any} */ figure) =>
  figure.shadowRoot.querySelector("ul[role=status]").textContent;

/** @param {any} figure @param {string} name */
const buttonOf = (figure, name) =>
  [...figure.shadowRoot.querySelectorAll("button")].find((each) => each.textContent === name);

describe("the chart of <phasor-scaling>", () => {
  test("shows at the cursor by how much each rule stretches the pair", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    expectTags(figure, 30, 8);
    expect(textsOf(figure).join("\n")).toContain("a turn in 2,948 words");
    expect(wave(30).toFixed(0)).toBe("2948");
    figure.change({ at: 33, factor: 20 });
    await rested();
    expectTags(figure, 33, 20);
  });

  test("names its axes, the trained context and the meaning of the shade", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const words = textsOf(figure);
    for (const each of [
      "pair, fast ones left, slow ones right",
      "words of a turn, compared with training",
      "angles never met in training",
      "Llama 3.1 8B, trained on texts of 8,192 words, is stretched to 65,536",
    ])
      expect(words).toContain(each);
  });

  test("has lines through the stretched wavelengths, and shades slow pairs that are stretched too little", async () => {
    const [figure] = await mount("<phasor-scaling at='5'></phasor-scaling>");
    const map = await mapOf(figure);
    const still = layer(figure, "still");
    /** @param {string} rule @param {string} colour @param {number} pair @param {number} drawn */
    const isThere = (rule, colour, pair, drawn) => {
      const { x, y } = map(pair, STRETCH[rule](pair, drawn));
      return [-1, 0, 1].some(
        (dy) => apart(pixelUnder(still, { x, y: y + dy }), themePixel(figure, colour)) < 40,
      );
    };
    expect(isThere("ntk", "offset", 45, 8)).toBe(true);
    expect(isThere("llama3", "dimension", 31, 8)).toBe(true);
    expect(isThere("linear", "key", 12, 8)).toBe(true);
    expect(isThere("ntk", "offset", 45, 3)).toBe(false);
    // The first pair with less than one turn in 8,192 words.
    const first = Array.from({ length: 64 }, (_, pair) => pair).findIndex((n) => wave(n) > CONTEXT);
    const shaded = (/** @type {number} */ pair, /** @type {number} */ times) =>
      pixelUnder(still, map(pair, times)) >>> 24 !== 0;
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
    await drag(figure, centreOf(handle), { x, y: map(0, 20).y });
    expect(figure.factor).toBe(20);
    expectTags(figure, 30, 20);
    expect(tableOf(figure).rows[63][5] / wave(63)).toBeCloseTo(20, 9);
    // The factor snaps to powers of two.
    await drag(figure, centreOf(handle), { x, y: map(0, 33).y });
    expect(figure.factor).toBe(32);
    press(handle, "Escape");
    await rested();
    expect(figure.factor).toBe(20);
    press(handle, "ArrowUp");
    await rested();
    expect(figure.factor).toBe(21);
    press(handle, "Home");
    await rested();
    expect(figure.factor).toBe(1);
    expectTags(figure, 30, 1);
  });

  test("allows dragging the pair, pressing anywhere, and moving it by keys", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const map = await mapOf(figure);
    const handle = handleOf(figure, "pair");
    const { y } = centreOf(handle);
    await drag(figure, centreOf(handle), { x: map(41, 1).x, y });
    expect(figure.at).toBe(41);
    expectTags(figure, 41, 8);
    press(handle, "Escape");
    await rested();
    expect(figure.at).toBe(30);
    await drag(figure, map(12, 3), map(12, 3));
    expect(figure.at).toBe(12);
    press(handle, "End");
    await rested();
    expect(figure.at).toBe(63);
  });
});

describe("the models of <phasor-scaling>:", () => {
  test("switches select the rules, and the model's own rule stays", async () => {
    const [figure] = await mount('<phasor-scaling rules="yarn"></phasor-scaling>');
    expect(tableOf(figure).head.slice(2)).toEqual(["yarn", "llama3"]);
    buttonOf(figure, "linear").click();
    await settled();
    expect(tableOf(figure).head.slice(2)).toEqual(["linear", "yarn", "llama3"]);
    buttonOf(figure, "Llama 3").click();
    await settled();
    expect(tableOf(figure).head.slice(2)).toEqual(["linear", "yarn", "llama3"]);
  });

  test("a preset sets its own rule, and LongRoPE its divisors", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    buttonOf(figure, "Phi-3.5 mini").click();
    await settled();
    const { head, rows } = tableOf(figure);
    expect(rows).toHaveLength(48);
    expect(rows[47][head.indexOf("longrope")] / wave(47, 10000, 96)).toBeCloseTo(
      64.83999633789062,
      9,
    );
  });

  test("an unknown preset of any name becomes the first one", async () => {
    const [figure] = await mount('<phasor-scaling preset="constructor"></phasor-scaling>');
    expect(figure.failure).toBeUndefined();
    expect(textsOf(figure).length).toBeGreaterThan(5);
    expect(tableOf(figure).rows).toHaveLength(64);
  });

  test("a pair that does not rotate says so; the factor applies to the proportional rule, too", async () => {
    const [figure] = await mount(
      '<phasor-scaling preset="gemma-4" rules="ntk" at="64"></phasor-scaling>',
    );
    expect(textsOf(figure)).toContain("proportional, its own stands still");
    figure.change({ factor: 4, at: 63 });
    await rested();
    expect(textsOf(figure)).toContain("proportional, its own × 4");
    const { head, rows } = tableOf(figure);
    expect(head).toEqual(["pair", "unscaled", "ntk", "proportional"]);
    expect(rows[63][3] / wave(63, 1e6, 512)).toBeCloseTo(4, 12);
    expect(rows[64][3]).toBe(Infinity);
  });

  test("a pasted configuration is read, and errors in it are shown", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const config = {
      model_type: "llama",
      head_dim: 32,
      rope_theta: 10000,
      max_position_embeddings: 1000,
      rope_scaling: { rope_type: "linear", factor: 3, fancy: 1 },
    };
    await paste(figure, JSON.stringify(config));
    const { rows } = tableOf(figure);
    expect(rows).toHaveLength(16);
    expect(rows[5][2] / wave(5, 10000, 32)).toBeCloseTo(3, 12);
    expect(textsOf(figure).join("\n")).toContain("The pasted model, trained on texts of 1,000");
    expect(said(figure)).toContain("fancy");
    await paste(figure, JSON.stringify({ ...config, rope_scaling: { type: "linear" } }));
    expect(said(figure)).toContain("factor");
    await paste(figure, JSON.stringify({ ...config, head_dim: 4096 }));
    expect(said(figure)).toContain("more than 1024 features");
    await paste(figure, "{");
    expect(said(figure)).not.toBe("");
    // Meanwhile the preset is shown.
    expect(tableOf(figure).rows).toHaveLength(64);
  });

  test("the numbers have attention factors, and the pairs that do not rotate", async () => {
    const [figure] = await mount('<phasor-scaling preset="qwen2.5"></phasor-scaling>');
    const lines = [...figure.shadowRoot.querySelectorAll(".extra li")].map((li) => li.textContent);
    const yarn = lines.find((line) => line.startsWith("YaRN, its own"));
    expect(yarn).toContain(`attention factor ${Number((0.1 * log(4) + 1).toPrecision(5))}`);
    const last = 4 * wave(63, 1e6);
    expect(yarn).toContain(`the last in ${Math.round(last).toLocaleString("en")} words`);
    expect(lines.find((line) => line.startsWith("LongRoPE"))).toContain("Phi-3.5");
  });

  test("a link restores everything, and reset undoes it", async () => {
    const [figure, copy] = await mount(
      '<phasor-scaling preset="qwen2.5" rules="linear" factor="2" at="12"></phasor-scaling><phasor-scaling></phasor-scaling>',
    );
    copy.fromURL(figure.toURL());
    await settled();
    expect([copy.preset, copy.rules, copy.factor, copy.at]).toEqual(["qwen2.5", "linear", 2, 12]);
    expect(tableOf(copy)).toEqual(tableOf(figure));
    copy.reset();
    await settled();
    expectTags(copy, 30, 8);
  });
});

describe("on a phone, in <phasor-scaling>,", () => {
  test.each([2, 14, 20, 27, 30, 33, 38, 45, 52, 60])(
    "the line of pair %i crosses no note",
    async (at) => {
      const [figure] = await mount(
        `<div style="width: 375px"><phasor-scaling></phasor-scaling></div>`,
      );
      const pill = handleOf(figure, "pair");
      // From pairs whose pill is not held back by the figure's edge.
      const xs = [];
      for (const pair of [26, 34]) {
        figure.at = pair;
        await settled();
        xs.push(centreOf(pill).x);
      }
      const line = xs[0] + ((at - 26) / 8) * (xs[1] - xs[0]);
      figure.at = at;
      await settled();
      const notes = writtenIn(figure).filter(({ text }) => /long$|angles|never/.test(text));
      expect(notes.map(({ text }) => text).join(" ")).toMatch(/angles|never/);
      for (const { text, left, right } of notes) {
        expect(right < line || left > line, `${text}: ${left} to ${right}, line at ${line}`).toBe(
          true,
        );
      }
    },
  );
});

test("<phasor-scaling> does not say that a model is stretched if it is not", async () => {
  const [figure] = await mount('<phasor-scaling factor="1"></phasor-scaling>');
  expect(textsOf(figure)).toContain("Llama 3.1 8B, trained on texts of 8,192 words");
});
