// phasor story: its texts against the package's, the first word that differs, both layouts, and wrong usage.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileOf, newNetwork } from "../../web/phasor/story/weights.js";
import { breaks, StoryModel } from "../../web/phasor/story.js";
import { some } from "../long.js";
import { onTerminal, outputOf, phasor, refused, root, scratch } from "./run.js";

const folder = scratch();
const model = await StoryModel.load(readFileSync(`${root}web/story/weights/rope.safetensors`));

/** What the command prints, without complaint. @param {string[]} words */
const outputOfStory = (words) => outputOf(["story", ...words]);
/** A text as one line, with punctuation at the words before it. @param {string} text */
const joined = (text) =>
  text
    .replace(/\s+/g, " ")
    .replace(/ (\[?[.,])/g, "$1")
    .trim();

it("writes the story of a seed", () => {
  const { seed, words } = { seed: 3, words: 50 };
  const out = outputOfStory(["--seed", "3", "--words", "50"]);
  expect(joined(out)).toBe(joined(model.write({ seed, words })));
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(79);
});

it.each(some(Object.entries(breaks), 4))("breaks positions: %s", (name, { number, rotation }) => {
  const settings = { prompt: "long ago a tall", temperature: 0.5, seed: 4, words: 30 };
  const output = JSON.parse(
    outputOfStory([
      ...["long", "ago a tall", "--temperature", "0.5", "--seed", "4", "--words", "30", "--json"],
      ...["--break", name],
    ]),
  );
  const [text, broken] = [
    model.write(settings),
    model.write({ ...settings, rotation: rotation(number ?? 0) }),
  ];
  const [a, b] = [text.split(" "), broken.split(" ")];
  const differs = a.findIndex((word, i) => word !== b[i]);
  expect(output).toMatchObject({ ...settings, break: name, text, broken });
  expect(output.firstDifference).toBe(differs);
});

it("takes the break's number", () => {
  const broken = (/** @type {string} */ text) =>
    JSON.parse(outputOfStory(["--break", text, "--json"])).broken;
  expect(broken("base=1000")).toBe(model.write({ rotation: breaks.base.rotation(1000) }));
  expect(broken("base=1e4")).toBe(model.write());
  expect(broken("ahead=-1")).toBe(model.write({ rotation: breaks.ahead.rotation(-1) }));
});

it("marks the first word that differs", () => {
  const [right, broken] = [
    model.write({ words: 40 }),
    model.write({ words: 40, rotation: breaks.none.rotation(0) }),
  ].map((text) => text.split(" "));
  const at = right.findIndex((word, i) => word !== broken[i]);
  const mark = (/** @type {string[]} */ list) =>
    joined(list.map((word, i) => (i === at ? `[${word}]` : word)).join(" "));
  const [first, second] = outputOfStory(["--words", "40", "--break", "none"]).split("\n\n");
  expect(joined(first)).toBe(`as trained: ${mark(right)}`);
  expect(joined(second)).toBe(`nothing is rotated: ${mark(broken)}`);
});

it("fits a narrow terminal", () => {
  const output = onTerminal(["story", "--words", "30", "--break", "none"], { columns: 40 });
  for (const line of output.split("\n")) expect(line.length).toBeLessThanOrEqual(40);
});

it("says if no word differs", () => {
  const out = outputOfStory(["--break", "start=100000"]);
  expect(out).toMatch(/\n\nNot a word differs\.\n$/);
  expect(out).not.toContain("[");
});

it("reads other weights", () => {
  const file = join(folder, "none.safetensors");
  writeFileSync(file, fileOf(newNetwork("none", 1), {}));
  expect(outputOfStory(["--weights", file, "--words", "5"])).toMatch(/^once there was( \S+){5}\n$/);
  expect(phasor(["story", "--weights", file, "--break", "base"])).toMatchObject({
    code: 2,
    error: expect.stringContaining("--break needs a model with RoPE; this one has none"),
  });
});

it.each([
  [["--break", "bases"], "did you mean base?"],
  [["--break", "bsae=3"], "--break must be one of base, none"],
  [["--break", "none=3"], "--break none takes no number"],
  [["--break", "base=x"], '--break base must be a number, got "x"'],
  [["--break", "still=16"], "--break still: number must be an integer from 0 to 15, got 16"],
  [["--break", "base=-1"], "--break base: base must be"],
  [["--seed", "0.5"], "--seed must be an integer"],
  [["--words", "1022"], "--words must be from 0 to 1021, got 1022"],
  [["--temperature", "-1"], "--temperature must be a number from 0 to 1000, got -1"],
  [["once there was a dragon"], 'PROMPT: no story has the word "dragon"'],
  [["once there was a mouze"], "did you mean mouse?"],
  [["--weights", `${root}package.json`], "package.json: its"],
  [["--weights", `${root}nowhere`], "nowhere cannot be read: no such file"],
])("refuses %j: %s", (words, message) => {
  expect(refused(["story", ...words])).toContain(message);
});
