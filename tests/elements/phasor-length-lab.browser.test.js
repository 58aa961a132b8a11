import { expect, test, vi } from "vitest";
import "../../web/elements/phasor-length-lab.js";
import { TinyModel } from "../../web/phasor/lab.js";
import { until } from "../until.js";
import { textsOf } from "./grab.js";
import { buttonOf, csvOf, mountIn, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

/** @param {any} figure @param {string} encoding */
const runsOf = (figure, encoding) => figure.p.results.recent?.[encoding] ?? [];

async function one(attributes = "") {
  const figure = await mountIn(1000, `<phasor-length-lab ${attributes}></phasor-length-lab>`);
  await until(() => expect(buttonOf(figure, /^train/)).toBeTruthy());
  return figure;
}

test("<phasor-length-lab> shows a result before anything is pressed, in the drawing and as numbers", async () => {
  const figure = await one();
  const texts = textsOf(figure).join("\n");
  expect(texts).toMatch(/ALiBi 9\d %/);
  expect(texts).toMatch(/Trained beforehand by the same code: seeds 1, 2, 3/);
  const { rows } = csvOf(figure);
  // Six encodings with three seeds, and RoPE with interpolation.
  expect(rows).toHaveLength(6 * 3 + 3);
});

// Takes a few seconds, or a minute on a busy machine that loads the worker's modules slowly.
test("<phasor-length-lab> trains with the losses of the model itself, pauses, continues and stops", {
  timeout: 60_000,
}, async () => {
  const orders = vi.spyOn(Worker.prototype, "postMessage");
  const figure = await one('seed="11"');
  buttonOf(figure, /^train$/).click();
  await until(() => expect(runsOf(figure, "rope")[0]?.losses.length).toBeGreaterThan(2));
  buttonOf(figure, /^pause$/).click();
  const model = new TinyModel({ task: "recent", encoding: "rope", seed: 11 });
  const expected = Array.from({ length: 2 }, () => {
    let sum = 0;
    for (let n = 0; n < 10; n++) sum += model.step().loss;
    return sum / 10;
  });
  expect(runsOf(figure, "rope")[0].losses.slice(0, 2)).toEqual(expected);
  await until(() => expect(buttonOf(figure, /^resume$/)).toBeTruthy());
  expect(orders).toHaveBeenLastCalledWith({ kind: "pause", paused: true });
  buttonOf(figure, /^resume$/).click();
  expect(orders).toHaveBeenLastCalledWith({ kind: "pause", paused: false });
  const trained = runsOf(figure, "rope")[0].losses.length;
  await until(() => expect(runsOf(figure, "rope")[0].losses.length).toBeGreaterThan(trained));
  buttonOf(figure, /^stop$/).click();
  await until(() => expect(runsOf(figure, "rope")).toEqual([]));
  await until(() => expect(textsOf(figure).join("\n")).toMatch(/Trained beforehand/));
});
