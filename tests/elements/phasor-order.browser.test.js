import { expect, test } from "vitest";
import "../../web/elements/phasor-order.js";
import { centreOf, drag, handleOf, keys, rested, sentenceOf, textsOf } from "./grab.js";
import { press as click, csvOf, mount, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

/** Weights by query and key word, of one column of the table. @param {any} figure @param {4 | 5} column */
function weightsOf(figure, column) {
  return Object.fromEntries(
    csvOf(figure).rows.map((cells) => [`${cells[2]} ${cells[3]}`, cells[column]]),
  );
}

/** The words in their order along the line. @param {any} figure */
function lineOf(figure) {
  const handles = [...figure.shadowRoot.querySelectorAll(".handle")];
  const placed = handles.map((handle) => ({
    x: centreOf(handle).x,
    name: handle.getAttribute("aria-label"),
  }));
  return placed.sort((a, b) => a.x - b.x).map(({ name }) => name.replace(/^.*: /, ""));
}

test("without positions, dragging a word to another place only moves the numbers", async () => {
  const [figure] = await mount('<phasor-order order="0 1 2 3 4"></phasor-order>');
  expect(lineOf(figure)).toEqual(["the", "dog", "chased", "another", "dog"]);
  const [bare, placed] = [weightsOf(figure, 4), weightsOf(figure, 5)];
  const [from, to] = ["word 2: dog", "word 4: another"].map((name) =>
    centreOf(handleOf(figure, name)),
  );
  await drag(figure, from, { x: to.x + 20, y: to.y });
  expect(lineOf(figure)).toEqual(["the", "chased", "another", "dog", "dog"]);
  expect(weightsOf(figure, 4)).toEqual(bare);
  expect(weightsOf(figure, 5)).not.toEqual(placed);
  const texts = textsOf(figure);
  expect(texts).toContain("without positions: the same numbers, moved");
  expect(texts).toContain("with positions: other numbers");
});

test("after Escape and release, no word is held", async () => {
  const [figure] = await mount('<phasor-order order="0 1 2 3 4"></phasor-order>');
  const handle = handleOf(figure, "word 1: the");
  const { x, y } = centreOf(handle);
  await drag(figure, { x, y }, { x: x + 200, y }, { release: false });
  expect(figure.p.held).toBe(0);
  await keys(handle, "Escape");
  expect(figure.p.held).toBeUndefined();
  expect(lineOf(figure)[0]).toBe("the");
  await keys(handle, "End");
  expect(lineOf(figure)[4]).toBe("the");
});

test("the two dogs have equal weights without positions, and not with them", async () => {
  const [figure] = await mount("<phasor-order></phasor-order>");
  const bare = weightsOf(figure, 4);
  for (let key = 0; key < 5; key++) expect(bare[`1 ${key}`]).toBeCloseTo(bare[`4 ${key}`], 6);
  expect(textsOf(figure)).toContain("the two rows of dog are equal");
  expect(textsOf(figure)).toContain("the two rows of dog differ");
});

test("another sentence can be reversed and restored", async () => {
  const [figure] = await mount('<phasor-order sentence="man bites dog" order=""></phasor-order>');
  click(figure, "read backwards");
  await rested();
  expect(lineOf(figure)).toEqual(["dog", "bites", "man"]);
  click(figure, "as it is written");
  await rested();
  expect(lineOf(figure)).toEqual(["man", "bites", "dog"]);
  expect(textsOf(figure).join()).toContain("with positions: as written");
});

test("<phasor-order> says how many words of a longer sentence it shows", async () => {
  const words = Array.from({ length: 60 }, (_, n) => `word${n + 1}`);
  const [figure, short] = await mount(
    `<phasor-order sentence="${words.join(" ")}"></phasor-order>
     <phasor-order sentence="${words.slice(0, 12).join(" ")}"></phasor-order>`,
  );
  expect(lineOf(figure)).toEqual(words.slice(0, 12));
  expect(textsOf(figure)).toContain("the first 12 of 60 words");
  expect(sentenceOf(figure)).toContain("the first 12 of 60 words “word1 word2");
  expect(textsOf(short).join()).not.toContain("the first");
  expect(sentenceOf(short)).not.toContain("the first");
});

test("twelve words in a narrow figure are slanted and can be dragged", async () => {
  const words = Array.from({ length: 12 }, (_, n) => `word${n + 1}`);
  const [figure] = await mount(
    `<phasor-order style="width: 335px" order="" sentence="${words.join(" ")}"></phasor-order>`,
  );
  expect(lineOf(figure)).toEqual(words);
  // Upright, they would be four pixels wide.
  expect(handleOf(figure, "word 2: word2").getBoundingClientRect().width).toBeGreaterThan(20);
  const [from, to] = ["word 2: word2", "word 5: word5"].map((name) =>
    centreOf(handleOf(figure, name)),
  );
  await drag(figure, from, { x: to.x + 4, y: to.y });
  expect(lineOf(figure).slice(0, 6)).toEqual([
    "word1",
    "word3",
    "word4",
    "word5",
    "word2",
    "word6",
  ]);
});
