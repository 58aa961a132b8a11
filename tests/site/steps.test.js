// What the steps and the buttons of the text set: names and values that their figures have.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chapters } from "../../web/site/build/chapters.js";
import { chapterFile } from "../../web/site/build/compose.js";

const elements = JSON.parse(
  readFileSync(new URL("../../web/elements/custom-elements.json", import.meta.url), "utf8"),
).modules.flatMap((/** @type {any} */ { declarations }) => declarations);

/** Parameters that are set in the chapters and are no attributes. */
const STATES = new Set(["secret"]);
const MOST_WORDS = 45;

/** A figure's attributes by the names of its parameters. @param {string} tag @returns {Map<string, string>} */
const parametersOf = (tag) =>
  new Map(
    elements
      .find((/** @type {any} */ each) => each.tagName === tag)
      .attributes.map((/** @type {any} */ { fieldName, type }) => [fieldName, type.text]),
  );

/** @param {string} type as the manifest has it @param {string} value */
function fits(type, value) {
  if (type === "number") return value !== "" && Number.isFinite(Number(value));
  if (type === "boolean") return value === "true" || value === "false";
  const words = [...type.matchAll(/"([^"]*)"/g)].map(([, word]) => word);
  return words.length === 0 || words.includes(value);
}

const set = chapters.flatMap(({ name }) => {
  const source = readFileSync(chapterFile(name), "utf8");
  const figures = [...source.matchAll(/<(phasor-[\w-]+)/g)];
  return [...source.matchAll(/ data-set="([^"]*)"/g)].map(({ 1: settings, index }) => {
    // The nearest figure: the last one before it, or the first of the chapter.
    const figure = figures.findLast((each) => each.index < index) ?? figures[0];
    return { name, tag: figure?.[1] ?? "", settings };
  });
});

describe("what steps and buttons set", () => {
  test.each(set)("$name: $settings", ({ tag, settings }) => {
    const parameters = parametersOf(tag);
    for (const setting of settings.split(/\s+/)) {
      const [name, value] = setting.split("=", 2);
      if (STATES.has(name)) continue;
      expect([...parameters.keys()], `${tag} has no ${name}`).toContain(name);
      if (value === undefined) continue;
      expect(fits(String(parameters.get(name)), value), `${tag}: ${setting}`).toBe(true);
    }
  });
});

test("steps are short", () => {
  const steps = chapters.flatMap(({ name }) => {
    const source = readFileSync(chapterFile(name), "utf8");
    return [...source.matchAll(/<div class="step"[^>]*>([\s\S]*?)<\/div>/g)].map(([, text]) => ({
      name,
      words: text
        .replace(/<(details|button|tex)\b[\s\S]*?<\/\1>/g, " ")
        .replace(/<[^>]*>/g, " ")
        .split(/\s+/)
        .filter((word) => /\w/.test(word)).length,
      text,
    }));
  });
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter(({ words }) => words > MOST_WORDS)).toEqual([]);
});
