// The steps next to a figure: each is short enough to be read in one view.
import { expect, test } from "vitest";
import { chapters } from "../../web/site/build/chapters.js";
import { readChapter } from "../../web/site/build/files.js";

const MOST_WORDS = 45;

test("steps are short", () => {
  const steps = chapters.flatMap(({ name }) => {
    const source = readChapter(name);
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
