import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import "../../web/elements/phasor-models.js";
import { wordsOf, writtenIn } from "./drawing.js";
import { handleOf, keys, pixelUnder, tap, textsOf } from "./grab.js";
import { layer, mount, onAnEmptyPage, settled } from "./support.js";

onAnEmptyPage();

/** The sentence below the strips. @param {any} figure */
const sentence = (figure) => textsOf(figure).find((text) => / layers /.test(text)) ?? "";

/** @param {any} figure @param {string} text */
async function paste(figure, text) {
  const box = figure.shadowRoot.querySelector("textarea[aria-label*='config.json']");
  box.value = text;
  box.dispatchEvent(new Event("input"));
  await settled();
}

const textOf = (/** @type {any} */ figure) =>
  figure.shadowRoot.querySelector("ul[role=status]").textContent;

/** Whether anything is drawn beside a model's name, at a wavelength. @param {any} figure @param {string} name @param {number} tokens @param {number} [dy] */
function inkedAt(figure, name, tokens, dy = 0) {
  const words = writtenIn(figure);
  const [ten, million] = ["10", "10⁶"].map((tick) => wordsOf(words, tick).x);
  const x = ten + (Math.log10(tokens / 10) / 5) * (million - ten);
  const place = { x, y: wordsOf(words, name).y + dy };
  return [-3, -2, -1, 0, 1, 2, 3].some(
    (dx) => pixelUnder(layer(figure, "still"), { ...place, x: place.x + dx }) >>> 24 !== 0,
  );
}

test("the strips have pairs at their wavelengths, and nothing beyond the slowest", async () => {
  const [figure] = await mount("<phasor-models></phasor-models>");
  const slowest = 2 * Math.PI * 10000 ** (11 / 12);
  for (const tokens of [8, 100, 0.8 * slowest])
    expect(inkedAt(figure, "GPT-NeoX-20B", tokens, -8), `${tokens}`).toBe(true);
  expect(inkedAt(figure, "GPT-NeoX-20B", 8 * slowest, -8)).toBe(false);
  // In Llama 3.1's only kind of layers the last of 64 pairs turns once in 8 · 2π · 500000^(63/64).
  expect(inkedAt(figure, "Llama 3.1 8B", 1.5e7, -8)).toBe(true);
  // Pairs that stand still are at the right.
  expect(inkedAt(figure, "GPT-NeoX-20B", 6e8, -8)).toBe(true);
  expect(inkedAt(figure, "Llama 3.1 8B", 6e8, -8)).toBe(false);
});

test("a model is picked by a tap on its strip and by keys", async () => {
  const [figure] = await mount("<phasor-models></phasor-models>");
  expect(sentence(figure)).toContain("Gemma 3 27B: 52 of 62 layers see a window");
  const word = wordsOf(writtenIn(figure), "SmolLM3 3B");
  const place = { x: word.right + 60, y: word.y };
  await tap(figure, place);
  expect(figure.model).toBe("smollm3");
  expect(sentence(figure)).toContain("SmolLM3 3B: 27 of 36 layers");
  const handle = handleOf(figure, "model");
  expect(handle.getAttribute("aria-valuetext")).toBe("SmolLM3 3B");
  await keys(handle, "End");
  expect(figure.model).toBe("qwen3.5");
  await keys(handle, "Home");
  expect(figure.model).toBe("llama-3.1");
});

test("a pasted configuration gets a strip of its own, and errors in it are shown", async () => {
  const [figure] = await mount("<phasor-models></phasor-models>");
  const config = {
    ...{ model_type: "llama", head_dim: 32, num_hidden_layers: 5, max_position_embeddings: 1000 },
    rope_scaling: { rope_type: "linear", factor: 3, fancy: 1 },
  };
  await paste(figure, JSON.stringify(config));
  expect(sentence(figure)).toContain("The pasted model: all 5 layers see the whole text");
  // 3 · 2π · 10000^(15/16)
  expect(sentence(figure)).toContain("the slowest once in 106,000 tokens");
  expect(textOf(figure)).toContain("fancy");
  await keys(handleOf(figure, "model"), "ArrowDown");
  expect(sentence(figure)).toContain("Llama 3.1 8B");
  await paste(figure, "{");
  expect(textOf(figure)).not.toBe("");
  expect(sentence(figure)).toContain("Gemma 3 27B");
});

test("an unknown model of any name becomes the first one", async () => {
  const [figure] = await mount('<phasor-models model="constructor"></phasor-models>');
  expect(sentence(figure)).toContain("Gemma 3 27B");
  figure.set({ model: "deepseek-v3" });
  await settled();
  expect(sentence(figure)).toContain("DeepSeek-V3: all 61 layers");
  expect(sentence(figure)).toContain("turn 32 of 96 pairs");
});

test("on a phone, names what opens the field for a config.json", async () => {
  await page.viewport(375, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const [figure] = await mount("<phasor-models></phasor-models>");
  const summaries = [...figure.shadowRoot.querySelectorAll("summary")];
  const summary = summaries.find(({ textContent }) => textContent === "paste a config.json");
  expect(parseFloat(getComputedStyle(summary).fontSize)).toBeGreaterThan(10);
});
