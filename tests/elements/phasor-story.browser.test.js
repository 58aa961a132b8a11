import { expect, test, vi } from "vitest";
import "../../web/elements/phasor-bugs.js";
import "../../web/elements/phasor-story.js";
import { breaks, StoryModel } from "../../web/phasor/story.js";
import weights from "../../web/story/weights/rope.safetensors?url";
import { until } from "../until.js";
import { handleOf, keys, textsOf } from "./grab.js";
import { buttonOf, mountIn, onAnEmptyPage } from "./support.js";

vi.setConfig({ testTimeout: 60_000 });
onAnEmptyPage();

async function one(attributes = "", width = 1000) {
  const figure = await mountIn(width, `<phasor-story ${attributes}></phasor-story>`);
  await until(() => expect(buttonOf(figure, /longer texts/)).toBeTruthy());
  return figure;
}

/** What the model writes, as the figure shows it. @param {object} options */
async function writeStory(options) {
  const model = await StoryModel.load(weights);
  return model.write({ seed: 16, words: 80, ...options }).replace(/ ([.,])/g, "$1");
}
const textOf = (/** @type {any} */ figure) => textsOf(figure).join("\n");

test("<phasor-story> shows both stories at rest, without its weights", async () => {
  const loaded = vi.spyOn(Worker.prototype, "postMessage");
  const figure = await one();
  expect(textOf(figure)).toContain(await writeStory({}));
  expect(textOf(figure)).toContain(await writeStory({ rotation: breaks.base.rotation(500000) }));
  buttonOf(figure, /no rotation/).click();
  await until(async () => expect(textOf(figure)).toContain(await writeStory({ rotation: null })));
  expect(figure.d.values.first).toBeGreaterThan(0);
  expect(loaded).not.toHaveBeenCalled();
});

test("<phasor-story> writes what the package writes, when the reader moves a number", async () => {
  const figure = await one();
  figure.set({ break: "base", number: "1000" });
  const expected = await writeStory({ rotation: breaks.base.rotation(1000) });
  await until(() => expect(textOf(figure)).toContain(expected));
  figure.set({ seed: 20 });
  const other = await writeStory({ seed: 20, rotation: breaks.base.rotation(1000) });
  await until(() => expect(textOf(figure)).toContain(other));
  await until(() => expect(textOf(figure)).toMatch(/nats a word/));
});

test("<phasor-story> says that nothing differs when positions move together", async () => {
  const figure = await one('break="start"');
  expect(textOf(figure)).toContain("Not a word differs: only distances count");
});

test("<phasor-story> holds pairs still, and the slow ones are not missed", async () => {
  const figure = await one('break="still" still="8 9 10 11 12 13 14 15"');
  await until(() => expect(figure.p.results.write?.losses).toBeTruthy());
  const [right, broken] = figure.d.values.written.losses;
  expect(Math.abs(broken - right)).toBeLessThan(0.02);
  expect(textOf(figure)).toContain("pairs 8 to 15 do not turn");
});

test("<phasor-story> asks who did it, about the reader's own sentence", async () => {
  const figure = await one('show="who" break="none"');
  await until(() => expect(textOf(figure)).toContain("Ben chased Nora, so Nora must come next."));
  buttonOf(figure, /swap the names/).click();
  await until(() => expect(textOf(figure)).toContain("Nora chased Ben, so Ben must come next."));
  await until(() => expect(figure.d.values.guess?.broken).toHaveLength(2));
  const { right, broken } = figure.d.values.guess;
  expect(right[1]).toBeGreaterThan(0.9);
  expect(broken[1] + broken[0]).toBeLessThan(1.001);
});

test("<phasor-story> shows the attention of the package's model", async () => {
  const figure = await one('show="heads" break="forgotten"');
  await until(() => expect(figure.d.values.attention).toBeTruthy());
  const model = await StoryModel.load(weights);
  const {
    attention,
    written: { right },
  } = figure.d.values;
  const { encode } = await import("../../web/phasor/story.js");
  const tokens = encode(right.join(" "));
  expect(attention.right).toEqual(model.attention(tokens));
  expect(attention.broken).toEqual(
    model.attention(tokens, { rotation: breaks.forgotten.rotation(0) }),
  );
  await until(() => expect(textOf(figure)).toMatch(/Most goes to/));
});

test("<phasor-story> compares encodings beyond the trained length", async () => {
  const figure = await one('show="length"');
  await until(() => expect(textOf(figure)).toMatch(/ALiBi 0\.4\d/));
  figure.set({ stretch: 256 });
  await until(() => expect(textOf(figure)).toMatch(/NTK/));
  await keys(handleOf(figure, "stretch"), "End");
  expect(figure.stretch).toBe(1024);
});

test("<phasor-story> asks the doctor about the very vectors", async () => {
  const figure = await one('doctor break="ahead" number="2"');
  await until(() => expect(textOf(figure)).toMatch(/The doctor.*Row 0 is position 2/));
});

test("<phasor-story> has the <phasor-bugs> of its page read the very vectors", async () => {
  const story = await one('doctor break="ahead" number="2"');
  await until(() => expect(story.p.results.examine).toBeTruthy());
  expect(buttonOf(story, /to the doctor/)).toBeUndefined();
  const bugs = /** @type {any} */ (document.createElement("phasor-bugs"));
  story.before(bugs);
  story.set({ number: "3" });
  await until(() => expect(textOf(story)).toMatch(/The doctor.*Row 0 is position 3/));
  await until(() => expect(buttonOf(story, /to the doctor/)).toBeTruthy());
  buttonOf(story, /to the doctor/).click();
  await until(() => expect(bugs.p.reply?.answer?.findings).toHaveLength(1));
  const { answer, question } = bugs.p.reply;
  expect(answer.findings).toEqual(story.p.results.examine.answer.findings);
  const model = await StoryModel.load(weights);
  const { encode } = await import("../../web/phasor/story.js");
  const tokens = encode(story.d.values.written.right.join(" "));
  const { queries } = model.vectors(tokens, { rotation: breaks.ahead.rotation(3) });
  expect(question.data.output).toEqual(queries.slice(0, tokens.length * 32));
});

test("<phasor-story> says when its weights or words are missing, and tries again", async () => {
  const figure = await one('number="1000" weights="/nowhere.safetensors"');
  await until(() => expect(textOf(figure)).toMatch(/The model has no answer/));
  figure.set({ weights });
  await until(() => expect(figure.p.results.write?.losses).toBeTruthy());
  figure.set({ prompt: "once there was a dragon" });
  await until(() => expect(textOf(figure)).toMatch(/No story has the word “dragon”/));
});
