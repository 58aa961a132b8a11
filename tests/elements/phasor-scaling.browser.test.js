import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-scaling.js";
import { toMiddle, toPixel } from "../../web/elements/canvas/axes.js";
import { planScaling } from "../../web/elements/views/scaling-view.js";
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

onAnEmptyPage();

/** @param {any} figure */
function tableOf(figure) {
  const [head, ...rows] = figure.toCSV().trimEnd().split("\r\n");
  return {
    head: head.split(","),
    rows: rows.map((/** @type {string} */ row) => row.split(",").map(Number)),
  };
}
const wave = (/** @type {number} */ pair, base = 500000, width = 128) =>
  2 * Math.PI * base ** ((2 * pair) / width);
/** Llama 3's rule from its published code. @param {number} pair @param {number} factor */
function llama3(pair, factor) {
  const own = wave(pair);
  const turns = 8192 / own;
  if (turns > 4) return own;
  if (turns < 1) return factor * own;
  const s = (turns - 1) / 3;
  return own / (s + (1 - s) / factor);
}
const said = (/** @type {any} */ figure) => figure.shadowRoot.querySelector("#said").textContent;
/** @param {any} figure @param {string} text */
function paste(figure, text) {
  const box = figure.shadowRoot.querySelector("textarea#config");
  box.value = text;
  box.dispatchEvent(new Event("input"));
  return settled(figure);
}
/** @param {any} figure */
function panelsOf(figure) {
  const { head, rows } = tableOf(figure);
  const [plain, ...waves] = head
    .slice(1)
    .map((/** @type {string} */ _, /** @type {number} */ n) =>
      Float64Array.from(rows, (row) => row[n + 1]),
    );
  const contexts = { original: 8192, factor: 8, extended: 65536 };
  const rules = waves.map((/** @type {Float64Array} */ wavelengths) => ({ wavelengths }));
  const size = sizeOf(layer(figure, "data"));
  return planScaling(size, /** @type {any} */ ({ rules, plain, contexts }));
}

describe("rules", () => {
  test("linear divides all alike, Llama 3 the slow pairs alone", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const { head, rows } = tableOf(figure);
    expect(head).toEqual(["pair", "unscaled", "linear", "ntk", "yarn", "llama3"]);
    for (const [pair, plain, linear, ntk, , llama] of rows) {
      expect(plain / wave(pair)).toBeCloseTo(1, 12);
      expect(linear / wave(pair) / 8).toBeCloseTo(1, 12);
      expect(ntk / wave(pair, 500000 * 8 ** (128 / 126))).toBeCloseTo(1, 12);
      expect(llama / llama3(pair, 8)).toBeCloseTo(1, 12);
    }
    const panel = panelsOf(figure)[3];
    for (const pair of [20, 60]) {
      const [x, y] = [
        toMiddle(panel.pair, pair),
        toPixel(panel.length, Math.log10(llama3(pair, 8))),
      ];
      expect(
        apart(pixelAt(layer(figure, "data"), x, y), themePixel(figure, "dimension")),
      ).toBeLessThan(90);
    }
  });

  test("factor and length stretch further", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    slide(figure, "factor", 4);
    await settled(figure);
    expect(figure.factor).toBe(16);
    expect(tableOf(figure).rows[63][5] / llama3(63, 16)).toBeCloseTo(1, 12);
    expect(figure.shadowRoot.querySelector(".about").textContent).toContain("to 131,072 positions");
    figure.length = 50000;
    await settled(figure);
    expect(figure.shadowRoot.querySelector(".about").textContent).toContain("to 50,000 positions");
  });

  test("boxes choose the rules that are shown; the model's own stays", async () => {
    const [figure] = await mount('<phasor-scaling rules="yarn"></phasor-scaling>');
    expect(tableOf(figure).head.slice(2)).toEqual(["yarn", "llama3"]);
    const boxes = figure.shadowRoot.querySelectorAll('input[type="checkbox"]');
    boxes[0].click();
    await settled(figure);
    expect(tableOf(figure).head.slice(2)).toEqual(["linear", "yarn", "llama3"]);
    expect(boxes[5].disabled).toBe(true);
  });
});

describe("models", () => {
  test("a preset brings its own rule, LongRoPE its divisors", async () => {
    const [figure] = await mount("<phasor-scaling></phasor-scaling>");
    const select = figure.shadowRoot.querySelector("select");
    select.value = "phi-3.5";
    select.dispatchEvent(new Event("change"));
    await settled(figure);
    const { head, rows } = tableOf(figure);
    expect(head).toContain("longrope");
    expect(rows).toHaveLength(48);
    expect(rows[47][head.indexOf("longrope")] / wave(47, 10000, 96)).toBeCloseTo(
      64.83999633789062,
      9,
    );
  });

  test("the slider's factor holds for the proportional rule too", async () => {
    const [figure] = await mount('<phasor-scaling preset="gemma-4" rules="ntk"></phasor-scaling>');
    const about = figure.shadowRoot.querySelector(".about");
    expect(about.textContent).toContain("256 pairs; 262,144 positions");
    slide(figure, "factor", 2);
    await settled(figure);
    expect(about.textContent).toContain("from 262,144 to 1,048,576 positions");
    expect(readOutOf(figure)).toContain("proportional ÷4");
    const { head, rows } = tableOf(figure);
    expect(head).toEqual(["pair", "unscaled", "ntk", "proportional"]);
    expect(rows[63][3] / wave(63, 1e6, 512)).toBeCloseTo(4, 12);
    expect(rows[64][3]).toBe(Infinity);
  });

  test("a pasted configuration is read, and what is wrong is told", async () => {
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
    expect(said(figure)).toContain("fancy");
    await paste(figure, JSON.stringify({ ...config, rope_scaling: { type: "linear" } }));
    expect(said(figure)).toContain("factor");
    expect(figure.config).toContain("linear");
    expect(tableOf(figure).rows).toHaveLength(16);
    await paste(figure, JSON.stringify({ ...config, head_dim: 4096 }));
    expect(said(figure)).toContain("more than 1024 features");
    await paste(figure, "{");
    expect(said(figure)).not.toBe("");
  });
});

describe("reader", () => {
  test("keys and pointer choose a pair, a link restores all, reset takes it back", async () => {
    const [figure, copy] = await mount(
      '<phasor-scaling preset="qwen2.5" rules="linear" factor="2"></phasor-scaling><phasor-scaling></phasor-scaling>',
    );
    plotOf(figure).focus();
    await userEvent.keyboard("{End}{ArrowLeft}");
    await settled(figure);
    expect(readOutOf(figure)).toContain("pair 62, ");
    expect(readOutOf(figure)).toContain("linear ÷2");
    copy.fromURL(figure.toURL());
    await settled(copy);
    expect([copy.preset, copy.rules, copy.factor]).toEqual(["qwen2.5", "linear", 2]);
    expect(tableOf(copy)).toEqual(tableOf(figure));
    press(copy, "reset");
    await settled(copy);
    const { frame } = panelsOf(copy)[0];
    pointer(copy, "pointermove", frame.left + (20.5 / 64) * frame.width, frame.top + 9);
    await settled(copy);
    expect(readOutOf(copy)).toContain("pair 20, ");
  });
});
