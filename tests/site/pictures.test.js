// The gallery's pictures, as the build draws them.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { figures } from "../../rolldown.config.js";
import { PALETTE } from "../../web/elements/core/theme.js";
import { drawPictures } from "../../web/site/build/pictures.js";

/** Bytes, compressed: all pictures of a scheme. Browsers load those that a reader scrolls to. */
const BUDGET = 150_000;

const pictures = await drawPictures();

test("are of every figure and the opening, in both schemes", () => {
  const names = [...figures, "opening-wide", "opening-narrow"].flatMap((name) => [
    `${name}-light`,
    `${name}-dark`,
  ]);
  const files = names.map((name) => `pictures/${name}.svg`);
  expect(Object.keys(pictures).sort()).toEqual(files.sort());
});

test.each(figures)("show %s: marks within the picture, in the colours of the scheme", (name) => {
  const [light, dark] = ["light", "dark"].map(
    (scheme) => pictures[`pictures/${name}-${scheme}.svg`],
  );
  for (const svg of [light, dark]) {
    expect(svg.slice(0, 80)).toContain('viewBox="0 0 640 480"');
    expect(/NaN|undefined|Infinity/.exec(svg)).toBe(null);
    expect(svg.match(/<(path|rect|text|image) /g)?.length).toBeGreaterThan(20);
    // Slanted texts have a transformation of their own.
    const texts = svg.matchAll(
      /<text [^>]*? x="([^"]*)" y="([^"]*)"[^>]* transform="translate\(20 20\)scale\(([\d.]+) [\d.]+\)"/g,
    );
    for (const [, x, y, scale] of texts) {
      expect(Number(x) * Number(scale)).toBeLessThan(620);
      expect(Number(y) * Number(scale)).toBeLessThan(460);
    }
  }
  const { muted, paper } = PALETTE.light;
  expect([muted, paper].filter((colour) => !light.includes(`"${colour}"`))).toEqual([]);
  const colours = Object.values(PALETTE.light);
  expect(colours.filter((colour) => dark.includes(`"${colour}"`))).toEqual([]);
});

test.each(["wide", "narrow"])("show the opening %s: the word, its hands and its strip", (form) => {
  const [light, dark] = ["light", "dark"].map(
    (scheme) => pictures[`pictures/opening-${form}-${scheme}.svg`],
  );
  for (const svg of [light, dark]) {
    expect(/NaN|undefined|Infinity/.exec(svg)).toBe(null);
    // The sine of 37, at the first hand.
    for (const text of ["37", "the", "cat", "−.64"]) expect(svg).toContain(`>${text}<`);
    expect(svg.match(/<image /g)?.length).toBeGreaterThan(7);
    for (const [, id] of svg.matchAll(/"url\(#(\w+)\)"/g)) expect(svg).toContain(`id="${id}"`);
    expect(gzipSync(svg).length).toBeLessThan(12_000);
  }
  const colours = Object.values(PALETTE.light);
  expect(colours.filter((colour) => dark.includes(`"${colour}"`))).toEqual([]);
});

test("have what their examples say", () => {
  expect(pictures["pictures/clocks-light.svg"]).toContain(">position 90<");
  expect(pictures["pictures/precision-dark.svg"]).toContain(">4,097<");
});

test.each(["light", "dark"])("fit into their budget, %s", (scheme) => {
  const sizes = figures.map((name) => gzipSync(pictures[`pictures/${name}-${scheme}.svg`]).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(
    `The gallery's ${scheme} pictures: ${total} bytes, the largest ${Math.max(...sizes)}`,
  );
  expect(total).toBeLessThan(BUDGET);
});
