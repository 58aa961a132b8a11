// story.mjs: how long <phasor-story> takes to its first word on a cold load, and how long a word takes, in Chromium with
// the page's thread slowed down four times. `make package && node tests/bench/story.mjs [--rounds 5] [--throttle 4]`.
// Workers are not slowed down, so the model runs in the page here, as it does where workers are not allowed.
import { parseArgs } from "node:util";
import { serve } from "../engines/server.js";
import { launch } from "../serving.js";
import { median } from "./measure.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, throttle: { type: "string", default: "4" } },
});

/** Waits for the first word that differs from what the figure shows at rest, ms since the page's load began. */
async function firstWord() {
  await customElements.whenDefined("phasor-story");
  const figure = /** @type {any} */ (document.querySelector("phasor-story"));
  while (!figure.p.results.write?.broken.length) await new Promise(requestAnimationFrame);
  return performance.now();
}

/** The time of a word, ms. */
async function word() {
  const { StoryModel } = await import(/** @type {any} */ ("/web/phasor/story.js"));
  const model = await StoryModel.load("/dist/figures/story.safetensors");
  model.write({ words: 10 });
  const times = [];
  for (let seed = 1; seed <= 5; seed++) {
    const start = performance.now();
    const text = model.write({ seed });
    times.push((performance.now() - start) / text.split(" ").length);
  }
  return times.sort((a, b) => a - b)[2];
}

const server = await serve();
const browser = await launch();
const [firsts, words] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
for (let round = 0; round < Number(values.rounds); round++) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Worker"));
  await page.route("**/blank.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><script type="module" src="/dist/figures/story.js"></script><phasor-story break="base" number="1000"></phasor-story>',
    }),
  );
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(values.throttle) });
  await page.goto(`${server.address}blank.html`);
  firsts.push(await page.evaluate(firstWord));
  words.push(await page.evaluate(word));
  await context.close();
}
await browser.close();
server.close();
console.log(
  `throttled ${values.throttle}×: first word ${Math.round(median(firsts))} ms after a cold load, ${median(words).toFixed(2)} ms a word`,
);
