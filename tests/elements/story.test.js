// What <phasor-story> shows before its weights are loaded is what the model says; hands, lines and breaks.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { lengths } from "../../web/elements/figures/story-lengths.js";
import {
  BREAKS,
  defaultNumber,
  firstDifference,
  handsOf,
  inLines,
  rightHands,
  rotationOf,
} from "../../web/elements/figures/story-model.js";
import { aboutOf, numberOf } from "../../web/elements/figures/story-panels.js";
import { textOf, validDeed } from "../../web/elements/figures/story-who-model.js";
import { encode } from "../../web/phasor/story.js";
import { binLosses, longTexts } from "../../web/story/lengths.js";
import { loadCommitted, lossByPosition } from "../../web/story/measure.js";
import { restModules } from "../../web/story/rest.js";
import { some } from "../long.js";

it("what is shown at rest is what the model writes, expects and shows to the doctor", async () => {
  for (const [name, text] of Object.entries(await restModules())) {
    const file = new URL(`../../web/elements/figures/${name}`, import.meta.url);
    expect(readFileSync(file, "utf8")).toBe(text);
  }
}, 60_000);

const encodings = /** @type {const} */ (["rope", "alibi", "learned", "sinusoidal", "none"]);
it.each(some(encodings, 2))(
  "story-lengths.js has the losses of the model with %s",
  async (encoding) => {
    const losses = lossByPosition(await loadCommitted(encoding), longTexts());
    expect(lengths[encoding].plain).toEqual(binLosses(losses));
  },
  60_000,
);

/** @param {import("../../web/elements/figures/story-model.js").BreakName} name */
const breakOf = (name, number = defaultNumber(name), still = [1]) => ({ name, number, still });
const [QUERY, BACK] = [40, 8];

it("a pair's hand points where its frequency turns it in the words between", () => {
  for (const [pair, { along, across }] of rightHands(QUERY, BACK).entries()) {
    const angle = BACK * 10000 ** (-pair / 16);
    expect(along).toBeCloseTo(Math.cos(angle), 5);
    expect(across).toBeCloseTo(-Math.sin(angle), 5);
  }
});

it("breaks move the hands as they say", () => {
  const hands = (/** @type {ReturnType<typeof breakOf>} */ broken) =>
    handsOf(rotationOf(broken), QUERY, BACK);
  const right = rightHands(QUERY, BACK);
  for (const [pair, { along, across }] of hands(breakOf("start")).entries()) {
    expect(along).toBeCloseTo(right[pair].along, 4);
    expect(across).toBeCloseTo(right[pair].across, 4);
  }
  expect(hands(breakOf("ahead"))).toEqual(
    rightHands(QUERY, BACK + 1).map(({ along, across }) => ({
      along: expect.closeTo(along, 4),
      across: expect.closeTo(across, 4),
    })),
  );
  for (const { along, across } of hands(breakOf("none"))) expect([along, across]).toEqual([1, 0]);
  const [unrotated, turning] = [hands(breakOf("still", 1, [2, 5])), right];
  expect(unrotated[2]).toEqual({ along: 1, across: 0 });
  expect(unrotated[3].along).toBeCloseTo(turning[3].along, 5);
  // As neighbours, the two features of a pair turn apart: the tip leaves its circle.
  const { along, across } = hands(breakOf("neighbours"))[4];
  expect(Math.hypot(along, across)).toBeLessThan(0.9);
});

it("says in words what is done", () => {
  expect(aboutOf(breakOf("base"))).toBe("the base is 500,000");
  expect(aboutOf(breakOf("still", 1, [8, 9, 10]))).toBe("pairs 8 to 10 do not turn");
  expect(aboutOf(breakOf("still", 1, [1, 4]))).toBe("pairs 1 and 4 do not turn");
  expect(aboutOf(breakOf("still", 1, []))).toBe("all pairs turn");
  for (const name of BREAKS) expect(aboutOf(breakOf(name))).not.toMatch(/\bN\b/);
});

it("keeps numbers within their limits", () => {
  expect(numberOf("base", "")).toBe(500000);
  expect(numberOf("base", "3")).toBe(100);
  expect(numberOf("ahead", "-2")).toBe(-2);
  expect(numberOf("ahead", "nonsense")).toBe(1);
});

it("finds the first word that differs", () => {
  expect(firstDifference(["a", "b"], ["a", "c"], true)).toBe(1);
  expect(firstDifference(["a", "b"], ["a"], true)).toBe(1);
  expect(firstDifference(["a", "b"], ["a"], false)).toBe(-1);
  expect(firstDifference(["a"], ["a"], true)).toBe(-1);
});

it("puts words in lines, and punctuation at the words before", () => {
  const lines = inLines("aa bb , cc .".split(" "), 6, (word) => word.length, 1);
  expect(lines.map(({ word, x, line }) => `${word} ${line} ${x}`)).toEqual([
    ...["aa 0 0", "bb 0 3", ", 0 5", "cc 1 0", ". 1 2"],
  ]);
});

it("asks only about people and deeds that stories have", () => {
  const deed = validDeed({ who: "Mia", did: "ate", whom: "Otto" });
  expect(deed).toEqual({ who: "Mia", did: "chased", whom: "Otto" });
  expect(validDeed({ who: "Mia", did: "woke", whom: "Mia" }).who).toBe("Ben");
  expect(encode(textOf(deed))).toHaveLength(textOf(deed).split(" ").length);
});
